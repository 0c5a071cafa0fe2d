// What of a curve is worth its axis.
import type { Option } from "../chart";
import { theme } from "../theme";

/** Instants that are left out at the most: a plan is shown at some hundred. */
const kFew = 4;
/** Times the rest: with such a peak it would be a line. */
const kFar = 30;

export interface Range {
  low: number;
  high: number;
  /** Peaks reach beyond it. */
  isCut: boolean;
}

/** From the least to the greatest value and 0, without a few peaks that are far beyond all the rest: of a drive that may push as hard as it likes, say. */
export function findUsualRange(values: number[]): Range {
  const finite = values.filter(Number.isFinite).sort((a, b) => Math.abs(b) - Math.abs(a));
  const usual = Math.abs(finite[kFew] ?? 0);
  const kept = usual > 0 ? finite.filter((value) => Math.abs(value) <= kFar * usual) : finite;
  return {
    low: kept.reduce((least, value) => Math.min(least, value), 0), high: kept.reduce((most, value) => Math.max(most, value), 0),
    isCut: kept.length < finite.length || finite.length < values.length,
  };
}

/** Bounds of an axis, told in no number as they are no round ones; null: the chart's own, not those of a curve before. */
export function boundAxis(bounds: { min: number; max: number } | null): Option {
  const showsEnds = bounds === null ? null : false;
  return {
    min: bounds?.min ?? null, max: bounds?.max ?? null,
    axisLabel: { color: theme.colours().faint, hideOverlap: true, showMinLabel: showsEnds, showMaxLabel: showsEnds },
  };
}
