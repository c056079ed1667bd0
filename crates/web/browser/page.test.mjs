// What a player does with the page, in a real browser: node --test page.test.mjs; with the program in the browser as well:
// ENGINE=browser node --test page.test.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browse, drop, inBrowser, letters, look, point, rests, says, serve, serveAgain, shots, shows, verdict } from "./house.mjs";

const example = (name) => readFileSync(fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url)), "utf8");
let server, browser;

before(async () => {
  server = await serve();
  browser = await browse();
});

after(async () => {
  await browser?.close();
  await server?.end();
});

/** Opens a screen, does something on it, and expects no trouble. */
async function on(screen, act, options) {
  const { page, troubles, close } = await look(browser, server.url, options);
  try {
    await page.goto(`${server.url}#${screen}`);
    await act(page);
    assert.deepEqual(troubles, []);
  } finally {
    await close();
  }
}

const open = async (page, text) => {
  await page.waitForSelector(".sheet [data-point]");
  await drop(page, text);
};

test("every example race has its verdict", async () => {
  await on("go", async (page) => {
    await page.waitForSelector(".sheet [data-point]");
    const list = await page.evaluate(async () => (await (await import("./js/engine.js")).engine.ask({ ask: "examples" })).examples);
    const races = list.filter((one) => one.kind === "race" && one.name !== "fight.sgf");
    assert.ok(races.length > 30, `${races.length} races`);
    for (const { name } of races) {
      await page.evaluate(() => document.querySelector("h2.verdict")?.remove());
      await drop(page, example(name));
      await says(page, /captures first|seki|unknown|lives|survive|ko decides/i, 60000);
    }
  });
});

test("two groups of a game: the verdict, the winning and a losing move, the line by keys", async () => {
  await on("go", async (page) => {
    await open(page, example("game-race.sgf"));
    await page.waitForFunction(() => document.querySelector(".record .count")?.textContent === "16 / 16");
    await point(page, "C2").click();
    await says(page, /Black C2/);
    await point(page, "D2").click();
    await says(page, /^Black lives and White dies, by E2/);
    await page.screenshot({ path: `${shots}/two-groups.png` });
    await page.getByRole("radio", { name: "White first" }).click();
    await says(page, /^White lives and Black dies/);
    await page.getByRole("radio", { name: "Black first" }).click();
    await point(page, "E2").click();
    await says(page, /^Right\./);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await says(page, /^Black lives/);
    await point(page, "G7").click();
    await says(page, /^Wrong\. White first: White lives/);
    assert.equal(await page.locator(".stepper h3").textContent(), "The refutation");
    await page.keyboard.press(".");
    await page.keyboard.press(".");
    await page.waitForFunction(() => document.querySelector(".stepper .count")?.textContent?.startsWith("2 /"));
    await page.keyboard.press(",");
    await page.waitForFunction(() => document.querySelector(".stepper .count")?.textContent?.startsWith("1 /"));
    await page.keyboard.press("Escape");
    await says(page, /^Black lives/);
    // The game itself goes back and forth, and an illegal move is told where the board is.
    await page.keyboard.press("PageUp");
    await page.waitForFunction(() => document.querySelector(".record .count")?.textContent === "15 / 16");
    await page.getByRole("radio", { name: "Play", exact: true }).click();
    await point(page, "C3").click();
    await page.waitForFunction(() => /cannot play at C3: the point is occupied/.test(document.querySelector(".problem")?.textContent ?? ""));
  });
});

test("race-a: only G7 wins, regions are lit, a thermograph is drawn, variations are there", async () => {
  await on("go", async (page) => {
    await open(page, example("race-a.sgf"));
    await says(page, /only by G7/);
    await page.locator(".regions tbody tr").first().hover();
    await page.waitForFunction(() => document.querySelectorAll(".sheet .lit").length >= 5);
    await page.locator(".regions tbody button").first().click();
    await page.waitForSelector(".thermograph svg");
    await page.locator(".moves .chip").first().click();
    await says(page, /^Right\./);
    await open(page, example("game.sgf"));
    await page.getByRole("button", { name: "To the start of the game" }).click();
    for (let step = 0; step < 6; step++) await page.keyboard.press("PageDown");
    await page.getByRole("button", { name: /^B D2|B /, exact: false }).first().waitFor();
  });
});

