// What tests of live pages need: the program that serves them, and moves.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { openPage } from "./support.mjs";

export const programs = [];

/** The program at work; it ends with the tests at the latest, also where one of them fails. */
export function start(...args) {
  programs.push(spawn(process.env.GLOBALDYN_COMMAND, args));
  return programs.at(-1);
}

/** The program serving a machine, and the address it printed. */
export function explore(...args) {
  const program = start("explore", ...args, "--no-browser");
  return new Promise((done, fail) => {
    let text = "";
    program.stdout.on("data", (piece) => {
      text += piece;
      const found = /http:\S+/.exec(text);
      if (found) done({ program, address: found[0], said: () => text });
    });
    program.stderr.on("data", (piece) => { text += piece; });
    program.on("exit", (code) => fail(new Error(`exit code ${code}: ${text}`)));
  });
}

/** Ends all that were started. */
export function endAll() {
  for (const program of programs) program.kill("SIGINT");
}

/** A live page with its first plan. */
export async function openLive(browser, address, options) {
  const { page, complaints } = await openPage(browser, address, options);
  // Here the page may ask, of its own server.
  const own = () => complaints.filter((text) => !text.startsWith(`asked for ${new URL(address).origin}/`));
  await rested(page);
  assert.ok(await page.evaluate(() => window.globaldyn.page.timings.at(-1).plan > 0));
  return { page, complaints: own };
}

/** Waits until all that was moved has been computed. */
export async function rested(page) {
  await page.waitForSelector(".cards[aria-busy=false]");
}

/** Moves a parameter by its field, and waits for the plan or the reason why there is none. */
export async function move(page, name, value) {
  const field = page.locator(`#design input[type=text][aria-label^="${name},"]`);
  await field.fill(String(value));
  await field.press("Tab");
  await rested(page);
}
