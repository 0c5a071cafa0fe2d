// Where on a path a share of its time is.
import type { Document } from "../document";
import { interpolate } from "../machine/poses";
import type { State } from "../state";
import { findPlan, timeAt } from "./phase_view";

/** s that a path without a plan is played for. */
const kSecondsWithoutPlan = 6;

type Place = Pick<State, "path" | "p" | "t">;

function planOf(data: Document, state: Readonly<Place>) {
  const plan = findPlan(data, data.paths[state.path]);
  return plan !== undefined && plan.t.length > 0 ? plan : undefined;
}

/** s, of the plan, of the simulation, or of what is no motion in time. */
export function durationOf(data: Document, state: Readonly<Place>): number {
  const path = data.paths[state.path];
  return planOf(data, state)?.t.at(-1) ?? (path?.isTime ? path.p_max : kSecondsWithoutPlan);
}

/** At a share of the time, or of the path where there is no plan. */
export function placeAt(data: Document, state: Readonly<Place>, share: number): { p: number; t: number } {
  const plan = planOf(data, state);
  if (plan === undefined) return { p: share * (data.paths[state.path]?.p_max ?? 0), t: NaN };
  const t = share * (plan.t.at(-1) ?? 0);
  return { t, p: interpolate(plan.t, plan.p, t) };
}

/** What placeAt() goes to this place by. */
export function shareOf(data: Document, state: Readonly<Place>): number {
  const plan = planOf(data, state);
  if (plan !== undefined) return (plan.t.at(-1) ?? 0) > 0 ? (Number.isNaN(state.t) ? timeAt(plan, state.p) : state.t) / plan.t.at(-1)! : 0;
  const most = data.paths[state.path]?.p_max ?? 0;
  return most > 0 ? state.p / most : 0;
}