test("a capture with its proof, and all moves", async () => {
  await on("go", async (page) => {
    await open(page, example("net.sgf"));
    await says(page, /is captured/);
    await page.getByRole("button", { name: "All moves that work" }).click();
    await page.getByText("Moves that work", { exact: true }).or(page.getByText("The move", { exact: true })).first().waitFor();
    await page.getByRole("button", { name: "Show the proof" }).click();
    await page.waitForFunction(() => /0 \/ \d/.test(document.querySelector(".record .count")?.textContent ?? ""));
  });
});

test("a board from nothing, undo and redo, other boards", async () => {
  await on("go", async (page) => {
    await page.waitForSelector(".sheet [data-point]");
    await page.getByLabel("Board", { exact: true }).selectOption("square:9");
    await page.waitForFunction(() => document.querySelectorAll(".sheet [data-point]").length === 81);
    const put = async (tool, names) => {
      await page.getByRole("radio", { name: tool, exact: true }).click();
      for (const name of names) await point(page, name).click();
    };
    await put("White", ["A1", "B1"]);
    await put("Black", ["A2", "B2"]);
    await letters(page, "O", 2);
    await letters(page, "X", 2);
    await page.getByRole("button", { name: "Undo" }).click();
    await letters(page, "X", 1);
    await page.keyboard.press("Control+y");
    await letters(page, "X", 2);
    await letters(page, "O", 2);
    await page.getByRole("radio", { name: "Ask" }).click();
    await point(page, "A1").click();
    await says(page, /^White A1 is captured, Black first/);
    await page.getByLabel("Board", { exact: true }).selectOption("hexagon:4");
    await page.waitForFunction(() => document.querySelectorAll(".sheet [data-point]").length === 37);
    await open(page, example("petersen.json"));
    await page.waitForFunction(() => document.querySelectorAll(".sheet [data-point]").length === 10);
    // On the graph of a file, too, a click puts a stone.
    await page.keyboard.press("3");
    await page.locator(".sheet [data-point]").first().click();
    await page.waitForFunction(() => document.querySelector(".board pre")?.textContent?.includes("X . . . ."));
    assert.equal(await page.locator(".problem:visible").count(), 0);
    // A board may be wrong while it is set up, and says so.
    await page.getByLabel("Board", { exact: true }).selectOption("square:9");
    await page.waitForFunction(() => document.querySelectorAll(".sheet [data-point]").length === 81);
    await put("White", ["A1"]);
    await put("Black", ["A2", "B1"]);
    await page.waitForFunction(() => /The white stone at A1 has no liberty/.test(document.querySelector(".problem")?.textContent ?? ""));
  });
});

test("a link brings everything back", async () => {
  await on("go", async (page) => {
    await open(page, example("game-race.sgf"));
    await page.waitForFunction(() => document.querySelector(".record .count")?.textContent === "16 / 16");
    await point(page, "C2").click();
    await point(page, "D2").click();
    await says(page, /^Black lives/);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: /^Link/ }).click();
    await page.waitForFunction(() => location.hash.length > 100);
    await page.reload();
    await says(page, /^Black lives and White dies, by E2/);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Command line" }).click();
    await page.waitForFunction(() => document.getElementById("status")?.textContent === "Command line copied");
    const command = await page.evaluate(() => navigator.clipboard.readText().catch(() => ""));
    if (command) assert.match(command, /^tesuji race - --targets C2,D2 <<'END'/);
  });
});

