// Ten tasks of somebody who has not seen the page before, done as a hand would. Oracle: what the commands say. What they take is compared with
// the table of results/report/tasks.md: clicks as counted, seconds by the keystroke-level model (Card, Moran and Newell, "The
// psychology of human-computer interaction", 1983).
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { endAll, explore, openLive, rested } from "./live.mjs";
import { globaldyn, machineFile, makeFolder, makeReport, openBrowser, openPage, see, settle, source } from "./support.mjs";

// s, of the model: to think, to point, to press or let go, to change between mouse and keys, a key.
const kThink = 1.35;
const kPoint = 1.1;
const kPress = 0.1;
const kChange = 0.4;
const kKey = 0.28;

/** A hand that counts what it does. */
class Hand {
  clicks = 0;
  keys = 0;
  seconds = kThink;  // the first look
  isAtKeys = false;

  constructor(page) {
    this.page = page;
  }
  toMouse() {
    if (this.isAtKeys) this.seconds += kChange;
    this.isAtKeys = false;
  }
  /** A look at what there is, to find where to go on. */
  think() {
    this.seconds += kThink;
  }
  async scroll(id) {
    this.toMouse();
    this.think();
    await see(this.page, id);
  }
  async click(selector, options = {}) {
    this.toMouse();
    this.think();
    this.seconds += kPoint + 2 * kPress + (options.modifiers ? kKey : 0);
    ++this.clicks;
    await this.page.locator(selector).first().click(options);
    await settle(this.page);
  }
  async hover(selector, position) {
    this.toMouse();
    this.think();
    this.seconds += kPoint;
    await this.page.locator(selector).first().hover({ position });
    await settle(this.page);
  }
  async drag(from, to) {
    this.toMouse();
    this.think();
    this.seconds += 2 * (kPoint + kPress);
    ++this.clicks;
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    await this.page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
    await this.page.mouse.move(...to, { steps: 4 });
    await this.page.mouse.up();
    await settle(this.page);
  }
  async choose(selector, label) {
    await this.click(selector);
    this.seconds += kPoint + 2 * kPress;
    ++this.clicks;
    await this.page.selectOption(selector, { label });
    await settle(this.page);
  }
  /** Into a field that is clicked first. */
  async type(selector, text) {
    await this.page.locator(selector).first().scrollIntoViewIfNeeded();
    this.toMouse();
    this.think();
    this.seconds += kPoint + 6 * kPress + kChange + kKey * (text.length + 1);  // three clicks mark what was there
    this.clicks += 3;
    this.keys += text.length + 1;
    this.isAtKeys = true;
    const field = this.page.locator(selector).first();
    await field.fill(text);
    await field.press("Tab");
  }
}

// As the table has it.
const table = new Map(readFileSync(join(source, "results/report/tasks.md"), "utf8").split("\n").map((line) => line.split("|").map((cell) => cell.trim()))
  .filter((cells) => /^\d+$/.test(cells[1] ?? "")).map((cells) => [Number(cells[1]), { clicks: Number(cells[5]), seconds: Number(cells[6]) }]));

/** Ends a task: what it took is what the table says. */
function end(test, number, hand) {
  test.diagnostic(`task ${number}: ${hand.clicks} clicks, ${hand.seconds.toFixed(0)} s`);
  const told = table.get(number);
  assert.ok(told !== undefined, `task ${number} is not in the table`);
  assert.equal(hand.clicks, told.clicks, `clicks of task ${number}`);
  assert.equal(Math.round(hand.seconds), told.seconds, `seconds of task ${number}`);
}

let browser;
let report;
let study;
const folder = makeFolder();
const studyFolder = join(makeFolder(), "study");
const star = machineFile("sliding_star");

before(async () => {
  report = makeReport(folder, star, "circle_a", "workspace");
  globaldyn("optimize", join(source, "machines/sliding_star/circles_study.yaml"), "--budget", "150", "--quiet", "--no-pictures", "--out", studyFolder);
  globaldyn("report", studyFolder, "--quiet");
  study = `file://${join(studyFolder, "report.html")}`;
  mkdirSync(join(folder, "saved"), { recursive: true });
  browser = await openBrowser();
});
after(async () => {
  endAll();
  await browser.close();
});

const plan = () => JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));
const number = (text) => Number(/[−-]?[\d.]+(e[−-]?\d+)?/.exec(text.replaceAll("−", "-"))?.[0]);
const near = (one, other, by) => assert.ok(Math.abs(one - other) <= by * Math.abs(other), `${one} and not ${other}`);

