// Forces as arrows: straight where a drive pushes, bent about its axis where it turns.
import { BufferGeometry, ConeGeometry, CylinderGeometry, DoubleSide, Float32BufferAttribute, Group, Mesh, MeshBasicMaterial, Vector3 } from "three";

const kMostTurn = 1.5 * Math.PI;
/** Pieces that a bent shaft has along its bend, and around. */
const kAlong = 72;
const kAround = 8;

/** A bent shaft of the largest force, piece after piece, so that the first of them are one of less. */
function bendShaft(radius: number, thickness: number): BufferGeometry {
  const points: number[] = [];
  const corners: number[] = [];
  for (let i = 0; i <= kAlong; ++i) {
    const turn = (kMostTurn * i) / kAlong;
    for (let k = 0; k < kAround; ++k) {
      const around = (2 * Math.PI * k) / kAround;
      const away = radius + thickness * Math.cos(around);
      points.push(away * Math.cos(turn), away * Math.sin(turn), thickness * Math.sin(around));
      if (i === kAlong) continue;
      const [a, b] = [i * kAround + k, i * kAround + ((k + 1) % kAround)];
      corners.push(a, a + kAround, b, b, a + kAround, b + kAround);
    }
  }
  return new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3)).setIndex(corners);
}

/** An arrow whose length is a share of the largest force, -1 to 1. Its shape is made once. */
export class ForceArrow {
  readonly group = new Group();
  private readonly shaft: Mesh;
  private readonly head: Mesh;

  constructor(private readonly size: number, private readonly isBent: boolean, material: MeshBasicMaterial) {
    material.side = DoubleSide;  // mirrored where the force is negative
    // Joints are within thick bodies: forces are seen through them.
    Object.assign(material, { depthTest: false, transparent: true });
    const thickness = 0.012 * size;
    this.shaft = new Mesh(isBent ? bendShaft(0.11 * size, thickness) : new CylinderGeometry(thickness, thickness, 1, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5), material);
    this.head = new Mesh(new ConeGeometry(0.032 * size, 0.08 * size, 16), material);
    this.shaft.renderOrder = this.head.renderOrder = 1;
    this.group.add(this.shaft, this.head);
  }

  /** Starts at `at` and points along, or right-handed about, `direction`. */
  place(at: Vector3, direction: Vector3, share: number): void {
    this.group.visible = Math.abs(share) > 0.01 && direction.lengthSq() > 0;
    if (!this.group.visible) return;
    this.group.position.copy(at);
    this.group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), direction.clone().normalize());
    if (this.isBent) this.bend(share);
    else this.stretch(share);
  }

  private stretch(share: number): void {
    const length = 0.4 * this.size * share;
    this.shaft.scale.set(1, 1, length);
    this.head.position.set(0, 0, length);
    this.head.rotation.set(share > 0 ? Math.PI / 2 : -Math.PI / 2, 0, 0);
  }

  private bend(share: number): void {
    const radius = 0.11 * this.size;
    const pieces = Math.max(1, Math.round(kAlong * Math.abs(share)));
    this.shaft.geometry.setDrawRange(0, 6 * kAround * pieces);
    this.shaft.scale.set(1, Math.sign(share), 1);
    // The head where the shaft ends, not half a piece from it.
    const end = (Math.sign(share) * kMostTurn * pieces) / kAlong;
    this.head.position.set(radius * Math.cos(end), radius * Math.sin(end), 0);
    this.head.rotation.set(0, 0, share > 0 ? end : end + Math.PI);
  }
}
