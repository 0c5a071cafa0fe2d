// Reports in Firefox, from the file: the same as in Chromium, but for what draws in space where there is no graphics card.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { Firefox } from "./marionette.mjs";
import { machineFile, makeFolder, makeReport, openBrowser, openPage } from "./support.mjs";

let firefox;
let chromium;
const addresses = {};

before(async () => {
  addresses.plan = makeReport(makeFolder(), machineFile("sliding_star"), "circle_a", "workspace");
  firefox = await Firefox.open(process.env.FIREFOX);
  chromium = await openBrowser();
});
after(async () => {
  await firefox?.close();
  await chromium?.close();
});

/** In the page: the texts of its cards, and how many colours plots have once they have been in sight. */
const look = async () => {
  const wait = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (let tries = 0; !("globaldyn" in window) && tries < 600; ++tries) await new Promise((done) => setTimeout(done, 100));
  const colours = {};
  for (const card of document.querySelectorAll(".card")) {
    card.scrollIntoView();
    await wait();
    await wait();
    const canvas = card.querySelector(".canvas canvas");
    if (canvas === null) continue;
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [200, 150];
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0, 200, 150);
    const { data } = context.getImageData(0, 0, 200, 150);
    const found = new Set();
    for (let i = 0; i < data.length; i += 4) found.add(data.slice(i, i + 4).join());
    colours[card.id] = found.size;
  }
  const captions = Object.fromEntries([...document.querySelectorAll(".card")].map((card) => [card.id, card.querySelector(".caption")?.textContent ?? ""]));
  return { colours, captions, notes: [...document.querySelectorAll("header .note")].map((one) => one.textContent), numbers: document.getElementById("headline")?.textContent ?? "" };
};

test("a report says the same in both browsers, and every plot is drawn", async () => {
  await firefox.go(addresses.plan);
  const seen = await firefox.run(look.toString());
  const { page } = await openPage(chromium, addresses.plan);
  const other = await page.evaluate(look);
  assert.ok(seen.numbers.length > 20);
  assert.deepEqual(seen.captions, other.captions);
  assert.deepEqual(seen.notes, other.notes);
  assert.equal(seen.numbers, other.numbers);
  assert.deepEqual(Object.keys(seen.colours), Object.keys(other.colours));
  for (const [id, count] of Object.entries(seen.colours)) assert.ok(count > 5, `${id}: ${count} colours`);
  await page.close();
});

test("in Firefox the slider, a path's plot and the legend do what they do in Chromium", async () => {
  const told = await firefox.run((async () => {
    const wait = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { store } = window.globaldyn;
    const slider = document.querySelector(".transport input[type=range]");
    slider.value = "400";
    slider.dispatchEvent(new Event("input"));
    const slid = { ...store.now };
    document.getElementById("phase").scrollIntoView();
    await wait();
    const box = document.querySelector("#phase .canvas");
    const { left, top, width } = box.getBoundingClientRect();
    const at = (type, share) => box.dispatchEvent(new MouseEvent(type, { clientX: left + share * width, clientY: top + 100, bubbles: true }));
    at("click", 0.75);
    const clicked = { ...store.now };
    const button = document.querySelector("#phase .names-of-curves button");
    button.click();
    await wait();
    return { slid: slid.t, clicked: clicked.p, pressed: button.getAttribute("aria-pressed"), end: window.globaldyn.data.plans[0].t.at(-1) };
  }).toString());
  assert.ok(Math.abs(told.slid - 0.4 * told.end) < 1e-9);
  assert.ok(told.clicked > 4 && told.clicked < 5.5, `${told.clicked}`);
  assert.equal(told.pressed, "false");
});
