// A game record: its games, its moves, its variations.

import { capital, fill, h } from "./dom.js";

/** @typedef {{parent?: number, color?: string, point?: string, comment?: string}} GameNode */

export class GameRecord {
  /** @param {{show: (node: number) => void, choose: (game: number) => void}} options */
  constructor(options) {
    this.options = options;
    /** @type {GameNode[]} */
    this.nodes = [];
    /** @type {number[][]} */
    this.children = [];
    this.at = 0;
    this.text = "";
    this.game = 1;
    this.element = h("section", { class: "record", "aria-label": "Game record", hidden: true });
  }

  /** @param {string} text @param {any} answer */
  load(text, answer) {
    this.text = text;
    this.answer = answer;
    this.game = answer.game ?? 1;
    this.nodes = answer.tree;
    this.children = this.nodes.map(() => []);
    this.nodes.forEach((node, index) => {
      if (node.parent !== undefined) this.children[node.parent].push(index);
    });
    this.at = answer.shown;
    this.draw();
  }

  clear() {
    this.nodes = [];
    this.element.hidden = true;
  }

  /** The nodes from the root to this one. */
  path() {
    const path = [this.at];
    for (let node = this.nodes[this.at]; node?.parent !== undefined; node = this.nodes[node.parent]) path.unshift(node.parent);
    return path;
  }

  /** @param {number} node */
  go(node) {
    if (node < 0 || node >= this.nodes.length || node === this.at) return;
    this.at = node;
    this.draw();
    this.options.show(node);
  }

  back() {
    const parent = this.nodes[this.at]?.parent;
    if (parent !== undefined) this.go(parent);
  }

  on() {
    const next = this.children[this.at]?.[0];
    if (next !== undefined) this.go(next);
  }

  /** The node at the end of the line that goes on from here. @param {number} [steps] */
  ahead(steps = Infinity) {
    let node = this.at;
    for (let step = 0; step < steps && this.children[node]?.length; step++) node = this.children[node][0];
    return node;
  }

  draw() {
    const several = (this.answer?.games.length ?? 0) > 1;
    this.element.hidden = this.nodes.length < 2 && !several;
    if (this.element.hidden) return;
    const moves = (/** @type {number[]} */ path) => path.filter((node) => this.nodes[node].point).length;
    const path = this.path();
    const here = this.nodes[this.at];
    const total = moves(path) + moves(this.line());
    const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "step", title: name, "aria-label": name, onclick: act }, text);
    const choices = this.children[this.at];
    fill(this.element,
      several && h("label", { class: "field" }, "Game ", h("select", {
        onchange: (/** @type {Event} */ event) => this.options.choose(Number(/** @type {HTMLSelectElement} */ (event.target).value)),
      }, this.answer.games.map((/** @type {any} */ game, /** @type {number} */ index) =>
        h("option", { value: index + 1, selected: index + 1 === this.game }, `${index + 1}. ${game.name || "without a name"}`)))),
      this.nodes.length > 1 && h("div", { class: "steps" },
        button("\u00ab", "To the start of the game", () => this.go(0)),
        button("\u2039", "One move back (Page Up key)", () => this.back()),
        h("span", { class: "count" }, `${moves(path)} / ${total}`),
        button("\u203a", "One move on (Page Down key)", () => this.on()),
        button("\u00bb", "To the end of the game", () => this.go(this.ahead()))),
      this.nodes.length > 2 && h("input", {
        type: "range", min: 0, max: path.length + this.line().length - 1, value: path.length - 1, "aria-label": "Move of the game",
        oninput: (/** @type {Event} */ event) => {
          const wanted = Number(/** @type {HTMLInputElement} */ (event.target).value);
          const all = [...path, ...this.line()];
          this.at = all[wanted] ?? this.at;
          this.options.show(this.at);
          const count = this.element.querySelector(".count");
          if (count) count.textContent = `${moves(this.path())} / ${total}`;
        },
        onchange: () => this.draw(),
      }),
      choices.length > 1 && h("div", { class: "chips" }, "Variations ", choices.map((node, index) =>
        h("button", { type: "button", class: `chip ${this.nodes[node].color ?? ""}`, onclick: () => this.go(node) },
          `${String.fromCharCode(65 + index)} ${this.nodes[node].point ?? "\u2026"}`))),
      here.comment && h("p", { class: "comment" }, here.comment),
      here.point && h("p", { class: "unseen" }, `${capital(here.color ?? "")} ${here.point}`));
  }

  /** The nodes that follow, first variations first. */
  line() {
    const line = [];
    for (let node = this.children[this.at]?.[0]; node !== undefined; node = this.children[node][0]) line.push(node);
    return line;
  }
}
