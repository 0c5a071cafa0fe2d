// Points of the live page that hands move, moves undone and done again, numbers of the file, snapshots. Oracle: the
// commands on machine files with the same values, and closed forms.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { countColours, globaldyn, machineFile, makeFolder, openBrowser, pictureOf, see } from "./support.mjs";
import { endAll, explore, move, openLive as openLiveIn, rested } from "./live.mjs";

const star = machineFile("sliding_star");
let browser;
let served;
const openLive = (address, options) => openLiveIn(browser, address, options);

before(async () => {
  browser = await openBrowser();
  served = await explore(star);
});
after(async () => {
  endAll();
  await browser.close();
});

const values = (page) => page.evaluate(() => window.globaldyn.page.settings.values);
const handle = (page, name) => page.locator(`.handle[data-name="${name}"]`);

/** Types what the program has to read: a number with a unit. */
async function type(page, name, text) {
  const read = page.waitForResponse((answer) => answer.url().endsWith("/value"));
  const before = await page.evaluate(() => JSON.stringify(window.globaldyn.page.settings));
  await Promise.all([read, move(page, name, text)]);
  await page.waitForFunction((old) => JSON.stringify(window.globaldyn.page.settings) !== old, before);
  await rested(page);
}

/** Where a point is, px. */
async function placeOf(page, name) {
  const { x, y, width, height } = await handle(page, name).boundingBox();
  return [x + width / 2, y + height / 2];
}

/** All that was moved is computed, points included. */
async function settled(page) {
  await page.waitForTimeout(300);  // ms; a hand rests after 120
  await rested(page);
  await page.waitForTimeout(100);
  await rested(page);
}

/** Drags a point by so many pixels, in steps. */
async function drag(page, name, dx, dy) {
  const [x, y] = await placeOf(page, name);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 8; ++i) {
    await page.mouse.move(x + (dx * i) / 8, y + (dy * i) / 8);
    await page.waitForTimeout(15);
  }
  await page.mouse.up();
  await settled(page);
}

/** px of a metre. */
const pixels = (page) => page.evaluate(() => {
  const bar = document.querySelector("#machine .scale");
  return parseFloat(bar.style.width) / parseFloat(bar.textContent);
});

test("a centre that is dragged takes the path along, the fields and the plan follow, and the file can be saved", async () => {
  const { page, complaints } = await openLive(served.address);
  await see(page, "machine");
  const before = await page.evaluate(() => window.globaldyn.data.plans[0].time);
  await drag(page, "circle_a centre", 9, -6);
  const per = await pixels(page);
  const [x, y] = ["0", "1"].map((axis) => `paths/circle_a/position/circle/center/${axis}`);
  const moved = await values(page);
  assert.deepEqual(Object.keys(moved).sort(), [x, y]);
  assert.ok(Math.abs(moved[x] - 9 / per) < 1 / per && Math.abs(moved[y] - 6 / per) < 1 / per, JSON.stringify([moved, per]));
  // No more digits than a pixel is worth.
  assert.ok(String(moved[x]).length <= 6, String(moved[x]));
  await page.$eval("#design details[data-group=path]", (part) => { part.open = true; });
  assert.equal(Number(await page.inputValue("#design input[type=text][aria-label='centre x, m']")), moved[x]);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=save as machine file")]);
  const text = readFileSync(await download.path(), "utf8");
  assert.ok(text.includes(`center: [${moved[x]}, ${moved[y]}], radius: 0.10 m`), text);
  const file = join(makeFolder(), "moved.yaml");
  writeFileSync(file, text);
  const plan = JSON.parse(globaldyn("plan", file, "--path", "circle_a", "--tolerance", "1e-4", "--json"));
  const time = await page.evaluate(() => window.globaldyn.data.plans[0].time);
  assert.notEqual(time, before);
  assert.ok(Math.abs(time - plan.time) <= 1e-12 * time, `${time} and not ${plan.time}`);
  // While the hand moved, criteria were of few places; at rest they are those of the command.
  const names = ["constant_speed", "constant_rate", "guaranteed_acceleration", "guaranteed_deceleration"];
  const told = JSON.parse(globaldyn("evaluate", file, "--path", "circle_a", "--samples", "2", "--criteria", names.join(), "--json")).criteria;
  const rows = new Map(await page.$$eval("#design tbody tr", (all) => all.map((row) => [row.cells[0].textContent.replaceAll(" ", "_"), row.cells[1].textContent])));
  for (const { name, value } of told) assert.equal(rows.get(name)?.split(" ")[0], String(Number(value.toPrecision(5))), name);
  assert.deepEqual(complaints(), []);
  await page.close();
});

