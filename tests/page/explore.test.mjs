// The live page in Chromium, and the server that nobody else may use. Oracle: the commands on the same machine.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { countColours, globaldyn, machineFile, makeFolder, openBrowser, openPage, pictureOf, see, settle, source } from "./support.mjs";
import { endAll, explore, move, openLive as openLiveIn, programs, rested, start } from "./live.mjs";

const star = machineFile("sliding_star");
const circles = join(source, "machines", "sliding_star", "circles_study.yaml");
let browser;
let served;

/** A request with any headers, as no browser would send it. */
function request(address, { method = "GET", headers = {}, body } = {}) {
  return new Promise((done, fail) => {
    const sent = http.request(address, { method, headers }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) }));
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

/** The page behind an address, as a browser follows it there: sent on with a cookie. */
async function enter(address) {
  const door = await request(address);
  assert.equal(door.status, 303);
  const [cookie] = door.headers["set-cookie"][0].split(";");
  const page = new URL(door.headers.location, address).href;
  return { door, cookie, page, answer: await request(page, { headers: { Cookie: cookie } }) };
}

const question = (settings, more = {}) => JSON.stringify({ settings, path: "circle_a", off: [], plan: "none", ...more });

/** The header of a document. */
function headerOf(document) {
  return JSON.parse(document.subarray(8, 8 + Number(document.readBigUInt64LE(0))).toString());
}

const openLive = (address) => openLiveIn(browser, address);

before(async () => {
  browser = await openBrowser();
  served = await explore(star);
});
after(async () => {
  endAll();
  await browser.close();
});

test("a move changes machine, region and plan, and the numbers are those of the commands", async () => {
  const { page, complaints } = await openLive(served.address);
  for (const id of ["machine", "region", "phase", "forces", "tool-speed", "motors"]) {
    await see(page, id);
    assert.ok(await countColours(page, `#${id} canvas`) > 5, id);
  }
  await see(page, "machine");
  const machine = await pictureOf(page, "#machine canvas");
  await move(page, "leg", 0.9);
  assert.notEqual(await pictureOf(page, "#machine canvas"), machine);
  const set = ["--set", "leg=0.9 m", "--path", "circle_a", "--json"];
  const sample = JSON.parse(globaldyn("evaluate", star, "--at", "0", ...set)).paths[0].samples[0];
  const most = sample.region.d1_intervals[0][1];
  const shown = await page.evaluate(() => window.globaldyn.data.paths[0].d1_max[0]);
  assert.ok(Math.abs(shown - most) <= 1e-12 * most, `${shown} and not ${most}`);
  const plan = JSON.parse(globaldyn("plan", star, "--tolerance", "1e-4", ...set));
  const time = await page.evaluate(() => window.globaldyn.data.plans[0].time);
  assert.ok(Math.abs(time - plan.time) <= 1e-12 * time, `${time} and not ${plan.time}`);
  assert.match(await page.textContent("#design table"), /constant speed/);
  assert.deepEqual(complaints(), []);
  await page.close();
});

test("a motion of least losses is as slow as its slider says", async () => {
  const { page, complaints } = await openLive(served.address);
  const plan = () => page.evaluate(() => { const { time, wished } = window.globaldyn.data.plans[0]; return { time, wished }; });
  const { time: fastest } = await plan();
  await page.selectOption('#design select[aria-label="motion"]', "2");
  await rested(page);
  const first = await plan();
  assert.ok(Math.abs(first.time - 1.2 * fastest) <= 1e-3 * fastest, `${first.time} and not 1.2 times ${fastest}`);
  await page.$eval('#design input[aria-label^="time over"]', (slider) => {
    slider.value = "1.5";
    slider.dispatchEvent(new Event("input"));
  });
  await rested(page);
  const slower = await plan();
  assert.ok(Math.abs(slower.time - 1.5 * fastest) <= 1e-3 * fastest, `${slower.time} and not 1.5 times ${fastest}`);
  assert.ok(slower.wished.losses < first.wished.losses);
  assert.match(await page.textContent("#design table"), /time of the motion of least losses/);
  // Its motors' rated forces are not in the file.
  await page.selectOption('#design select[aria-label="motion"]', "1");
  await rested(page);
  assert.match(await page.textContent("#design [role=status]"), /^No plan: .*rated/);
  assert.deepEqual(complaints(), []);
  await page.close();
});

test("the slider moves it too, and moves that come too fast are left out", async () => {
  const { page, complaints } = await openLive(served.address);
  const before = await page.evaluate(() => window.globaldyn.page.timings.length);
  await page.$eval("#design .parameter:nth-child(2) input[type=range]", (slider) => {
    for (let i = 0; i < 30; ++i) {
      slider.value = String(116 + (i % 15));
      slider.dispatchEvent(new Event("input"));
    }
  });
  const last = await page.$eval("#design .parameter:nth-child(2) input[type=text]", (field) => Number(field.value));
  await rested(page);
  const drawn = await page.evaluate(() => window.globaldyn.data.machine.bodies.find((body) => body.name === "leg1").solids[0].size[2]);
  assert.ok(Math.abs(drawn - last) < 1e-9, `${drawn} and not ${last}`);
  const computed = await page.evaluate(() => window.globaldyn.page.timings.length);
  assert.ok(computed - before <= 3, `${computed - before} of 30`);
  assert.deepEqual(complaints(), []);
  await page.close();
});

