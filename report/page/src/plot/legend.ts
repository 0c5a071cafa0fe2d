// The names of a plot's curves: buttons that switch them, and bring them out under a pointer.
import { element } from "../dom";
import { theme } from "../theme";
import { type Pen, widthOf } from "./pen";
import type { Curve } from "./scene";

/** px: of a name without its text, between two of them, and of a row. */
const kIcon = 30;
const kTaken = kIcon + 6;
const kGap = 14;
export const kRow = 24;
/** More names than in these rows are scrolled. */
const kMostRows = 8;
const kSvg = "http://www.w3.org/2000/svg";

/** The curves that have names of their own: the first of each name that tells something. */
export function listEntries(curves: Curve[]): Curve[] {
  const found = new Map<string, Curve>();
  for (const one of curves) if (one.name !== "" && (one.isQuiet !== true || one.marks !== undefined) && !found.has(one.name)) found.set(one.name, one);
  for (const one of curves) if (one.name !== "" && !found.has(one.name)) found.set(one.name, one);
  return [...found.values()];
}

/** In how many rows these are named. */
export function countRows(names: string[], width: number): number {
  let [rows, left] = [1, width];
  for (const name of names) {
    const taken = kTaken + widthOf(name) + kGap;
    if (taken > left && left < width) [rows, left] = [rows + 1, width];
    left -= taken;
  }
  return rows;
}

/** A piece of the curve. */
function makeIcon(one: Curve): SVGElement {
  const icon = document.createElementNS(kSvg, "svg");
  for (const [name, value] of [["width", kIcon], ["height", 12], ["aria-hidden", "true"]] as const) icon.setAttribute(name, String(value));
  const isMark = one.marks !== undefined;
  const part = document.createElementNS(kSvg, isMark ? "circle" : "line");
  const isRing = one.marks?.mark === "ring";
  const own: [string, string | number][] = isMark ? [["cx", kIcon / 2], ["cy", 6], ["r", Math.min(5, one.marks!.size / 2)], ["fill", isRing ? "none" : one.color], ["stroke", isRing ? one.color : "none"], ["stroke-width", 2]]
    : [["x1", 0], ["x2", kIcon], ["y1", 6], ["y2", 6], ["stroke", one.color], ["stroke-width", Math.max(2, one.width ?? 1.6)], ["stroke-dasharray", (one.dash ?? []).join(" ") || "none"]];
  for (const [name, value] of own) part.setAttribute(name, String(value));
  icon.append(part);
  return icon;
}

export class Legend {
  readonly element = element("div", { class: "legend" });
  private readonly list = element("div", { class: "names-of-curves" });
  private readonly off = new Set<string>();
  private shown = "";
  private rows = 1;
  private entries: Curve[] = [];

  /** @param changed when a curve is switched @param point with the name under the pointer, or "" @param more beside the names */
  constructor(private readonly changed: () => void, private readonly point: (name: string) => void, ...more: HTMLElement[]) {
    this.element.append(this.list, element("div", { class: "tools" }, ...more));
  }

  isOff(name: string): boolean {
    return this.off.has(name);
  }

  /** @param keepsRoom it does not become lower again */
  show(entries: Curve[], keepsRoom: boolean): void {
    const key = JSON.stringify(entries.map((one) => [one.name, one.color, one.dash, one.width]));
    if (key === this.shown) return;
    this.shown = key;
    this.entries = entries;
    this.list.replaceChildren(...entries.map((one) => this.make(one)));
    if (!keepsRoom) return;
    this.rows = Math.max(this.rows, countRows(entries.map((one) => one.name), this.list.clientWidth || 400));
    this.list.style.minHeight = `${kRow * Math.min(kMostRows, this.rows)}px`;
  }

  private make(one: Curve): HTMLElement {
    const made = element("button", { type: "button", "aria-pressed": String(!this.off.has(one.name)) }, makeIcon(one), one.name);
    made.addEventListener("click", () => {
      if (!this.off.delete(one.name)) this.off.add(one.name);
      made.setAttribute("aria-pressed", String(!this.off.has(one.name)));
      this.changed();
    });
    const name = one.of?.length === 1 ? one.of[0]! : one.name;
    made.addEventListener("pointerenter", () => this.point(name));
    made.addEventListener("pointerleave", () => this.point(""));
    return made;
  }

  /** Shows which one is brought out. */
  bring(name: string): void {
    this.entries.forEach((one, i) => this.list.children[i]?.classList.toggle("brought", name !== "" && (one.name === name || one.of?.includes(name) === true)));
  }

  /** Draws names into a picture, from px down. */
  draw(pen: Pen, entries: Curve[], width: number, top: number): void {
    let [x, y] = [10, top];
    for (const one of entries) {
      const taken = kTaken + widthOf(one.name);
      if (x + taken > width && x > 10) [x, y] = [10, y + kRow];
      if (one.marks !== undefined) pen.marks([x + kIcon / 2, y], one.marks.mark, Math.min(10, one.marks.size), one.color);
      else pen.lines([x, y, x + kIcon, y], { color: one.color, width: Math.max(2, one.width ?? 1.6), dash: one.dash ?? [] });
      pen.text(one.name, x + kTaken, y, { color: theme.colours().ink });
      x += taken + kGap;
    }
  }
}
