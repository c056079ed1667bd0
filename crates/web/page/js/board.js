// A board to click: the picture that came with an answer, a cursor for keys, a ghost stone for fingers, words for those who
// listen. It knows points by their names and places, so it serves every board there is.

import { h, picture, say } from "./dom.js";

/** @typedef {{x: number, y: number, element: SVGElement, look: string}} Place */

export class Board {
  /**
   * @param {{label: string, act: (point: string) => void, describe?: (point: string) => string,
   *   ghost?: (point: string) => string | null, hover?: (point: string | null) => void}} options
   */
  constructor(options) {
    this.options = options;
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {string | null} */
    this.cursor = null;
    /** @type {string | null} */
    this.ghostAt = null;
    /** @type {Map<string, Set<string>>} */
    this.lights = new Map();
    this.sheet = h("div", { class: "sheet" });
    this.words = h("pre", { class: "unseen" });
    this.element = h("div", {
      class: "board", tabIndex: 0, role: "application", "aria-roledescription": "board",
      "aria-label": `${options.label}. Arrow keys move the cursor, Enter plays there.`,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onfocus: () => this.setCursor(this.cursor ?? this.middle()),
      onblur: () => this.draw(),
    }, this.sheet, this.words);
    this.sheet.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.press(event));
    this.sheet.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.move(event));
    this.sheet.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.release(event));
    this.sheet.addEventListener("pointerleave", () => this.setGhost(null));
    this.sheet.addEventListener("pointercancel", () => { this.pressed = false; this.setGhost(null); });
    this.pressed = false;
  }

  /**
   * Shows a picture.
   * @param {string} svg
   * @param {string} [words] the position as a text
   */
  show(svg, words = "") {
    const drawn = picture(svg);
    drawn.setAttribute("aria-hidden", "true");
    drawn.removeAttribute("role");
    drawn.setAttribute("focusable", "false");
    // Inside this page the title would be a tooltip over the whole board.
    for (const name of ["title", "desc"]) drawn.querySelector(name)?.remove();
    this.places.clear();
    for (const element of drawn.querySelectorAll("[data-point]")) {
      const box = (/** @type {string} */ name) => Number(element.getAttribute(name) ?? 0);
      const round = element.tagName === "circle";
      this.places.set(element.getAttribute("data-point") ?? "", {
        x: round ? box("cx") : box("x") + box("width") / 2,
        y: round ? box("cy") : box("y") + box("height") / 2,
        element: /** @type {SVGElement} */ (element),
        look: "",
      });
    }
    this.sheet.replaceChildren(drawn);
    this.words.textContent = words;
    if (this.cursor && !this.places.has(this.cursor)) this.cursor = null;
    this.draw();
  }

  /**
   * Lights points in one of the ways that the style sheet knows: target, good, zone, lit, moves.
   * @param {string} way
   * @param {Iterable<string>} points
   */
  light(way, points) {
    this.lights.set(way, new Set(points));
    this.draw();
  }

  draw() {
    const focused = document.activeElement === this.element;
    for (const [name, place] of this.places) {
      const ways = [];
      for (const [way, points] of this.lights) if (points.has(name)) ways.push(way);
      if (focused && name === this.cursor) ways.push("cursor");
      if (name === this.ghostAt) ways.push("ghost", `ghost-${this.options.ghost?.(name) ?? "none"}`);
      const look = ways.join(" ");
      if (place.look === look) continue;
      place.look = look;
      place.element.setAttribute("class", look);
    }
  }

  /** @param {PointerEvent} event @returns {string | null} */
  at(event) {
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-point]");
    return hit && this.sheet.contains(hit) ? hit.getAttribute("data-point") : null;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    this.pressed = true;
    this.setGhost(this.at(event));
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.pointerType === "touch" && !this.pressed) return;
    this.setGhost(this.at(event));
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!this.pressed) return;
    this.pressed = false;
    const point = this.at(event);
    if (event.pointerType === "touch") this.setGhost(null);
    if (point) {
      this.cursor = point;
      this.options.act(point);
    }
  }

  /** @param {string | null} point */
  setGhost(point) {
    if (point === this.ghostAt) return;
    this.ghostAt = point;
    this.options.hover?.(point);
    this.draw();
  }

  middle() {
    const all = [...this.places];
    if (all.length === 0) return null;
    const mean = (/** @type {"x" | "y"} */ way) => all.reduce((sum, [, place]) => sum + place[way], 0) / all.length;
    return this.nearest(mean("x"), mean("y"));
  }

  /** @param {number} x @param {number} y */
  nearest(x, y) {
    let best = null, least = Infinity;
    for (const [name, place] of this.places) {
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < least) [best, least] = [name, distance];
    }
    return best;
  }

  /** @param {string | null} point */
  setCursor(point) {
    this.cursor = point;
    if (point) say(this.options.describe?.(point) ?? point);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (way) {
      event.preventDefault();
      const from = this.cursor && this.places.get(this.cursor);
      if (!from) return this.setCursor(this.middle());
      // The next point in this direction: near, and not far to the side.
      let best = null, least = Infinity;
      for (const [name, place] of this.places) {
        const [x, y] = [place.x - from.x, place.y - from.y];
        const ahead = x * way[0] + y * way[1];
        const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
        if (ahead <= 1e-6 || aside > ahead * 1.8) continue;
        const cost = ahead + 2.5 * aside;
        if (cost < least) [best, least] = [name, cost];
      }
      if (best) this.setCursor(best);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      event.preventDefault();
      this.options.act(this.cursor);
    }
  }
}
