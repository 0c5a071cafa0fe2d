// What a plot shows, and how it is drawn within its axes.
import type { Mark, Pen, Stroke, Track } from "./pen";
import { widthOf } from "./pen";
import { listTicks, Scale, type Span, spanOf, writeTicks } from "./scale";
import { rampColour, shareOf, theme } from "../theme";

/** A gap in a line where the second is null. */
export type Point = readonly (number | null)[];

export interface Curve {
  name: string;
  points: ArrayLike<Point>;
  color: string;
  width?: number;
  dash?: number[];
  opacity?: number;
  /** Filled down to the axis, this densely. */
  fill?: number;
  /** Level from point to point. */
  isStepped?: boolean;
  /** Points without lines, of a size in px. */
  marks?: { mark: Mark; size: number };
  /** Beside its points. */
  labels?: string[];
  /** Bounds and the like, of which pointers tell nothing. */
  isQuiet?: boolean;
  /** Drives that it is of: with them it is brought out. */
  of?: string[];
}

export interface Axis {
  /** With its unit, "force [N]". */
  name: string;
  /** Its ends; where one is missing, as far as the curves reach. */
  min?: number | null;
  max?: number | null;
  /** 0 is there whatever the curves are. */
  hasZero?: boolean;
  isLog?: boolean;
  /** Numbers mean these. */
  choices?: string[];
}

export interface Scene {
  x: Axis;
  y: Axis;
  curves: Curve[];
  /** Surfaces below the curves. */
  areas?: Point[][];
  /** Colours below the curves. */
  cells?: Cells;
  /** Of the height of the axes to their width, where lengths on both are to be one scale. */
  ratio?: number;
  /** What is said of a place, in lines. */
  tell?: (x: number, y: number) => string[];
  /** Curves are not told at the pointer: those that run to and fro. */
  isQuiet?: boolean;
  /** Named nowhere. */
  hasLegend?: boolean;
}

/** A value about every pair of whole numbers, x after x: coloured from the least to the greatest of a span, none where there is none. */
export interface Cells {
  across: number;
  up: number;
  values: ArrayLike<number>;
  span: Span;
  /** What is outside of it is drawn faintly; null: all is kept. */
  kept: Span | null;
}

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** px around the frame. */
export const kRoom = { left: 66, right: 16, top: 8, bottom: 44 };

/** A line through points, 1.6 px wide. */
export function curve(name: string, points: ArrayLike<Point>, color: string, more: Partial<Curve> = {}): Curve {
  return { name, points, color, ...more };
}