test("a joint that is dragged follows the hand through the parameter that it depends on", async () => {
  const { page, complaints } = await openLive(served.address);
  await see(page, "machine");
  const [x, y] = await placeOf(page, "A1");
  await drag(page, "A1", 25, -14);  // along its guideway it can go, and not across
  const [nowX, nowY] = await placeOf(page, "A1");
  assert.deepEqual(Object.keys(await values(page)), ["leg"]);
  assert.ok(Math.abs(nowX - x) < 0.5 && Math.abs(nowY - (y - 14)) <= 1, `${nowX - x}, ${nowY - y}`);
  assert.equal(Number(await page.inputValue("#design input[type=text][aria-label^='leg,']")), (await values(page)).leg);
  assert.deepEqual(complaints(), []);
  await page.close();
});

const crank = `globaldyn: 1
name: crank
parameters:
  r: {value: 300 mm, min: 100 mm, max: 600 mm}
  phi: {value: 30 deg, min: 0 deg, max: 80 deg}
  shift: 20 mm
bodies: {slide: {mass: 1 kg, frames: {eye: [shift, 5 mm]}}, upper: {mass: 1 kg, inertia: {plate: 0.1 kg m^2}}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x, at: [0, 100 mm]}, b: {body: slide, axis: x, at: [0, 100 mm]}}
  E: {type: revolute, a: slide.eye, b: {body: upper, at: [3 mm, 0]}}
drives: {F: {joint: X, limits: 30 N}, M: {joint: E, limits: 5 N m}}
tool: slide
load_cases: {full: {payload: {mass: 2 kg}}, wind: {tool_wrench: {force: [4 N, 0, 0]}}}
paths:
  go: {position: {line: {from: [0, 0], to: [r*cos(phi), 0]}}, prescribe: [x], joints: {E: 0}}
  turn: {position: {x: 0.1*p}, prescribe: [x], joints: {E: p}, p_max: 1}
cycles:
  day: {steps: [{path: go}, {dwell: 0.5 s}, {path: go, reverse: true}]}
`;

async function exploreCrank() {
  const file = join(makeFolder(), "crank.yaml");
  writeFileSync(file, crank);
  return { file, own: await explore(file) };
}

test("r*cos(phi) is dragged through r, and what cannot be moved says why", async () => {
  const { own } = await exploreCrank();
  const { page, complaints } = await openLive(own.address);
  await see(page, "machine");
  await drag(page, "go to", -20, 0);
  const per = await pixels(page);
  const moved = await values(page);
  assert.deepEqual(Object.keys(moved), ["r"]);
  const wanted = 0.3 - 20 / per / Math.cos(Math.PI / 6);
  assert.ok(Math.abs(moved.r - wanted) < 1.2 / per, `${moved.r} and not ${wanted}`);
  await drag(page, "go to", -4000, 0);  // not beyond its bounds
  assert.equal((await values(page)).r, 0.1);
  const tip = async (name) => {
    await handle(page, name).first().hover();
    return page.textContent("#machine .stage > .tip:not([hidden])");
  };
  // It is on the slide, and the slide where the path says.
  assert.match(await tip("E"), /^E: shift 0\.02 m$/);
  assert.match(await tip("X"), /^X cannot be moved: .*no parameter/);
  assert.match(await handle(page, "X").first().getAttribute("aria-label"), /^X cannot be moved/);
  await page.selectOption("#path-choice", { label: "turn" });
  await settled(page);
  assert.match(await tip("turn start"), /^turn start cannot be moved: this path is given by formulas of p, and no parameter moves its start$/);
  assert.deepEqual(complaints(), []);
  await page.close();
  own.program.kill("SIGINT");
});

test("keys and the pad move a point like a pointer, Shift finer, and a finger does", async () => {
  const { page, complaints } = await openLive(served.address, { hasTouch: true });
  await see(page, "machine");
  const per = await pixels(page);
  const radius = "paths/circle_a/position/circle/radius";
  await handle(page, "circle_a radius").focus();
  await page.keyboard.press("ArrowUp");
  await settled(page);
  const once = (await values(page))[radius];
  // 10 px upwards are as much along the radius as 45° allow.
  assert.ok(Math.abs(once - (0.1 + 10 * Math.SQRT1_2 / per)) < 0.6 / per, `${once}, ${per}`);
  await page.keyboard.press("Shift+ArrowUp");
  await settled(page);
  const fine = (await values(page))[radius] - once;
  assert.ok(fine > 0 && fine < 1.3 / per, `${fine}`);
  await page.click("[aria-label='move it: up']");
  await settled(page);
  assert.ok((await values(page))[radius] - once - fine > 5 / per);
  await page.click("[aria-label='let go of the point']");
  assert.ok(await page.isHidden(".nudge"));
  // A finger, as browsers tell of it.
  const [x, y] = await placeOf(page, "circle_a centre");
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x, y }]);
  for (let i = 1; i <= 6; ++i) await touch("touchMove", [{ x: x - 2 * i, y }]);
  await touch("touchEnd", []);
  await settled(page);
  const moved = (await values(page))["paths/circle_a/position/circle/center/0"];
  assert.ok(Math.abs(moved + 12 / per) < 1.5 / per, `${moved}, ${per}`);
  assert.deepEqual(complaints(), []);
  await page.close();
});