test("a curve that was switched off stays so while the machine is moved", async () => {
  const { page } = await openLive(served.address);
  await see(page, "phase");
  const all = await pictureOf(page, "#phase canvas");
  await page.locator("#phase .names-of-curves button").first().click();
  let without = await pictureOf(page, "#phase canvas");
  assert.notEqual(without, all);
  await page.mouse.move(0, 0);
  without = await pictureOf(page, "#phase canvas");
  await move(page, "leg", 0.9);
  assert.notEqual(await pictureOf(page, "#phase canvas"), without);
  await move(page, "leg", 0.85);
  await see(page, "phase");
  assert.equal(await pictureOf(page, "#phase canvas"), without);
  await page.close();
});

test("where the machine cannot be, the last good state stays with the reason, and comes back", async () => {
  const { page, complaints } = await openLive(served.address);
  const region = await pictureOf(page, "#region canvas");
  await move(page, "leg", 0.4);
  assert.match(await page.textContent("#design [role=status]"), /^Not possible: .*unreachable/);
  assert.ok(await page.$(".cards.stale") !== null);
  assert.equal(await pictureOf(page, "#region canvas"), region);
  await move(page, "leg", 5);  // beyond its bounds
  assert.match(await page.textContent("#design [role=status]"), /^Not possible: .*leg/);
  await page.click("text=reset");
  await rested(page);
  assert.ok(await page.$(".cards.stale") === null);
  assert.deepEqual(complaints(), []);
  await page.close();
});

test("where there is a pose but no motion, regions follow and the last plan stays, greyed", async () => {
  const file = join(makeFolder(), "lift.yaml");
  writeFileSync(file, `globaldyn: 1
name: lift
parameters: {force: {value: 40 N, min: 1 N, max: 100 N}, constructor: {value: 1 kg, min: 0.5 kg, max: 2 kg}}
gravity: [0, 0, -9.81]
bodies: {table: {mass: constructor}}
joints: {Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: table, axis: z}}}
drives: {FZ: {joint: Z, limits: [-force, force]}}
tool: {body: table, at: [0, 0]}
paths: {up: {position: {z: p}, prescribe: [z], p_max: 1}}
`);
  const own = await explore(file);
  const { page, complaints } = await openLive(own.address);
  const time = () => page.evaluate(() => window.globaldyn.data.plans[0].time);
  const first = await time();
  await move(page, "force", 5);  // of 9.81 that it weighs
  assert.match(await page.textContent("#design [role=status]"), /^No plan: infeasible: /);
  assert.ok(await page.$(".cards.waiting") !== null);
  assert.ok(await page.$(".cards.stale") === null);
  assert.equal(await time(), first);
  assert.match(await page.textContent("#phase .caption"), /as it was before/);
  assert.match(await page.textContent("#region .caption"), /^Region at p = 0: .*at rest d2 from −14\.81 to −4\.81 1\/s²/);
  await move(page, "force", 50);
  assert.ok(await time() < first);
  assert.ok(await page.$(".cards.waiting") === null);
  // A name that every object of the page's language has.
  await move(page, "constructor", 1.5);
  assert.ok(await time() > first);
  await page.click("text=reset");
  await rested(page);
  assert.equal(await time(), first);
  assert.equal(await page.inputValue('#design input[type=text][aria-label^="constructor,"]'), "1");
  assert.deepEqual(complaints(), []);
  await page.close();
  own.program.kill("SIGINT");
});

test("drives are switched off, paths chosen", async () => {
  // Four drives where three would do.
  const own = await explore(machineFile("rrr4"));
  const { page, complaints } = await openLive(own.address);
  const names = await page.evaluate(() => window.globaldyn.data.explore.drives);
  const timeOf = () => page.evaluate(() => window.globaldyn.data.plans[0].time);
  const all = await timeOf();
  await page.uncheck(`#design label:has-text('${names[0]}') input`);
  await rested(page);
  assert.ok(await timeOf() > all);
  assert.equal(await page.evaluate(() => window.globaldyn.data.machine.drives.length), 3);
  // All views follow: three motors, and curves of as many drives.
  assert.equal(await page.locator("#motors .chart").count(), 3);
  assert.equal(await page.locator("#motors tbody tr").count(), 3);
  const plan3 = await page.evaluate(() => [...window.globaldyn.data.plans[0].forces].length / window.globaldyn.data.plans[0].t.length);
  assert.equal(plan3, 3);
  await page.check(`#design label:has-text('${names[0]}') input`);
  await rested(page);
  assert.equal(await timeOf(), all);
  await page.close();
  own.program.kill("SIGINT");
  const { page: other } = await openLive(served.address);
  await other.selectOption("#path-choice", { label: "circle_b" });
  await rested(other);
  assert.equal(await other.evaluate(() => window.globaldyn.data.plans[0].path), "circle_b");
  const plan = JSON.parse(globaldyn("plan", star, "--path", "circle_b", "--tolerance", "1e-4", "--json"));
  const time = await other.evaluate(() => window.globaldyn.data.plans[0].time);
  assert.ok(Math.abs(time - plan.time) <= 1e-12 * plan.time);
  await other.close();
  assert.deepEqual(complaints(), []);
});

