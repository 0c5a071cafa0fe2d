// Designs of a study upon each other and in numbers, and several studies in one front. Oracle: what the stores hold.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { countColours, globaldyn, machineFile, makeFolder, openBrowser, openPage, pictureOf, see, settle, source } from "./support.mjs";
import { endAll, explore, move, rested } from "./live.mjs";

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
  const texts = await page.$$eval("#front .names-of-curves button", (all) => all.map((one) => one.textContent));
  assert.ok(texts.some((text) => text.startsWith("front of ")), texts.join());
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
  assert.match(wrong.stderr, /^--beside: .*second is a folder; expected machine files/);
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

/** The names of the parallel axes from the left to the right, as they are drawn. */
const axesOf = (page) => page.$$eval("#parallel .lane", (all) => all.filter((one) => one.querySelector("input").checked).map((one) => one.firstElementChild.textContent));

test("parallel axes are put elsewhere, hidden, turned, coloured by, brushed by a pointer; a link has it all", async () => {
  globaldyn("report", first, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(first, "report.html")}`);
  await see(page, "parallel");
  const study = () => page.evaluate(() => {
    const { brushed, brush, axes, colour } = window.globaldyn.page.store.now;
    return { brushed: brushed === null ? null : [...brushed], brush, axes, colour };
  });
  await page.click("#parallel .axes summary");
  const heads = await axesOf(page);
  assert.ok(heads.length >= 4, `${heads}`);
  const box = async () => page.locator("#parallel .canvas").boundingBox();
  const placeOf = async (k, count) => {
    const { x, width } = await box();
    return x + 62 + ((width - 124) * k) / (count - 1);
  };
  // A name dragged over the next axis changes places with it.
  const chart = await box();
  await page.mouse.move(await placeOf(0, heads.length), chart.y + 30);
  await page.mouse.down();
  await page.mouse.move(await placeOf(1, heads.length), chart.y + 30, { steps: 6 });
  await page.mouse.up();
  assert.deepEqual(await axesOf(page), [heads[1], heads[0], ...heads.slice(2)]);
  // A stretch dragged along the first axis keeps what is within.
  const along = async (from, to) => {
    const { y, height } = await box();
    const at = (share) => y + 62 + share * (height - 62 - 22);
    const x = await placeOf(0, heads.length);
    await page.mouse.move(x, at(from));
    await page.mouse.down();
    await page.mouse.move(x, at(to), { steps: 6 });
    await page.mouse.up();
    await settle(page);
  };
  await along(0.98, 0.5);
  const low = await study();
  const told = await page.evaluate((head) => {
    const { data } = window.globaldyn;
    const column = data.study.columns.find((one) => head.startsWith(one.name));
    const { size } = Object.values(data.units).find((unit) => unit.name !== "" && head.endsWith(`[${unit.name}]`)) ?? { size: 1 };
    return data.study.front.map((id) => data.study.ids.indexOf(id)).map((row) => [row, column.values[row] / size]);
  }, heads[1]);
  const [number, from, to] = /^(\d+):(.+)\.\.(.+)$/.exec(low.brush).slice(1).map(Number);
  assert.equal(number, 1);
  assert.deepEqual(low.brushed.sort((a, b) => a - b), told.filter(([, value]) => value >= from && value <= to).map(([row]) => row).sort((a, b) => a - b));
  assert.ok(low.brushed.length > 0 && low.brushed.length < told.length);
  // Dragged by its middle it is as long, elsewhere; a click takes it away.
  await along(0.75, 0.55);
  const moved = /:(.+)\.\.(.+)$/.exec((await study()).brush).slice(1).map(Number);
  assert.ok(Math.abs((moved[1] - moved[0]) - (to - from)) < 1e-6 * (to - from) && moved[0] > from, `${moved} from ${[from, to]}`);
  // Upside down: the same designs are kept.
  const same = (await study()).brushed;
  await page.click(`#parallel input[aria-label$="upside down"] >> nth=0`);
  assert.deepEqual((await study()).brushed, same);
  await page.click(`#parallel input[aria-label$="log"]:not([disabled]) >> nth=1`);
  await page.click(`#parallel input[aria-label$="shown"] >> nth=3`);
  assert.equal((await axesOf(page)).length, heads.length - 1);
  const plain = await pictureOf(page, "#parallel canvas");
  await page.selectOption("#parallel select[aria-label='coloured by']", { index: 2 });
  assert.notEqual(await pictureOf(page, "#parallel canvas"), plain);
  assert.ok(await page.isVisible("#parallel .ramp"));
  await page.selectOption("#front select[aria-label=across]", { index: 1 });
  await page.selectOption("#front select[aria-label=up]", { index: 0 });
  await page.mouse.move(1, 1);
  await page.click("button[aria-label^='copy a link']");
  const link = await page.evaluate(() => location.href);
  const { page: second, complaints: own } = await openPage(browser, link);
  for (const id of ["parallel", "front"]) {
    await see(page, id);
    await see(second, id);
    assert.equal(await pictureOf(second, `#${id} canvas`), await pictureOf(page, `#${id} canvas`), id);
  }
  const then = await second.evaluate(() => ({ ...window.globaldyn.page.store.now, brushed: [...window.globaldyn.page.store.now.brushed] }));
  const now = await study();
  for (const key of ["brush", "axes", "colour"]) assert.equal(then[key], now[key], key);
  assert.deepEqual(then.brushed, now.brushed);
  assert.deepEqual([...complaints, ...own], []);
  await page.close();
  await second.close();
});

