// What a hand does with plots: zoom, cursors, pictures, films, links. Oracle: the files that the commands wrote.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { differenceOf, globaldyn, machineFile, makeFolder, makeReport, openBrowser, openPage, pictureOf, see, settle } from "./support.mjs";

let browser;
let address;
const folder = makeFolder();

before(async () => {
  address = makeReport(folder, machineFile("sliding_star"), "circle_a", "workspace");
  browser = await openBrowser();
});
after(() => browser.close());

const open = (options) => openPage(browser, address, { acceptDownloads: true, ...options });
const look = (page) => page.evaluate(() => ({ ...window.globaldyn.store.now }));
const planOf = () => JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));

/** Drags over a plot, from and to shares of its width and height. */
async function drag(page, id, [x, y], [to, up], options = {}) {
  await page.locator(`#${id} .canvas`).first().scrollIntoViewIfNeeded();
  const box = await page.locator(`#${id} .canvas`).first().boundingBox();
  const at = (a, b) => [box.x + a * box.width, box.y + b * box.height];
  if (options.key) await page.keyboard.down(options.key);
  await page.mouse.move(...at(x, y));
  await page.mouse.down();
  await page.mouse.move(...at((x + to) / 2, (y + up) / 2), { steps: 4 });
  await page.mouse.move(...at(to, up), { steps: 4 });
  await page.mouse.up();
  if (options.key) await page.keyboard.up(options.key);
  await settle(page);
}

/** The numbers along the horizontal axis that a plot was given last. */
async function ticksOf(page, id) {
  const texts = await page.$eval(`#${id} canvas`, (canvas) => window.drawnOn(canvas).map(({ text }) => text).filter((text) => text !== undefined));
  // What is drawn begins with the numbers across, then those up, then the names of the axes.
  const name = texts.lastIndexOf("t [s]");
  const before = texts.slice(0, name).lastIndexOf("t [s]");
  return texts.slice(before < 0 ? 0 : before + 2, name).map((text) => Number(text.replace("−", "-"))).filter((value) => !Number.isNaN(value));
}

test("a stretch of time that is dragged over is seen in all plots over time, and whole again", async () => {
  const { page, complaints } = await open();
  const end = await page.evaluate(() => window.globaldyn.data.plans[0].t.at(-1));
  await see(page, "forces");
  const others = await pictureOf(page, "#powers canvas");
  const before = (await look(page)).t;
  await drag(page, "forces", [0.4, 0.3], [0.6, 0.32]);
  const { spanT, t } = await look(page);
  assert.equal(t, before);  // no click
  const frame = { left: 66, right: 16 };  // px beside the axes
  const width = await page.$eval("#forces .canvas", (one) => one.clientWidth);
  const expected = [0.4, 0.6].map((share) => ((share * width - frame.left) / (width - frame.left - frame.right)) * end);
  spanT.forEach((one, i) => assert.ok(Math.abs(one - expected[i]) < 2e-3 * end, `${spanT} and not ${expected}`));
  await see(page, "powers");
  assert.notEqual(await pictureOf(page, "#powers canvas"), others);
  const ticks = await ticksOf(page, "powers");
  assert.ok(ticks.some((tick) => tick > spanT[0] && tick < spanT[1]), `${ticks}`);
  // A click within goes to what is there.
  const box = await page.locator("#powers .canvas").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + 60);
  const middle = (await look(page)).t;
  assert.ok(middle > spanT[0] && middle < spanT[1], `${middle} in ${spanT}`);
  // Keys and the wheel bring nearer and away; the other plot follows.
  const wide = spanT[1] - spanT[0];
  await page.focus("#powers .canvas");
  await page.keyboard.press("+");
  const nearer = (await look(page)).spanT;
  assert.ok(Math.abs((nearer[1] - nearer[0]) / wide - 1 / 1.25) < 1e-9);
  assert.ok(middle >= nearer[0] && middle <= nearer[1]);
  await page.keyboard.press("Shift+ArrowRight");
  const aside = (await look(page)).spanT;
  assert.ok(aside[0] > nearer[0] && Math.abs((aside[1] - aside[0]) - (nearer[1] - nearer[0])) < 1e-9);
  await page.mouse.wheel(0, -300);
  await settle(page);
  const wheeled = (await look(page)).spanT;
  assert.ok(wheeled[1] - wheeled[0] < aside[1] - aside[0]);
  await page.click("#powers button:text-is('whole')");
  assert.equal((await look(page)).spanT, null);
  await see(page, "powers");
  assert.equal(await page.isHidden("#powers .whole"), true);
  // Both ways: a box is of both axes.
  await drag(page, "forces", [0.3, 0.2], [0.7, 0.7]);
  assert.notEqual((await look(page)).spanT, null);
  await page.locator("#forces .canvas").dblclick({ position: { x: 200, y: 60 } });
  assert.equal((await look(page)).spanT, null);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the wheel moves the page over a plot until somebody takes hold of it; Alt drags what is seen along", async () => {
  const { page } = await open();
  await see(page, "forces");
  await page.hover("#forces .canvas");
  const top = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 200);
  await page.waitForFunction((from) => window.scrollY !== from, top);
  assert.equal((await look(page)).spanT, null);
  await drag(page, "forces", [0.4, 0.3], [0.6, 0.3]);
  const { spanT } = await look(page);
  await drag(page, "forces", [0.5, 0.3], [0.4, 0.3], { key: "Alt" });
  const moved = (await look(page)).spanT;
  assert.ok(moved[0] > spanT[0], `${moved} from ${spanT}`);
  assert.ok(Math.abs((moved[1] - moved[0]) - (spanT[1] - spanT[0])) < 1e-9);
  await page.close();
});

