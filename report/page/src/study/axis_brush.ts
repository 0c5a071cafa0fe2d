// The ends of stretches on parallel axes, moved by keys: the same marks as a pointer draws.
import type { Chart } from "../chart";
import { element } from "../dom";
import type { Document, StudyColumn } from "../document";
import { spell, unitOf } from "../text";

/** Shares of an axis that a key moves an end by. */
const kStep = 0.02;
const kFar = 0.1;

type End = 0 | 1;

export class AxisBrush {
  /** In front of the chart: one end at a time has the focus. */
  readonly element = element("div", { class: "brush" });
  private readonly end = element("div", { class: "end", role: "slider", tabindex: "0", "aria-orientation": "vertical" });
  private axis = 0;
  private which: End = 1;
  /** Marked stretches, as the chart has its values. */
  private readonly marks = new Map<number, [number, number]>();

  constructor(private readonly chart: Chart, private readonly data: Document, private readonly columns: StudyColumn[]) {
    this.element.append(this.end);
    this.end.addEventListener("focus", () => this.show());
    this.end.addEventListener("keydown", (event) => { if (this.press(event.key)) event.preventDefault(); });
    this.tell();
  }

  /** What a pointer has marked on an axis. */
  take(axis: number, stretches: number[][]): void {
    const [first] = stretches;
    if (stretches.length === 1 && first!.length === 2) this.marks.set(axis, [Math.min(...first!), Math.max(...first!)]);
    else this.marks.delete(axis);
    this.show();
  }
  /** All marks are gone. */
  clear(): void {
    this.marks.clear();
    this.show();
  }

  private press(key: string): boolean {
    const by = ({ ArrowUp: kStep, ArrowDown: -kStep, PageUp: kFar, PageDown: -kFar, Home: -Infinity, End: Infinity } as Record<string, number>)[key];
    const aside = ({ ArrowLeft: -1, ArrowRight: 1 } as Record<string, number>)[key];
    if (by !== undefined) this.move(by);
    else if (aside !== undefined) this.axis = Math.max(0, Math.min(this.columns.length - 1, this.axis + aside));
    else if (key === "Enter" || key === " ") this.which = this.which === 0 ? 1 : 0;
    else if (key === "Escape" || key === "Delete") this.mark(null);
    else return false;
    this.show();
    return true;
  }

  private stretch(): [number, number] {
    return this.marks.get(this.axis) ?? this.chart.extentOf(this.axis);
  }

  private move(by: number): void {
    const [low, high] = this.chart.extentOf(this.axis);
    const next: [number, number] = [...this.stretch()];
    const isChoice = this.columns[this.axis]!.choices.length > 0;
    const step = isChoice && Number.isFinite(by) ? Math.sign(by) : by * (high - low || 1);
    next[this.which] = Math.max(low, Math.min(high, next[this.which] + step));
    // Neither end goes beyond the other.
    if (next[0] > next[1]) next[this.which] = next[this.which === 0 ? 1 : 0];
    this.mark(next[0] <= low && next[1] >= high ? null : next);
  }

  private mark(stretch: [number, number] | null): void {
    if (stretch === null) this.marks.delete(this.axis);
    else this.marks.set(this.axis, stretch);
    this.chart.markAxis(this.axis, stretch === null ? [] : [stretch]);
  }

  private show(): void {
    const value = this.stretch()[this.which];
    const at = this.chart.placeOnAxis(this.axis, value);
    if (at !== null) {
      this.end.style.left = `${at[0]}px`;
      this.end.style.top = `${at[1]}px`;
    }
    this.tell();
  }

  private tell(): void {
    const column = this.columns[this.axis];
    if (column === undefined) return;
    const text = (value: number): string => (column.choices.length > 0 ? spell(column.choices[Math.round(value)] ?? "") : `${value.toPrecision(4)} ${unitOf(this.data, column.unit).name}`.trim());
    const [low, high] = this.chart.extentOf(this.axis);
    const value = this.stretch()[this.which];
    this.end.setAttribute("aria-label", `${this.which === 1 ? "upper" : "lower"} end of the stretch kept of ${spell(column.name)}`);
    for (const [name, number] of [["min", low], ["max", high], ["now", value]] as const) this.end.setAttribute(`aria-value${name}`, String(number));
    this.end.setAttribute("aria-valuetext", text(value));
  }
}
