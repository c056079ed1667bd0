// Answers from the program inside this browser. Questions are answered in workers, so that the page never waits: one for what
// comes at once, one for what takes long. There is no way into a worker that computes: a search is ended by ending its worker.
// The program comes in two parts: what a player of Go needs, at once, and the rest, as soon as it is wanted or nothing else is done.

import { answerIn, Cancelled, Gone, Refused } from "./faults.js";
import { site } from "./site.js";

/** @typedef {import("./engine.js").Question} Question */
/** @typedef {import("./engine.js").Answer} Answer */
/** @typedef {import("./engine.js").Progress} Progress */
/** @typedef {{question: Question, see: (progress: Progress) => void, begun: object | null, stopped: boolean,
 *    resolve: (answer: Answer) => void, reject: (error: unknown) => void}} Task */

const place = (/** @type {string} */ name) => new URL(`../${name}`, import.meta.url);

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const parts = new Map();

/** A part of the program, fetched and compiled once. @param {string} file */
function bring(file) {
  const known = parts.get(file);
  if (known) return known;
  const part = fetchPart(file);
  parts.set(file, part);
  // What failed is tried again when it is wanted again.
  part.catch(() => parts.delete(file));
  return part;
}

/** @param {string} file */
async function fetchPart(file) {
  let bytes;
  try {
    const response = await fetch(place(file));
    if (!response.ok) throw new Error(response.statusText);
    bytes = await response.arrayBuffer();
  } catch {
    throw new Gone("The program of this page cannot be fetched: open the page again when there is a network.");
  }
  // It is packed, so that it is small wherever it lies; some servers have it unpacked on the way.
  const [first, second] = new Uint8Array(bytes);
  const packed = first === 0x1f && second === 0x8b;
  if (!packed) return WebAssembly.compile(bytes);
  // One piece, from memory: nothing waits for anything but the unpacking.
  const stream = new ReadableStream({ start(control) { control.enqueue(new Uint8Array(bytes)); control.close(); } });
  const whole = stream.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(whole, { headers: { "content-type": "application/wasm" } }));
}

/** A worker, and the questions that wait for it. */
class Desk {
  constructor() {
    /** @type {Task[]} the first one is being worked on */
    this.tasks = [];
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** @param {Question} question @param {(progress: Progress) => void} [see] @returns {import("./engine.js").Job} */
  watch(question, see = () => {}) {
    /** @type {Task} */
    const task = { question, see, begun: null, stopped: false, resolve: () => {}, reject: () => {} };
    const answer = new Promise((resolve, reject) => { Object.assign(task, { resolve, reject }); });
    // Whoever does not look at it any more need not hear of its end.
    answer.catch(() => {});
    this.tasks.push(task);
    this.next();
    return { answer, stop: () => this.stop(task), cancel: () => this.cancel(task) };
  }

  /** A worker that begins while the program is on its way, unless there is one. */
  hire() {
    if (this.worker) return;
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }) => { if (this.worker === worker) this.hear(data); };
    worker.onerror = () => {
      if (this.worker !== worker) return;
      this.end();
      const [task] = this.tasks;
      if (task) this.done(task, () => task.reject(new Gone("The program of this page cannot be started. It is tried again; what is on this page stays.")));
    };
    bring(/** @type {string} */ (site.program)).then(
      (program) => worker.postMessage({ program, simpei: site.simpei && place(site.simpei).href }),
      // Without the program it is of no use.
      () => { if (this.worker === worker) this.end(); });
  }

  /** What the worker says about the first question. @param {any} data */
  hear(data) {
    const [task] = this.tasks;
    if (!task) return;
    if (data.progress) return task.see(data.progress);
    if (data.rest) return this.bringRest(task);
    if (data.failed) this.end();
    this.done(task, () => {
      if (data.failed) throw new Refused(data.failed);
      task.resolve(answerIn(JSON.parse(data.text)));
    });
  }

  /** Begins with the first question, unless that has been done. @returns {Promise<void>} */
  async next() {
    const [task] = this.tasks;
    if (!task || task.begun) return;
    const begun = (task.begun = {});
    this.hire();
    try {
      await bring(/** @type {string} */ (site.program));
    } catch (error) {
      return this.done(task, () => task.reject(error));
    }
    // By now it may have been stopped, or nobody may want it any more: then somebody else has begun.
    if (this.tasks[0] !== task || task.begun !== begun) return;
    this.worker?.postMessage({ text: JSON.stringify(task.question), stopped: task.stopped });
  }

  /** The worker waits for the rest of the program. @param {Task} task */
  async bringRest(task) {
    const { worker } = this;
    try {
      const rest = await bring(/** @type {string} */ (site.rest));
      if (this.worker === worker) worker?.postMessage({ rest });
    } catch (error) {
      if (this.worker !== worker || this.tasks[0] !== task) return;
      this.end();
      this.done(task, () => task.reject(error));
    }
  }

  /** A task is over. @param {Task} task @param {() => void} tell */
  done(task, tell) {
    this.tasks = this.tasks.filter((one) => one !== task);
    try { tell(); } catch (error) { task.reject(error); }
    this.next();
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }

  /** The question is asked again of a worker that stops at once: what is known without a search. @param {Task} task */
  stop(task) {
    if (!this.tasks.includes(task) || task.stopped) return;
    task.stopped = true;
    if (!task.begun) return;
    this.end();
    task.begun = null;
    this.next();
  }

  /** @param {Task} task */
  cancel(task) {
    if (!this.tasks.includes(task)) return;
    if (task.begun) this.end();
    this.done(task, () => task.reject(new Cancelled()));
  }
}

const [quick, slow] = [new Desk(), new Desk()];

/** @type {import("./engine.js").Engine} */
export const browser = {
  name: "answered inside this browser",
  ask: (question) => quick.watch(question).answer,
  watch: (question, see) => slow.watch(question, see),
};

if (site.program) {
  // While the page is made there is time for it.
  bring(site.program).catch(() => {});
  for (const desk of [quick, slow]) desk.hire();
  // From the second visit on the page needs no network.
  // What keeps it comes last: nothing is fetched twice, and it takes nothing away from the first answer.
  const keep = () => navigator.serviceWorker?.register(place("offline.js")).catch(() => {});
  addEventListener("load", () => { bring(/** @type {string} */ (site.program)).then(keep, keep); });
}