test("a second cursor tells values and differences, which are those of plan.json", async () => {
  const { page, complaints } = await open();
  await see(page, "forces");
  await page.locator("#forces .canvas").click({ position: { x: 150, y: 100 } });
  await page.locator("#forces .canvas").click({ position: { x: 330, y: 100 }, modifiers: ["Shift"] });
  await settle(page);
  const { t, t2, p2 } = await look(page);
  assert.ok(t2 > t);
  const rows = await page.$$eval("#forces .readout tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.equal(rows[0][0], "t [s]");
  const number = (text) => Number(text.replace("−", "-"));
  const near = (one, other, size) => assert.ok(Math.abs(one - other) <= 1e-4 * size, `${one} and not ${other}`);
  near(number(rows[0][3]), t2 - t, t2);
  const samples = planOf().samples;
  const at = (time, value) => {
    const k = Math.max(1, samples.findIndex((one) => one.t >= time));
    const [a, b] = [samples[k - 1], samples[k]];
    return value(a) + ((time - a.t) / (b.t - a.t)) * (value(b) - value(a));
  };
  // The page draws some hundred instants of them.
  ["F1", "F2", "F3", "F4"].forEach((name, k) => {
    const row = rows.find((one) => one[0] === name);
    const force = (time) => at(time, (one) => one.forces[k]);
    near(number(row[1]), force(t), 2000);
    near(number(row[2]), force(t2), 2000);
    near(number(row[3]), force(t2) - force(t), 4000);
  });
  // In the plot along the path it is where the plan is then.
  near(p2, at(t2, (one) => one.p), 6.3);
  await see(page, "phase");
  assert.ok(await page.isVisible("#phase .mark.second"));
  // By keys: put where the first one is, and taken away.
  await page.focus("#forces .canvas");
  await page.keyboard.press("b");
  assert.equal((await look(page)).t2, t);
  await page.keyboard.press("ArrowRight");
  assert.ok((await look(page)).t > t);
  await page.keyboard.press("Escape");
  assert.ok(Number.isNaN((await look(page)).t2));
  assert.ok(await page.isHidden("#forces .readout"));
  assert.deepEqual(complaints, []);
  await page.close();
});

test("what is pointed at is brought out in every view: names, curves, the machine's drives", async () => {
  const { page, complaints } = await open({ viewport: { width: 1280, height: 2200 } });  // all of it in sight
  const machine = await pictureOf(page, "#machine canvas");
  const speeds = await pictureOf(page, "#speeds canvas");
  await page.locator("#forces .names-of-curves button", { hasText: "F2" }).hover();
  assert.equal((await look(page)).hover, "F2");
  assert.notEqual(await pictureOf(page, "#speeds canvas"), speeds);
  assert.notEqual(await pictureOf(page, "#machine canvas"), machine);
  await page.mouse.move(1, 1);
  await settle(page);
  assert.equal((await look(page)).hover, "");
  // From the machine: its feet are driven.
  const box = await page.locator("#machine canvas").boundingBox();
  const found = new Set();
  for (let i = 0; i < 40; ++i) {
    for (let j = 0; j < 3; ++j) {
      await page.mouse.move(box.x + box.width * (0.15 + (0.7 * i) / 39), box.y + box.height * (0.06 + 0.02 * j));
      await settle(page);
      found.add((await look(page)).hover);
    }
  }
  assert.ok([...found].some((name) => /^F[1-4]$/.test(name)), `${[...found]}`);
  // A curve itself.
  await see(page, "tool-speed");
  const width = await page.$eval("#tool-speed .canvas", (one) => one.clientWidth);
  let name = "";
  for (let y = 10; y < 200 && name === ""; y += 4) {
    await page.hover("#tool-speed .canvas", { position: { x: width / 2, y } });
    await settle(page);
    name = (await look(page)).hover;
  }
  assert.equal(name, "tool");
  assert.deepEqual(complaints, []);
  await page.close();
});

/** Saves from a plot's menu. */
async function save(page, id, kind) {
  const menu = page.locator(`#${id} details.save`).first();
  await menu.locator("summary").click();
  const [download] = await Promise.all([page.waitForEvent("download"), menu.locator(`button:text-is('${kind}')`).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test("plots are saved as SVG and PNG, with their names and units", async () => {
  const { page, complaints } = await open();
  for (const id of ["forces", "region", "map", "motors"]) {
    await see(page, id);
    const svg = await save(page, id, "SVG");
    assert.match(svg.name, /\.svg$/);
    const text = svg.bytes.toString();
    const told = await page.evaluate((source) => {
      const made = new DOMParser().parseFromString(source, "image/svg+xml");
      return { error: made.querySelector("parsererror")?.textContent, texts: [...made.querySelectorAll("text")].map((one) => one.textContent), parts: made.querySelectorAll("path, rect").length };
    }, text);
    assert.equal(told.error, undefined);
    assert.ok(told.parts > 10);
    if (id === "forces") {
      for (const name of ["F1", "F4", "t [s]", "drive forces [N]"]) assert.ok(told.texts.includes(name), `${name} in ${told.texts}`);
      // The curves are those of the plan: the highest point of F1 is where its force is largest.
      assert.ok((text.match(/<path d="M/g) ?? []).length >= 8);
    }
    const png = await save(page, id, "PNG");
    assert.match(png.name, /\.png$/);
    assert.equal(png.bytes.readUInt32BE(0), 0x89504e47);
    const width = await page.$eval(`#${id} .canvas`, (one) => one.clientWidth);
    assert.equal(png.bytes.readUInt32BE(16), 3 * width);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

/** Chooses a film, and waits for its file. */
async function film(page, kind) {
  const menu = page.locator("#machine details.save");
  await menu.locator("summary").click();
  const [download] = await Promise.all([page.waitForEvent("download"), menu.locator(`button:text-is('${kind}')`).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test("the motion is saved as GIF and WebM, as long as it is played, and is the motion", async () => {
  const { page, complaints } = await open();
  await page.selectOption(".transport select >> nth=1", { label: "5 × slower" });
  const before = await look(page);
  const gif = await film(page, "GIF");
  assert.match(gif.name, /^sliding_star_circle_a\.gif$/);
  const { t: end } = planOf().samples.at(-1);
  const told = await page.evaluate(async (bytes) => {
    const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
    let [length, last] = [0, null];
    const changed = [];
    const sides = new Set();
    for (let i = 0; i < frameCount; ++i) {
      const { image } = await decoder.decode({ frameIndex: i });
      length += image.duration / 1e6;
      sides.add(`${image.displayWidth} ${image.displayHeight}`);
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      if (last !== null) changed.push(data.reduce((sum, value, k) => sum + (Math.abs(value - last[k]) > 40 ? 1 : 0), 0));
      last = data;
      image.close();
    }
    return { frameCount, repetitionCount, length, changed, sides: [...sides] };
  }, [...gif.bytes]);
  const length = end / before.rate / 1;
  const rate = await page.evaluate(() => window.globaldyn.store.now.rate);
  assert.ok(Math.abs(told.length - end / rate) < 0.15 * (end / rate), `${told.length} s, not ${end / rate} of ${length}`);
  assert.ok(told.frameCount > 20 && told.sides.length === 1 && told.repetitionCount === Infinity, JSON.stringify({ ...told, changed: 0 }));
  // It moves, a little from picture to picture.
  assert.ok(told.changed.filter((count) => count > 50).length > 0.8 * told.changed.length, `${told.changed}`);
  const after = await look(page);
  assert.equal(after.p, before.p);
  const webm = await film(page, "WebM");
  assert.equal(webm.bytes.readUInt32BE(0), 0x1a45dfa3);
  assert.ok(webm.bytes.length > 10_000);
  const seen = await page.evaluate(async (bytes) => {
    const video = document.createElement("video");
    video.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "video/webm" }));
    video.muted = true;
    const ended = new Promise((done, fail) => {
      video.onended = done;
      video.onerror = () => fail(new Error(video.error.message));
    });
    await video.play();
    await ended;
    return { time: video.currentTime, width: video.videoWidth };
  }, [...webm.bytes]).catch((error) => String(error));
  // Policies of the page forbid media that it has not got itself; then the file's head is all that is looked at.
  if (typeof seen === "object") assert.ok(seen.time > 0.5 * (end / rate) && seen.width > 100, JSON.stringify(seen));
  // A click on its progress ends it.
  await page.selectOption(".transport select >> nth=1", { label: "100 × slower" });
  await page.locator("#machine details.save summary").click();
  await page.locator("#machine details.save button:text-is('GIF')").click();
  await page.waitForFunction(() => /film: \d+ %/.test(document.querySelector("#machine details.save summary").textContent));
  await page.locator("#machine details.save summary").click();
  await page.waitForFunction(() => document.querySelector("#machine details.save summary").textContent === "film");
  assert.deepEqual(complaints.filter((text) => !/media|Content Security/i.test(text)), []);
  await page.close();
});

test("a link has the camera, what is seen of plots and the second cursor", async () => {
  const { page } = await open();
  await page.click("#machine button:text-is('in space')");
  const canvas = await page.locator("#machine canvas").boundingBox();
  await page.mouse.move(canvas.x + 200, canvas.y + 200);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 290, canvas.y + 240, { steps: 5 });
  await page.mouse.up();
  await page.mouse.wheel(0, -200);
  await page.mouse.move(1, 1);
  await page.focus("#machine canvas");
  await page.keyboard.press("+");
  await see(page, "forces");
  await drag(page, "forces", [0.4, 0.3], [0.6, 0.3]);
  await page.locator("#forces .canvas").click({ position: { x: 250, y: 80 } });
  await page.locator("#forces .canvas").click({ position: { x: 350, y: 80 }, modifiers: ["Shift"] });
  await page.mouse.move(1, 1);
  await page.click("button[aria-label^='copy a link']");
  const link = await page.evaluate(() => location.href);
  const first = await look(page);
  assert.notEqual(first.camera, "");
  const pictures = {};
  for (const id of ["machine", "forces", "powers"]) {
    await see(page, id);
    pictures[id] = await page.locator(`#${id} canvas`).screenshot();
  }
  const { page: second, complaints } = await openPage(browser, link);
  const then = await look(second);
  for (const key of ["camera", "p"]) assert.equal(then[key], first[key], key);
  first.spanT.forEach((one, i) => assert.ok(Math.abs(one - then.spanT[i]) < 1e-12));
  assert.ok(Math.abs(first.t2 - then.t2) < 1e-9);
  for (const [id, picture] of Object.entries(pictures)) {
    await see(second, id);
    // The camera is said to seven digits.
    assert.ok(await differenceOf(second, await second.locator(`#${id} canvas`).screenshot(), picture) < 1e-3, id);
  }
  assert.deepEqual(complaints, []);
  // What no page wrote is left out, and says nothing.
  for (const wrong of ["camera=1+2", "camera=a", "spanT=5,1", "spanT=x", "p2=", "camera=0+0+0+0+0+0+0+0+0+0+0+0"]) {
    const { page: third, complaints: own } = await openPage(browser, `${address}#${wrong}`);
    assert.ok((await third.$$(".card")).length > 5, wrong);
    assert.deepEqual(own, []);
    await third.close();
  }
  await page.close();
  await second.close();
});

test("a map keeps poses within bounds, and tells the one under a pointer", async () => {
  const { page, complaints } = await open();
  await see(page, "map");
  const picture = await pictureOf(page, "#map canvas >> nth=0").catch(() => pictureOf(page, "#map .canvas canvas"));
  const { name, values, status } = await page.evaluate(() => {
    const map = window.globaldyn.data.maps[0];
    const name = document.querySelector("#map select[aria-label=Criterion]").selectedOptions[0].textContent;
    const column = map.columns.find((one) => one.name === name);
    return { name, values: [...column.values], status: [...map.status] };
  });
  const there = values.filter((value, i) => status[i] === 0 && Number.isFinite(value)).sort((a, b) => a - b);
  const bound = there[Math.floor(there.length / 2)];
  await page.fill("#map .bounds input >> nth=0", String(bound));
  const kept = there.filter((value) => value >= bound).length;
  assert.ok((await page.textContent("#map")).includes(`${kept} are within what is kept`), name);
  assert.notEqual(await pictureOf(page, "#map .canvas canvas"), picture);
  await page.fill("#map .bounds input >> nth=1", "abc");
  assert.equal(await page.getAttribute("#map .bounds input >> nth=1", "aria-invalid"), "true");
  const canvas = await page.locator("#map .canvas").first().boundingBox();
  await page.mouse.move(canvas.x + 66 + (canvas.width - 140) / 2, canvas.y + canvas.height / 2);
  await settle(page);
  const told = await page.$$eval("#map .tip div", (all) => all.map((one) => one.textContent));
  assert.equal(told.length, 3);
  assert.match(told[0], /^x = /);
  assert.match(told[2], new RegExp(`^${name} = `));
  assert.deepEqual(complaints, []);
  await page.close();
});

test("results of another machine are drawn upon the first, with a table of both", async () => {
  const other = makeFolder();
  globaldyn("plan", machineFile("sliding_star"), "--path", "circle_a", "--set", "leg=0.9 m", "--samples", "201", "--quiet", "--no-pictures", "--out", other);
  const file = join(other, "both.html");
  const plain = join(other, "one.html");
  globaldyn("report", folder, "--beside", other, "--quiet", "--out", file);
  globaldyn("report", folder, "--quiet", "--out", plain);
  const { page, complaints } = await openPage(browser, `file://${file}`);
  const { page: alone } = await openPage(browser, `file://${plain}`);
  for (const id of ["machine", "region", "phase"]) {
    await see(page, id);
    await see(alone, id);
    assert.notEqual(await pictureOf(page, `#${id} canvas`), await pictureOf(alone, `#${id} canvas`), id);
  }
  const rows = await page.$$eval("#motions tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const time = rows.find((row) => row[0] === "time");
  const own = planOf().time;
  const its = JSON.parse(readFileSync(join(other, "plan.json"), "utf8")).time;
  assert.notEqual(own, its);
  assert.ok(time[1].startsWith(`${Number(own.toPrecision(5))} s`), `${time}`);
  assert.ok(time[2].startsWith(`${Number(its.toPrecision(5))} s`), `${time}`);
  assert.match(time[2], /[+−]\d/);
  const heads = await page.$$eval("#motions thead th", (all) => all.map((one) => one.textContent));
  assert.deepEqual(heads, ["", "sliding_star", other]);
  assert.deepEqual(complaints, []);
  await page.close();
  await alone.close();
});

test("speeds along the path are those of the tool, if wanted", async () => {
  const { page, complaints } = await open();
  await see(page, "phase");
  await page.selectOption("#phase select[aria-label=speed]", { label: "of the tool" });
  await page.locator("#phase .canvas").click({ position: { x: 200, y: 200 } });
  await page.locator("#phase .canvas").click({ position: { x: 320, y: 200 }, modifiers: ["Shift"] });
  await settle(page);
  const { p, p2, asTool } = await look(page);
  assert.equal(asTool, 1);
  const rows = await page.$$eval("#phase .readout tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const { samples } = planOf();
  const speedAt = (place) => {
    const k = samples.findIndex((one) => one.p >= place);
    const [a, b] = [samples[k - 1], samples[k]];
    const share = (place - a.p) / (b.p - a.p);
    return Math.hypot(...a.tool.velocity.linear) * (1 - share) + Math.hypot(...b.tool.velocity.linear) * share;
  };
  const plan = rows.filter(([name]) => name.startsWith("plan: "));
  for (const [column, place] of [[1, p], [2, p2]]) {
    const told = plan.map((row) => Number(row[column])).filter((value) => !Number.isNaN(value));
    assert.ok(told.some((value) => Math.abs(value - speedAt(place)) < 2e-3 * speedAt(place)), `${told}, not ${speedAt(place)} at ${place}`);
  }
  const head = await page.$eval("#phase .readout th", (cell) => cell.textContent);
  assert.equal(head, "tool speed [m/s]");
  // At a place alone it is the d1 of evaluate times what the tool moves with p.
  const most = Number(/the tool up to ([\d.]+) m\/s/.exec(await page.textContent("#region .caption"))[1]);
  const d1 = Number(/d1 up to ([\d.]+)/.exec(await page.textContent("#region .caption"))[1]);
  assert.ok(Math.abs(most / d1 - 0.1) < 1e-4, `${most} of ${d1}`);  // a circle of 0.1 m
  assert.deepEqual(complaints, []);
  await page.close();
});
