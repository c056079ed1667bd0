// Go: a position to edit, two groups to click, the verdict beside it, moves to try.

import { Board } from "./board.js";
import { capital, choice, fill, h, LOOK, other, picture, say, thousands } from "./dom.js";
import { Cancelled, engine, Gone, Refused } from "./engine.js";
import { commandOf, describe, questionOf, stoneAt, stringAt } from "./goquestion.js";
import { GameRecord } from "./gorecord.js";
import { address } from "./share.js";
import { captureVerdict, lineOf, raceVerdict } from "./verdict.js";

/** @typedef {"ask" | "play" | "black" | "white" | "erase" | "safe" | "unknown"} Tool */

/** @type {{value: Tool, text: string, title: string}[]} */
const TOOLS = [
  { value: "ask", text: "Ask", title: "Click a group to ask about it, one of each colour for a race; click an empty point to try a move (1)" },
  { value: "play", text: "Play", title: "Play moves by the rules, in turn (2)" },
  { value: "black", text: "Black", title: "Put black stones (3)" },
  { value: "white", text: "White", title: "Put white stones (4)" },
  { value: "erase", text: "Erase", title: "Take stones and marks away (5)" },
  { value: "safe", text: "Safe", title: "Mark stones to be taken as safe (6)" },
  { value: "unknown", text: "Unknown", title: "Mark stones to be taken as unknown (7)" },
];

export class GoScreen {
  /** @param {{trouble: (error: unknown) => void, start?: any}} page */
  constructor(page) {
    this.page = page;
    /** @type {Tool} */
    this.tool = "ask";
    /** @type {any} */
    this.shown = null;
    /** @type {{black: string | null, white: string | null}} */
    this.targets = { black: null, white: null };
    /** @type {any[]} */
    this.past = [];
    /** @type {any[]} */
    this.future = [];
    /** @type {any} */
    this.answer = null;
    /** @type {any} */
    this.attempt = null;
    /** @type {import("./stepper.js").Stepper | null} */
    this.stepper = null;
    /** @type {import("./engine.js").Job | null} */
    this.job = null;
    this.first = "black";
    this.goal = "auto";
    this.nodes = 0;
    this.turn = 0;
    /** @type {Promise<unknown>} what the board is busy with: changes come one after the other, and none is lost */
    this.busy = Promise.resolve();
    this.opening = 0;
    /** @type {string | null} the picture that the line begins with */
    this.home = null;
    this.board = new Board({
      label: "Go board",
      act: (point) => this.act(point),
      describe: (point) => this.describe(point),
      ghost: (point) => this.ghost(point),
      hover: (point) => { this.hint.textContent = point ? this.describe(point) : ""; },
    });
    this.record = new GameRecord({
      show: (node) => this.node(node),
      choose: (game) => this.read(this.record.text, game),
    });
    this.tools = choice("What a click does", TOOLS, this.tool, (tool) => { this.tool = tool; this.board.draw(); });
    this.firsts = choice("Who moves first", [
      { value: "black", text: "Black first" }, { value: "white", text: "White first" },
    ], "black", (first) => this.setFirst(first));
    this.hint = h("span", { class: "hint", "aria-hidden": "true" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.verdict = h("div", { class: "answer", "aria-live": "polite" });
    this.side = h("div", { class: "under" });
    const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ act) =>
      h("button", { type: "button", title, onclick: act }, text);
    this.boards = h("select", { "aria-label": "Board", onchange: () => this.chooseBoard() });
    this.named = h("input", { class: "point", "aria-label": "Type a point and press Enter", placeholder: "D4", size: 4,
      autocomplete: "off", onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter") return;
        const name = this.named.value.trim().toUpperCase();
        const point = [...this.board.places.keys()].find((one) => one.toUpperCase() === name);
        if (name === "PASS") this.pass();
        else if (point) this.act(point);
        else this.wrong(`There is no point '${this.named.value.trim()}' on this board.`);
        this.named.value = "";
      } });
    this.element = h("div", { class: "screen go" },
      h("div", { class: "left" },
        this.tools.element,
        this.problem,
        this.board.element,
        h("div", { class: "bar" },
          button("Undo", "Undo (Ctrl+Z)", () => this.undo()), button("Redo", "Redo (Ctrl+Y)", () => this.redo()),
          button("Pass", "The other side is to move", () => this.pass()), button("Clear", "Empty the board", () => this.change([{ do: "clear" }])),
          h("label", { class: "field" }, "Point ", this.named), h("label", { class: "field" }, "Board ", this.boards), this.hint),
        this.record.element),
      h("aside", { class: "right", "aria-label": "Answer" }, this.firsts.element, this.verdict, this.side));
    this.listBoards();
  }

