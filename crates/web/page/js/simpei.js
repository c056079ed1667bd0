// Simpei: play against perfection, with the value of every move if you like.

import { Board } from "./board.js";
import { capital, choice, fill, h, LOOK, other, say } from "./dom.js";
import { Cancelled, Gone } from "./engine.js";
import { Latest, Search } from "./search.js";
import { address } from "./share.js";

export class SimpeiScreen {
  /** @param {{trouble: (error: unknown) => void}} page */
  constructor(page) {
    this.page = page;
    /** @type {{position: string | undefined, mover: string}} */
    this.state = { position: undefined, mover: "black" };
    /** @type {{position: string | undefined, mover: string}[]} */
    this.past = [];
    /** @type {any} */
    this.answer = null;
    this.opponent = "white";
    this.values = "yes";
    /** @type {string[]} what was clicked of a move so far */
    this.begun = [];
    /** @type {{position: string | undefined, mover: string}} what is being looked up */
    this.wanted = this.state;
    this.turns = new Latest();
    this.board = new Board({ label: "Simpei board, two worlds", act: (cell) => this.act(cell), describe: (cell) => cell,
      ghost: () => this.state.mover });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.sides = choice("Which side you play", [
      { value: "white", text: "I am Black" }, { value: "black", text: "I am White" }, { value: "none", text: "Both" },
    ], "white", (side) => { this.opponent = side; this.reply(); });
    this.shows = choice("Values", [{ value: "yes", text: "Show values" }, { value: "no", text: "Hide them" }], "yes", (shows) => { this.values = shows; this.tell(); });
    this.verdict = h("div", { "aria-live": "polite" });
    this.search = new Search(this.verdict);
    this.element = h("div", { class: "screen simpei" },
      h("div", { class: "left" }, this.problem, this.board.element, h("div", { class: "bar" },
        h("button", { type: "button", onclick: () => this.back() }, "Undo"), h("button", { type: "button", onclick: () => this.begin() }, "New game"))),
      h("aside", { class: "right", "aria-label": "Answer" }, this.sides.element, this.shows.element, this.verdict));
  }

  /** @param {unknown} error */
  wrong(error) {
    if (error instanceof Cancelled) return;
    if (error instanceof Gone) return this.page.trouble(error);
    this.problem.textContent = capital(/** @type {Error} */ (error).message);
    this.problem.hidden = false;
  }

  begin() { this.past = []; return this.look({ position: undefined, mover: "black" }); }

  back() {
    let state = this.past.pop();
    // Back to the player's own move.
    if (state && this.opponent === state.mover && this.past.length) state = this.past.pop();
    if (state) this.look(state);
  }

  /** @param {{position: string | undefined, mover: string}} state */
  async look(state) {
    this.turns.begin();
    this.wanted = state;
    this.begun = [];
    this.problem.hidden = true;
    try {
      const answer = await this.search.ask({ ask: "simpei", position: state.position, mover: state.mover, all: true, picture: LOOK }, {
        words: "Looking it up\u2026",
        tell: ({ stage, done, total }) => `The game is being solved, once: ${stage}${total ? ` ${done} of ${total}` : ""}`,
      });
      this.state = { position: answer.position, mover: state.mover };
      this.answer = answer;
      this.over = null;
      if (answer.svg) this.board.show(answer.svg, answer.position);
      this.tell();
      await this.reply();
    } catch (error) { this.wrong(error); }
  }

  async reply() {
    this.turns.begin();
    if (!this.answer?.value || this.opponent !== this.state.mover || this.over || this.search.running) return;
    const best = this.answer.all_moves.find((/** @type {any} */ move) => move.move === this.answer.moves[0]);
    if (!best) return;
    const wanted = this.turns.begin();
    await new Promise((resolve) => setTimeout(resolve, 350));
    if (wanted()) this.play(best, `The program plays ${best.move}. `);
  }

  /** @param {any} move @param {string} [before] */
  play(move, before = "") {
    this.turns.begin();
    const mover = this.state.mover;
    this.past.push(this.state);
    if (!move.then) {
      this.over = mover;
      this.begun = [];
      say(`${before}${capital(mover)} wins.`);
      fill(this.verdict, h("h2", { class: "verdict sure" }, `${before}${capital(mover)} wins: ${move.move} makes three in a row.`), h("p", { class: "tip" }, "Undo, or begin a new game."));
      this.board.light("moves", []);
      this.board.light("good", [this.cells(move.move)[0]].flat());
      return;
    }
    say(`${before}${capital(other(mover))} to move.`);
    this.look({ position: move.then, mover: other(mover) });
  }

