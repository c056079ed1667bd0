// The page: which game is open, what the top row offers, keys that hold everywhere.

import { copy, fill, h, say } from "./dom.js";
import { engine, Gone } from "./engine.js";
import { chooseFile, listen } from "./files.js";
import { GoScreen } from "./go.js";
import { Latest } from "./search.js";
import { parse } from "./share.js";
import { site } from "./site.js";

/**
 * @typedef {{element: any, open: (state: any) => any, link: () => string, key?: (event: KeyboardEvent) => void,
 *   read?: (text: string) => any, copies?: () => {name: string, get: () => Promise<string>}[], leaveScreen?: () => void, comeBack?: () => void}} Screen
 */

/** What is there at once, and what is fetched when it is first opened.
 *  @type {[string, string, () => Promise<new (page: any) => Screen>][]} */
const SCREENS = [
  ["go", "Go", async () => GoScreen],
  ["problems", "Problems", async () => (await import("./problems.js")).ProblemsScreen],
  ["games", "Games", async () => (await import("./games.js")).GamesScreen],
  ["shogi", "Shogi", async () => (await import("./shogi.js")).ShogiScreen],
  ["simpei", "Simpei", async () => (await import("./simpei.js")).SimpeiScreen],
  ["strings", "Strings", async () => (await import("./strings.js")).StringsScreen],
  ["tactics", "Tactics", async () => (await import("./tactics.js")).TacticsScreen],
];

const KEYS = [
  ["Tab", "from part to part"], ["Arrow keys", "move the cursor on a board"], ["Enter", "play or choose there"],
  ["1 \u2026 7", "what a click does: ask, play, black, white, erase, safe, unknown"], [", and .", "step through the line"],
  ["Page Up, Page Down", "step through the game"], ["b, w", "Black first, White first"], ["Esc", "stop a search; back from a tried move"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"], ["Ctrl+V", "paste SGF or a diagram"], ["?", "these keys"],
];

const main = /** @type {HTMLElement} */ (document.getElementById("screen"));
const gone = /** @type {HTMLElement} */ (document.getElementById("gone"));
/** @type {Record<string, Screen>} */
const opened = {};
/** @type {string} */
let current = "";

const page = {
  /** Something went wrong that is no matter of input. @param {unknown} error */
  trouble(error) {
    if (!(error instanceof Gone)) return say(error instanceof Error ? error.message : String(error));
    gone.textContent = error.message;
    gone.hidden = false;
    wait();
  },
  /** Opens a question on the Go screen. @param {any} state */
  go(state) { show("go", state); },
};

let waiting = false;
/** Looks whether the program is there again. */
async function wait() {
  if (waiting) return;
  waiting = true;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    try {
      await engine.ask({ ask: "boards" });
      gone.hidden = true;
      say("The program answers again.");
      break;
    } catch (error) {
      if (!(error instanceof Gone)) break;
    }
  }
  waiting = false;
}

const shows = new Latest();

/** @param {string} name @param {any} [state] */
async function show(name, state) {
  const entry = SCREENS.find(([known]) => known === name) ?? SCREENS[0];
  const wanted = shows.begin();
  const kind = await entry[2]().catch(() => null);
  if (!wanted()) return;
  if (!kind) return page.trouble(new Gone("This part of the page cannot be fetched: open it again when its server answers."));
  const fresh = !opened[entry[0]];
  if (current && current !== entry[0]) opened[current].leaveScreen?.();
  current = entry[0];
  const screen = (opened[current] ??= new kind(page));
  fill(main, screen.element);
  document.title = `${entry[1]} \u2013 Tesuji`;
  for (const link of document.querySelectorAll("#screens a")) {
    if (link.getAttribute("href") === `#${current}`) {
      link.setAttribute("aria-current", "page");
      // On a telephone the row is longer than the screen.
      link.scrollIntoView({ inline: "nearest", block: "nearest" });
    } else link.removeAttribute("aria-current");
  }
  // An example opens the Go screen from anywhere: the address says so, or the way back would lead nowhere.
  if ((parse(location.hash).screen || "go") !== current) history.pushState(null, "", `#${current}`);
  if (fresh || state) await screen.open(state);
  else screen.comeBack?.();
}

function follow() {
  const { screen, state } = parse(location.hash);
  show(screen || "go", state);
}