test("a broken file is told where the input is", async () => {
  await on("go", async (page) => {
    await open(page, "(;SZ[9];B[zz])");
    await page.waitForFunction(() => /^Line 1, column \d+: /.test(document.querySelector(".problem")?.textContent ?? ""));
    assert.ok(await page.locator(".problem").isVisible());
    const before = await page.locator(".problem").textContent();
    await open(page, "neither this nor that");
    await page.waitForFunction((before) => {
      const problem = /** @type {HTMLElement} */ (document.querySelector(".problem"));
      return !problem.hidden && problem.textContent !== before && /line/i.test(problem.textContent ?? "");
    }, before);
  });
});

test("problems: one is solved, one is failed, solved ones are remembered", async () => {
  await on("problems", async (page) => {
    await says(page, /capture the marked stones/);
    await page.getByRole("button", { name: "Solution" }).click();
    await says(page, /is captured/);
    const first = await page.locator(".stepper .chip").first().textContent();
    await page.getByRole("button", { name: "Again" }).click();
    await says(page, /capture the marked stones/);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".sheet .good");
    assert.equal(await page.locator(".sheet .good").getAttribute("data-point"), first?.replace(/^\d+ /, ""));
    // Played to the end with the hints.
    for (let move = 0; move < 12 && !/^Solved/.test((await verdict(page).textContent()) ?? ""); move++) {
      if ((await page.locator(".sheet .good").count()) === 0 || move > 0) {
        await page.getByRole("button", { name: "Hint" }).click();
        await page.waitForFunction(() => document.querySelector("h2.verdict.open") && document.querySelector(".sheet .good"));
      }
      await page.locator(".sheet .good").first().click();
      await says(page, /^(Right|Solved)/);
    }
    await says(page, /^Solved/);
    assert.match((await page.locator(".tally").textContent()) ?? "", /^1 of 347 solved/);
    await page.reload();
    await page.waitForFunction(() => /^1 of 347/.test(document.querySelector(".tally")?.textContent ?? ""));
    // Another one is failed: Black D1 lets White connect.
    await says(page, /capture the marked stones/);
    await drop(page, example("snapback.sgf"));
    await page.waitForFunction(() => /of 1 solved/.test(document.querySelector(".tally")?.textContent ?? ""));
    await says(page, /Black to move: capture the marked stones/);
    await point(page, "D1").click();
    await says(page, /^Wrong/);
    await page.locator(".stepper").waitFor();
  });
});

test("a collection that is dropped becomes a trainer", async () => {
  await on("problems", async (page) => {
    await says(page, /capture the marked stones/);
    await drop(page, "(;SZ[5]GN[mine]AB[cc]TR[cc]AW[cb][bc][dc]PL[W])");
    await page.waitForFunction(() => /of 1 solved/.test(document.querySelector(".tally")?.textContent ?? ""));
    await says(page, /White to move: capture the marked stones/);
    await point(page, "C2").click();
    await says(page, /^Solved/);
  });
});

test("games: values as they are typed, a temperature that is dragged, sums", async () => {
  await on("games", async (page) => {
    await says(page, /^Left wins, whoever starts/);
    await page.locator("textarea.big").fill("{4|0} + {6||4|0} - 7");
    await says(page, /^Whoever starts wins/);
    const box = await page.locator(".thermo svg").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.7);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.45, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => /^Cooled by [1-9]/.test(document.querySelector(".left .why")?.textContent ?? ""));
    await page.locator("textarea.big").fill("{4|0}\n{6||4|0}\n-7");
    await page.getByRole("radio", { name: "Left moves" }).click();
    await page.waitForSelector(".right tbody tr");
    await page.locator("textarea.big").fill("{4|");
    await page.waitForFunction(() => (document.querySelector(".problem")?.textContent ?? "").length > 5);
  });
});

test("shogi: a mate, its line, a move that is tried; a long search is stopped", async () => {
  await on("shogi", async (page) => {
    await says(page, /^Black mates in \d+ plies/);
    await page.keyboard.press(".");
    await page.waitForFunction(() => document.querySelector(".stepper .count")?.textContent?.startsWith("1 /"));
    await page.getByLabel("Position in SFEN").last().fill("8k/9/7G1/9/9/9/9/9/9 b G 1");
    await page.getByRole("button", { name: "Show and solve" }).click();
    await says(page, /^Black mates in 1 ply/);
    await page.getByRole("button", { name: "gold" }).click();
    await point(page, "2b").click();
    await says(page, /^Right\./);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await point(page, "2c").click();
    await point(page, "3b").click();
    await says(page, /^Wrong\./);
    await page.getByLabel("Problem").selectOption("zukou-008");
    await page.getByRole("button", { name: "Stop" }).click();
    await says(page, /^It is not known whether Black mates/);
  });
});