test("what matters: rank correlations are those of the designs that are kept", async () => {
  const { page, complaints } = await openPage(browser, `file://${join(first, "report.html")}`);
  await see(page, "correlations");
  const compareAll = async () => {
    const { heads, cells, columns, kept } = await page.evaluate(() => {
      const table = document.querySelector("#correlations table");
      const { study } = window.globaldyn.data;
      const { brushed } = window.globaldyn.page.store.now;
      const kept = [...study.ids.keys()].filter((row) => study.states[row] === 0 && (brushed === null || brushed.has(row)));
      return {
        heads: [...table.tHead.rows[0].cells].slice(1).map((one) => one.textContent),
        cells: [...table.tBodies[0].rows].map((row) => [...row.cells].map((one) => one.textContent)),
        columns: study.columns.map((one) => ({ name: one.name, values: [...one.values] })), kept,
      };
    });
    // Ranks another way: how many are below, and half of those that are equal.
    const ranks = (values) => values.map((one) => values.filter((other) => other < one).length + values.filter((other) => other === one).length / 2);
    const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
    const correlate = (x, y) => {
      const [a, b] = [ranks(x), ranks(y)];
      const [p, q] = [mean(a), mean(b)];
      const sum = (f) => a.reduce((s, _, i) => s + f(a[i] - p, b[i] - q), 0);
      return sum((u, v) => u * v) / Math.sqrt(sum((u) => u * u) * sum((_, v) => v * v));
    };
    let count = 0;
    const valuesOf = (name) => columns.find((one) => one.name === name).values;
    for (const [name, ...texts] of cells) {
      texts.forEach((text, k) => {
        if (text === "–") return;
        const expected = correlate(kept.map((row) => valuesOf(name)[row]), kept.map((row) => valuesOf(heads[k])[row]));
        assert.ok(Math.abs(Number(text.replace("−", "-")) - expected) <= 0.051 * Math.max(0.1, Math.abs(expected)), `${name}, ${heads[k]}: ${text}, not ${expected}`);
        ++count;
      });
    }
    assert.ok(count >= 4, `${count}`);
    return cells.flat().join();
  };
  const all = await compareAll();
  await page.evaluate(() => {
    const { study } = window.globaldyn.data;
    const rows = [...study.ids.keys()].filter((row) => study.states[row] === 0);
    window.globaldyn.page.store.change({ brushed: new Set(rows.slice(0, Math.ceil(rows.length / 2))) });
  });
  await settle(page);
  assert.notEqual(await compareAll(), all);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("live: another machine's file is drawn upon the one that is moved", async () => {
  const own = await explore(machineFile("sliding_star"), "--beside", machineFile("sliding_star"), "--beside", machineFile("arm_2r"));
  const { page, complaints } = await openPage(browser, own.address);
  await rested(page);
  await page.waitForFunction(() => window.globaldyn.page.data.ghosts?.length === 1);
  assert.match(await page.textContent("#design"), /Not drawn: arm_2r: it has no path/);
  await see(page, "phase");
  const names = await page.$$eval("#phase .names-of-curves button", (all) => all.map((one) => one.textContent));
  assert.ok(names.includes("plan of sliding_star"), `${names}`);
  // It stays where it is while the machine is moved, and its time beside that of the machine.
  const before = await page.evaluate(() => window.globaldyn.page.data.ghosts[0].plan.t.at(-1));
  await move(page, "leg", 0.9);
  const after = await page.evaluate(() => ({ ghost: window.globaldyn.page.data.ghosts[0].plan.t.at(-1), own: window.globaldyn.data.plans?.[0]?.time ?? window.globaldyn.page.data.plans[0].time }));
  assert.equal(after.ghost, before);
  assert.notEqual(after.own, before);
  const row = await page.$$eval("#design table tbody tr", (rows) => [...rows[0].cells].map((one) => one.textContent));
  assert.equal(row.length, 3);
  assert.ok(row[2].startsWith(String(Number(before.toPrecision(6)))), `${row}, ${before}`);
  assert.deepEqual(complaints.filter((text) => !text.startsWith(`asked for ${new URL(own.address).origin}/`)), []);
  await page.close();
  own.program.kill("SIGINT");
});