/** The ends of an axis, from its own and from what the curves that are seen reach. */
export function endsOf(axis: Axis, curves: Curve[], which: 0 | 1): Span {
  if (axis.choices !== undefined) return [-0.5, Math.max(0.5, axis.choices.length - 0.5)];
  const { min, max, isLog = false } = axis;
  const isGiven = (end: number | null | undefined): end is number => end !== null && end !== undefined && Number.isFinite(end);
  if (isGiven(min) && isGiven(max) && max > min) return [min, max];
  let [low, high] = axis.hasZero === true ? [0, 0] : [Infinity, -Infinity];
  for (const { points } of curves) {
    for (let i = 0; i < points.length; ++i) {
      const value = points[i]![which];
      if (value === null || value === undefined || !Number.isFinite(value) || (isLog && value <= 0)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (isGiven(min)) low = min;
  if (isGiven(max)) high = max;
  const [first, last] = spanOf(low, high, isLog);
  return [isGiven(min) ? min : first, isGiven(max) && max > first ? max : last];
}

export interface Scales {
  x: Scale;
  y: Scale;
}

export function scalesOf(scene: Scene, frame: Frame, seen: { x: Span | null; y: Span | null }, shown: Curve[]): Scales {
  const { left, top, width, height } = frame;
  return {
    x: new Scale(seen.x ?? endsOf(scene.x, shown, 0), left, left + width, scene.x.isLog),
    y: new Scale(seen.y ?? endsOf(scene.y, shown, 1), top + height, top, scene.y.isLog),
  };
}

/** The points of a curve on the picture. */
export function trackOf(one: Curve, { x, y }: Scales): Float64Array {
  const { points } = one;
  if (one.isStepped !== true) {
    const track = new Float64Array(2 * points.length);
    for (let i = 0; i < points.length; ++i) {
      const [across, up] = points[i]!;
      track[2 * i] = across === null || across === undefined ? NaN : x.at(across);
      track[2 * i + 1] = up === null || up === undefined ? NaN : y.at(up);
    }
    return track;
  }
  const track: number[] = [];
  for (let i = 0; i < points.length; ++i) {
    const [across, up] = [x.at(points[i]![0]!), y.at(points[i]![1]!)];
    if (i > 0) track.push(across, track.at(-1)!);
    track.push(across, up);
  }
  return Float64Array.from(track);
}

function drawAxes(pen: Pen, scene: Scene, frame: Frame, { x, y }: Scales): void {
  const colours = theme.colours();
  const { left, top, width, height } = frame;
  const [right, bottom] = [left + width, top + height];
  const grid: Stroke = { color: colours.grid, width: 1 };
  const faint = { color: colours.faint };
  const textsOf = (axis: Axis, scale: Scale): { at: number; text: string }[] => {
    if (axis.choices !== undefined) return axis.choices.map((text, i) => ({ at: scale.at(i), text }));
    const ticks = listTicks(scale);
    return writeTicks(ticks).map((text, i) => ({ at: scale.at(ticks[i]!), text }));
  };
  let last = -Infinity;
  const hasGrid = scene.cells === undefined;
  for (const { at, text } of textsOf(scene.x, x)) {
    if (text === "") continue;
    if (hasGrid) pen.lines([at, top, at, bottom], grid);
    const half = widthOf(text) / 2;
    if (at - half < last + 8 || at + half > right + kRoom.right || at < left - 1) continue;
    pen.text(text, at, bottom + 13, { ...faint, align: "center" });
    last = at + half;
  }
  let widest = 0;
  for (const { at, text } of textsOf(scene.y, y)) {
    if (text === "" || at < top - 1 || at > bottom + 1) continue;
    if (hasGrid) pen.lines([left, at, right, at], grid);
    pen.text(text, left - 6, at, { ...faint, align: "right" });
    widest = Math.max(widest, widthOf(text));
  }
  pen.lines([left, top, left, bottom, right, bottom], { color: colours.faint, width: 1 });
  pen.text(scene.x.name, left + width / 2, bottom + 33, { color: colours.ink, align: "center" });
  // Beside the numbers, where there is room for it.
  if (scene.y.choices === undefined || widest < 40) pen.text(scene.y.name, Math.max(9, left - 18 - widest), top + height / 2, { color: colours.ink, align: "center", isTurned: true });
}

/** Names beside points; one that would be cut off on the other side, one upon another not at all. */
function drawLabels(pen: Pen, track: Track, labels: string[], frame: Frame): void {
  const colours = theme.colours();
  const taken: [number, number, number][] = [];
  labels.forEach((text, i) => {
    const [x, y] = [track[2 * i]!, track[2 * i + 1]!];
    if (Number.isNaN(x) || Number.isNaN(y)) return;
    const width = widthOf(text);
    const isLeft = x + 8 + width > frame.left + frame.width;
    const [from, at] = [isLeft ? x - 8 - width : x + 8, isLeft ? y - 10 : y];
    if (taken.some(([left, right, height]) => from < right && from + width > left && Math.abs(height - at) < 15)) return;
    taken.push([from, from + width, at]);
    pen.box(from - 2, at - 8, width + 4, 16, colours.paper, 0.85);
    pen.text(text, from, at, { color: colours.ink });
  });
}

/** How much is seen of a curve that is not one of those brought out. */
const kAside = 0.22;

/** @param brought out: a drive or a curve by its name; "" none */
export function drawScene(pen: Pen, scene: Scene, frame: Frame, scales: Scales, shown: Curve[], brought = ""): void {
  drawAxes(pen, scene, frame, scales);
  const isBrought = (one: Curve): boolean => one.name === brought || one.of?.includes(brought) === true;
  const hasBrought = brought !== "" && shown.some(isBrought);
  pen.within(frame.left, frame.top - 2, frame.width + 2, frame.height + 3, () => {
    if (scene.cells !== undefined) drawCells(pen, scene.cells, scales);
    for (const points of scene.areas ?? []) pen.area(trackOf({ name: "", points, color: "" }, scales), theme.colours().faint, 0.14);
    for (const one of shown) {
      const track = trackOf(one, scales);
      const isAside = hasBrought && !isBrought(one);
      const opacity = (one.opacity ?? 1) * (isAside ? kAside : 1);
      if (one.fill !== undefined) drawFill(pen, track, frame, one.color, one.fill);
      if (one.marks !== undefined) pen.marks(track, one.marks.mark, one.marks.size, one.color, opacity);
      else pen.lines(track, { color: one.color, width: (one.width ?? 1.6) + (hasBrought && !isAside ? 0.8 : 0), dash: one.dash ?? [], opacity });
    }
    for (const one of shown) if (one.labels !== undefined) drawLabels(pen, trackOf(one, scales), one.labels, frame);
  });
  if (scene.cells !== undefined) drawBar(pen, scene.cells, frame);
}

/** px: of the bar that tells colours, and what it and its numbers take. */
const kBar = 14;
export const kBarRoom = 72;

function drawCells(pen: Pen, cells: Cells, { x, y }: Scales): void {
  const { across, up, values, span, kept } = cells;
  for (let i = 0; i < across; ++i) {
    for (let j = 0; j < up; ++j) {
      const value = values[i * up + j]!;
      if (!Number.isFinite(value)) continue;
      const isKept = kept === null || (value >= kept[0] && value <= kept[1]);
      const [left, right, bottom, top] = [x.at(i - 0.5), x.at(i + 0.5), y.at(j - 0.5), y.at(j + 0.5)];
      // A little larger, so that no paper is seen between them.
      pen.box(left, top, right - left + 0.4, bottom - top + 0.4, rampColour(shareOf(value, span)), isKept ? 1 : 0.12);
    }
  }
}

function drawBar(pen: Pen, cells: Cells, frame: Frame): void {
  const [left, top] = [frame.left + frame.width + 12, frame.top];
  const height = Math.min(frame.height, 160);
  const steps = 40;
  for (let i = 0; i < steps; ++i) pen.box(left, top + (height * i) / steps, kBar, height / steps + 0.4, rampColour(1 - (i + 0.5) / steps));
  const scale = new Scale(cells.span, top + height, top);
  const ticks = listTicks(scale);
  writeTicks(ticks).forEach((text, i) => pen.text(text, left + kBar + 5, scale.at(ticks[i]!), { color: theme.colours().ink }));
}

/** Down to the bottom of the frame, of every line without gaps by itself. */
function drawFill(pen: Pen, track: Float64Array, frame: Frame, color: string, opacity: number): void {
  const bottom = frame.top + frame.height;
  for (let first = 0; first < track.length; first += 2) {
    if (Number.isNaN(track[first + 1]!)) continue;
    let end = first;
    while (end < track.length && !Number.isNaN(track[end + 1]!)) end += 2;
    pen.area([track[first]!, bottom, ...track.subarray(first, end), track[end - 2]!, bottom], color, opacity);
    first = end;
  }
}

/** The value of a curve at x, between its points; NaN where it has none. */
export function valueAt({ points }: Curve, x: number): number {
  for (let i = 1; i < points.length; ++i) {
    const [from, low] = points[i - 1]!;
    const [to, high] = points[i]!;
    if (from === null || to === null || low === null || high === null || from === undefined || to === undefined || low === undefined || high === undefined) continue;
    if (x < from || x > to) continue;
    return to > from ? low + ((x - from) / (to - from)) * (high - low) : high;
  }
  return NaN;
}

/** px from a place to a track. */
export function distanceTo(track: Track, x: number, y: number): number {
  let least = Infinity;
  for (let i = 0; i + 3 < track.length; i += 2) {
    const [a, b, c, d] = [track[i]!, track[i + 1]!, track[i + 2]!, track[i + 3]!];
    const long = (c - a) ** 2 + (d - b) ** 2;
    const share = long > 0 ? Math.max(0, Math.min(1, ((x - a) * (c - a) + (y - b) * (d - b)) / long)) : 0;
    const distance = Math.hypot(a + share * (c - a) - x, b + share * (d - b) - y);
    if (distance < least) least = distance;  // none of what has a gap
  }
  return least;
}
