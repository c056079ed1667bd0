// What a Go board says and asks: its points in words, the question that chosen or marked stones make, the same as a command.

/** The colour of the stone on a point. @param {any} shown @param {string} point @returns {"black" | "white" | null} */
export function stoneAt(shown, point) {
  return shown?.black.includes(point) ? "black" : shown?.white.includes(point) ? "white" : null;
}

/** The string on a point. @param {any} shown @param {string} point */
export function stringAt(shown, point) {
  return shown?.strings.find((/** @type {any} */ string) => string.stones.includes(point));
}

/** A point in words. @param {any} shown @param {string} point */
export function describe(shown, point) {
  const string = stringAt(shown, point);
  const ko = shown?.ko === point ? ", ko" : "";
  if (!string) return `${point}, ${stoneAt(shown, point) ?? "empty"}${ko}`;
  const stones = string.stones.length === 1 ? "1 stone" : `${string.stones.length} stones`;
  const liberties = string.liberties.length === 1 ? "1 liberty" : `${string.liberties.length} liberties`;
  return `${point}, ${string.color}, ${stones}, ${liberties}${string.unconditionally_alive ? ", alive" : ""}`;
}

/**
 * The question that a board asks: a race between chosen groups of both colours, or the capture of one; else what its marks say.
 * @param {any} shown
 * @param {{black: string | null, white: string | null}} targets
 * @param {{first: string, goal: string, nodes: number}} how
 */
export function questionOf(shown, { black, white }, { first, goal, nodes }) {
  const position = { json: { ...shown.position, to_move: first } };
  const limits = nodes ? { nodes, memory_mb: 1000 } : undefined;
  const asked = { position, limits };
  const race = { ask: "race", ...asked, goal: goal === "auto" ? undefined : goal };
  if (black && white) return { ...race, targets: [black, white] };
  if (black || white) {
    const owner = black ? "black" : "white";
    return { ask: "capture", ...asked, target: black ?? white, first: owner === first ? "defender" : "attacker" };
  }
  if (shown.marks.triangle.length && shown.marks.square.length) return race;
  return shown.marks.triangle.length ? { ask: "capture", ...asked } : null;
}

/** The command that asks the same. @param {any} question @param {any} shown @param {string} first */
export function commandOf(question, shown, first) {
  const asked = question ?? { ask: "show" };
  let more = "";
  if (asked.targets) more += ` --targets ${asked.targets.join(",")}`;
  if (asked.goal) more += ` --goal ${asked.goal}`;
  if (asked.target) more += ` --target ${[asked.target].flat().join(",")} --first ${asked.first}`;
  return `tesuji ${asked.ask} -${more} <<'END'\n${JSON.stringify({ ...shown.position, to_move: first })}\nEND\n`;
}
