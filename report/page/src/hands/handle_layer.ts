// Points upon the machine in space that a hand may move: each a button, so that a pointer, a finger and keys find it.
import { type OrthographicCamera, Vector3 } from "three";
import { button, element } from "../dom";
import type { Handle, Vector } from "../document";
import { spell } from "../text";
import type { MachineView } from "../machine/machine_view";
import type { Pull, ViewAxes } from "./pull";

/** px that an arrow moves a point by, and with Shift. */
const kStep = 10;
const kFine = 1;

/** What is done with the points. */
export interface Hand {
  /** One is taken hold of. */
  begin(handle: Handle): void;
  /** It is to be so far from where it was taken hold of, m; `pixel`: m. */
  pull(axes: ViewAxes, by: Pull, pixel: number): void;
  end(): void;
  /** What is told of it while it is selected. */
  tell(handle: Handle): string;
  /** Where it is; null if it is not there. */
  placeOf(handle: Handle): Vector3 | null;
}

const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** One that follows another by the same name. */
function keyOf(handle: Handle): string {
  return [handle.kind, handle.label, handle.number, handle.end].join("/");
}

export class HandleLayer {
  /** In front of the machine's canvas. */
  private readonly place = element("div", { class: "handles" });
  private readonly tip = element("div", { class: "tip", hidden: "" });
  private readonly told = element("span", {});
  /** For fingers, and for who cannot drag: arrows for the point that is selected. */
  private readonly pad = element("div", { class: "nudge", role: "group", "aria-label": "move the point selected", hidden: "" });
  private readonly switch = element("button", { type: "button", "aria-pressed": "true" }, "handles");
  private handles: Handle[] = [];
  private buttons: HTMLButtonElement[] = [];
  private selected = "";
  /** While a pointer holds one: where it took hold. */
  private held: { key: string; x: number; y: number } | null = null;

  /** @param changed is told when points are wanted anew: they were not there, or have been moved */
  constructor(private readonly view: MachineView, private readonly hand: Hand, private readonly changed: () => void) {
    view.stage.append(this.place, this.tip, this.pad);
    view.addSwitch(this.switch);
    this.switch.addEventListener("click", () => {
      const isShown = !this.isShown;
      this.switch.setAttribute("aria-pressed", String(isShown));
      this.place.hidden = !isShown;
      this.select("");
      if (isShown) this.changed();
    });
    for (const [key, text] of [["ArrowLeft", "←"], ["ArrowUp", "↑"], ["ArrowDown", "↓"], ["ArrowRight", "→"]] as const) {
      this.pad.append(button(text, `move it: ${key.slice(5).toLowerCase()}`, () => this.nudge(arrows[key]!, kStep)));
    }
    this.pad.prepend(this.told);
    this.pad.append(button("×", "let go of the point", () => this.select("")));
    view.onDrawn = () => this.draw();
  }

  get isShown(): boolean {
    return this.switch.getAttribute("aria-pressed") === "true";
  }

  take(handles: Handle[]): void {
    const before = this.handles.map(keyOf).join();
    this.handles = handles;
    if (handles.map(keyOf).join() === before) handles.forEach((one, i) => this.describe(this.buttons[i]!, one));
    else this.build();
    this.draw();
  }

  /** The same points where they are now; how they move is as before. */
  takePlaces(handles: Handle[]): void {
    const places = new Map(handles.map((one) => [keyOf(one), one.at]));
    this.handles = this.handles.map((one) => ({ ...one, at: places.get(keyOf(one)) ?? one.at }));
    this.draw();
  }

  private find(key: string): Handle | undefined {
    return this.handles.find((one) => keyOf(one) === key);
  }

  private build(): void {
    const focus = this.buttons.findIndex((one) => one === document.activeElement);
    this.buttons = this.handles.map((handle) => this.make(handle));
    // What cannot be moved below what can, and those of the path, which are fewer, above all.
    const rank = ({ kind, fixed }: Handle): number => (fixed !== "" ? 0 : kind === "path" ? 2 : 1);
    const order = [...this.buttons.keys()].sort((a, b) => rank(this.handles[a]!) - rank(this.handles[b]!));
    this.place.replaceChildren(...order.map((i) => this.buttons[i]!));
    if (focus >= 0) this.buttons.find((_, i) => keyOf(this.handles[i]!) === this.selected)?.focus();
    if (this.find(this.selected) === undefined) this.select("");
  }

  private describe(made: HTMLButtonElement, handle: Handle): void {
    made.classList.toggle("fixed", handle.fixed !== "");
    made.dataset.name = handle.label;
    made.setAttribute("aria-label", this.callWhole(handle));
    made.setAttribute("aria-disabled", String(handle.fixed !== ""));
  }

  private callWhole(handle: Handle): string {
    return handle.fixed === "" ? `${spell(handle.label)}: ${this.hand.tell(handle)}. Drag it, or use the arrow keys, with Shift finer.`
      : `${spell(handle.label)} cannot be moved: ${spell(handle.fixed)}`;
  }

