// Strings: how many a board can hold, and another optimal board at a click.

import { Board } from "./board.js";
import { capital, fill, h, LOOK, say, thousands } from "./dom.js";
import { Cancelled, Gone } from "./engine.js";
import { Search } from "./search.js";
import { address } from "./share.js";

export class StringsScreen {
  /** @param {{trouble: (error: unknown) => void, go: (state: any) => void}} page */
  constructor(page) {
    this.page = page;
    this.seed = 1;
    this.board = new Board({ label: "A board with as many strings as it can hold", act: () => this.another(), describe: (point) => point });
    this.input = h("input", { class: "wideinput", spellcheck: false, "aria-label": "Board", list: "some-boards", onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") this.run(1); } });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.verdict = h("div", { "aria-live": "polite" });
    this.search = new Search(this.verdict);
    this.element = h("div", { class: "screen" },
      h("div", { class: "left" }, this.problem, this.board.element),
      h("aside", { class: "right", "aria-label": "Answer" },
        h("div", { class: "form" }, h("label", {}, "Board", this.input)), h("datalist", { id: "some-boards" }),
        h("div", { class: "chips" }, ["square:7", "square:9", "grid:9x13", "torus:6x6", "hexagon:3", "honeycomb:2", "square:19"].map((name) =>
          h("button", { type: "button", class: "chip", onclick: () => { this.input.value = name; this.run(1); } }, name))),
        h("div", { class: "bar" }, h("button", { type: "button", class: "key", onclick: () => this.run(1) }, "Solve"),
          h("button", { type: "button", onclick: () => this.another() }, "Another optimal board")),
        this.verdict));
  }

  another() { return this.run(this.seed + 1); }

  question() {
    return { ask: "strings", topology: this.input.value.trim(), sample: this.large() ? undefined : 1, seed: this.large() ? undefined : this.seed, count: !this.large() };
  }

  /** Boards on which drawing at random takes minutes are solved only. */
  large() { return /(1[2-9]|[2-9]\d)(x(1[2-9]|[2-9]\d)|$)/.test(this.input.value.trim()); }

  /** @param {number} seed */
  async run(seed) {
    this.seed = seed;
    this.problem.hidden = true;
    try {
      const answer = await this.search.ask({ ...this.question(), words: true, picture: LOOK }, {
        words: "Counting\u2026", tell: ({ stage, nodes }) => `${capital(stage || "working")}: ${thousands(nodes)}`,
      });
      const words = answer.strings === null ? "Not known." : `${answer.strings} strings at most, proved.`;
      if (answer.svg) this.board.show(answer.svg, (answer.samples?.[0] ?? answer.board).join("\n"));
      fill(this.verdict, h("h2", { class: `verdict ${answer.proved ? "sure" : "unknown"}` }, words),
        h("p", { class: "why" }, `${answer.topology}: ${answer.points} points${answer.empty === null ? "" : `, ${answer.empty} of them empty`}.`),
        answer.count && h("p", { class: "why" }, `${answer.count} sets of empty points are optimal. ${this.large() ? "" : `This one was drawn at random, seed ${this.seed}.`}`),
        answer.why && h("p", { class: "why" }, answer.why),
        this.large() && h("p", { class: "tip" }, "On a board of this size the optimum is proved; drawing others at random is left to the command line."),
        h("details", {}, h("summary", {}, "As the command line tells it"), h("pre", { class: "words", tabIndex: 0 }, answer.words)));
      say(words);
    } catch (error) {
      if (error instanceof Cancelled) return;
      fill(this.verdict);
      if (error instanceof Gone) return this.page.trouble(error);
      this.problem.textContent = capital(/** @type {Error} */ (error).message);
      this.problem.hidden = false;
    }
  }

  copies() {
    return [{ name: "JSON", get: async () => JSON.stringify(this.question()) }, { name: "SVG", get: async () => this.element.querySelector(".sheet svg")?.outerHTML ?? "" },
      { name: "Command line", get: async () => `tesuji strings --topology ${this.input.value.trim()}${this.large() ? "" : ` --sample 1 --seed ${this.seed}`}\n` }];
  }

  link() { return address("strings", { board: this.input.value.trim(), seed: this.seed }); }

  /** @param {any} state */
  open(state) {
    this.input.value = state?.board ?? "square:7";
    return this.run(Number(state?.seed) || 1);
  }

  leaveScreen() { this.search.leave(); }

  comeBack() { this.search.comeBack(() => this.run(this.seed)); }
}
