// From values to px along an axis, and the round values that are written at it.
import { tell } from "../text";

export type Span = readonly [number, number];

/** px from one written value to the next, at least. */
const kApart = { across: 64, up: 34 };

export class Scale {
  private readonly low: number;
  private readonly per: number;

  /** @param from where the least value is, px @param to where the greatest is @param isLog over powers of ten: of positive values */
  constructor(readonly span: Span, readonly from: number, readonly to: number, readonly isLog = false) {
    const [low, high] = span.map((value) => this.turn(value)) as [number, number];
    this.low = low;
    this.per = high > low ? (to - from) / (high - low) : 0;
  }

  private turn(value: number): number {
    return this.isLog ? Math.log10(value) : value;
  }

  /** px; NaN of what has no place. */
  at(value: number): number {
    return this.from + (this.turn(value) - this.low) * this.per;
  }
  /** What is at a place. */
  value(at: number): number {
    const turned = this.per === 0 ? this.low : this.low + (at - this.from) / this.per;
    return this.isLog ? 10 ** turned : turned;
  }
}

/** A step of one digit, 1, 2 or 5, of which not more than `most` fit. */
function stepFor(width: number, most: number): number {
  const size = 10 ** Math.floor(Math.log10(width / most));
  return [1, 2, 5, 10].map((digit) => digit * size).find((step) => width / step <= most * (1 + 1e-9)) ?? 10 * size;
}

function mostAlong(scale: Scale): number {
  return Math.max(2, Math.floor(Math.abs(scale.to - scale.from) / (scale.to < scale.from ? kApart.up : kApart.across)));
}

/** Round values within a span. */
export function listTicks(scale: Scale): number[] {
  const [low, high] = scale.span;
  if (!(high > low)) return Number.isFinite(low) ? [low] : [];
  if (scale.isLog) {
    const first = Math.ceil(Math.log10(low) - 1e-9);
    const last = Math.floor(Math.log10(high) + 1e-9);
    const every = Math.max(1, Math.ceil((last - first) / mostAlong(scale)));
    // Within one power of ten the values themselves.
    if (last > first) return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, i) => 10 ** (first + i * every));
  }
  // At least two, so that how far they are apart is told.
  for (let most = mostAlong(scale); ; most *= 2) {
    const ticks = listMultiples(stepFor(high - low, most), low, high);
    if (ticks.length >= 2) return ticks;
  }
}

function listMultiples(step: number, low: number, high: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step);
}

/** The values with as many digits as tell them apart. */
export function writeTicks(ticks: number[]): string[] {
  const apart = ticks.length > 1 ? Math.abs(ticks[1]! - ticks[0]!) : 0;
  const most = Math.max(...ticks.map(Math.abs), 0);
  const digits = apart > 0 ? Math.max(1, Math.min(15, Math.ceil(Math.log10(most / apart) - 1e-9) + 2)) : 4;
  return ticks.map((tick) => (Math.abs(tick) < 1e-9 * apart ? "0" : tell(Number(tick.toPrecision(12)), digits)));
}

/** Of what values take, so much is left free above and below, that lines along their ends are seen. */
const kMargin = 0.05;

/** A span about the values from the least to the greatest; 0 is its end where no value is beyond it. */
export function spanOf(low: number, high: number, isLog = false): Span {
  if (!(low <= high)) return isLog ? [1, 10] : [0, 1];
  if (isLog) return [10 ** Math.floor(Math.log10(low)), 10 ** Math.max(Math.ceil(Math.log10(high)), Math.floor(Math.log10(low)) + 1)];
  const margin = kMargin * (high - low) || 0.5 * Math.abs(high) || 1;
  return [low >= 0 && low < margin ? 0 : low - margin, high <= 0 && high > -margin ? 0 : high + margin];
}
