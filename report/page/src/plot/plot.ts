// A plot upon the page: its picture, its legend, what a pointer or keys do with it, and marks that move upon it.
import { element } from "../dom";
import { onPrint } from "../print";
import { saveMenu } from "../save/picture";
import { Sight } from "../sight";
import type { Store } from "../state";
import { spell, tell } from "../text";
import { theme } from "../theme";
import { countRows, kRow, Legend, listEntries } from "./legend";
import { CanvasPen, kLetters, type Pen } from "./pen";
import { Readout } from "./readout";
import type { Span } from "./scale";
import { distanceTo, drawScene, endsOf, kBarRoom, kRoom, type Frame, type Scales, type Scene, scalesOf, trackOf, valueAt } from "./scene";

/** px that a pointer may stray and still click; from a curve to be upon it. */
const kStill = 4;
const kNear = 8;
/** One step nearer by wheel or key; share of what is seen that a key moves by. */
const kNearer = 1.25;
const kStep = 0.02;
const kAside = 0.2;

export interface PlotOptions {
  height?: number;
  /** Its names are below it, so that it stays where it is while they change; they take as much room as they ever had. */
  isNamedBelow?: boolean;
  /** Where the state keeps the span of x that is seen: one for all plots with it. */
  link?: "spanT" | "spanP";
}

/** What is done at a place along x. */
export interface Places {
  move(x: number): void;
  /** To the second cursor; NaN: away with it. */
  second(x: number): void;
}

export class Plot {
  readonly element: HTMLElement;
  private readonly box: HTMLElement;
  private readonly canvas = element("canvas", {});
  private readonly mark = element("div", { class: "mark", hidden: "" });
  private readonly other = element("div", { class: "mark second", hidden: "" });
  private readonly band = element("div", { class: "band", hidden: "" });
  private readonly tip = element("div", { class: "tip", hidden: "" });
  private readonly whole = element("button", { type: "button", class: "whole", hidden: "", title: "see all of it (0)" }, "whole");
  private readonly legend: Legend;
  private readonly readout = new Readout();
  private readonly sight: Sight;
  private scene: Scene = { x: { name: "" }, y: { name: "" }, curves: [] };
  private scales: Scales | null = null;
  private ownX: Span | null = null;
  private seenY: Span | null = null;
  private place: { x: number; y: number | null } | null = null;
  private second = NaN;
  private places: Places | null = null;
  private click: ((point: [number, number]) => void) | null = null;
  private key: ((key: string) => boolean) | null = null;
  private brought = "";
  private drawnWidth = 0;
  private height: number;
  /** Takes it away before its store ends. */
  readonly end: () => void;

  /**
   * @param store of the views that it is one of: it ends with them
   * @param label what is seen, in words
   * @param make all of it, made anew when it is drawn
   */
  constructor(private readonly store: Store<any>, private readonly label: string, private readonly make: () => Scene, private readonly options: PlotOptions = {}) {
    this.height = options.height ?? 280;
    this.box = element("div", { class: "canvas", role: "img", tabindex: "0", "aria-label": label }, this.canvas);
    this.box.style.height = `${this.height}px`;
    this.legend = new Legend(() => this.paint(), (name) => this.bring(name), this.whole,
      saveMenu(label, (pen, width) => this.compose(pen, width), () => this.width()));
    const plot = element("div", { class: "plot" }, this.box, this.band, this.other, this.mark, this.tip);
    const parts = options.isNamedBelow === true ? [plot, this.legend.element] : [this.legend.element, plot];
    this.element = element("div", { class: "chart" }, ...parts, this.readout.element);
    this.sight = new Sight(this.element, () => this.drawNow());
    this.listen();
    const observer = new ResizeObserver(() => {
      if (this.box.clientWidth > 0 && this.box.clientWidth !== this.drawnWidth) this.sight.ask();
    });
    observer.observe(this.box);
    const endings = [
      theme.listen(() => this.sight.ask()),
      onPrint(() => { if (this.box.clientWidth > 0) this.drawNow(); }),
      store.listen((state, changed) => this.follow(state, changed as string[])),
      () => observer.disconnect(),
      () => this.sight.end(),
    ];
    this.end = () => { for (const act of endings.splice(0)) act(); };
    store.onEnd(this.end);
    this.sight.ask();
  }

