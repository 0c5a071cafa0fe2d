// The plan in the phase plane: its speed d1 over p below the largest accessible one.
import { card, element, select } from "../dom";
import { Plot } from "../plot/plot";
import { type Curve, curve, type Scene } from "../plot/scene";
import { isGiven, type Document, type LimitName, type Path, type Plan } from "../document";
import { kDashed, keyOf, learnDrives, styleOf } from "../limit_colours";
import { colourOf } from "../ghosts";
import { interpolate } from "../machine/poses";
import type { Store } from "../state";
import { callWished, isStop, listLimits, spell, tell, unitOf } from "../text";
import { theme } from "../theme";
import { movesTool, toolStepAt } from "./tool_speed";

/** A part of a plan: the limits that hold it back there, and its points. */
interface Part {
  name: string;
  limits: LimitName[];
  points: (number | null)[][];
}

function splitByLimits(plan: Plan): Part[] {
    // No limit at a single p holds it back all along.
  if (plan.wished !== null) return [{ name: callWished(plan.wished), limits: [], points: [...plan.p].map((p, i) => [p, plan.d1[i]!]) }];

  const parts = new Map<string, Part>();
  for (const stretch of plan.stretches) {
    if (isStop(stretch)) continue;
    const { active, t: [begin, end] } = stretch;
    const key = keyOf(active);
    const part = parts.get(key) ?? { name: listLimits(active), limits: active, points: [] };
    if (part.points.length > 0) part.points.push([null, null]);
    for (const t of [begin, ...[...plan.t].filter((one) => one > begin && one < end), end]) {
      part.points.push([interpolate(plan.t, plan.p, t), interpolate(plan.t, plan.d1, t)]);
    }
    parts.set(key, part);
  }
  // Of a motion that is given, or was slowed down, no limit is told.
  if (parts.size === 0) return [{ name: "the motion", limits: [], points: [...plan.p].map((p, i) => [p, plan.d1[i]!]) }];
  return [...parts.values()];
}

/** Where the path itself rests any d1 is accessible: then the plan is shown, and what is near it. */
function limitHeight(path: Path | undefined, plan: Plan | undefined, show = (_: number, d1: number): number => d1): { max?: number } {
  const largest = (p: Float64Array, values: Float64Array) => values.reduce((most, one, i) => (Number.isFinite(one) ? Math.max(most, show(p[i]!, one)) : most), 0);
  if (path === undefined || plan === undefined || plan.t.length === 0) return {};
  const top = largest(plan.p, plan.d1);
  return largest(path.regions.p, path.d1_max) > 20 * top ? { max: 4 * top } : {};
}

export function findPlan(data: Document, path: Path | undefined): Plan | undefined {
  return data.plans.find((plan) => plan.path === path?.name);
}

/** The time at which a plan passes p. */
export function timeAt(plan: Plan, p: number): number {
  return plan.t.length > 0 ? interpolate(plan.p, plan.t, p) : NaN;
}

/** The places on the way at which the motion comes to rest, as the command tells them: ten, and how many more. */
function tellRests(plan: Plan, path: Path | undefined): string {
  const end = plan.p.at(-1) ?? path?.p.at(-1) ?? 0;
  const known = [0, end, ...plan.steps.map((step) => step.p[1])];
  const places = plan.stops.map((stop) => stop.p).filter((p) => !known.some((other) => Math.abs(other - p) <= 1e-9 * end));
  if (places.length === 0) return "";
  const more = places.length > 10 ? ` and ${places.length - 10} more` : "";
  return `; comes to rest at p = ${places.slice(0, 10).map((p) => tell(p)).join(", ")}${more}`;
}

export class PhaseView {
  readonly element: HTMLElement;
  private readonly chart: Plot;
  private readonly choice: HTMLSelectElement;
  private readonly caption = element("p", { class: "caption" });

  constructor(private readonly data: Document, private readonly store: Store, title = "Speed along the path") {
    this.chart = new Plot(store, "Speed along the path: the plan and the largest accessible d1", () => this.make(), { height: 300, link: "spanP" });
    this.choice = select("speed", ["d1", "of the tool"], (k) => store.change({ asTool: k }));
    this.element = card("phase", title, element("div", { class: "controls" }, element("label", {}, "speed: ", this.choice)), this.chart.element, this.caption);
    this.chart.onPlaces({ move: (p) => this.moveTo(p), second: (p) => this.putSecond(p) });
    store.listen((_, changed) => {
      if (changed.includes("path") || changed.includes("version")) this.chart.refresh();
      if (changed.includes("asTool")) this.chart.restart();
      this.show();
    });
    this.show();
  }

  private get path(): Path | undefined {
    return this.data.paths[this.store.now.path];
  }

  private moveTo(p: number): void {
    if (this.path === undefined) return;
    const place = Math.max(0, Math.min(this.path.p_max, p));
    const plan = findPlan(this.data, this.path);
    this.store.change({ p: place, t: plan === undefined ? NaN : timeAt(plan, place), playing: false });
  }

  private putSecond(p: number): void {
    const place = Math.max(0, Math.min(this.path?.p_max ?? 0, p));
    const plan = findPlan(this.data, this.path);
    this.store.change({ p2: place, t2: plan === undefined ? NaN : timeAt(plan, place) });
  }

