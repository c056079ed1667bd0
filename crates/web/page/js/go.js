// Go: a position to edit, two groups to click, the verdict beside it, moves to try.

import { Board } from "./board.js";
import { capital, choice, fill, h, say } from "./dom.js";
import { Cancelled, engine, Gone, Refused } from "./engine.js";
import { GoAnswer } from "./goanswer.js";
import { GoPosition } from "./goposition.js";
import { commandOf, describe, questionOf, stoneAt, stringAt } from "./goquestion.js";
import { GameRecord } from "./gorecord.js";
import { address } from "./share.js";

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
    /** @type {import("./goposition.js").Targets} */
    this.targets = { black: null, white: null };
    this.first = "black";
    this.goal = "auto";
    this.board = new Board({
      label: "Go board",
      act: (point) => this.act(point),
      describe: (point) => this.describe(point),
      ghost: (point) => this.ghost(point),
      hover: (point) => { this.hint.textContent = point ? this.describe(point) : ""; },
    });
    this.position = new GoPosition({
      settle: (shown, how) => this.settle(shown, how), wrong: (error) => this.wrong(error), targets: () => this.targets,
    });
    this.answer = new GoAnswer(this);
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
          button("Undo", "Undo (Ctrl+Z)", () => this.position.undo()), button("Redo", "Redo (Ctrl+Y)", () => this.position.redo()),
          button("Pass", "The other side is to move", () => this.pass()), button("Clear", "Empty the board", () => this.change([{ do: "clear" }])),
          h("label", { class: "field" }, "Point ", this.named), h("label", { class: "field" }, "Board ", this.boards), this.hint),
        this.record.element),
      h("aside", { class: "right", "aria-label": "Answer" }, this.firsts.element, this.answer.verdict, this.answer.side));
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

  /** What was wrong is not any more. */
  calm() { this.problem.hidden = true; }

  /** What the last edit answered: the position, its picture and what is on it. */
  get shown() { return this.position.shown; }

  /** @param {string} point */
  ghost(point) {
    const stone = this.stone(point);
    if (this.tool === "black" || this.tool === "white") return this.tool;
    if (this.tool === "play" && !stone) return this.shown?.to_move ?? null;
    if (this.tool === "ask" && !stone && this.answer.answer) return this.first;
    return null;
  }

  /** @param {string} point */
  stone(point) { return stoneAt(this.shown, point); }

  /** @param {string} point */
  string(point) { return stringAt(this.shown, point); }

  /** @param {string} point */
  describe(point) { return describe(this.shown, point); }

  // What is on the board

  /** @param {any[]} changes @param {import("./goposition.js").How} [how] */
  change(changes, how) { return this.position.change(changes, how); }

  /** Begins anew with a position or a board. @param {any} from */
  begin(from) { return this.change([], { from, then: () => this.record.clear() }); }

  /**
   * Opens a text in whatever format it has.
   * @param {string} text
   * @param {number} [game]
   */
  read(text, game) {
    this.calm();
    return this.position.open(async () => {
      try {
        await this.readNow(text, game);
      } catch (error) { this.wrong(error); }
    });
  }

  /** @param {string} text @param {number} [game] */
  async readNow(text, game) {
    const begin = (/** @type {any} */ from) => this.position.changeNow([], { from, then: () => this.record.clear() });
    const trimmed = text.trim();
    if (trimmed.startsWith("{") && /"edges"/.test(trimmed) && !/"board"\s*:/.test(trimmed)) {
      let board;
      try { board = JSON.parse(trimmed); } catch (error) { throw new Refused(`This is no JSON: ${/** @type {Error} */ (error).message}`); }
      return begin({ board });
    }
    const answer = await engine.ask({ ask: "game", text, game });
    if (answer.format === "sgf") {
      await this.position.changeNow([], {
        from: { position: answer.problem ? { sgf: text, game: answer.game } : { sgf: text, game: answer.game, node: answer.shown } },
        then: () => this.record.load(text, answer),
      });
    } else await begin({ position: { text } });
    for (const warning of answer.warnings ?? []) say(warning);
  }

  /** @param {number} node */
  node(node) { return this.change([], { from: { position: { sgf: this.record.text, game: this.record.game, node } }, keep: true }); }

  /** A new position is there. @param {any} shown @param {import("./goposition.js").How} how */
  settle(shown, { from, keep = false, chosen }) {
    this.calm();
    this.answer.leave();
    // The past and other moves of a game leave the question as it is; whatever else is opened begins a new one.
    const fresh = !!from && !keep && (!chosen || !!chosen.first);
    if (fresh) this.goal = "auto";
    if (fresh || chosen) this.targets = { black: null, white: null, ...chosen?.targets };
    for (const color of /** @type {("black" | "white")[]} */ (["black", "white"])) {
      const at = this.targets[color];
      if (at && !shown[color].includes(at)) this.targets[color] = null;
    }
    this.setFirstQuietly(chosen?.first ?? shown.to_move);
    this.board.show(shown.svg, shown.diagram);
    this.lightTargets();
    if (shown.faults.length) this.wrong(shown.faults.join("; "));
    this.answer.invite();
    const { black, white } = this.targets;
    if (fresh ? black || white || shown.marks.triangle.length > 0 : from && black && white) this.answer.run();
  }

  /** A click means what the tools said when it was made. @param {string} point */
  act(point) {
    const { tool } = this;
    return this.position.next(() => this.actNow(point, tool));
  }

  /** @param {string} point @param {Tool} tool */
  actNow(point, tool) {
    const stone = this.stone(point);
    const { position } = this;
    switch (tool) {
      case "black": case "white":
        return position.changeNow([{ do: "put", stone: stone === tool ? null : tool, at: [point] }]);
      case "erase": return position.changeNow([{ do: "put", at: [point] }, { do: "label", at: [point] }]);
      case "play": return position.changeNow([{ do: "play", point }]);
      case "safe": case "unknown": {
        const mark = tool === "safe" ? "circle" : "cross";
        const had = this.shown.marks[mark].includes(point);
        return position.changeNow([{ do: "mark", mark: had ? null : mark, at: [point] }]);
      }
      // Reading takes its time, and the board does not wait for it.
      default: void (stone ? this.select(point, stone) : this.answer.tryMove(point, this.first));
    }
  }

  pass() { return this.change([{ do: "play", point: "pass" }]); }

  // Questions

  /** @param {string} point @param {string} stone */
  select(point, stone) {
    const string = this.string(point);
    if (!string) return this.wrong(this.shown.faults.join("; "));
    const color = /** @type {"black" | "white"} */ (stone);
    const had = this.targets[color];
    this.targets[color] = had && string.stones.includes(had) ? null : point;
    this.answer.leave();
    this.board.show(this.shown.svg, this.shown.diagram);
    this.lightTargets();
    say(this.targets[color] ? `${this.describe(point)}: chosen` : `${this.describe(point)}: not chosen any more`);
    if (this.targets.black || this.targets.white) this.answer.run();
    else this.answer.invite();
  }

  /** Another fight is chosen. @param {string} a @param {string} b */
  pick(a, b) {
    for (const point of [a, b]) {
      const color = this.stone(point);
      if (color) this.targets[color] = point;
    }
    this.lightTargets();
    this.answer.run();
  }

  /** Another goal is asked about. @param {string} goal */
  ask(goal) {
    this.goal = goal;
    this.answer.run();
  }

  lightTargets() {
    const chosen = [this.targets.black, this.targets.white].filter((one) => one !== null);
    this.board.light("target", chosen.flatMap((point) => this.string(point)?.stones ?? [point]));
  }

  /** The question that the board asks now; nothing if no stones are chosen or marked. @param {number} [nodes] */
  question(nodes = 0) {
    return this.shown ? questionOf(this.shown, this.targets, { first: this.first, goal: this.goal, nodes }) : null;
  }

  /** @param {string} first */
  setFirst(first) {
    this.setFirstQuietly(first);
    this.answer.turned();
  }

  /** @param {string} first */
  setFirstQuietly(first) {
    this.first = first;
    this.firsts.set(first === "white" ? "white" : "black");
  }

  // The page around it

  /** @param {KeyboardEvent} event */
  key(event) {
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key.toLowerCase() === "z") { event.preventDefault(); return event.shiftKey ? this.position.redo() : this.position.undo(); }
    if (control && event.key.toLowerCase() === "y") { event.preventDefault(); return this.position.redo(); }
    if (control || event.altKey) return;
    const { stepper } = this.answer;
    const tool = TOOLS[Number(event.key) - 1]?.value;
    if (tool) { this.tool = tool; this.tools.set(tool); this.board.draw(); say(TOOLS[Number(event.key) - 1].title); }
    else if (event.key === "," || event.key === "<") stepper?.go(stepper.at - 1);
    else if (event.key === "." || event.key === ">") stepper?.go(stepper.at + 1);
    else if (event.key === "PageUp" && !this.record.element.hidden) { event.preventDefault(); this.record.back(); }
    else if (event.key === "PageDown" && !this.record.element.hidden) { event.preventDefault(); this.record.on(); }
    else if (event.key === "b") this.setFirst("black");
    else if (event.key === "w") this.setFirst("white");
    else if (event.key === "Escape") this.answer.escape();
  }

  /** What can be copied. @returns {{name: string, get: () => Promise<string>}[]} */
  copies() {
    const written = async (/** @type {string} */ write) =>
      (await engine.ask({ ask: "edit", position: { json: this.shown.position }, write })).written;
    return [
      { name: "SGF", get: () => written("sgf") },
      { name: "Diagram", get: () => written("text") },
      { name: "SVG", get: async () => this.answer.answer ? this.answer.home ?? this.shown.svg : this.shown.svg },
      { name: "JSON", get: async () => JSON.stringify(this.question() ?? { ask: "show", position: { json: this.shown.position } }) },
      { name: "Command line", get: async () => commandOf(this.question(), this.shown, this.first) },
    ];
  }

  link() {
    return address("go", { position: this.shown?.position, targets: this.targets, first: this.first });
  }

  /** @param {any} state */
  async open(state) {
    await this.openPosition(state);
    // Nobody chooses a board before there is one to be seen.
    if (!this.boards.length) this.listBoards();
  }

  /** @param {any} state */
  openPosition(state) {
    if (!state?.position) return this.begin({ board: "square:19" });
    const targets = { black: state.targets?.black ?? null, white: state.targets?.white ?? null };
    const first = state.first === "white" ? "white" : "black";
    return this.change([], { from: { position: { json: state.position } }, chosen: { targets, first }, then: () => this.record.clear() });
  }

  leaveScreen() { this.answer.search.leave(); }

  comeBack() { this.answer.search.comeBack(() => (this.answer.answer ? this.answer.tell() : this.answer.run())); }
}