test("simpei: a game against perfection", async () => {
  await on("simpei", async (page) => {
    await says(page, /^Black loses in 22 plies/, 240000);
    await point(page, "U11").click();
    await says(page, /^Black (loses|wins)/);
    await rests(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await says(page, /^Black loses in 22 plies/);
  });
});

test("strings: another optimal board at a click", async () => {
  await on("strings", async (page) => {
    await says(page, /^37 strings at most, proved/);
    const board = () => page.evaluate(() => document.querySelector(".board pre")?.textContent);
    const seen = new Set([await board()]);
    for (let click = 0; click < 8 && seen.size === 1; click++) {
      await page.getByRole("button", { name: "Another optimal board" }).click();
      await page.waitForFunction((seed) => new RegExp(`seed ${seed}\\.`).test(document.querySelector(".right")?.textContent ?? ""), click + 2);
      seen.add(await board());
    }
    assert.ok(seen.size > 1, "always the same board");
    await page.getByRole("button", { name: "hexagon:3" }).click();
    await says(page, /strings at most/);
  });
});

test("tactics: the set on a board that is edited, games with their curve", async () => {
  await on("tactics", async (page) => {
    await says(page, /moves to choose from/);
    await letters(page, "X", 3);
    // Clicks that come faster than answers are all heard.
    for (const name of ["A1", "B1", "A1"]) await point(page, name).click();
    await letters(page, "X", 4);
    // Whoever asks again does not want the first answer.
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByLabel("Games", { exact: true }).last().fill("2000");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await says(page, /wins \d+\.\d\s% of 2000 games/, 60000);
    await page.waitForSelector(".figure svg");
  });
});

test("the server goes away, and the page says so until it is back", { skip: inBrowser && "there is no server to lose" }, async () => {
  const mine = await serveAgain();
  const { page, close } = await look(browser, mine.url);
  await page.goto(`${mine.url}#go`);
  await page.waitForSelector(".sheet [data-point]");
  await mine.end();
  await page.getByRole("radio", { name: "Black", exact: true }).click();
  await point(page, "D4").click();
  await page.waitForFunction(() => /does not answer any more/.test(document.getElementById("gone")?.textContent ?? ""));
  assert.ok(await page.locator("#gone").isVisible());
  const again = await serve(mine.port);
  try {
    await page.waitForFunction(() => /** @type {any} */ (document.getElementById("gone")).hidden);
    await point(page, "D4").click();
    await letters(page, "X", 1);
  } finally {
    await close();
    await again.end();
  }
});

test("clicks that come faster than answers are all heard", async () => {
  await on("go", async (page) => {
    await page.waitForSelector(".sheet [data-point]");
    await page.keyboard.press("3");
    await page.evaluate(() => {
      const sheet = /** @type {Element} */ (document.querySelector(".sheet"));
      for (const name of ["D4", "E5", "F6", "E5"]) {
        const box = /** @type {Element} */ (sheet.querySelector(`[data-point="${name}"]`)).getBoundingClientRect();
        const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, button: 0, bubbles: true };
        for (const kind of ["pointerdown", "pointerup"]) sheet.dispatchEvent(new PointerEvent(kind, at));
      }
    });
    // Only states that last are waited for: what is drawn between two clicks may be gone before anyone looks.
    const stones = (count) => letters(page, "X", count);
    await stones(2);
    for (const left of [3, 2, 1, 0]) {
      await page.keyboard.press("Control+z");
      await stones(left);
    }
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press("Control+y");
    await stones(2);
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press("Control+z");
    await stones(0);
    for (const _ of [1, 2, 3]) await page.keyboard.press("Control+y");
    await stones(3);
  });
});

