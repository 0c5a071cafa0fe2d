// What is told of a place under the pointer: the values of curves there, and which of them it is upon.
import { element } from "../dom";
import { tell } from "../text";
import { listEntries } from "./legend";
import { type Curve, distanceTo, type Scales, type Scene, trackOf, valueAt } from "./scene";

/** px from a curve to be upon it. */
const kNear = 8;
/** px of a line of what is told. */
const kLine = 24;

/** The quantity and the unit of an axis' name, "force [N]". */
function partsOf(axis: string): { name: string; unit: string } {
  const found = /^(.*) \[([^\]]*)\]$/.exec(axis);
  return found ? { name: found[1]!, unit: ` ${found[2]}` } : { name: axis, unit: "" };
}

/** A drive that a curve is of alone, or its own name. */
function nameOf(one: Curve): string {
  return one.of?.length === 1 ? one.of[0]! : one.name;
}

/** The curve that a place is upon, or the drive that it is of; "": none. */
export function findNear(shown: Curve[], scales: Scales, [x, y]: [number, number]): string {
  let [name, least] = ["", kNear];
  for (const one of shown) {
    const distance = one.marks === undefined ? distanceTo(trackOf(one, scales), x, y) : Infinity;
    if (distance < least) [name, least] = [nameOf(one), distance];
  }
  return name;
}

/** What curves are at x, if any has a value there. */
function tellCurves(scene: Scene, shown: Curve[], x: number): HTMLElement[] {
  const rows = listEntries(shown).map((one) => ({ one, value: valueAt(one, x) })).filter(({ value }) => !Number.isNaN(value));
  if (rows.length === 0) return [];
  const { name, unit } = partsOf(scene.x.name);
  const up = partsOf(scene.y.name).unit;
  return [element("div", {}, `${name} = ${tell(x, 5)}${unit}`), ...rows.map(({ one, value }) => {
    const spot = element("i", {});
    spot.style.background = one.color;
    return element("div", {}, spot, `${one.name}: ${tell(value, 4)}${up}`);
  })];
}

export class Tip {
  readonly element = element("div", { class: "tip", hidden: "" });

  /** @param at px @param room px, of the plot */
  show(scene: Scene, shown: Curve[], scales: Scales, at: [number, number], room: { width: number; height: number }): void {
    const [x, y] = [scales.x.value(at[0]), scales.y.value(at[1])];
    const lines = scene.tell?.(x, y).map((text) => element("div", {}, text));
    const told = lines ?? (scene.isQuiet === true ? [] : tellCurves(scene, shown, x));
    this.element.hidden = told.length === 0;
    if (told.length === 0) return;
    this.element.replaceChildren(...told);
    const isRight = at[0] > room.width / 2;
    const { style } = this.element;
    style.left = isRight ? "" : `${at[0] + 14}px`;
    style.right = isRight ? `${room.width - at[0] + 10}px` : "";
    style.top = `${Math.max(0, Math.min(at[1] + 10, room.height - kLine * told.length))}px`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
