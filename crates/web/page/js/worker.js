// The program in a worker: texts in, texts out. What the functions of the program mean is said in wasm/src/lib.rs.

/** @typedef {{memory: WebAssembly.Memory, room: (bytes: number) => number, ask: (stopped: boolean) => number, text: () => number,
 *    keep_simpei: () => void}} Program */

/** Milliseconds between two reports of progress. */
const PROGRESS = 200;

/** @type {Promise<Program>} */
let program;
/** @type {string | null} where the table of Simpei is, until it is here */
let simpei = null;
let told = 0;

const tell = (/** @type {unknown} */ message) => /** @type {any} */ (self).postMessage(message);

/** @param {WebAssembly.Module} module */
async function begin(module) {
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
  exports = /** @type {any} */ ((await WebAssembly.instantiate(module, { page })).exports);
  return exports;
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
  const place = /** @type {string} */ (simpei);
  simpei = null;
  tell({ progress: { stage: "fetching the table", nodes: 0 } });
  const response = await fetch(place).catch(() => null);
  if (!response?.ok) return;
  write(program, new Uint8Array(await response.arrayBuffer()));
  program.keep_simpei();
}

/** @param {string} text @param {boolean} stopped */
async function answer(text, stopped) {
  try {
    const ready = await program;
    if (simpei && !stopped && JSON.parse(text).ask === "simpei") await bringSimpei(ready);
    write(ready, new TextEncoder().encode(text));
    told = performance.now();
    const bytes = ready.ask(stopped);
    tell({ text: read(ready, ready.text(), bytes) });
  } catch (error) {
    tell({ failed: error instanceof RangeError
      ? "this question is too deep for the browser; the program on your own machine has more room"
      : "the program failed at this question; it may need more memory than the browser gives, or this is an error in it" });
  }
}

self.onmessage = ({ data }) => {
  if (data.program) {
    simpei = data.simpei;
    program = begin(data.program);
    // Told with the first question.
    program.catch(() => {});
  } else answer(data.text, data.stopped);
};
