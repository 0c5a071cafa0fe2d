// Regions of (d1, d2): what bounds them, and where.
import type { LimitName, Regions } from "../document";

export type Point = [number, number];

/** A piece of a region's boundary and the limits that hold along it. */
export interface Edge {
  limits: LimitName[];
  points: Point[];
}

export interface Window {
  d1: number;
  low: number;
  high: number;
}

const kChords = 24;

function valueAt(strips: Float64Array, at: number, d1: number): number {
  return strips[at]! + d1 * (strips[at + 1]! + d1 * strips[at + 2]!);
}

/** The limits that a number stands for; none where nothing holds. */
function limitsOf(regions: Regions, number: number): LimitName[] {
  return number < 0 ? [] : regions.held[number]!;
}

/** The accessible d2 at d1, or null. */
export function findRange(regions: Regions, index: number, d1: number): Point | null {
  for (let i = regions.first[index]!; i < regions.first[index + 1]!; ++i) {
    const at = 8 * i;
    if (d1 < regions.strips[at]! || d1 > regions.strips[at + 1]!) continue;
    return [valueAt(regions.strips, at + 2, d1), valueAt(regions.strips, at + 5, d1)];
  }
  return null;
}

function trace(strips: Float64Array, at: number, begin: number, end: number, window: Window): Point[] {
  const isStraight = strips[at + 1] === 0 && strips[at + 2] === 0;
  const chords = isStraight || !Number.isFinite(strips[at]!) ? 1 : kChords;
  const height = window.high - window.low;
  return Array.from({ length: chords + 1 }, (_, i) => {
    const d1 = begin + ((end - begin) * i) / chords;
    const d2 = Number.isFinite(strips[at]!) ? valueAt(strips, at, d1) : strips[at]!;
    return [d1, Math.max(window.low - height, Math.min(window.high + height, d2))];
  });
}

/** The parts of a region as outlines to be filled, and its boundary by limits, inside a window. */
export function outline(regions: Regions, index: number, window: Window): { parts: Point[][]; edges: Edge[] } {
  const parts: Point[][] = [];
  const edges: Edge[] = [];
  let upper: Point[] = [];
  let lower: Point[] = [];
  const close = (): void => {
    if (lower.length > 0) parts.push([...lower, ...upper.reverse()]);
    upper = [];
    lower = [];
  };
  const beyond = 1.2 * window.d1;
  let last = -1;
  const { strips, labels } = regions;
  for (let i = regions.first[index]!; i < regions.first[index + 1]!; ++i) {
    const at = 8 * i;
    const begin = strips[at]!;
    const end = Math.min(strips[at + 1]!, beyond);
    if (begin > beyond) break;
    if (begin !== last) close();
    last = strips[at + 1]!;
    const below = trace(strips, at + 2, begin, end, window);
    const above = trace(strips, at + 5, begin, end, window);
    edges.push({ limits: limitsOf(regions, labels[4 * i]!), points: below });
    edges.push({ limits: limitsOf(regions, labels[4 * i + 1]!), points: above });
    for (const [wall, side] of [[labels[4 * i + 2]!, 0], [labels[4 * i + 3]!, -1]] as const) {
      if (wall >= 0) edges.push({ limits: limitsOf(regions, wall), points: [below.at(side)!, above.at(side)!] });
    }
    lower.push(...below);
    upper.push(...above);
  }
  close();
  return { parts, edges: edges.filter((edge) => edge.limits.length > 0) };
}

function findUsualLargest(values: number[]): number {
  const kept = values.filter((value) => value > 0 && Number.isFinite(value)).sort((a, b) => a - b);
  return kept.length === 0 ? 0 : Math.min(kept.at(-1)!, 2.5 * kept[kept.length >> 1]!);
}

/** The part of the plane worth showing: all regions, unless a few are much larger than most. */
export function chooseWindow(regions: Regions): Window {
  const d1: number[] = [];
  const low: number[] = [];
  const high: number[] = [];
  for (let i = 0; i + 1 < regions.first.length; ++i) {
    let [most, least, largest] = [0, 0, 0];
    for (let k = regions.first[i]!; k < regions.first[i + 1]!; ++k) {
      const at = 8 * k;
      const begin = regions.strips[at]!;
      const end = Number.isFinite(regions.strips[at + 1]!) ? regions.strips[at + 1]! : begin;
      most = Math.max(most, end);
      for (const place of [begin, (begin + end) / 2, end]) {
        const lower = valueAt(regions.strips, at + 2, place);
        const upper = valueAt(regions.strips, at + 5, place);
        if (Number.isFinite(lower)) least = Math.min(least, lower);
        if (Number.isFinite(upper)) largest = Math.max(largest, upper);
      }
    }
    d1.push(most);
    low.push(-least);
    high.push(largest);
  }
  const bottom = -findUsualLargest(low);
  const top = findUsualLargest(high);
  const margin = 0.06 * (top - bottom || 2);
  return { d1: 1.06 * findUsualLargest(d1) || 1, low: bottom - margin, high: top + margin };
}
