// Every motor's run in its torque-speed plane: what it is sized by.
import { card, element, table } from "../dom";
import { Plot } from "../plot/plot";
import { type Curve, curve, type Scene } from "../plot/scene";
import type { Document, Drive, Plan } from "../document";
import { colourOfDrive, kDashed, kDotted } from "../limit_colours";
import { interpolate } from "../machine/poses";
import type { Store } from "../state";
import { spell, tell, unitOf, type Unit } from "../text";
import { theme } from "../theme";
import { forceRange, ratedForce, valuesOf } from "./limits";
import { findPlan } from "./phase_view";
import { findUsualRange } from "./usual_range";

interface MotorUnits {
  force: Unit;
  speed: Unit;
}

/** The limits of a motor as two lines over its speed, up to `most` at the drive's coordinate. */
function drawLimits(drive: Drive, most: number, units: MotorUnits): Curve[] {
  const draw = (points: (number | null)[][]): Curve => curve("limits", points, theme.colours().faint, { width: 1.2, dash: kDashed });
  const speeds = Array.from({ length: 81 }, (_, i) => most * (i / 40 - 1));
  const toPoint = (force: number, speed: number): (number | null)[] => [
    units.speed.show(speed * drive.motor_side.speed),
    Number.isFinite(force) ? units.force.show(force * drive.motor_side.force) : null,
  ];
  const curves = [0, 1].map((side) =>
    draw(speeds.map((speed) => toPoint(forceRange(drive, speed)[side]!, speed))));
  const limit = drive.limits.speed;
  if (limit === null) return curves;
  for (const speed of [-limit, limit]) {
    const [low, high] = forceRange(drive, speed);
    if (Number.isFinite(low) && Number.isFinite(high)) curves.push(draw([toPoint(low, speed), toPoint(high, speed)]));
  }
  return curves;
}

function drawLevel(name: string, force: number, most: number, color: string, isOneSided: boolean, units: MotorUnits): Curve[] {
  const x = units.speed.show(most);
  return (isOneSided ? [1] : [-1, 1]).map((sign) => curve(name, [[-x, units.force.show(sign * force)], [x, units.force.show(sign * force)]], color, { width: 1.2, dash: kDotted }));
}

/** The rated force over the speed: a level, or a curve. */
function drawRated(drive: Drive, most: number, isOneSided: boolean, units: MotorUnits): Curve[] {
  const speeds = Array.from({ length: 81 }, (_, i) => most * (i / 40 - 1));
  const color = theme.colours().spring;
  return (isOneSided ? [1] : [-1, 1]).map((sign) => curve("rated", speeds.map((speed) => [
    units.speed.show(speed * drive.motor_side.speed), units.force.show(sign * ratedForce(drive, speed) * drive.motor_side.force),
  ]), color, { width: 1.2, dash: kDotted }));
}

export class MotorView {
  readonly element: HTMLElement;
  private charts: Plot[] = [];
  private made = "";
  private readonly sheet = element("div", { class: "scroll" });
  private readonly grid = element("div", { class: "grid" });

  constructor(private readonly data: Document, private readonly store: Store) {
    this.element = card("motors", "Motors", this.sheet, this.grid);
    store.listen((_, changed) => {
      if (changed.includes("path") || changed.includes("version")) this.refresh();
      if (changed.includes("t")) this.mark();
    });
    this.refresh();
  }

  private get drives(): Drive[] {
    return this.data.machine?.drives ?? [];
  }

  /** A chart a drive, made anew where a live page changes which there are. */
  private build(): void {
    const key = JSON.stringify(this.drives.map((drive) => drive.name));
    if (key === this.made) return;
    this.made = key;
    for (const chart of this.charts) chart.end();
    this.charts = this.drives.map((drive, k) => new Plot(this.store, `Torque over speed of ${spell(drive.name)}`, () => this.make(k), { height: 220 }));
    this.grid.replaceChildren(...this.charts.map((chart) => chart.element));
  }

  private get plan(): Plan | undefined {
    const plan = findPlan(this.data, this.data.paths[this.store.now.path]);
    // Not of the drives that a live machine had before.
    return plan !== undefined && plan.t.length > 0 && plan.drives.length === this.drives.length ? plan : undefined;
  }

