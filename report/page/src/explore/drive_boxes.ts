// Which drives are there.
import { element } from "../dom";
import { spell } from "../text";

export class DriveBoxes {
  readonly element: HTMLElement;
  private readonly boxes: HTMLInputElement[];

  /** @param change is told those that are off, and which was switched */
  constructor(private readonly names: string[], change: (off: string[], name: string) => void) {
    this.boxes = names.map((name) => {
      const box = element("input", { type: "checkbox" });
      box.checked = true;
      box.addEventListener("change", () => change(this.off, name));
      return box;
    });
    this.element = element("div", { class: "controls", role: "group", "aria-label": "drives" }, "drives ",
      ...names.map((name, k) => element("label", {}, this.boxes[k]!, spell(name))));
  }

  get off(): string[] {
    return this.names.filter((_, k) => !this.boxes[k]!.checked);
  }
  set(off: string[]): void {
    this.names.forEach((name, k) => { this.boxes[k]!.checked = !off.includes(name); });
  }
}
