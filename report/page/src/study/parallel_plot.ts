// Parallel axes as they are drawn, and what a pointer does with them: stretches along axes, axes by their names.
import { element } from "../dom";
import { beginPicture, type Pen, widthOf } from "../plot/pen";
import { listTicks, type Scale, writeTicks } from "../plot/scale";
import { onPrint } from "../print";
import { Sight } from "../sight";
import { spell, tell } from "../text";
import { theme } from "../theme";
import type { Lane, Lanes } from "./lanes";

// px: of the whole, above the axes and below, beside them; how near an axis and an end of a stretch are taken.
const kHeight = 340;
const kTop = 62;
const kBottom = 22;
const kSide = 62;
const kNear = 14;
const kEnd = 6;
const kStill = 4;
/** px of a half stretch across. */
const kHalf = 7;

/** A design as it is drawn. */
export interface Thread {
  row: number;
  color: string;
  width: number;
  opacity: number;
}

type Grip = { lane: Lane; kind: "new" | "move" | "low" | "high"; from: number; kept: readonly [number, number] | null } | { lane: Lane; kind: "name" };

/** A name in lines that are not wider. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  // Names of columns have no spaces: they are broken behind their underscores, too.
  for (const part of text.split(/(?<=[ _])/)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last + part) <= width) lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  return lines.slice(0, 3).map((line) => line.trimEnd());
}

export class ParallelPlot {
  readonly element: HTMLElement;
  readonly box: HTMLElement;
  private readonly canvas = element("canvas", {});
  private readonly sight: Sight;
  private grip: Grip | null = null;
  private isDragged = false;
  private down: [number, number] = [0, 0];
  private dropped = 0;

  /**
   * @param list the designs to draw, those behind others first
   * @param brushed when stretches changed @param ordered when axes did
   */
  constructor(private readonly lanes: Lanes, private readonly list: () => Thread[], private readonly brushed: (lane: Lane) => void,
              private readonly ordered: () => void, onEnd: (act: () => void) => void) {
    this.box = element("div", { class: "canvas", role: "img", "aria-label": "Designs over parallel axes" }, this.canvas);
    this.box.style.height = `${kHeight}px`;
    this.element = element("div", { class: "chart plot" }, this.box);
    this.sight = new Sight(this.element, () => this.drawNow());
    const observer = new ResizeObserver(() => this.sight.ask());
    observer.observe(this.box);
    const endings = [theme.listen(() => this.sight.ask()), onPrint(() => { if (this.box.clientWidth > 0) this.drawNow(); }), () => observer.disconnect(), () => this.sight.end()];
    onEnd(() => { for (const act of endings.splice(0)) act(); });
    this.listen();
    this.sight.ask();
  }

  refresh(): void {
    this.sight.ask();
  }

  width(): number {
    return this.box.clientWidth || 900;
  }

  /** px, across. */
  placeOf(lane: Lane, width = this.width()): number {
    const { shown } = this.lanes;
    const room = width - 2 * kSide;
    return shown.length > 1 ? kSide + (room * shown.indexOf(lane)) / (shown.length - 1) : width / 2;
  }

  scaleOf(lane: Lane, top = 0): Scale {
    return this.lanes.scale(lane, top + kHeight - kBottom, top + kTop);
  }

  // What a pointer does

  private at(event: MouseEvent): [number, number] {
    const { left, top } = this.box.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private find([x, y]: [number, number]): Grip | null {
    const { shown } = this.lanes;
    if (y < kTop - 8) {
      const lane = shown.reduce<Lane | null>((best, one) => (best === null || Math.abs(this.placeOf(one) - x) < Math.abs(this.placeOf(best) - x) ? one : best), null);
      return lane === null ? null : { lane, kind: "name" };
    }
    const lane = shown.find((one) => Math.abs(this.placeOf(one) - x) <= kNear);
    if (lane === undefined) return null;
    const scale = this.scaleOf(lane);
    const from = scale.value(y);
    const { kept } = lane;
    if (kept === null) return { lane, kind: "new", from, kept };
    const [low, high] = kept.map((value) => scale.at(value)) as [number, number];
    if (Math.abs(y - low) <= kEnd) return { lane, kind: "low", from, kept };
    if (Math.abs(y - high) <= kEnd) return { lane, kind: "high", from, kept };
    return { lane, kind: from > kept[0] && from < kept[1] ? "move" : "new", from, kept };
  }

  private listen(): void {
    const { box } = this;
    box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.down = this.at(event);
      this.grip = this.find(this.down);
      this.isDragged = false;
      if (this.grip !== null) event.preventDefault();
    });
    box.addEventListener("pointermove", (event) => {
      const at = this.at(event);
      if (this.grip === null || event.buttons === 0) {
        this.grip = null;
        const found = this.find(at);
        box.style.cursor = found === null ? "" : found.kind === "name" ? "ew-resize" : found.kind === "move" ? "grab" : "row-resize";
        return;
      }
      if (!this.isDragged && Math.hypot(at[0] - this.down[0], at[1] - this.down[1]) < kStill) return;
      if (!this.isDragged) box.setPointerCapture(event.pointerId);
      this.isDragged = true;
      this.drag(this.grip, at);
    });
    const drop = (event: PointerEvent): void => {
      const { grip } = this;
      this.grip = null;
      if (grip === null || event.type !== "pointerup") return;
      // A click takes a stretch away.
      if (!this.isDragged && grip.kind !== "name" && grip.lane.kept !== null) this.keep(grip.lane, null);
      if (this.isDragged && grip.kind === "name") this.ordered();
    };
    box.addEventListener("pointerup", drop);
    box.addEventListener("pointercancel", drop);
  }

  private drag(grip: Grip, at: [number, number]): void {
    const { lane } = grip;
    if (grip.kind === "name") {
      const { shown } = this.lanes;
      const room = this.width() - 2 * kSide;
      const to = Math.max(0, Math.min(shown.length - 1, Math.round(((at[0] - kSide) / room) * (shown.length - 1))));
      if (to !== shown.indexOf(lane)) {
        this.lanes.move(lane, to);
        this.soon();
      }
      return;
    }
    const scale = this.scaleOf(lane);
    const [first, last] = scale.span;
    const clamp = (value: number): number => Math.max(first, Math.min(last, value));
    const value = clamp(scale.value(at[1]));
    const order = (one: number, two: number): [number, number] => [Math.min(one, two), Math.max(one, two)];
    if (grip.kind === "new") this.keep(lane, order(clamp(grip.from), value));
    else if (grip.kind === "low") this.keep(lane, order(value, grip.kept![1]));
    else if (grip.kind === "high") this.keep(lane, order(grip.kept![0], value));
    else {
      // As long as it is, on the picture.
      const [low, high] = grip.kept!.map((one) => scale.at(one)) as [number, number];
      const by = at[1] - this.down[1];
      const [top, bottom] = order(scale.from, scale.to);
      const shift = Math.max(top - Math.min(low, high), Math.min(bottom - Math.max(low, high), by));
      this.keep(lane, order(scale.value(low + shift), scale.value(high + shift)));
    }
  }

  private keep(lane: Lane, kept: [number, number] | null): void {
    lane.kept = kept;
    this.brushed(lane);
    this.soon();
  }

  /** Once before the next frame, however fast the pointer is. */
  private soon(): void {
    cancelAnimationFrame(this.dropped);
    this.dropped = requestAnimationFrame(() => this.sight.ask());
  }

  // How it is drawn

  private drawNow(): void {
    const width = this.width();
    this.draw(beginPicture(this.canvas, width, kHeight), width);
  }

  /** As a picture by itself. Returns its height, px. */
  compose(pen: Pen, width: number): number {
    pen.box(0, 0, width, kHeight, theme.colours().paper);
    this.draw(pen, width);
    return kHeight;
  }

  private draw(pen: Pen, width: number): void {
    const { shown } = this.lanes;
    const places = shown.map((lane) => this.placeOf(lane, width));
    const scales = shown.map((lane) => this.scaleOf(lane));
    for (const { row, color, width: wide, opacity } of this.list()) {
      const track = new Float64Array(2 * shown.length);
      shown.forEach((lane, i) => {
        track[2 * i] = places[i]!;
        track[2 * i + 1] = scales[i]!.at(this.lanes.value(lane, row));
      });
      pen.lines(track, { color, width: wide, opacity });
    }
    shown.forEach((lane, i) => this.drawLane(pen, lane, places[i]!, scales[i]!, (width - 2 * kSide) / Math.max(1, shown.length - 1)));
  }

  private drawLane(pen: Pen, lane: Lane, x: number, scale: Scale, room: number): void {
    const colours = theme.colours();
    pen.lines([x, scale.from, x, scale.to], { color: colours.faint, width: 1.4 });
    const { choices } = lane.column;
    const ticks = choices.length > 0 ? choices.map((_, i) => i) : listTicks(scale);
    const texts = choices.length > 0 ? choices.map((text) => spell(text)) : writeTicks(ticks);
    let last = Infinity;
    ticks.forEach((tick, i) => {
      const y = scale.at(tick);
      pen.lines([x - 4, y, x, y], { color: colours.faint, width: 1 });
      // Some of many choices.
      if (Math.abs(y - last) < 13) return;
      pen.box(x + 4, y - 7, widthOf(texts[i]!, 11) + 4, 14, colours.paper, 0.75);
      pen.text(texts[i]!, x + 6, y, { color: colours.ink, size: 11 });
      last = y;
    });
    if (lane.kept !== null) {
      const [low, high] = lane.kept.map((value) => scale.at(value)) as [number, number];
      const [top, height] = [Math.min(low, high), Math.max(2, Math.abs(high - low))];
      pen.box(x - kHalf, top, 2 * kHalf, height, colours.drive, 0.25);
      for (const y of [top, top + height]) pen.lines([x - kHalf, y, x + kHalf, y], { color: colours.drive, width: 2 });
      pen.text(`${tell(lane.kept[0], 3)} – ${tell(lane.kept[1], 3)}`, x, kTop - 9, { color: colours.drive, align: "center", size: 11 });
    }
    const lines = wrap(`${lane.head}${lane.isInverted ? " ↓" : ""}`, Math.max(60, Math.min(130, room - 8)));
    lines.forEach((line, k) => pen.text(line, x, kTop - 24 - 14 * (lines.length - 1 - k), { color: colours.ink, align: "center" }));
  }
}
