// The numbers that matter first: how long the motion takes, which motor works hardest, what holds it back most.
import { element } from "../dom";
import { isGiven, type Document, type Plan } from "../document";
import { keyOf } from "../limit_colours";
import type { Store } from "../state";
import { callWished, isStop, listLimits, spell, tell, unitOf } from "../text";
import { findPlan } from "./phase_view";

/** What holds a plan back for the longest, and for what share of its time. */
export function findHolding(plan: Plan): { name: string; share: number } | null {
  const sums = new Map<string, { name: string; time: number }>();
  for (const stretch of plan.stretches) {
    if (isStop(stretch) || stretch.active.length === 0) continue;
    const key = keyOf(stretch.active);
    const sum = sums.get(key) ?? { name: listLimits(stretch.active), time: 0 };
    sum.time += stretch.t[1] - stretch.t[0];
    sums.set(key, sum);
  }
  const most = [...sums.values()].reduce((best: { name: string; time: number } | null, one) => (best === null || one.time > best.time ? one : best), null);
  return most === null || plan.time === null || plan.time <= 0 ? null : { name: most.name, share: most.time / plan.time };
}

/** The motor that works hardest: by its heat where all motors have rated forces, else by the mean of its force over its limit. */
export function findHardest(data: Document, plan: Plan): { name: string; share: number; isHeat: boolean } | null {
  const drives = data.machine?.drives ?? [];
  if (drives.length !== plan.drives.length) return null;
  const isHeat = drives.length > 0 && drives.every((drive) => drive.limits.rated !== null);
  const shares = plan.drives.map((use, k) => {
    const most = Math.max(...drives[k]!.limits.force.map((one) => (one === null ? Infinity : Math.abs(one))));
    return { name: use.name, share: isHeat ? use.thermal_share ?? NaN : (use.rms_force ?? NaN) / most, isHeat };
  }).filter(({ share }) => Number.isFinite(share) && share > 0);
  return shares.reduce((best: { name: string; share: number; isHeat: boolean } | null, one) => (best === null || one.share > best.share ? one : best), null);
}

export class Headline {
  readonly element = element("dl", { class: "headlines", id: "headline" });

  constructor(private readonly data: Document, private readonly store: Store) {
    store.listen((_, changed) => {
      if (changed.includes("path") || changed.includes("version")) this.show();
    });
    this.show();
  }

  private show(): void {
    const plan = findPlan(this.data, this.data.paths[this.store.now.path]);
    this.element.hidden = plan === undefined;
    if (plan === undefined) return;
    this.element.replaceChildren(...this.list(plan).map(([number, what]) => element("div", {}, element("dd", {}, number), element("dt", {}, what))));
  }

  private list(plan: Plan): [string, string][] {
    if (plan.time === null) return [["no motion", spell(`${plan.status.replaceAll("_", " ")}: ${plan.reason}`)]];
    const motion = isGiven(plan) ? "motion by its law" : plan.wished !== null ? callWished(plan.wished) : "fastest motion";
    const list: [string, string][] = [[unitOf(this.data, "s").tell(plan.time, 5), `${motion} along ${spell(plan.path)}`]];
    const hardest = findHardest(this.data, plan);
    if (hardest !== null) {
      list.push([`${spell(hardest.name)} ${tell(100 * hardest.share, 3)} %`, hardest.isHeat ? "works hardest: heat, of what it bears for ever" : "works hardest: rms force, of its limit"]);
    }
    const holding = findHolding(plan);
    if (holding !== null) list.push([`${tell(100 * holding.share, 3)} %`, `of the time it is held back by ${holding.name}`]);
    if (plan.tool_speed.length > 0) list.push([unitOf(this.data, "m/s").tell(plan.tool_speed.reduce((most, one) => Math.max(most, one), 0), 3), "highest speed of the tool"]);
    return list;
  }
}