  async listBoards() {
    try {
      const { boards } = await engine.ask({ ask: "boards" });
      fill(this.boards, h("option", { value: "" }, "as shown"),
        ["square:9", "square:13", ...boards.map((/** @type {any} */ board) => board.example)]
          .map((/** @type {string} */ name) => h("option", { value: name }, name)),
        h("option", { value: "?" }, "another\u2026"));
    } catch (error) { this.page.trouble(error); }
  }

  chooseBoard() {
    let name = this.boards.value;
    this.boards.value = "";
    if (name === "?") name = prompt("A board, such as torus:7x7, hexagon:5 or square:9-E5") ?? "";
    if (name.trim()) this.begin({ board: name.trim() });
  }

  /** Errors are told where the input is. @param {unknown} error */
  wrong(error) {
    if (error instanceof Cancelled) return;
    if (error instanceof Gone) return this.page.trouble(error);
    const words = error instanceof Error ? error.message : String(error);
    this.problem.textContent = capital(words);
    this.problem.hidden = false;
  }

  /** @param {string} point */
  ghost(point) {
    const stone = this.stone(point);
    if (this.tool === "black" || this.tool === "white") return this.tool;
    if (this.tool === "play" && !stone) return this.shown?.to_move ?? null;
    if (this.tool === "ask" && !stone && this.answer) return this.first;
    return null;
  }

  /** @param {string} point */
  stone(point) { return stoneAt(this.shown, point); }

  /** @param {string} point */
  string(point) { return stringAt(this.shown, point); }

  /** @param {string} point */
  describe(point) { return describe(this.shown, point); }

  // What is on the board

  /** Begins anew with a position or a board. @param {any} from */
  async begin(from) {
    await this.change([], { from, then: () => this.record.clear() });
  }

  /**
   * Opens a text in whatever format it has.
   * @param {string} text
   * @param {number} [game]
   */
  async read(text, game) {
    this.problem.hidden = true;
    try {
      const trimmed = text.trim();
      if (trimmed.startsWith("{") && /"edges"/.test(trimmed) && !/"board"\s*:/.test(trimmed)) {
        let board;
        try { board = JSON.parse(trimmed); } catch (error) { throw new Refused(`This is no JSON: ${/** @type {Error} */ (error).message}`); }
        await this.begin({ board });
        return true;
      }
      const answer = await engine.ask({ ask: "game", text, game });
      if (answer.format === "sgf") {
        await this.change([], {
          from: { position: answer.problem ? { sgf: text, game: answer.game } : { sgf: text, game: answer.game, node: answer.shown } },
          then: () => this.record.load(text, answer),
        });
      } else await this.begin({ position: { text } });
      for (const warning of answer.warnings ?? []) say(warning);
      return true;
    } catch (error) {
      this.wrong(error);
      return false;
    }
  }

  /** @param {number} node */
  node(node) {
    return this.change([], { from: { position: { sgf: this.record.text, game: this.record.game, node } }, keepTargets: true });
  }

  /** Does something once all that was begun before is done. @param {() => unknown} act */
  next(act) {
    const done = this.busy.then(act);
    this.busy = done.catch(() => {});
    return done;
  }

  /**
   * Changes the position and shows it, after all changes before it.
   * @param {any[]} changes
   * @param {{from?: any, keepTargets?: boolean, silent?: boolean, then?: () => void}} [how]
   */
  change(changes, how = {}) {
    const opening = how.from ? ++this.opening : this.opening;
    // Who leafs through a game waits for the last page only.
    return this.next(() => how.from && opening !== this.opening ? undefined : this.changeNow(changes, how));
  }

