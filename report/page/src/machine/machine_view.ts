// The machine in space, as seen: camera, lights, and what is said of the pose below.
import { AmbientLight, Box3, DirectionalLight, OrthographicCamera, Scene, Vector3 } from "three";
import { card, element } from "../dom";
import { type BodyPoint, isGiven, type Document, type Path, type Plan } from "../document";
import { colourOf, type Ghost, placeOn } from "../ghosts";
import { Stage } from "../stage";
import type { State, Store } from "../state";
import { callWished, isStop, listLimits, spell, unitOf } from "../text";
import { theme } from "../theme";
import { filmMenu } from "./film_button";
import { MachineModel } from "./machine_model";
import { Names } from "./names";
import { findNearest, interpolate } from "./poses";

export class MachineView {
  readonly element: HTMLElement;
  readonly stage = element("div", { class: "stage" });
  /** Told whenever the machine has been drawn. */
  onDrawn: () => void = () => {};
  private readonly bar = element("div", { class: "views", role: "group", "aria-label": "Views of the machine" });
  private readonly caption = element("p", { class: "caption" });
  private readonly scene = new Scene();
  readonly camera = new OrthographicCamera(-1, 1, 1, -1, 0.01, 100);
  private space: Stage | null = null;
  private names: Names | null = null;
  private model: MachineModel | null = null;
  private ghosts: { ghost: Ghost; model: MachineModel }[] = [];
  /** The name of the path that the camera was set up for; null before: a name may be empty. */
  private seen: string | null = null;
  /** The camera that the state has of it. */
  private noted = "";
  /** It is seen for the first time: from where a link says. */
  private isLinked = true;
  private readonly box = new Box3();
  private readonly centre = new Vector3();
  /** Of what is there, as the camera sees it: width and height, m. */
  private extent = { width: 1, height: 1 };

  constructor(private readonly data: Document, private readonly store: Store, title = "Machine") {
    this.element = card("machine", title, this.stage, this.caption);
    this.scene.add(new AmbientLight(0xffffff, 1.6));
    for (const [x, y, z, strength] of [[2, 1, 4, 1.6], [-3, 2, 1, 0.7]] as const) {
      const light = new DirectionalLight(0xffffff, strength);
      light.position.set(x, y, z);
      this.scene.add(light);
    }
    this.begin();
    this.build();
    this.show(store.now);
    store.onEnd(theme.listen(() => {
      this.model?.paint();
      this.space?.ask();
    }));
    store.listen((state, changed) => {
      if (changed.includes("version")) this.build();
      else if (changed.includes("path")) this.lookAt(this.path(state));
      if (changed.includes("hover")) this.bring(state.hover);
      if (changed.includes("camera") && state.camera !== this.noted) this.takeCamera(state.camera);
      this.show(state);
    });
  }

  private path(state: Readonly<State>): Path | undefined {
    return this.data.paths[state.path];
  }
  private plan(path: Path | undefined): Plan | undefined {
    return this.data.plans.find((plan) => plan.path === path?.name && plan.t.length > 0 && !plan.isOld);
  }

  private begin(): void {
    try {
      this.space = new Stage(this.store, this.stage, "The machine in space", this.scene, this.camera, (width, height) => this.shape(width, height));
    } catch {
      this.stage.replaceChildren("This browser cannot draw in space (WebGL is off), so the machine is not shown.");
      return;
    }
    this.names = new Names(this.stage, this.space.canvas, this.camera, () => unitOf(this.data, "m"), (drive) => this.store.change({ hover: drive }));
    this.space.onTurned = () => this.noteCamera();
    this.space.onDrawn = () => {
      this.names?.draw();
      this.onDrawn();
    };
    this.element.querySelector("h2")!.after(this.makeViews());
    this.store.onEnd(() => {
      this.model?.dispose();
      for (const one of this.ghosts) one.model.dispose();
    });
  }

  /** Puts the document's machine in place of the one that was there, seen as that was. */
  private build(): void {
    this.buildGhosts();
    const { machine } = this.data;
    if (this.model?.machine === machine) return;
    this.element.hidden = machine === null;
    const old = this.model;
    this.model = machine === null ? null : new MachineModel(machine);
    if (this.model !== null) this.scene.add(this.model.root);
    this.names?.take(this.model);
    if (old !== null) {
      this.scene.remove(old.root);
      // Once the new one has been drawn with the programs of the old one's materials, which the graphics
      // card would otherwise have to be given again.
      window.setTimeout(() => old.dispose(), 1000);
    }
    if (this.model === null) return;
    const path = this.path(this.store.now);
    if (path !== undefined && this.seen === path.name) this.model.drawTrace(path);
    else this.lookAt(path);
    if (this.store.now.hover !== "") this.bring(this.store.now.hover);
  }

