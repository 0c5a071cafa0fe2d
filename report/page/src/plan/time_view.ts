// The plan over time: forces, speeds and powers of the drives between their limits, and the tool's motion.
import { card, element } from "../dom";
import { Plot } from "../plot/plot";
import { type Curve, curve, type Scene } from "../plot/scene";
import type { Document, Drive, Plan } from "../document";
import { colourOfDrive, kDotted } from "../limit_colours";
import { interpolate } from "../machine/poses";
import type { Store } from "../state";
import { spell, unitOf, type Unit } from "../text";
import { seriesColours } from "../theme";
import { findPlan } from "./phase_view";
import { findUsualRange } from "./usual_range";
import { forceRange, ratedForce, valuesOf } from "./limits";

/** A quantity over time: lines, each with a name, values in SI, and bounds that are dashed. */
interface Run {
  name: string;
  isTool?: boolean;
  values: number[];
  bounds: number[][];
  /** Of a motor what it bears for ever at the speed of the moment, dotted. */
  rated?: number[][];
}

interface Quantity {
  id: string;
  title: string;
  si: string;
  curves: (plan: Plan) => Run[];
}

/** Drives of one kind, with their numbers. */
function pick(drives: Drive[], rotational: boolean): [Drive, number][] {
  return drives.map((drive, k): [Drive, number] => [drive, k]).filter(([drive]) => drive.rotational === rotational);
}

/** Of drives that are known, or of their number alone: then whether they turn or shift is not. */
function listQuantities(drives: () => Drive[], names: string[], hasTool: boolean): Quantity[] {
  const count = names.length;
  const list: Quantity[] = [];
  for (const rotational of [false, true]) {
    if (pick(drives(), rotational).length === 0) continue;
    const what = rotational ? "torques" : "forces";
    list.push({
      id: what, title: `Drive ${what}`, si: rotational ? "N m" : "N",
      curves: (plan) => pick(drives(), rotational).map(([drive, k]) => {
        const speeds = valuesOf(plan.speeds, count, k);
        const ranges = speeds.map((speed) => forceRange(drive, speed));
        const rated = speeds.map((speed) => ratedForce(drive, speed));
        const isOneSided = (drive.limits.force[0] ?? -1) >= 0;  // a cable
        return {
          name: drive.name, values: valuesOf(plan.forces, count, k), bounds: [ranges.map((one) => one[0]), ranges.map((one) => one[1])],
          rated: isOneSided ? [rated] : [rated.map((force) => -force), rated],
        };
      }),
    });
    list.push({
      id: rotational ? "rates" : "speeds", title: rotational ? "Drive rotary speeds" : "Drive speeds", si: rotational ? "rad/s" : "m/s",
      curves: (plan) => pick(drives(), rotational).map(([drive, k]) => {
        const most = drive.limits.speed;
        const values = valuesOf(plan.speeds, count, k);
        return { name: drive.name, values, bounds: most === null ? [] : [values.map(() => -most), values.map(() => most)] };
      }),
    });
  }
  list.push({
    id: "powers", title: "Drive powers", si: "W",
    curves: (plan) => names.map((name, k) => {
      const speeds = valuesOf(plan.speeds, count, k);
      return { name, values: valuesOf(plan.forces, count, k).map((force, i) => force * speeds[i]!), bounds: [] };
    }),
  });
  if (hasTool) {
    list.push({ id: "tool-speed", title: "Tool speed", si: "m/s", curves: (plan) => [{ name: "tool", isTool: true, values: [...plan.tool_speed], bounds: [] }] });
    list.push({ id: "tool-acceleration", title: "Tool acceleration", si: "m/s^2", curves: (plan) => [{ name: "tool", isTool: true, values: [...plan.tool_acceleration], bounds: [] }] });
  }
  return list;
}

function drawCurves(plan: Plan, runs: Run[], unit: Unit): Curve[] {
  const toPoints = (values: number[]): (number | null)[][] =>
    values.map((value, i) => [plan.t[i]!, Number.isFinite(value) ? unit.show(value) : null]);
  return runs.flatMap((run) => {
    const color = run.isTool ? seriesColours[0]! : colourOfDrive(run.name);
    // Named like its curve, so that the legend switches both.
    const draw = (values: number[], dash: number[]): Curve[] => (values.some(Number.isFinite)
      ? [curve(spell(run.name), toPoints(values), color, { width: 1, dash, opacity: 0.7, isQuiet: true, of: [run.name] })] : []);
    return [
      curve(spell(run.name), toPoints(run.values), color, { width: 1.8, of: [run.name] }),
      ...run.bounds.flatMap((bound) => draw(bound, [4, 4])), ...(run.rated ?? []).flatMap((rated) => draw(rated, kDotted)),
    ];
  });
}

