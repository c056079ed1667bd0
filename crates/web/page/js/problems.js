// Problems: the player moves, the program answers with the best resistance and says right or wrong by proof.

import { Board } from "./board.js";
import { capital, fill, h, LOOK, other, say } from "./dom.js";
import { Cancelled, engine, Gone, Refused } from "./engine.js";
import { Latest, Search } from "./search.js";
import { address } from "./share.js";
import { ShogiBoard } from "./shogi.js";
import { Stepper } from "./stepper.js";

const SOLVED = "tesuji-solved";
/** Positions that are looked at for one move; what is open then is told as open. */
const LIMIT = 300_000;

/** What was solved in this browser. @returns {Record<string, true>} */
function solved() {
  try { return JSON.parse(localStorage.getItem(SOLVED) ?? "{}"); } catch { return {}; }
}

export class ProblemsScreen {
  /** @param {{trouble: (error: unknown) => void, go: (state: any) => void}} page */
  constructor(page) {
    this.page = page;
    /** @type {any[]} */
    this.problems = [];
    this.collection = "captures";
    this.at = 0;
    /** @type {any} */
    this.question = null;
    /** @type {any} */
    this.shown = null;
    this.player = "black";
    /** @type {"begun" | "open" | "failed" | "solved" | "shown"} */
    this.state = "begun";
    this.collections = new Latest();
    this.turns = new Latest();
    this.pictures = new Latest();
    /** @type {Stepper | null} */
    this.stepper = null;
    this.goBoard = new Board({ label: "Problem", act: (point) => this.move(point), describe: (point) => this.describe(point), ghost: (point) => (this.stone(point) ? null : this.player) });
    this.shogiBoard = new ShogiBoard({ label: "Problem", play: (usi) => this.move(usi) });
    this.host = h("div", {});
    this.chooser = h("select", { "aria-label": "Collection", onchange: () => this.load(this.chooser.value) });
    this.list = h("select", { "aria-label": "Problem", onchange: () => this.show(Number(this.list.value)) });
    this.tally = h("p", { class: "tally" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.verdict = h("div", { "aria-live": "polite" });
    this.search = new Search(this.verdict);
    const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ act, key = false) => h("button", { type: "button", title, class: key ? "key" : null, onclick: act }, text);
    this.element = h("div", { class: "screen" },
      h("div", { class: "left" }, this.problem, this.host),
      h("aside", { class: "right", "aria-label": "Problem" },
        h("div", { class: "form" }, h("label", {}, "Collection", this.chooser), h("label", {}, "Problem", this.list)), this.tally, this.verdict,
        h("div", { class: "bar" }, button("Hint", "A first move that is right (h)", () => this.hint()), button("Solution", "Best play (s)", () => this.solution()),
          button("Again", "From the start (a)", () => this.show(this.at)), button("Next", "The next problem (n)", () => this.next(), true))));
  }

  /** @param {unknown} error */
  wrong(error) {
    if (error instanceof Cancelled) return;
    if (error instanceof Gone) return this.page.trouble(error);
    this.problem.textContent = capital(/** @type {Error} */ (error).message);
    this.problem.hidden = false;
  }

  /** @param {string} point */
  stone(point) { return this.shown?.black?.includes(point) ? "black" : this.shown?.white?.includes(point) ? "white" : null; }

  /** @param {string} point */
  describe(point) { return `${point}, ${this.stone(point) ?? "empty"}`; }

  /** @param {string} collection @param {number} [at] */
  async load(collection, at) {
    const wanted = this.collections.begin();
    try {
      const answer = await engine.ask({ ask: "problems", collection });
      if (wanted()) this.take(collection, answer.problems, at);
    } catch (error) { this.wrong(error); }
  }

  /** A collection that was dropped on the page. @param {string} text */
  async read(text) {
    const wanted = this.collections.begin();
    try {
      const answer = await engine.ask({ ask: "problems", text });
      if (!wanted()) return;
      if (answer.problems.length === 0) throw new Refused("Nothing is marked in these games: triangles name what is to be captured, triangles and squares who races.");
      if (![...this.chooser.options].some((option) => option.value === "")) this.chooser.append(h("option", { value: "" }, "Your own"));
      this.take("", answer.problems);
    } catch (error) { this.wrong(error); }
  }

  /** @param {string} collection @param {any[]} problems @param {number} [at] */
  take(collection, problems, at) {
    this.collection = collection;
    this.chooser.value = collection;
    this.problems = problems;
    const known = solved();
    const open = problems.findIndex((one) => !known[this.key_of(one)]);
    this.tell_list();
    this.show(at ?? Math.max(0, open));
  }

  /** @param {any} problem */
  key_of(problem) { return `${this.collection}/${problem.name}`; }

  tell_list() {
    const known = solved();
    fill(this.list, this.problems.map((one, index) => h("option", { value: index }, `${known[this.key_of(one)] ? "\u2713 " : ""}${one.name}`)));
    this.list.value = String(this.at);
    const count = this.problems.filter((one) => known[this.key_of(one)]).length;
    this.tally.textContent = `${count} of ${this.problems.length} solved in this browser.`;
  }

  next() { this.show((this.at + 1) % this.problems.length); }

  /** @param {number} at */
  async show(at) {
    const problem = this.problems[at];
    if (!problem) return;
    this.search.cancel();
    const wanted = this.turns.begin();
    this.at = at;
    this.list.value = String(at);
    this.problem.hidden = true;
    // What was said of the last problem goes with it; clicks count when the next one is there.
    this.state = "begun";
    this.stepper = null;
    fill(this.verdict, h("p", { class: "waiting" }, "\u2026"));
    this.question = { ...problem.question };
    try {
      await this.draw(this.question);
      if (!wanted()) return;
      // Whose problem it is: whoever is to move, unless only the other side has something to find.
      this.player = this.shown.to_move;
      if (this.question.ask === "capture" && !Number.isInteger(this.question.order)) {
        // A capture is judged up to the order at which it works: a move that only works at a higher one is not the solution.
        const answer = await this.asked(this.question);
        if (answer.verdict === "captured" && answer.order) this.question.order = answer.order;
      }
      if (this.question.ask === "race") {
        const answer = await this.asked(this.question);
        const wins = (/** @type {string} */ color) => [color, "seki", "ko"].includes(answer[`${color}_first`].verdict);
        if (!wins(this.player) && wins(other(this.player))) this.player = other(this.player);
      }
      this.ask();
    } catch (error) {
      if (error instanceof Cancelled || !wanted()) return;
      fill(this.verdict);
      this.wrong(error);
    }
  }

  /** Whether the problem is open; from the start again if it has come to its end. */
  async ready() {
    if (this.state !== "open" && this.state !== "begun") await this.show(this.at);
    return this.state === "open";
  }

  goal() {
    const who = capital(this.player);
    if (this.question.ask === "mate") return `${who} to move and mate.`;
    if (this.question.ask === "race") return `${who} to move: win the race.`;
    const target = this.shown.marks?.triangle[0];
    const owner = target ? this.stone(target) : null;
    return owner === this.player ? `${who} to move: save the marked stones.` : `${who} to move: capture the marked stones.`;
  }

  ask() {
    this.state = "open";
    this.stepper = null;
    fill(this.verdict, h("p", { class: "about" }, this.problems[this.at].name), h("h2", { class: "verdict open" }, this.goal()),
      h("p", { class: "why" }, "Click your move. The program answers as well as can be, and proves whether you are right."));
    say(this.goal());
  }

  /** Shows the position of a question. @param {any} question @param {string[]} [moves] */
  async draw(question, moves = []) {
    const wanted = this.pictures.begin();
    if (question.ask === "mate") {
      const shown = await engine.ask({ ask: "shogi", sfen: question.sfen, moves, picture: LOOK });
      if (!wanted()) return;
      this.shown = shown;
      if (!this.host.contains(this.shogiBoard.element)) fill(this.host, this.shogiBoard.element);
      this.shogiBoard.show(this.shown);
    } else {
      const changes = moves.map((/** @type {any} */ step) => ({ do: "play", color: step.color, point: step.point }));
      const shown = await engine.ask({ ask: "edit", position: question.position, changes, numbers: moves.length > 0, picture: LOOK });
      if (!wanted()) return;
      this.shown = shown;
      if (!this.host.contains(this.goBoard.element)) fill(this.host, this.goBoard.element);
      this.goBoard.light("good", []);
      this.goBoard.show(this.shown.svg, this.shown.diagram);
    }
  }

  /** @param {any} question */
  asked(question) { return this.search.ask({ ...question, words: true }); }

  /** @param {string} move */
  async move(move) {
    if (this.state !== "open" || this.search.running) return;
    this.problem.hidden = true;
    const color = this.question.ask === "mate" ? undefined : this.player;
    const wanted = this.turns.begin();
    try {
      const attempt = await this.asked({ ask: "try", of: this.question, move, color, limits: { nodes: LIMIT } });
      // Nothing is asked while it is drawn and answered.
      this.state = "begun";
      await this.draw(attempt.after);
      if (!wanted()) return;
      if (attempt.verdict === "right") return await this.right(attempt, wanted);
      this.state = "failed";
      const words = attempt.verdict === "wrong" ? "Wrong" : attempt.verdict === "lost" ? "There was nothing to be found here" : "Not known within the limits of the trainer";
      this.tell(attempt.verdict, `${words}. ${attempt.why}`, attempt, "The refutation");
    } catch (error) {
      if (error instanceof Cancelled || !wanted()) return;
      this.ask();
      this.wrong(error);
    }
  }

  /** @param {any} attempt @param {() => boolean} wanted */
  async right(attempt, wanted) {
    if (attempt.over || !attempt.next) {
      this.state = "solved";
      const known = solved();
      known[this.key_of(this.problems[this.at])] = true;
      try { localStorage.setItem(SOLVED, JSON.stringify(known)); } catch { /* a browser that keeps nothing */ }
      this.tell_list();
      return this.tell("right", `Solved. ${attempt.why}`, attempt, "Best play after it");
    }
    const reply = attempt.line[0];
    this.question = attempt.next;
    await new Promise((resolve) => setTimeout(resolve, 350));
    if (!wanted()) return;
    await this.draw(this.question);
    if (!wanted()) return;
    this.state = "open";
    const named = typeof reply === "string" ? reply : reply.point;
    if (typeof reply !== "string" && reply.point !== "pass") this.goBoard.light("good", [reply.point]);
    fill(this.verdict, h("p", { class: "about" }, this.problems[this.at].name), h("h2", { class: "verdict right" }, `Right. ${capital(other(this.player))} answers ${named}.`),
      h("p", { class: "why" }, `${attempt.why} Go on.`));
    say(`Right. ${capital(other(this.player))} answers ${named}. Go on.`);
  }

  /** @param {string} mood @param {string} words @param {any} attempt @param {string} label */
  tell(mood, words, attempt, label) {
    const after = attempt.after;
    const line = attempt.line;
    this.stepper = line.length ? new Stepper({ label, steps: line.map((/** @type {any} */ step) => (typeof step === "string" ? { text: step } : { text: step.point, color: step.color })),
      show: (count) => this.draw(after, line.slice(0, count)).catch((error) => this.wrong(error)) }) : null;
    fill(this.verdict, h("p", { class: "about" }, `${this.problems[this.at].name}: ${attempt.move}`), h("h2", { class: `verdict ${mood}` }, words), this.stepper?.element);
    say(words);
  }

  async hint() {
    if (!(await this.ready())) return;
    this.turns.begin();
    try {
      const answer = await this.asked(this.question);
      const side = answer.ask === "race" ? answer[`${this.player}_first`] : answer;
      const move = side.moves[0] ?? side.line[0]?.point ?? side.line[0];
      this.ask();
      if (!move) return fill(this.verdict, h("h2", { class: "verdict unknown" }, side.why));
      const point = answer.ask === "mate" ? move.slice(2, 4) : move;
      (answer.ask === "mate" ? this.shogiBoard.board : this.goBoard).light("good", [point]);
      say(`Hint: ${point}`);
    } catch (error) { this.wrong(error); }
  }

  async solution() {
    if (!(await this.ready())) return;
    this.turns.begin();
    try {
      const answer = await this.asked(this.question);
      const side = answer.ask === "race" ? answer[`${this.player}_first`] : answer;
      const sentence = answer.ask === "race" ? answer.sentences.find((/** @type {string} */ one) => one.startsWith(capital(this.player))) : answer.sentences[0];
      this.state = "shown";
      this.tell("sure", sentence ?? side.why, { move: "solution", line: side.line, after: this.question }, "Best play");
    } catch (error) { this.wrong(error); }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") this.next();
    else if (event.key === "h") this.hint();
    else if (event.key === "s") this.solution();
    else if (event.key === "a") this.show(this.at);
    else if (event.key === ",") this.stepper?.go(this.stepper.at - 1);
    else if (event.key === ".") this.stepper?.go(this.stepper.at + 1);
    else if (event.key === "Escape") this.search.stop();
  }

  copies() { return [{ name: "JSON", get: async () => JSON.stringify(this.question) }, { name: "SVG", get: async () => this.shown?.svg ?? "" }]; }

  link() { return address("problems", { collection: this.collection, at: this.at }); }

  /** @param {any} state */
  async open(state) {
    try {
      const { collections } = await engine.ask({ ask: "problems" });
      fill(this.chooser, collections.map((/** @type {any} */ one) => h("option", { value: one.name }, one.title)));
      await this.load(state?.collection || "captures", state?.at);
    } catch (error) { this.wrong(error); }
  }

  leaveScreen() { this.search.leave(); }

  comeBack() { this.search.comeBack(() => this.show(this.at)); }
}