test("answers that come late are not shown", { skip: inBrowser && "answers come in order there" }, async () => {
  await on("go", async (page) => {
    await open(page, example("race-a.sgf"));
    await says(page, /only by G7/);
    const black = (await page.locator(".board pre").textContent())?.split("X").length ?? 0;
    // The picture of the first move waits until the board is back at its start.
    let letGo = () => {};
    const held = new Promise((resolve) => { letGo = () => resolve(null); });
    let asked = 0;
    await page.route("**/ask", async (route) => {
      if (route.request().postDataJSON().numbers && asked++ === 0) await held;
      await route.continue();
    });
    const late = page.waitForResponse((response) => response.request().postDataJSON()?.numbers === true);
    await page.keyboard.press(".");
    await page.waitForFunction(() => document.querySelector(".stepper .count")?.textContent?.startsWith("1 /"));
    await page.keyboard.press(",");
    letGo();
    await (await late).finished();
    // One more answer after it, so that it has had its time.
    await page.evaluate(async () => { await (await import("./js/engine.js")).engine.ask({ ask: "boards" }); });
    await letters(page, "X", black - 1);
  });
});

test("a search that is left is taken up again", async () => {
  await on("shogi", async (page) => {
    await says(page, /^Black mates/);
    await page.getByLabel("Problem").selectOption("zukou-008");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.getByRole("link", { name: "Strings" }).click();
    await says(page, /^37 strings at most/);
    await page.getByRole("link", { name: "Shogi" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await says(page, /^It is not known whether Black mates/);
    // An example opens the Go screen, and the way back is open.
    await page.getByRole("button", { name: "Examples" }).click();
    await page.getByRole("button", { name: /Capturing race: problem A/ }).click();
    await says(page, /only by G7/);
    await page.getByRole("link", { name: "Shogi" }).click();
    await says(page, /^It is not known whether Black mates/);
  });
});

test("on a telephone: touch, and nothing is wider than the screen", async () => {
  await on("go", async (page) => {
    await open(page, example("game-race.sgf"));
    await page.waitForFunction(() => !document.querySelector(".record")?.hidden);
    await point(page, "C2").tap();
    await point(page, "D2").tap();
    await says(page, /^Black lives/);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} pixels wide`);
    await page.getByRole("link", { name: "Tactics" }).tap();
    await shows(page, "Tactics");
    await page.getByRole("link", { name: "Go", exact: true }).tap();
    await shows(page, "Go");
    await says(page, /^Black lives/);
    const small = await page.evaluate(() => [...document.querySelectorAll(".steps button, .choices button, .bar button, .tools button")]
      .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).filter((box) => box.height < 40 || box.width < 36).length);
    assert.equal(small, 0, "small buttons");
    await page.screenshot({ path: `${shots}/telephone.png`, fullPage: true });
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
});

test("with the keyboard alone", async () => {
  await on("go", async (page) => {
    await open(page, example("race-a.sgf"));
    await says(page, /only by G7/);
    const focus = async (match) => {
      for (let press = 0; press < 60; press++) {
        if (await page.evaluate((match) => document.activeElement?.matches(match), match)) return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`Tab does not reach ${match}`);
    };
    await focus(".board");
    const status = () => page.locator("#status").textContent();
    const before = await status();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((before) => document.getElementById("status")?.textContent !== before, before);
    // To G7, by names that are told.
    for (let press = 0; press < 30 && !/^G7,/.test((await status()) ?? ""); press++) {
      const told = (await status()) ?? "";
      const [, column, row] = /^([A-Z])(\d+)/.exec(told) ?? [];
      await page.keyboard.press(column < "G" ? "ArrowRight" : column > "G" ? "ArrowLeft" : Number(row) < 7 ? "ArrowUp" : "ArrowDown");
      await page.waitForFunction((told) => document.getElementById("status")?.textContent !== told, told);
    }
    await page.keyboard.press("Enter");
    await says(page, /^Right\./);
    await page.keyboard.press("Escape");
    await page.keyboard.press("w");
    await says(page, /^White captures first/);
    await page.keyboard.press(".");
    await page.waitForFunction(() => document.querySelector(".stepper .count")?.textContent?.startsWith("1 /"));
    await focus('a[href="#games"]');
    await page.keyboard.press("Enter");
    await says(page, /^Left wins/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("?");
    await page.waitForFunction(() => document.querySelector("dialog")?.open);
    await page.keyboard.press("Escape");
  });
});

test("how long a click takes on 19x19, and race-a", async (t) => {
  await on("go", async (page) => {
    await page.waitForSelector(".sheet [data-point]");
    // From the time stamp of the click itself, by the clock of the browser.
    await page.evaluate(() => {
      const times = /** @type {any} */ (window).times = /** @type {any[]} */ ([]);
      let last = { up: 0 };
      addEventListener("pointerup", (event) => { times.push(last = { up: event.timeStamp }); }, true);
      const sheet = /** @type {Element} */ (document.querySelector(".sheet"));
      new MutationObserver(() => {
        const click = /** @type {any} */ (last);
        click.picture ??= performance.now() - click.up;
        // A frame is painted before the task that is begun in its animation callback.
        requestAnimationFrame(() => setTimeout(() => { click.painted ??= performance.now() - click.up; }));
      }).observe(sheet, { childList: true });
      new MutationObserver(() => {
        if (/by G7/.test(document.querySelector("h2.verdict")?.textContent ?? "")) /** @type {any} */ (last).verdict ??= performance.now() - last.up;
      }).observe(/** @type {Element} */ (document.querySelector(".answer")), { childList: true, subtree: true });
    });
    /** Clicks and waits until the page has shown what came of it. */
    const click = async (where, what) => {
      const before = await page.evaluate(() => /** @type {any} */ (window).times.length);
      await where.click();
      await page.waitForFunction(([before, what]) => /** @type {any} */ (window).times[before]?.[what] !== undefined, [before, what]);
      return page.evaluate(() => /** @type {any} */ (window).times.at(-1));
    };
    const sorted = (clicks, what) => clicks.map((one) => one[what]).sort((a, b) => a - b);
    const told = (times) => `median ${times[times.length >> 1].toFixed(1)} ms, quickest ${times[0].toFixed(1)}, slowest ${times.at(-1).toFixed(1)} of ${times.length}`;
    // Other work on the machine slows clicks down: only with TIMES=1, on an idle one, must the median be in time.
    const within = (times, most) => assert.ok(!process.env.TIMES || times[times.length >> 1] < most, `${times}`);
    await page.keyboard.press("3");
    const clicks = [];
    for (const column of "ABCDEFGHJKLMNOPQRST") for (const row of [4, 10]) clicks.push(await click(point(page, `${column}${row}`), "painted"));
    t.diagnostic(`click to picture on 19x19: ${told(sorted(clicks, "picture"))}`);
    t.diagnostic(`click to painted frame on 19x19: ${told(sorted(clicks, "painted"))}`);
    within(sorted(clicks, "picture"), 50);
    await drop(page, example("race-a.sgf"));
    await says(page, /only by G7/);
    await page.keyboard.press("1");
    const asked = [];
    for (let turn = 0; turn < 6; turn++) {
      // A group of each colour: the second click asks the race, a third and a fourth begin anew.
      await click(point(page, "H9"), "picture");
      asked.push(await click(point(page, "K9"), "verdict"));
      asked.push(await click(page.getByRole("button", { name: "Ask: who captures first?" }), "verdict"));
      await says(page, /only by G7/);
      asked.push(await click(page.getByRole("button", { name: "Ask: who lives?" }), "verdict"));
      await says(page, /White dies, only by G7/);
      await click(point(page, "K9"), "picture");
      await click(point(page, "H9"), "picture");
    }
    t.diagnostic(`click to the verdict of race-a: ${told(sorted(asked, "verdict"))}`);
    within(sorted(asked, "verdict"), 100);
  });
});