  /** @param {any[]} changes @param {{from?: any, keepTargets?: boolean, silent?: boolean, then?: () => void}} [how] */
  async changeNow(changes, { from, keepTargets = false, silent = false, then } = {}) {
    this.turn++;
    const base = from ?? { position: { json: this.shown?.position } };
    try {
      const shown = await engine.ask({ ask: "edit", ...base, changes, picture: LOOK });
      then?.();
      if (this.shown && !silent) this.past.push({ position: this.shown.position, targets: { ...this.targets } });
      if (!silent) this.future = [];
      this.problem.hidden = true;
      this.settle(shown, { fresh: !!from && !keepTargets, kept: keepTargets });
    } catch (error) {
      this.wrong(error);
    }
  }

  /** A new position is there. @param {any} shown @param {{fresh: boolean, kept?: boolean}} how */
  settle(shown, { fresh, kept = false }) {
    this.leave();
    this.shown = shown;
    if (fresh) [this.targets, this.goal] = [{ black: null, white: null }, "auto"];
    for (const color of /** @type {("black" | "white")[]} */ (["black", "white"])) {
      const at = this.targets[color];
      if (at && !shown[color].includes(at)) this.targets[color] = null;
    }
    this.setFirstQuietly(shown.to_move);
    this.board.show(shown.svg, shown.diagram);
    this.lightTargets();
    if (shown.faults.length) this.wrong(shown.faults.join("; "));
    this.invite();
    const marked = shown.marks.triangle.length > 0;
    if ((fresh && marked) || (kept && this.targets.black && this.targets.white)) this.run();
  }

  /** Leaves the answer behind. */
  leave() {
    this.job?.cancel();
    this.job = null;
    this.answer = null;
    this.attempt = null;
    this.stepper = null;
    for (const way of ["good", "lit", "moves"]) this.board.light(way, []);
  }

  /** @param {string} point */
  act(point) { return this.next(() => this.actNow(point)); }

  /** @param {string} point */
  actNow(point) {
    const stone = this.stone(point);
    switch (this.tool) {
      case "black": case "white":
        return this.changeNow([{ do: "put", stone: stone === this.tool ? null : this.tool, at: [point] }]);
      case "erase": return this.changeNow([{ do: "put", at: [point] }, { do: "label", at: [point] }]);
      case "play": return this.changeNow([{ do: "play", point }]);
      case "safe": case "unknown": {
        const mark = this.tool === "safe" ? "circle" : "cross";
        const had = this.shown.marks[mark].includes(point);
        return this.changeNow([{ do: "mark", mark: had ? null : mark, at: [point] }]);
      }
      // Reading takes its time, and the board does not wait for it.
      default: void (stone ? this.select(point, stone) : this.tryMove(point, this.first));
    }
  }

  pass() { return this.change([{ do: "play", point: "pass" }]); }

  undo() { this.travel(this.past, this.future); }

  redo() { this.travel(this.future, this.past); }

  /** @param {any[]} from @param {any[]} to */
  travel(from, to) {
    return this.next(async () => {
      const state = from.pop();
      if (!state || !this.shown) return;
      to.push({ position: this.shown.position, targets: { ...this.targets } });
      this.targets = state.targets;
      await this.changeNow([], { from: { position: { json: state.position } }, keepTargets: true, silent: true });
    });
  }

  // Questions

  /** @param {string} point @param {string} stone */
  select(point, stone) {
    const string = this.string(point);
    if (!string) return this.wrong(this.shown.faults.join("; "));
    const color = /** @type {"black" | "white"} */ (stone);
    const had = this.targets[color];
    this.targets[color] = had && string.stones.includes(had) ? null : point;
    this.leave();
    this.board.show(this.shown.svg, this.shown.diagram);
    this.lightTargets();
    say(this.targets[color] ? `${this.describe(point)}: chosen` : `${this.describe(point)}: not chosen any more`);
    if (this.targets.black || this.targets.white) this.run();
    else this.invite();
  }

