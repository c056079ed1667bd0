// No serious violation of accessibility on any screen, light and dark: node --test axe.test.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browse, drop, look, rests, says, serve, shots } from "./house.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const race = readFileSync(fileURLToPath(new URL("../../../examples/race-a.sgf", import.meta.url)), "utf8");
let server, browser;

before(async () => {
  server = await serve();
  browser = await browse();
});

after(async () => {
  await browser?.close();
  await server?.end();
});

for (const colorScheme of ["light", "dark"]) {
  for (const screen of ["go", "problems", "games", "shogi", "simpei", "strings", "tactics"]) {
    test(`${screen}, ${colorScheme}`, async () => {
      // The page forbids scripts from elsewhere, and axe is one.
      const { page, close } = await look(browser, server.url, { colorScheme, bypassCSP: true });
      await page.goto(`${server.url}#${screen}`);
      await page.waitForSelector("h2.verdict", { timeout: 240000 });
      if (screen === "go") {
        await drop(page, race);
        await says(page, /only by G7/);
        await page.keyboard.press(".");
        await page.waitForFunction(() => document.querySelector(".sheet svg")?.textContent?.includes("1") && document.querySelector(".stepper .count")?.textContent?.startsWith("1 /"));
      }
      if (screen === "tactics") {
        await page.getByRole("button", { name: "Play", exact: true }).click();
        await page.waitForSelector(".figure svg");
      }
      await rests(page, 240000);
      await page.screenshot({ path: `${shots}/${screen}-${colorScheme}.png`, fullPage: true });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
      const serious = violations.filter((one) => ["serious", "critical"].includes(one.impact))
        .map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary?.split("\n")[1] ?? ""}`).slice(0, 4).join("; ")}`);
      assert.deepEqual(serious, []);
      await close();
    });
  }
}