  /** px. */
  width(): number {
    return this.box.clientWidth || 560;
  }

  /** Shows all that there is, of other axes too. */
  restart(): void {
    [this.ownX, this.seenY] = [null, null];
    this.sight.ask();
  }

  /** Draws it again, once it is in sight; curves that somebody has switched off stay so. */
  refresh(): void {
    this.sight.ask();
  }

  /** Where a point of the plane of the axes is, px. */
  toPixel([x, y]: [number, number]): [number, number] {
    return this.scales === null ? [NaN, NaN] : [this.scales.x.at(x), this.scales.y.at(y)];
  }

  /** Calls `act` with where in the plane of the axes it was clicked. */
  onClick(act: (point: [number, number]) => void): void {
    this.click = act;
  }
  /** Calls `act` with what is pressed while the plot has the focus; true: it has been of use. */
  onKey(act: (key: string) => boolean): void {
    this.key = act;
  }
  /** Clicks and keys go along x, and with Shift put a second cursor there. */
  onPlaces(places: Places): void {
    this.places = places;
  }

  /** Puts the mark at x, a line, or at a point; takes it away where there is none. */
  markAt(x: number, y: number | null = null): void {
    this.place = Number.isFinite(x) && (y === null || Number.isFinite(y)) ? { x, y } : null;
    this.putMarks();
  }
  /** Puts the second cursor at x; NaN: takes it away. */
  markSecond(x: number): void {
    if (Object.is(x, this.second)) return;
    this.second = x;
    this.putMarks();
  }

  private follow(state: any, changed: string[]): void {
    const { link } = this.options;
    if (link !== undefined && changed.includes(link)) this.sight.ask();
    if (!changed.includes("hover")) return;
    const isIn = (name: string): boolean => name !== "" && this.scene.curves.some((one) => one.name === name || one.of?.includes(name));
    const wanted = isIn(state.hover) ? state.hover : "";
    if (wanted === this.brought) return;
    this.brought = wanted;
    this.legend.bring(wanted);
    if (this.scales !== null) this.paint();
  }

  // What is seen

  private get seenX(): Span | null {
    const { link } = this.options;
    return link === undefined ? this.ownX : (this.store.now[link] ?? null);
  }

  private see(x: Span | null, y: Span | null): void {
    this.seenY = y;
    const { link } = this.options;
    if (link !== undefined && !Object.is(x, this.seenX)) this.store.change({ [link]: x });
    else this.ownX = x;
    this.paint();
  }

  /** @param by more than 1: less is seen, and more of it @param at px, what stays */
  private approach(by: number, at: number, isUp = false): void {
    if (this.scales === null) return;
    const scale = isUp ? this.scales.y : this.scales.x;
    const span: Span = [scale.value(at + (scale.from - at) / by), scale.value(at + (scale.to - at) / by)];
    if (!isUp) this.see(this.within(span), this.seenY);
    else this.see(this.seenX, span);
  }

  /** Not beyond the ends of all of it; null: all. */
  private within([low, high]: Span): Span | null {
    const [first, last] = endsOf(this.scene.x, this.shown(), 0);
    const width = Math.min(high - low, last - first);
    if (width >= (last - first) * (1 - 1e-9)) return null;
    const from = Math.max(first, Math.min(last - width, low));
    return [from, from + width];
  }

  private aside(by: number): void {
    if (this.scales === null || this.seenX === null) return;
    const [low, high] = this.seenX;
    const step = by * (high - low);
    this.see(this.within([low + step, high + step]), this.seenY);
  }

  // What a hand does

