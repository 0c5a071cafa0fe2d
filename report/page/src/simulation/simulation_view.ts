// A simulation over time: what drives exert, how far it strays, and its energies.
import { card, element } from "../dom";
import { Plot } from "../plot/plot";
import { type Axis, type Curve, curve } from "../plot/scene";
import type { Document, Path, Simulation } from "../document";
import { colourOfDrive } from "../limit_colours";
import type { State, Store } from "../state";
import { spell, tell, unitOf } from "../text";
import { seriesColours } from "../theme";

/** A line of the plot: its name and its column. */
type Line = [string, string];

function drawLine(simulation: Simulation, name: string, values: Float64Array, color: string, show: (value: number) => number, of: string[] = []): Curve {
  const points = [...simulation.columns["t"]!].map((time, k) => [time, Number.isFinite(values[k]!) ? show(values[k]!) : null]);
  return curve(spell(name), points, color, { width: 1.8, of });
}

function drawLines(simulation: Simulation, lines: Line[], show: (value: number) => number): Curve[] {
  const isOfDrive = (column: string): boolean => column.startsWith("force_") || column.startsWith("tension_");
  return lines.filter(([, column]) => simulation.columns[column] !== undefined).map(([name, column], i) => {
    const color = isOfDrive(column) ? colourOfDrive(name) : seriesColours[i % seriesColours.length]!;
    return drawLine(simulation, name, simulation.columns[column]!, color, show, isOfDrive(column) ? [name] : []);
  });
}

/** Sizes of forces or moments in joints over time: of those whose components are all determined at some time. */
function listReactions(simulation: Simulation, isMoment: boolean): [string, Float64Array][] {
  const axes = isMoment ? ["mx", "my", "mz"] : ["x", "y", "z"];
  const joints = Object.keys(simulation.columns)
    .filter((column) => column.startsWith("reaction_") && column.endsWith(`.${axes[0]}`))
    .map((column) => column.slice("reaction_".length, column.lastIndexOf(".")));
  return joints.map((joint): [string, Float64Array] => {
    const parts = axes.map((axis) => simulation.columns[`reaction_${joint}.${axis}`]!);
    return [joint, parts[0]!.map((x, i) => Math.hypot(x, parts[1]![i]!, parts[2]![i]!))];
  }).filter(([, sizes]) => sizes.some((size) => size > 0));
}

/** @param along the simulation as a path, if there is one */
export function simulationCard(data: Document, store: Store, along: Path | null): HTMLElement {
  const simulation = data.simulation!;
  const drives = data.machine?.drives ?? [];
  const charts: Plot[] = [];
  const end = simulation.columns["t"]?.at(-1) ?? 1;
  const draw = (label: string, y: Axis, make: () => Curve[]): void => {
    charts.push(new Plot(store, label, () => ({ x: { name: "t [s]", min: 0, max: end }, y, curves: make() }), { height: 240, link: "spanT" }));
  };
  const add = (label: string, head: string, lines: Line[], show: (value: number) => number, isLog = false): void => {
    if (!lines.some(([, column]) => simulation.columns[column] !== undefined)) return;
    draw(label, { name: head, isLog }, () => drawLines(simulation, lines, show));
  };
  for (const rotational of [false, true]) {
    const unit = unitOf(data, rotational ? "N m" : "N");
    const some = drives.filter((drive) => drive.rotational === rotational);
    const what = rotational ? "torques" : "forces";
    add(`Drive ${what} of the simulation`, unit.head(`drive ${what}`), some.map((drive): Line => [drive.name, `force_${drive.name}`]), (force) => unit.show(force));
  }
  const newton = unitOf(data, "N");
  add("Tensions of cables in the simulation", newton.head("tension"), drives.map((drive): Line => [drive.name, `tension_${drive.name}`]), (force) => newton.show(force));
  for (const isMoment of [false, true]) {
    const sizes = listReactions(simulation, isMoment);
    if (sizes.length === 0) continue;
    const unit = unitOf(data, isMoment ? "N m" : "N");
    const what = isMoment ? "moments" : "forces";
    draw(`Joint ${what} of the simulation`, { name: unit.head(`joint ${what}`) }, () => sizes.map(([joint, values], i) =>
      drawLine(simulation, joint, values, seriesColours[i % seriesColours.length]!, (value) => unit.show(value))));
  }
  const joule = unitOf(data, "J");
  add("Energies of the simulation", joule.head("energy"), [["kinetic", "kinetic_energy"], ["potential", "potential_energy"], ["work since the start", "work"]], (energy) => joule.show(energy));
  // Over powers of ten, where nothing has no place.
  const positive = (value: number): number => (value > 0 ? value : NaN);
  add("How far the simulation strays", "drift, tracking error [m]", [["constraints", "drift"], ["tool off its plan [m]", "tracking_error"]], positive, true);
  const grid = element("div", { class: "grid" }, ...charts.map((chart) => chart.element));
  // At the time of the simulation, or of the plan that it replays.
  const mark = (state: Readonly<State>): void => {
    const path = data.paths[state.path];
    const isAlong = path !== undefined && path === along;
    const isPlan = path?.name === simulation.path;
    for (const chart of charts) {
      chart.markAt(isAlong ? state.p : isPlan ? state.t : NaN);
      chart.markSecond(isAlong ? state.p2 : isPlan ? state.t2 : NaN);
    }
  };
  store.listen(mark);
  mark(store.now);
  if (along !== null) {
    const index = data.paths.indexOf(along);
    const within = (t: number): number => Math.max(0, Math.min(along.p_max, t));
    for (const chart of charts) {
      chart.onPlaces({
        move: (t) => store.change({ path: index, p: within(t), t: NaN, playing: false }),
        second: (t) => store.change({ path: index, p2: within(t), t2: NaN }),
      });
    }
  }
  return card("simulation", "Simulation", element("p", { class: "caption" }, tellSimulation(data, simulation)), grid);
}

function tellSimulation(data: Document, simulation: Simulation): string {
  const share = simulation.energy_error / simulation.largest_kinetic_energy;
  const kept = `constraints drifted by at most ${tell(simulation.constraint_drift, 2)}, the energy balance lacks ${tell(share, 2)} of the largest kinetic energy`;
  const tool = simulation.tracking_error === null ? "" : `, the tool was within ${unitOf(data, "m").tell(simulation.tracking_error, 2)} of its plan`;
  const turn = simulation.orientation_error === null ? "" : ` and turned from it by at most ${unitOf(data, "rad").tell(simulation.orientation_error, 2)}`;
  const reason = simulation.reason === "" ? "" : ` (${simulation.reason})`;
  const path = simulation.path === "" ? "" : `plan of ${simulation.path} `;
  return spell(`${path}simulated for ${unitOf(data, "s").tell(simulation.time)}: ${simulation.status}${reason}; ${kept}${tool}${turn}.`);
}
