// The engine: the one way from this page to answers. `ask` brings an answer that comes at once, `watch` one that takes long, with
// its progress and a way to stop it. Behind it is the program on this machine (`server.js`) or the same program in this browser
// (`browser.js`), as `site.js` says.

import { browser } from "./browser.js";
import { server } from "./server.js";
import { site } from "./site.js";

/** @typedef {Record<string, any>} Question */
/** @typedef {Record<string, any>} Answer */
/** @typedef {{stage: string, nodes: number, done?: number, total?: number}} Progress */
/** `stop` asks for what is known by now, `cancel` for nothing more.
 *  @typedef {{answer: Promise<Answer>, stop: () => void, cancel: () => void}} Job */
/** @typedef {{name: string, ask: (question: Question) => Promise<Answer>,
 *    watch: (question: Question, see?: (progress: Progress) => void) => Job}} Engine */

export { Cancelled, Gone, Refused } from "./faults.js";

/** The engine of this page. @type {Engine} */
export const engine = site.program ? browser : server;
