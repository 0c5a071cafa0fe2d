// Pictures of the page against kept ones, which a person has looked at. Made anew by UPDATE_PICTURES=1: look at them then.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { differenceOf, machineFile, makeFolder, makeReport, openBrowser, openPage, settle, source } from "./support.mjs";

const kept = join(source, "tests/page/pictures");
// Letters and edges differ between versions of browsers and fonts by shades: of a picture 2 % may be others (differenceOf()). A curve that
// is gone, or other colours, are more.
const kShare = 0.02;

let browser;
const addresses = {};
before(async () => {
  addresses.star = makeReport(makeFolder(), machineFile("sliding_star"), "circle_a", "workspace");
  addresses.puma = makeReport(makeFolder(), machineFile("puma560"), "circle");
  browser = await openBrowser();
});
after(() => browser.close());

const views = [
  ["star", "machine", ".stage"], ["star", "region", ".canvas"], ["star", "phase", ".chart"], ["star", "forces", ".chart"], ["star", "motors", ".grid"],
  ["star", "map", ".canvas"], ["puma", "machine", ".stage"], ["puma", "tube", ".stage"], ["puma", "region", ".chart"],
];

for (const scheme of ["light", "dark"]) {
  for (const [name, id, part] of views) {
    if (scheme === "dark" && name !== "star") continue;
    test(`${name}: ${id}, ${scheme}, looks as it did`, async () => {
      const { page } = await openPage(browser, addresses[name], { colorScheme: scheme });
      await page.$eval(".transport input[type=range]", (slider) => {
        slider.value = "300";
        slider.dispatchEvent(new Event("input"));
      });
      // Below the bar at the top.
      await page.$eval(`#${id}`, (card) => card.scrollIntoView({ block: "center" }));
      await settle(page);
      await settle(page);
      const picture = await page.locator(`#${id} ${part}`).first().screenshot({ animations: "disabled" });
      const file = join(kept, `${name}_${id}_${scheme}.png`);
      if (process.env.UPDATE_PICTURES || !existsSync(file)) {
        assert.ok(process.env.UPDATE_PICTURES, `${file} is missing: look at the view, then UPDATE_PICTURES=1`);
        mkdirSync(kept, { recursive: true });
        writeFileSync(file, picture);
      }
      const share = await differenceOf(page, picture, readFileSync(file));
      assert.ok(typeof share === "number" && share <= kShare, `${share} of it is other than in ${file}`);
      // It would tell a picture of something else.
      if (id === "forces") {
        await page.locator("#forces .names-of-curves button").first().click();
        await page.locator("#forces .names-of-curves button").nth(1).click();
        await settle(page);
        const other = await differenceOf(page, await page.locator(`#${id} ${part}`).first().screenshot(), readFileSync(file));
        assert.ok(other > kShare, `without two curves ${other}`);
      }
      await page.close();
    });
  }
}
