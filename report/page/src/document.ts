// What the program has to show: a header in JSON and arrays of numbers beside it, as
// report/document writes them.
import type { Ghost } from "./ghosts";

/** An array of the header: where it is among the numbers. */
interface ArrayPlace {
  $: "f64" | "f32" | "u32" | "i16" | "u8";
  at: number;
  n: number;
}

export type Numbers = Float64Array | Float32Array | Uint32Array | Int16Array | Uint8Array;
export type Vector = [number, number, number];

/** A frame: its origin in m, and its axes as columns, one after the other. */
export interface Frame {
  origin: Vector;
  axes: number[];
}

export interface Solid {
  shape: "box" | "cylinder" | "tube" | "sphere";
  size: Vector;
  frame: Frame;
}

export interface Body {
  name: string;
  solids: Solid[];
  /** Where joints, drives and springs are, in the body's frame, m. */
  points: Vector[];
}

/** How a coordinate of a joint moves: along or about an axis of the frame of a or b. */
export interface JointCoordinate {
  rotational: boolean;
  axis: number;
  of_b: boolean;
}

export interface Joint {
  name: string;
  kind: string;
  a: number;
  b: number;
  frame_a: Frame;
  frame_b: Frame;
  coordinates: JointCoordinate[];
}

export interface BodyPoint {
  body: number;
  at: Vector;
}

/** What a drive or spring acts on: coordinates of joints, or the distance of two points. */
export interface Acting {
  terms: { joint: number; coordinate: number; factor: number }[];
  pair: [BodyPoint, BodyPoint] | null;
}

export interface DriveLimits {
  force: [number | null, number | null];
  /** Between speed and force: |force + slope speed| <= stall, all of them. */
  lines: { stall: number; slope: number }[];
  speed: number | null;
  /** At rest. */
  rated: number | null;
  /** The same over the speed, straight between points of it and the force; none if it is that of rest at all speeds. */
  rated_over_speed: [number, number][];
}

export interface Drive {
  name: string;
  kind: "joint" | "linear_motor" | "cable";
  rotational: boolean;
  rotary_motor: boolean;
  /** Of the motor, per force and per speed of the drive's coordinate. */
  motor_side: { force: number; speed: number };
  acting: Acting;
  limits: DriveLimits;
}

export interface Machine {
  name: string;
  description: string;
  /** The axis (0, 1, 2) across the plane in which the whole machine moves, or null. */
  normal: number | null;
  length: number;
  bodies: Body[];
  joints: Joint[];
  drives: Drive[];
  springs: { name: string; acting: Acting }[];
  tool: { body: number; frame: Frame } | null;
  gravity: Vector;
}

export interface LimitName {
  name: string;
  limit: string;
}

/** Regions at several p: strips of d1 between two curves d2 = c0 + c1 d1 + c2 d1². */
export interface Regions {
  p: Float64Array;
  /** Strips of region i are those from first[i] to first[i + 1]. */
  first: Uint32Array;
  /** Eight a strip: begin, end, lower c0, c1, c2, upper c0, c1, c2; infinite where there is none. */
  strips: Float64Array;
  /** Four a strip: what bounds it below, above, at its begin, at its end: numbers of `held`, or -1. */
  labels: Int16Array;
  held: LimitName[][];
}

export interface Path {
  name: string;
  p_max: number;
  p: Float64Array;
  status: Uint8Array;
  reasons: Record<string, string>;
  /** Seven a body and p: origin (m) and quaternion x, y, z, w. */
  poses: Float32Array;
  /** Three a p, m; empty without a tool. */
  tool: Float64Array;
  /** The tool's speed per d1, m; empty without a tool. */
  tool_step: Float64Array;
  /** The largest accessible d1, 1/s, at the p of the regions; NaN where nothing is accessible. */
  d1_max: Float64Array;
  regions: Regions;
  /** At poses of a map: p are their numbers, and d1 is the rate of this axis, of a unit a second. */
  along?: { name: string; unit: string };
  /** p is a time, s: of a simulation. */
  isTime?: boolean;
}

/** Of a drive over a motion; not known of a plan that is only looked at in passing. */
export interface DriveUse {
  name: string;
  peak_force?: number;
  rms_force?: number;
  /** The mean of (force/rated force at that speed)², if a rated force is known. */
  thermal_share?: number;
  peak_speed?: number;
  peak_power?: number;
  rms_power?: number;
}

export interface Stretch {
  t: [number, number];
  p: [number, number];
  active: LimitName[];
}

