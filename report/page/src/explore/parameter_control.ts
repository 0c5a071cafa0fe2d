// Something of a machine that can be moved: a list where it is one of several, otherwise a field, and a
// slider where it has bounds.
import { element, select } from "../dom";
import type { Document, Movable } from "../document";
import { spell, tell, unitOf, type Unit } from "../text";

const kSteps = 400;
let controls = 0;

export class ParameterControl {
  readonly element: HTMLElement;
  private readonly slider: HTMLInputElement | null = null;
  private readonly field: HTMLInputElement | null = null;
  private readonly list: HTMLSelectElement | null = null;
  private readonly unit: Unit;
  private value: number;

  /** Why what was typed is no value. */
  private readonly wrong: HTMLElement;
  /** Grows with what is typed: answers about what was typed before are not heard any more. */
  private typed = 0;

  /**
   * @param move is told the value, in SI or the number of a choice; NaN: none
   * @param read tells what a text with units or a formula is
   */
  constructor(data: Document, readonly parameter: Movable, private readonly move: (value: number) => void,
              private readonly read: (text: string) => Promise<{ value: number; isPlain: boolean }>) {
    this.wrong = element("span", { class: "wrong note", role: "alert", hidden: "", id: `wrong-${++controls}` });
    this.unit = unitOf(data, parameter.unit);
    this.value = parameter.original ?? NaN;
    const name = spell(parameter.label || parameter.name);
    const isChoice = parameter.choices.length > 0;
    const label = element("span", { class: "parameter-name", title: spell(parameter.description) }, isChoice ? name : this.unit.head(name));
    this.element = element("div", { class: "parameter" }, label);
    if (isChoice) {
      this.list = select(name, parameter.choices.map(spell), (choice) => this.take(choice));
      this.element.append(this.list);
    } else {
      this.slider = this.hasBounds ? this.makeSlider(name) : null;
      this.field = this.makeField(name);
      this.field.setAttribute("aria-describedby", this.wrong.id);
      this.element.append(this.slider ?? element("span", {}), this.field, this.wrong);
    }
    this.show();
  }

  /** As if it had been moved, but tells nobody. */
  set(value: number): void {
    this.value = value;
    this.show();
  }
  reset(): void {
    this.set(this.parameter.original ?? NaN);
  }
  /** Shows it where the course looked at has something of it. */
  suit(course: string): boolean {
    const { courses } = this.parameter;
    this.element.hidden = courses.length > 0 && !courses.includes(course);
    return !this.element.hidden;
  }

  private get hasBounds(): boolean {
    const { min, max } = this.parameter;
    return min !== null && max !== null && max > min;
  }
  private makeSlider(name: string): HTMLInputElement {
    const slider = element("input", { type: "range", min: "0", max: String(this.steps), step: "1", "aria-label": name });
    slider.addEventListener("input", () => this.take(this.fromShare(Number(slider.value) / this.steps)));
    return slider;
  }
  private makeField(name: string): HTMLInputElement {
    const field = element("input", { type: "text", inputmode: "decimal", "aria-label": `${name}, ${this.unit.name}`, size: "9" });
    field.addEventListener("change", () => void this.takeText(field.value.trim().replaceAll("−", "-")));
    return field;
  }

  /** A number in the unit shown, also with a decimal comma; or what the program reads: "85 cm", "2*0.4 m". */
  private async takeText(text: string): Promise<void> {
    const number = Number(/^[-+]?\d*,\d+(e[-+]?\d+)?$/i.test(text) ? text.replace(",", ".") : text);
    const typed = ++this.typed;
    if (text === "") return this.parameter.original === null ? this.take(NaN) : this.show();
    if (Number.isFinite(number)) return this.take(this.unit.toSi(number));
    try {
      const { value, isPlain } = await this.read(text);
      if (typed === this.typed) this.take(isPlain ? this.unit.toSi(value) : value);
    } catch (error) {
      if (typed !== this.typed) return;
      this.wrong.textContent = spell((error as Error).message.replace(/^request: /, ""));
      this.wrong.hidden = false;
      this.field!.setAttribute("aria-invalid", "true");
    }
  }

  private take(value: number): void {
    ++this.typed;
    this.set(value);
    this.move(value);
  }

  /** Every value of a whole number has a place on its slider. */
  private get steps(): number {
    const { min, max, is_integer } = this.parameter;
    return is_integer ? max! - min! : kSteps;
  }
  private fromShare(share: number): number {
    const { min: low, max: high, is_log, is_integer } = this.parameter;
    const [min, max] = [low!, high!];
    if (share === 0 || share === 1) return share === 0 ? min : max;
    const value = is_log && !is_integer ? min * (max / min) ** share : min + share * (max - min);
    if (is_integer) return Math.round(value);
    const digits = Number(value.toPrecision(4));
    return Math.abs(digits - value) < 0.01 * (max - min) ? Math.max(min, Math.min(max, digits)) : value;
  }
  private toShare(value: number): number {
    const { min: low, max: high, is_log, is_integer } = this.parameter;
    const [min, max] = [low!, high!];
    return is_log && !is_integer ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  }

  private show(): void {
    this.wrong.hidden = true;
    this.field?.removeAttribute("aria-invalid");
    this.element.classList.toggle("moved", !Object.is(this.value, this.parameter.original ?? NaN));
    if (this.list !== null) this.list.selectedIndex = this.value;
    if (this.field !== null) this.showField(this.field);
    if (this.slider === null) return;
    const step = String(Math.round(this.steps * this.toShare(this.value)));
    if (this.slider.value !== step) this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", this.unit.tell(this.value));
  }

  private showField(field: HTMLInputElement): void {
    field.value = Number.isNaN(this.value) ? "" : tell(this.unit.show(this.value), 5).replace("−", "-");
    field.placeholder = this.parameter.original === null ? "none" : "";
    field.dataset.shown = field.value;
  }
}
