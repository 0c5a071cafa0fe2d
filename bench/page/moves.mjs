// How long a move takes on the live page, until region and plan are on the screen, of several pages in one run: one move on each in turn, so
// that what else the computer does is the same for all. A page that is not the program's own is put in its place.
// Usage: GLOBALDYN_COMMAND=… PAGE_FOLDER=… CHROMIUM=… node bench/page/moves.mjs MACHINE PARAMETER FROM TO [MOVES [PAGE.html…]]
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { openBrowser } from "../../tests/page/support.mjs";
import { endAll, explore } from "../../tests/page/live.mjs";

const [file, parameter, from, to, moves = "40", ...others] = process.argv.slice(2);

async function openOne(browser, html) {
  // Each has a program of its own: what one asks does not wait for the other.
  const { address } = await explore(file);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  if (html !== null) {
    await page.route(new URL("/", address).href, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: readFileSync(html, "utf8"), headers: { "content-type": "text/html; charset=utf-8" } });
    });
  }
  await page.goto(address);
  await page.waitForSelector(".cards[aria-busy=false]");
  return page;
}

/** ms from the move until regions and, where plans are quick, the plan are drawn; and what the page itself worked in that time. */
async function move(page, value) {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const read = async () => Object.fromEntries((await client.send("Performance.getMetrics")).metrics.map(({ name, value: number }) => [name, number]));
  const before = await read();
  const count = await page.evaluate(() => window.globaldyn.page.timings.length);
  const field = page.locator(`#design input[type=text][aria-label^="${parameter},"]`);
  await field.fill(String(value));
  await field.press("Tab");
  await page.waitForFunction((k) => window.globaldyn.page.timings.length > k, count);
  await page.waitForSelector(".cards[aria-busy=false]");
  const after = await read();
  await client.detach();
  const timing = await page.evaluate(() => window.globaldyn.page.timings.at(-1));
  return { ...timing, script: 1000 * (after.ScriptDuration - before.ScriptDuration), task: 1000 * (after.TaskDuration - before.TaskDuration) };
}

/** How many answers a second are drawn while a slider is moved with every frame. */
function drag(page) {
  return page.evaluate(async (name) => {
    const slider = document.querySelector(`#design input[type=range][aria-label^="${name}"]`);
    const { timings } = window.globaldyn.page;
    const first = timings.length;
    const begin = performance.now();
    const [middle, all] = [Number(slider.value), Number(slider.max) - Number(slider.min)];
    for (let i = 0; performance.now() - begin < 4000; ++i) {
      // To and fro about where it is.
      slider.value = String(middle + 0.02 * all * Math.sin(i / 10));
      slider.dispatchEvent(new Event("input"));
      await new Promise((done) => requestAnimationFrame(done));
    }
    return (timings.length - first) / ((performance.now() - begin) / 1000);
  }, parameter);
}

function middle(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

const browser = await openBrowser();
try {
  const pages = [];
  for (const html of [null, ...others]) pages.push({ name: html === null ? "the program's own" : basename(html), page: await openOne(browser, html), times: [] });
  for (let i = 0; i < Number(moves) + 4; ++i) {
    const value = Number(from) + ((Number(to) - Number(from)) * ((7 * i) % 20)) / 20;
    for (const one of pages) {
      await one.page.bringToFront();
      const time = await move(one.page, value);
      if (i >= 4) one.times.push(time);  // the first ones wait for what is built once
    }
  }
  for (const one of pages) {
    await one.page.bringToFront();
    one.rate = await drag(one.page);
  }
  for (const { name, times, rate } of pages) {
    const tell = (what) => middle(times.map((one) => one[what])).toFixed(1);
    console.log(`${name}: ${tell("plan")} ms to the plan, ${tell("regions")} to regions; of the whole move ${tell("task")} ms work in the page, ${tell("script")} of them script (medians of ${times.length}); while a slider is dragged ${rate.toFixed(1)} a second`);
  }
} finally {
  endAll();
  await browser.close();
}
