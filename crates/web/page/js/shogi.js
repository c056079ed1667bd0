// Shogi: a position and its hands, whether there is a mate, moves to try, the line with a stepper.

import { Board } from "./board.js";
import { capital, choice, fill, h, LOOK, say } from "./dom.js";
import { Cancelled, engine, Gone } from "./engine.js";
import { Latest, Search } from "./search.js";
import { address } from "./share.js";
import { Stepper } from "./stepper.js";
import { searched } from "./verdict.js";

const START = "1+N1+P1gs2/1gp5l/3+B2pkp/p3pP3/6GPP/1g6B/PP2P1PR1/L2p1K1SR/2+n3SNL b NL4Ps 1";
const NAMES = { R: "rook", B: "bishop", G: "gold", S: "silver", N: "knight", L: "lance", P: "pawn" };

/** A board of shogi on which moves are clicked: a square, or a piece in hand, and then where it goes. */
export class ShogiBoard {
  /** @param {{play: (usi: string) => void, label: string}} options */
  constructor(options) {
    this.options = options;
    /** @type {any} */
    this.shown = null;
    /** @type {string | null} */
    this.from = null;
    this.board = new Board({ label: options.label, act: (square) => this.act(square), describe: (square) => square });
    this.hand = h("div", { class: "chips", role: "group", "aria-label": "Pieces in hand" });
    this.promote = h("div", { class: "bar" });
    this.element = h("div", {}, this.board.element, this.hand, this.promote);
  }

  /** @param {any} shown */
  show(shown) {
    this.shown = shown;
    this.from = null;
    this.board.show(shown.svg, shown.diagram);
    this.board.light("from", []);
    this.board.light("moves", []);
    const drops = [...new Set(shown.legal.map((/** @type {any} */ move) => move.usi).filter((/** @type {string} */ usi) => usi[1] === "*").map((/** @type {string} */ usi) => usi[0]))];
    fill(this.hand, drops.length > 0 && h("span", { class: "tip" }, "Drop "), drops.map((kind) =>
      h("button", { type: "button", class: "chip", onclick: () => this.take(`${kind}*`) }, NAMES[/** @type {keyof typeof NAMES} */ (kind)] ?? kind)));
    fill(this.promote);
  }

  /** @param {string} from */
  take(from) {
    this.from = from;
    const to = this.moves(from).map((usi) => usi.slice(2, 4));
    this.board.light("from", [from]);
    this.board.light("moves", to);
    say(to.length ? `${from}: to ${[...new Set(to)].join(" ")}` : `${from} has no move`);
  }

  /** @param {string} from @returns {string[]} */
  moves(from) {
    return this.shown.legal.map((/** @type {any} */ move) => move.usi).filter((/** @type {string} */ usi) => usi.startsWith(from));
  }

  /** @param {string} square */
  act(square) {
    if (!this.shown) return;
    const found = this.from ? this.moves(this.from).filter((usi) => usi.slice(2, 4) === square) : [];
    if (found.length === 0) return this.take(square);
    if (found.length === 1) return this.options.play(found[0]);
    const [plain, promoted] = [found.find((usi) => !usi.endsWith("+")) ?? "", found.find((usi) => usi.endsWith("+")) ?? ""];
    fill(this.promote, h("button", { type: "button", class: "key", onclick: () => this.options.play(promoted) }, "Promote"),
      h("button", { type: "button", onclick: () => this.options.play(plain) }, "Do not promote"));
    this.promote.querySelector("button")?.focus();
  }
}

export class ShogiScreen {
  /** @param {{trouble: (error: unknown) => void}} page */
  constructor(page) {
    this.page = page;
    /** @type {any} */
    this.shown = null;
    this.order = "1";
    /** @type {any} */
    this.answer = null;
    /** @type {Stepper | null} */
    this.stepper = null;
    this.pictures = new Latest();
    this.sfen = START;
    /** @type {string[]} */
    this.past = [];
    this.board = new ShogiBoard({ label: "Shogi board", play: (usi) => this.tryMove(usi) });
    this.input = h("input", { class: "wideinput value", spellcheck: false, "aria-label": "Position in SFEN",
      onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") this.set(this.input.value); } });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.orders = choice("What is asked", [
      { value: "1", text: "Mate by checks" }, { value: "2", text: "Brinkmate too" },
    ], "1", (order) => { this.order = order; this.run(); });
    this.verdict = h("div", { "aria-live": "polite" });
    this.search = new Search(this.verdict);
    this.element = h("div", { class: "screen" },
      h("div", { class: "left" }, h("div", { class: "form" }, h("label", {}, "Position in SFEN", this.input)), this.problem,
        h("div", { class: "bar" }, h("button", { type: "button", class: "key", onclick: () => this.set(this.input.value) }, "Show and solve"),
          h("button", { type: "button", onclick: () => this.back() }, "Undo"), h("label", { class: "field" }, "Problem ", this.list = h("select", { onchange: () => this.choose() }))),
        this.board.element),
      h("aside", { class: "right", "aria-label": "Answer" }, this.orders.element, this.verdict));
    this.fillList();
  }

  async fillList() {
    try {
      /** @type {Map<string, any>} */
      this.problems = new Map();
      for (const collection of ["mates", "brinkmates", "tsume"]) {
        const { problems } = await engine.ask({ ask: "problems", collection });
        for (const problem of problems) this.problems.set(problem.name, problem.question);
      }
      fill(this.list, h("option", { value: "" }, "choose\u2026"), [...this.problems.keys()].map((name) => h("option", { value: name }, name)));
    } catch (error) { this.page.trouble(error); }
  }

  choose() {
    const question = this.problems?.get(this.list.value);
    if (!question) return;
    this.order = String(question.order ?? 1);
    this.orders.set(/** @type {any} */ (this.order));
    this.set(question.sfen);
  }