test("moves are undone and done again by buttons, keys and the browser's Back", async () => {
  const { page, complaints } = await openLive(served.address);
  const undo = page.locator("button[aria-label^='undo']");
  const redo = page.locator("button[aria-label^='redo']");
  assert.ok(await undo.isDisabled() && await redo.isDisabled());
  const first = await page.evaluate(() => window.globaldyn.data.plans[0].time);
  await move(page, "leg", 0.9);
  await page.uncheck("#design [aria-label=drives] label:nth-child(2) input");
  await rested(page);
  await move(page, "corner", 0.16);
  await undo.click();
  await page.waitForFunction(() => !("corner" in window.globaldyn.page.settings.values));
  assert.equal(await page.inputValue("#design input[type=text][aria-label^='corner,']"), "0.15");
  await page.goBack();
  await page.waitForFunction(() => window.globaldyn.page.settings.off.length === 0);
  assert.ok(await page.isChecked("#design [aria-label=drives] label:nth-child(2) input"));
  await page.locator("#design h2").click();
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => Object.keys(window.globaldyn.page.settings.values).length === 0);
  await rested(page);
  assert.equal(await page.evaluate(() => window.globaldyn.data.plans[0].time), first);
  assert.ok(await undo.isDisabled());
  for (const key of ["Control+Shift+z", "Control+y"]) await page.keyboard.press(key);
  await page.waitForFunction(() => window.globaldyn.page.settings.off.length === 1);
  await redo.click();
  await page.waitForFunction(() => window.globaldyn.page.settings.values.corner === 0.16);
  assert.ok(await redo.isDisabled());
  await rested(page);
  // A slider that is drawn is one move, and another move forgets what was undone.
  await page.$eval("#design .parameter:nth-child(2) input[type=range]", (slider) => {
    for (const value of ["150", "160", "170"]) {
      slider.value = value;
      slider.dispatchEvent(new Event("input"));
    }
  });
  await rested(page);
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => window.globaldyn.page.settings.values.leg === 0.9);
  // In a field that is being written it is the text that is undone.
  const field = page.locator("#design input[type=text][aria-label^='leg,']");
  await field.focus();
  await page.keyboard.type("5");
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(300);
  assert.equal((await values(page)).leg, 0.9);
  assert.deepEqual(complaints(), []);
  await page.close();
});

test("limits, loads, dwells and the period are moved as if the file had them", async () => {
  const { file, own } = await exploreCrank();
  const { page, complaints } = await openLive(own.address);
  await page.$$eval("#design details", (all) => { for (const one of all) one.open = true; });
  const time = () => page.evaluate(() => window.globaldyn.data.plans[0].time);
  /** What the command says of the file with one text in place of another. */
  const plan = (args, ...changes) => {
    const other = join(makeFolder(), "other.yaml");
    writeFileSync(other, changes.reduce((text, [from, to]) => { assert.ok(text.includes(from)); return text.replace(from, to); }, readFileSync(file, "utf8")));
    return JSON.parse(globaldyn("plan", other, ...args, "--tolerance", "1e-4", "--json")).time;
  };
  const same = async (wanted) => { const now = await time(); assert.ok(Math.abs(now - wanted) <= 1e-12 * wanted, `${now} and not ${wanted}`); };
  await type(page, "F limits", "0.02 kN");
  await same(plan(["--path", "go"], ["limits: 30 N", "limits: 20 N"]));
  await page.selectOption("#design select[aria-label='load case']", { label: "full" });
  await rested(page);
  await same(plan(["--path", "go", "--load", "full"], ["limits: 30 N", "limits: 20 N"]));
  await move(page, "full: payload mass", 5);
  await same(plan(["--path", "go", "--load", "full"], ["limits: 30 N", "limits: 20 N"], ["mass: 2 kg", "mass: 5 kg"]));
  await move(page, "reserve of all limits", "10 %");
  await same(plan(["--path", "go", "--load", "full", "--reserve", "10%"], ["limits: 30 N", "limits: 20 N"], ["mass: 2 kg", "mass: 5 kg"]));
  await move(page, "rise time of forces", "20");
  await same(plan(["--path", "go", "--load", "full", "--reserve", "10%", "--rise-time", "20 ms"], ["limits: 30 N", "limits: 20 N"], ["mass: 2 kg", "mass: 5 kg"]));
  const field = page.locator("#design input[type=text][aria-label^='reserve of']");
  await field.fill("120");
  await field.press("Tab");
  assert.match(await page.textContent("#design .wrong:not([hidden])"), /0 to 99 %/);
  await page.click("text=reset");
  await rested(page);
  await page.selectOption("#path-choice", { label: "day" });
  await rested(page);
  assert.ok(await page.isHidden("#design select[aria-label='load case']"));  // its steps say which
  await type(page, "step 2 dwell", "800 ms");
  await same(plan(["--cycle", "day"], ["dwell: 0.5 s", "dwell: 0.8 s"]));
  await move(page, "period", "4");
  assert.ok(Math.abs(await time() - 4) < 1e-9);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=save as machine file")]);
  const text = readFileSync(await download.path(), "utf8");
  assert.equal(text, crank.replace("dwell: 0.5 s", "dwell: 0.8 s").replace("day: {", "day: {period: 4 s, "));
  await move(page, "period", "");
  assert.ok(await time() < 3);
  assert.deepEqual(complaints(), []);
  await page.close();
  own.program.kill("SIGINT");
});

