// Texts as people are shown them.
import type { Document, LimitName, Wished } from "./document";

/** A name from a file: characters that would hide or reorder what stands beside them are spelt. */
export function spell(name: string): string {
  return name.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (letter) => `‹U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}›`);
}

/** A number with some digits, without trailing zeros; "–" if there is none. */
export function tell(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "unlimited" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = size >= 1e6 || size < 1e-4
    ? value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e")
    : Number(value.toPrecision(digits)).toString();
  return text.replace("-", "−");
}

/** A unit as the program writes it, "kg m^2" or "s^-1", as people do: "kg m²", "1/s". */
export function writeUnit(unit: string): string {
  const above: string[] = [];
  const below: string[] = [];
  for (const part of unit.split(" ")) {
    const found = /^([^/]+)\^-(\d+)$/.exec(part);
    if (found) below.push(found[2] === "1" ? found[1]! : `${found[1]}^${found[2]}`);
    else above.push(part);
  }
  const quotient = below.length === 0 ? unit : `${above.join(" ") || "1"}/${below.length > 1 ? `(${below.join(" ")})` : below[0]}`;
  return quotient.replaceAll("^2", "²").replaceAll("^3", "³").replaceAll("^4", "⁴");
}

/** Numbers that the program has in an SI unit, as they are shown. */
export class Unit {
  constructor(readonly name: string, private readonly size: number) {}

  show(value: number): number {
    return value / this.size;
  }
  toSi(shown: number): number {
    return shown * this.size;
  }
  tell(value: number | null | undefined, digits = 4): string {
    const number = tell(value === null || value === undefined ? value : value / this.size, digits);
    return this.name === "" || number === "–" ? number : `${number} ${this.name}`;
  }
  /** "speed [mm/s]", or "share" alone. */
  head(quantity: string): string {
    return this.name === "" ? quantity : `${quantity} [${this.name}]`;
  }
}

export function unitOf(document: Document, si: string): Unit {
  const shown = document.units[si];
  return shown ? new Unit(writeUnit(spell(shown.name)), shown.size) : new Unit(si === "1" ? "" : writeUnit(spell(si)), 1);
}

/** Whether a plan's stretch is a stop at which the machine rests for a while. */
export function isStop(stretch: { active: LimitName[] }): boolean {
  return stretch.active.length === 1 && stretch.active[0]!.name === "" && stretch.active[0]!.limit === "rest";
}

/** "F1 max, F4 min"; "none" if there are none. */
export function listLimits(active: LimitName[]): string {
  const texts = active.map((one) => spell(one.name === "" ? one.limit : `${one.name} ${one.limit}`));
  return texts.length > 0 ? texts.join(", ") : "none";
}

/** What a motion is that is best as a whole. */
export function callWished(wished: Wished): string {
  const within = wished.within_rated ? " within rated forces" : "";
  const least = wished.least_energy ? "motion of least energy" : wished.least_losses ? "motion of least losses" : "";
  return (least !== "" ? least : wished.is_even ? "fast motion of even forces" : "fastest motion") + within;
}