/** Bounds of the axis where peaks would make of all the rest a line; null elsewhere. */
function cutAxis(curves: Run[], unit: Unit): { min: number; max: number } | null {
  const isLimited = ({ bounds }: Run): boolean => bounds.length > 0 && bounds.every((bound) => bound.some(Number.isFinite));
  const ranges = curves.map((curve) => (isLimited(curve)
    ? { low: Math.min(0, ...curve.values), high: Math.max(0, ...curve.values), isCut: false } : findUsualRange(curve.values)));
  if (!ranges.some((range) => range.isCut)) return null;
  const low = Math.min(...ranges.map((range) => range.low));
  const high = Math.max(...ranges.map((range) => range.high));
  const margin = 0.08 * (high - low) || 1;
  return { min: unit.show(low - margin), max: unit.show(high + margin) };
}

/** Cards of all quantities, made anew where a live page changes the drives. */
export class TimeViews {
  readonly element = element("div", { class: "contents" });
  private cards: { element: HTMLElement; caption: HTMLElement; chart: Plot; quantity: Quantity }[] = [];
  /** What the cards are of. */
  private made = "";

  constructor(private readonly data: Document, private readonly store: Store) {
    store.listen((state, changed) => {
      if (changed.includes("path") || changed.includes("version")) this.refresh();
      if (changed.includes("t")) for (const { chart } of this.cards) chart.markAt(state.t);
      if (changed.includes("t2")) for (const { chart } of this.cards) chart.markSecond(state.t2);
    });
    this.refresh();
  }

  private get plan(): Plan | undefined {
    return findPlan(this.data, this.data.paths[this.store.now.path]);
  }

  private refresh(): void {
    const plan = this.plan;
    const has = plan !== undefined && plan.t.length > 0;
    this.element.hidden = !has;
    if (!has) return;
    this.build(plan);
    for (const { chart, caption, quantity } of this.cards) {
      caption.textContent = cutAxis(quantity.curves(plan), unitOf(this.data, quantity.si)) !== null ? "Peaks reach beyond the chart." : "";
      chart.refresh();
      chart.markAt(this.store.now.t);
      chart.markSecond(this.store.now.t2);
    }
  }

  private build(plan: Plan): void {
    const drives = this.data.machine?.drives ?? [];
    const names = plan.drives.map((one) => one.name);
    const key = JSON.stringify([names, drives.map((drive) => drive.rotational), plan.tool_speed.length > 0]);
    if (key === this.made) return;
    this.made = key;
    for (const { chart } of this.cards) chart.end();
    this.cards = listQuantities(() => this.data.machine?.drives ?? [], names, plan.tool_speed.length > 0).map((quantity) => {
      const chart = new Plot(this.store, `${quantity.title} over time`, () => this.make(quantity), { height: 240, link: "spanT" });
      chart.onPlaces({ move: (t) => this.moveTo(t), second: (t) => this.putSecond(t) });
      const caption = element("p", { class: "caption" });
      return { element: card(quantity.id, quantity.title, chart.element, caption), caption, chart, quantity };
    });
    this.element.replaceChildren(...this.cards.map((one) => one.element));
  }

  private moveTo(t: number): void {
    const plan = this.plan;
    if (plan === undefined) return;
    const time = Math.max(0, Math.min(plan.t.at(-1) ?? 0, t));
    this.store.change({ t: time, p: interpolate(plan.t, plan.p, time), playing: false });
  }

  private putSecond(t: number): void {
    const plan = this.plan;
    if (plan === undefined) return;
    const time = Math.max(0, Math.min(plan.t.at(-1) ?? 0, t));
    this.store.change({ t2: time, p2: Number.isNaN(time) ? NaN : interpolate(plan.t, plan.p, time) });
  }

  private make(quantity: Quantity): Scene {
    const plan = this.plan;
    const unit = unitOf(this.data, quantity.si);
    const runs = plan === undefined ? [] : quantity.curves(plan);
    return {
      x: { name: "t [s]", min: 0, max: plan?.t.at(-1) ?? 1 },
      y: { name: unit.head(quantity.title.toLowerCase()), ...cutAxis(runs, unit) },
      curves: plan === undefined ? [] : drawCurves(plan, runs, unit),
    };
  }
}
