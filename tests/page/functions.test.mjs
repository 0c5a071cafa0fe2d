// What the page computes by itself: ticks of axes, ranks, films. Oracle: closed forms, and another decoder in the tests of films.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeFileSync } from "node:fs";
import { makeFolder } from "./support.mjs";

const { buildSync } = createRequire(join(process.env.PAGE_FOLDER, "package.json"))("esbuild");

/** A part of the page's program, as it is. */
async function load(file) {
  const { outputFiles } = buildSync({ entryPoints: [join(process.env.PAGE_FOLDER, "src", file)], bundle: true, format: "esm", write: false });
  const place = join(makeFolder(), "part.mjs");
  writeFileSync(place, outputFiles[0].text);
  return import(pathToFileURL(place));
}

/** Numbers in [0, 1), the same in every run. */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

// What draws needs a page; scales do not, but share files with what does.
globalThis.document = { createElement: () => ({ getContext: () => ({}) }) };

test("ticks are round, within the axis, told apart, and neither too many nor too few", async () => {
  const { Scale, listTicks, spanOf, writeTicks } = await load("plot/scale.ts");
  const random = makeRandom(7);
  for (let i = 0; i < 3000; ++i) {
    const size = 10 ** (30 * random() - 15);
    const low = (random() - 0.5) * size * (random() < 0.3 ? 1000 : 1);
    const span = spanOf(low, low + random() * size);
    const scale = new Scale(span, 0, 300 + 600 * random());
    const ticks = listTicks(scale);
    const texts = writeTicks(ticks);
    assert.ok(ticks.length >= 2 && ticks.length <= 20, `${ticks.length} within ${span}`);
    for (const tick of ticks) assert.ok(tick >= span[0] - 1e-9 * size && tick <= span[1] + 1e-9 * size, `${tick} within ${span}`);
    assert.equal(new Set(texts).size, texts.length, `${texts} within ${span}`);
    ticks.forEach((tick, k) => {
      const told = Number(texts[k].replace("−", "-"));
      assert.ok(Math.abs(told - tick) <= 1e-6 * (ticks[1] - ticks[0]) + 1e-12 * Math.abs(tick), `${texts[k]} for ${tick}`);
    });
    // There and back.
    const value = span[0] + random() * (span[1] - span[0]);
    assert.ok(Math.abs(scale.value(scale.at(value)) - value) <= 1e-9 * Math.max(Math.abs(span[0]), Math.abs(span[1])));
  }
});

test("axes over powers of ten have powers of ten, and round values within one", async () => {
  const { Scale, listTicks, spanOf } = await load("plot/scale.ts");
  assert.deepEqual(spanOf(2e-9, 3e-3, true), [1e-9, 1e-2]);
  const ticks = listTicks(new Scale([1e-9, 1e-2], 200, 0, true));
  for (const tick of ticks) assert.ok(Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) < 1e-9);
  assert.ok(ticks.length >= 3 && ticks.length <= 8);
  const scale = new Scale([1, 100], 0, 100, true);
  assert.ok(Math.abs(scale.at(10) - 50) < 1e-9);
  assert.ok(Number.isNaN(scale.at(-1)));
});

test("rank correlations are those of closed forms, also with values that are equal", async () => {
  const { rankCorrelation } = await load("study/statistics.ts");
  const x = Array.from({ length: 50 }, (_, i) => i / 10);
  const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-12, `${one} and not ${other}`);
  near(rankCorrelation(x, x.map((one) => Math.exp(one))), 1);
  near(rankCorrelation(x, x.map((one) => -(one ** 3))), -1);
  // 1 − 6 Σ d² / (n (n² − 1)) without equal ones.
  near(rankCorrelation([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]), 1 - (6 * 4) / (5 * 24));
  // By hand: ranks 1.5 1.5 3 and 1 2 3.
  near(rankCorrelation([1, 1, 2], [5, 6, 7]), 1.5 / Math.sqrt(1.5 * 2));
  near(rankCorrelation([1, 2, 3, 4, NaN], [2, 4, 6, 8, 1]), 1);
  assert.ok(Number.isNaN(rankCorrelation([1, 1, 1, 1], [1, 2, 3, 4])));
  assert.ok(Number.isNaN(rankCorrelation([1, 2], [1, 2])));
});

test("shares that variables explain are those of closed forms", async () => {
  const { explainedShare } = await load("study/statistics.ts");
  const random = makeRandom(11);
  const count = 4000;
  const draw = () => Array.from({ length: count }, () => random());
  const [a, b, c] = [draw(), draw(), draw()];
  // Of y = 3 a + b the shares are 9/10 and 1/10: variances of uniform numbers.
  const y = a.map((one, i) => 3 * one + b[i]);
  const near = (value, other, by) => assert.ok(Math.abs(value - other) < by, `${value} and not ${other}`);
  near(explainedShare(a, y, false), 0.9, 0.02);  // a twelfth of a's own spread is left within its groups
  near(explainedShare(b, y, false), 0.1, 0.03);
  near(explainedShare(c, y, false), 0, 0.01);  // and what is in no relation explains nothing
  // A parabola has no correlation, but explains all.
  near(explainedShare(a, a.map((one) => (one - 0.5) ** 2), false), 1, 0.04);
  // Choices as they are.
  const kinds = a.map((one) => Math.floor(3 * one));
  near(explainedShare(kinds, kinds.map((kind) => [5, -1, 2][kind]), true), 1, 1e-12);
  assert.ok(Number.isNaN(explainedShare([1, 2, 3], [1, 2, 3], false)));
  assert.ok(Number.isNaN(explainedShare(a.map(() => 1), y, false)));
});
