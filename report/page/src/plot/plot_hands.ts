// What a pointer, a wheel and keys do with a plot.
import { element } from "../dom";
import type { Span } from "./scale";
import type { Frame, Scales } from "./scene";

/** px that a pointer may stray and still click; of a band that is of x alone, at most. */
const kStill = 4;
const kFlat = 24;
/** One step nearer by wheel or key; shares of what is seen that keys move by. */
const kNearer = 1.25;
const kStep = 0.02;
const kAside = 0.2;

/** px, from the plot's upper left corner. */
export type Spot = [number, number];

/** What is done at a place along x. */
export interface Places {
  move(x: number): void;
  /** To the second cursor; NaN: away with it. */
  second(x: number): void;
}

/** The plot that hands are upon. */
export interface Held {
  readonly box: HTMLElement;
  /** Null before it is drawn. */
  readonly scales: Scales | null;
  frame(): Frame;
  /** What is seen of each axis; null: all. */
  readonly seen: { x: Span | null; y: Span | null };
  see(x: Span | null, y: Span | null): void;
  /** A span of x that is not beyond the ends of all of it; null: all. */
  within(span: Span): Span | null;
  /** Where the cursors are; NaN: nowhere. */
  readonly cursors: { first: number; second: number };
  readonly places: Places | null;
  /** A pointer is there, or has left. */
  point(at: Spot | null): void;
  click(point: [number, number]): void;
  /** Whether a key has been of other use. */
  key(key: string): boolean;
}

interface Grip {
  at: Spot;
  isAside: boolean;
  from: Span | null;
}

export class PlotHands {
  /** Upon the plot, while something is dragged over. */
  readonly band = element("div", { class: "band", hidden: "" });
  private grip: Grip | null = null;
  private isDragged = false;
  /** Somebody has taken hold of it: until then the wheel moves the page. */
  private holds = false;

