// A parameter that can be moved: a slider where it has bounds, and a field in any case.
import { element } from "../dom";
import type { Document, ExploreParameter } from "../document";
import { spell, tell, unitOf, type Unit } from "../text";

const kSteps = 400;

export class ParameterControl {
  readonly element: HTMLElement;
  private readonly slider: HTMLInputElement | null;
  private readonly field: HTMLInputElement;
  private readonly unit: Unit;
  private value: number;

  /** @param move is told the value in SI */
  constructor(data: Document, readonly parameter: ExploreParameter, private readonly move: (value: number) => void) {
    this.unit = unitOf(data, parameter.unit);
    this.value = parameter.value;
    const name = spell(parameter.name);
    const hasBounds = parameter.min !== null && parameter.max !== null && parameter.max > parameter.min;
    this.slider = hasBounds ? element("input", { type: "range", min: "0", max: String(kSteps), step: "1", "aria-label": name }) : null;
    this.field = element("input", { type: "text", inputmode: "decimal", "aria-label": `${name}, ${this.unit.name}`, size: "9" });
    const label = element("span", { class: "parameter-name", title: spell(parameter.description) }, this.unit.head(name));
    this.element = element("div", { class: "parameter" }, label, ...(this.slider ? [this.slider] : [element("span", {})]), this.field);
    this.slider?.addEventListener("input", () => this.take(this.fromShare(Number(this.slider!.value) / kSteps)));
    this.field.addEventListener("change", () => {
      const number = Number(this.field.value.replace("−", "-"));
      if (this.field.value.trim() !== "" && Number.isFinite(number)) this.take(this.unit.toSi(number));
      else this.show();
    });
    this.show();
  }

  get isMoved(): boolean {
    return this.value !== this.parameter.original;
  }

  reset(): void {
    this.value = this.parameter.original;
    this.show();
  }

  private take(value: number): void {
    this.value = value;
    this.show();
    this.move(value);
  }

  /** Over decades evenly in powers, as parameters of that kind are thought of. */
  private get isLogarithmic(): boolean {
    const { min, max } = this.parameter;
    return min !== null && max !== null && min > 0 && max / min >= 100;
  }
  private fromShare(share: number): number {
    const [min, max] = [this.parameter.min!, this.parameter.max!];
    if (share === 0 || share === 1) return share === 0 ? min : max;
    const value = this.isLogarithmic ? min * (max / min) ** share : min + share * (max - min);
    const digits = Number(value.toPrecision(4));
    return Math.abs(digits - value) < 0.01 * (max - min) ? Math.max(min, Math.min(max, digits)) : value;
  }
  private toShare(value: number): number {
    const [min, max] = [this.parameter.min!, this.parameter.max!];
    return this.isLogarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  }

  private show(): void {
    this.field.value = tell(this.unit.show(this.value), 5).replace("−", "-");
    this.element.classList.toggle("moved", this.isMoved);
    if (this.slider === null) return;
    const step = String(Math.round(kSteps * this.toShare(this.value)));
    if (this.slider.value !== step) this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", this.unit.tell(this.value));
  }
}
