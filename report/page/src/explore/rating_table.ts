// The numbers that tell how good the machine is, perhaps beside those of a stored design.
import { element, table } from "../dom";
import { isGiven, type Document, type Explore, type Plan } from "../document";
import { callWished, spell, tell, unitOf } from "../text";

/** A number as it is compared: in SI, of a unit as the program knows it. */
export interface Headline {
  name: string;
  unit: string;
  value: number | null;
}

/** The ratings of a stored design by name. */
export interface Stored {
  title: string;
  values: Map<string, number>;
  /** s, of its fastest motion, if that is known. */
  time?: number;
}

/** Long names may be broken behind their dots. */
export function callRating(name: string): string {
  return spell(name).replaceAll("_", " ").replaceAll(".", ".\u200b");
}

function callTime(plan: Plan | undefined): string {
  if (isGiven(plan)) return `time of its law, ${plan?.status === "given" ? "within" : "beyond"} limits`;
  const wished = plan?.wished ?? null;
  return wished === null ? "time of the fastest motion" : `time of the ${callWished(wished)}`;
}

export class RatingTable {
  readonly element = element("div", { class: "scroll" });
  /** To be told beside those of the machine. */
  stored: Stored | null = null;
  /** What is shown now. */
  numbers: Headline[] = [];
  /** In what units ratings are. */
  private readonly units = new Map<string, string>();

  constructor(private readonly data: Document) {}

  /** It is of something else than what is shown. */
  age(): void {
    this.element.classList.add("old");
  }

  /** Numbers of the machine before would be taken for those of one that cannot be. */
  clear(): void {
    this.numbers = [];
    this.element.classList.remove("old");
    const { stored } = this;
    this.element.replaceChildren(...(stored === null ? [] : [table(["criterion", "value", stored.title], [...stored.values].map(([name, value]) =>
      [callRating(name), "–", unitOf(this.data, this.units.get(name) ?? "1").tell(value, 5)]))]));
  }

  show(found: Explore, plan: Plan | undefined): void {
    this.element.classList.remove("old");
    const { stored } = this;
    const rows = found.ratings.map((one) => {
      const unit = unitOf(this.data, one.unit);
      this.units.set(one.name, one.unit);
      const row = [callRating(one.name), `${one.holds ? "" : "✗ "}${unit.tell(one.value, 5)}`];
      return stored === null ? row : [...row, unit.tell(stored.values.get(one.name) ?? NaN, 5)];
    });
    rows.unshift(...this.listOfPlan(plan).map((row, i) => (stored === null ? row : [...row, i === 0 && stored.time !== undefined ? unitOf(this.data, "s").tell(stored.time, 6) : ""])));
    this.numbers = this.listNumbers(found, plan);
    const parts: HTMLElement[] = [table(["criterion", "value", ...(stored === null ? [] : [stored.title])], rows)];
    if (found.ratings.some((one) => !one.holds)) parts.push(element("p", { class: "caption" }, "✗: out of bounds"));
    if (found.rating_failure !== "") parts.push(element("p", { class: "note" }, spell(found.rating_failure)));
    this.element.replaceChildren(...parts);
  }

  private listOfPlan(plan: Plan | undefined): string[][] {
    if (plan === undefined) return [];
    const wished = plan.wished;
    const losses = wished === null ? [] : [[`losses, ${wished.losses_unit}`, tell(wished.losses, 5)]];
    const time = plan.time == null ? ["fastest motion", spell(`${plan.status}: ${plan.reason}`)] : [callTime(plan), unitOf(this.data, "s").tell(plan.time, 6)];
    return [time, ...losses];
  }

  private listNumbers(found: Explore, plan: Plan | undefined): Headline[] {
    const numbers: Headline[] = found.ratings.map(({ name, unit, value }) => ({ name, unit, value }));
    if (plan !== undefined) numbers.unshift({ name: callTime(plan), unit: "s", value: plan.time });
    return numbers;
  }
}