  private bring(drive: string): void {
    this.model?.bring(drive);
    this.space?.ask();
  }

  /** Keeps from where it is seen: direction, up, zoom, what is in the middle, and how wide and high all of it was taken for. */
  private noteCamera(): void {
    if (this.space === null) return;
    const { target } = this.space.controls;
    const away = this.camera.position.clone().sub(target).normalize();
    const numbers = [...away.toArray(), ...this.camera.up.toArray(), this.camera.zoom, ...target.toArray(), this.extent.width, this.extent.height];
    this.noted = numbers.map((value) => String(Number(value.toPrecision(7)))).join(" ");
    this.store.change({ camera: this.noted });
  }

  /** Sees it from where that was kept; what cannot be read is left out. */
  private takeCamera(text: string): void {
    this.noted = text;
    const numbers = text.split(" ").map(Number);
    if (text === "" || numbers.length !== 12 || !numbers.every(Number.isFinite) || this.space === null || this.model === null || this.box.isEmpty()) return;
    const [direction, up, target] = [0, 3, 7].map((first) => new Vector3(...(numbers.slice(first, first + 3) as [number, number, number]))) as [Vector3, Vector3, Vector3];
    if (direction.length() === 0 || up.clone().cross(direction).length() < 1e-6 || ![6, 10, 11].every((k) => numbers[k]! > 0)) return;
    const { normal } = this.model.machine;
    const isAside = normal !== null && Math.abs(direction.clone().normalize().getComponent(normal)) < 0.999;
    if (isAside) this.space.controls.enableRotate = true;
    this.lookFrom(direction);
    this.camera.up.copy(up);
    this.camera.position.add(target).sub(this.centre);
    this.space.controls.target.copy(target);
    this.camera.zoom = numbers[6]!;
    this.camera.lookAt(target);
    this.extent = { width: numbers[10]!, height: numbers[11]! };
    this.space.fit();
    this.space.controls.update();
  }

  private buildGhosts(): void {
    const wanted = this.data.ghosts ?? [];
    if (wanted.length === this.ghosts.length && wanted.every((one, i) => one === this.ghosts[i]!.ghost)) return;
    for (const { model } of this.ghosts) {
      this.scene.remove(model.root);
      model.dispose();
    }
    this.ghosts = wanted.map((ghost) => {
      const model = new MachineModel(ghost.machine, colourOf(ghost));
      model.drawTrace(ghost.path);
      this.scene.add(model.root);
      return { ghost, model };
    });
    this.widen();
  }

  /** So that all of the ghosts is seen, from where the machine is. */
  private widen(): void {
    if (this.box.isEmpty() || this.model === null) return;
    const whole = this.box.clone();
    const own = new Box3();
    for (const { ghost, model } of this.ghosts) {
      model.measure(ghost.path, own);
      whole.union(own);
    }
    if (this.box.containsBox(whole)) return;
    this.box.copy(whole);
    this.extent = this.measure(Math.max(whole.getSize(new Vector3()).length(), 1e-6));
    this.space?.fit();
  }

  private makeViews(): HTMLElement {
    const { bar } = this;
    const add = (name: string, direction: [number, number, number]): void => {
      const made = element("button", { type: "button" }, name);
      made.addEventListener("click", () => {
        if (this.space) this.space.controls.enableRotate = true;
        this.lookFrom(new Vector3(...direction));
        this.noteCamera();
      });
      bar.append(made);
    };
    add("in space", [1, -1.4, 0.9]);
    add("x-y", [0, 0, 1]);
    add("x-z", [0, -1, 0]);
    add("y-z", [1, 0, 0]);
    const names = element("button", { type: "button", "aria-pressed": "false" }, "names");
    names.addEventListener("click", () => names.setAttribute("aria-pressed", String(this.names?.toggle() ?? false)));
    bar.append(names, filmMenu(this.data, this.store, () => this.space!.drawAtOnce()));
    return bar;
  }

  /** One more switch beside the views. */
  addSwitch(made: HTMLElement): void {
    this.bar.append(made);
  }

  /** m: what a pixel is as seen. */
  get pixel(): number {
    const { top, bottom, zoom } = this.camera;
    return (top - bottom) / zoom / Math.max(1, this.stage.clientHeight);
  }

  /** Draws it again. */
  ask(): void {
    this.space?.ask();
  }

  /** Where a point of a body is now; null if the machine is not there. */
  pointAt(point: BodyPoint): Vector3 | null {
    return this.model?.pointAt(point) ?? null;
  }

