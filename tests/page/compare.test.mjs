// Designs of a study upon each other and in numbers, and several studies in one front. Oracle: what the stores hold.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { countColours, globaldyn, makeFolder, openBrowser, openPage, pictureOf, see, source } from "./support.mjs";
import { endAll, explore, rested } from "./live.mjs";

const circles = join(source, "machines", "sliding_star", "circles_study.yaml");
const first = join(makeFolder(), "first");
const second = join(makeFolder(), "second");
const other = join(makeFolder(), "other");
let browser;

before(async () => {
  browser = await openBrowser();
  const folder = makeFolder();
  const text = readFileSync(circles, "utf8").replace("machine: ", `machine: ${join(source, "machines", "sliding_star")}/`);
  /** The same study with changes. */
  const write = (name, ...changes) => {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, changes.reduce((all, [from, to]) => { assert.ok(all.includes(from), from); return all.replaceAll(from, to); }, text.replace("name: sliding_star_circles", `name: ${name}`)));
    return file;
  };
  const lighter = write("lighter", ["seed: 1", "seed: 7"], ["from: 1.2 m, to: 2.2 m", "from: 1.1 m, to: 1.9 m"]);
  const renamed = write("renamed", ["moving_mass:", "mass_that_moves:"]);
  for (const [to, study] of [[first, circles], [second, lighter], [other, renamed]]) {
    globaldyn("optimize", study, "--budget", "150", "--quiet", "--no-pictures", "--out", to);
  }
});
after(async () => {
  endAll();
  await browser.close();
});

/** An objective of all designs on the front of a study, as the command exports them. */
function frontOf(folder, objective) {
  const file = join(makeFolder(), "designs.csv");
  globaldyn("study", "export", folder, "--format", "csv", "--out", file);
  const [heads, ...rows] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(","));
  const at = (name) => heads.findIndex((head) => head === name || head.startsWith(`${name} [`));
  return rows.filter((row) => row[at("pareto")] === "1").map((row) => Number(row[at(objective)]));
}

/** What the chart of the front draws under a name. */
const drawn = (page, name) => page.evaluate((wanted) => {
  const { study } = window.globaldyn.data;
  const found = study.others.find((one) => one.name === wanted);
  return found === undefined ? null : found.columns.map((one) => [one.name, [...one.values]]);
}, name);

test("a report has the fronts of other studies in its own, and says which it cannot draw", async () => {
  globaldyn("report", first, "--beside", second, "--beside", other, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(first, "report.html")}`);
  await see(page, "front");
  assert.ok(await countColours(page, "#front canvas") > 5);
  const names = await page.evaluate(() => window.globaldyn.data.study.others.map((one) => one.name));
  assert.deepEqual(names, ["lighter", "renamed"]);
  const columns = new Map(await drawn(page, names[0]));
  const objectives = await page.evaluate(() => window.globaldyn.data.study.columns.filter((one) => one.role === "objective").map((one) => one.name));
  for (const name of objectives) {
    assert.deepEqual(columns.get(name).sort((a, b) => a - b), frontOf(second, name).sort((a, b) => a - b), name);
  }
  const texts = await page.$$eval("#front canvas", (all) => all.flatMap((canvas) => window.drawnOn(canvas)).map((one) => one.text));
  assert.ok(texts.some((text) => text?.startsWith("front of ")), texts.join());
  assert.match(await page.textContent("#front .caption"), /Not drawn: renamed, without time or moving_mass in the same unit/);
  assert.deepEqual(complaints, []);
  await page.close();
  const wrong = spawnSync(process.env.GLOBALDYN_COMMAND, ["report", first, "--beside", join(first, "nothing")], { encoding: "utf8" });
  assert.equal(wrong.status, 2);
  assert.equal(wrong.stderr.trim().split("\n").length, 1);
});

const table = (page) => page.$$eval("#differences tbody tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));

test("a design is drawn upon another, on one scale, with a table of differences", async () => {
  globaldyn("report", first, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(first, "report.html")}`);
  const ids = await page.evaluate(() => {
    const { design } = window.globaldyn.page.store.now;
    const reference = window.globaldyn.data.study.designs.map((one) => one.id).find((id) => id !== design);
    window.globaldyn.page.store.change({ reference });
    return [reference, design];
  });
  await see(page, "reference-machine");
  const { rows, columns } = await page.evaluate(([a, b]) => {
    const { study } = window.globaldyn.data;
    const at = [a, b].map((id) => study.ids.indexOf(id));
    return { rows: at, columns: study.columns.map((one) => [one.name, at.map((row) => one.values[row])]) };
  }, ids);
  assert.ok(rows.every((row) => row >= 0));
  const told = new Map((await table(page)).map(([name, ...cells]) => [name, cells]));
  for (const [name, [mine, theirs]] of columns) {
    const cells = told.get(name);
    if (mine === theirs && cells === undefined) continue;
    assert.ok(Number.parseFloat(cells[0].replace("−", "-")) !== 0 || mine === 0, name);
    const share = 100 * (mine / theirs - 1);
    if (mine !== theirs && theirs !== 0) assert.ok(cells[0].includes(`${Math.abs(Number(share.toPrecision(2)))} %`), `${name}: ${cells[0]}, ${share}`);
  }
  // Upon it instead of beside it.
  await see(page, "machine");
  const alone = await pictureOf(page, "#machine canvas");
  await page.check(".references input[type=checkbox]");
  assert.equal(await page.locator("#reference-machine").count(), 0);
  await see(page, "machine");
  assert.notEqual(await pictureOf(page, "#machine canvas"), alone);
  assert.deepEqual(await page.evaluate(() => window.globaldyn.page.shown.ghosts.map((one) => one.title)), [`design ${ids[0]}`]);
  // Along another path it is that of the other one.
  await page.selectOption("#path-choice", { index: 1 });
  const [path, ghost] = await page.evaluate(() => { const { shown, views } = window.globaldyn.page; return [shown.paths[views.now.path].name, shown.ghosts[0].path.name]; });
  assert.equal(path, ghost);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("live: designs upon each other, differences, and other studies", async () => {
  const own = await explore(first, "--beside", second);
  const { page, complaints } = await openPage(browser, own.address);
  await rested(page);
  assert.equal(await page.evaluate(() => window.globaldyn.data.study.others.length), 1);
  const reference = await page.evaluate(() => {
    const { store } = window.globaldyn.page;
    const reference = window.globaldyn.data.study.front.find((id) => id !== store.now.design);
    store.change({ reference, upon: true });
    return reference;
  });
  await page.waitForFunction(() => window.globaldyn.page.machine.data.ghosts?.length === 1);
  assert.equal(await page.textContent("#differences thead th:nth-child(2)"), `design ${reference}`);
  assert.ok((await table(page)).length > 3);
  assert.equal(await page.locator("#reference-machine").count(), 0);
  // Snapshots of a design that was moved, beside the reference.
  await page.click("text=keep A");
  await page.locator("#compare .ghost").click();
  await page.waitForFunction(() => window.globaldyn.page.machine.data.ghosts?.length === 2);
  // Back goes from design to design.
  const [from, to] = await page.evaluate(() => { const { design } = window.globaldyn.page.store.now; return [design, window.globaldyn.data.study.front.find((id) => id !== design)]; });
  await page.evaluate((design) => window.globaldyn.page.store.change({ design }), to);
  await rested(page);
  assert.equal(await page.textContent("#design h2"), `Design ${to}`);
  await page.goBack();
  await page.waitForFunction((design) => window.globaldyn.page.store.now.design === design, from);
  await rested(page);
  assert.equal(await page.textContent("#design h2"), `Design ${from}`);
  assert.deepEqual(complaints.filter((text) => !text.startsWith(`asked for ${new URL(own.address).origin}/`)), []);
  await page.close();
  own.program.kill("SIGINT");
  const wrong = spawnSync(process.env.GLOBALDYN_COMMAND, ["explore", circles, "--beside", second, "--no-browser"], { encoding: "utf8" });
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /^--beside: without designs of a study/);
});

