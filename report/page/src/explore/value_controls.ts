// All that can be moved by its value: the parameters, and numbers of the file in groups of their own.
import { element } from "../dom";
import type { Document } from "../document";
import { ParameterControl } from "./parameter_control";
import { readValue } from "./server";

const titles: Record<string, string> = { path: "numbers of the path", drives: "limits of drives", loads: "loads", cycle: "the cycle" };

interface Group {
  element: HTMLElement;
  controls: ParameterControl[];
}

export class ValueControls {
  readonly element = element("div", { class: "values" });
  readonly all: ParameterControl[];
  private readonly groups: Group[] = [];

  /** @param move is told the name and the value; NaN: none */
  constructor(data: Document, move: (name: string, value: number) => void) {
    this.all = data.explore!.movables.map((movable) => new ParameterControl(data, movable, (value) => move(movable.name, value),
      (text) => readValue(movable.name, text)));
    this.add("", element("div", { class: "parameters" }));
    for (const [group, title] of Object.entries(titles)) {
      const list = element("div", { class: "parameters" });
      this.add(group, list, element("details", { class: "group", "data-group": group }, element("summary", {}, title), list));
    }
  }

  private add(group: string, list: HTMLElement, whole = list): void {
    const controls = this.all.filter((one) => one.parameter.group === group);
    if (controls.length === 0) return;
    list.append(...controls.map((one) => one.element));
    this.groups.push({ element: whole, controls });
    this.element.append(whole);
  }

  /** Shows what the path or cycle looked at has something of. */
  suit(course: string): void {
    for (const { element: whole, controls } of this.groups) {
      const shown = controls.map((one) => one.suit(course));
      whole.hidden = !shown.includes(true);
    }
  }

  /** Where all of them are, away from where they began. */
  set(values: Record<string, number>): void {
    for (const one of this.all) {
      const { name, original } = one.parameter;
      one.set(Object.hasOwn(values, name) ? values[name]! : original ?? NaN);
    }
  }
}