  /** Centres on everything that is there along a path. */
  private lookAt(path: Path | undefined): void {
    if (path === undefined || this.model === null || path.p.length === 0) return;
    this.seen = path.name;
    this.model.measure(path, this.box);
    this.model.drawTrace(path);
    const own = new Box3();
    for (const { ghost, model } of this.ghosts) {
      model.measure(ghost.path, own);
      this.box.union(own);
    }
    if (this.box.isEmpty()) this.box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    this.box.getCenter(this.centre);
    const { normal } = this.model.machine;
    if (this.space) this.space.controls.enableRotate = normal === null;
    if (normal === null) this.lookFrom(new Vector3(1, -1.4, 0.9));
    else this.lookFrom(new Vector3(...([[1, 0, 0], [0, -1, 0], [0, 0, 1]] as const)[normal]!));
    if (this.isLinked) this.takeCamera(this.store.now.camera);
    else if (this.store.now.camera !== "") this.store.change({ camera: "" });
    this.isLinked = false;
  }

  private lookFrom(direction: Vector3): void {
    const [x, y, z] = this.model?.machine.gravity ?? [0, 0, 0];
    const isAlong = (axis: Vector3): boolean => axis.clone().cross(direction).length() < 1e-6;
    // Up is against gravity, or y in the plane of the paper.
    const up = x === 0 && y !== 0 && z === 0 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
    this.camera.up.copy(isAlong(up) ? new Vector3(0, 1, 0) : up);
    if (up.y === 1 && direction.y < 0) direction = new Vector3(direction.x, 0.9, 1.4);
    const size = Math.max(this.box.getSize(new Vector3()).length(), 1e-6);
    this.camera.position.copy(this.centre).addScaledVector(direction.clone().normalize(), 3 * size);
    this.camera.near = 0.01 * size;
    this.camera.far = 10 * size;
    this.camera.zoom = 1;
    this.camera.lookAt(this.centre);
    this.camera.updateMatrixWorld();
    this.extent = this.measure(size);
    this.space?.controls.target.copy(this.centre);
    this.space?.fit();
    this.space?.controls.update();
  }

  private measure(size: number): { width: number; height: number } {
    const { min, max } = this.box;
    let [width, height] = [1e-3 * size, 1e-3 * size];
    for (let corner = 0; corner < 8; ++corner) {
      const at = new Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z)
        .applyMatrix4(this.camera.matrixWorldInverse);
      width = Math.max(width, 2 * Math.abs(at.x));
      height = Math.max(height, 2 * Math.abs(at.y));
    }
    return { width, height };
  }

  private shape(width: number, height: number): void {
    const half = 0.54 * Math.max(this.extent.height, (this.extent.width * height) / width);
    this.camera.top = half;
    this.camera.bottom = -half;
    this.camera.left = (-half * width) / height;
    this.camera.right = (half * width) / height;
    this.camera.updateProjectionMatrix();
  }

  private show(state: Readonly<State>): void {
    const path = this.path(state);
    if (path === undefined || this.model === null) return;
    const plan = this.plan(path);
    const there = this.model.moveTo(path, state.p, plan, state.t);
    for (const { ghost, model } of this.ghosts) model.moveTo(ghost.path, placeOn(ghost, state.p, path.p_max), undefined, NaN);
    this.caption.textContent = !there ? this.tellWhyNot(path, state.p) : path.isTime ? "As simulated." : path.along === undefined ? this.tellHeld(plan, state.t) : "";
    this.space?.ask();
  }

  private tellWhyNot(path: Path, p: number): string {
    const reason = path.p.length > 0 ? path.reasons[String(findNearest(path.p, p))] : undefined;
    return `No pose here: ${reason === undefined ? "the machine cannot be at this p" : spell(reason)}`;
  }

  private tellHeld(plan: Plan | undefined, t: number): string {
    if (plan === undefined) return "No plan of this path, so that no forces are shown.";
    if (isGiven(plan)) return "Moved by its law.";
    const stretch = plan.stretches.find((one) => t <= one.t[1]);
    if (plan.wished !== null && plan.stretches.length === 0) return `The ${callWished(plan.wished)}.`;
    const isTold = stretch !== undefined && t >= stretch.t[0];
    if (!isTold && interpolate(plan.t, plan.d1, t) > 0) return "Moved by a law, or slowed down to a period.";
    if (!isTold || isStop(stretch)) return "At rest.";
    return stretch.active.length > 0 ? `Held back by ${listLimits(stretch.active)}.` : "Held back by no limit.";
  }
}
