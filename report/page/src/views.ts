// The views of one machine: built together, and taken away together.
import type { Document } from "./document";
import { MachineView } from "./machine/machine_view";
import { findPlan, PhaseView, timeAt } from "./plan/phase_view";
import { MotorView } from "./plan/motor_view";
import { TimeViews } from "./plan/time_view";
import { RegionView } from "./region/region_view";
import { TubeView } from "./region/tube_view";
import type { Store } from "./state";

/** Brings a state to a place that the document has. */
export function settle(data: Document, store: Store, wanted: { path?: number; p?: number; p2?: number }): void {
  const has = wanted.path !== undefined && data.paths[wanted.path] !== undefined;
  const planned = data.paths.findIndex((path) => data.plans.some((plan) => plan.path === path.name));
  const index = has ? wanted.path! : Math.max(0, planned);
  const path = data.paths[index];
  const p = Math.max(0, Math.min(path?.p_max ?? 0, wanted.p ?? 0));
  const plan = findPlan(data, path);
  const { p2 = NaN } = wanted;
  store.change({ path: index, p, t: plan === undefined ? NaN : timeAt(plan, p), p2, t2: plan === undefined || Number.isNaN(p2) ? NaN : timeAt(plan, p2) });
}

/**
 * The machine, its region and its speed along the path: what is shown of two designs side by side.
 * @param tell is told the machine's view
 */
export function listMainViews(data: Document, store: Store, of = "", tell: (machine: MachineView) => void = () => {}): HTMLElement[] {
  const views: HTMLElement[] = [];
  const machine = new MachineView(data, store, `Machine${of}`);
  tell(machine);
  views.push(machine.element);
  views.push(new RegionView(data, store, `Accessible region${of}`).element);
  views.push(new PhaseView(data, store, `Speed along the path${of}`).element);
  return views;
}

export function listOtherViews(data: Document, store: Store): HTMLElement[] {
  return [new TubeView(data, store).element, new TimeViews(data, store).element, new MotorView(data, store).element];
}