  constructor(private readonly held: Held) {
    const { box } = held;
    box.addEventListener("pointerdown", (event) => this.press(event));
    box.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"] as const) box.addEventListener(name, (event) => this.drop(event));
    box.addEventListener("pointerleave", () => {
      this.holds = false;
      held.point(null);
    });
    box.addEventListener("click", (event) => this.click(event));
    box.addEventListener("dblclick", () => held.see(null, null));
    box.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    box.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && (held.key(event.key) || this.type(event))) event.preventDefault();
    });
  }

  private at(event: MouseEvent): Spot {
    const { left, top } = this.held.box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private isWithin([x, y]: Spot): boolean {
    const { left, top, width, height } = this.held.frame();
    return this.held.scales !== null && x >= left - 1 && x <= left + width + 1 && y >= top - 1 && y <= top + height + 1;
  }

  private press(event: PointerEvent): void {
    this.holds = true;
    this.isDragged = false;
    const at = this.at(event);
    // A finger moves the page.
    if (event.button !== 0 || event.pointerType === "touch" || !this.isWithin(at)) return;
    this.grip = { at, isAside: event.altKey, from: this.held.seen.x };
  }

  private move(event: PointerEvent): void {
    const at = this.at(event);
    if (this.grip === null || event.buttons === 0) {
      this.grip = null;
      this.held.point(this.isWithin(at) ? at : null);
      return;
    }
    const { at: from, isAside } = this.grip;
    if (!this.isDragged && Math.hypot(at[0] - from[0], at[1] - from[1]) < kStill) return;
    if (!this.isDragged) this.held.box.setPointerCapture(event.pointerId);
    this.isDragged = true;
    this.held.point(null);
    if (isAside) this.shift(at[0] - from[0]);
    else this.drawBand(from, at);
  }

  private drop(event: PointerEvent): void {
    if (this.grip !== null && this.isDragged && !this.grip.isAside && event.type === "pointerup") this.takeBand(this.grip.at, this.at(event));
    this.grip = null;
    this.band.hidden = true;
  }

  private click(event: MouseEvent): void {
    const at = this.at(event);
    const { scales, places } = this.held;
    if (this.isDragged || scales === null || !this.isWithin(at)) return;
    const point: [number, number] = [scales.x.value(at[0]), scales.y.value(at[1])];
    if (places === null) this.held.click(point);
    else if (event.shiftKey) places.second(point[0]);
    else places.move(point[0]);
  }

  private turn(event: WheelEvent): void {
    if (!this.holds || this.held.scales === null) return;
    event.preventDefault();
    const [x, y] = this.at(event);
    this.approach(event.deltaY < 0 ? kNearer : 1 / kNearer, event.shiftKey ? y : x, event.shiftKey);
  }

  private type({ key, shiftKey }: KeyboardEvent): boolean {
    const { scales, places, cursors: { first, second } } = this.held;
    if (scales === null) return false;
    const { x } = scales;
    const isPut = places !== null && !Number.isNaN(first);
    const middle = Number.isNaN(first) ? (x.from + x.to) / 2 : Math.max(x.from, Math.min(x.to, x.at(first)));
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as Record<string, number>)[key];
    if (key === "+" || key === "=") this.approach(kNearer, middle);
    else if (key === "-") this.approach(1 / kNearer, middle);
    else if (key === "0") this.held.see(null, null);
    else if (by !== undefined && shiftKey && this.held.seen.x !== null) this.goAside(by * kAside, this.held.seen.x);
    else if (by !== undefined && isPut) places.move(first + by * kStep * (x.span[1] - x.span[0]));
    else if (key === "b" && isPut) places.second(first);
    else if (key === "Escape" && places !== null && !Number.isNaN(second)) places.second(NaN);
    else return false;
    return true;
  }

  /** @param by more than 1: less is seen, and more of it @param at px, what stays */
  private approach(by: number, at: number, isUp = false): void {
    const { scales, seen } = this.held;
    if (scales === null) return;
    const scale = isUp ? scales.y : scales.x;
    const span: Span = [scale.value(at + (scale.from - at) / by), scale.value(at + (scale.to - at) / by)];
    if (isUp) this.held.see(seen.x, span);
    else this.held.see(this.held.within(span), seen.y);
  }

  private goAside(by: number, [low, high]: Span): void {
    const step = by * (high - low);
    this.held.see(this.held.within([low + step, high + step]), this.held.seen.y);
  }

  /** What is seen goes along with a hand. */
  private shift(by: number): void {
    const { scales } = this.held;
    const from = this.grip?.from ?? null;
    if (scales !== null && from !== null) this.goAside(-by / (scales.x.to - scales.x.from), from);
  }

  private bandOf(from: Spot, to: Spot): { left: number; right: number; top: number; bottom: number; isFlat: boolean } {
    const { left, top, width, height } = this.held.frame();
    const order = (one: number, other: number, low: number, high: number): [number, number] => {
      const [a, b] = [one, other].map((value) => Math.max(low, Math.min(high, value))) as [number, number];
      return a < b ? [a, b] : [b, a];
    };
    const [a, b] = order(from[0], to[0], left, left + width);
    const [c, d] = order(from[1], to[1], top, top + height);
    const isFlat = d - c < kFlat;
    return { left: a, right: b, top: isFlat ? top : c, bottom: isFlat ? top + height : d, isFlat };
  }

  private drawBand(from: Spot, to: Spot): void {
    const { left, right, top, bottom } = this.bandOf(from, to);
    this.band.hidden = false;
    Object.assign(this.band.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
  }

  private takeBand(from: Spot, to: Spot): void {
    const { left, right, top, bottom, isFlat } = this.bandOf(from, to);
    const { scales, seen } = this.held;
    if (scales === null || right - left < 2 * kStill) return;
    this.held.see([scales.x.value(left), scales.x.value(right)], isFlat ? seen.y : [scales.y.value(bottom), scales.y.value(top)]);
  }
}
