// The program in a worker: texts in, texts out. What the functions of the program mean is said in wasm/src/lib.rs.

/** @typedef {{memory: WebAssembly.Memory, room: (bytes: number) => number, ask: (end: number) => number, text: () => number,
 *    spent: () => number, keep_simpei: () => void}} Program */

/** How a question ends: when it is answered; at once, because it was stopped; at once, because there is no memory for it. */
const [ANSWERED, STOPPED, EXHAUSTED] = [0, 1, 2];

/** Milliseconds between two reports of progress. */
const PROGRESS = 200;

/** @type {WebAssembly.Module} */
let first;
/** @type {Promise<Program>} */
let program;
/** @type {Promise<WebAssembly.Module> | null} the rest of the program, once it was asked for */
let rest = null;
/** @type {(rest: WebAssembly.Module) => void} */
let restIsHere = () => {};
/** @type {string | null} where the table of Simpei is */
let simpei = null;
let hasSimpei = false;
let told = 0;

/** A function was called that is in the rest of the program. */
class Missing extends Error {}

const tell = (/** @type {unknown} */ message) => /** @type {any} */ (self).postMessage(message);

/** Begins with a program that knows nothing yet. @returns {Promise<Program>} */
async function begin() {
  /** @type {Program} */
  let exports;
  const page = {
    now: () => performance.now(),
    due: () => performance.now() - told >= PROGRESS,
    tell: (/** @type {number} */ place, /** @type {number} */ bytes) => {
      told = performance.now();
      tell({ progress: JSON.parse(read(exports, place, bytes)) });
    },
  };
  // The first part calls the rest through a table, where these stand until the rest puts itself there.
  const missing = new Proxy({}, { get: () => () => { throw new Missing(); } });
  exports = /** @type {any} */ ((await WebAssembly.instantiate(first, { page, rest: missing })).exports);
  if (rest) await WebAssembly.instantiate(await rest, { first: /** @type {any} */ (exports) });
  hasSimpei = false;
  return exports;
}

/** Asks for the rest of the program and begins anew: what was left in the middle of its work is of no use. */
function beginWhole() {
  rest ??= new Promise((resolve) => {
    restIsHere = resolve;
    tell({ rest: true });
  });
  program = begin();
}

/** @param {Program} program @param {number} place @param {number} bytes */
function read(program, place, bytes) {
  return new TextDecoder().decode(new Uint8Array(program.memory.buffer, place >>> 0, bytes >>> 0));
}

/** @param {Program} program @param {Uint8Array} bytes */
function write(program, bytes) {
  const place = program.room(bytes.length) >>> 0;
  new Uint8Array(program.memory.buffer, place, bytes.length).set(bytes);
}

/** The table is brought before it is asked for the first time; without it the game is solved here. @param {Program} program */
async function bringSimpei(program) {
  hasSimpei = true;
  tell({ progress: { stage: "fetching the table", nodes: 0 } });
  const response = await fetch(/** @type {string} */ (simpei)).catch(() => null);
  if (!response?.ok) return;
  write(program, new Uint8Array(await response.arrayBuffer()));
  program.keep_simpei();
}

/** @param {string} text @param {number} end @returns {Promise<string>} */
async function ask(text, end) {
  const ready = await program;
  try {
    if (simpei && !hasSimpei && end === ANSWERED && JSON.parse(text).ask === "simpei") await bringSimpei(ready);
    write(ready, new TextEncoder().encode(text));
    told = performance.now();
    const bytes = ready.ask(end);
    const answer = read(ready, ready.text(), bytes);
    // The next question has all memory again.
    if (ready.spent()) program = begin();
    return answer;
  } catch (error) {
    if (error instanceof Missing && !rest) beginWhole();
    else if (end === ANSWERED && error instanceof WebAssembly.RuntimeError && ready.spent()) {
      program = begin();
      end = EXHAUSTED;
    } else throw error;
    return ask(text, end);
  }
}

/** @param {string} text @param {boolean} stopped */
async function answer(text, stopped) {
  try {
    tell({ text: await ask(text, stopped ? STOPPED : ANSWERED) });
  } catch (error) {
    tell({ failed: error instanceof RangeError
      ? "this question is too deep for the browser; the program on your own machine has more room"
      : "the program failed at this question; it may need more memory than the browser gives, or this is an error in it" });
  }
}

self.onmessage = ({ data }) => {
  if (data.program) {
    ({ program: first, simpei } = data);
    program = begin();
    // Told with the first question.
    program.catch(() => {});
  } else if (data.rest) restIsHere(data.rest);
  else answer(data.text, data.stopped);
};
