// Reports in Chromium. Oracle: what the commands print of the same machines.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  addLegend, countColours, extentOf, globaldyn, machineFile, makeFolder, makeReport, openBrowser, openPage, pictureOf, see,
  settle,
} from "./support.mjs";

const machines = [
  { name: "sliding_star", path: "circle_a", map: "workspace", normal: 2 },
  { name: "hexapod_6ups", path: "circle", normal: null },
  { name: "cable_point8", path: "loop", normal: null },
  { name: "puma560", path: "circle", normal: null },
];
const folders = new Map();
const addresses = new Map();
let browser;

before(async () => {
  for (const { name, path, map } of machines) {
    folders.set(name, makeFolder());
    addresses.set(name, makeReport(folders.get(name), machineFile(name), path, map));
  }
  browser = await openBrowser();
});
after(() => browser.close());

const look = (page) => page.evaluate(() => ({ ...window.globaldyn.store.now }));

/** Moves the slider under the title to a share of it. */
async function slide(page, share) {
  await page.$eval(".transport input[type=range]", (slider, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event("input"));
  }, Math.round(1000 * share));
  await settle(page);
}

/** The number behind a word in a caption. */
async function numberBehind(page, selector, word) {
  const text = (await page.textContent(selector)).replaceAll("−", "-");
  const found = text.match(new RegExp(`${word} (-?[0-9.e-]+)`));
  assert.ok(found, `no number behind '${word}' in: ${text}`);
  return Number(found[1]);
}

