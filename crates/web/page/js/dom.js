// Elements, words and small things that every screen uses.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element. Properties that begin with `on` are listeners, `class` and `aria-...` are attributes.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.includes("-") && name !== "list" && name !== "form") {
      /** @type {any} */ (element)[name] = value;
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  put(element, children.flat());
  return element;
}

/**
 * Puts children at the end of an element.
 * @param {Element} element
 * @param {Child[]} children
 */
function put(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces what is in an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, children.flat());
}

/** Tells something to those who listen instead of looking. @param {string} words */
export function say(words) {
  const status = document.getElementById("status");
  if (status) status.textContent = words;
}

/**
 * A row of buttons of which one is pressed.
 * @template {string} T
 * @param {string} label
 * @param {{value: T, text: Child, title?: string}[]} choices
 * @param {T} chosen
 * @param {(value: T) => void} choose
 * @returns {{element: any, set: (value: T) => void}}
 */
export function choice(label, choices, chosen, choose) {
  /** @type {HTMLButtonElement[]} */
  const buttons = choices.map(({ value, text, title }) =>
    h("button", {
      type: "button", role: "radio", title, value, class: "choice",
      onclick: () => { set(value); choose(value); },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const at = (choices.findIndex((one) => one.value === value) + step + choices.length) % choices.length;
        set(choices[at].value);
        choose(choices[at].value);
        buttons[at].focus();
      },
    }, text));
  /** @param {T} value */
  function set(value) {
    for (const button of buttons) {
      const on = button.value === value;
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on ? 0 : -1;
    }
  }
  set(chosen);
  return { element: h("div", { class: "choices", role: "radiogroup", "aria-label": label }, buttons), set };
}

/**
 * A picture that came with an answer, as a part of this page.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {any} */ (document.importNode(parsed, true));
}

/** The look for pictures. */
export const LOOK = { theme: "auto" };

/**
 * Copies a text and says so.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    const area = h("textarea", { value: text, class: "unseen" });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    say(`${what} copied`);
  }
}

/** A number with thin spaces between its thousands. @param {number} number */
export function thousands(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** @param {string} color */
export const capital = (color) => color[0].toUpperCase() + color.slice(1);

/** @param {string} color */
export const other = (color) => (color === "black" ? "white" : "black");
