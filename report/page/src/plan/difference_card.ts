// Motions of several machines beside each other: their times, and what they ask of the drives.
import { card, element } from "../dom";
import type { Document, Plan } from "../document";
import { type Difference, makeRows } from "../explore/differences";
import type { State, Store } from "../state";
import { spell, unitOf } from "../text";
import { findPlan } from "./phase_view";

/** What a machine of other results is called: two of one name by their folders. */
export function nameOther(data: Document, other: Document): string {
  return spell(other.title === data.title ? other.folder ?? other.title : other.title);
}

/** The path of other results that goes with one of a name: that of the same name, or the only one. */
export function pathOf(other: Document, name: string | undefined): string | undefined {
  return other.paths.length === 1 ? other.paths[0]!.name : other.paths.find((path) => path.name === name)?.name;
}

function largest(values: ArrayLike<number>): number | null {
  const found = Array.from(values).reduce((most, one) => Math.max(most, one), -Infinity);
  return Number.isFinite(found) ? found : null;
}

function listRows(data: Document, plans: (Plan | undefined)[]): Difference[] {
  const row = (name: string, unit: string, take: (plan: Plan) => number | null | undefined): Difference => ({
    name, unit: unitOf(data, unit), isNumber: true, cells: plans.map((plan) => (plan === undefined ? null : take(plan) ?? null)),
  });
  const drives = [...new Set(plans.flatMap((plan) => plan?.drives.map((one) => one.name) ?? []))];
  const turns = (name: string): boolean => data.machine?.drives.find((one) => one.name === name)?.rotational ?? false;
  const use = (plan: Plan, name: string) => plan.drives.find((one) => one.name === name);
  return [
    { ...row("time", "s", (plan) => plan.time), cells: plans.map((plan) => plan?.time ?? (plan === undefined ? null : spell(plan.status.replaceAll("_", " ")))) },
    row("highest speed of the tool", "m/s", (plan) => largest(plan.tool_speed)),
    row("largest acceleration of the tool", "m/s^2", (plan) => largest(plan.tool_acceleration)),
    ...drives.flatMap((name) => {
      const [force, speed] = turns(name) ? ["N m", "rad/s"] : ["N", "m/s"];
      return [
        row(`${spell(name)}: peak force`, force!, (plan) => use(plan, name)?.peak_force), row(`${spell(name)}: rms force`, force!, (plan) => use(plan, name)?.rms_force),
        row(`${spell(name)}: peak speed`, speed!, (plan) => use(plan, name)?.peak_speed), row(`${spell(name)}: peak power`, "W", (plan) => use(plan, name)?.peak_power),
      ];
    }),
  ].filter((one) => one.cells.some((cell) => cell !== null));
}

/** @param others results of other machines */
export function motionCard(data: Document, store: Store, others: Document[]): HTMLElement {
  const place = element("div", { class: "scroll" });
  const made = card("motions", "Motions compared", place);
  const show = (state: Readonly<State>): void => {
    const path = data.paths[state.path];
    const plans = [findPlan(data, path), ...others.map((other) => other.plans.find((plan) => plan.path === pathOf(other, path?.name)))];
    const rows = listRows(data, plans);
    made.hidden = rows.length === 0;
    const heads = ["", spell(data.title), ...others.map((other) => nameOther(data, other))].map((text) => element("th", { scope: "col" }, text));
    place.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...makeRows(rows, 0))));
  };
  store.listen((state, changed) => {
    if (changed.includes("path")) show(state);
  });
  show(store.now);
  return made;
}