for (const { name, path, normal } of machines) {
  test(`${name}: every view shows something, nothing complains or asks the network`, async () => {
    const { page, complaints } = await openPage(browser, addresses.get(name));
    for (const id of ["machine", "region", "phase", "tube", "powers", "tool-speed", "motors"]) {
      await see(page, id);
      assert.ok(await countColours(page, `#${id} canvas`) > 5, `${id} is blank`);
    }
    assert.equal(await page.evaluate(() => window.globaldyn.data.machine.normal), normal);
    assert.equal(await page.$eval("#path-choice", (list) => list.selectedOptions[0].textContent), path);
    assert.deepEqual(complaints, []);
    await page.close();
  });

  test(`${name}: the slider moves machine and region, and numbers are those of evaluate`, async () => {
    const { page, complaints } = await openPage(browser, addresses.get(name));
    const start = await pictureOf(page, "#machine canvas");
    const region = await pictureOf(page, "#region canvas");
    await slide(page, 0.4);
    assert.notEqual(await pictureOf(page, "#machine canvas"), start);
    assert.notEqual(await pictureOf(page, "#region canvas"), region);
    // The region shown is the nearest one that was computed: evaluated there by the command.
    const p = await page.evaluate(() => {
      const { store, data } = window.globaldyn;
      const all = [...data.paths[store.now.path].regions.p];
      return all.reduce((best, one) => (Math.abs(one - store.now.p) < Math.abs(best - store.now.p) ? one : best));
    });
    const sample = JSON.parse(globaldyn("evaluate", machineFile(name), "--path", path, "--at", String(p), "--json"))
      .paths[0].samples[0];
    const most = sample.region.d1_intervals.at(-1)[1];
    const shown = await numberBehind(page, "#region .caption", "d1 up to");
    assert.ok(Math.abs(shown - most) <= 1e-4 * most, `${shown} and not ${most}`);  // of five digits
    const low = await numberBehind(page, "#region .caption", "at rest d2 from");
    assert.ok(Math.abs(low - sample.region.d2_at_rest[0]) <= 1e-3 * Math.abs(low), `${low}`);  // of four
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test("the plan's point is within the region at every p that has both", async () => {
  const { page } = await openPage(browser, addresses.get("sliding_star"));
  const outside = await page.evaluate(() => {
    const { data, store } = window.globaldyn;
    const path = data.paths[store.now.path];
    const plan = data.plans[0];
    const at = (values, p) => {  // linear between the plan's samples
      const i = Math.max(1, plan.p.findIndex((one) => one >= p));
      const share = (p - plan.p[i - 1]) / (plan.p[i] - plan.p[i - 1]);
      return values[i - 1] + share * (values[i] - values[i - 1]);
    };
    let count = 0;
    path.regions.p.forEach((p, i) => { if (at(plan.d1, p) > 1.001 * path.d1_max[i]) ++count; });
    return count;
  });
  assert.equal(outside, 0);
  await page.close();
});

test("views are linked: a click on a chart moves all, a path chosen changes all", async () => {
  const { page, complaints } = await openPage(browser, addresses.get("sliding_star"));
  const before = await look(page);
  await page.click("#phase .canvas", { position: { x: 300, y: 200 } });
  const clicked = await look(page);
  assert.ok(clicked.p > 1 && clicked.p < 5, `p = ${clicked.p}`);
  assert.ok(clicked.t > before.t);
  await page.click("#powers .canvas", { position: { x: 200, y: 150 } });
  const later = await look(page);
  assert.ok(later.t < clicked.t && later.p < clicked.p);
  // A link brings the same place back.
  await page.waitForFunction(() => location.hash !== "");
  await page.waitForTimeout(400);
  const { page: second } = await openPage(browser, await page.evaluate(() => location.href));
  assert.ok(Math.abs((await look(second)).p - later.p) < 1e-9);
  await second.close();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("one limit has one colour, in all views and at every place of all paths", async () => {
  const folder = makeFolder();
  for (const path of ["circle_a", "circle_b"]) {
    const own = join(folder, path);
    globaldyn("plan", machineFile("sliding_star"), "--path", path, "--samples", "101", "--quiet", "--no-pictures", "--out", own);
  }
  globaldyn("report", folder, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(folder, "report.html")}`);
  const legends = new Map([["region", new Map()], ["phase", new Map()]]);
  const slideAndLook = async (place) => {
    await slide(page, place);
    for (const [id, colours] of legends) {
      await see(page, id);
      await addLegend(page, id, colours);
    }
  };
  for (const place of [0, 0.2, 0.6, 0.8]) await slideAndLook(place);
  await page.selectOption("#path-choice", { index: 1 });
  for (const place of [0.1, 0.5, 0.9]) await slideAndLook(place);
  const styles = new Map();
  let shared = 0;
  for (const [id, colours] of legends) {
    for (const [text, drawn] of colours) {
      const name = text.replace(/^plan: /, "");
      if (!/ (max|min)/.test(name)) continue;
      assert.equal(drawn.size, 1, `${name} in ${id}: ${[...drawn]}`);
      if (styles.has(name)) {
        assert.equal([...drawn][0], styles.get(name), name);
        ++shared;
      }
      styles.set(name, [...drawn][0]);
    }
  }
  assert.ok(shared >= 3, `${shared} in both`);
  assert.equal(new Set(styles.values()).size, styles.size);  // and others have others
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a legend names all lines in full, below the title and above the chart", async () => {
  const folder = makeFolder();
  const { page, complaints } = await openPage(browser, makeReport(folder, machineFile("octapod_8ups"), "circle"));
  await see(page, "phase");
  const names = await page.evaluate(() => [...new Set(window.globaldyn.data.plans[0].stretches.map(({ active }) => active.map((one) => `${one.name} ${one.limit}`).join(", ")))]);
  assert.ok(names.length > 8, `${names.length} limits`);
  const told = await addLegend(page, "phase");
  for (const name of names) assert.ok(told.has(`plan: ${name}`), name);
  // In letters of the page's font, in the size that is meant.
  const fonts = await page.$$eval("#phase canvas", (all) => all.flatMap((canvas) => window.drawnOn(canvas)).filter(({ text }) => text).map(({ font }) => font));
  assert.ok(fonts.length > 5);
  for (const font of fonts) assert.match(font, /^12px /);
  // The names take no room from the plot, and none is cut off or hidden behind another.
  const { plot, boxes, top } = await page.evaluate(() => ({
    plot: document.querySelector("#phase .canvas").clientHeight, top: document.querySelector("#phase .canvas").getBoundingClientRect().top,
    boxes: [...document.querySelectorAll("#phase .names-of-curves button")].map((one) => one.getBoundingClientRect().toJSON()),
  }));
  assert.equal(plot, 300);
  for (const [i, one] of boxes.entries()) {
    assert.ok(one.bottom <= top + 1, `${names[i]}: ${one.bottom} below ${top}`);
    for (const other of boxes.slice(0, i)) assert.ok(one.left >= other.right || one.right <= other.left || one.top >= other.bottom - 1 || one.bottom <= other.top + 1);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test("peaks of a drive that may push as hard as it likes leave room for the rest", async () => {
  const folder = makeFolder();
  const file = join(folder, "slide.yaml");
  writeFileSync(file, `globaldyn: 1
name: slide
bodies: {table: {mass: 2 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: table, axis: x}}}
drives: {F: {joint: X, max_speed: 1 m/s, viscous: 5 N s/m}}
tool: {body: table, at: [0, 0]}
paths: {along: {joints: {X: p*1 m}, p_max: 1}}
`);
  const { page, complaints } = await openPage(browser, makeReport(join(folder, "out"), file, "along"));
  const largest = async (id) => {
    await see(page, id);
    const drawn = await page.$$eval(`#${id} canvas`, (all) => all.flatMap((canvas) => window.drawnOn(canvas)));
    const numbers = drawn.map(({ text }) => Number((text ?? "").replaceAll(",", "").replace("−", "-"))).filter(Number.isFinite);
    assert.ok(numbers.length > 3, `${numbers}`);
    return Math.max(...numbers.map(Math.abs));
  };
  assert.ok(await page.evaluate(() => Math.max(...window.globaldyn.data.plans[0].forces)) > 1e6);
  for (const id of ["forces", "motors"]) assert.ok(await largest(id) <= 10, id);  // 5 N against the friction
  assert.equal(await page.textContent("#forces .caption"), "Peaks reach beyond the chart.");
  assert.equal(await page.textContent("#speeds .caption"), "");
  assert.match(await page.textContent("#region .caption"), /at rest d2 without limit/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("playing moves on by itself, at the pace chosen, and ends", async () => {
  const { page, complaints } = await openPage(browser, addresses.get("puma560"));
  await page.selectOption(".transport select >> nth=1", { label: "true time" });
  await page.click("button[aria-label=play]");
  await page.waitForFunction(() => !window.globaldyn.store.now.playing);
  const { t, p } = await look(page);
  const [duration, end] = await page.evaluate(() => [window.globaldyn.data.plans[0].t.at(-1), window.globaldyn.data.paths[0].p_max]);
  assert.equal(t, duration);
  assert.ok(Math.abs(p - end) < 1e-9);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a map shows its criteria, and a click tells a pose", async () => {
  const { page, complaints } = await openPage(browser, addresses.get("sliding_star"));
  await see(page, "map");
  const first = await pictureOf(page, "#map canvas");
  assert.ok(await countColours(page, "#map canvas") > 20);
  await page.selectOption("#map select", { index: 1 });
  assert.notEqual(await pictureOf(page, "#map canvas"), first);
  const [x, y] = await page.$eval("#map .canvas", (canvas) => [canvas.clientWidth * 0.3, canvas.clientHeight / 2]);
  await page.click("#map .canvas", { position: { x, y } });
  assert.match(await page.textContent("#map .caption"), /^x = .* m, y = .* m: /);
  // The region below is that of the pose clicked, or of the nearest one that the machine reaches.
  const most = await page.evaluate(() => {
    const { data, store } = window.globaldyn;
    const [path] = data.maps[0].places;
    const columns = data.maps[0].axes[1].values.length;
    const distance = (pose) => Math.hypot(Math.floor(pose / columns) - Math.floor(store.now.pose / columns), pose % columns - store.now.pose % columns);
    const nearest = [...path.p.keys()].reduce((best, i) => (distance(path.p[i]) < distance(path.p[best]) ? i : best));
    return path.d1_max[nearest];
  });
  assert.ok(Math.abs(await numberBehind(page, "#place-region .caption", "d1 up to") - most) <= 1e-4 * most);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a click on a map puts the machine there, a slice moves it, and regions are along the axes", async () => {
  const folder = makeFolder();
  globaldyn("map", machineFile("octapod_8ups"), "--map", "workspace", "--quiet", "--no-pictures", "--out", folder);
  globaldyn("report", folder, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(folder, "report.html")}`);
  await see(page, "map");
  assert.match(await page.textContent("#place-region .caption"), /^Region for motion along x: d1 up to /);
  // In the middle, where it can go up and down.
  await page.evaluate(() => window.globaldyn.store.change({ pose: (8 * 17 + 8) * 15 + 4 }));
  const [machine, region] = [await pictureOf(page, "#place-machine canvas"), await pictureOf(page, "#place-region canvas")];
  const slider = page.locator("#map input[type=range]");
  await slider.evaluate((one) => {
    one.value = "8";
    one.dispatchEvent(new Event("input"));
  });
  assert.match(await page.textContent("#map .caption"), /^x = 0 m, y = 0 m, z = 1.05 m: dexterity = 0\.188\.$/);
  assert.notEqual(await pictureOf(page, "#place-machine canvas"), machine);
  await page.selectOption("#place-region select", { label: "z" });
  assert.match(await page.textContent("#place-region .caption"), /^Region for motion along z: /);
  assert.notEqual(await pictureOf(page, "#place-region canvas"), region);
  // At a pose that it does not reach the machine is at the nearest one that it does.
  const unreached = await page.evaluate(() => window.globaldyn.data.maps[0].status.findIndex((one) => one !== 0));
  await page.evaluate((pose) => window.globaldyn.store.change({ pose }), unreached);
  assert.match(await page.textContent("#map .caption"), /The machine is shown at the nearest pose that it reaches: x = /);
  // Where it is, its platform is where the map says.
  const off = await page.evaluate(() => {
    const { machine, maps: [map] } = window.globaldyn.data;
    const [path] = map.places;
    const count = machine.bodies.length;
    return Math.max(...[...path.p].map((pose, i) => {
      const at = [0, 0, 0];
      for (let k = 2, left = pose; k >= 0; --k) {
        at[k] = map.axes[k].values[left % map.axes[k].values.length];
        left = Math.floor(left / map.axes[k].values.length);
      }
      const { body, frame } = machine.tool;
      // The map keeps the platform level, so that its tool is where its origin is but for a shift.
      const origin = path.poses.slice(7 * (i * count + body), 7 * (i * count + body) + 3);
      return Math.hypot(...at.map((one, k) => origin[k] + frame.origin[k] - one));
    }));
  });
  assert.ok(off < 1e-6, `${off} m`);  // of single precision
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a simulation is shown over time, with what it says of itself", async () => {
  const folder = makeFolder();
  makeReport(folder, machineFile("puma560"), "circle");
  globaldyn("simulate", machineFile("puma560"), "--plan", join(folder, "plan.json"), "--samples", "101", "--quiet", "--no-pictures", "--out", folder);
  globaldyn("report", folder, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(folder, "report.html")}`);
  await see(page, "simulation");
  const charts = page.locator("#simulation .canvas");
  assert.equal(await charts.count(), 3);  // torques, energies, drift
  for (let i = 0; i < 3; ++i) {
    assert.ok(await countColours(page, `#simulation .chart:nth-child(${i + 1}) canvas`) > 5, `chart ${i + 1} is blank`);
  }
  assert.match(await page.textContent("#simulation .caption"), /^plan of circle simulated for 0\.4129 s: done; constraints drifted .* the tool was within /);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a simulation tells what joints and cables bear", async () => {
  const folder = makeFolder();
  makeReport(folder, machineFile("cable_planar"), "circle");
  globaldyn("simulate", machineFile("cable_planar"), "--plan", join(folder, "plan.json"), "--samples", "51", "--quiet", "--no-pictures", "--out", folder);
  globaldyn("report", folder, "--quiet");
  const cables = await openPage(browser, `file://${join(folder, "report.html")}`);
  await see(cables.page, "simulation");
  assert.ok(await cables.page.$("[aria-label^='Tensions of cables in the simulation']"));
  await cables.page.close();
  const star = makeFolder();
  globaldyn("simulate", machineFile("puma560"), "--path", "circle", "--time", "0.2 s", "--samples", "41", "--reactions", "--quiet", "--no-pictures", "--out", star);
  globaldyn("report", star, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(star, "report.html")}`);
  await see(page, "simulation");
  for (const what of ["forces", "moments"]) {
    assert.ok(await page.$(`[aria-label^='Joint ${what} of the simulation']`), what);
  }
  // What the first joint bears at the start stands in simulation.csv.
  const [heads, first] = readFileSync(join(star, "simulation.csv"), "utf8").split("\n").map((row) => row.split(","));
  const size = Math.hypot(...["x", "y", "z"].map((axis) => Number(first[heads.findIndex((head) => head.endsWith(`.${axis}`) && head.startsWith("reaction_"))])));
  assert.ok(size > 1);
  const shown = await page.evaluate(() => {
    const { columns } = window.globaldyn.data.simulation;
    const name = Object.keys(columns).find((one) => one.startsWith("reaction_") && one.endsWith(".x"));
    return Math.hypot(...["x", "y", "z"].map((axis) => columns[name.slice(0, -1) + axis][0]));
  });
  assert.ok(Math.abs(shown - size) < 1e-6 * size);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("what plays goes on from the start where it is to", async () => {
  const folder = makeFolder();
  globaldyn("simulate", machineFile("sliding_star"), "--path", "circle_a", "--time", "0.3 s", "--samples", "61", "--quiet", "--no-pictures", "--out", folder);
  globaldyn("report", folder, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(folder, "report.html")}`);
  await page.selectOption(".transport select >> nth=1", { label: "true time" });
  const loop = page.locator("button[aria-label='again and again']");
  assert.equal(await loop.getAttribute("aria-pressed"), "false");
  await loop.click();
  assert.equal(await loop.getAttribute("aria-pressed"), "true");
  await slide(page, 0.9);
  await page.click("button[aria-label=play]");
  await page.waitForFunction(() => window.globaldyn.store.now.playing && window.globaldyn.store.now.p < 0.2);
  await loop.click();
  await page.waitForFunction(() => !window.globaldyn.store.now.playing);
  assert.equal(await page.textContent(".transport .place"), "t = 0.3000 s");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the first numbers are those of plan.json, and every title says what it is about", async () => {
  for (const { name, path } of machines) {
    const { page, complaints } = await openPage(browser, addresses.get(name));
    const plan = JSON.parse(readFileSync(join(folders.get(name), "plan.json"), "utf8"));
    const [time, ...more] = await page.$$eval("#headline > div", (all) => all.map((one) => [one.querySelector("dd").textContent, one.querySelector("dt").textContent]));
    assert.ok(Math.abs(Number(time[0].replace(" s", "")) - plan.time) <= 1e-4 * plan.time, `${time}`);
    assert.equal(time[1], `fastest motion along ${path}`);
    // What holds it back for the longest, by the stretches of the file.
    const sums = new Map();
    for (const { t, active } of plan.stretches) {
      const key = active.map((one) => `${one.drive ?? one.name} ${one.limit}`).sort().join();
      sums.set(key, (sums.get(key) ?? 0) + t[1] - t[0]);
    }
    const held = more.find(([, what]) => what.startsWith("of the time it is held back by"));
    assert.ok(Math.abs(Number(held[0].replace(" %", "")) / 100 - Math.max(...sums.values()) / plan.time) < 2e-3, `${held}`);
    const hardest = more.find(([, what]) => what.startsWith("works hardest"));
    const shares = plan.use.drives.map((use) => [use.name, use.rms_force]);
    assert.ok(shares.some(([one]) => hardest[0].startsWith(`${one} `)), `${hardest}`);
    for (const section of await page.$$("section.card:not([hidden])")) {
      const [id, told] = await section.evaluate((one) => [one.id, one.querySelector(".help")?.textContent ?? ""]);
      assert.ok(told.length > 30, id);
    }
    await page.click("#region .ask");
    assert.ok(await page.isVisible("#region .help"));
    await page.click("#region .ask");
    assert.ok(!(await page.isVisible("#region .help")));
    assert.deepEqual(complaints, []);
    await page.close();
  }
});

test("a simulation alone is played: the slider is its time, and moves machine and charts", async () => {
  const folder = makeFolder();
  globaldyn("simulate", machineFile("sliding_star"), "--path", "circle_a", "--force", "F1=200 N * sin(t * 30 rad/s)", "--time", "0.2 s", "--samples", "401", "--quiet", "--no-pictures", "--out", folder);
  globaldyn("report", folder, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(folder, "report.html")}`);
  const told = () => page.textContent(".transport .place");
  assert.equal(await told(), "t = 0.0000 s");
  assert.equal(await page.$eval("#path-choice", (list) => list.selectedOptions[0].textContent), "simulation");
  for (const id of ["region", "phase", "tube"]) assert.equal(await page.$eval(`#${id}`, (part) => part.hidden), true, id);
  const start = await pictureOf(page, "#machine canvas");
  await slide(page, 0.5);
  assert.equal(await told(), "t = 0.1000 s");
  assert.notEqual(await pictureOf(page, "#machine canvas"), start);
  const marks = await page.$$eval("#simulation .mark", (all) => all.filter((one) => !one.hidden).length);
  assert.ok(marks >= 2, `${marks}`);
  // Bodies are where the simulation had the tool.
  const off = await page.evaluate(() => {
    const { data } = window.globaldyn;
    const { poses, columns } = data.simulation;
    const bodies = data.machine.bodies.length;
    const platform = data.machine.bodies.findIndex((body) => body.name === "platform");
    return Math.max(...[...poses.t].map((t, i) => {
      const row = columns.t.findIndex((one) => Math.abs(one - t) < 1e-9);
      return row < 0 ? Infinity : Math.hypot(poses.values[7 * (i * bodies + platform)] - columns.tool_x[row], poses.values[7 * (i * bodies + platform) + 1] - columns.tool_y[row]);
    }));
  });
  assert.ok(off < 1e-6, `${off} m`);
  await page.selectOption(".transport select >> nth=1", { label: "true time" });
  await page.click("button[aria-label=play]");
  await page.waitForFunction(() => !window.globaldyn.store.now.playing);
  assert.equal(await told(), "t = 0.2000 s");
  await see(page, "simulation");
  await page.locator("#simulation .canvas").first().click({ position: { x: 200, y: 150 } });
  assert.notEqual(await told(), "t = 0.2000 s");
  // A path of the machine shows what it did before.
  await page.selectOption("#path-choice", { label: "circle_a" });
  await see(page, "region");
  assert.ok(await countColours(page, "#region canvas") > 5);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("on paper everything is drawn, also what was never in sight", async () => {
  const { page, complaints } = await openPage(browser, addresses.get("puma560"));
  assert.ok(await countColours(page, "#motors canvas") <= 5);
  await page.pdf();
  assert.ok(await countColours(page, "#motors canvas") > 5);
  assert.ok(await countColours(page, "#tool-acceleration canvas") > 5);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("dark and light differ, and a button changes them", async () => {
  const paper = (page) => page.$eval(".card", (card) => getComputedStyle(card).backgroundColor);
  const { page: dark } = await openPage(browser, addresses.get("puma560"), { colorScheme: "dark" });
  assert.equal(await paper(dark), "rgb(23, 28, 37)");
  await dark.click("button[aria-label='light or dark']");
  assert.equal(await paper(dark), "rgb(255, 255, 255)");
  await dark.close();
});

let studied;

/** The folder of a study of the Sliding Star with its report, made once for all. */
function reportStudy() {
  if (studied !== undefined) return studied;
  studied = join(makeFolder(), "study");
  globaldyn("optimize", machineFile("sliding_star").replace("sliding_star.yaml", "circles_study.yaml"), "--budget", "300",
    "--quiet", "--no-pictures", "--out", studied);
  globaldyn("report", studied, "--quiet");
  return studied;
}

test("a study: front, table and axes are linked, a design is shown beside another, a link restores it", async () => {
  const folder = reportStudy();
  const { page, complaints } = await openPage(browser, `file://${join(folder, "report.html")}`);
  for (const id of ["front", "growth", "parallel", "machine", "region", "phase", "motors"]) {
    await see(page, id);
    assert.ok(await countColours(page, `#${id} canvas`) > 5, `${id} is blank`);
  }
  // The first row of the table by mass is the lightest design; taken, it is what all views show.
  await page.click("#designs th button:has-text('moving_mass')");
  const lightest = await page.evaluate(() => {
    const { study } = window.globaldyn.data;
    const mass = study.columns.find((column) => column.name === "moving_mass").values;
    const front = new Set(study.front);
    return [...study.ids].filter((id) => front.has(id)).reduce((a, b) => (mass[b - 1] < mass[a - 1] ? b : a));
  });
  await see(page, "machine");
  const before = await pictureOf(page, "#machine canvas");
  const first = page.locator("#designs tbody th button").first();
  assert.equal(Number(await first.textContent()), lightest);
  await first.click();
  assert.equal(await page.textContent("#design-title"), `Design ${lightest}`);
  assert.match(await page.textContent("#front .caption"), new RegExp(`design ${lightest},`));
  await see(page, "machine");
  assert.notEqual(await pictureOf(page, "#machine canvas"), before);
  // Beside it the fastest, which stays at the same place.
  await page.selectOption("select[aria-label='beside it']", { index: 1 });
  await see(page, "reference-machine");
  assert.ok(await countColours(page, "#reference-machine canvas") > 5);
  const reference = await pictureOf(page, "#reference-machine canvas");
  await slide(page, 0.3);
  assert.notEqual(await pictureOf(page, "#reference-machine canvas"), reference);
  // A sort by another column changes the first row.
  const shown = await page.evaluate(() => window.globaldyn.page.store.now.design);
  await page.click("#designs th button:has-text('time [s]')");
  assert.notEqual(Number(await page.locator("#designs tbody th button").first().textContent()), shown);
  await page.waitForTimeout(400);
  const { page: second } = await openPage(browser, await page.evaluate(() => location.href));
  assert.equal(await second.textContent("#design-title"), `Design ${shown}`);
  assert.ok(await second.$("#reference-machine") !== null);
  await second.close();
  // As CSV: all rows listed, in full.
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#designs button:has-text('CSV')")]);
  const lines = readFileSync(await download.path(), "utf8").trim().split("\n");
  assert.equal(lines.length, 1 + await page.evaluate(() => window.globaldyn.data.study.front.length));
  assert.match(lines[0], /^id,state,time,moving_mass,side,leg,corner,force,/);
  assert.deepEqual(complaints, []);
  await page.close();
});

/** All numbers of two machines in turn. */
function comparePairs(one, other, act) {
  if (typeof one === "number") act(one, other);
  else if (one !== null && typeof one === "object") for (const key of Object.keys(one)) comparePairs(one[key], other[key], act);
}

test("a design that is not on the front is drawn as the machine that it is", async () => {
  const folder = reportStudy();
  const { page, complaints } = await openPage(browser, `file://${join(folder, "report.html")}`);
  await page.selectOption("#designs select", { label: "feasible designs" });
  const others = await page.$$eval("#designs tbody th button", (all) => all.map((one) => Number(one.textContent))
    .filter((id) => !window.globaldyn.data.study.front.includes(id)));
  assert.ok(others.length > 2);
  const id = others[1];
  await page.click(`#designs tbody button:text-is("${id}")`);
  assert.equal(await page.textContent("#design-title"), `Design ${id}`);
  await see(page, "machine");
  assert.ok(await countColours(page, "#machine canvas") > 5);
  const shown = await page.evaluate(() => {
    const { machine, paths: [path] } = window.globaldyn.page.shown;
    return { machine, pose: [...path.poses] };
  });
  // Oracle: the design as a machine file of its own, and a report of it.
  const own = makeFolder();
  globaldyn("design", folder, String(id), "--out", join(own, "own.yaml"));
  globaldyn("evaluate", join(own, "own.yaml"), "--path", "circle_a", "--at", "0", "--quiet", "--out", own);
  globaldyn("report", own, "--quiet");
  const { page: second } = await openPage(browser, `file://${join(own, "report.html")}`);
  const wanted = await second.evaluate(() => {
    const { machine, paths: [path] } = window.globaldyn.data;
    return { machine, pose: [...path.poses.slice(0, 7 * machine.bodies.length)] };
  });
  let count = 0;
  comparePairs(wanted, shown, (a, b) => {
    assert.ok(Math.abs(a - b) <= 1e-4 * (1 + Math.abs(a)), `${b} and not ${a}`);  // of 16 bits
    ++count;
  });
  assert.ok(count > 300, `${count} numbers`);
  await second.close();
  // Opened by its link it is in the middle of its card, as large as that allows.
  await page.waitForTimeout(400);
  const { page: linked } = await openPage(browser, await page.evaluate(() => location.href));
  assert.equal(await linked.textContent("#design-title"), `Design ${id}`);
  for (const one of [page, linked]) {
    await see(one, "machine");
    const { left, right, top, bottom } = await extentOf(one, "#machine canvas");
    assert.ok(left > 0.01 && right < 0.99 && top > 0.01 && bottom < 0.99, "cut off");
    assert.ok(Math.max(right - left, bottom - top) > 0.6, "small");
    assert.ok(Math.abs(left + right - 1) < 0.3 && Math.abs(top + bottom - 1) < 0.3, "at the side");
  }
  await linked.close();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("three objectives are shown in space, and a click takes a design", async () => {
  const folder = join(makeFolder(), "study");
  globaldyn("optimize", machineFile("hexapod_6ups").replace("hexapod_6ups.yaml", "design_study.yaml"), "--budget", "60",
    "--quiet", "--no-pictures", "--out", folder);
  globaldyn("report", join(folder, "study.sqlite"), "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(folder, "report.html")}`);
  await see(page, "space");
  assert.ok(await countColours(page, "#space canvas") > 3);
  const shown = () => page.evaluate(() => window.globaldyn.page.store.now.design);
  await page.evaluate(() => window.globaldyn.page.store.change({ design: 0 }));
  const { width, height } = await page.locator("#space canvas").boundingBox();
  for (let i = 0; i < 400 && await shown() === 0; ++i) {
    await page.locator("#space canvas").click({ position: { x: (width * (0.5 + (i % 20))) / 20, y: (height * (0.5 + Math.floor(i / 20))) / 20 } });
  }
  const id = await shown();
  assert.equal(await page.evaluate((one) => window.globaldyn.data.study.states[window.globaldyn.data.study.ids.indexOf(one)], id), 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

// Names of machines are letters, digits and underscores; but descriptions are free, and files of
// results may have been edited.
test("texts of files are shown and never executed", async () => {
  const folder = makeFolder();
  const evil = `<img src=x onerror=alert(1)>"'&</script><script>alert(2)</script>`;
  const bidi = "ab\u202Ecd\u2066";
  const file = join(folder, "evil.yaml");
  writeFileSync(file, readFileSync(machineFile("sliding_star"), "utf8")
    .replace(/description: >.*?\n\n/s, `description: ${JSON.stringify(`${evil} ${bidi}`)}\n`));
  const out = join(folder, "out");
  makeReport(out, file, "circle_a", "workspace");
  const edit = (name, change) => {
    const json = JSON.parse(readFileSync(join(out, name), "utf8"));
    change(json);
    writeFileSync(join(out, name), JSON.stringify(json));
  };
  edit("plan.json", (plan) => {
    plan.reason = evil;
    for (const stretch of plan.stretches) stretch.active = [{ name: evil, limit: bidi }];
  });
  edit("map_workspace.json", (map) => {
    map.name = map.axes[0].name = map.criteria[0].name = map.criteria[0].unit = map.reductions[0].name = evil;
  });
  globaldyn("report", out, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(out, "report.html")}`);
  assert.equal(await page.textContent("header p"), `${evil} ab‹U+202E›cd‹U+2066›`);
  assert.ok((await page.textContent("#machine .caption")).includes(`${evil} ab‹U+202E›cd‹U+2066›`));
  assert.ok((await page.textContent("#phase .caption")).includes(evil));
  assert.ok((await page.textContent("#map select")).includes(evil));
  await see(page, "phase");
  await page.hover("#phase .canvas", { position: { x: 200, y: 120 } });
  await page.click("#map .canvas", { position: { x: 400, y: 200 } });
  await slide(page, 0.5);
  assert.equal(await page.$("#page img, #page script"), null);
  assert.deepEqual(complaints, []);
  await page.close();
});

// Names of catalogues' rows are free, as are descriptions of a study.
test("texts of studies and catalogues are shown and never executed", async () => {
  const folder = makeFolder();
  const evil = `<img src=x onerror=alert(1)>'&</script><script>alert(2)</script>`;
  writeFileSync(join(folder, "motors.csv"), `name,peak,price\n"${evil}",40,100\n"ab\u202Ecd",60,200\nplain,80,300\n`);
  writeFileSync(join(folder, "lift.yaml"), `globaldyn: 1
name: lift
parameters: {force: 40 N, mass: {value: 1 kg, min: 0.5 kg, max: 2 kg}}
bodies: {table: {mass: mass}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: table, axis: x}}}
drives: {FX: {joint: X, limits: [-force, force]}}
tool: {body: table, at: [0, 0]}
paths: {along: {position: {x: p}, prescribe: [x], p_max: 1}}
`);
  writeFileSync(join(folder, "study.yaml"), `globaldyn_study: 1
name: lifts
description: ${JSON.stringify(evil)}
machine: lift.yaml
variables:
  motor: {catalogue: motors.csv, set: {force: peak}, description: ${JSON.stringify(evil)}}
  mass: {from: 0.5 kg, to: 2 kg}
objectives:
  time: {minimize: along.time, description: ${JSON.stringify(evil)}}
  price: {minimize: motor.price}
search: {algorithm: nsga2, population: 12, budget: 24, seed: 1}
`);
  globaldyn("optimize", join(folder, "study.yaml"), "--quiet", "--no-pictures", "--out", join(folder, "out"));
  globaldyn("report", join(folder, "out"), "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(folder, "out", "report.html")}`);
  await page.selectOption("#designs select", { label: "all designs" });
  const texts = await page.$$eval("#designs tbody td", (cells) => cells.map((cell) => cell.textContent));
  assert.ok(texts.includes(evil));
  assert.ok(texts.includes("ab‹U+202E›cd"));
  await page.selectOption("#front select >> nth=0", { label: "motor" });
  for (const id of ["front", "parallel", "machine"]) await see(page, id);
  await page.hover("#parallel .canvas", { position: { x: 100, y: 100 } });
  assert.equal(await page.$("#page img, #page script"), null);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("of a plan whose machine is gone the motion is shown, and said what is not", async () => {
  const folder = makeFolder();
  makeReport(folder, machineFile("puma560"), "circle");
  rmSync(join(folder, "inputs"), { recursive: true });
  globaldyn("report", folder, "--quiet");
  const { page, complaints } = await openPage(browser, `file://${join(folder, "report.html")}`);
  assert.match(await page.textContent("header .note"), /puma560\.yaml, which plan\.json was computed from, is not there any more/);
  for (const id of ["phase", "powers", "tool-speed"]) {
    await see(page, id);
    assert.ok(await countColours(page, `#${id} canvas`) > 5, `${id} is blank`);
  }
  for (const id of ["machine", "region", "tube", "motors"]) assert.equal(await page.isVisible(`#${id}`), false, id);
  await slide(page, 0.5);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a page without data says so", async () => {
  const { page } = await openPage(browser, `file://${join(process.env.PAGE_FOLDER, "page.html")}`);
  assert.match(await page.textContent(".note"), /cannot be shown: there is no data in it/);
  await page.close();
});
