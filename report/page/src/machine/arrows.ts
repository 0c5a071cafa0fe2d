// Forces as arrows: straight where a drive pushes, bent about its axis where it turns.
import { BufferGeometry, ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, TorusGeometry, Vector3 } from "three";

const kMostTurn = 1.5 * Math.PI;

/** An arrow whose length is a share of the largest force, -1 to 1. */
export class ForceArrow {
  readonly group = new Group();
  private readonly shaft: Mesh;
  private readonly head: Mesh;
  private share = NaN;

  constructor(private readonly size: number, private readonly isBent: boolean, material: MeshBasicMaterial) {
    this.shaft = new Mesh(new BufferGeometry(), material);
    this.head = new Mesh(new ConeGeometry(0.032 * size, 0.08 * size, 16), material);
    this.group.add(this.shaft, this.head);
  }

  /** Starts at `at` and points along, or right-handed about, `direction`. */
  place(at: Vector3, direction: Vector3, share: number): void {
    this.group.visible = Math.abs(share) > 0.01 && direction.lengthSq() > 0;
    if (!this.group.visible) return;
    this.group.position.copy(at);
    this.group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), direction.clone().normalize());
    if (Math.abs(share - this.share) < 2e-3) return;
    this.share = share;
    this.shaft.geometry.dispose();
    if (this.isBent) this.bend(share);
    else this.stretch(share);
  }

  private stretch(share: number): void {
    const length = 0.4 * this.size * share;
    this.shaft.geometry = new CylinderGeometry(0.012 * this.size, 0.012 * this.size, Math.abs(length), 10)
      .rotateX(Math.PI / 2).translate(0, 0, length / 2);
    this.head.position.set(0, 0, length);
    this.head.rotation.set(share > 0 ? Math.PI / 2 : -Math.PI / 2, 0, 0);
  }

  private bend(share: number): void {
    const radius = 0.11 * this.size;
    const angle = kMostTurn * Math.abs(share);
    const bent = new TorusGeometry(radius, 0.012 * this.size, 8, 40, angle);
    if (share < 0) bent.scale(1, -1, 1);
    this.shaft.geometry = bent;
    const end = Math.sign(share) * angle;
    this.head.position.set(radius * Math.cos(end), radius * Math.sin(end), 0);
    this.head.rotation.set(0, 0, share > 0 ? end : end + Math.PI);
  }
}