  private units(drive: Drive): MotorUnits {
    const turns = drive.rotary_motor;
    return { force: unitOf(this.data, turns ? "N m" : "N"), speed: unitOf(this.data, turns ? "rad/s" : "m/s") };
  }

  private refresh(): void {
    this.element.hidden = this.plan === undefined || this.data.machine === null;
    if (this.plan === undefined || this.data.machine === null) return;
    this.build();
    for (const chart of this.charts) chart.refresh();
    this.sheet.replaceChildren(this.makeSheet(this.plan));
    this.mark();
  }

  private makeSheet(plan: Plan): HTMLElement {
    const rows = this.drives.map((drive, k) => {
      const { force, speed } = this.units(drive);
      const { peak_force: peak = NaN, rms_force = NaN, peak_speed = NaN, peak_power, rms_power, thermal_share = NaN } = plan.drives[k]!;
      const side = { force: Math.abs(drive.motor_side.force), speed: Math.abs(drive.motor_side.speed) };
      const { rated } = drive.limits;
      const thermal = rated === null ? "–" : `${tell(100 * thermal_share, 3)} %`;
      return [spell(drive.name), force.tell(peak * side.force), force.tell(rms_force * side.force),
        `${force.tell(rated === null ? null : rated * side.force)}${drive.limits.rated_over_speed.length > 0 ? " at rest" : ""}`, thermal, speed.tell(peak_speed * side.speed),
        unitOf(this.data, "W").tell(peak_power), unitOf(this.data, "W").tell(rms_power)];
    });
    return table(["motor", "peak", "rms", "rated", "heat/rated", "peak speed", "peak power", "rms power"], rows);
  }

  private make(k: number): Scene {
    const plan = this.plan;
    const drive = this.drives[k];
    if (drive === undefined) return { x: { name: "" }, y: { name: "" }, curves: [] };
    const units = this.units(drive);
    const axes = { x: { name: units.speed.head(`${spell(drive.name)} speed`) }, y: { name: units.force.head(drive.rotary_motor ? "torque" : "force") }, hasLegend: false, isQuiet: true };
    if (plan === undefined) return { ...axes, curves: [] };
    const count = this.data.machine!.drives.length;
    const forces = valuesOf(plan.forces, count, k);
    const isLimited = forceRange(drive, 0).every(Number.isFinite);
    const usual = findUsualRange(forces);
    const top = 1.12 * Math.abs(units.force.show(drive.motor_side.force)) * Math.max(-usual.low, usual.high);
    const speeds = valuesOf(plan.speeds, count, k);
    const peak = speeds.reduce((most, speed) => Math.max(most, Math.abs(speed)), 1e-12);
    const most = Math.max(peak, Math.min(drive.limits.speed ?? 1.15 * peak, 4 * peak));
    const run = forces.map((force, i) => [units.speed.show(speeds[i]! * drive.motor_side.speed), units.force.show(force * drive.motor_side.force)]);
    const color = colourOfDrive(drive.name);
    const isOneSided = (drive.limits.force[0] ?? -1) >= 0;  // a cable
    const curves = [...drawLimits(drive, most, units), curve("run", run, color, { width: 1.8, of: [drive.name] }),
      ...drawLevel("rms", (plan.drives[k]!.rms_force ?? NaN) * drive.motor_side.force, most * drive.motor_side.speed, color, isOneSided, units)];
    if (drive.limits.rated !== null) curves.push(...drawRated(drive, most, isOneSided, units));
    // Peaks of a motor that may push as hard as it likes are beyond the chart.
    const isCut = !isLimited && usual.isCut && top > 0;
    return { ...axes, y: { ...axes.y, ...(isCut ? { min: -top, max: top } : {}) }, curves };
  }

  private mark(): void {
    const plan = this.plan;
    if (plan === undefined || this.data.machine === null) return;
    const { drives } = this.data.machine;
    this.charts.forEach((chart, k) => {
      const drive = drives[k];
      if (drive === undefined) return;
      const units = this.units(drive);
      const t = this.store.now.t;
      chart.markAt(
        units.speed.show(interpolate(plan.t, plan.speeds, t, drives.length, k) * drive.motor_side.speed),
        units.force.show(interpolate(plan.t, plan.forces, t, drives.length, k) * drive.motor_side.force));
    });
  }
}
