// The page for everybody: without findings of axe-core, by keys, on paper, on narrow screens, with the wheel.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { countColours, globaldyn, machineFile, makeFolder, makeReport, openBrowser, openPage, pictureOf, see, settle, source } from "./support.mjs";

const axe = readFileSync(createRequire(join(process.env.PAGE_FOLDER, "package.json")).resolve("axe-core/axe.min.js"), "utf8");
const star = machineFile("sliding_star");
const addresses = {};
let browser;
let program;

before(async () => {
  addresses.plan = makeReport(makeFolder(), star, "circle_a", "workspace");
  const study = join(makeFolder(), "study");
  globaldyn("optimize", join(source, "machines/sliding_star/circles_study.yaml"), "--out", study, "--budget", "60", "--quiet", "--no-pictures");
  globaldyn("report", study, "--quiet");
  addresses.study = `file://${join(study, "report.html")}`;
  program = spawn(process.env.GLOBALDYN_COMMAND, ["explore", star, "--no-browser"]);
  addresses.live = await new Promise((done) => {
    let text = "";
    program.stdout.on("data", (piece) => {
      text += piece;
      const found = /http:\S+/.exec(text);
      if (found) done(found[0]);
    });
  });
  browser = await openBrowser();
});
after(async () => {
  program.kill("SIGINT");
  await browser.close();
});

async function open(kind, options) {
  const { page } = await openPage(browser, addresses[kind], options);
  if (kind === "live") await page.waitForSelector(".cards[aria-busy=false]");
  return page;
}

for (const kind of ["plan", "study", "live"]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${kind}, ${colorScheme}: axe finds nothing`, async () => {
      const page = await open(kind, { colorScheme, bypassCSP: true });
      await page.evaluate(axe);
      const run = async () => (await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }))).violations
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
      assert.deepEqual(await run(), []);
      if (kind === "live") {
        const field = page.locator("#design input[type=text][aria-label^='leg,']");
        await field.fill("0.3");
        await field.press("Enter");
        await page.waitForSelector(".cards.stale");
        assert.deepEqual(await run(), []);
      }
      await page.close();
    });
  }

  test(`${kind}: nothing is wider than a telephone`, async () => {
    for (const width of [400, 768, 1280, 1920]) {
      const page = await open(kind, { viewport: { width, height: 800 } });
      await settle(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, `${width}`);
      await page.close();
    }
  });
}

test("arrows turn the machine, plus and minus bring it nearer", async () => {
  const page = await open("plan");
  await page.click("#machine button:text-is('in space')");
  let last = await pictureOf(page, "#machine canvas");
  await page.focus("#machine canvas");
  for (const key of ["ArrowLeft", "ArrowUp", "+", "-", "ArrowRight"]) {
    await page.keyboard.press(key);
    await settle(page);
    const now = await pictureOf(page, "#machine canvas");
    assert.notEqual(now, last, key);
    last = now;
  }
  await page.close();
});

test("arrows move on a map from pose to pose", async () => {
  const page = await open("plan");
  await see(page, "map");
  const before = await page.evaluate(() => window.globaldyn.store.now.pose);
  const columns = await page.evaluate(() => window.globaldyn.data.maps[0].axes[1].values.length);
  await page.focus("#map .canvas");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => window.globaldyn.store.now.pose), before + columns);
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => window.globaldyn.store.now.pose), before + columns + 1);
  await page.close();
});

test("a pointer tells what it is over, a button writes all names, and a bar tells a length", async () => {
  const page = await open("plan");
  const box = await page.locator("#machine canvas").boundingBox();
  const seen = new Set();
  for (let i = 0; i <= 12; ++i) {
    for (let j = 0; j <= 8; ++j) {
      await page.mouse.move(box.x + (box.width * (i + 0.5)) / 13, box.y + (box.height * (j + 0.5)) / 9);
      await settle(page);
      if (await page.isVisible("#machine .tip")) seen.add(await page.textContent("#machine .tip"));
    }
  }
  const names = await page.evaluate(() => window.globaldyn.data.machine.bodies.map((body) => body.name));
  assert.ok([...seen].some((name) => names.includes(name)), `${[...seen]}`);
  await page.click("#machine button:text-is('names')");
  await settle(page);
  const written = await page.$$eval("#machine .names span", (all) => all.map((one) => one.textContent));
  assert.deepEqual(written, await page.evaluate(() => window.globaldyn.data.machine.joints.map((joint) => joint.name)));
  // Two metres of the frame that the sliders run along are as many times the bar as they should be.
  const { text, width, pixels } = await page.evaluate(() => {
    const bar = document.querySelector("#machine .scale");
    return { text: bar.textContent, width: bar.getBoundingClientRect().width, pixels: document.querySelector("#machine canvas").clientHeight };
  });
  const metres = Number(/^([0-9.]+) m$/.exec(text)[1]);
  const perMetre = width / metres;
  assert.ok(perMetre * 1.6 < pixels && perMetre * 1.6 > 0.6 * pixels, `${text}, ${width} px of ${pixels}`);  // the side is 1.6 m
  assert.ok(await page.isHidden("#machine .gravity"));  // it lies in a plane without any
  await page.close();
});

test("arrows lead along the front, and a button to the design below", async () => {
  const page = await open("study");
  await page.focus("#front .canvas");
  const designs = [];
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) {
    await page.keyboard.press(key);
    designs.push(await page.evaluate(() => window.globaldyn.page.store.now.design));
  }
  assert.equal(designs[2], designs[0]);
  assert.notEqual(designs[1], designs[0]);
  const front = await page.evaluate(() => window.globaldyn.data.study.front);
  assert.ok(designs.every((id) => front.includes(id)));
  await page.click(`#front button:text-is('design ${designs[2]} ↓')`);
  await page.waitForFunction(() => document.getElementById("design-title").getBoundingClientRect().top < window.innerHeight / 2);
  await page.close();
});

