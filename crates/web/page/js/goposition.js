// The position on a Go board: changes that come one after the other, what was there before, and what a file brings.

import { LOOK } from "./dom.js";
import { engine } from "./engine.js";

/** @typedef {{black: string | null, white: string | null}} Targets */
/** What is done with a position that is there. `chosen` comes with a link or with the past; `keep` leaves the choice as it is.
 *  @typedef {{from?: any, keep?: boolean, chosen?: {targets: Targets, first?: string}, silent?: boolean, then?: () => void}} How */

export class GoPosition {
  /** @param {{settle: (shown: any, how: How) => void, wrong: (error: unknown) => void, targets: () => Targets}} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {any} */
    this.shown = null;
    /** @type {{position: any, targets: Targets}[]} */
    this.past = [];
    /** @type {{position: any, targets: Targets}[]} */
    this.future = [];
    /** @type {Promise<unknown>} what the board is busy with: changes come one after the other, and none is lost */
    this.busy = Promise.resolve();
    this.opening = 0;
  }

  /** Does something once all that was begun before is done. @param {() => unknown} act */
  next(act) {
    const done = this.busy.then(act);
    this.busy = done.catch(() => {});
    return done;
  }

  /** Opens something, unless something else is to be opened by then: who leafs through a game waits for the last page only.
   *  @param {() => unknown} act */
  open(act) {
    const opening = ++this.opening;
    return this.next(() => (opening === this.opening ? act() : undefined));
  }

  /** Changes the position and shows it, after all changes before it. @param {any[]} changes @param {How} [how] */
  change(changes, how = {}) {
    const act = () => this.changeNow(changes, how);
    return how.from ? this.open(act) : this.next(act);
  }

  /** @param {any[]} changes @param {How} [how] */
  async changeNow(changes, how = {}) {
    const base = how.from ?? { position: { json: this.shown?.position } };
    try {
      const shown = await engine.ask({ ask: "edit", ...base, changes, picture: LOOK });
      how.then?.();
      if (this.shown && !how.silent) this.past.push(this.here());
      if (!how.silent) this.future = [];
      this.shown = shown;
      this.screen.settle(shown, how);
    } catch (error) {
      this.screen.wrong(error);
    }
  }

  /** What undo brings back. */
  here() { return { position: this.shown.position, targets: { ...this.screen.targets() } }; }

  undo() { return this.travel("past", "future"); }

  redo() { return this.travel("future", "past"); }

  /** @param {"past" | "future"} from @param {"past" | "future"} to */
  travel(from, to) {
    return this.next(async () => {
      const state = this.shown && this[from].pop();
      if (!state) return;
      this[to].push(this.here());
      await this.changeNow([], { from: { position: { json: state.position } }, chosen: { targets: state.targets }, silent: true });
    });
  }
}
