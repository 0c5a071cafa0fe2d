// The axes of parallel coordinates: their order, which way up and how they run, and the stretches kept on them.
import type { Document, StudyColumn } from "../document";
import { Scale, type Span, spanOf } from "../plot/scale";
import { type DesignIndex, headOf, showNumber } from "./designs";
import { spell } from "../text";

export interface Lane {
  /** Which of the columns, by number. */
  number: number;
  column: StudyColumn;
  head: string;
  isShown: boolean;
  isInverted: boolean;
  isLog: boolean;
  /** Values between which designs are kept; null: all. */
  kept: Span | null;
}

export class Lanes {
  /** From the left to the right. */
  all: Lane[];

  constructor(private readonly data: Document, readonly index: DesignIndex, columns: StudyColumn[]) {
    this.all = columns.map((column, number) => ({ number, column, head: headOf(data, column), isShown: true, isInverted: false, isLog: false, kept: null }));
  }

  get shown(): Lane[] {
    return this.all.filter((one) => one.isShown);
  }
  get isBrushed(): boolean {
    return this.all.some((one) => one.isShown && one.kept !== null);
  }

  value(lane: Lane, row: number): number {
    return showNumber(this.data, lane.column, row);
  }

  /** Whether an axis can run over powers of ten: of positive numbers. */
  canBeLog(lane: Lane): boolean {
    return lane.column.choices.length === 0 && this.index.feasible.every((row) => !(this.value(lane, row) <= 0));
  }

  /** From px, at the bottom, to px of feasible designs' values. */
  scale(lane: Lane, bottom: number, top: number): Scale {
    const values = this.index.feasible.map((row) => this.value(lane, row)).filter(Number.isFinite);
    const least = values.reduce((a, b) => Math.min(a, b), Infinity);
    const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
    const { choices } = lane.column;
    const span: Span = choices.length > 0 ? [0, Math.max(1, choices.length - 1)] : spanOf(least, most, lane.isLog);
    return new Scale(span, lane.isInverted ? top : bottom, lane.isInverted ? bottom : top, lane.isLog);
  }

  /** Whether a design is within all stretches. */
  keeps(row: number): boolean {
    return this.all.every((lane) => {
      if (lane.kept === null || !lane.isShown) return true;
      const value = this.value(lane, row);
      return value >= lane.kept[0] && value <= lane.kept[1];
    });
  }

  /** Puts an axis at another place among those that are shown. */
  move(lane: Lane, to: number): void {
    const others = this.shown.filter((one) => one !== lane);
    const next = others[Math.max(0, to)];
    this.all = this.all.filter((one) => one !== lane);
    this.all.splice(next === undefined ? this.all.length : this.all.indexOf(next), 0, lane);
  }

  /** "0,2i,!1": numbers in their order, i inverted, l over powers of ten, ! hidden; empty: as at first. */
  write(): string {
    const text = this.all.map((one) => `${one.isShown ? "" : "!"}${one.number}${one.isInverted ? "i" : ""}${one.isLog ? "l" : ""}`).join(",");
    return text === this.all.map((_, i) => i).join(",") ? "" : text;
  }
  /** "0:0.3..0.5,2:1..2": the stretches kept, by numbers of axes. */
  writeKept(): string {
    return this.all.filter((one) => one.kept !== null).map((one) => `${one.number}:${one.kept![0]}..${one.kept![1]}`).join(",");
  }

  /** Takes what was written, as far as it can be. */
  read(axes: string, kept: string): void {
    const wanted = axes.split(",").map((text) => /^(!?)(\d+)(i?)(l?)$/.exec(text)).filter((one) => one !== null);
    const order: Lane[] = [];
    for (const [, hidden, number, inverted, log] of wanted) {
      const lane = this.all.find((one) => one.number === Number(number));
      if (lane === undefined || order.includes(lane)) continue;
      Object.assign(lane, { isShown: hidden === "", isInverted: inverted !== "", isLog: log !== "" && this.canBeLog(lane) });
      order.push(lane);
    }
    this.all = [...order, ...this.all.filter((one) => !order.includes(one))];
    for (const [, number, low, high] of kept.split(",").map((text) => /^(\d+):([^.].*?)\.\.(.+)$/.exec(text)).filter((one) => one !== null)) {
      const lane = this.all.find((one) => one.number === Number(number));
      const span: Span = [Number(low), Number(high)];
      if (lane !== undefined && span.every(Number.isFinite) && span[0] <= span[1]) lane.kept = span;
    }
  }

  nameOf(lane: Lane): string {
    return spell(lane.column.name);
  }
}
