// What of a curve is worth its axis.

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