  private make(first: Handle): HTMLButtonElement {
    const key = keyOf(first);
    const made = element("button", { type: "button", class: `handle ${first.kind}` });
    const now = (): Handle => this.find(key) ?? first;
    this.describe(made, first);
    made.addEventListener("pointerenter", () => this.showTip(made, now()));
    for (const event of ["pointerleave", "blur"] as const) made.addEventListener(event, () => { this.tip.hidden = true; });
    made.addEventListener("focus", () => {
      this.select(now().fixed === "" ? key : "");
      this.showTip(made, now());
    });
    made.addEventListener("keydown", (event) => {
      const direction = arrows[event.key];
      if (event.key === "Escape") this.select("");
      if (direction === undefined) return;
      event.preventDefault();
      this.nudge(direction, event.shiftKey ? kFine : kStep);
    });
    made.addEventListener("pointerdown", (event) => this.hold(made, now(), event));
    made.addEventListener("pointermove", (event) => this.drag(event));
    for (const event of ["pointerup", "pointercancel", "lostpointercapture"] as const) made.addEventListener(event, () => this.letGo());
    return made;
  }

  private showTip(made: HTMLElement, handle: Handle): void {
    // What is told of the one selected stands beside its arrows.
    this.tip.hidden = this.held !== null || keyOf(handle) === this.selected;
    if (this.tip.hidden) return;
    this.tip.textContent = handle.fixed === "" ? `${spell(handle.label)}: ${this.hand.tell(handle)}` : `${spell(handle.label)} cannot be moved: ${spell(handle.fixed)}`;
    const { clientWidth: width, clientHeight: height } = this.view.stage;
    const [x, y] = [made.offsetLeft, made.offsetTop];
    const isRight = x > width / 2;
    this.tip.style.left = isRight ? "" : `${x + 14}px`;
    this.tip.style.right = isRight ? `${width - x + 10}px` : "";
    this.tip.style.top = `${Math.min(y + 10, height - 30)}px`;
  }

  private select(key: string): void {
    this.selected = key;
    const handle = this.find(key);
    this.pad.hidden = handle === undefined;
    if (handle !== undefined) this.told.textContent = `${spell(handle.label)}: ${this.hand.tell(handle)}`;
    this.buttons.forEach((one, i) => one.classList.toggle("selected", key !== "" && keyOf(this.handles[i]!) === key));
  }

  private hold(made: HTMLElement, handle: Handle, event: PointerEvent): void {
    if (event.button !== 0 || handle.fixed !== "") return;
    event.preventDefault();
    made.focus();
    made.setPointerCapture(event.pointerId);
    this.tip.hidden = true;
    this.held = { key: keyOf(handle), x: event.clientX, y: event.clientY };
    this.hand.begin(handle);
  }

  private drag(event: PointerEvent): void {
    if (this.held === null) return;
    this.pull(event.clientX - this.held.x, this.held.y - event.clientY);
  }

  private letGo(): void {
    if (this.held === null) return;
    this.held = null;
    this.hand.end();
    this.changed();
  }

  /** As if it had been dragged by so many pixels. */
  private nudge([x, y]: [number, number], by: number): void {
    const handle = this.find(this.selected);
    if (handle === undefined) return;
    this.held = { key: this.selected, x: 0, y: 0 };
    this.hand.begin(handle);
    this.pull(x * by, y * by);
    this.held = null;
    this.hand.end();
  }

  private pull(x: number, y: number): void {
    const { camera } = this.view;
    const pixel = this.view.pixel;
    const axis = (k: number): Vector => new Vector3().setFromMatrixColumn(camera.matrixWorld, k).normalize().toArray() as Vector;
    this.hand.pull({ right: axis(0), up: axis(1), towards: axis(2) }, [x * pixel, y * pixel, 0], pixel);
  }

  /** After the machine has been drawn. */
  draw(): void {
    this.tellSelected();
    if (!this.isShown) return;
    const { clientWidth: width, clientHeight: height } = this.view.stage;
    this.handles.forEach((handle, i) => this.put(this.buttons[i]!, this.hand.placeOf(handle), this.view.camera, width, height));
  }

  private tellSelected(): void {
    const handle = this.find(this.selected);
    if (handle === undefined) return;
    const text = `${spell(handle.label)}: ${this.hand.tell(handle)}`;
    if (this.told.textContent !== text) this.told.textContent = text;
  }

  private put(made: HTMLElement, at: Vector3 | null, camera: OrthographicCamera, width: number, height: number): void {
    made.hidden = at === null;
    if (at === null) return;
    const seen = at.clone().project(camera);
    made.style.left = `${((seen.x + 1) / 2) * width}px`;
    made.style.top = `${((1 - seen.y) / 2) * height}px`;
  }
}