  private at(event: MouseEvent): [number, number] {
    const { left, top } = this.box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private isIn([x, y]: [number, number]): boolean {
    const { left, top, width, height } = this.frame();
    return x >= left - 1 && x <= left + width + 1 && y >= top - 1 && y <= top + height + 1;
  }

  private listen(): void {
    const { box } = this;
    let down: { at: [number, number]; isAside: boolean; from: Span | null } | null = null;
    let isDragged = false;
    let holds = false;
    box.addEventListener("pointerdown", (event) => {
      holds = true;
      isDragged = false;
      const at = this.at(event);
      // A finger moves the page.
      if (event.button !== 0 || event.pointerType === "touch" || this.scales === null || !this.isIn(at)) return;
      down = { at, isAside: event.altKey, from: this.seenX };
    });
    box.addEventListener("pointermove", (event) => {
      const at = this.at(event);
      if (down === null || event.buttons === 0) {
        down = null;
        this.point(at);
        return;
      }
      if (!isDragged && Math.hypot(at[0] - down.at[0], at[1] - down.at[1]) < kStill) return;
      if (!isDragged) box.setPointerCapture(event.pointerId);
      isDragged = true;
      this.leave();
      if (down.isAside) this.drag(down.from, at[0] - down.at[0]);
      else this.drawBand(down.at, at);
    });
    const drop = (event: PointerEvent): void => {
      if (down !== null && isDragged && !down.isAside && event.type === "pointerup") this.takeBand(down.at, this.at(event));
      down = null;
      this.band.hidden = true;
    };
    box.addEventListener("pointerup", drop);
    box.addEventListener("pointercancel", drop);
    box.addEventListener("pointerleave", () => {
      holds = false;
      this.leave();
    });
    box.addEventListener("click", (event) => {
      const at = this.at(event);
      if (isDragged || this.scales === null || !this.isIn(at)) return;
      const point: [number, number] = [this.scales.x.value(at[0]), this.scales.y.value(at[1])];
      if (event.shiftKey && this.places !== null) this.places.second(point[0]);
      else if (this.places !== null) this.places.move(point[0]);
      else this.click?.(point);
    });
    box.addEventListener("dblclick", () => this.see(null, null));
    box.addEventListener("wheel", (event) => {
      // The wheel moves the page until somebody has taken hold of the plot.
      if (!holds || this.scales === null) return;
      event.preventDefault();
      const [x, y] = this.at(event);
      this.approach(event.deltaY < 0 ? kNearer : 1 / kNearer, event.shiftKey ? y : x, event.shiftKey);
    }, { passive: false });
    box.addEventListener("keydown", (event) => { if (!event.ctrlKey && !event.metaKey && this.press(event)) event.preventDefault(); });
    this.whole.addEventListener("click", () => {
      this.see(null, null);
      box.focus({ preventScroll: true });
    });
  }

  private press(event: KeyboardEvent): boolean {
    const { key } = event;
    if (this.key?.(key) === true) return true;
    if (this.scales === null) return false;
    const { x } = this.scales;
    const middle = this.place !== null ? x.at(this.place.x) : (x.from + x.to) / 2;
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as Record<string, number>)[key];
    if (key === "+" || key === "=") this.approach(kNearer, Math.max(x.from, Math.min(x.to, middle)));
    else if (key === "-") this.approach(1 / kNearer, Math.max(x.from, Math.min(x.to, middle)));
    else if (key === "0") this.see(null, null);
    else if (by !== undefined && event.shiftKey && this.seenX !== null) this.aside(by * kAside);
    else if (by !== undefined && this.places !== null && this.place !== null) this.places.move(this.place.x + by * kStep * (x.span[1] - x.span[0]));
    else if (key === "b" && this.places !== null && this.place !== null) this.places.second(this.place.x);
    else if (key === "Escape" && this.places !== null && !Number.isNaN(this.second)) this.places.second(NaN);
    else return false;
    return true;
  }

  private drag(from: Span | null, by: number): void {
    if (this.scales === null || from === null) return;
    const { x } = this.scales;
    const step = (by / (x.to - x.from)) * (from[1] - from[0]);
    this.see(this.within([from[0] - step, from[1] - step]), this.seenY);
  }