test("the wheel moves the page over a machine until somebody takes hold of it", async () => {
  const page = await open("plan");
  await page.hover("#machine canvas");
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => window.scrollY > 100);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.click("#machine canvas");
  const picture = await pictureOf(page, "#machine canvas");
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  assert.notEqual(await pictureOf(page, "#machine canvas"), picture);
  await page.close();
});

test("on paper all is drawn, light, in the width of a page", async () => {
  for (const kind of ["plan", "study"]) {
    const page = await open(kind, { colorScheme: "dark" });
    const drawn = await page.evaluate(() => {
      window.dispatchEvent(new Event("beforeprint"));
      const pictures = [...document.querySelectorAll(".stage > canvas:not([hidden]), .canvas > canvas")];
      const colours = pictures.map((one) => {
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [120, 90];
        const context = copy.getContext("2d");
        context.drawImage(one, 0, 0, 120, 90);
        const { data } = context.getImageData(0, 0, 120, 90);
        return new Set(Array.from({ length: 120 * 90 }, (_, i) => data.slice(4 * i, 4 * i + 4).join())).size;
      });
      const names = pictures.map((one) => one.closest(".card").id);
      const widths = pictures.map((one) => one.getBoundingClientRect().width);
      const ink = getComputedStyle(document.body).color;
      window.dispatchEvent(new Event("afterprint"));
      return { names, colours, widths, ink, after: getComputedStyle(document.body).color };
    });
    assert.ok(drawn.colours.length > 5);
    drawn.colours.forEach((count, i) => assert.ok(count > 5, `${drawn.names[i]}: ${count}`));
    for (const width of drawn.widths) assert.ok(width > 100 && width <= 700, `${drawn.widths}`);
    assert.equal(drawn.ink, "rgb(28, 35, 48)");
    assert.equal(drawn.after, "rgb(231, 234, 240)");
    assert.ok((await page.pdf()).length > 50_000);
    await settle(page);
    assert.ok(await countColours(page, kind === "plan" ? "#machine canvas" : "#front canvas") > 5);
    await page.close();
  }
});

test("tooltips have units and few digits", async () => {
  const page = await open("plan");
  await see(page, "forces");
  await page.hover("#forces .canvas", { position: { x: 250, y: 150 } });
  await settle(page);
  const told = await page.$$eval("#forces .tip div", (all) => all.map((one) => one.textContent));
  assert.match(told[0], /^t = 0\.\d{1,6} s$/);
  assert.ok(told.some((text) => /^F1: −?[\d.]{1,6} N$/.test(text)), `${told}`);
  await page.mouse.move(0, 0);
  await settle(page);
  assert.ok(await page.isHidden("#forces .tip"));
  await page.close();
});
