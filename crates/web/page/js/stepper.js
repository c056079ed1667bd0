// A line of play that can be stepped through.

import { h, say } from "./dom.js";

export class Stepper {
  /**
   * @param {{label: string, steps: {text: string, color?: string, title?: string}[], show: (count: number) => void}} options
   */
  constructor({ label, steps, show }) {
    this.steps = steps;
    this.show = show;
    this.at = 0;
    this.chips = steps.map(({ text, color, title }, index) =>
      h("button", {
        type: "button", title, class: `chip ${color ?? ""}`, "aria-label": `${index + 1} ${text} ${color ?? ""}`.trim(),
        onclick: () => this.go(index + 1),
      }, h("span", { class: "number" }, index + 1), ` ${text}`));
    this.count = h("span", { class: "count" });
    const button = (/** @type {string} */ text, /** @type {string} */ name, /** @type {() => number} */ to) =>
      h("button", { type: "button", class: "step", title: name, "aria-label": name, onclick: () => this.go(to()) }, text);
    this.element = h("section", { class: "stepper", "aria-label": label },
      h("h3", {}, label),
      h("div", { class: "steps" },
        button("\u00ab", "To the start of the line", () => 0),
        button("\u2039", "One move back (comma key)", () => this.at - 1),
        this.count,
        button("\u203a", "One move on (full stop key)", () => this.at + 1),
        button("\u00bb", "To the end of the line", () => this.steps.length)),
      h("div", { class: "chips" }, this.chips));
    this.mark();
  }

  /** @param {number} count */
  go(count) {
    const to = Math.max(0, Math.min(this.steps.length, count));
    if (to === this.at) return;
    this.at = to;
    this.mark();
    const last = this.steps[to - 1];
    say(last ? `Move ${to} of ${this.steps.length}: ${last.color ?? ""} ${last.text}` : "Before the line");
    this.show(to);
  }

  mark() {
    this.count.textContent = `${this.at} / ${this.steps.length}`;
    this.chips.forEach((chip, index) => {
      chip.classList.toggle("past", index < this.at);
      if (index === this.at - 1) chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
    });
  }
}