  /** @param {unknown} error */
  wrong(error) {
    if (error instanceof Cancelled) return;
    if (error instanceof Gone) return this.page.trouble(error);
    this.problem.textContent = capital(/** @type {Error} */ (error).message);
    this.problem.hidden = false;
  }

  /** @param {string} sfen @param {boolean} [back] */
  async set(sfen, back = false) {
    const wanted = this.pictures.begin();
    try {
      const shown = await engine.ask({ ask: "shogi", sfen: sfen.trim(), picture: LOOK });
      if (!wanted()) return;
      if (this.shown && !back) this.past.push(this.shown.sfen);
      this.shown = shown;
      this.sfen = shown.sfen;
      this.input.value = shown.sfen;
      this.problem.hidden = true;
      this.board.show(shown);
      await this.run();
    } catch (error) { this.wrong(error); }
  }

  back() {
    const sfen = this.past.pop();
    if (sfen) this.set(sfen, true);
  }

  question() { return { ask: "mate", sfen: this.sfen, order: Number(this.order) }; }

  /** @param {any} question */
  asked(question) { return this.search.ask({ ...question, words: true }); }

  /** @param {number} [nodes] */
  async run(nodes) {
    try {
      this.answer = await this.asked({ ...this.question(), limits: { nodes: nodes ?? 3_000_000 } });
      this.tell();
    } catch (error) {
      if (!(error instanceof Cancelled)) fill(this.verdict);
      this.wrong(error);
    }
  }

  tell() {
    const { answer } = this;
    this.search.cancel();
    this.pictures.begin();
    this.board.show(this.shown);
    const [head, ...why] = (answer.sentences[0] ?? answer.why).split(": ");
    this.stepper = answer.line.length ? new Stepper({ label: "Best play", steps: steps(answer.line, answer.kif, this.shown.to_move), show: (count) => this.step(answer.sfen, answer.line, count) }) : null;
    fill(this.verdict, h("h2", { class: `verdict ${answer.verdict === "unknown" ? "unknown" : "sure"}` }, `${head}.`), h("p", { class: "why" }, capital(why.join(": "))),
      this.stepper?.element, searched(answer), h("p", { class: "tip" }, "Click a piece and a square to try a move."),
      answer.verdict === "unknown" && h("button", { type: "button", onclick: () => this.run(10 * answer.limits.nodes) }, "Solve longer"),
      h("details", {}, h("summary", {}, "As the command line tells it"), h("pre", { class: "words", tabIndex: 0 }, answer.words)));
    say(head);
  }

  /** @param {string} sfen @param {string[]} line @param {number} count */
  async step(sfen, line, count) {
    const wanted = this.pictures.begin();
    try {
      const shown = await engine.ask({ ask: "shogi", sfen, moves: line.slice(0, count), picture: LOOK });
      if (wanted()) this.board.show(shown);
    } catch (error) { this.wrong(error); }
  }

  /** @param {string} usi */
  async tryMove(usi) {
    const wanted = this.pictures.begin();
    try {
      const from = this.board.shown.sfen;
      const after = await engine.ask({ ask: "shogi", sfen: from, moves: [usi], picture: LOOK });
      if (!wanted()) return;
      this.board.show(after);
      const attempt = await this.asked({ ask: "try", of: { ...this.question(), sfen: from, attacker: this.answer?.attacker }, move: usi, limits: { nodes: 3_000_000 } });
      const words = { right: "Right", wrong: "Wrong", lost: "Nothing to be kept", unknown: "Not known" };
      const name = words[/** @type {keyof typeof words} */ (attempt.verdict)];
      this.stepper = attempt.line.length ? new Stepper({ label: attempt.verdict === "wrong" ? "The refutation" : "Best play after it", steps: steps(attempt.line, [], after.to_move),
        show: (count) => this.step(after.sfen, attempt.line, count) }) : null;
      fill(this.verdict, h("p", { class: "about" }, `${capital(attempt.color)} plays ${usi}`), h("h2", { class: `verdict ${attempt.verdict}` }, `${name}. ${attempt.why}`), this.stepper?.element,
        h("div", { class: "bar" }, this.answer && h("button", { type: "button", onclick: () => this.tell() }, "Back"), h("button", { type: "button", onclick: () => this.set(after.sfen) }, "Go on from here")));
      say(`${name}. ${attempt.why}`);
    } catch (error) { this.wrong(error); }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") { event.preventDefault(); this.back(); }
    else if (event.key === ",") this.stepper?.go(this.stepper.at - 1);
    else if (event.key === ".") this.stepper?.go(this.stepper.at + 1);
    else if (event.key === "Escape") this.search.stop();
  }

  copies() {
    return [{ name: "SFEN", get: async () => this.sfen }, { name: "JSON", get: async () => JSON.stringify(this.question()) }, { name: "SVG", get: async () => this.shown?.svg ?? "" },
      { name: "Command line", get: async () => `tesuji mate "${this.sfen}"${this.order === "2" ? " --order 2" : ""}\n` }];
  }

  link() { return address("shogi", { sfen: this.sfen, order: this.order }); }

  /** @param {any} state */
  open(state) {
    this.order = state?.order === "2" ? "2" : "1";
    this.orders.set(/** @type {any} */ (this.order));
    return this.set(state?.sfen ?? START);
  }

  leaveScreen() { this.search.leave(); }

  comeBack() { this.search.comeBack(() => this.run()); }
}

/** @param {string[]} line @param {string[]} kif @param {string} first */
function steps(line, kif, first) {
  return line.map((usi, index) => ({ text: usi, title: kif[index], color: (index % 2 === 0) === (first === "black") ? "black" : "white" }));
}
