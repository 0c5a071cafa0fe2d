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

/** A value of every instant of one drive among all of them. */
export function valuesOf(all: Float64Array, drives: number, drive: number): number[] {
  return Array.from({ length: drives > 0 ? all.length / drives : 0 }, (_, i) => all[i * drives + drive]!);
}
