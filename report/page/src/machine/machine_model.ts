// A machine as things in a scene, which can be put into any of its poses.
import {
  BoxGeometry, type Box3, BufferGeometry, CylinderGeometry, DoubleSide, Float32BufferAttribute, Group, Line,
  LineBasicMaterial, Mesh, MeshBasicMaterial, MeshLambertMaterial, Quaternion, SphereGeometry, Vector3,
} from "three";
import type { Acting, BodyPoint, Drive, Frame, Joint, Machine, Path, Plan } from "../document";
import { colourOfDrive } from "../limit_colours";
import { seriesColours, theme } from "../theme";
import { ForceArrow } from "./arrows";
import { interpolate, PoseReader } from "./poses";
import { drawBody, makeBar, toMatrix } from "./solids";

/** How much is seen of a machine that is drawn upon another. */
const kFaded = 0.4;

/** The largest force of a drive that has limits, or of a plan. */
function findForceScale(drive: Drive, plan: Plan | undefined, index: number): number {
  const stalls = drive.limits.lines.map((one) => one.stall);
  const limits = [...drive.limits.force, ...stalls].filter((one): one is number => one !== null);
  const most = Math.max(0, ...limits.map(Math.abs));
  return most > 0 ? most : plan?.drives[index]?.peak_force ?? 1;
}

/** What stands for a joint, in the frame of its body b with the axis along z. */
function drawJoint(joint: Joint, size: number, material: MeshLambertMaterial): Mesh | null {
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

  constructor(readonly from: BodyPoint, readonly to: BodyPoint, diameter: number, material: MeshLambertMaterial) {
    this.mesh = makeBar(new Vector3(), new Vector3(0, 1, 0), diameter, material);
  }

  place(from: Vector3, to: Vector3): void {
    const along = to.clone().sub(from);
    this.mesh.position.copy(from).addScaledVector(along, 0.5);
    this.mesh.scale.set(1, along.length(), 1);
    this.mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
  }
}

export class MachineModel {
  readonly root = new Group();
  private readonly groups: Group[];
  private readonly reader: PoseReader;
  private readonly struts: Strut[] = [];
  private readonly arrows: ForceArrow[][] = [];
  private readonly line = new LineBasicMaterial();
  private readonly trace = new Line(new BufferGeometry(), this.line);
  private readonly tool: Mesh;
  private readonly painted: { material: MeshLambertMaterial | MeshBasicMaterial; kind: string; index: number }[] = [];
  /** By the names of drives. */
  private readonly parts = new Map<string, (MeshLambertMaterial | MeshBasicMaterial)[]>();

  /** @param colour of one that is drawn upon another, so that both are seen */
  constructor(readonly machine: Machine, private readonly colour: string | null = null) {
    const size = machine.length;
    this.reader = new PoseReader(machine.bodies.length);
    this.groups = machine.bodies.map((body, i) =>
      drawBody(body, i === 0, size, this.material(i === 0 ? "ground" : "body", i)));
    this.tool = new Mesh(new SphereGeometry(0.025 * size, 20, 14), this.basic("path"));
    machine.bodies.forEach((body, i) => { this.groups[i]!.userData.name = body.name; });
    this.tool.userData.name = "tool";
    this.root.add(...this.groups, this.trace, this.tool);
    this.addJoints(size);
    this.addDrives(size);
    this.paint();
  }

  private material(kind: string, index = 0): MeshLambertMaterial {
    const material = new MeshLambertMaterial({ side: DoubleSide });
    this.painted.push({ material, kind, index });
    return material;
  }
  private basic(kind: string): MeshBasicMaterial {
    const material = new MeshBasicMaterial();
    this.painted.push({ material, kind, index: 0 });
    return material;
  }

  /** In the colours of the theme. */
  paint(): void {
    const colours = theme.colours();
    if (this.colour !== null) {
      for (const { material } of this.painted) this.fade(material, this.colour);
      this.line.color.set(this.colour);
      return;
    }
    for (const { material, kind, index } of this.painted) {
      material.color.set(kind === "body" ? seriesColours[(index - 1) % seriesColours.length]!
        : colours[kind as keyof typeof colours]);
      if (kind === "body") material.color.lerp(material.color.clone().set(colours.ground), 0.45);
    }
    this.line.color.set(colours.path);
  }

  /** Shows a drive in the colour that it has in the plots; "": none. */
  bring(drive: string): void {
    this.paint();
    for (const material of this.parts.get(drive) ?? []) material.color.set(colourOfDrive(drive));
  }

  private note(drive: string, material: MeshLambertMaterial | MeshBasicMaterial): void {
    this.parts.set(drive, [...(this.parts.get(drive) ?? []), material]);
  }

  private fade(material: MeshLambertMaterial | MeshBasicMaterial, colour: string): void {
    material.color.set(colour);
    Object.assign(material, { transparent: true, opacity: kFaded, depthWrite: false });
  }

  /** Gives back what the graphics card holds of it. */
  dispose(): void {
    this.root.traverse((one) => {
      if (one instanceof Mesh || one instanceof Line) one.geometry.dispose();
    });
    for (const { material } of this.painted) material.dispose();
    this.line.dispose();
  }

