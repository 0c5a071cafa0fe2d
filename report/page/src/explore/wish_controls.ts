// Which motion is planned, and what of the limits it may use.
import { element, select } from "../dom";
import type { Wishes } from "../state";
import { plainWishes } from "../state";
import { tell } from "../text";

/** Of motions of least losses, the time over the fastest's. */
const kPaces = { least: 1.01, most: 3, step: 0.01 };
const kMotions = ["fastest", "rated", "losses"] as const;

/** A number in a unit that is typed: "5", "5 ms", "0,5 %". */
function readNumber(text: string, units: Record<string, number>, plain: number): number {
  const found = /^([-+]?[\d.,]+(?:e[-+]?\d+)?)\s*(\S*)$/i.exec(text.trim());
  if (found === null) return NaN;
  const size = found[2] === "" ? plain : units[found[2]!] ?? NaN;
  return Number(found[1]!.replace(",", ".")) * size;
}

interface Field {
  key: "reserve" | "rise_time";
  name: string;
  unit: string;
  size: number;
  units: Record<string, number>;
  most: number;
  expected: string;
}

const fields: Field[] = [
  { key: "reserve", name: "reserve of all limits", unit: "%", size: 0.01, units: { "%": 0.01 }, most: 0.99, expected: "expected 0 to 99 %" },
  { key: "rise_time", name: "rise time of forces", unit: "ms", size: 1e-3, units: { s: 1, ms: 1e-3, us: 1e-6 }, most: 10, expected: "expected 0 to 10 s, such as 5 ms" },
];

export class WishControls {
  readonly element: HTMLElement;
  private wishes: Wishes = { ...plainWishes };
  private shows: (() => void)[] = [];
  private readonly closed = this.makeClosed();

  /** @param change is told what of the wishes has changed */
  constructor(private readonly change: (what: keyof Wishes) => void) {
    const more = element("details", { class: "group", "data-group": "plan" }, element("summary", {}, "options of the plan"),
      element("div", { class: "parameters" }, ...fields.map((one) => this.makeField(one)), this.closed));
    this.element = element("div", {}, this.makeMotion(), more);
    this.set(this.wishes);
  }

  get now(): Wishes {
    return this.wishes;
  }
  set(wishes: Wishes): void {
    this.wishes = { ...wishes };
    for (const show of this.shows) show();
  }

  /** What means nothing for a cycle is hidden: it goes round by itself. */
  suit(isCycle: boolean): void {
    this.closed.hidden = isCycle;
  }

  private take<Key extends keyof Wishes>(key: Key, value: Wishes[Key]): void {
    this.set({ ...this.wishes, [key]: value });
    this.change(key);
  }

  private makeMotion(): HTMLElement {
    const told = element("output", {});
    const pace = element("input", { type: "range", min: String(kPaces.least), max: String(kPaces.most), step: String(kPaces.step), "aria-label": "time over the fastest motion's" });
    const slower = element("label", { hidden: "" }, "time × ", pace, told);
    pace.addEventListener("input", () => this.take("pace", Number(pace.value)));
    const list = select("motion", ["fastest motion", "fastest within rated forces", "least losses"], (index) => this.take("motion", kMotions[index]!));
    this.shows.push(() => {
      pace.value = String(this.wishes.pace);
      told.textContent = pace.value;
      slower.hidden = this.wishes.motion !== "losses";
      list.selectedIndex = kMotions.indexOf(this.wishes.motion);
    });
    return element("div", { class: "controls", role: "group", "aria-label": "motion" }, list, slower);
  }

  private makeField({ key, name, unit, size, units, most, expected }: Field): HTMLElement {
    const field = element("input", { type: "text", inputmode: "decimal", "aria-label": `${name}, ${unit}`, size: "9" });
    const wrong = element("span", { class: "wrong note", role: "alert", hidden: "" }, expected);
    field.addEventListener("change", () => {
      const value = readNumber(field.value, units, size);
      wrong.hidden = value >= 0 && value <= most;
      field.toggleAttribute("aria-invalid", !wrong.hidden);
      if (wrong.hidden) this.take(key, value);
    });
    this.shows.push(() => {
      field.value = tell(this.wishes[key] / size, 5);
      field.dataset.shown = field.value;
    });
    return element("div", { class: "parameter" }, element("span", { class: "parameter-name" }, `${name} [${unit}]`), element("span", {}), field, wrong);
  }

  private makeClosed(): HTMLLabelElement {
    const box = element("input", { type: "checkbox" });
    box.addEventListener("change", () => this.take("closed", box.checked));
    this.shows.push(() => { box.checked = this.wishes.closed; });
    return element("label", { title: "the same speed at both ends; of paths that end where they began" }, box, " round and round");
  }
}
