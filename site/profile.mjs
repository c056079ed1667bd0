// Which functions of the program a player of Go needs: node site/profile.mjs PROGRAM PROFILE
//
// PROGRAM is the program as `wasm-split --instrument` makes it, PROFILE is what `wasm-split --profile` reads. Everything that is asked
// here is in what the page fetches first. The rest is no less right, but comes a little later.

import { readFileSync, writeFileSync } from "node:fs";

const [, , program, profile] = process.argv;
const page = { now: () => performance.now(), due: () => 1, tell: () => {} };
const { exports } = (await WebAssembly.instantiate(readFileSync(program), { page })).instance;

/** Asks as js/worker.js does. */
function ask(question, end = 0) {
  const bytes = new TextEncoder().encode(typeof question === "string" ? question : JSON.stringify(question));
  const place = exports.room(bytes.length) >>> 0;
  new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
  const length = exports.ask(end);
  exports.spent();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.text() >>> 0, length >>> 0)));
}

const picture = { theme: "auto" };
const limits = { nodes: 3000 };

/** A position as the page has it, and what a player does with it. */
function shown(from) {
  const { position } = ask({ ask: "edit", ...from, changes: [], picture });
  if (!position) return;
  const changes = [[{ do: "put", stone: "black", at: ["A1"] }], [{ do: "put", at: ["A1"] }, { do: "label", at: ["A1"] }],
    [{ do: "mark", mark: "circle", at: ["B1"] }], [{ do: "play", point: "D4" }], [{ do: "play", point: "pass" }], [{ do: "clear" }]];
  for (const change of changes) ask({ ask: "edit", position: { json: position }, changes: change, numbers: true, picture });
  for (const write of ["sgf", "text"]) ask({ ask: "edit", position: { json: position }, write });
  return position;
}

/** A question, its whole answer, and a move that is tried: the best one, or the first point. */
function fight(question) {
  const answer = ask({ ...question, words: true, picture, limits });
  ask({ ...question, words: true, picture, limits }, 1);
  const side = answer.black_first ?? answer;
  const best = side.moves?.[0] ?? side.line?.[0]?.point;
  for (const move of new Set([best ?? "A1", "A1"])) ask({ ask: "try", of: question, move, words: true, limits });
  for (const region of answer.regions ?? []) if (region.value) ask({ ask: "value", expressions: [region.value], picture });
  return answer;
}

ask({ ask: "boards" });
for (const text of ["(;SZ[9];B[zz])", "neither this nor that", "{", ".XO..\n....."]) ask({ ask: "game", text });
ask("no question");
for (const board of ["square:19", "square:9", "torus:7x7"]) shown({ board });
for (const { name, kind } of ask({ ask: "examples" }).examples) {
  const { text } = ask({ ask: "examples", name });
  if (!["race", "capture"].includes(kind) || name.endsWith(".json")) continue;
  ask({ ask: "game", text });
  const json = shown({ position: { text } });
  for (const to_move of ["black", "white"]) if (json) fight({ ask: kind, position: { json: { ...json, to_move } } });
  if (kind === "race" && json) for (const goal of ["life", "capture"]) fight({ ask: "race", goal, position: { json } });
  if (kind === "capture" && json) for (const more of [{ proof: true }, { all: true }]) ask({ ask: kind, position: { json }, ...more, words: true, limits });
}
ask({ ask: "problems" });
const { problems } = ask({ ask: "problems", collection: "captures" });
// Some of each sort; they lie one after the other.
for (const { question } of problems.filter((_, number) => number % 8 === 0)) fight(question);

const length = exports.profile(exports.room(1 << 20), 1 << 20);
writeFileSync(profile, new Uint8Array(exports.memory.buffer, exports.text() >>> 0, length));