  private addJoints(size: number): void {
    const driven = new Set(this.machine.drives.flatMap((drive) => drive.acting.terms.map((term) => term.joint)));
    this.machine.joints.forEach((joint, i) => {
      const material = this.material(driven.has(i) ? "drive" : "joint");
      const mesh = drawJoint(joint, size, material);
      if (mesh === null) return;
      const drives = this.machine.drives.filter((drive) => drive.acting.terms.some((term) => term.joint === i)).map((drive) => drive.name);
      mesh.userData.name = `${joint.name}: ${joint.kind}${drives.length > 0 ? `, driven by ${drives.join(", ")}` : ""}`;
      for (const drive of drives) this.note(drive, material);
      if (drives.length > 0) mesh.userData.drive = drives[0];
      mesh.applyMatrix4(toMatrix(joint.frame_b));
      this.groups[joint.b]!.add(mesh);
      if (joint.kind === "distance") this.addRod(joint, size);
    });
  }

  /** What keeps two points at a distance is no body, but without it the machine would fall apart. */
  private addRod(joint: Joint, size: number): void {
    const rod = new Strut({ body: joint.a, at: joint.frame_a.origin }, { body: joint.b, at: joint.frame_b.origin },
      0.02 * size, this.material("joint"));
    this.struts.push(rod);
    this.root.add(rod.mesh);
    const end = new Mesh(new SphereGeometry(0.027 * size, 20, 14), this.material("joint"));
    end.applyMatrix4(toMatrix(joint.frame_a));
    this.groups[joint.a]!.add(end);
  }

  private addDrives(size: number): void {
    const addStrut = (name: string, acting: Acting, thickness: number, kind: string): void => {
      if (acting.pair === null) return;
      const material = this.material(kind);
      const strut = new Strut(...acting.pair, thickness * size, material);
      strut.mesh.userData.name = name;
      if (kind === "drive") {
        this.note(name, material);
        strut.mesh.userData.drive = name;
      }
      this.struts.push(strut);
      this.root.add(strut.mesh);
    };
    for (const drive of this.machine.drives) addStrut(drive.name, drive.acting, drive.kind === "cable" ? 0.008 : 0.03, "drive");
    for (const spring of this.machine.springs) addStrut(spring.name, spring.acting, 0.015, "spring");
    for (const drive of this.machine.drives) {
      const count = drive.acting.pair === null ? drive.acting.terms.length : 1;
      const arrows = Array.from({ length: count }, (_, i) => {
        const term = drive.acting.terms[i];
        const isBent = term !== undefined && this.machine.joints[term.joint]!.coordinates[term.coordinate]!.rotational;
        const material = this.basic("force");
        this.note(drive.name, material);
        return new ForceArrow(size, isBent, material);
      });
      for (const arrow of arrows) {
        arrow.group.userData.name = `force of ${drive.name}`;
        arrow.group.userData.drive = drive.name;
        this.root.add(arrow.group);
      }
      this.arrows.push(arrows);
    }
  }

  /** Where a point of a body is now; null if there is no pose. */
  pointAt(point: BodyPoint): Vector3 | null {
    return this.groups[0]!.visible && this.reader.places[point.body] !== undefined ? this.at(point) : null;
  }

  /** Joints and drives between points, with where they are. */
  listNames(): { name: string; at: Vector3 }[] {
    const joints = this.machine.joints.map((joint) => ({ name: joint.name, at: this.at({ body: joint.b, at: joint.frame_b.origin }) }));
    const drives = this.machine.drives.filter((drive) => drive.acting.pair !== null).map((drive) => {
      const [from, to] = drive.acting.pair!.map((end) => this.at(end)) as [Vector3, Vector3];
      return { name: drive.name, at: from.add(to).multiplyScalar(0.5) };
    });
    return [...joints, ...drives];
  }

  /** Makes the box all that is there along a path. */
  measure(path: Path, box: Box3): void {
    box.makeEmpty();
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      if (!this.reader.read(path, share * path.p_max)) continue;
      this.placeBodies();
      this.root.updateMatrixWorld();
      for (const group of this.groups) box.expandByObject(group);
    }
    for (let i = 0; i + 2 < path.tool.length; i += 3) {
      if (Number.isFinite(path.tool[i]!)) box.expandByPoint(new Vector3().fromArray(path.tool, i));
    }
  }

  drawTrace(path: Path): void {
    const points: number[] = [];
    for (let i = 0; i + 2 < path.tool.length; i += 3) {
      if (Number.isFinite(path.tool[i]!)) points.push(path.tool[i]!, path.tool[i + 1]!, path.tool[i + 2]!);
    }
    this.trace.geometry.dispose();
    this.trace.geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
  }

  /** Goes to p, with the forces of a plan at t, if there is one; false if there is no pose. */
  moveTo(path: Path, p: number, plan: Plan | undefined, t: number): boolean {
    const there = this.reader.read(path, p);
    for (const group of this.groups) group.visible = there;
    this.tool.visible = there && this.machine.tool !== null;
    if (there) {
      this.placeBodies();
      for (const strut of this.struts) strut.place(this.at(strut.from), this.at(strut.to));
      if (this.machine.tool) {
        this.tool.position.copy(this.at({ body: this.machine.tool.body, at: this.machine.tool.frame.origin }));
      }
    }
    this.showForces(plan, there && plan !== undefined ? t : NaN);
    return there;
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
}
