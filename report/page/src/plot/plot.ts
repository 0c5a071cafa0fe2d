// A plot upon the page: its picture, its legend, and marks that move upon it.
import { element } from "../dom";
import { onPrint } from "../print";
import { saveMenu } from "../save/picture";
import { Sight } from "../sight";
import type { Store } from "../state";
import { spell } from "../text";
import { theme } from "../theme";
import { countRows, kRow, Legend, listEntries } from "./legend";
import { beginPicture, kLetters, type Pen } from "./pen";
import { type Held, type Places, PlotHands, type Spot } from "./plot_hands";
import { Readout } from "./readout";
import type { Span } from "./scale";
import { type Curve, drawScene, endsOf, type Frame, kBarRoom, kRoom, type Scales, type Scene, scalesOf } from "./scene";
import { findNear, Tip } from "./tip";

export interface PlotOptions {
  /** px. */
  height?: number;
  /** Its names are below it, so that it stays where it is while they change; they take as much room as they ever had. */
  isNamedBelow?: boolean;
  /** Where the state keeps the span of x that is seen: one for all plots with it. */
  link?: "spanT" | "spanP";
}

/** px, unless told otherwise, and before it is known how wide it is. */
const kHeight = 280;
const kWidth = 560;

export class Plot {
  readonly element: HTMLElement;
  private readonly box: HTMLElement;
  private readonly canvas = element("canvas", {});
  private readonly mark = element("div", { class: "mark", hidden: "" });
  private readonly other = element("div", { class: "mark second", hidden: "" });
  private readonly whole = element("button", { type: "button", class: "whole", hidden: "", title: "see all of it (0)" }, "whole");
  private readonly legend: Legend;
  private readonly tip = new Tip();
  private readonly readout = new Readout();
  private readonly sight: Sight;
  private scene: Scene = { x: { name: "" }, y: { name: "" }, curves: [] };
  private scales: Scales | null = null;
  private ownX: Span | null = null;
  private seenY: Span | null = null;
  private place: { x: number; y: number | null } | null = null;
  private second = NaN;
  private places: Places | null = null;
  private click: (point: [number, number]) => void = () => {};
  private key: (key: string) => boolean = () => false;
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
    this.height = options.height ?? kHeight;
    this.box = element("div", { class: "canvas", role: "img", tabindex: "0", "aria-label": label }, this.canvas);
    this.box.style.height = `${this.height}px`;
    this.legend = new Legend(() => this.paint(), (name) => this.bring(name), this.whole,
      saveMenu(label, (pen, width) => this.compose(pen, width), () => this.width()));
    const plot = element("div", { class: "plot" }, this.box, new PlotHands(this.makeHeld()).band, this.other, this.mark, this.tip.element);
    const parts = options.isNamedBelow === true ? [plot, this.legend.element] : [this.legend.element, plot];
    this.element = element("div", { class: "chart" }, ...parts, this.readout.element);
    this.sight = new Sight(this.element, () => this.drawNow());
    this.whole.addEventListener("click", () => {
      this.see(null, null);
      this.box.focus({ preventScroll: true });
    });
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
    return this.box.clientWidth || kWidth;
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

  // What is seen

  private makeHeld(): Held {
    const plot = this;
    return {
      box: this.box,
      get scales() { return plot.scales; },
      get seen() { return { x: plot.seenX, y: plot.seenY }; },
      get cursors() { return { first: plot.place?.x ?? NaN, second: plot.second }; },
      get places() { return plot.places; },
      frame: () => this.frame(),
      see: (x, y) => this.see(x, y),
      within: (span) => this.within(span),
      point: (at) => this.point(at),
      click: (point) => this.click(point),
      key: (key) => this.key(key),
    };
  }

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

  private within([low, high]: Span): Span | null {
    const [first, last] = endsOf(this.scene.x, this.shown(), 0);
    const width = Math.min(high - low, last - first);
    if (width >= (last - first) * (1 - 1e-9)) return null;
    const from = Math.max(first, Math.min(last - width, low));
    return [from, from + width];
  }

  private follow(state: any, changed: string[]): void {
    const { link } = this.options;
    if (link !== undefined && changed.includes(link)) this.sight.ask();
    if (!changed.includes("hover")) return;
    const isIn = (name: string): boolean => name !== "" && this.scene.curves.some((one) => one.name === name || one.of?.includes(name));
    this.show(isIn(state.hover) ? state.hover : "");
  }

  private point(at: Spot | null): void {
    if (at === null || this.scales === null) {
      this.tip.hide();
      this.bring("");
      return;
    }
    this.bring(findNear(this.shown(), this.scales, at));
    this.tip.show(this.scene, this.shown(), this.scales, at, { width: this.width(), height: this.height });
  }

  /** Brings a drive or a curve out, in all views that have it. */
  private bring(name: string): void {
    if ("hover" in this.store.now) this.store.change({ hover: name });
    else this.show(name);
  }

  /** Brings it out here. */
  private show(name: string): void {
    if (name === this.brought) return;
    this.brought = name;
    this.legend.bring(name);
    if (this.scales !== null) this.paint();
  }

  // How it is drawn

  /** Not higher than what has to be of one scale is. */
  private fitHeight(): void {
    this.height = this.options.height ?? kHeight;
    if (this.scene.ratio !== undefined) this.height = Math.round(Math.min(this.height, kRoom.top + kRoom.bottom + this.frame().height));
    this.box.style.height = `${this.height}px`;
  }

  private frame(width = this.width(), top = 0): Frame {
    const right = this.scene.cells === undefined ? kRoom.right : kBarRoom;
    const room = { left: kRoom.left, top: top + kRoom.top, width: Math.max(10, width - kRoom.left - right), height: this.height - kRoom.top - kRoom.bottom };
    const { ratio } = this.scene;
    if (ratio === undefined) return room;
    return ratio * room.width > room.height ? { ...room, width: room.height / ratio } : { ...room, height: ratio * room.width };
  }

  private shown(): Curve[] {
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
    this.drawnWidth = this.box.clientWidth;
    this.scales = this.draw(beginPicture(this.canvas, width, this.height), this.frame(width), this.brought);
    this.whole.hidden = this.seenX === null && this.seenY === null;
    this.putMarks();
  }

  private draw(pen: Pen, frame: Frame, brought: string): Scales {
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
    this.put(this.mark, this.place?.x ?? NaN, this.place?.y ?? null, this.scales);
    this.put(this.other, this.second, null, this.scales);
    this.readout.show(this.scene, this.shown(), this.place?.x ?? NaN, this.second);
  }

  /** @param x NaN: nowhere @param y null: a line */
  private put(mark: HTMLElement, x: number, y: number | null, scales: Scales): void {
    const { left, width } = this.frame();
    const [across, height] = [scales.x.at(x), y === null ? 0 : scales.y.at(y)];
    // A point that the axes leave out.
    const isIn = across >= left - 1 && across <= left + width + 1 && (y === null || (height >= -6 && height <= this.height));
    mark.hidden = !isIn;
    if (!isIn) return;
    mark.classList.toggle("point", y !== null);
    mark.style.transform = y === null ? `translateX(${across}px)` : `translate(${across}px, ${height}px)`;
  }
}
