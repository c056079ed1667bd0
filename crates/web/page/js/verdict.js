// What an answer about a fight says: one sentence first, then its moves, its line, its regions, what it assumes.

import { capital, h, other, thousands } from "./dom.js";
import { Stepper } from "./stepper.js";

/**
 * @typedef {{light: (way: string, points: string[]) => void, tryMove: (point: string, color: string) => void,
 *   step: (steps: {color: string, point: string}[], count: number) => void,
 *   thermograph: (expression: string, host: any) => void, pick: (a: string, b: string) => void}} Hooks
 */

/** @param {string} first @param {string} sentence */
function withoutFirst(first, sentence) {
  const start = `${capital(first)} first: `;
  return sentence.startsWith(start) ? capital(sentence.slice(start.length)) : sentence;
}

/** A class for the colour of a verdict. @param {string} verdict */
const mood = (verdict) => (verdict === "unknown" ? "open" : ["seki", "ko"].includes(verdict) ? "even" : "sure");

/**
 * Buttons for first moves: pointing at one lights it, pressing it plays it.
 * @param {string} label
 * @param {string[]} moves
 * @param {string} color
 * @param {Hooks} hooks
 */
function moveChips(label, moves, color, hooks) {
  if (moves.length === 0) return null;
  return h("div", { class: "moves" }, h("h3", {}, label), h("div", { class: "chips" }, moves.map((point) =>
    h("button", {
      type: "button", class: `chip ${color}`, title: `Try ${point}`,
      onclick: () => hooks.tryMove(point, color),
      onpointerenter: () => hooks.light("lit", [point]), onpointerleave: () => hooks.light("lit", []),
      onfocus: () => hooks.light("lit", [point]), onblur: () => hooks.light("lit", []),
    }, point))));
}

/** First moves nobody could judge that have buttons. */
const MOST_UNDECIDED = 6;

/**
 * First moves nobody could judge: buttons for a few, a sentence for many.
 * @param {string} label
 * @param {string[]} moves
 * @param {string} color
 * @param {Hooks} hooks
 */
function undecided(label, moves, color, hooks) {
  if (moves.length <= MOST_UNDECIDED) return moveChips(label, moves, color, hooks);
  return h("p", { class: "why" }, "Other first moves were not compared.");
}

/** @param {any[]} line @param {Hooks} hooks @param {string} [label] */
export function lineOf(line, hooks, label = "Best play") {
  const stones = line.filter((step) => typeof step === "object");
  if (stones.length === 0) return null;
  return new Stepper({
    label,
    steps: stones.map(({ color, point }) => ({ text: point, color })),
    show: (count) => hooks.step(stones, count),
  });
}

/**
 * @param {any} answer
 * @param {string} first
 * @param {Hooks} hooks
 * @returns {{element: any, stepper: Stepper | null, sentence: string}}
 */
export function raceVerdict(answer, first, hooks) {
  const side = first === "black" ? answer.black_first : answer.white_first;
  const told = (answer.sentences ?? []).find((/** @type {string} */ one) => one.startsWith(capital(first))) ?? side.why;
  const sentence = withoutFirst(first, told);
  const stepper = lineOf(side.line, hooks);
  const about = answer.goal === "life" ? "Who lives?" : "Who captures first?";
  const keeps = ![other(first)].includes(side.verdict);
  return {
    sentence, stepper,
    element: [
      h("p", { class: "about" }, about),
      h("h2", { class: `verdict ${mood(side.verdict)}` }, sentence),
      side.verdict !== "unknown" && side.why && h("p", { class: "why" }, side.why),
      side.provisional && h("p", { class: "why" }, side.provisional),
      keeps && moveChips(side.moves.length === 1 ? "The move" : "Moves that keep it", side.moves, first, hooks),
      undecided("Perhaps as good, not decided", side.undecided, first, hooks),
      stepper?.element,
      side.count && h("p", { class: "why" }, `Only plain liberties are left after ${side.count.moves} moves: Black ` +
        `${side.count.black}, White ${side.count.white}${side.count.shared ? `, shared ${side.count.shared}` : ""}; ` +
        `${capital(side.count.to_move)} to move.`),
      regions(answer, hooks),
      fates(answer),
      conditions(answer, hooks),
      others(answer, hooks),
      searched(answer),
    ].filter(Boolean),
  };
}

