// How far values must go for a point to follow a hand: the point moves in space by so much per unit of each value, the
// hand in the plane of the view.
import type { Vector } from "../document";

/** The directions of a view in the global frame: to the right, upwards, and towards who looks. */
export interface ViewAxes {
  right: Vector;
  up: Vector;
  towards: Vector;
}

/** m: as seen, and what of it goes into the depth of the picture. */
export type Pull = [number, number, number];

/** What is not seen weighs little: where three values move a point it stays in the plane of the view. */
const kDepth = 1e-2;
/** Of the largest diagonal: what keeps a point that hardly moves as seen from being thrown far. */
const kCalm = 1e-6;

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** A displacement as seen. */
export function toView(axes: ViewAxes, moved: Vector): Pull {
  return [dot(axes.right, moved), dot(axes.up, moved), dot(axes.towards, moved)];
}

export function columnsOf(jacobian: number[]): Vector[] {
  return Array.from({ length: jacobian.length / 3 }, (_, i) => [jacobian[3 * i]!, jacobian[3 * i + 1]!, jacobian[3 * i + 2]!]);
}

/** Solves a small symmetric system that is positive. */
function solve(matrix: number[][], right: number[]): number[] {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (let i = 0; i < n; ++i) {
    for (let k = i + 1; k < n; ++k) {
      const factor = rows[k]![i]! / rows[i]![i]!;
      for (let j = i; j <= n; ++j) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  const found = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; --i) {
    let sum = rows[i]![n]!;
    for (let j = i + 1; j < n; ++j) sum -= rows[i]![j]! * found[j]!;
    found[i] = sum / rows[i]![i]!;
  }
  return found;
}

/** By how much each value changes for its point to go as far as a hand does, or as near to that as it can. */
export function follow(jacobian: number[], axes: ViewAxes, pull: Pull): number[] {
  const columns = columnsOf(jacobian);
  // Values have units of their own: each counts by how far it moves the point.
  const sizes = columns.map((column) => Math.hypot(...column) || 1);
  const seen = columns.map((column, i) => toView(axes, column.map((one) => one / sizes[i]!) as Vector));
  const weights = [1, 1, kDepth ** 2];
  const product = (a: Pull, b: Pull): number => a.reduce((sum, one, k) => sum + weights[k]! * one * b[k]!, 0);
  const matrix = seen.map((a, i) => seen.map((b, j) => product(a, b) + (i === j ? kCalm : 0)));
  const found = solve(matrix, seen.map((a) => product(a, pull)));
  return found.map((one, i) => one / sizes[i]!);
}

/** Where a point goes if values change by so much. */
export function shift(at: Vector, jacobian: number[], by: number[]): Vector {
  const columns = columnsOf(jacobian);
  return at.map((one, axis) => columns.reduce((sum, column, i) => sum + column[axis]! * by[i]!, one)) as Vector;
}

/** The finest step of a value that is worth telling apart: a power of ten by which its point moves at most this far. */
export function findStep(column: Vector, least: number): number {
  const size = Math.hypot(...column);
  return size > 0 && least > 0 ? 10 ** Math.floor(Math.log10(least / size)) : 0;
}
