// What keeps answers in order. They come when they come, and only the last question that was asked of a place may fill it.

import { capital, fill, h, thousands } from "./dom.js";
import { Cancelled, engine } from "./engine.js";

/** Something that is asked again and again, and of which only the last asking counts. */
export class Latest {
  constructor() { this.turn = 0; }

  /** Begins anew; what it gives tells whether nobody has done so since. @returns {() => boolean} */
  begin() {
    const turn = ++this.turn;
    return () => turn === this.turn;
  }
}

/** @param {import("./engine.js").Progress} progress */
const counted = (progress) => `${capital(progress.stage || "reading")}: ${thousands(progress.nodes)} positions`;

/** One search at a time, with its meter and the button that stops it where its answer will stand. */
export class Search {
  /** @param {Element} host */
  constructor(host) {
    this.host = host;
    /** @type {import("./engine.js").Job | null} */
    this.job = null;
    /** Whether a search was given up because its screen was left. */
    this.left = false;
  }

  get running() { return this.job !== null; }

  /**
   * Asks, instead of whatever was asked before. Who asked before, and who gives up, hears `Cancelled` and nothing else.
   * @param {import("./engine.js").Question} question
   * @param {{words?: string, tell?: (progress: import("./engine.js").Progress) => string}} [how]
   */
  async ask(question, { words = "Reading\u2026", tell = counted } = {}) {
    this.cancel();
    const meter = h("span", {}, words);
    const job = engine.watch(question, (progress) => { meter.textContent = tell(progress); });
    this.job = job;
    fill(this.host, h("p", { class: "waiting" }, h("span", { class: "pulse", "aria-hidden": "true" }), meter),
      h("button", { type: "button", class: "stop", onclick: () => job.stop() }, "Stop"));
    try {
      const answer = await job.answer;
      if (this.job !== job) throw new Cancelled();
      return answer;
    } catch (error) {
      throw this.job === job ? error : new Cancelled();
    } finally {
      if (this.job === job) this.job = null;
    }
  }

  /** Asks for what is known by now. */
  stop() { this.job?.stop(); }

  /** Gives up. */
  cancel() {
    this.left = false;
    const { job } = this;
    this.job = null;
    job?.cancel();
  }

  /** The screen is left: nobody looks at an answer. */
  leave() {
    const { running } = this;
    if (!running) return;
    this.cancel();
    this.left = true;
  }

  /** The screen is there again: what was given up is asked anew. @param {() => unknown} ask */
  comeBack(ask) {
    if (!this.left) return;
    this.left = false;
    ask();
  }
}
