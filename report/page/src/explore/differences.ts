// In what machines differ: their values, what is off, and their numbers, side by side.
import { element } from "../dom";
import type { Document, Movable } from "../document";
import { plainWishes, type Settings, type Wishes } from "../state";
import { spell, tell, type Unit, unitOf } from "../text";
import { callRating, type Headline } from "./rating_table";

/** A machine as it is compared: all its values, from where they began. */
export interface Side {
  settings: Settings;
  numbers: Headline[];
}

/** What is told of all sides; numbers in SI, or words. */
export interface Difference {
  name: string;
  unit: Unit;
  cells: (number | string | null)[];
  /** One of what a machine is rated by. */
  isNumber: boolean;
}

function isOneOf(cells: (number | string | null)[]): boolean {
  return cells.every((cell) => Object.is(cell, cells[0]));
}

function nameOf(movable: Movable): string {
  const course = movable.group === "path" || movable.group === "cycle" ? `${movable.courses[0]} ` : "";
  return spell(course + (movable.label || movable.name));
}

function valueOf({ settings }: Side, movable: Movable): number | string | null {
  const value = Object.hasOwn(settings.values, movable.name) ? settings.values[movable.name]! : movable.original;
  return movable.choices.length > 0 && value !== null ? spell(movable.choices[value] ?? "–") : value;
}

const wishNames: [keyof Wishes, string, string][] = [["motion", "motion", "1"], ["pace", "time over the fastest's", "1"], ["reserve", "reserve", "1"], ["rise_time", "rise time", "s"], ["closed", "round and round", "1"]];

function listWishes(data: Document, sides: Side[]): Difference[] {
  return wishNames.map(([key, name, unit]) => ({
    name, unit: unitOf(data, unit), isNumber: false,
    cells: sides.map(({ settings: { wishes } }) => {
      if (key === "pace" && wishes.motion !== "losses") return null;
      const value = wishes[key] ?? plainWishes[key];
      return typeof value === "boolean" ? (value ? "yes" : "no") : value;
    }),
  }));
}

/** The values in which sides differ, and all their numbers. */
export function listDifferences(data: Document, sides: Side[]): Difference[] {
  const values = data.explore!.movables.map((movable) => ({
    name: nameOf(movable), unit: unitOf(data, movable.unit), isNumber: false, cells: sides.map((side) => valueOf(side, movable)),
  }));
  const off = { name: "drives that are off", unit: unitOf(data, "1"), isNumber: false, cells: sides.map(({ settings }) => settings.off.map(spell).join(", ") || "none") };
  const names = [...new Map(sides.flatMap((side) => side.numbers).map((one) => [one.name, one.unit]))];
  const numbers = names.map(([name, unit]) => ({
    name: callRating(name), unit: unitOf(data, unit), isNumber: true,
    cells: sides.map((side) => side.numbers.find((one) => one.name === name)?.value ?? null),
  }));
  return [...[...values, off, ...listWishes(data, sides)].filter((one) => !isOneOf(one.cells)), ...numbers];
}

/** "+3.2 %" of another one; nothing where that says nothing. */
export function tellShare(value: number | string | null, other: number | string | null): string {
  if (typeof value !== "number" || typeof other !== "number" || other === 0 || value === other) return "";
  const share = 100 * (value / other - 1);
  return Number.isFinite(share) ? `${share > 0 ? "+" : ""}${tell(share, 2)} %` : "";
}

/** The rows of a table: each number with its unit, and by how much it differs from that of one of the sides. */
export function makeRows(list: Difference[], reference: number): HTMLElement[] {
  return list.map(({ name, unit, cells, isNumber }) => {
    const other = cells[reference] ?? null;
    return element("tr", isNumber ? {} : { class: "value" }, element("th", { scope: "row" }, name), ...cells.map((cell) => {
      const text = typeof cell === "string" ? cell : unit.tell(cell, 5);
      const share = tellShare(cell, other);
      return element("td", {}, text, ...(share === "" ? [] : [element("small", {}, ` ${share}`)]));
    }));
  });
}
