// The machine in space: its bodies, joints, drives with their forces, and the path.
import {
  AmbientLight, Box3, BufferGeometry, CylinderGeometry, DirectionalLight, DoubleSide, Float32BufferAttribute, Group, Line,
  LineBasicMaterial, Mesh, MeshBasicMaterial, MeshStandardMaterial, OrthographicCamera, Quaternion, Scene,
  SphereGeometry, BoxGeometry, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { card, element } from "../dom";
import type { Acting, BodyPoint, Document, Drive, Frame, Joint, Machine, Path, Plan } from "../document";
import type { State, Store } from "../state";
import { listLimits, spell } from "../text";
import { seriesColours, theme } from "../theme";
import { ForceArrow } from "./arrows";
import { interpolate, PoseReader } from "./poses";
import { drawBody, makeBar, toMatrix } from "./solids";

/** The largest force of a drive that has limits, or of a plan. */
function findForceScale(drive: Drive, plan: Plan | undefined, index: number): number {
  const limits = [...drive.limits.force, drive.limits.stall].filter((one): one is number => one !== null);
  const most = Math.max(0, ...limits.map(Math.abs));
  return most > 0 ? most : plan?.drives[index]?.peak_force ?? 1;
}

/** What stands for a joint, in the frame of its body b with the axis along z. */
function drawJoint(joint: Joint, size: number, material: MeshStandardMaterial): Mesh | null {
  const d = 0.045 * size;
  switch (joint.kind) {
    case "weld": return null;
    case "prismatic": return new Mesh(new BoxGeometry(d, d, 1.6 * d), material);
    case "spherical": case "universal": case "distance": return new Mesh(new SphereGeometry(0.6 * d, 20, 14), material);
    default: return new Mesh(new CylinderGeometry(d / 2, d / 2, 1.2 * d, 24).rotateX(Math.PI / 2), material);
  }
}

/** A line or cable between two points that move. */
class Strut {
  readonly mesh: Mesh;

  constructor(readonly from: BodyPoint, readonly to: BodyPoint, diameter: number, material: MeshStandardMaterial) {
    this.mesh = makeBar(new Vector3(), new Vector3(0, 1, 0), diameter, material);
  }

  place(from: Vector3, to: Vector3): void {
    const along = to.clone().sub(from);
    this.mesh.position.copy(from).addScaledVector(along, 0.5);
    this.mesh.scale.set(1, along.length(), 1);
    this.mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
  }
}

export class MachineView {
  readonly element: HTMLElement;

  private readonly stage = element("div", { class: "stage", role: "img" });
  private readonly caption = element("p", { class: "caption" });
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera(-1, 1, 1, -1, 0.01, 100);
  private renderer: WebGLRenderer | null = null;
  private controls: OrbitControls | null = null;
  private readonly machine: Machine;
  private readonly reader: PoseReader;
  private readonly groups: Group[];
  private readonly struts: Strut[] = [];
  private readonly arrows: ForceArrow[][] = [];
  private readonly trace = new Line(new BufferGeometry(), new LineBasicMaterial());
  private readonly tool: Mesh;
  private readonly box = new Box3();
  /** Of what is there, as the camera sees it: width and height, m. */
  private extent = { width: 1, height: 1 };
  private isAsked = false;

  constructor(private readonly data: Document, machine: Machine, private readonly store: Store, title = "Machine") {
    this.machine = machine;
    this.reader = new PoseReader(machine.bodies.length);
    this.stage.setAttribute("aria-label", `${spell(machine.name)} in space`);
    this.element = card("machine", title, this.stage, this.caption);
    const size = machine.length;
    this.groups = machine.bodies.map((body, i) =>
      drawBody(body, i === 0, size, this.material(i === 0 ? "ground" : "body", i)));
    this.tool = new Mesh(new SphereGeometry(0.025 * size, 20, 14), this.basic("path"));
    this.scene.add(...this.groups, this.trace, this.tool);
    this.addJoints(size);
    this.addDrives(size);
    this.scene.add(new AmbientLight(0xffffff, 1.6));
    for (const [x, y, z, strength] of [[2, 1, 4, 1.6], [-3, 2, 1, 0.7]] as const) {
      const light = new DirectionalLight(0xffffff, strength);
      light.position.set(x, y, z);
      this.scene.add(light);
    }
    this.paint();
    store.onEnd(theme.listen(() => this.paint()));
    this.begin();
    store.listen((state, changed) => {
      if (changed.includes("path")) this.lookAt(this.path(state));
      this.show(state);
    });
  }

  private painted: { material: MeshStandardMaterial | MeshBasicMaterial; kind: string; index: number }[] = [];
  private material(kind: string, index = 0): MeshStandardMaterial {
    const material = new MeshStandardMaterial({ roughness: 0.65, metalness: 0.1, side: DoubleSide });
    this.painted.push({ material, kind, index });
    return material;
  }
  private basic(kind: string): MeshBasicMaterial {
    const material = new MeshBasicMaterial();
    this.painted.push({ material, kind, index: 0 });
    return material;
  }

  private paint(): void {
    const colours = theme.colours();
    for (const { material, kind, index } of this.painted) {
      material.color.set(kind === "body" ? seriesColours[(index - 1) % seriesColours.length]!
        : colours[kind as keyof typeof colours]);
      if (kind === "body") material.color.lerp(material.color.clone().set(colours.ground), 0.45);
    }
    (this.trace.material as LineBasicMaterial).color.set(colours.path);
    this.ask();
  }

  private addJoints(size: number): void {
    const driven = new Set(this.machine.drives.flatMap((drive) => drive.acting.terms.map((term) => term.joint)));
    this.machine.joints.forEach((joint, i) => {
      const mesh = drawJoint(joint, size, this.material(driven.has(i) ? "drive" : "joint"));
      if (mesh === null) return;
      mesh.applyMatrix4(toMatrix(joint.frame_b));
      this.groups[joint.b]!.add(mesh);
    });
  }

  private addDrives(size: number): void {
    const addStrut = (acting: Acting, thickness: number, kind: string): void => {
      if (acting.pair === null) return;
      const strut = new Strut(...acting.pair, thickness * size, this.material(kind));
      this.struts.push(strut);
      this.scene.add(strut.mesh);
    };
    for (const drive of this.machine.drives) addStrut(drive.acting, drive.kind === "cable" ? 0.008 : 0.03, "drive");
    for (const spring of this.machine.springs) addStrut(spring.acting, 0.015, "spring");
    for (const drive of this.machine.drives) {
      const count = drive.acting.pair === null ? drive.acting.terms.length : 1;
      const arrows = Array.from({ length: count }, (_, i) => {
        const term = drive.acting.terms[i];
        const isBent = term !== undefined && this.machine.joints[term.joint]!.coordinates[term.coordinate]!.rotational;
        return new ForceArrow(size, isBent, this.basic("force"));
      });
      for (const arrow of arrows) this.scene.add(arrow.group);
      this.arrows.push(arrows);
    }
  }

  private path(state: Readonly<State>): Path | undefined {
    return this.data.paths[state.path];
  }
  private plan(path: Path | undefined): Plan | undefined {
    return this.data.plans.find((plan) => plan.path === path?.name && plan.t.length > 0);
  }

  private begin(): void {
    try {
      this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    } catch {
      this.stage.replaceChildren("This browser cannot draw in space (WebGL is off), so the machine is not shown.");
      return;
    }
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.stage.append(this.renderer.domElement);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener("change", () => this.ask());
    this.controls.enableRotate = this.machine.normal === null;
    this.stage.append(this.makeViews());
    const observer = new ResizeObserver(() => this.fit());
    observer.observe(this.stage);
    this.store.onEnd(() => {
      observer.disconnect();
      this.controls?.dispose();
      this.renderer?.dispose();
      this.renderer?.forceContextLoss();
      this.renderer = null;
    });
    this.lookAt(this.path(this.store.now));
    this.show(this.store.now);
  }

  private makeViews(): HTMLElement {
    const bar = element("div", { class: "views", role: "group", "aria-label": "Views of the machine" });
    const add = (name: string, direction: [number, number, number]): void => {
      const made = element("button", { type: "button" }, name);
      made.addEventListener("click", () => {
        if (this.controls) this.controls.enableRotate = true;
        this.lookFrom(new Vector3(...direction));
      });
      bar.append(made);
    };
    add("in space", [1, -1.4, 0.9]);
    add("x-y", [0, 0, 1]);
    add("x-z", [0, -1, 0]);
    add("y-z", [1, 0, 0]);
    return bar;
  }

  private readonly centre = new Vector3();

  /** Centres on everything that is there along a path. */
  private lookAt(path: Path | undefined): void {
    if (path === undefined) return;
    const box = this.box.makeEmpty();
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      if (!this.reader.read(path, share * path.p_max)) continue;
      this.placeBodies();
      this.scene.updateMatrixWorld();
      for (const group of this.groups) box.expandByObject(group);
    }
    for (let i = 0; i + 2 < path.tool.length; i += 3) {
      const at = new Vector3().fromArray(path.tool, i);
      if (Number.isFinite(at.x)) box.expandByPoint(at);
    }
    if (box.isEmpty()) box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    box.getCenter(this.centre);
    this.drawTrace(path);
    const normal = this.machine.normal;
    if (normal === null) this.lookFrom(new Vector3(1, -1.4, 0.9));
    else this.lookFrom(new Vector3(...([[1, 0, 0], [0, -1, 0], [0, 0, 1]] as const)[normal]!));
  }

  private lookFrom(direction: Vector3): void {
    const [x, y, z] = this.machine.gravity;
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
    this.controls?.target.copy(this.centre);
    this.fit();
    this.controls?.update();
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

  private fit(): void {
    if (this.renderer === null) return;
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    const half = 0.54 * Math.max(this.extent.height, (this.extent.width * height) / width);
    this.camera.top = half;
    this.camera.bottom = -half;
    this.camera.left = (-half * width) / height;
    this.camera.right = (half * width) / height;
    this.camera.updateProjectionMatrix();
    this.ask();
  }

  private drawTrace(path: Path): void {
    const points: number[] = [];
    for (let i = 0; i + 2 < path.tool.length; i += 3) {
      if (Number.isFinite(path.tool[i]!)) points.push(path.tool[i]!, path.tool[i + 1]!, path.tool[i + 2]!);
    }
    this.trace.geometry.dispose();
    this.trace.geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
  }

  private placeBodies(): void {
    this.groups.forEach((group, i) => {
      group.position.copy(this.reader.places[i]!.origin);
      group.quaternion.copy(this.reader.places[i]!.turn);
    });
  }

  private at(point: BodyPoint): Vector3 {
    const place = this.reader.places[point.body]!;
    return new Vector3(...point.at).applyQuaternion(place.turn).add(place.origin);
  }
  private frameAt(body: number, frame: Frame): { origin: Vector3; turn: Quaternion } {
    const place = this.reader.places[body]!;
    const turn = place.turn.clone().multiply(new Quaternion().setFromRotationMatrix(toMatrix(frame)));
    return { origin: this.at({ body, at: frame.origin }), turn };
  }

  private show(state: Readonly<State>): void {
    const path = this.path(state);
    if (path === undefined) return;
    const there = this.reader.read(path, state.p);
    for (const group of this.groups) group.visible = there;
    this.tool.visible = there && this.machine.tool !== null;
    if (there) {
      this.placeBodies();
      for (const strut of this.struts) strut.place(this.at(strut.from), this.at(strut.to));
      if (this.machine.tool) {
        this.tool.position.copy(this.at({ body: this.machine.tool.body, at: this.machine.tool.frame.origin }));
      }
    }
    const plan = this.plan(path);
    this.showForces(plan, there && plan !== undefined ? state.t : NaN);
    const reason = path.reasons[String(findStatusIndex(path, state.p))];
    this.caption.textContent = there ? this.tellHeld(plan, state.t)
      : `No pose here: ${reason === undefined ? "the machine cannot be at this p" : spell(reason)}`;
    this.ask();
  }

  private tellHeld(plan: Plan | undefined, t: number): string {
    if (plan === undefined) return "No plan of this path, so that no forces are shown.";
    const stretch = plan.stretches.find((one) => t <= one.t[1]);
    if (stretch === undefined || t < stretch.t[0]) return "At rest.";
    return stretch.active.length > 0 ? `Held back by ${listLimits(stretch.active)}.` : "Held back by no limit.";
  }

  private showForces(plan: Plan | undefined, t: number): void {
    const count = this.machine.drives.length;
    this.machine.drives.forEach((drive, k) => {
      const force = plan === undefined || Number.isNaN(t) ? 0 : interpolate(plan.t, plan.forces, t, count, k);
      const share = Math.max(-1, Math.min(1, force / findForceScale(drive, plan, k)));
      const arrows = this.arrows[k]!;
      if (drive.acting.pair !== null) {
        const from = this.at(drive.acting.pair[0]);
        const to = this.at(drive.acting.pair[1]);
        const along = to.clone().sub(from);
        // A cable's force is its tension: it pulls its end back.
        arrows[0]!.place(to, drive.kind === "cable" ? along.negate() : along, share);
        return;
      }
      drive.acting.terms.forEach((term, i) => {
        const joint = this.machine.joints[term.joint]!;
        const coordinate = joint.coordinates[term.coordinate]!;
        const b = this.frameAt(joint.b, joint.frame_b);
        const turn = coordinate.of_b ? b.turn : this.frameAt(joint.a, joint.frame_a).turn;
        const axis = new Vector3().setComponent(coordinate.axis, 1).applyQuaternion(turn);
        if ((joint.b === 0) !== term.factor < 0) axis.negate();
        arrows[i]!.place(b.origin, axis, share);
      });
    });
  }

  /** Draws once before the browser shows the next frame, however often it was asked. */
  private ask(): void {
    if (this.isAsked || this.renderer === null) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.renderer?.render(this.scene, this.camera);
    });
  }
}

function findStatusIndex(path: Path, p: number): number {
  let nearest = 0;
  path.p.forEach((one, i) => {
    if (Math.abs(one - p) < Math.abs(path.p[nearest]! - p)) nearest = i;
  });
  return nearest;
}
