// What tests of the page need: results, reports of them, and a browser that notes what goes wrong.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const { chromium } = createRequire(join(process.env.PAGE_FOLDER, "package.json"))("playwright-core");

export const source = fileURLToPath(new URL("../..", import.meta.url));

const folders = [];
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed at the end. */
export function makeFolder() {
  folders.push(mkdtempSync(join(tmpdir(), "globaldyn_page_")));
  return folders.at(-1);
}

export function globaldyn(...args) {
  return execFileSync(process.env.GLOBALDYN_COMMAND, args, { encoding: "utf8", maxBuffer: 1 << 30 });
}

/** The file of a machine of the library. */
export function machineFile(name) {
  return join(source, "machines", name, `${name}.yaml`);
}

/** A report of a machine's plan along a path, and perhaps of a map; the page's address. */
export function makeReport(folder, file, path, map) {
  const quiet = ["--quiet", "--no-pictures", "--out", folder];
  globaldyn("plan", file, "--path", path, "--samples", "201", ...quiet);
  if (map !== undefined) globaldyn("map", file, "--map", map, ...quiet);
  globaldyn("report", folder, "--quiet");
  return `file://${join(folder, "report.html")}`;
}

/** Chromium without anything that it would do on its own; drawing in space by software. */
export function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--enable-unsafe-swiftshader"],
  });
}

/** In the page: keeps, in the order drawn, what every canvas is given of lines and texts, and pictures of what is drawn in space. */
function noteDrawing() {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return getContext.call(this, kind, kind.startsWith("webgl") ? { ...options, preserveDrawingBuffer: true } : options);
  };
  const drawn = new WeakMap();
  window.drawnOn = (canvas) => drawn.get(canvas) ?? [];
  const note = (context, what) => {
    if (!drawn.has(context.canvas)) drawn.set(context.canvas, []);
    drawn.get(context.canvas).push(what);
  };
  const { stroke, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.stroke = function (...all) {
    note(this, { colour: this.strokeStyle, dash: this.getLineDash().join() });
    return stroke.apply(this, all);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
    note(this, { text, font: this.font });
    return fillText.call(this, text, ...more);
  };
}

/** Adds the colours and dashes of what a plot's legend names now, by name, to those that were there before. */
export async function addLegend(page, id, colours = new Map()) {
  const entries = await page.$$eval(`#${id} .names-of-curves button`, (all) => all.map((one) => {
    const part = one.querySelector("svg").firstElementChild;
    return [one.textContent, `${part.getAttribute("stroke")} ${part.getAttribute("stroke-dasharray")}`];
  }));
  for (const [name, style] of entries) colours.set(name, (colours.get(name) ?? new Set()).add(style));
  return colours;
}

/**
 * A page at an address, with all that it complained of and asked the network for; in a browser of its own, or in that
 * of the page `beside`, with its cookies.
 */
export async function openPage(browser, address, options = {}) {
  const { beside, ...more } = options;
  const context = beside?.context() ?? await browser.newContext({ viewport: { width: 1280, height: 900 }, ...more });
  const page = await context.newPage();
  page.on("close", () => { if (context.pages().length === 0) context.close().catch(() => {}); });
  await page.addInitScript(noteDrawing);
  page.setDefaultTimeout(120_000);  // ms; what takes half a minute on a machine that is busy is not wrong yet
  const complaints = [];
  page.on("console", (message) => {
    // How fast a software renderer reads pixels back is no fault of the page.
    if (!message.text().includes("GPU stall due to ReadPixels")) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(address);
  await page.waitForFunction(() => "globaldyn" in window || document.querySelector(".note") !== null);
  await settle(page);
  return { page, complaints };
}

/** Waits until everything that was asked to be drawn is. */
export async function settle(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Brings a part of the page into sight, where it is drawn. */
export async function see(page, id) {
  await page.$eval(`#${id}`, (part) => part.scrollIntoView());
  await settle(page);
  await settle(page);
}

/** How many colours canvases, one upon the other, show: one if they are blank. */
export async function countColours(page, selector) {
  return page.$$eval(selector, (all) => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [200, 150];
    const context = copy.getContext("2d");
    for (const canvas of all) context.drawImage(canvas, 0, 0, 200, 150);
    const { data } = context.getImageData(0, 0, 200, 150);
    const colours = new Set();
    for (let i = 0; i < data.length; i += 4) colours.add(data.slice(i, i + 4).join());
    return colours.size;
  });
}

/** What part of a canvas is not as its upper left corner is, as shares of its width and height. */
export async function extentOf(page, selector) {
  await settle(page);
  const picture = await page.$eval(selector, (canvas) => canvas.toDataURL());
  return page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [image.width, image.height];
    const context = copy.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const extent = { left: 1, right: 0, top: 1, bottom: 0 };
    for (let i = 0; i < data.length; i += 4) {
      if ([0, 1, 2, 3].every((k) => data[i + k] === data[k])) continue;
      const x = (i / 4) % copy.width / copy.width;
      const y = Math.floor(i / 4 / copy.width) / copy.height;
      extent.left = Math.min(extent.left, x);
      extent.right = Math.max(extent.right, x);
      extent.top = Math.min(extent.top, y);
      extent.bottom = Math.max(extent.bottom, y);
    }
    return extent;
  }, picture);
}

/** What canvases show together, as a number, to see whether it changes. */
export async function pictureOf(page, selector) {
  await settle(page);
  const pictures = await page.$$eval(selector, (all) => all.map((canvas) => canvas.toDataURL()));
  return createHash("sha256").update(pictures.join()).digest("hex");
}

// A pixel is another where a colour is off by more than an eighth: edges differ by shades.
const kShade = 32;

/** The share of pixels in which pictures, as PNG, are others; or how their sizes differ. */
export function differenceOf(page, one, other) {
  return page.evaluate(async ([first, second, shade]) => {
    const read = async (text) => {
      const image = new Image();
      image.src = `data:image/png;base64,${text}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, canvas.width, canvas.height);
    };
    const [a, b] = [await read(first), await read(second)];
    if (a.width !== b.width || a.height !== b.height) return `${a.width} × ${a.height} and ${b.width} × ${b.height}`;
    let count = 0;
    for (let i = 0; i < a.data.length; i += 4) if ([0, 1, 2].some((k) => Math.abs(a.data[i + k] - b.data[i + k]) > shade)) ++count;
    return count / (a.data.length / 4);
  }, [one.toString("base64"), other.toString("base64"), kShade]);
}
