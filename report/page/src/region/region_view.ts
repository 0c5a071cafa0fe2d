// The accessible region at the pose shown, its boundary coloured by what bounds it.
import { card, element } from "../dom";
import { Plot } from "../plot/plot";
import { type Axis, type Curve, curve, type Scene } from "../plot/scene";
import type { Document, LimitName, Path, Plan } from "../document";
import { kDashed, keyOf, learnDrives, learnLimits, styleOf } from "../limit_colours";
import { findNearest, interpolate } from "../machine/poses";
import type { State, Store } from "../state";
import { colourOf, placeOn } from "../ghosts";
import { toolStepAt } from "../plan/tool_speed";
import { listLimits, spell, tell, unitOf } from "../text";
import { chooseWindow, findRange, outline, type Edge, type Window } from "./region";

/** Pieces of a boundary that the same limits hold, as one line with gaps. */
interface Line {
  limits: LimitName[];
  points: (number | null)[][];
}

function joinEdges(edges: Edge[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { limits, points } of edges) {
    const key = keyOf(limits);
    const line = lines.get(key) ?? { limits, points: [] };
    if (line.points.length > 0) line.points.push([null, null]);
    line.points.push(...points);
    lines.set(key, line);
  }
  return [...lines.values()];
}

export class RegionView {
  readonly element: HTMLElement;
  private readonly chart: Plot;
  private readonly caption = element("p", { class: "caption" });
  private path: Path | undefined;
  private window: Window = { d1: 1, low: -1, high: 1 };
  private shown = -1;

  constructor(private readonly data: Document, store: Store, title = "Accessible region") {
    this.choose(store.now);
    this.chart = new Plot(store, "The accessible region of d1 and d2 at the pose shown", () => this.make(), { height: 370, isNamedBelow: true });
    this.element = card("region", title, this.chart.element, this.caption);
    store.listen((state, changed) => {
      if (changed.includes("path") || changed.includes("version")) this.choose(state);
      this.show(state);
    });
    this.show(store.now);
  }

  private choose(state: Readonly<State>): void {
    this.path = this.data.paths[state.path];
    this.shown = -1;
    if (this.path === undefined) return;
    this.window = chooseWindow(this.path.regions);
    for (const ghost of this.data.ghosts ?? []) {
      const { d1, low, high } = chooseWindow(ghost.path.regions);
      this.window = { d1: Math.max(this.window.d1, d1), low: Math.min(this.window.low, low), high: Math.max(this.window.high, high) };
    }
    learnDrives(this.data.machine?.drives.map((drive) => drive.name) ?? []);
    learnLimits(this.path.regions.held);
  }

  private make(): Scene {
    const unit = this.path?.along?.unit ?? "1";
    const axes: { x: Axis; y: Axis; isQuiet: boolean } = {
      x: { name: `d1 [${unit}/s]`, min: 0, max: this.window.d1 }, y: { name: `d2 [${unit}/s²]`, min: this.window.low, max: this.window.high }, isQuiet: true,
    };
    if (this.path === undefined || this.shown < 0) return { ...axes, curves: [] };
    const { parts, edges } = outline(this.path.regions, this.shown, this.window);
    const curves = joinEdges(edges).map(({ limits, points }) => {
      const of = limits.map((one) => one.name).filter((name) => name !== "");
      return curve(listLimits(limits), points, styleOf(limits).color, { dash: styleOf(limits).dash, width: 2.4, of });
    });
    return { ...axes, areas: parts, curves: [...this.listGhosts(), ...curves] };
  }

  /** The regions of others at the same place of the path. */
  private listGhosts(): Curve[] {
    return (this.data.ghosts ?? []).flatMap((ghost) => {
      const { regions } = ghost.path;
      if (regions.p.length === 0) return [];
      const place = placeOn(ghost, this.path!.regions.p[this.shown]!, this.path!.p_max);
      const points: (number | null)[][] = [];
      for (const edge of outline(regions, findNearest(regions.p, place), this.window).edges) points.push(...edge.points, [null, null]);
      return [curve(ghost.title, points, colourOf(ghost), { width: 1.8, dash: kDashed })];
    });
  }

  private show(state: Readonly<State>): void {
    if (this.path === undefined) return;
    const { regions } = this.path;
    const index = regions.p.length > 0 ? findNearest(regions.p, state.p) : -1;
    this.element.hidden = this.path.isTime === true || (index < 0 && this.data.machine === null);
    if (index !== this.shown) {
      this.shown = index;
      this.chart.refresh();
    }
    if (index < 0) return;
    const plan = this.data.plans.find((one) => one.path === this.path!.name && one.t.length > 0);
    this.caption.textContent = this.tellRegion(index);
    if (plan === undefined || plan.isOld || Number.isNaN(state.t)) {
      this.chart.markAt(NaN);
      return;
    }
    const [d1, d2] = pointOf(plan, state.t);
    this.chart.markAt(d1, d2);
    this.caption.textContent += ` The plan is at d1 = ${tell(d1)} 1/s, d2 = ${tell(d2)} 1/s².`;
  }

  private tellRegion(index: number): string {
    const { regions, along } = this.path!;
    const unit = along?.unit ?? "1";
    const place = along === undefined ? `at p = ${tell(regions.p[index]!, 6)}` : `for motion along ${spell(along.name)}`;
    if (regions.first[index] === regions.first[index + 1]) return `Region ${place}: empty, no motion is possible.`;
    const rest = findRange(regions, index, 0);
    const most = tell(this.path!.d1_max[index]!, 5);
    const isFree = rest !== null && rest[0] === -Infinity && rest[1] === Infinity;
    const atRest = rest === null ? "d1 = 0 is not accessible" : isFree ? "at rest d2 without limit" : `at rest d2 from ${tell(rest[0])} to ${tell(rest[1])} ${unit}/s²`;
    const fastest = along === undefined ? this.path!.d1_max[index]! * toolStepAt(this.path!, regions.p[index]!) : NaN;
    const tool = fastest > 0 && Number.isFinite(fastest) ? `, the tool up to ${unitOf(this.data, "m/s").tell(fastest)}` : "";
    const speeds = Number.isFinite(this.path!.d1_max[index]!) ? `d1 up to ${most} ${unit}/s${tool}` : "d1 without limit";
    return `Region ${place}: ${speeds}, ${atRest}.`;
  }
}

export function pointOf(plan: Plan, t: number): [number, number] {
  return [interpolate(plan.t, plan.d1, t), interpolate(plan.t, plan.d2, t)];
}
