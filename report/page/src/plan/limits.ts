// What a drive's limits allow, at its coordinate.
import type { Drive } from "../document";

/** The least and the largest force at a speed; infinite without a limit. */
export function forceRange(drive: Drive, speed: number): [number, number] {
  const [low, high] = drive.limits.force;
  const { lines } = drive.limits;
  const most = lines.map(({ stall, slope }) => stall - slope * speed);
  const least = lines.map(({ stall, slope }) => -stall - slope * speed);
  return [Math.max(low ?? -Infinity, ...least), Math.min(high ?? Infinity, ...most)];
}

/** What the motor bears for ever at a speed; infinite if that is not known. */
export function ratedForce(drive: Drive, speed: number): number {
  const { rated, rated_over_speed: curve } = drive.limits;
  if (rated === null) return Infinity;
  const size = Math.abs(speed);
  const next = curve.findIndex(([at]) => at > size);
  if (next <= 0) return next < 0 ? curve.at(-1)?.[1] ?? rated : rated;
  const [from, low] = curve[next - 1]!;
  const [to, high] = curve[next]!;
  return low + ((size - from) / (to - from)) * (high - low);
}

/** A value of every instant of one drive among all of them. */
export function valuesOf(all: Float64Array, drives: number, drive: number): number[] {
  return Array.from({ length: drives > 0 ? all.length / drives : 0 }, (_, i) => all[i * drives + drive]!);
}