test("saving gives the machine file with the values, to the browser and to --save-to", async () => {
  const folder = makeFolder();
  const own = await explore(star, "--save-to", folder);
  const { page } = await openLive(own.address);
  await move(page, "leg", 0.9);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=save as machine file")]);
  assert.equal(download.suggestedFilename(), "sliding_star.yaml");
  const text = readFileSync(await download.path(), "utf8");
  assert.equal(text, readFileSync(star, "utf8").replace("{value: 0.85 m,", "{value: 0.9 m,"));
  assert.equal(readFileSync(join(folder, "sliding_star_1.yaml"), "utf8"), text);
  assert.ok(own.said().includes("sliding_star_1.yaml"));
  globaldyn("check", join(folder, "sliding_star_1.yaml"), "--quiet");
  await page.click("text=save as machine file");
  for (let i = 0; i < 100 && !existsSync(join(folder, "sliding_star_2.yaml")); ++i) await page.waitForTimeout(50);
  assert.ok(existsSync(join(folder, "sliding_star_2.yaml")));
  await page.close();
  own.program.kill("SIGINT");
});

/** The page as its link brings it back, in the browser's next window. */
async function openAgain(page) {
  await page.waitForTimeout(500);  // ms; the link follows moves after 300
  const again = await openPage(browser, page.url(), { beside: page });
  await page.close();
  await rested(again.page);
  return again;
}

test("a link brings back what was moved, switched off and looked at", async () => {
  const { page } = await openLive(served.address);
  await move(page, "leg", 0.9);
  const box = "#design .controls label:nth-child(2) input";  // of the second drive
  await page.uncheck(box);
  await page.selectOption("#path-choice", { label: "circle_b" });
  await rested(page);
  await page.evaluate(() => window.globaldyn.store.change({ p: 3 }));
  const look = (one) => one.evaluate(() => {
    const { data, page: live, store } = window.globaldyn;
    const leg = data.machine.bodies.find((body) => body.name === "leg1").solids[0].size[2];
    return { settings: { values: live.settings.values, off: live.settings.off }, path: data.paths[store.now.path].name, p: store.now.p, leg, drives: data.machine.drives.length };
  });
  const before = await look(page);
  const names = await page.evaluate(() => window.globaldyn.data.explore.drives);
  assert.deepEqual(before, { settings: { values: { leg: 0.9 }, off: [names[1]] }, path: "circle_b", p: 3, leg: 0.9, drives: names.length - 1 });
  const { page: again } = await openAgain(page);
  assert.deepEqual(await look(again), before);
  assert.ok(!(await again.isChecked(box)));
  await again.close();
});

/** A page of a study with the first plan of a design. */
async function openStudy(address) {
  const { page, complaints } = await openPage(browser, address);
  await rested(page);
  assert.ok(await page.evaluate(() => window.globaldyn.page.machine.timings.at(-1).plan > 0));
  return { page, complaints: () => complaints.filter((text) => !text.startsWith(`asked for ${new URL(address).origin}/`)) };
}