/** A button with a list below it. @param {string} text @param {(list: any, close: () => void) => any} build */
function menu(text, build) {
  const list = h("div", { class: "list", popover: "auto" });
  const button = h("button", { type: "button", class: "menu", "aria-haspopup": "true", onclick: async () => {
    fill(list, h("p", { class: "waiting" }, "\u2026"));
    list.showPopover();
    const box = button.getBoundingClientRect();
    list.style.top = `${box.bottom + 6}px`;
    list.style.left = `${Math.max(8, Math.min(box.left, document.documentElement.clientWidth - list.offsetWidth - 8))}px`;
    await build(list, () => { list.hidePopover(); button.focus(); });
    list.style.left = `${Math.max(8, Math.min(box.left, document.documentElement.clientWidth - list.offsetWidth - 8))}px`;
    list.querySelector("button")?.focus();
  } }, text);
  list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...list.querySelectorAll("button")];
    const at = all.indexOf(/** @type {any} */ (document.activeElement));
    all[(at + step + all.length) % all.length]?.focus();
  });
  return [button, list];
}

/** Gives a text to the screen that can read it. @param {string} text */
async function receive(text) {
  const here = opened[current];
  if (here?.read) return here.read(text);
  await show("go");
  return opened.go.read?.(text);
}

function top() {
  fill(/** @type {Element} */ (document.getElementById("screens")), SCREENS.map(([name, title]) => h("a", { href: `#${name}` }, title)));
  const entry = (/** @type {string} */ name, /** @type {string | null} */ about, /** @type {() => void} */ act) =>
    h("button", { type: "button", onclick: act }, h("strong", {}, name), about && h("span", {}, about));
  const keys = h("dialog", { class: "keys", "aria-label": "Keys" }, h("h2", {}, "Keys"), h("dl", {}, KEYS.map(([key, what]) =>
    [h("dt", {}, key), h("dd", {}, what)]).flat()), h("button", { type: "button", onclick: () => keys.close() }, "Close"));
  document.body.append(keys);
  fill(/** @type {Element} */ (document.getElementById("tools")),
    menu("Open", (list, close) => {
      const text = h("textarea", { rows: 6, "aria-label": "SGF, a diagram or JSON", placeholder: "Paste SGF, a diagram (also Sensei's) or JSON here" });
      fill(list, entry("A file\u2026", "SGF, a diagram, JSON; or drop it anywhere on the page", async () => {
        close();
        const file = await chooseFile();
        if (file) await receive(file.text);
      }), text, entry("Open this text", null, () => { const given = text.value; close(); receive(given); }));
    }),
    menu("Examples", async (list, close) => {
      try {
        const { examples } = await engine.ask({ ask: "examples" });
        fill(list, examples.filter((/** @type {any} */ one) => one.kind !== "mate").map((/** @type {any} */ one) =>
          entry(one.title, one.about ?? one.name, async () => {
            close();
            try {
              const { text } = await engine.ask({ ask: "examples", name: one.name });
              await show("go");
              await opened.go.read?.(text);
            } catch (error) { page.trouble(error); }
          })));
      } catch (error) { close(); page.trouble(error); }
    }),
    menu("Copy", (list, close) => {
      const copies = opened[current]?.copies?.() ?? [];
      fill(list, entry("Link", "to what is on the page; it stays in the address", () => {
        close();
        history.replaceState(null, "", opened[current].link());
        copy(location.href, "Link");
      }), copies.map(({ name, get }) => entry(name, null, async () => {
        close();
        try { await copy(await get(), name); } catch (error) { say(error instanceof Error ? error.message : String(error)); }
      })));
    }),
    h("button", { type: "button", class: "menu", title: "Keys", "aria-label": "Keys", onclick: () => keys.showModal() }, "?"));
  document.getElementById("skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    /** @type {HTMLElement | null} */ (main.querySelector("[tabindex], button, input"))?.focus();
  });
  addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog, [popover]");
    if (typing) return;
    if (event.key === "?") return keys.showModal();
    opened[current]?.key?.(event);
  });
}

fill(/** @type {Element} */ (document.getElementById("engine")), `Tesuji${site.version && ` ${site.version}`}, ${engine.name}. Nothing leaves it.`,
  site.book && [" ", h("a", { href: site.book }, "The book")]);
top();
listen((text) => receive(text));
addEventListener("hashchange", follow);
follow();
