// The colours of limits: one limit has one colour in every view, of every path and design, while a machine is moved, too.
import type { LimitName } from "./document";
import { seriesColours, theme } from "./theme";

const kDashes = ["solid", "dashed", "dotted"] as const;

export interface LineStyle {
  color: string;
  type: (typeof kDashes)[number];
}

/** Numbers of limits in the order in which they were learnt; where limits hold together they have one number more. */
const numbers = new Map<string, number>();

/** The same in whatever order a region or a plan names them. */
export function keyOf(limits: LimitName[]): string {
  return JSON.stringify(limits.map((one) => [one.name, one.limit]).sort());
}

/** Gives colours to limits that have none yet: those that hold alone first, as there are few colours. */
export function learnLimits(all: LimitName[][]): void {
  for (const isAlone of [true, false]) {
    for (const limits of all) {
      if ((limits.length === 1) !== isAlone || limits.length === 0) continue;
      const key = keyOf(limits);
      if (!numbers.has(key)) numbers.set(key, numbers.size);
    }
  }
}

/** How a line is drawn where these limits hold; dashes where colours repeat. No limit is drawn as text is. */
export function styleOf(limits: LimitName[]): LineStyle {
  if (limits.length === 0) return { color: theme.colours().ink, type: "solid" };
  learnLimits([limits]);
  const number = numbers.get(keyOf(limits))!;
  return {
    color: seriesColours[number % seriesColours.length]!,
    type: kDashes[Math.floor(number / seriesColours.length) % kDashes.length]!,
  };
}
