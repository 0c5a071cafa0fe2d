// How columns of designs go together.

/** Ranks from 1, of values that are equal their mean. */
function ranksOf(values: number[]): number[] {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length);
  for (let first = 0; first < order.length;) {
    let end = first;
    while (end < order.length && values[order[end]!] === values[order[first]!]) ++end;
    for (let k = first; k < end; ++k) ranks[order[k]!] = (first + end + 1) / 2;
    first = end;
  }
  return ranks;
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Pairs of which both are numbers. */
function pairUp(x: number[], y: number[]): [number[], number[]] {
  const kept = [...x.keys()].filter((i) => Number.isFinite(x[i]!) && Number.isFinite(y[i]!));
  return [kept.map((i) => x[i]!), kept.map((i) => y[i]!)];
}

/** Spearman's rank correlation, from −1 to 1; NaN where there is none, of fewer than three or of values that are all the same. */
export function rankCorrelation(first: number[], second: number[]): number {
  const [x, y] = pairUp(first, second).map(ranksOf) as [number[], number[]];
  if (x.length < 3) return NaN;
  const [a, b] = [meanOf(x), meanOf(y)];
  let [xy, xx, yy] = [0, 0, 0];
  x.forEach((one, i) => {
    xy += (one - a) * (y[i]! - b);
    xx += (one - a) ** 2;
    yy += (y[i]! - b) ** 2;
  });
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : NaN;
}

/** Groups that x is parted into, at most, and values that one needs. */
const kGroups = 12;
const kLeast = 5;

/** Values of y in groups of x: one a choice, or groups of as many values each. */
function groupsOf(x: number[], y: number[], isChoice: boolean): number[][] {
  const groups = new Map<number, number[]>();
  const ranks = isChoice ? [] : ranksOf(x);
  const count = Math.max(1, Math.min(kGroups, Math.floor(x.length / kLeast)));
  x.forEach((value, i) => {
    const key = isChoice ? value : Math.min(count - 1, Math.floor(((ranks[i]! - 0.5) * count) / x.length));
    groups.set(key, [...(groups.get(key) ?? []), y[i]!]);
  });
  return [...groups.values()];
}

/**
 * The share of y's variance that x explains by itself, from 0 to 1: the correlation ratio over groups of x, with what groups explain
 * by chance taken off (Kelley's epsilon squared). NaN of fewer than twenty designs, or where either is the same in all.
 */
export function explainedShare(first: number[], second: number[], isChoice: boolean): number {
  const [x, y] = pairUp(first, second);
  if (x.length < 20 || x.every((value) => value === x[0])) return NaN;
  const mean = meanOf(y);
  const whole = y.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const groups = groupsOf(x, y, isChoice);
  const within = groups.reduce((sum, group) => {
    const own = meanOf(group);
    return sum + group.reduce((part, value) => part + (value - own) ** 2, 0);
  }, 0);
  if (!(whole > 0) || groups.length >= x.length) return NaN;
  return Math.max(0, 1 - (within / (x.length - groups.length)) / (whole / (x.length - 1)));
}