  /** @param {string} a @param {string} b */
  pick(a, b) {
    for (const point of [a, b]) {
      const color = this.stone(point);
      if (color === "black" || color === "white") this.targets[color] = point;
    }
    this.lightTargets();
    this.run();
  }

  lightTargets() {
    const chosen = [this.targets.black, this.targets.white].filter((one) => one !== null);
    this.board.light("target", chosen.flatMap((point) => this.string(point)?.stones ?? [point]));
  }

  /** The question that the board asks now; nothing if no stones are chosen or marked. */
  question() {
    return this.shown ? questionOf(this.shown, this.targets, { first: this.first, goal: this.goal, nodes: this.nodes }) : null;
  }

  /** @param {string} first */
  setFirst(first) {
    this.setFirstQuietly(first);
    if (!this.answer) { if (this.question()) this.run(); return; }
    if (this.answer.ask === "race" && !this.attempt) this.tell();
    else this.run();
  }

  /** @param {string} first */
  setFirstQuietly(first) {
    this.first = first;
    this.firsts.set(first === "white" ? "white" : "black");
  }

  /** Asks what the board asks. @param {{longer?: boolean}} [how] */
  async run({ longer = false } = {}) {
    if (longer) this.nodes = Math.min(2e9, 10 * (this.answer?.limits?.nodes ?? 1_000_000));
    const question = this.question();
    if (!question) return this.invite();
    this.job?.cancel();
    const job = engine.watch({ ...question, words: true, picture: LOOK }, (progress) => this.progress(progress));
    this.job = job;
    this.attempt = null;
    this.waiting("Reading\u2026");
    try {
      const answer = await job.answer;
      if (this.job !== job) return;
      this.job = null;
      this.answer = answer;
      this.tell();
    } catch (error) {
      if (this.job !== job) return;
      this.job = null;
      this.invite();
      this.wrong(error);
    } finally {
      this.nodes = 0;
    }
  }

  /** @param {string} words */
  waiting(words) {
    this.meter = h("span", {}, words);
    fill(this.verdict, h("p", { class: "waiting" }, h("span", { class: "pulse", "aria-hidden": "true" }), this.meter),
      h("button", { type: "button", class: "stop", onclick: () => this.job?.stop() }, "Stop"));
    fill(this.side);
  }

  /** @param {import("./engine.js").Progress} progress */
  progress(progress) {
    if (this.meter) this.meter.textContent = `${capital(progress.stage || "reading")}: ${thousands(progress.nodes)} positions`;
  }

  get hooks() {
    return {
      light: (/** @type {string} */ way, /** @type {string[]} */ points) => this.board.light(way, points),
      tryMove: (/** @type {string} */ point, /** @type {string} */ color) => this.tryMove(point, color),
      step: (/** @type {any[]} */ steps, /** @type {number} */ count) => this.step(this.shown.position, steps, count),
      pick: (/** @type {string} */ a, /** @type {string} */ b) => this.pick(a, b),
      thermograph: (/** @type {string} */ expression, /** @type {any} */ host) => this.thermograph(expression, host),
    };
  }

  /** Shows the answer. */
  tell() {
    const { answer } = this;
    const told = answer.ask === "race" ? raceVerdict(answer, this.first, this.hooks) : captureVerdict(answer, this.hooks);
    this.stepper = told.stepper;
    const side = answer.ask === "race" ? (this.first === "black" ? answer.black_first : answer.white_first) : answer;
    fill(this.verdict, told.element);
    const counted = answer.ask === "race" && answer.regions.some((/** @type {any} */ region) => region.points.length);
    const home = counted && answer.svg ? answer.svg : this.shown.svg;
    this.home = home;
    this.board.show(home, this.shown.diagram);
    const keeps = answer.ask === "race" ? side.verdict !== other(this.first) : side.code !== 0;
    this.board.light("good", keeps ? side.moves : []);
    this.lightTargets();
    say(told.sentence);
    this.aside(side.verdict === "unknown" || side.undecided?.length > 0);
  }

