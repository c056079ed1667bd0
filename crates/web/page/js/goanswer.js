// The answer beside a Go board: the verdict, its line, moves that are tried, and what more can be asked.

import { capital, fill, h, LOOK, other, picture, say } from "./dom.js";
import { Cancelled, engine, Refused } from "./engine.js";
import { Latest, Search } from "./search.js";
import { captureVerdict, lineOf, raceVerdict } from "./verdict.js";

/**
 * The board that the answer is about.
 * @typedef {{board: import("./board.js").Board, shown: any, first: string, question: (nodes?: number) => any, lightTargets: () => void,
 *   wrong: (error: unknown) => void, calm: () => void, change: (changes: any[], how?: import("./goposition.js").How) => any, read: (text: string) => any,
 *   pick: (a: string, b: string) => void, ask: (goal: string) => void}} Table
 */

export class GoAnswer {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {any} */
    this.answer = null;
    /** @type {any} */
    this.attempt = null;
    /** @type {import("./stepper.js").Stepper | null} */
    this.stepper = null;
    /** @type {string | null} the picture that the line begins with */
    this.home = null;
    this.verdict = h("div", { class: "answer", "aria-live": "polite" });
    this.side = h("div", { class: "under" });
    this.search = new Search(this.verdict);
    this.pictures = new Latest();
    this.thermographs = new Latest();
  }

  /** Leaves the answer behind. */
  leave() {
    this.search.cancel();
    this.pictures.begin();
    this.answer = null;
    this.attempt = null;
    this.stepper = null;
    for (const way of ["good", "lit", "moves"]) this.table.board.light(way, []);
  }

  /** Says what can be done here. */
  invite() {
    const { shown } = this.table;
    fill(this.verdict, h("h2", { class: "verdict open" }, shown?.black.length || shown?.white.length
      ? "Click a group." : "Put stones on the board, or open a game."),
      h("p", { class: "why" }, "One group: can it be captured? A group of each colour: who wins the race? Stones that a file marks are asked about at once."));
    fill(this.side);
  }

  /** Asks what the board asks. @param {{longer?: boolean}} [how] */
  async run({ longer = false } = {}) {
    const question = this.table.question(longer ? Math.min(2e9, 10 * (this.answer?.limits?.nodes ?? 1_000_000)) : 0);
    if (!question) return this.invite();
    await this.asked(question, (answer) => { this.answer = answer; this.tell(); }, () => this.invite());
  }

  /** Asks, and goes on with the answer if it is still wanted. @param {any} question @param {(answer: any) => unknown} then @param {() => void} otherwise */
  async asked(question, then, otherwise) {
    this.pictures.begin();
    this.attempt = null;
    fill(this.side);
    try {
      await then(await this.search.ask({ ...question, words: true, picture: LOOK }));
    } catch (error) {
      if (error instanceof Cancelled) return;
      otherwise();
      this.table.wrong(error);
    }
  }

  /** The other side moves first. */
  turned() {
    if (this.answer?.ask === "race" && !this.attempt && !this.search.running) this.tell();
    else if (this.table.question()) this.run();
  }

  get hooks() {
    return {
      light: (/** @type {string} */ way, /** @type {string[]} */ points) => this.table.board.light(way, points),
      tryMove: (/** @type {string} */ point, /** @type {string} */ color) => this.tryMove(point, color),
      step: (/** @type {any[]} */ steps, /** @type {number} */ count) => this.step(this.table.shown.position, steps, count),
      pick: (/** @type {string} */ a, /** @type {string} */ b) => this.table.pick(a, b),
      thermograph: (/** @type {string} */ expression, /** @type {any} */ host) => this.thermograph(expression, host),
    };
  }

  /** Shows the answer. */
  tell() {
    const { answer, table } = this;
    this.search.cancel();
    this.pictures.begin();
    this.attempt = null;
    const told = answer.ask === "race" ? raceVerdict(answer, table.first, this.hooks) : captureVerdict(answer, this.hooks);
    this.stepper = told.stepper;
    const side = answer.ask === "race" ? (table.first === "black" ? answer.black_first : answer.white_first) : answer;
    fill(this.verdict, told.element);
    const counted = answer.ask === "race" && answer.regions.some((/** @type {any} */ region) => region.points.length);
    const home = counted && answer.svg ? answer.svg : table.shown.svg;
    this.home = home;
    table.board.show(home, table.shown.diagram);
    const keeps = answer.ask === "race" ? side.verdict !== other(table.first) : side.code !== 0;
    table.board.light("good", keeps ? side.moves : []);
    table.lightTargets();
    say(told.sentence);
    this.aside(side.verdict === "unknown" || side.undecided?.length > 0);
  }

  /** What can be done with the answer. @param {boolean} open */
  aside(open) {
    const { answer } = this;
    const race = this.table.question()?.ask === "race";
    fill(this.side,
      h("p", { class: "tip" }, "Click an empty point to try a move."),
      h("div", { class: "bar" },
        open && h("button", { type: "button", onclick: () => this.run({ longer: true }) }, "Solve longer"),
        race && h("button", { type: "button", onclick: () => this.table.ask(answer.goal === "life" ? "capture" : "life") },
          answer.goal === "life" ? "Ask: who captures first?" : "Ask: who lives?"),
        answer.ask === "capture" && h("button", { type: "button", onclick: () => this.prove() }, "Show the proof"),
        answer.ask === "capture" && h("button", { type: "button", onclick: () => this.all() }, "All moves that work")),
      h("details", {}, h("summary", {}, "As the command line tells it"), h("pre", { class: "words", tabIndex: 0 }, answer.words)));
  }

  /** The proof of a capture as a record to click through. */
  prove() {
    return this.more({ proof: true }, (answer) => {
      if (!answer.proof) throw new Refused(answer.warnings?.[0] ?? "There is no proof.");
      return this.table.read(answer.proof);
    });
  }

  all() { return this.more({ all: true }, (answer) => { this.answer = answer; this.tell(); }); }

  /** Asks the same with more. @param {any} fields @param {(answer: any) => any} then */
  async more(fields, then) {
    const question = this.table.question();
    if (question) await this.asked({ ...question, ...fields }, then, () => (this.answer ? this.tell() : this.invite()));
  }

  /** @param {string} expression @param {any} host */
  async thermograph(expression, host) {
    const wanted = this.thermographs.begin();
    try {
      const answer = await engine.ask({ ask: "value", expressions: [expression], picture: LOOK });
      if (wanted()) fill(host, answer.svg ? picture(answer.svg) : "");
    } catch (error) { this.table.wrong(error); }
  }

  // Moves

  /** Tries a move and shows its refutation, or the best resistance. @param {string} point @param {string} color */
  async tryMove(point, color) {
    const { table } = this;
    const of = table.question();
    if (!of) return table.change([{ do: "play", point }]);
    table.calm();
    const wanted = this.pictures.begin();
    fill(this.side);
    const judged = this.search.ask({ ask: "try", of, move: point, color, words: true }, { words: `${capital(color)} ${point}\u2026` });
    // It is waited for below, after the picture.
    judged.catch(() => {});
    try {
      const position = { json: { ...table.shown.position, to_move: color } };
      const after = await engine.ask({ ask: "edit", position, changes: [{ do: "play", color, point }], picture: LOOK });
      if (!wanted()) return;
      table.board.light("good", []);
      table.board.show(after.svg, after.diagram);
      this.attempt = await judged;
      this.judge(after);
    } catch (error) {
      if (error instanceof Cancelled || !wanted()) return;
      this.search.cancel();
      if (this.answer) this.tell(); else this.invite();
      table.wrong(error);
    }
  }

  /** Says what a move is worth. @param {any} after the position after it */
  judge(after) {
    const { attempt } = this;
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
      this.answer && h("button", { type: "button", onclick: () => this.tell() }, "Back"),
      h("button", { type: "button", onclick: () => this.table.change([], { from: { position: { json: after.position } }, keep: true }) }, "Go on from here")));
  }

  /** Shows a line up to a move. @param {any} position @param {any[]} steps @param {number} count */
  async step(position, steps, count) {
    const { board, shown } = this.table;
    const wanted = this.pictures.begin();
    if (count === 0 && this.home && !this.attempt) return board.show(this.home, shown.diagram);
    try {
      const changes = steps.slice(0, count).map(({ color, point }) => ({ do: "play", color, point }));
      const there = await engine.ask({ ask: "edit", position: { json: position }, changes, numbers: true, picture: LOOK });
      if (!wanted()) return;
      board.light("good", []);
      board.show(there.svg, there.diagram);
    } catch (error) { if (wanted()) this.table.wrong(error); }
  }

  /** Stops a search, or goes back from a move that was tried. */
  escape() {
    if (this.search.running) this.search.stop();
    else if (this.attempt && this.answer) this.tell();
  }
}