  /** Flat bands are of x alone. */
  private bandOf(from: [number, number], to: [number, number]): { left: number; right: number; top: number; bottom: number; isFlat: boolean } {
    const { left, top, width, height } = this.frame();
    const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
    const [a, b] = [from[0], to[0]].map((x) => clamp(x, left, left + width)).sort((one, two) => one - two) as [number, number];
    const [c, d] = [from[1], to[1]].map((y) => clamp(y, top, top + height)).sort((one, two) => one - two) as [number, number];
    const isFlat = d - c < 24;
    return { left: a, right: b, top: isFlat ? top : c, bottom: isFlat ? top + height : d, isFlat };
  }

  private drawBand(from: [number, number], to: [number, number]): void {
    const { left, right, top, bottom } = this.bandOf(from, to);
    this.band.hidden = false;
    Object.assign(this.band.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
  }

  private takeBand(from: [number, number], to: [number, number]): void {
    if (this.scales === null) return;
    const { left, right, top, bottom, isFlat } = this.bandOf(from, to);
    if (right - left < 2 * kStill) return;
    const { x, y } = this.scales;
    this.see([x.value(left), x.value(right)], isFlat ? this.seenY : [y.value(bottom), y.value(top)]);
  }

  /** Tells what is under a pointer, and brings out the curve that it is upon. */
  private point(at: [number, number]): void {
    if (this.scales === null || !this.isIn(at)) {
      this.leave();
      return;
    }
    const { scales } = this;
    const near = this.shown().filter((one) => one.marks === undefined).map((one) => ({ one, distance: distanceTo(trackOf(one, scales), ...at) }))
      .reduce<{ name: string; distance: number }>((best, { one, distance }) => (distance < best.distance ? { name: nameOf(one), distance } : best), { name: "", distance: kNear });
    this.bring(near.name);
    const lines = this.scene.tell?.(scales.x.value(at[0]), scales.y.value(at[1])).map((text) => element("div", {}, text));
    const told = lines ?? (this.scene.isQuiet === true ? [] : this.tellCurves(scales.x.value(at[0])));
    this.tip.hidden = told.length === 0;
    if (told.length === 0) return;
    this.tip.replaceChildren(...told);
    const isRight = at[0] > this.width() / 2;
    this.tip.style.left = isRight ? "" : `${at[0] + 14}px`;
    this.tip.style.right = isRight ? `${this.width() - at[0] + 10}px` : "";
    this.tip.style.top = `${Math.max(0, Math.min(at[1] + 10, this.height - 24 * told.length))}px`;
  }

  /** What curves are at x, if any has a value there. */
  private tellCurves(x: number): HTMLElement[] {
    const rows = listEntries(this.shown()).map((one) => ({ one, value: valueAt(one, x) })).filter(({ value }) => !Number.isNaN(value));
    if (rows.length === 0) return [];
    const { name, unit } = partsOf(this.scene.x.name);
    const up = partsOf(this.scene.y.name).unit;
    return [element("div", {}, `${name} = ${tell(x, 5)}${unit}`), ...rows.map(({ one, value }) => {
      const spot = element("i", {});
      spot.style.background = one.color;
      return element("div", {}, spot, `${one.name}: ${tell(value, 4)}${up}`);
    })];
  }

  private leave(): void {
    this.tip.hidden = true;
    this.bring("");
  }

  /** Brings a drive or a curve out, in all views that have it. */
  private bring(name: string): void {
    if ("hover" in this.store.now) this.store.change({ hover: name });
    else if (name !== this.brought) {
      this.brought = name;
      this.legend.bring(name);
      this.paint();
    }
  }

  // How it is drawn

  /** Not higher than what has to be of one scale is. */
  private fitHeight(): void {
    const most = this.options.height ?? 280;
    const { ratio } = this.scene;
    this.height = most;
    const room = this.frame();
    if (ratio !== undefined) this.height = Math.round(Math.min(most, kRoom.top + kRoom.bottom + room.height));
    this.box.style.height = `${this.height}px`;
  }

  private frame(width = this.width(), top = 0): Frame {
    const room = { left: kRoom.left, top: top + kRoom.top, width: Math.max(10, width - kRoom.left - (this.scene.cells === undefined ? kRoom.right : kBarRoom)), height: this.height - kRoom.top - kRoom.bottom };
    const { ratio } = this.scene;
    if (ratio === undefined) return room;
    return ratio * room.width > room.height ? { ...room, width: room.height / ratio } : { ...room, height: ratio * room.width };
  }

  private shown() {
    return this.scene.curves.filter((one) => !this.legend.isOff(one.name));
  }

  private drawNow(): void {
    this.scene = this.make();
    this.fitHeight();
    this.legend.show(this.scene.hasLegend === false ? [] : listEntries(this.scene.curves), this.options.isNamedBelow === true);
    this.paint();
  }

  private paint(): void {
    const width = this.width();
    const ratio = document.documentElement.classList.contains("printing") ? 2 : Math.min(window.devicePixelRatio, 2);
    const [wide, high] = [Math.round(width * ratio), Math.round(this.height * ratio)];
    if (this.canvas.width !== wide || this.canvas.height !== high) [this.canvas.width, this.canvas.height] = [wide, high];
    this.drawnWidth = this.box.clientWidth;
    const context = this.canvas.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, this.height);
    this.scales = this.draw(new CanvasPen(context), this.frame(width));
    this.whole.hidden = this.seenX === null && this.seenY === null;
    this.putMarks();
  }