test("a link and a reload bring back points, options and loads", async () => {
  const { own } = await exploreCrank();
  const { page } = await openLive(own.address);
  await page.$$eval("#design details", (all) => { for (const one of all) one.open = true; });
  await move(page, "from x", 0.05);
  await move(page, "reserve of all limits", "20");
  await page.selectOption("#design select[aria-label='load case']", { label: "wind" });
  await rested(page);
  const time = await page.evaluate(() => window.globaldyn.data.plans[0].time);
  await page.waitForTimeout(500);
  await page.reload();
  await page.waitForFunction(() => "globaldyn" in window);
  await rested(page);
  assert.equal(await page.evaluate(() => window.globaldyn.data.plans[0].time), time);
  assert.deepEqual(await page.evaluate(() => [window.globaldyn.page.settings.values, window.globaldyn.page.settings.wishes.reserve]),
    [{ "paths/go/position/line/from/0": 0.05, "/load": 2 }, 0.2]);
  assert.ok(await page.isEnabled("button[aria-label^='undo']"));
  await page.close();
  own.program.kill("SIGINT");
});

test("snapshots are kept, compared, drawn upon the machine and gone back to", async () => {
  const { page, complaints } = await openLive(served.address);
  assert.ok(await page.isHidden("#compare"));
  await page.click("text=keep A");
  const time = await page.evaluate(() => window.globaldyn.data.plans[0].time);
  await move(page, "leg", 0.9);
  await page.click("text=keep B");
  await move(page, "platform_mass", 9);
  const cells = () => page.$$eval("#compare tbody tr", (rows) => new Map(rows.map((row) => [row.cells[0].textContent, [...row.cells].slice(1).map((cell) => cell.textContent)])).entries().toArray());
  const table = new Map(await cells());
  assert.deepEqual(table.get("leg"), ["0.9 m", "0.85 m −5.6 %", "0.9 m"]);
  assert.deepEqual(table.get("platform_mass"), ["9 kg", "6 kg −33 %", "6 kg −33 %"]);
  assert.equal(table.get("side"), undefined);  // alike
  const now = await page.evaluate(() => window.globaldyn.data.plans[0].time);
  const told = table.get("time of the fastest motion");
  assert.equal(told[1], `${Number(time.toPrecision(5))} s −${Number((100 * (1 - time / now)).toPrecision(2))} %`);
  assert.equal(told[0], `${Number(now.toPrecision(5))} s`);
  // A ghost changes the pictures, and lasts while the machine is moved.
  await see(page, "machine");
  const plain = await pictureOf(page, "#machine canvas");
  const curves = await pictureOf(page, "#phase canvas");
  await page.locator("#compare .ghost").first().click();
  await page.waitForFunction(() => window.globaldyn.data.ghosts?.length === 1);
  assert.notEqual(await pictureOf(page, "#machine canvas"), plain);
  await see(page, "phase");
  assert.notEqual(await pictureOf(page, "#phase canvas"), curves);
  assert.ok(await countColours(page, "#machine canvas") > 5);
  assert.equal(await page.evaluate(() => window.globaldyn.data.ghosts[0].plan.time), time);
  // A name, and there after a reload.
  await page.locator("#compare input").first().fill("short <legs>");
  await page.locator("#compare input").first().press("Enter");
  await page.reload();
  await page.waitForFunction(() => "globaldyn" in window);
  await rested(page);
  await page.click("#design button:has-text('short <legs>')");
  await rested(page);
  assert.deepEqual(await values(page), {});
  assert.equal(await page.evaluate(() => window.globaldyn.data.plans[0].time), time);
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => window.globaldyn.page.settings.values.platform_mass === 9);
  for (let i = 0; i < 2; ++i) await page.click("#compare [aria-label^='forget'] >> nth=0");
  assert.ok(await page.isHidden("#compare"));
  assert.deepEqual(complaints(), []);
  await page.close();
});