  /** What can be done with the answer. @param {boolean} open */
  aside(open) {
    const question = this.question();
    const race = question?.ask === "race";
    fill(this.side,
      h("p", { class: "tip" }, "Click an empty point to try a move."),
      h("div", { class: "bar" },
        open && h("button", { type: "button", onclick: () => this.run({ longer: true }) }, "Solve longer"),
        race && h("button", { type: "button", onclick: () => { this.goal = this.answer.goal === "life" ? "capture" : "life"; this.run(); } },
          this.answer.goal === "life" ? "Ask: who captures first?" : "Ask: who lives?"),
        this.answer.ask === "capture" && h("button", { type: "button", onclick: () => this.prove() }, "Show the proof"),
        this.answer.ask === "capture" && h("button", { type: "button", onclick: () => this.all() }, "All moves that work")),
      h("details", {}, h("summary", {}, "As the command line tells it"), h("pre", { class: "words", tabIndex: 0 }, this.answer.words)));
  }

  /** Says what can be done here. */
  invite() {
    fill(this.verdict, h("h2", { class: "verdict open" }, this.shown?.black.length || this.shown?.white.length
      ? "Click a group." : "Put stones on the board, or open a game."),
      h("p", { class: "why" }, "One group: can it be captured? A group of each colour: who wins the race? Stones that a file marks are asked about at once."));
    fill(this.side);
  }

  /** The proof of a capture as a record to click through. */
  async prove() {
    await this.more({ proof: true }, (answer) => {
      if (!answer.proof) throw new Refused(answer.warnings?.[0] ?? "There is no proof.");
      return this.read(answer.proof);
    });
  }

  async all() { await this.more({ all: true }, (answer) => { this.answer = answer; this.tell(); }); }

  /** Asks the same with more. @param {any} fields @param {(answer: any) => any} then */
  async more(fields, then) {
    const question = this.question();
    if (!question) return;
    const job = engine.watch({ ...question, ...fields, words: true, picture: LOOK }, (progress) => this.progress(progress));
    this.job = job;
    this.waiting("Reading\u2026");
    try {
      const answer = await job.answer;
      if (this.job !== job) return;
      this.job = null;
      await then(answer);
    } catch (error) {
      if (this.answer) this.tell();
      this.wrong(error);
    }
  }

  /** @param {string} expression @param {any} host */
  async thermograph(expression, host) {
    try {
      const answer = await engine.ask({ ask: "value", expressions: [expression], picture: LOOK });
      fill(host, answer.svg ? picture(answer.svg) : "");
    } catch (error) { this.wrong(error); }
  }

  // Moves

  /** Tries a move and shows its refutation, or the best resistance. @param {string} point @param {string} color */
  async tryMove(point, color) {
    const of = this.question();
    if (!of) return this.change([{ do: "play", point }]);
    this.problem.hidden = true;
    this.job?.cancel();
    const job = engine.watch({ ask: "try", of, move: point, color, words: true }, (progress) => this.progress(progress));
    this.job = job;
    try {
      const shown = await engine.ask({ ask: "edit", position: { json: { ...this.shown.position, to_move: color } }, changes: [{ do: "play", color, point }], picture: LOOK });
      if (this.job !== job) return;
      this.board.light("good", []);
      this.board.show(shown.svg, shown.diagram);
      this.waiting(`${capital(color)} ${point}\u2026`);
      const attempt = await job.answer;
      if (this.job !== job) return;
      this.job = null;
      this.attempt = attempt;
      this.judge(attempt, shown);
    } catch (error) {
      if (this.job !== job) return;
      this.job = null;
      if (this.answer) this.tell(); else this.invite();
      this.wrong(error);
    }
  }

