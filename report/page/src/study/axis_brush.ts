// The ends of stretches on parallel axes, moved by keys: the same marks as a pointer draws.
import { element } from "../dom";
import type { Document } from "../document";
import type { Span } from "../plot/scale";
import { spell, unitOf } from "../text";
import type { Lane, Lanes } from "./lanes";
import type { ParallelPlot } from "./parallel_plot";

/** Shares of an axis that a key moves an end by. */
const kStep = 0.02;
const kFar = 0.1;

type End = 0 | 1;

export class AxisBrush {
  /** In front of the plot: one end at a time has the focus. */
  readonly element = element("div", { class: "brush" });
  private readonly end = element("div", { class: "end", role: "slider", tabindex: "0", "aria-orientation": "vertical" });
  private lane: Lane | undefined;
  private which: End = 1;

  /** @param changed when a stretch was */
  constructor(private readonly plot: ParallelPlot, private readonly lanes: Lanes, private readonly data: Document, private readonly changed: (lane: Lane) => void) {
    this.element.append(this.end);
    this.lane = lanes.shown[0];
    this.end.addEventListener("focus", () => this.show());
    this.end.addEventListener("keydown", (event) => { if (this.press(event.key)) event.preventDefault(); });
    this.show();
  }

  private press(key: string): boolean {
    const by = ({ ArrowUp: kStep, ArrowDown: -kStep, PageUp: kFar, PageDown: -kFar, Home: -Infinity, End: Infinity } as Record<string, number>)[key];
    const aside = ({ ArrowLeft: -1, ArrowRight: 1 } as Record<string, number>)[key];
    const { shown } = this.lanes;
    if (this.lane === undefined) return false;
    if (by !== undefined) this.move(this.lane, by);
    else if (aside !== undefined) this.lane = shown[Math.max(0, Math.min(shown.length - 1, shown.indexOf(this.lane) + aside))]!;
    else if (key === "Enter" || key === " ") this.which = this.which === 0 ? 1 : 0;
    else if (key === "Escape" || key === "Delete") this.keep(this.lane, null);
    else return false;
    this.show();
    return true;
  }

  private move(lane: Lane, by: number): void {
    const { span: [low, high] } = this.plot.scaleOf(lane);
    const next: [number, number] = [...(lane.kept ?? [low, high])];
    const isChoice = lane.column.choices.length > 0;
    const step = isChoice && Number.isFinite(by) ? Math.sign(by) : by * (high - low || 1);
    next[this.which] = Math.max(low, Math.min(high, next[this.which] + step));
    // Neither end goes beyond the other.
    if (next[0] > next[1]) next[this.which] = next[this.which === 0 ? 1 : 0];
    this.keep(lane, next[0] <= low && next[1] >= high ? null : next);
  }

  private keep(lane: Lane, kept: Span | null): void {
    lane.kept = kept;
    this.changed(lane);
  }

  /** Puts the end where it is now. */
  show(): void {
    if (this.lane === undefined || !this.lane.isShown) this.lane = this.lanes.shown[0];
    const { lane } = this;
    this.end.hidden = lane === undefined;
    if (lane === undefined) return;
    const scale = this.plot.scaleOf(lane);
    const [low, high] = scale.span;
    const value = (lane.kept ?? scale.span)[this.which];
    this.end.style.left = `${this.plot.placeOf(lane)}px`;
    this.end.style.top = `${scale.at(value)}px`;
    const { column } = lane;
    const text = column.choices.length > 0 ? spell(column.choices[Math.round(value)] ?? "") : `${value.toPrecision(4)} ${unitOf(this.data, column.unit).name}`.trim();
    this.end.setAttribute("aria-label", `${this.which === 1 ? "upper" : "lower"} end of the stretch kept of ${spell(column.name)}`);
    for (const [name, number] of [["min", low], ["max", high], ["now", value]] as const) this.end.setAttribute(`aria-value${name}`, String(number));
    this.end.setAttribute("aria-valuetext", text);
  }
}