  private draw(pen: Pen, frame: Frame, brought = this.brought): Scales {
    const shown = this.shown();
    const scales = scalesOf(this.scene, frame, { x: this.seenX, y: this.seenY }, shown);
    drawScene(pen, this.scene, frame, scales, shown, brought);
    return scales;
  }

  /** As a picture by itself, with title and legend. Returns its height, px. */
  private compose(pen: Pen, width: number): number {
    const colours = theme.colours();
    const entries = this.scene.hasLegend === false ? [] : listEntries(this.shown());
    const rows = entries.length === 0 ? 0 : countRows(entries.map((one) => one.name), width);
    const top = 30 + kRow * rows;
    pen.box(0, 0, width, top + this.height, colours.paper);
    pen.text(spell(this.label), kRoom.left, 16, { color: colours.ink, size: kLetters + 1, isBold: true });
    this.legend.draw(pen, entries, width, 34);
    this.draw(pen, this.frame(width, top), "");
    return top + this.height;
  }

  private putMarks(): void {
    if (this.scales === null) return;
    const { x, y } = this.scales;
    const { left, width } = this.frame();
    const put = (mark: HTMLElement, at: number, up: number | null): void => {
      const [across, height] = [x.at(at), up === null ? 0 : y.at(up)];
      // A point that the axes leave out.
      const isOut = !(across >= left - 1 && across <= left + width + 1) || (up !== null && !(height >= -6 && height <= this.height));
      mark.hidden = isOut;
      if (isOut) return;
      mark.classList.toggle("point", up !== null);
      mark.style.transform = up === null ? `translateX(${across}px)` : `translate(${across}px, ${height}px)`;
    };
    if (this.place === null) this.mark.hidden = true;
    else put(this.mark, this.place.x, this.place.y);
    if (Number.isNaN(this.second)) this.other.hidden = true;
    else put(this.other, this.second, null);
    this.readout.show(this.scene, this.shown(), this.place?.x ?? NaN, this.second);
  }
}

/** A drive that a curve is of alone, or its own name. */
function nameOf(one: { name: string; of?: string[] }): string {
  return one.of?.length === 1 ? one.of[0]! : one.name;
}

/** The quantity and the unit of an axis' name, "force [N]". */
export function partsOf(axis: string): { name: string; unit: string } {
  const found = /^(.*) \[([^\]]*)\]$/.exec(axis);
  return found ? { name: found[1]!, unit: ` ${found[2]}` } : { name: axis, unit: "" };
}

