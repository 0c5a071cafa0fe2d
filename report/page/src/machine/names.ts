// What is written upon the machine in space: a name under the pointer, all names if wanted, a length, and where gravity pulls.
import { type Object3D, type OrthographicCamera, Raycaster, Vector2, Vector3 } from "three";
import { element } from "../dom";
import { spell, type Unit } from "../text";
import type { MachineModel } from "./machine_model";

/** px: of the bar that shows a length, at most. */
const kBar = 140;

/** A length of one digit, 1, 2 or 5, that is not longer. */
export function roundLength(most: number): number {
  const size = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((digit) => digit * size).find((length) => length <= most * (1 + 1e-9)) ?? size;
}

/** What something that was hit is called: by itself, or by what it is a part of. */
function findName(hit: Object3D): string {
  for (let one: Object3D | null = hit; one !== null; one = one.parent) {
    if (typeof one.userData.name === "string") return one.userData.name;
  }
  return "";
}

/** The drive that something that was hit is of; "": none. */
function findDrive(hit: Object3D): string {
  const drive: unknown = hit.userData.drive ?? hit.parent?.userData.drive;
  return typeof drive === "string" ? drive : "";
}

export class Names {
  private readonly tip = element("div", { class: "tip", hidden: "" });
  private readonly bar = element("div", { class: "scale" });
  private readonly pull = element("div", { class: "gravity", title: "gravity" }, element("span", {}, "↓"), " g");
  private readonly all = element("div", { class: "names", "aria-hidden": "true", hidden: "" });
  private readonly ray = new Raycaster();
  private model: MachineModel | null = null;
  private pending = 0;

  /** @param stage that they are written upon, with the canvas that shows the machine */
  constructor(stage: HTMLElement, private readonly canvas: HTMLCanvasElement, private readonly camera: OrthographicCamera,
              private readonly length: () => Unit, private readonly pointed: (drive: string) => void) {
    stage.append(this.all, this.bar, this.pull, this.tip);
    canvas.addEventListener("pointermove", (event) => {
      cancelAnimationFrame(this.pending);
      const { offsetX, offsetY, buttons } = event;
      this.pending = requestAnimationFrame(() => this.point(offsetX, offsetY, buttons));
    });
    canvas.addEventListener("pointerleave", () => {
      cancelAnimationFrame(this.pending);
      this.leave();
    });
  }

  take(model: MachineModel | null): void {
    this.model = model;
  }

  /** Whether all names are shown. */
  toggle(): boolean {
    this.all.hidden = !this.all.hidden;
    this.draw();
    return !this.all.hidden;
  }

  private point(x: number, y: number, buttons: number): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (this.model === null || buttons !== 0 || width === 0) {
      this.leave();
      return;
    }
    this.ray.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    const hits = this.ray.intersectObject(this.model.root, true).filter((one) => one.object.visible && findName(one.object) !== "");
    const [hit] = hits;
    if (hit === undefined) {
      this.leave();
      return;
    }
    this.tip.hidden = false;
    // What is driven may be within the body that it moves.
    this.pointed(hits.map((one) => findDrive(one.object)).find((drive) => drive !== "") ?? "");
    this.tip.textContent = spell(findName(hit.object));
    const isRight = x > width / 2;
    this.tip.style.left = isRight ? "" : `${x + 14}px`;
    this.tip.style.right = isRight ? `${width - x + 10}px` : "";
    this.tip.style.top = `${Math.min(y + 10, height - 30)}px`;
  }

  private leave(): void {
    this.tip.hidden = true;
    this.pointed("");
  }

  /** After the machine has been drawn. */
  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { camera } = this;
    if (this.model === null || width === 0) return;
    const pixels = (height * camera.zoom) / (camera.top - camera.bottom);  // a metre
    const unit = this.length();
    const shown = roundLength(unit.show(kBar / pixels));
    this.bar.style.width = `${unit.toSi(shown) * pixels}px`;
    this.bar.textContent = unit.tell(unit.toSi(shown), 3);
    const gravity = new Vector3(...this.model.machine.gravity);
    const seen = gravity.clone().transformDirection(camera.matrixWorldInverse);
    const isAcross = gravity.length() > 0 && Math.hypot(seen.x, seen.y) > 0.05;
    this.pull.hidden = !isAcross;
    if (isAcross) (this.pull.firstElementChild as HTMLElement).style.transform = `rotate(${Math.atan2(-seen.x, -seen.y)}rad)`;
    if (this.all.hidden) return;
    this.all.replaceChildren(...this.model.listNames().map(({ name, at }) => {
      const place = at.clone().project(camera);
      const label = element("span", {}, spell(name));
      label.style.left = `${((place.x + 1) / 2) * width}px`;
      label.style.top = `${((1 - place.y) / 2) * height}px`;
      return label;
    }));
  }
}