test("parallel axes are brushed by keys", async () => {
  globaldyn("report", first, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(first, "report.html")}`);
  await see(page, "parallel");
  await page.locator("#parallel .end").focus();
  const state = () => page.evaluate(() => {
    const { study } = window.globaldyn.data;
    const { brushed } = window.globaldyn.page.store.now;
    const end = document.activeElement;
    const column = study.columns.find((one) => end.getAttribute("aria-label").endsWith(` ${one.name}`));
    return {
      label: end.getAttribute("aria-label"), now: Number(end.getAttribute("aria-valuenow")), low: Number(end.getAttribute("aria-valuemin")), high: Number(end.getAttribute("aria-valuemax")),
      kept: brushed === null ? null : [...brushed].map((row) => column.values[row]), front: study.front.map((id) => column.values[study.ids.indexOf(id)]),
    };
  });
  const before = await state();
  assert.match(before.label, /^upper end .* time$/);
  assert.equal(before.now, before.high);
  assert.equal(before.kept, null);
  for (let i = 0; i < 4; ++i) await page.keyboard.press("PageDown");
  const upper = await state();
  assert.ok(Math.abs(upper.now - (before.high - 0.4 * (before.high - before.low))) < 1e-9 * before.high);
  const within = upper.front.filter((value) => value <= upper.now);
  assert.ok(within.length > 0 && within.length < upper.front.length);
  assert.deepEqual(upper.kept.sort(), within.sort());
  await page.keyboard.press("Enter");  // the lower end
  for (let i = 0; i < 2; ++i) await page.keyboard.press("PageUp");
  const both = await state();
  assert.match(both.label, /^lower end/);
  assert.deepEqual(both.kept.sort(), both.front.filter((value) => value >= both.now && value <= upper.now).sort());
  // The end stays below the other, and is where it is seen.
  await page.keyboard.press("End");
  assert.ok(Math.abs((await state()).now - upper.now) < 1e-9);
  // On the next axis as well: those that both keep.
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.match((await state()).label, /moving_mass$/);
  await page.keyboard.press("Enter");
  for (let i = 0; i < 4; ++i) await page.keyboard.press("PageDown");
  const second = await state();
  assert.ok(second.kept.length > 0 && second.kept.length < within.length && second.kept.every((value) => value <= second.now), JSON.stringify(second));
  const box = await page.locator("#parallel .end").boundingBox();
  const chart = await page.locator("#parallel .canvas").boundingBox();
  assert.ok(box.x > chart.x + 60 && box.y > chart.y + 60 && box.y < chart.y + chart.height);
  // Taken away, and all of them by the button.
  await page.keyboard.press("Escape");
  assert.deepEqual((await state()).kept.length, within.length);
  await page.click("#parallel button[aria-label^='all']");
  await page.locator("#parallel .end").focus();
  assert.equal((await state()).kept, null);
  assert.equal((await state()).now, (await state()).high);
  assert.deepEqual(complaints, []);
  await page.close();
});
