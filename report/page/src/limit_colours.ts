// The colours of drives and limits: a drive has one colour in every chart, and a limit one look in every view, of every
// path and design, while a machine is moved, too. What a drive's limit alone holds back is drawn in its colour.
import type { LimitName } from "./document";
import { mixColours, seriesColours, theme } from "./theme";

export interface LineStyle {
  color: string;
  /** px drawn, px left out, … */
  dash: number[];
}

export const kDashed = [6, 4];
export const kDotted = [2, 3];

/** How a drive's limits are drawn, by their names. */
const kOfDrive: Record<string, number[]> = {
  max: [], min: kDashed, speed: kDotted, line: [9, 3, 2, 3], acceleration: [2, 5], tension: [14, 4], reaction: [9, 3, 2, 3, 2, 3],
  transmitted: [14, 4, 2, 4], preload: [5, 2],
};
const kDashes = [[], kDashed, kDotted];
/** Of limits together where drives have all colours. */
const kOtherDashes = [[16, 3], [7, 3, 7, 6], [3, 3, 9, 3]];

/** Numbers of drives, by name, in the order in which they were learnt; and of other limits, and of those that hold together. */
const drives = new Map<string, number>();
const numbers = new Map<string, number>();
const driveColours = [...seriesColours, ...mixColours];

/** Gives colours to drives that have none yet. */
export function learnDrives(names: string[]): void {
  for (const name of names) if (!drives.has(name)) drives.set(name, drives.size);
}

export function colourOfDrive(name: string): string {
  learnDrives([name]);
  return driveColours[drives.get(name)! % driveColours.length]!;
}

/** The same in whatever order a region or a plan names them. */
export function keyOf(limits: LimitName[]): string {
  return JSON.stringify(limits.map((one) => [one.name, one.limit]).sort());
}

/** The drive whose limit this is alone. */
function driveOf(limits: LimitName[]): string | null {
  const name = limits.length === 1 ? limits[0]!.name : "";
  return drives.has(name) && limits[0]!.limit in kOfDrive ? name : null;
}

/** Gives looks to limits that have none yet: those that hold alone first, as there are few colours. */
export function learnLimits(all: LimitName[][]): void {
  for (const isAlone of [true, false]) {
    for (const limits of all) {
      if ((limits.length === 1) !== isAlone || limits.length === 0 || driveOf(limits) !== null) continue;
      const key = keyOf(limits);
      if (!numbers.has(key)) numbers.set(key, numbers.size);
    }
  }
}

/** How a line is drawn where these limits hold; dashes where colours repeat. No limit is drawn as text is. */
export function styleOf(limits: LimitName[]): LineStyle {
  if (limits.length === 0) return { color: theme.colours().ink, dash: [] };
  const drive = driveOf(limits);
  if (drive !== null) return { color: colourOfDrive(drive), dash: kOfDrive[limits[0]!.limit]! };
  learnLimits([limits]);
  const number = numbers.get(keyOf(limits))!;
  const dashes = drives.size > seriesColours.length ? kOtherDashes : kDashes;
  return { color: mixColours[number % mixColours.length]!, dash: dashes[Math.floor(number / mixColours.length) % dashes.length]! };
}