  /** Whether speeds are those of the tool. */
  private get isTool(): boolean {
    return this.store.now.asTool === 1 && movesTool(this.path);
  }

  /** d1 of a path at p, as it is shown. */
  private show1(path: Path, p: number | null, d1: number | null): number | null {
    if (d1 === null || p === null || !this.isTool) return d1;
    const speed = d1 * toolStepAt(path, p);
    return Number.isFinite(speed) ? unitOf(this.data, "m/s").show(speed) : null;
  }

  private make(): Scene {
    const scene = this.makePlain();
    const path = this.path;
    if (!this.isTool || path === undefined) return scene;
    const ghosts = new Map((this.data.ghosts ?? []).map((ghost) => [`plan of ${ghost.title}`, ghost.path]));
    const turn = (one: Curve): Curve => {
      const own = ghosts.get(one.name) ?? path;
      // Ghosts are stretched to the length of this path.
      const by = own.p_max / (path.p_max || 1);
      return { ...one, points: Array.from(one.points, ([p, d1]) => [p!, this.show1(own, p === null ? null : p! * by, d1 == null ? null : d1 * by)]) };
    };
    return { ...scene, y: { name: unitOf(this.data, "m/s").head("tool speed"), min: 0, ...limitHeight(path, findPlan(this.data, path), (p, d1) => this.show1(path, p, d1) ?? 0) }, curves: scene.curves.map(turn) };
  }

  private makePlain(): Scene {
    const path = this.path;
    const axes = {
      x: { name: "p", min: 0, max: path?.p_max ?? 1 },
      y: { name: "d1 [1/s]", min: 0, ...limitHeight(path, findPlan(this.data, path)) },
    };
    if (path === undefined) return { ...axes, curves: [] };
    const most = [...path.regions.p].map((p, i) => [p, Number.isFinite(path.d1_max[i]!) ? path.d1_max[i]! : null]);
    const curves = [curve("largest accessible d1", most, theme.colours().faint, { width: 1.4, fill: 0.08 })];
    const plan = findPlan(this.data, path);
    if (plan !== undefined && plan.t.length > 0) {
      learnDrives(plan.drives.map((drive) => drive.name));
      for (const { name, limits, points } of splitByLimits(plan)) {
        const of = limits.map((one) => one.name).filter((one) => one !== "");
        curves.push(curve(`plan: ${name}`, points, styleOf(limits).color, { dash: styleOf(limits).dash, width: 2.6, opacity: plan.isOld ? 0.35 : 1, of }));
      }
    }
    return { ...axes, curves: [...curves, ...this.listGhosts(path)] };
  }

  /** The plans of others, each stretched to the length of this path. */
  private listGhosts(path: Path): Curve[] {
    return (this.data.ghosts ?? []).filter(({ plan }) => plan !== undefined && plan.t.length > 0).map((ghost) => {
      const by = path.p_max / (ghost.path.p_max || 1);
      const points = [...ghost.plan!.p].map((p, i) => [p * by, ghost.plan!.d1[i]! * by]);
      return curve(`plan of ${ghost.title}`, points, colourOf(ghost), { width: 1.8, dash: kDashed });
    });
  }

  private show(): void {
    this.element.hidden = this.path?.isTime === true;
    this.choice.parentElement!.hidden = !movesTool(this.path);
    this.choice.selectedIndex = this.store.now.asTool;
    const { p, t, p2 } = this.store.now;
    this.chart.markSecond(p2);
    const plan = findPlan(this.data, this.path);
    this.caption.textContent = plan === undefined ? "No plan of this path: what the machine could do at each p alone." : this.tellPlan(plan);
    if (plan === undefined || plan.t.length === 0 || Number.isNaN(t)) this.chart.markAt(p);
    else {
      const at = interpolate(plan.t, plan.p, t);
      this.chart.markAt(at, this.show1(this.path!, at, interpolate(plan.t, plan.d1, t)) ?? NaN);
    }
  }

  private tellLeast(plan: Plan): string {
    const second = unitOf(this.data, "s");
    if (isGiven(plan)) return "by its law";
    if (plan.wished === null) return `the least possible at least ${second.tell(plan.time_lower, 6)} (estimated)`;
    const { fastest, losses, losses_unit } = plan.wished;
    return `${callWished(plan.wished)}; within limits at every p alone it would take ${second.tell(fastest, 6)}; losses ${tell(losses)} ${losses_unit}`;
  }

  private tellPlan(plan: Plan): string {
    const second = unitOf(this.data, "s");
    if (plan.isOld) return "The plan is of the machine as it was before.";
    if (plan.time === null) return spell(`${plan.status}: ${plan.reason}`);
    const rests = tellRests(plan, this.path);
    const bounds = `time ${second.tell(plan.time, 6)}, ${this.tellLeast(plan)}`;
    const energy = `energy delivered ${unitOf(this.data, "J").tell(plan.energy)}, taken back ${unitOf(this.data, "J").tell(plan.braking_energy)}`;
    return `${spell(plan.status)}: ${bounds}; ${energy}${rests}${plan.reason === "" ? "" : `; ${spell(plan.reason)}`}.`;
  }
}