  /** The points of a move in the order of clicks: from, to, and where sandwiched pieces go. @param {string} move @returns {string[]} */
  cells(move) { return move === "pass" ? ["pass"] : move.split(/[-/,]/); }

  /** Moves that begin with what was clicked. @returns {any[]} */
  fitting(more = this.begun) {
    return (this.answer?.all_moves ?? []).filter((/** @type {any} */ move) => more.every((cell, index) => this.cells(move.move)[index] === cell));
  }

  /** @param {string} cell */
  act(cell) {
    if (!this.answer?.all_moves || this.over || this.search.running) return;
    let begun = [...this.begun, cell];
    if (this.fitting(begun).length === 0) begun = [cell];
    const found = this.fitting(begun);
    if (found.length === 0) { this.begun = []; this.light(); return say(`No move begins at ${cell}`); }
    this.begun = begun;
    const whole = found.find((move) => this.cells(move.move).length === begun.length);
    if (whole && found.length === 1) return this.play(whole);
    this.light();
    this.tell();
  }

  light() {
    const next = new Map();
    for (const move of this.fitting()) {
      const cell = this.cells(move.move)[this.begun.length];
      if (cell) next.set(cell, [...(next.get(cell) ?? []), move]);
    }
    const best = new Set(this.answer?.moves ?? []);
    const good = [...next].filter(([, moves]) => moves.some((/** @type {any} */ move) => best.has(move.move))).map(([cell]) => cell);
    this.board.light("from", this.begun);
    this.board.light("good", this.values === "yes" ? good : []);
    this.board.light("moves", [...next.keys()].filter((cell) => this.values === "no" || !good.includes(cell)));
  }

  tell() {
    const { answer } = this;
    if (!answer || this.over) return;
    if (!answer.value) return fill(this.verdict, h("h2", { class: "verdict unknown" }, "Not known."), h("p", { class: "why" }, answer.why), h("button", { type: "button", onclick: () => this.look(this.state) }, "Solve the game"));
    this.light();
    const who = capital(this.state.mover);
    const words = { win: `${who} wins`, loss: `${who} loses`, draw: "Nobody wins" };
    const within = (/** @type {any} */ one) => (one.distance === null || one.distance === undefined ? "" : ` in ${one.distance} ${one.distance === 1 ? "ply" : "plies"}`);
    const moves = this.fitting();
    fill(this.verdict,
      h("p", { class: "about" }, `${who} to move${this.begun.length ? `: ${this.begun.join(" \u2192 ")}` : ""}`),
      h("h2", { class: `verdict ${this.values === "no" ? "open" : { win: "right", loss: "wrong", draw: "even" }[/** @type {"win" | "loss" | "draw"} */ (answer.value)]}` }, this.values === "yes" ? `${words[/** @type {keyof typeof words} */ (answer.value)]}${within(answer)}.` : "Your move."),
      h("p", { class: "why" }, this.begun.length ? "Click on: where it goes, then where the sandwiched pieces go." : "Click a point to place a piece, or a piece and where it goes."),
      h("h3", {}, `${moves.length} moves`),
      h("div", { class: "chips" }, moves.slice(0, 120).map((move) => h("button", { type: "button", class: `chip ${this.state.mover}`, onclick: () => this.play(move) },
        move.move, this.values === "yes" && h("small", {}, ` ${move.value}${within(move)}`)))));
  }

  copies() {
    return [{ name: "Position", get: async () => this.state.position ?? "" }, { name: "JSON", get: async () => JSON.stringify({ ask: "simpei", position: this.state.position, all: true }) },
      { name: "Command line", get: async () => `tesuji simpei best "${this.state.position}"\n` }];
  }

  link() { return address("simpei", { ...this.state, opponent: this.opponent }); }

  /** @param {any} state */
  open(state) {
    if (["black", "white", "none"].includes(state?.opponent)) { this.opponent = state.opponent; this.sides.set(state.opponent); }
    return this.look({ position: state?.position, mover: state?.mover === "white" ? "white" : "black" });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") { event.preventDefault(); this.back(); }
    if (event.key === "Escape") { this.begun = []; this.light(); this.tell(); }
  }

  leaveScreen() { this.search.leave(); }

  comeBack() { this.search.comeBack(() => this.look(this.wanted)); }
}