  /** @param {any} attempt @param {any} after */
  judge(attempt, after) {
    const words = { right: "Right", wrong: "Wrong", lost: "Nothing to be kept", unknown: "Not known" };
    const name = words[/** @type {keyof typeof words} */ (attempt.verdict)];
    const steps = attempt.line.filter((/** @type {any} */ step) => typeof step === "object");
    this.stepper = lineOf(steps, { ...this.hooks, step: (line, count) => this.step(after.position, line, count) },
      attempt.verdict === "wrong" ? "The refutation" : "Best play after it");
    fill(this.verdict,
      h("p", { class: "about" }, `${capital(attempt.color)} plays ${attempt.move}`),
      h("h2", { class: `verdict ${attempt.verdict}` }, `${name}. ${attempt.why}`),
      this.stepper?.element);
    say(`${name}. ${attempt.why}`);
    fill(this.side, h("div", { class: "bar" },
      h("button", { type: "button", onclick: () => this.tell() }, "Back"),
      h("button", { type: "button", onclick: () => this.change([], { from: { position: { json: after.position } }, keepTargets: true }) }, "Go on from here")));
    if (!this.answer) this.side.querySelector("button")?.remove();
  }

  /** Shows a line up to a move. @param {any} position @param {any[]} steps @param {number} count */
  async step(position, steps, count) {
    const turn = ++this.turn;
    try {
      const changes = steps.slice(0, count).map(({ color, point }) => ({ do: "play", color, point }));
      if (count === 0 && this.home && !this.attempt) return this.board.show(this.home, this.shown.diagram);
      const shown = await engine.ask({ ask: "edit", position: { json: position }, changes, numbers: true, picture: LOOK });
      if (turn !== this.turn) return;
      this.board.light("good", []);
      this.board.show(shown.svg, shown.diagram);
    } catch (error) { this.wrong(error); }
  }

  // The page around it

  /** @param {KeyboardEvent} event */
  key(event) {
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key.toLowerCase() === "z") { event.preventDefault(); return event.shiftKey ? this.redo() : this.undo(); }
    if (control && event.key.toLowerCase() === "y") { event.preventDefault(); return this.redo(); }
    if (control || event.altKey) return;
    const tool = TOOLS[Number(event.key) - 1]?.value;
    if (tool) { this.tool = tool; this.tools.set(tool); this.board.draw(); say(TOOLS[Number(event.key) - 1].title); }
    else if (event.key === "," || event.key === "<") this.stepper?.go(this.stepper.at - 1);
    else if (event.key === "." || event.key === ">") this.stepper?.go(this.stepper.at + 1);
    else if (event.key === "PageUp" && !this.record.element.hidden) { event.preventDefault(); this.record.back(); }
    else if (event.key === "PageDown" && !this.record.element.hidden) { event.preventDefault(); this.record.on(); }
    else if (event.key === "b") this.setFirst("black");
    else if (event.key === "w") this.setFirst("white");
    else if (event.key === "Escape") { if (this.job) this.job.stop(); else if (this.attempt && this.answer) this.tell(); }
  }

  /** What can be copied. @returns {{name: string, get: () => Promise<string>}[]} */
  copies() {
    const written = async (/** @type {string} */ write) =>
      (await engine.ask({ ask: "edit", position: { json: this.shown.position }, write })).written;
    return [
      { name: "SGF", get: () => written("sgf") },
      { name: "Diagram", get: () => written("text") },
      { name: "SVG", get: async () => this.home && this.answer ? this.home : this.shown.svg },
      { name: "JSON", get: async () => JSON.stringify(this.question() ?? { ask: "show", position: { json: this.shown.position } }) },
      { name: "Command line", get: async () => commandOf(this.question(), this.shown, this.first) },
    ];
  }

  link() {
    return address("go", { position: this.shown?.position, targets: this.targets, first: this.first });
  }

  /** @param {any} state */
  async open(state) {
    if (!state?.position) return this.begin({ board: "square:19" });
    await this.begin({ position: { json: state.position } });
    if (!this.shown) return;
    this.targets = { black: state.targets?.black ?? null, white: state.targets?.white ?? null };
    this.setFirstQuietly(state.first === "white" ? "white" : "black");
    this.lightTargets();
    if (this.targets.black || this.targets.white) this.run();
  }

  leaveScreen() { this.job?.cancel(); }
}