/** @param {any} answer @param {Hooks} hooks */
function regions(answer, hooks) {
  if (answer.regions.length === 0) return null;
  const host = h("div", { class: "thermograph" });
  const rows = answer.regions.map((/** @type {any} */ region) => {
    const value = region.value && region.value.length <= 22 ? region.value : region.mean ? `mean ${region.mean}` : region.value ? "a long game" : "\u2013";
    const open = () => region.value && hooks.thermograph(region.value, host);
    return h("tr", {
      onpointerenter: () => hooks.light("lit", region.points), onpointerleave: () => hooks.light("lit", []),
    },
      h("th", { scope: "row" }, region.points.length || region.value
        ? h("button", { type: "button", class: "link", title: region.value ?? "", onclick: open,
          onfocus: () => hooks.light("lit", region.points), onblur: () => hooks.light("lit", []) }, region.id)
        : region.id),
      h("td", { title: region.kind }, region.owner ? capital(region.owner) : "both"),
      h("td", { class: "value" }, region.cooled && region.cooled.length <= 16 ? region.cooled : "\u2013"),
      h("td", { class: "value" }, region.temperature ?? "\u2013"), h("td", { class: "value" }, value));
  });
  return h("section", { class: "regions" }, h("h3", {}, "Liberty regions"),
    h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Table of liberty regions" }, h("table", {},
      h("thead", {}, h("tr", {}, ["", "of", "cooled", "temp.", "value"].map((title) =>
        title ? h("th", { scope: "col" }, title) : h("td", {})))),
      h("tbody", {}, rows))),
    answer.cooled_sum && h("p", { class: "why" }, `Cooled sum ${answer.cooled_sum}` + (answer.adjusted
      ? `; with the move Black reaches ${answer.adjusted.black}, White ${answer.adjusted.white}` : "")),
    (answer.gaps ?? []).map((/** @type {string} */ gap) => h("p", { class: "why" }, `Not counted: ${gap}`)),
    host);
}

/** @param {any} answer */
function fates(answer) {
  if (!answer.fates) return null;
  return h("section", { class: "regions" }, h("h3", {}, "Every block"), h("table", {},
    h("thead", {}, h("tr", {}, ["block", "Black first", "White first"].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, Object.entries(answer.fates).map(([name, fate]) => h("tr", {}, h("th", { scope: "row" }, name),
      h("td", {}, fate.black_first), h("td", {}, fate.white_first))))));
}

/** @param {any} answer @param {Hooks} hooks */
function conditions(answer, hooks) {
  const { safe, unknown = [], open, field, assumed = [] } = answer.conditions;
  const lines = assumed.map((/** @type {string} */ words) => h("li", {}, words));
  const named = (/** @type {(one: any) => boolean} */ which) => safe.filter(which).map((/** @type {any} */ one) => one.at);
  /** @type {[string, string[]][]} */
  const told = [
    ["Stated to be safe", named((one) => one.stated)], ["Stated to be unknown", unknown],
    ["If these are safe", named((one) => !one.stated && !one.proved)], ["Found to be safe", named((one) => !one.stated && one.proved)],
  ];
  for (const [words, stones] of told) {
    if (stones.length) lines.push(h("li", { onpointerenter: () => hooks.light("lit", stones), onpointerleave: () => hooks.light("lit", []) },
      `${words}: ${stones.join(" ")}`));
  }
  if (open) lines.push(h("li", {}, "Whoever gets out of the points that were read is taken as safe."));
  if (field.length) lines.push(h("li", { onpointerenter: () => hooks.light("lit", field), onpointerleave: () => hooks.light("lit", []) },
    `Read on ${field.length} points.`));
  if (lines.length === 0) return null;
  return h("section", { class: "conditions" }, h("h3", {}, "Conditions"), h("ul", {}, lines));
}

/** @param {any} answer @param {Hooks} hooks */
function others(answer, hooks) {
  if (!answer.other_fights?.length) return null;
  return h("section", {}, h("h3", {}, "Other fights here"), h("div", { class: "chips" },
    answer.other_fights.map((/** @type {[string, string]} */ [a, b]) =>
      h("button", { type: "button", class: "chip", onclick: () => hooks.pick(a, b),
        onpointerenter: () => hooks.light("lit", [a, b]), onpointerleave: () => hooks.light("lit", []) }, `${a} \u2013 ${b}`))));
}

/** @param {any} answer */
export function searched(answer) {
  if (answer.nodes === undefined) return null;
  const limit = answer.limits ? `, at most ${thousands(answer.limits.nodes)}` : "";
  return h("p", { class: "searched" }, `${thousands(answer.nodes)} positions looked at${limit}.`);
}

/**
 * @param {any} answer
 * @param {Hooks} hooks
 * @returns {{element: any, stepper: Stepper | null, sentence: string}}
 */
export function captureVerdict(answer, hooks) {
  const [head, ...rest] = (answer.sentences?.[0] ?? answer.why).split(/: |; /);
  const mover = answer.first === "attacker" ? other(answer.color) : answer.color;
  const stepper = lineOf(answer.line, hooks);
  return {
    sentence: `${head}.`, stepper,
    element: [
      h("p", { class: "about" }, `Can ${capital(answer.color)} ${(answer.targets ?? [answer.target]).join(answer.goal === "all" ? " and " : " or ")} be captured?`),
      h("h2", { class: `verdict ${mood(answer.verdict)}` }, `${head}.`),
      h("p", { class: "why" }, capital(rest.join("; ") || answer.why)),
      moveChips(answer.moves.length === 1 ? "The move" : "Moves that work", answer.moves, mover, hooks),
      undecided("Not judged", answer.undecided, mover, hooks),
      stepper?.element,
      answer.zone.length > 0 && h("p", { class: "why", onpointerenter: () => hooks.light("lit", answer.zone),
        onpointerleave: () => hooks.light("lit", []) }, `It depends on ${answer.zone.length} points of the board.`),
      answer.conditions && conditions(answer, hooks),
      searched(answer),
    ].filter(Boolean),
  };
}