test("1: how long does it take, and which motor works hardest?", async (t) => {
  const { page } = await openPage(browser, report);
  const hand = new Hand(page);
  const [time, motor] = await page.$$eval("#headline dd", (all) => all.map((one) => one.textContent));
  hand.think();
  near(number(time), plan().time, 1e-4);
  const hardest = Object.values(plan().use.drives).reduce((best, one) => (one.rms_force > best.rms_force ? one : best));
  assert.equal(motor.split(" ")[0], hardest.name);
  end(t, 1, hand);
  await page.close();
});

test("2: which motors limit it in the middle of the path?", async (t) => {
  const { page } = await openPage(browser, report);
  const hand = new Hand(page);
  await hand.scroll("phase");
  const width = await page.$eval("#phase .canvas", (one) => one.clientWidth);
  await hand.click("#phase .canvas", { position: { x: 66 + (width - 82) / 2, y: 150 } });
  await hand.scroll("machine");
  const told = await page.textContent("#machine .caption");
  const { p } = await page.evaluate(() => window.globaldyn.store.now);
  near(p, Math.PI, 0.02);
  const { t: at } = plan().samples.find((one) => one.p >= p);
  const stretch = plan().stretches.find((one) => (one.t?.[1] ?? one.to) >= at);
  for (const { name, drive } of stretch.active) assert.ok(told.includes(name ?? drive), `${told}, not ${JSON.stringify(stretch.active)}`);
  end(t, 2, hand);
  await page.close();
});

test("3: how fast is the tool at half the time?", async (t) => {
  const { page } = await openPage(browser, report);
  const hand = new Hand(page);
  await hand.scroll("tool-speed");
  const width = await page.$eval("#tool-speed .canvas", (one) => one.clientWidth);
  await hand.hover("#tool-speed .canvas", { x: 66 + (width - 82) / 2, y: 100 });
  const [at, told] = await page.$$eval("#tool-speed .tip div", (all) => all.map((one) => one.textContent));
  const sample = plan().samples.reduce((best, one) => (Math.abs(one.t - number(at.replace("t = ", ""))) < Math.abs(best.t - number(at.replace("t = ", ""))) ? one : best));
  near(number(told.replace("tool: ", "")), Math.hypot(...sample.tool.velocity.linear), 0.02);
  end(t, 3, hand);
  await page.close();
});

test("4: by how much does the force of F2 change between two times?", async (t) => {
  const { page } = await openPage(browser, report);
  const hand = new Hand(page);
  await hand.scroll("forces");
  await hand.click("#forces .canvas", { position: { x: 180, y: 60 } });
  await hand.click("#forces .canvas", { position: { x: 300, y: 60 }, modifiers: ["Shift"] });
  const row = await page.$$eval("#forces .readout tbody tr", (all) => all.map((one) => [...one.cells].map((cell) => cell.textContent)).find((cells) => cells[0] === "F2"));
  hand.think();
  near(number(row[3]), number(row[2]) - number(row[1]), 1e-3);
  end(t, 4, hand);
  await page.close();
});

test("5: which design of the front is the fastest of those that are lighter than most?", async (t) => {
  const { page } = await openPage(browser, study);
  const hand = new Hand(page);
  await hand.scroll("parallel");
  const lanes = await page.$$eval("#parallel .lane > span", (all) => all.map((one) => one.textContent));
  const box = await page.locator("#parallel .canvas").boundingBox();
  const mass = lanes.findIndex((head) => head.startsWith("moving_mass"));
  const x = box.x + 62 + ((box.width - 124) * mass) / (lanes.length - 1);
  await hand.drag([x, box.y + box.height - 23], [x, box.y + 62 + 0.75 * (box.height - 84)]);
  await hand.scroll("designs");
  await hand.click("#designs th button[aria-label^='sort by time']");
  const [first] = await page.$$eval("#designs tbody tr:not([aria-hidden])", (rows) => rows.map((row) => row.cells[0].textContent));
  hand.think();
  const best = await page.evaluate(() => {
    const { study: all } = window.globaldyn.data;
    const { brushed } = window.globaldyn.page.store.now;
    const time = all.columns.find((one) => one.name === "time").values;
    return all.ids[[...brushed].reduce((a, b) => (time[b] < time[a] ? b : a))];
  });
  assert.equal(Number(first), best);
  end(t, 5, hand);
  await page.close();
});

