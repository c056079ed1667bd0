// Games: what an expression is worth, as it is typed; its thermograph with a temperature to drag; the best moves in a sum.

import { capital, choice, fill, h, LOOK, picture, say } from "./dom.js";
import { Cancelled, engine, Gone } from "./engine.js";
import { Latest } from "./search.js";
import { address } from "./share.js";
import { searched } from "./verdict.js";

const OUTCOMES = { L: "Left wins, whoever starts.", R: "Right wins, whoever starts.", N: "Whoever starts wins.", P: "Whoever starts loses.", D: "Play may go on for ever." };
const EXAMPLES = ["{6||4|0}", "{4|0} + {6||4|0} - 7", "^ + *", "+-3 + {2|-1}", "{{9|5}|{3|-4}}", "Tiny(2)", "cool({6||4|0}, 2)", "over - over"];

export class GamesScreen {
  /** @param {{trouble: (error: unknown) => void}} page */
  constructor(page) {
    this.page = page;
    this.temperature = 0;
    this.mode = "value";
    /** @type {import("./engine.js").Job | null} */
    this.job = null;
    this.readings = new Latest();
    this.input = h("textarea", { rows: 3, class: "big", spellcheck: false, "aria-label": "A game; one on each line for a sum",
      oninput: () => this.soon() });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.modes = choice("What is asked", [
      { value: "value", text: "Value" }, { value: "left", text: "Left moves" }, { value: "right", text: "Right moves" },
    ], "value", (mode) => { this.mode = mode; this.run(); });
    this.figure = h("div", { class: "thermo" });
    this.slider = h("input", { type: "range", min: 0, max: 4, step: 0.125, value: 0, "aria-label": "Temperature",
      oninput: () => this.setTemperature(Number(this.slider.value)) });
    this.reading = h("p", { class: "why", "aria-live": "polite" });
    this.answer = h("div", { "aria-live": "polite" });
    this.element = h("div", { class: "screen" },
      h("div", { class: "left" },
        h("div", { class: "form" }, h("label", {}, "Games, in CGSuite's notation; several lines are a sum", this.input)),
        this.problem,
        h("div", { class: "chips" }, EXAMPLES.map((text) => h("button", { type: "button", class: "chip value", onclick: () => { this.input.value = text; this.run(); } }, text))),
        this.figure,
        h("div", {}, h("label", { class: "slide" }, "Temperature; drag the line in the picture, or this", this.slider), this.reading)),
      h("aside", { class: "right", "aria-label": "Answer" }, this.modes.element, this.answer));
    for (const kind of ["pointerdown", "pointermove"]) this.figure.addEventListener(kind, (/** @type {PointerEvent} */ event) => this.drag(event));
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), 180);
  }

  lines() { return this.input.value.split("\n").map((/** @type {string} */ line) => line.trim()).filter(Boolean); }

  question() {
    const expressions = this.lines();
    if (this.mode !== "value") return { ask: "value", expressions, best: this.mode };
    return { ask: "value", expressions: [expressions.map((/** @type {string} */ one) => (expressions.length > 1 ? `(${one})` : one)).join(" + ")] };
  }

  async run() {
    clearTimeout(this.timer);
    this.job?.cancel();
    this.job = null;
    if (this.lines().length === 0) return fill(this.answer, h("h2", { class: "verdict open" }, "Type a game."));
    const job = engine.watch({ ...this.question(), picture: LOOK, words: true });
    this.job = job;
    try {
      const answer = await job.answer;
      if (this.job !== job) return;
      this.job = null;
      this.problem.hidden = true;
      this.tell(answer);
    } catch (error) {
      if (this.job !== job || error instanceof Cancelled) return;
      this.job = null;
      if (error instanceof Gone) return this.page.trouble(error);
      this.problem.textContent = capital(/** @type {Error} */ (error).message);
      this.problem.hidden = false;
    }
  }

  /** @param {any} answer */
  tell(answer) {
    const value = answer.sum ?? answer;
    const fact = (/** @type {string} */ name, /** @type {any} */ text) => text === undefined ? [] : [h("dt", {}, name), h("dd", { class: "value" }, text ?? "none")];
    const outcome = OUTCOMES[/** @type {keyof typeof OUTCOMES} */ (value.outcome)] ?? answer.why ?? "Not known.";
    const advice = answer.best;
    fill(this.answer,
      h("h2", { class: `verdict ${value.outcome ? "sure" : "unknown"}` }, advice?.sentence ?? outcome),
      h("dl", { class: "facts" }, [
        fact("value", value.canonical ?? value.loopy?.value), fact("outcome", advice && outcome), fact("mean", value.mean), fact("temperature", value.temperature),
        fact("stops", value.left_stop && `${value.left_stop} if Left starts, ${value.right_stop} if Right starts`),
        fact("atomic weight", value.atomic_weight === null ? "none" : value.atomic_weight),
      ].flat()),
      advice && h("section", {}, h("h3", {}, "Moves, best first"), h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Moves in the sum" }, h("table", {},
        h("thead", {}, h("tr", {}, ["in", "to", "wins", "why"].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, advice.moves.map((/** @type {any} */ move) => h("tr", {}, h("td", { class: "value" }, move.expression), h("td", { class: "value" }, move.option ?? "\u2026"),
          h("td", {}, move.wins ? "yes" : "no"), h("td", {}, move.why))))))),
      answer.why && h("p", { class: "why" }, answer.why),
      searched(answer),
      h("details", {}, h("summary", {}, "As the command line tells it"), h("pre", { class: "words", tabIndex: 0 }, answer.words)));
    say(advice?.sentence ?? outcome);
    fill(this.figure, answer.svg ? picture(answer.svg) : h("p", { class: "tip" }, "No thermograph."));
    const scale = this.figure.querySelector("[data-degree]");
    this.scale = scale ? { degree: Number(scale.getAttribute("data-degree")), top: Number(scale.getAttribute("data-top")) } : null;
    if (this.scale) this.slider.max = String(Math.max(0.5, Math.ceil(this.scale.top * 8) / 8));
    this.last = value;
    this.setTemperature(Math.min(this.temperature, Number(this.slider.max)));
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    const svg = this.figure.querySelector("svg");
    const matrix = svg?.getScreenCTM();
    if (!svg || !matrix || !this.scale) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    this.setTemperature(Math.max(0, Math.min(this.scale.top, Math.round((-at.y / this.scale.degree) * 8) / 8)));
  }

  /** @param {number} temperature */
  setTemperature(temperature) {
    this.temperature = temperature;
    this.slider.value = String(temperature);
    const svg = this.figure.querySelector("svg");
    if (!svg || !this.scale) { this.reading.textContent = ""; return; }
    svg.querySelector(".temperature")?.remove();
    const view = svg.viewBox.baseVal;
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const y = String(-temperature * this.scale.degree);
    for (const [name, value] of Object.entries({ x1: view.x, x2: view.x + view.width, y1: y, y2: y, class: "temperature" })) line.setAttribute(name, String(value));
    svg.append(line);
    clearTimeout(this.cooling);
    this.readings.begin();
    this.cooling = setTimeout(() => this.cool(), 60);
  }

  /** What the game is worth at the temperature. */
  async cool() {
    const expression = this.last?.canonical;
    if (!expression) return;
    const wanted = this.readings.begin();
    const eighths = Math.round(this.temperature * 8);
    const [top, bottom] = [eighths, 8].map((number) => number / gcd(eighths, 8));
    const cool = bottom === 1 ? String(top) : `${top}/${bottom}`;
    try {
      const answer = await engine.ask({ ask: "value", expressions: [expression], cool });
      if (wanted()) this.reading.textContent = `Cooled by ${cool}: ${answer.cooled ?? "not known"}`;
    } catch (error) {
      if (error instanceof Gone) this.page.trouble(error);
      else if (wanted()) this.reading.textContent = /** @type {Error} */ (error).message;
    }
  }

  copies() {
    return [
      { name: "JSON", get: async () => JSON.stringify(this.question()) },
      { name: "SVG", get: async () => this.figure.querySelector("svg")?.outerHTML ?? "" },
      { name: "Command line", get: async () => `tesuji value ${this.lines().map((/** @type {string} */ one) => `"${one}"`).join(" ")}${this.mode === "value" ? "" : ` --best ${this.mode}`}\n` },
    ];
  }

  link() { return address("games", { text: this.input.value, mode: this.mode, temperature: this.temperature }); }

  /** @param {any} state */
  open(state) {
    this.input.value = state?.text ?? EXAMPLES[0];
    this.temperature = Number(state?.temperature ?? 0) || 0;
    this.mode = ["left", "right"].includes(state?.mode) ? state.mode : "value";
    this.modes.set(/** @type {any} */ (this.mode));
    return this.run();
  }

  leaveScreen() {
    this.left = this.job !== null;
    this.job?.cancel();
    this.job = null;
  }

  comeBack() { if (this.left) this.run(); }
}

/** @param {number} a @param {number} b @returns {number} */
const gcd = (a, b) => (b === 0 ? Math.max(1, a) : gcd(b, a % b));
