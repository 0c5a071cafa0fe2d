// What curves are at two cursors, and how they differ.
import { element, table } from "../dom";
import { tell } from "../text";
import { listEntries } from "./legend";
import { type Curve, type Scene, valueAt } from "./scene";

export class Readout {
  readonly element = element("div", { class: "scroll readout", hidden: "" });

  /** @param first @param second along x; NaN: none, then nothing is told */
  show(scene: Scene, shown: Curve[], first: number, second: number): void {
    const isTold = !Number.isNaN(first) && !Number.isNaN(second) && scene.isQuiet !== true;
    this.element.hidden = !isTold;
    if (!isTold) return;
    const row = (name: string, one: number, two: number): string[] => [name, tell(one, 5), tell(two, 5), tell(two - one, 5)];
    const rows = listEntries(shown).map((one) => row(one.name, valueAt(one, first), valueAt(one, second)));
    this.element.replaceChildren(table([scene.y.name, "here", "second cursor", "difference"], [row(scene.x.name, first, second), ...rows]));
  }
}