/** The table of ratings: the cells of each row. */
const ratings = (page) => page.$$eval("#design tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

test("a study: a design is taken, rated as it was stored, moved from, and put beside another", async () => {
  const folder = join(makeFolder(), "study");
  globaldyn("optimize", circles, "--budget", "200", "--quiet", "--no-pictures", "--out", folder);
  const own = await explore(folder);
  const { page, complaints } = await openStudy(own.address);
  for (const id of ["front", "growth", "parallel", "machine", "region", "phase"]) {
    await see(page, id);
    assert.ok(await countColours(page, `#${id} canvas`) > 5, id);
  }
  const row = page.locator("#designs tbody th button").nth(2);
  const id = Number(await row.textContent());
  await row.click();
  await rested(page);
  assert.equal(await page.textContent("#design h2"), `Design ${id}`);
  // Its variables are where the sliders are, and the numbers those that the search had.
  const stored = await page.evaluate((design) => {
    const { study } = window.globaldyn.data;
    return study.columns.map((one) => [one.name, one.role, one.values[study.ids.indexOf(design)]]);
  }, id);
  for (const [name, , value] of stored.filter((one) => one[1] === "variable")) {
    const shown = Number(await page.inputValue(`#design input[type=text][aria-label^="${name},"]`));
    assert.ok(Math.abs(shown - value) <= 1e-4 * value, `${name}: ${shown} and not ${value}`);
  }
  const rated = (await ratings(page)).filter((cells) => cells[2] !== "");
  assert.equal(rated.length, stored.filter((one) => one[1] !== "variable").length);
  for (const [name, now, then] of rated) assert.equal(now.replace("✗ ", ""), then, name);
  const body = JSON.stringify({
    settings: Object.fromEntries(stored.filter((one) => one[1] === "variable").map(([name, , value]) => [name, value])),
    path: "", off: [], regions: true, plan: "none", ratings: true,
  });
  const { explore: found } = headerOf((await request(`${own.address}compute`, { method: "POST", body })).body);
  for (const one of found.ratings) assert.equal(one.value, stored.find(([name]) => name === one.name)[2], one.name);
  // Moved, the stored numbers stay beside the new ones.
  await move(page, "force", 500);
  assert.equal(await page.textContent("#design h2"), `Design ${id}, moved`);
  assert.ok((await ratings(page)).some(([, now, then]) => then !== "" && now !== then));
  // Out of the bounds that designs have.
  await move(page, "force", 1e9);
  assert.match(await page.textContent("#design [role=status]"), /^Not possible: .*force = .*expected from/);
  // A click upon the design that was taken takes it again; "as at first" leaves it.
  await page.click(`#designs tbody button:text-is("${id}")`);
  await rested(page);
  assert.equal(await page.textContent("#design h2"), `Design ${id}`);
  const force = stored.find(([name]) => name === "force")[2];
  assert.ok(Math.abs(Number(await page.inputValue('#design input[type=text][aria-label^="force,"]')) - force) <= 1e-4 * force);
  // Beside it, in whatever order answers come.
  await page.evaluate(() => {
    const { store } = window.globaldyn.page;
    const [reference] = window.globaldyn.data.study.front;
    for (const one of [reference, 0, reference]) store.change({ reference: one });
  });
  await page.waitForSelector("#reference-machine canvas");
  await page.waitForTimeout(500);
  await see(page, "reference-machine");
  assert.equal(await page.locator("#reference-machine").count(), 1);
  assert.ok(await countColours(page, "#reference-machine canvas") > 5);
  // Where the machine moved cannot be, the other one is what it was.
  await move(page, "force", 1e9);
  const opacity = (id) => page.$eval(id, (part) => Number(getComputedStyle(part).opacity));
  assert.ok(await opacity("#machine .stage") < 1);
  assert.equal(await opacity("#reference-machine .stage"), 1);
  await page.selectOption("select[aria-label='beside it']", { index: 0 });
  assert.equal(await page.locator("#reference-machine").count(), 0);
  await page.click("text=reset");
  await rested(page);
  assert.equal(await page.textContent("#design h2"), "Design");
  assert.match(await page.textContent("#front .caption"), /Click one to see it/);
  assert.deepEqual(complaints(), []);
  await page.close();
  own.program.kill("SIGINT");
});

/** A cross slide with two pushers for its lower part, one of which could go. */
const crossSlide = (drives, by) => `globaldyn: 1
name: slide
bodies: {lower: {mass: 2 kg}, upper: {mass: 1 kg}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: lower, axis: x}}
  Y: {type: prismatic, a: {body: lower, axis: y}, b: {body: upper, axis: y}}
drives:
${drives.map(([name, joint, force]) => `  ${name}: {joint: ${joint}, limits: ${force} N, rotor_inertia: 0.5 kg, coulomb: 1 N}\n`).join("")}tool: {body: upper, at: [0, 0]}
paths: {along: {${by}, p_max: 1}}
`;

test("a drive that is off is as if the file had never had it, also where the path prescribes it", async () => {
  const folder = makeFolder();
  const all = [["A", "X", 10], ["B", "X", 20], ["C", "Y", 5]];
  const write = (name, drives, by) => {
    writeFileSync(join(folder, name), crossSlide(drives, by));
    return join(folder, name);
  };
  const own = await explore(write("both.yaml", all, "drives: {B: p*1 m, C: p*p*1 m}"));
  const { page, complaints } = await openLive(own.address);
  const timeOf = () => page.evaluate(() => window.globaldyn.data.plans[0].time);
  const box = (name) => page.locator(`#design [aria-label=drives] label:has-text('${name}') input`);
  const both = await timeOf();
  for (const [off, left, by] of [["A", [all[1], all[2]], "drives: {B: p*1 m, C: p*p*1 m}"], ["B", [all[0], all[2]], "joints: {X: p*1 m}, drives: {C: p*p*1 m}"]]) {
    await box(off).uncheck();
    await rested(page);
    assert.match(await page.textContent("#design [role=status]"), /^Regions after/);
    const plan = JSON.parse(globaldyn("plan", write(`without_${off}.yaml`, left, by), "--tolerance", "1e-4", "--json"));
    assert.equal(await timeOf(), plan.time);
    const sample = JSON.parse(globaldyn("evaluate", join(folder, `without_${off}.yaml`), "--at", "0", "--json")).paths[0].samples[0];
    assert.match((await page.textContent("#region .caption")).replaceAll("−", "-"),
      new RegExp(`at rest d2 from ${Number(sample.region.d2_at_rest[0].toPrecision(4))} to `));
    await box(off).check();
    await rested(page);
    assert.equal(await timeOf(), both);
  }
  assert.deepEqual(complaints(), []);
  await page.close();
  own.program.kill("SIGINT");
});

test("what the page shows at rest is what the commands say, in the file's units", async () => {
  const file = machineFile("five_bar");
  const own = await explore(file);
  const { page, complaints } = await openLive(own.address);
  const names = ["constant_speed", "constant_rate", "guaranteed_acceleration", "guaranteed_deceleration"];
  const compare = async (...set) => {
    const told = JSON.parse(globaldyn("evaluate", file, "--path", "pick", "--samples", "2", "--criteria", names.join(), "--json", ...set)).criteria;
    const rows = new Map((await page.$$eval("#design tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)))).map(([name, value]) => [name.replaceAll(" ", "_"), value]));
    for (const { name, value } of told) {
      assert.equal(rows.get(name)?.split(" ")[0], String(Number(value.toPrecision(5))), name);
    }
  };
  await compare();
  const field = (name) => page.locator(`#design input[type=text][aria-label^="${name},"]`);
  for (const [name, unit, value] of [["motor_speed", "rpm", "5000"], ["base", "mm", "85"], ["peak_torque", "N m", "3.8"]]) {
    assert.equal(await field(name).getAttribute("aria-label"), `${name}, ${unit}`);
    assert.equal(await field(name).inputValue(), value);
  }
  await move(page, "motor_speed", 3000);
  await compare("--set", "motor_speed=3000 rpm");
  const plan = JSON.parse(globaldyn("plan", file, "--path", "pick", "--set", "motor_speed=3000 rpm", "--tolerance", "1e-4", "--json"));
  const time = await page.evaluate(() => window.globaldyn.data.plans[0].time);
  assert.ok(Math.abs(time - plan.time) <= 1e-12 * time, `${time} and not ${plan.time}`);
  // At its bound in its unit, and beyond.
  await move(page, "motor_speed", 10000);
  assert.match(await page.textContent("#design [role=status]"), /^Regions after/);
  await move(page, "motor_speed", 12000);
  assert.equal(await page.textContent("#design [role=status]"), "Not possible: motor_speed = 12000 rpm; expected from 100 rpm to 10000 rpm");
  assert.deepEqual(complaints(), []);
  await page.close();
  own.program.kill("SIGINT");
});

test("a machine is saved under a name that is free, not through a link that leads nowhere", async () => {
  const folder = makeFolder();
  const elsewhere = join(makeFolder(), "elsewhere.yaml");
  symlinkSync(elsewhere, join(folder, "sliding_star_1.yaml"));
  const own = await explore(star, "--save-to", folder);
  const answer = await request(`${own.address}save`, { method: "POST", body: question({ leg: 0.9 }) });
  assert.equal(answer.status, 200);
  assert.equal(existsSync(elsewhere), false);
  assert.match(readFileSync(join(folder, "sliding_star_2.yaml"), "utf8"), /leg: .*0\.9/);
  own.program.kill("SIGINT");
});

/** The program as on a desktop, with a browser that only notes what it is given; its files are in a folder of its own. */
async function exploreOnDesktop(more = {}) {
  const folder = makeFolder();
  const opened = join(folder, "opened");
  writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\ncp "$1" ${opened}.part && mv ${opened}.part ${opened}\n`, { mode: 0o755 });
  const program = spawn(process.env.GLOBALDYN_COMMAND, ["explore", star],
    { env: { ...process.env, DISPLAY: ":0", TMPDIR: folder, XDG_RUNTIME_DIR: "", PATH: `${folder}:${process.env.PATH}`, ...more } });
  programs.push(program);
  const ended = new Promise((done) => program.on("exit", (code, signal) => done(code ?? signal)));
  while (!existsSync(opened)) await new Promise((done) => setTimeout(done, 20));
  const [address] = /http:[^"]+/.exec(readFileSync(opened, "utf8"));
  return { program, ended, address, pages: () => readdirSync(folder).filter((name) => /^globaldyn_.*/.test(name)).map((name) => join(folder, name)) };
}

test("the file that leads a browser to the page is for this user alone, and gone at every end", async () => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    const { program, ended, pages } = await exploreOnDesktop();
    assert.equal(pages().length, 1);
    assert.equal(statSync(pages()[0]).mode & 0o777, 0o600);
    program.kill(signal);
    assert.equal(await ended, 130, signal);
    assert.deepEqual(pages(), [], signal);
  }
  // In the midst of work that takes longer than it is given to end by itself.
  const busy = await exploreOnDesktop();
  const asked = Array.from({ length: 8 }, (_, i) => request(`${busy.address}compute`, { method: "POST", headers: { "X-Page": String(i) }, body: question({ leg: 0.7 + i / 100 }, { plan: "whole" }) }).catch(() => "gone"));
  await new Promise((done) => setTimeout(done, 30));
  busy.program.kill("SIGINT");
  assert.equal(await busy.ended, 130);
  assert.deepEqual(busy.pages(), []);
  await Promise.all(asked);
  // Once the browser has been led there it is gone before the program ends, which may be killed.
  const { program, ended, address, pages } = await exploreOnDesktop();
  assert.equal((await enter(address)).answer.status, 200);
  assert.deepEqual(pages(), []);
  program.kill("SIGKILL");
  assert.equal(await ended, "SIGKILL");
});

test("the file is in the session's folder, if that is this user's alone", async () => {
  for (const [mode, isThere] of [[0o700, true], [0o755, false]]) {
    const session = makeFolder();
    chmodSync(session, mode);
    const { program, ended, pages } = await exploreOnDesktop({ XDG_RUNTIME_DIR: session });
    const there = readdirSync(session).filter((name) => /^globaldyn_.*\.html$/.test(name));
    assert.equal(there.length, isThere ? 1 : 0, mode.toString(8));
    assert.equal(pages().length, isThere ? 0 : 1);
    program.kill("SIGINT");
    await ended;
    assert.deepEqual(readdirSync(session), []);
  }
});

/** A study that goes on for long, and the program that serves it. */
async function exploreRunning() {
  const folder = join(makeFolder(), "study");
  const running = start("optimize", circles, "--budget", "100000", "--quiet", "--no-pictures", "--out", folder);
  while (!existsSync(join(folder, "study.sqlite"))) await new Promise((done) => setTimeout(done, 50));
  return { running, own: await explore(folder) };
}

test("a study that runs grows on the page", async () => {
  const { running, own } = await exploreRunning();
  const { page, complaints } = await openPage(browser, own.address);
  const count = () => page.evaluate(() => window.globaldyn.data.study.ids.length);
  await page.waitForFunction(() => window.globaldyn?.data?.study?.front.length > 3);
  const before = await count();
  await page.waitForFunction((least) => window.globaldyn.data.study.ids.length > least, before);
  running.kill("SIGINT");
  const [told, there] = await page.evaluate(() => [document.querySelector("#front .caption").textContent, window.globaldyn.data.study.ids.length]);
  assert.equal(Number(told.match(/^(\d+) designs/)[1]), there);
  await see(page, "growth");
  assert.ok(await countColours(page, "#growth canvas") > 5);
  assert.match(await page.textContent("#design h2"), /^Design \d+$/);  // the best one is shown once there is one
  assert.deepEqual(complaints.filter((text) => !text.startsWith(`asked for ${new URL(own.address).origin}/`)), []);
  await page.close();
  own.program.kill("SIGINT");
});

test("what somebody moves is left alone while the study grows", async () => {
  const { running, own } = await exploreRunning();
  const { page } = await openPage(browser, `${own.address}#design=0`);
  await rested(page);
  await move(page, "force", 777);
  const before = await page.evaluate(() => window.globaldyn.data.study.ids.length);
  await page.waitForFunction((least) => window.globaldyn.data.study.ids.length > least, before);
  running.kill("SIGINT");
  // Until the page has seen the last of it: a table that grows between a pointer's press and its release takes no click.
  await page.waitForTimeout(5000);
  await rested(page);
  const force = '#design input[type=text][aria-label^="force,"]';
  assert.equal(await page.inputValue(force), "777");
  // Away from a design that was taken as well; a link brings it back.
  await page.locator("#designs tbody th button").first().click();
  await rested(page);
  assert.notEqual(await page.inputValue(force), "777");
  await move(page, "force", 555);
  const title = await page.textContent("#design h2");
  assert.match(title, /^Design \d+, moved$/);
  const { page: again } = await openAgain(page);
  await again.waitForFunction((wanted) => document.querySelector("#design h2")?.textContent === wanted, title);  // once it is known, what was moved follows
  assert.equal(await again.inputValue(force), "555");
  assert.deepEqual(await again.evaluate(() => Object.keys(window.globaldyn.page.machine.settings.values)), ["force"]);
  await again.close();
  own.program.kill("SIGINT");
});

test("rows of catalogues and choices are lists, of a study file alone", async () => {
  const folder = join(source, "machines", "rrr4");
  const study = join(makeFolder(), "study.yaml");
  writeFileSync(study, `${readFileSync(join(folder, "drives_study.yaml"), "utf8")
    .replace("machine: ", `machine: ${folder}/`).replaceAll("../../catalogues", join(source, "catalogues"))}
constraints: {affordable: {value: drives*motor.price, at_most: 1}}
`);
  const own = await explore(study);
  const { page, complaints } = await openLive(own.address);
  const rating = async (name) => (await ratings(page)).find((cells) => cells[0] === name)[1];
  assert.equal(await rating("drives"), "3");
  const [price, time] = [await rating("price"), await rating("time")];
  await page.selectOption("#design select[aria-label=fourth]", { label: "1" });
  await rested(page);
  assert.equal(await rating("drives"), "4");
  await page.selectOption("#design select[aria-label=motor]", { index: 4 });
  await rested(page);
  assert.notEqual(await rating("price"), price);
  assert.notEqual(await rating("time"), time);
  assert.match(await page.textContent("#design"), /out of bounds/);
  assert.deepEqual(complaints(), []);
  await page.close();
  own.program.kill("SIGINT");
  const set = spawnSync(process.env.GLOBALDYN_COMMAND, ["explore", circles, "--set", "leg=1 m", "--no-browser"], { encoding: "utf8" });
  assert.equal(set.status, 2);
  assert.equal(set.stderr, "--set: with a study; expected it with a machine file only\n");
});

test("only the own page is answered: token, host, origin, method, size", async () => {
  const { address } = served;
  const { port, origin } = new URL(address);
  const post = (headers, to = `${address}compute`, body = question({})) => request(to, { method: "POST", headers, body });
  const { door, cookie, page, answer } = await enter(address);
  assert.equal(answer.status, 200);
  assert.match(door.headers["set-cookie"][0], /; HttpOnly; SameSite=Lax$/);
  assert.equal(page, `${origin}/`);
  assert.equal((await post({})).status, 200);
  assert.equal((await post({ Origin: origin })).status, 200);
  // By the cookie alone, also among others.
  for (const all of [cookie, `theme=dark; ${cookie}`, `${cookie}; a=b`]) {
    assert.equal((await post({ Cookie: all, Origin: origin }, `${origin}/compute`)).status, 200, all);
  }
  for (const all of [`${cookie}0`, cookie.slice(0, -1), cookie.replace("=", "x="), cookie.replace(/[0-9a-f]$/, (digit) => (digit === "0" ? "1" : "0"))]) {
    assert.equal((await post({ Cookie: all }, `${origin}/compute`)).status, 403, all);
  }
  assert.equal((await post({ Cookie: cookie, Origin: "http://evil.example" }, `${origin}/compute`)).status, 403);
  // Two of what there should be one of, as no client of HTTP sends them.
  for (const twice of [["Host: evil.example"], [`Origin: ${origin}`, "Origin: http://evil.example"], [`Origin: ${origin}`, `Origin: ${origin}`]]) {
    const head = [`GET ${new URL(address).pathname} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...twice, "Connection: close", "", ""].join("\r\n");
    const text = await new Promise((done) => {
      let all = "";
      net.connect(port, "127.0.0.1").on("data", (piece) => { all += piece; }).on("close", () => done(all)).on("error", () => done(all)).write(head);
    });
    assert.match(text, /^HTTP\/1.1 40[03] /, twice.join());
  }
  for (const wrong of [`${origin}/`, `${origin}/compute`, address.replace(/[0-9a-f](?=\/$)/, (digit) => (digit === "0" ? "1" : "0"))]) {
    assert.equal((await request(wrong)).status, 403, wrong);
  }
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `[::1]:${port}`, `127.0.0.1:${Number(port) + 1}`]) {
    assert.equal((await post({ Host: host })).status, 403, host);
  }
  for (const from of ["http://evil.example", "null", `https://127.0.0.1:${port}`, `http://127.0.0.1:${Number(port) + 1}`, `http://127.0.0.1:${port}.evil.example`]) {
    assert.equal((await post({ Origin: from })).status, 403, from);
  }
  for (const method of ["PUT", "DELETE", "OPTIONS", "HEAD"]) assert.equal((await request(address, { method })).status, 405, method);
  for (const name of ["../../etc/passwd", "etc/passwd", "%2e%2e/", "compute/", "page.html"]) {
    const answer = await request(`${address}x`.replace(/x$/, name).replace(/\/[^/]*\/\.\.\/\.\.\//, "/"));
    assert.ok(answer.status === 404 || answer.status === 403, name);
  }
  assert.equal((await post({}, `${address}compute`, "x".repeat(100_000))).status, 413);
  for (const body of ["", "{", "[]", "{}", '{"settings": 3}', '{"settings": {"leg": "1 m"}}', '{"settings": {}, "off": [3]}', '{"settings": {}, "plan": true}', '{"settings": {}, "plan": "soon"}', '{"settings": {"leg": 1e999}}']) {
    assert.equal((await post({}, `${address}compute`, body)).status, 400, body);
  }
  // Names that are not there are a result of the machine's, told as a reason.
  assert.match(headerOf((await post({}, `${address}compute`, question({ lag: 1 }))).body).explore.failure, /no parameter 'lag'/);
  assert.match(headerOf((await post({}, `${address}compute`, question({}, { path: "circle_c" }))).body).explore.failure, /circle_c/);
  for (const one of [door, answer]) {
    assert.equal(one.headers["cache-control"], "no-store");
    assert.equal(one.headers["cross-origin-resource-policy"], "same-origin");
    assert.equal(one.headers["access-control-allow-origin"], undefined);
  }
});

test("the address in the browser says nothing of the token, a reload stays, another run is told", async () => {
  const own = await explore(star);
  const { port } = new URL(own.address);
  const { page } = await openLive(`${own.address}#p=1`);
  assert.equal(await page.evaluate(() => location.origin + location.pathname), `http://127.0.0.1:${port}/`);
  assert.ok(Math.abs(await page.evaluate(() => window.globaldyn.store.now.p) - 1) < 1e-9);
  assert.equal(await page.evaluate(() => document.cookie), "");
  await page.reload();
  await page.waitForFunction(() => "globaldyn" in window);
  await rested(page);
  own.program.kill("SIGINT");
  await new Promise((done) => own.program.on("exit", done));
  // Without a move: it looks now and then.
  const told = async (text) => page.waitForFunction((part) => document.querySelector(".gone:not([hidden])")?.textContent.includes(part), text);
  await told("has ended");
  const again = await explore(star, "--port", port);
  await told("started anew");
  await move(page, "leg", 0.9);
  assert.doesNotMatch(await page.textContent("#design [role=status]"), /Not possible/);
  await page.close();
  again.program.kill("SIGINT");
});

test("a page of another origin can neither read nor send", async () => {
  const other = http.createServer((_, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end("<!doctype html><title>other</title>");
  });
  await new Promise((done) => other.listen(0, "127.0.0.1", done));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  const got = await page.evaluate(async ({ address, body }) => {
    const tries = {};
    for (const [name, how] of Object.entries({ read: {}, send: { method: "POST", body }, blind: { method: "POST", body, mode: "no-cors" } })) {
      tries[name] = await fetch(`${address}${name === "read" ? "" : "compute"}`, how).then((answer) => `${answer.type} ${answer.status}`, (error) => error.name);
    }
    const frame = document.createElement("iframe");
    frame.src = address;
    document.body.append(frame);
    await new Promise((done) => { frame.onload = done; setTimeout(done, 2000); });
    tries.frame = (() => { try { return frame.contentDocument === null ? "closed" : frame.contentDocument.title; } catch { return "closed"; } })();
    return tries;
  }, { address: served.address, body: question({}) });
  // Without CORS the answer of a blind request cannot be read; the server refuses it besides.
  assert.deepEqual({ ...got, blind: undefined }, { read: "TypeError", send: "TypeError", blind: undefined, frame: "closed" });
  await page.close();
  other.close();
});

test("it listens on the loopback interface alone", () => {
  const port = Number(new URL(served.address).port).toString(16).toUpperCase().padStart(4, "0");
  const sockets = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => (existsSync(file) ? readFileSync(file, "utf8").split("\n") : []))
    .map((row) => row.trim().split(/\s+/)).filter((row) => row[3] === "0A" && row[1]?.endsWith(`:${port}`)).map((row) => row[1]);
  assert.deepEqual(sockets, [`0100007F:${port}`]);
});

test("slow and silent connections cost nothing, and too many are closed", async () => {
  const port = Number(new URL(served.address).port);
  const silent = Array.from({ length: 200 }, () => net.connect(port, "127.0.0.1").on("error", () => {}));
  silent.slice(0, 20).forEach((one) => one.write("POST /"));
  const open = () => silent.filter((one) => one.connecting || one.readyState === "open").length;
  for (let i = 0; i < 200 && open() > 64; ++i) await new Promise((done) => setTimeout(done, 50));
  assert.ok(open() <= 64, `${open()} are open`);
  // They make room for one who may come in.
  const begin = performance.now();
  assert.equal((await request(`${served.address}compute`, { method: "POST", body: question({}) })).status, 200);
  assert.ok(performance.now() - begin < 5000);
  silent.forEach((one) => one.destroy());
});

test("of one page's questions that wait only the newest is answered", async () => {
  const ask = (page, leg, plan) => request(`${served.address}compute`, { method: "POST", headers: { "X-Page": page }, body: question({ leg }, { plan }) });
  const apart = () => new Promise((done) => setTimeout(done, 10));  // ms; sent one after the other, they arrive so
  // Others keep the program at work meanwhile.
  const others = Array.from({ length: 12 }, (_, i) => ask(`other ${i}`, 0.8 + 0.01 * i, "whole"));
  await apart();
  const answers = [];
  for (const leg of [0.8, 0.81, 0.82, 0.83, 0.84]) {
    answers.push(ask("test", leg, "none"));
    await apart();
  }
  assert.deepEqual((await Promise.all(answers)).map((one) => one.status), [409, 409, 409, 409, 200]);
  for (const one of await Promise.all(others)) assert.equal(one.status, 200);
});

test("a busy port is one clear line, a machine without paths another", () => {
  const { port } = new URL(served.address);
  const busy = spawnSync(process.env.GLOBALDYN_COMMAND, ["explore", star, "--port", port], { encoding: "utf8" });
  assert.equal(busy.status, 2);
  assert.equal(busy.stderr, `--port ${port}: cannot be listened on (Address already in use); expected a free port, or none for any that is free\n`);
  const folder = makeFolder();
  const file = join(folder, "still.yaml");
  writeFileSync(file, "globaldyn: 1\nname: still\nbodies: {a: {mass: 1 kg}}\njoints: {J: {type: revolute, a: ground, b: a}}\n");
  const still = spawnSync(process.env.GLOBALDYN_COMMAND, ["explore", file], { encoding: "utf8" });
  assert.equal(still.status, 2);
  assert.match(still.stderr, /no paths in the file/);
});

test("Ctrl-C ends it at once, whatever it is doing", async () => {
  const own = await explore(star);
  const asked = request(`${own.address}compute`, { method: "POST", body: question({ leg: 0.7 }) }).catch(() => "gone");
  await new Promise((done) => setTimeout(done, 30));
  const begin = performance.now();
  const ended = new Promise((done) => own.program.on("exit", (code) => done(code)));
  own.program.kill("SIGINT");
  assert.equal(await ended, 130);
  const took = performance.now() - begin;
  assert.ok(took < 3000, `${took} ms`);  // 0.05 s where nothing else runs
  await asked;
});


test("fields take units, decimal commas and formulas, and say why not", async () => {
  const { page, complaints } = await openLive(served.address);
  const field = page.locator("#design input[type=text][aria-label^='leg,']");
  const type = async (text) => {
    await field.fill(text);
    await field.press("Enter");
    await page.waitForTimeout(200);
    await rested(page);
  };
  const leg = () => page.evaluate(() => window.globaldyn.page.settings.values.leg);
  for (const [text, value] of [["85 cm", undefined], ["900 mm", 0.9], ["0,87", 0.87], ["2*0.41 m", 0.82], ["2*0.44", 0.88], ["8e-1", 0.8]]) {
    await type(text);
    // At its first value it has not been moved.
    assert.ok(value === undefined ? [undefined, 0.85].includes(await leg()) : Math.abs(await leg() - value) < 1e-12, `${text}: ${await leg()}`);
    assert.equal(await page.locator("#design .wrong:not([hidden])").count(), 0, text);
  }
  for (const [text, why] of [["0.85 kg", /leg: '0\.85 kg' is mass \(kg\); expected length/], ["long", /no unit|unknown/], ["1/0*1 m", /finite|zero/], ["1 m +", /expected/]]) {
    await type(text);
    assert.match(await page.textContent("#design .wrong:not([hidden])"), why, text);
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.equal(await field.inputValue(), text);  // to be mended
    assert.ok(Math.abs(await leg() - 0.8) < 1e-12);
  }
  await type("0.81");
  assert.equal(await page.locator("#design .wrong:not([hidden])").count(), 0);
  assert.deepEqual(complaints(), []);
  await page.close();
});

test("time, reason and buttons stay in sight, and numbers of the machine before do not stay", async () => {
  const { page } = await openPage(browser, served.address, { viewport: { width: 1280, height: 800 } });
  await rested(page);
  assert.match(await page.textContent("#design .headline"), /^fastest motion: 0\.24464 s$/);
  const inSight = () => page.$$eval("#design .headline, #design [role=status], #design > .controls button", (all) => all.every((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  }));
  assert.ok(await inSight());
  await move(page, "leg", 0.3);
  assert.equal(await page.textContent("#design .headline"), "not possible");
  assert.match(await page.textContent("#design [role=status]"), /^Not possible: unreachable/);
  assert.equal(await page.locator("#design table").count(), 0);
  for (const y of [0, 500, 1500]) {
    await page.evaluate((to) => window.scrollTo(0, to), y);
    await settle(page);
    assert.ok(await inSight(), `${y}`);
  }
  await move(page, "leg", 0.85);
  assert.ok(await page.locator("#design table tr").count() > 3);
  await page.close();
});