/** What a motion is to be besides within its limits, and what it takes; s, losses in their unit. */
export interface Wished {
  within_rated: boolean;
  least_losses: boolean;
  least_energy: boolean;
  /** Whether changes of forces were told a worth. */
  is_even: boolean;
  fastest: number;
  losses: number;
  losses_unit: string;
}

export interface Plan {
  path: string;
  status: string;
  reason: string;
  time: number | null;
  time_lower: number | null;
  /** Of a motion that is best as a whole. */
  wished: Wished | null;
  stretches: Stretch[];
  stops: { p: number; duration: number }[];
  /** Of a cycle. */
  steps: { p: [number, number] }[];
  drives: DriveUse[];
  energy: number | null;
  braking_energy: number | null;
  t: Float64Array;
  p: Float64Array;
  d1: Float64Array;
  d2: Float64Array;
  /** One a drive and instant, at the drives' coordinates. */
  forces: Float64Array;
  speeds: Float64Array;
  positions: Float64Array;
  /** m/s, m/s²; empty without a tool. */
  tool_speed: Float64Array;
  tool_acceleration: Float64Array;
  /** Of a live page: the machine has been changed since. */
  isOld?: boolean;
}

/** Whether the path has a law of motion: p is the time then, and d1 = 1. */
export function isGiven(plan: Plan | undefined): boolean {
  return plan?.status === "given" || plan?.status === "exceeded";
}

export interface MapColumn {
  name: string;
  criterion: string;
  unit: string;
  better: "larger" | "smaller";
  values: Float64Array;
}

export interface WorkspaceMap {
  name: string;
  axes: { name: string; unit: string; values: number[] }[];
  orientations: string[];
  statuses: string[];
  status: Uint8Array;
  columns: MapColumn[];
  /** The machine and its regions at the map's poses, or some of them, along each axis. */
  places: Path[];
  reductions: { name: string; of: string; take: string; value: number | null; unit: string }[];
}

export interface StudyColumn {
  name: string;
  role: "variable" | "objective" | "constraint" | "quantity";
  unit: string;
  description: string;
  /** Names of values that are numbered. */
  choices: string[];
  is_maximized: boolean;
  /** One a design; NaN where there is none. */
  values: Float64Array;
}

/** A design of the front as a machine. */
export interface StudyDesign {
  id: number;
  machine: Machine | null;
  paths: Path[];
  plans: Plan[];
}

/** Machines of designs that differ in numbers alone. */
export interface MachineGroup {
  ids: Uint32Array;
  /** A machine and its pose (seven a body), in which {"@": k, a, b} is a + b times column k. */
  like: unknown;
  /** How many columns, the first ones, are those of the study's variables. */
  known: number;
  columns: { min: number; max: number; values: Int16Array }[];
}

/** The front of another study, drawn into this one's. */
export interface OtherFront {
  name: string;
  columns: StudyColumn[];
}

export interface Study {
  name: string;
  others: OtherFront[];
  ids: Uint32Array;
  /** 0: feasible, 1: infeasible, 2: failed. */
  states: Uint8Array;
  violations: Float64Array;
  reasons: string[];
  /** Ids. */
  front: number[];
  columns: StudyColumn[];
  named: { id: number; why: string }[];
  growth: { seed: number; designs: Float64Array; values: Float64Array }[];
  /** A row of heads, then rows; empty if the study did not ask for any. */
  sensitivities: string[][];
  designs: StudyDesign[];
  machines: MachineGroup[];
}

/** Something of a machine that can be moved: a number in SI, or that of a choice. */
export interface Movable {
  name: string;
  /** That people are shown; empty: the name. */
  label: string;
  /** Of what it is: "path", "drives", "loads", "cycle"; empty: a parameter. */
  group: string;
  /** Paths and cycles that it is of; none: all. */
  courses: string[];
  unit: string;
  description: string;
  /** As at the beginning; null: there is none, and need not be one. */
  original: number | null;
  min: number | null;
  max: number | null;
  is_integer: boolean;
  /** Equal ratios are equal steps. */
  is_log: boolean;
  /** Their names, if it is one of several. */
  choices: string[];
}

/** A point that a hand may move. */
export interface Handle {
  kind: "path" | "joint" | "drive" | "spring";
  label: string;
  /** Which joint, drive or spring; and on which of its bodies, 0 or 1. */
  number: number;
  end: number;
  at: Vector;
  /** By what it moves, and how: three numbers each, m per SI unit. */
  movables: string[];
  jacobian: number[];
  /** Why nothing moves it, if nothing does. */
  fixed: string;
}