test("6: what do legs that are 5 cm longer cost in time?", async (t) => {
  const own = await explore(star);
  const { page } = await openLive(browser, own.address);
  const hand = new Hand(page);
  await hand.click("text=keep A");
  await hand.type("#design input[type=text][aria-label^='leg,']", "0.8 m + 5 cm");
  await rested(page);
  await hand.scroll("compare");
  const rows = await page.$$eval("#compare tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const time = rows.find((row) => row[0].startsWith("time of the fastest"));
  const timeOf = (leg) => JSON.parse(globaldyn("plan", star, "--path", "circle_a", "--set", `leg=${leg} m`, "--json")).time;
  near(number(time[1]), timeOf(0.85), 1e-4);
  end(t, 6, hand);
  await page.close();
  own.program.kill("SIGINT");
});

test("7: does it still move without F3, and how fast?", async (t) => {
  const own = await explore(star);
  const { page } = await openLive(browser, own.address);
  const hand = new Hand(page);
  await hand.click("#design label:has-text('F3') input");
  await rested(page);
  const told = await page.textContent("#design .headline");
  hand.think();
  near(number(told.split(":")[1]), JSON.parse(globaldyn("plan", star, "--path", "circle_a", "--without", "F3", "--json")).time, 1e-4);
  end(t, 7, hand);
  await page.close();
  own.program.kill("SIGINT");
});

test("8: the circle 3 cm further to the right, and the machine file of that", async (t) => {
  const own = await explore(star);
  const { page } = await openLive(browser, own.address);
  const hand = new Hand(page);
  const centre = page.locator("#machine .handle[aria-label^='circle_a centre']");
  const box = await centre.boundingBox();
  const metre = await page.evaluate(() => {
    const bar = document.querySelector("#machine .scale");
    return parseFloat(bar.style.width) / parseFloat(bar.textContent);
  });
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  await hand.drag(at, [at[0] + Math.round(0.03 * metre), at[1]]);
  await rested(page);
  const [download] = await Promise.all([page.waitForEvent("download"), hand.click("text=save as machine file")]);
  const x = Number(/center: \[([^,]+),/.exec(readFileSync(await download.path(), "utf8"))[1].replace(/ m$/, ""));
  assert.ok(Math.abs(x - 0.03) < 1.5 / metre, `${x}`);
  end(t, 8, hand);
  await page.close();
  own.program.kill("SIGINT");
});

test("9: at how many poses is the dexterity above 0.2?", async (t) => {
  const { page } = await openPage(browser, report);
  const hand = new Hand(page);
  await hand.scroll("map");
  const chosen = await page.$eval("#map select[aria-label=Criterion]", (list) => list.selectedOptions[0].textContent);
  if (chosen !== "dexterity") await hand.choose("#map select[aria-label=Criterion]", "dexterity");
  await hand.type("#map .bounds input", "0.2");
  const told = /(\d+) are within what is kept/.exec(await page.textContent("#map"));
  const map = JSON.parse(readFileSync(join(folder, "map_workspace.json"), "utf8"));
  const values = map.columns?.find((one) => one.name === "dexterity")?.values ?? map.criteria.find((one) => one.name === "dexterity").values;
  const count = values.filter((value, i) => value !== null && value >= 0.2 && map.status[i] === "ok").length;
  assert.equal(Number(told[1]), count);
  end(t, 9, hand);
  await page.close();
});

test("10: a colleague is to see just this, from this side; and the plot for a letter", async (t) => {
  const { page } = await openPage(browser, report, { acceptDownloads: true });
  const hand = new Hand(page);
  await hand.click("#machine button:text-is('in space')");
  await hand.click("button[aria-label^='copy a link']");
  const link = await page.evaluate(() => location.href);
  await hand.scroll("forces");
  await hand.click("#forces details.save summary");
  const [download] = await Promise.all([page.waitForEvent("download"), hand.click("#forces details.save button:text-is('SVG')")]);
  assert.match(readFileSync(await download.path(), "utf8"), /<svg/);
  const { page: other } = await openPage(browser, link);
  assert.equal(await other.evaluate(() => window.globaldyn.store.now.camera), await page.evaluate(() => window.globaldyn.store.now.camera));
  end(t, 10, hand);
  await page.close();
  await other.close();
});
