// What a hand upon a point of the machine does: it moves the values that the point depends on until it is where the hand is.
import { Vector3 } from "three";
import type { BodyPoint, Document, Handle, Movable, Vector } from "../document";
import { spell, unitOf } from "../text";
import type { Hand } from "./handle_layer";
import { columnsOf, findStep, follow, type Pull, shift, toView, type ViewAxes } from "./pull";

/** px: nearer to the hand than this a point is where it is to be. */
const kNear = 0.6;
/** How often values are corrected after the hand has let go: where a point moves along a curve. */
const kMost = 6;

/** What is known of a point: where it is with these values. */
interface Known {
  handle: Handle;
  values: Record<string, number>;
}

export class ValueHand implements Hand {
  private known: Known | null = null;
  /** Where the point is to be, as it was begun with. */
  private target: Vector | null = null;
  private axes: ViewAxes | null = null;
  private pixel = 0;
  private start: Vector = [0, 0, 0];
  private corrections = 0;
  private isHeld = false;
  private gesture = 0;

  /**
   * @param find where a point of a body is
   * @param read the value now of what can be moved
   * @param move takes other values, of a gesture with a name of its own
   */
  constructor(private readonly data: Document, private readonly find: (point: BodyPoint) => Vector3 | null, private readonly read: (name: string) => number,
              private readonly move: (values: Record<string, number>, what: string) => void) {}

  /** What is moved by: asked for while a hand moves. */
  get names(): string[] {
    return this.target === null ? [] : this.known?.handle.movables ?? [];
  }

  begin(handle: Handle): void {
    this.start = (this.placeOf(handle)?.toArray() ?? handle.at) as Vector;
    this.known = { handle: { ...handle, at: this.start }, values: this.valuesOf(handle) };
    this.target = null;
    this.isHeld = true;
    ++this.gesture;
    this.corrections = 0;
  }

  end(): void {
    this.isHeld = false;
    // What is known may be the last answer that there is.
    if (this.target !== null && this.known!.handle.movables.every((name) => this.read(name) === this.known!.values[name])) this.settle();
  }

  pull(axes: ViewAxes, by: Pull, pixel: number): void {
    if (this.known === null || (by[0] === 0 && by[1] === 0 && this.target === null)) return;
    this.axes = axes;
    this.pixel = pixel;
    this.target = this.start.map((one, k) => one + axes.right[k]! * by[0] + axes.up[k]! * by[1]) as Vector;
    this.approach();
  }

  /** The points as they are with these values, of those that can be moved; those that a hand moves it corrects. */
  take(handles: Handle[], values: Record<string, number>): void {
    if (this.target === null) return;
    const found = handles.find((one) => this.isOf(one) && one.fixed === "");
    if (found === undefined) return;
    this.known = { handle: found, values: this.valuesOf(found, values) };
    if (!this.isHeld) this.settle();
  }

  /** Corrects the values until the point is where the hand let go of it, or as near as it can be. */
  private settle(): void {
    const isThere = this.missing() < kNear * this.pixel || ++this.corrections > kMost;
    if (isThere || !this.approach()) this.target = null;
  }

  /** Where a point is; of one that a hand moves where it will be: the answer may not be there yet. */
  placeOf(handle: Handle): Vector3 | null {
    if (this.isOf(handle) && (this.isHeld || this.target !== null)) return new Vector3(...this.predict());
    const point = this.pointOf(handle);
    return point === null ? new Vector3(...handle.at) : this.find(point);
  }

  private isOf(handle: Handle): boolean {
    const one = this.known?.handle;
    return one !== undefined && one.kind === handle.kind && one.label === handle.label && one.number === handle.number && one.end === handle.end;
  }

  private predict(): Vector {
    const { handle, values } = this.known!;
    return shift(handle.at, handle.jacobian, handle.movables.map((name) => this.read(name) - values[name]!));
  }

  /** Of what is on a body. */
  private pointOf(handle: Handle): BodyPoint | null {
    const { machine } = this.data;
    if (handle.kind === "path" || machine === null) return null;
    if (handle.kind === "joint") {
      const joint = machine.joints[handle.number];
      if (joint === undefined) return null;
      return handle.end === 0 ? { body: joint.a, at: joint.frame_a.origin } : { body: joint.b, at: joint.frame_b.origin };
    }
    const list = handle.kind === "drive" ? machine.drives : machine.springs;
    return list[handle.number]?.acting.pair?.[handle.end === 0 ? 0 : 1] ?? null;
  }

  tell(handle: Handle): string {
    return handle.movables.map((name) => {
      const movable = this.movable(name);
      // "circle_a centre" and "centre x" are told as one.
      const words = (movable.label || name).split(" ").filter((word) => !handle.label.split(" ").includes(word));
      return [spell(words.join(" ")), unitOf(this.data, movable.unit).tell(this.read(name), 5)].filter((part) => part !== "").join(" ");
    }).join(", ");
  }

  private movable(name: string): Movable {
    return this.data.explore!.movables.find((one) => one.name === name)!;
  }

  private valuesOf(handle: Handle, values?: Record<string, number>): Record<string, number> {
    const valueOf = (name: string): number => (values !== undefined && Object.hasOwn(values, name) ? values[name]! : values === undefined ? this.read(name) : this.movable(name).original ?? NaN);
    return Object.fromEntries(handle.movables.map((name) => [name, valueOf(name)]));
  }

  /** m, in the plane of the view: from where the point is known to be to where it is to be. */
  private missing(): number {
    const moved = this.target!.map((one, k) => one - this.known!.handle.at[k]!) as Vector;
    const [x, y] = toView(this.axes!, moved);
    return Math.hypot(x, y);
  }

  /** Sets the values for the point to be at its target; false if they are those already. */
  private approach(): boolean {
    const { handle, values } = this.known!;
    const moved = this.target!.map((one, k) => one - handle.at[k]!) as Vector;
    const by = follow(handle.jacobian, this.axes!, toView(this.axes!, moved));
    const columns = columnsOf(handle.jacobian);
    const next = Object.fromEntries(handle.movables.map((name, i) => [name, this.round(name, values[name]! + by[i]!, columns[i]!)]));
    if (handle.movables.every((name) => next[name] === this.read(name))) return false;
    this.move(next, `hand ${this.gesture}`);
    return true;
  }

  /** Within its bounds, and with no more digits than a pixel is worth. */
  private round(name: string, value: number, column: Vector): number {
    const { min, max, unit: si } = this.movable(name);
    const unit = unitOf(this.data, si);
    const step = findStep(column.map((one) => one * unit.toSi(1)) as Vector, this.pixel);
    const digits = Math.max(0, -Math.round(Math.log10(step)));
    const rounded = step > 0 ? unit.toSi(Number((Math.round(unit.show(value) / step) * step).toFixed(Math.min(12, digits)))) : value;
    return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, rounded));
  }
}
