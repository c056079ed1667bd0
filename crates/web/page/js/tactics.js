// Tactics: the set of a map on a board you edit, and games between maps with a curve that grows.

import { Board } from "./board.js";
import { capital, choice, fill, h, LOOK, picture, say } from "./dom.js";
import { Cancelled, engine, Gone } from "./engine.js";
import { Latest } from "./search.js";
import { address } from "./share.js";

/** @typedef {"black" | "white" | "erase"} Tool */

export class TacticsScreen {
  /** @param {{trouble: (error: unknown) => void}} page */
  constructor(page) {
    this.page = page;
    /** @type {Tool} */
    this.tool = "black";
    /** @type {any} */
    this.shown = null;
    /** @type {any} */
    this.position = null;
    /** @type {import("./engine.js").Job | null} */
    this.job = null;
    this.sets = new Latest();
    /** @type {Promise<unknown>} changes of the board come one after the other, and none is lost */
    this.busy = Promise.resolve();
    this.board = new Board({ label: "Board for tactic maps", act: (point) => this.act(point), describe: (point) => point,
      ghost: () => (this.tool === "erase" ? null : this.tool) });
    this.tools = choice("What a click does", [{ value: "black", text: "Black" }, { value: "white", text: "White" }, { value: "erase", text: "Erase" }], "black", (tool) => { this.tool = /** @type {Tool} */ (tool); });
    this.movers = choice("Who is to move", [{ value: "black", text: "Black to move" }, { value: "white", text: "White to move" }], "black", (to) => this.edit([{ do: "turn", to }]));
    const field = (/** @type {string} */ value, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("input", { class: "wideinput value", spellcheck: false, value, "aria-label": label, onchange: act, onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") act(); } });
    this.map = field("P1(W) & V", "Tactic map", () => this.look());
    this.against = field("random", "Opponent", () => {});
    this.boardName = field("square:7", "Board", () => this.begin());
    this.games = h("input", { type: "number", class: "wideinput", min: 500, max: 200000, step: 500, value: 8000, "aria-label": "Games" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.verdict = h("div", { "aria-live": "polite" });
    this.result = h("div", { "aria-live": "polite" });
    this.element = h("div", { class: "screen" },
      h("div", { class: "left" }, h("div", { class: "bar" }, this.tools.element, this.movers.element), this.problem, this.board.element,
        h("div", { class: "bar" }, h("button", { type: "button", onclick: () => this.edit([{ do: "clear" }]) }, "Clear"))),
      h("aside", { class: "right", "aria-label": "Answer" },
        h("div", { class: "form" }, h("label", {}, "Tactic map, or paper1 to paper5", this.map), h("label", {}, "Board", this.boardName)),
        h("div", { class: "chips" }, ["paper1", "paper2", "paper3", "paper4", "paper5", "P1(W) & V", "Q2(W)"].map((name) => h("button", { type: "button", class: "chip value", onclick: () => { this.map.value = name; this.look(); } }, name))),
        this.verdict,
        h("h3", {}, "Games"),
        h("div", { class: "form" }, h("label", {}, "Against", this.against), h("label", {}, "Games", this.games)),
        h("div", { class: "bar" }, h("button", { type: "button", class: "key", onclick: () => this.play() }, "Play"),
          this.stopper = h("button", { type: "button", class: "stop", hidden: true, onclick: () => this.stop() }, "Stop")),
        this.result));
  }

  /** @param {unknown} error */
  wrong(error) {
    if (error instanceof Cancelled) return;
    if (error instanceof Gone) return this.page.trouble(error);
    this.problem.textContent = capital(/** @type {Error} */ (error).message);
    this.problem.hidden = false;
  }

  begin() { return this.edit([], { board: this.boardName.value.trim() }); }

  /** @param {any[]} changes @param {any} [from] */
  edit(changes, from) { return this.next(() => this.editNow(changes, from)); }

  /** Does something once all that was begun before is done. @param {() => Promise<void>} act */
  next(act) {
    const done = this.busy.then(act);
    this.busy = done;
    return done;
  }

  /** @param {any[]} changes @param {any} [from] */
  async editNow(changes, from) {
    try {
      const shown = await engine.ask({ ask: "edit", ...(from ?? { position: { json: this.position } }), changes });
      this.problem.hidden = true;
      this.shown = shown;
      this.position = shown.position;
      this.boardName.value = shown.board;
      this.movers.set(shown.to_move);
      // The next change does not wait for the set.
      void this.look();
    } catch (error) { this.wrong(error); }
  }

  /** @param {string} point */
  act(point) {
    const { tool } = this;
    return this.next(() => this.actNow(point, tool));
  }

  /** @param {string} point @param {Tool} tool */
  actNow(point, tool) {
    const there = this.shown.black.includes(point) ? "black" : this.shown.white.includes(point) ? "white" : null;
    const stone = tool === "erase" || there === tool ? null : tool;
    return this.editNow([{ do: "put", stone, at: [point] }]);
  }

  async look() {
    const wanted = this.sets.begin();
    try {
      const answer = await engine.ask({ ask: "tactic_set", position: { json: this.position }, tactic: this.map.value.trim(), picture: LOOK });
      if (!wanted()) return;
      this.problem.hidden = true;
      this.board.show(answer.svg, answer.diagram);
      const words = answer.choice.length ? `${answer.choice.length} moves to choose from.` : answer.candidates.length ? `None of its points is a move: any of ${answer.candidates.length} candidates.` : "There is no move but to pass.";
      fill(this.verdict, h("p", { class: "about value" }, answer.simplified), h("h2", { class: "verdict sure" }, words),
        h("p", { class: "why" }, `The set has ${answer.set.length} points of ${this.shown.points}; ${capital(answer.to_move)} is to move; depth ${answer.depth}.`),
        h("details", {}, h("summary", {}, "Its parts"), h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Parts of the map" }, h("table", {}, h("thead", {}, h("tr", {}, ["part", "points"].map((title) => h("th", { scope: "col" }, title)))),
          h("tbody", {}, answer.parts.map((/** @type {any} */ part) => h("tr", { onpointerenter: () => this.board.light("lit", part.set), onpointerleave: () => this.board.light("lit", []) },
            h("td", { class: "value" }, part.expression), h("td", {}, part.set.length))))))));
      say(words);
    } catch (error) { if (wanted()) this.wrong(error); }
  }

  stop() { this.halted = true; this.job?.stop(); }

  /** Plays more and more games; every answer has the curve so far. The first games are the same every time. */
  async play() {
    this.job?.cancel();
    this.job = null;
    this.halted = false;
    this.problem.hidden = true;
    this.stopper.hidden = false;
    /** @type {import("./engine.js").Job | null} */
    let job = null;
    const games = Math.max(1, Math.min(200000, Number(this.games.value) || 8000));
    const ends = [games / 8, games / 4, games / 2, games].map(Math.round).filter((count, index, all) => count >= 1 && all.indexOf(count) === index);
    try {
      for (const count of ends) {
        const begun = job = engine.watch({ ...this.question(count), words: true, picture: LOOK });
        this.job = begun;
        const answer = await begun.answer;
        if (this.job !== begun) return;
        const rate = (/** @type {number} */ share) => (100 * share).toFixed(1);
        const words = `${answer.tactic} wins ${rate(answer.win_rate)}\u00a0% of ${answer.games} games.`;
        fill(this.result, h("h2", { class: "verdict sure" }, words), h("p", { class: "why" }, `With 95 percent between ${rate(answer.ci95[0])} and ${rate(answer.ci95[1])}; ${answer.wins} wins, ${answer.losses} losses, ${answer.draws} draws.`),
          answer.why && h("p", { class: "why" }, answer.why), answer.curve?.length && answer.svg && h("div", { class: "figure" }, picture(answer.svg)));
        say(words);
        if (this.halted) break;
      }
    } catch (error) {
      if (this.job !== job) return;
      this.wrong(error);
    }
    this.stopper.hidden = true;
    this.job = null;
  }

  /** @param {number} games */
  question(games) {
    return { ask: "tactics", board: this.position?.board ?? this.boardName.value, tactic: this.map.value.trim(), against: this.against.value.trim() || undefined, games, seed: 1, curve: true };
  }

  copies() {
    return [{ name: "JSON", get: async () => JSON.stringify({ ask: "tactic_set", position: { json: this.position }, tactic: this.map.value.trim() }) },
      { name: "SVG", get: async () => this.element.querySelector(".sheet svg")?.outerHTML ?? "" },
      { name: "Command line", get: async () => `tesuji tactics play "${this.map.value.trim()}" --against "${this.against.value.trim() || "random"}" --board ${this.boardName.value.trim()} --games ${this.games.value}\n` }];
  }

  link() { return address("tactics", { position: this.position, map: this.map.value, against: this.against.value }); }

  /** @param {any} state */
  open(state) {
    if (state?.map) this.map.value = state.map;
    if (state?.against) this.against.value = state.against;
    return state?.position ? this.edit([], { position: { json: state.position } }) : this.edit([
      { do: "put", stone: "black", at: ["C3", "D4", "C5"] }, { do: "put", stone: "white", at: ["D3", "E4", "D5"] }], { board: "square:7" });
  }

  leaveScreen() { this.job?.cancel(); }
}
