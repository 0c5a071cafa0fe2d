// The plan over time: forces, speeds and powers of the drives between their limits, and the tool's motion.
import { axis, Chart, line, type Option } from "../chart";
import { card, element } from "../dom";
import type { Document, Drive, Plan } from "../document";
import { colourOfDrive } from "../limit_colours";
import { interpolate } from "../machine/poses";
import type { Store } from "../state";
import { spell, unitOf, type Unit } from "../text";
import { seriesColours } from "../theme";
import { findPlan } from "./phase_view";
import { boundAxis, findUsualRange } from "./usual_range";
import { forceRange, ratedForce, valuesOf } from "./limits";

/** A quantity over time: lines, each with a name, values in SI, and bounds that are dashed. */
interface Curve {
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
  curves: (plan: Plan) => Curve[];
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

function drawCurves(plan: Plan, curves: Curve[], unit: Unit): Option[] {
  const toPoints = (values: number[]): (number | null)[][] =>
    values.map((value, i) => [plan.t[i]!, Number.isFinite(value) ? unit.show(value) : null]);
  const series: Option[] = [];
  curves.forEach((curve) => {
    const color = curve.isTool ? seriesColours[0]! : colourOfDrive(curve.name);
    series.push(line(spell(curve.name), toPoints(curve.values), { lineStyle: { color, width: 1.8 }, itemStyle: { color } }));
    // Named like its curve, so that the legend switches both.
    const draw = (values: number[], type: number[] | "dotted"): void => {
      if (!values.some(Number.isFinite)) return;
      series.push(line(spell(curve.name), toPoints(values), {
        lineStyle: { color, width: 1, type, opacity: 0.7 }, itemStyle: { color }, tooltip: { show: false },
      }));
    };
    for (const bound of curve.bounds) draw(bound, [4, 4]);
    for (const rated of curve.rated ?? []) draw(rated, "dotted");
  });
  return series;
}

/** Bounds of the axis where peaks would make of all the rest a line; null elsewhere. */
function cutAxis(curves: Curve[], unit: Unit): { min: number; max: number } | null {
  const isLimited = ({ bounds }: Curve): boolean => bounds.length > 0 && bounds.every((bound) => bound.some(Number.isFinite));
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
  private cards: { element: HTMLElement; caption: HTMLElement; chart: Chart; quantity: Quantity }[] = [];
  /** What the cards are of. */
  private made = "";

  constructor(private readonly data: Document, private readonly store: Store) {
    store.listen((state, changed) => {
      if (changed.includes("path") || changed.includes("version")) this.refresh();
      if (changed.includes("t")) for (const { chart } of this.cards) chart.markAt(state.t);
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
      const chart = new Chart(this.store, `${quantity.title} over time`, () => this.make(quantity));
      chart.onClick(([t]) => this.moveTo(t));
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

  private make(quantity: Quantity): Option {
    const plan = this.plan;
    const unit = unitOf(this.data, quantity.si);
    const curves = plan === undefined ? [] : quantity.curves(plan);
    const axes = {
      xAxis: axis("t [s]", false, { min: 0, max: plan?.t.at(-1) ?? 1, axisLabel: { showMaxLabel: false } }),
      yAxis: axis(unit.head(quantity.title.toLowerCase()), true, { scale: true, ...boundAxis(cutAxis(curves, unit)) }),
    };
    return { ...axes, series: plan === undefined ? [] : drawCurves(plan, curves, unit) };
  }
}