/** A number that tells how good a machine is. */
export interface Rating {
  name: string;
  unit: string;
  better: "larger" | "smaller" | "within" | "";
  value: number | null;
  /** Of a number with bounds: it is within them. */
  holds: boolean;
}

/** What a live page can move, switch and choose, and what it found. */
export interface Explore {
  movables: Movable[];
  paths: string[];
  drives: string[];
  /** There are designs of a study, which can be asked for. */
  has_study: boolean;
  /** Names of machines that can be drawn upon this one. */
  others: string[];
  ratings: Rating[];
  /** Where they were asked for. */
  handles: Handle[];
  /** Why the machine cannot be what was asked for; empty if it can. */
  failure: string;
  /** Why there is no plan although there are regions; empty if there is one. */
  plan_failure: string;
  /** Why ratings are missing, or what is wrong with the machine by the study's rules. */
  rating_failure: string;
}

/** A machine that was moved in time by forward dynamics. */
export interface Simulation {
  path: string;
  status: string;
  reason: string;
  time: number;
  constraint_drift: number;
  energy_error: number;
  largest_kinetic_energy: number;
  tracking_error: number | null;
  orientation_error: number | null;
  drives: string[];
  /** As in simulation.csv (docs/files.md): t, position_DRIVE, drift, … */
  columns: Record<string, Float64Array>;
  /** Where bodies are, seven numbers each. */
  poses: { t: Float64Array; values: Float32Array } | null;
}

export interface ShownUnit {
  name: string;
  size: number;
}

export interface Document {
  schema: string;
  program: string;
  title: string;
  /** What cannot be shown, and why. */
  notes: string[];
  /** How people are shown what the program has in a unit. */
  units: Record<string, ShownUnit>;
  statuses: string[];
  machine: Machine | null;
  paths: Path[];
  plans: Plan[];
  maps: WorkspaceMap[];
  study: Study | null;
  simulation: Simulation | null;
  /** Of a live page only. */
  explore?: Explore;
  /** Of results: the folder that they are from, and those of other machines, to be drawn upon this one. */
  folder?: string;
  others?: Document[];
  /** Others that are drawn upon the machine. */
  ghosts?: Ghost[];
}

/** A path of which neither poses nor regions are known. */
export function emptyPath(name: string, p_max: number): Path {
  const none = new Float64Array(0);
  return {
    name, p_max, p: none, status: new Uint8Array(0), reasons: {}, poses: new Float32Array(0), tool: none, tool_step: none, d1_max: none,
    regions: { p: none, first: new Uint32Array(1), strips: none, labels: new Int16Array(0), held: [] },
  };
}

/** A simulation as a path along time, so that the machine moves as it did; null if its bodies are not known. */
export function pathOfSimulation(data: Document): Path | null {
  const { simulation, machine } = data;
  const t = simulation?.poses?.t;
  if (t === undefined || t.length < 2 || machine === null || simulation!.poses!.values.length !== 7 * machine.bodies.length * t.length) return null;
  const name = simulation!.path === "" ? "simulation" : `simulation of ${simulation!.path}`;
  return { ...emptyPath(name, t.at(-1)!), p: t, status: new Uint8Array(t.length), poses: simulation!.poses!.values, isTime: true };
}

const kinds = {
  f64: Float64Array,
  f32: Float32Array,
  u32: Uint32Array,
  i16: Int16Array,
  u8: Uint8Array,
};

function isPlace(value: unknown): value is ArrayPlace {
  return typeof value === "object" && value !== null && "$" in value;
}

/** Puts arrays where the header tells of them. */
function fill(value: unknown, numbers: ArrayBuffer): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, numbers));
  if (isPlace(value)) return new kinds[value.$](numbers, value.at, value.n);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, numbers)]));
}

/** Reads a document from its bytes: the header's length (8 bytes), the header, the arrays. */
export function parseDocument(bytes: ArrayBuffer): Document {
  const length = Number(new DataView(bytes).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, length)));
  const document = fill(header, bytes.slice(8 + length)) as Document;
  if (document.schema !== "globaldyn/page/1") throw new Error(`schema ${document.schema}`);
  return document;
}

/** The document that stands in the page itself, compressed, or null if there is none. */
export async function readEmbedded(): Promise<Document | null> {
  const text = document.getElementById("document")?.textContent ?? "";
  if (text.startsWith("@")) return null;
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return parseDocument(await new Response(stream).arrayBuffer());
}
