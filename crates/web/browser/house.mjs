// A page of our own and a browser that looks at it, for tests. With ENGINE=browser it is the folder that site/build makes, on a
// file server that knows nothing, below a path; otherwise the program serves it.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
export const program = process.env.TESUJI ?? here("../../../target/debug/tesuji");
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const site = process.env.SITE ?? here("../../../target/site");
/** Whether the program is in the browser. */
export const inBrowser = process.env.ENGINE === "browser";
/** Milliseconds that anything may take: machines that test are slow and have other things to do. Nothing here asserts a time. */
export const PATIENCE = 60_000;
export const shots = here("shots");
mkdirSync(shots, { recursive: true });

/** Starts the program; its address and a way to end it. */
export async function serve(port = 0) {
  if (inBrowser) return serveFiles();
  if (!existsSync(program)) throw new Error(`there is no ${program}: cargo build -p tesuji`);
  return listening(spawn(program, ["serve", "--port", String(port)], { stdio: ["ignore", "pipe", "inherit"] }), "");
}

/** Starts the program at a port that it can have again: below those that a machine gives to whoever asks. */
export async function serveAgain() {
  for (let tries = 1; ; tries++) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    try { return await serve(port); } catch (error) { if (tries === 20) throw error; }
  }
}

/** The folder of the page on Python's file server, below a path. */
async function serveFiles() {
  if (!existsSync(site)) throw new Error(`there is no ${site}: site/build`);
  const folder = mkdtempSync(`${tmpdir()}/tesuji-site-`);
  mkdirSync(`${folder}/go`);
  symlinkSync(site, `${folder}/go/tesuji`);
  const words = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder];
  return listening(spawn("python3", words, { stdio: ["ignore", "pipe", "ignore"] }), "go/tesuji/");
}

async function listening(child, path) {
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
      const found = /http:[^\s)]+/.exec(text);
      if (found) resolve(`${found[0]}${path}`);
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { url, child, port: Number(new URL(url).port), end: () => new Promise((resolve) => { child.once("exit", resolve); child.kill("SIGKILL"); }) };
}

export async function browse() {
  return chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-dev-shm-usage"], timeout: 2 * PATIENCE });
}

/** A page that fails its test when a script fails or something is asked of another machine. */
export async function look(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(url).origin }).catch(() => {});
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  if (process.env.PAGE_FROM_DISK) await fromDisk(page, url);
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(`script: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:")) troubles.push(`outside: ${request.url()}`);
  });
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) troubles.push(message.text());
  });
  return { page, troubles, close: () => context.close() };
}

/** While the page is being written: its files as they are on disk, everything else from the program. */
async function fromDisk(page, url) {
  const kinds = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
  await page.route(`${url}**`, (route) => {
    const path = route.request().url().slice(url.length).replace(/[?#].*/, "");
    const file = here(`../page/${path || "index.html"}`);
    if (route.request().method() !== "GET" || !existsSync(file) || (inBrowser && path === "js/site.js")) return route.continue();
    return route.fulfill({ body: readFileSync(file), contentType: kinds[file.split(".").pop()] });
  });
}

/** Drops a text on the page as a file. */
export async function drop(page, text, name = "game.sgf") {
  const data = await page.evaluateHandle(([text, name]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name, { type: "text/plain" }));
    return transfer;
  }, [text, name]);
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

export const point = (page, name) => page.locator(`.sheet [data-point="${name}"]`);
/** Waits until the board, as it is told to those who listen, has so many of these letters. */
export const letters = (page, kind, count) => page.waitForFunction(
  ([kind, count]) => (document.querySelector(".board pre")?.textContent ?? "").split(kind).length - 1 === count, [kind, count]);
/** Waits until a screen is there. */
export const shows = (page, title) => page.waitForFunction((title) => document.title.startsWith(title), title);
/** Waits until nothing is being read or played. */
export const rests = (page, timeout = PATIENCE) => page.waitForFunction(
  () => ![...document.querySelectorAll(".waiting, .stop")].some((one) => one.checkVisibility()), null, { timeout });
export const verdict = (page) => page.locator("h2.verdict").first();

/** Waits until the verdict says something. */
export async function says(page, words, timeout = PATIENCE) {
  await page.waitForFunction(
    ([source, flags]) => [...document.querySelectorAll("h2.verdict")].some((one) => new RegExp(source, flags).test(one.textContent ?? "")),
    [words.source, words.flags], { timeout },
  ).catch(async () => {
    throw new Error(`expected ${words}, the page says: ${await page.locator("h2.verdict").allTextContents()}; ${await page.locator(".problem:visible").allTextContents()}`);
  });
}
