// Bodies as things to look at.
import {
  BoxGeometry, BufferGeometry, CylinderGeometry, ExtrudeGeometry, Group, Matrix4, Mesh, MeshLambertMaterial,
  Path as Outline, Shape, SphereGeometry, Vector3,
} from "three";
import type { Body, Frame, Solid, Vector } from "../document";

export function toMatrix(frame: Frame): Matrix4 {
  const [a, b, c, d, e, f, g, h, i] = frame.axes as [number, number, number, number, number, number, number, number, number];
  const [x, y, z] = frame.origin;
  return new Matrix4().set(a, d, g, x, b, e, h, y, c, f, i, z, 0, 0, 0, 1);
}

function makeTube(outer: number, inner: number, length: number): BufferGeometry {
  const ring = new Shape().absarc(0, 0, outer / 2, 0, 2 * Math.PI);
  ring.holes.push(new Outline().absarc(0, 0, inner / 2, 0, 2 * Math.PI, true));
  return new ExtrudeGeometry(ring, { depth: length, bevelEnabled: false, curveSegments: 24 })
    .translate(0, 0, -length / 2);
}

function makeGeometry(solid: Solid): BufferGeometry {
  const [x, y, z] = solid.size;
  switch (solid.shape) {
    case "box": return new BoxGeometry(x, y, z);
    case "sphere": return new SphereGeometry(x / 2, 32, 20);
    case "tube": return makeTube(x, y, z);
    case "cylinder": return new CylinderGeometry(x / 2, x / 2, z, 32).rotateX(Math.PI / 2);
  }
}

/** A round bar between two points. */
export function makeBar(from: Vector3, to: Vector3, diameter: number, material: MeshLambertMaterial): Mesh {
  const along = to.clone().sub(from);
  const bar = new Mesh(new CylinderGeometry(diameter / 2, diameter / 2, Math.max(along.length(), 1e-9), 12), material);
  bar.position.copy(from).addScaledVector(along, 0.5);
  bar.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
  return bar;
}

/** A body without solids: bars between the points that are known of it. */
function drawLinks(points: Vector[], diameter: number, material: MeshLambertMaterial, group: Group): void {
  const places = points.map((point) => new Vector3(...point));
  const [first, second] = places;
  if (first === undefined || second === undefined) return;
  if (places.length === 2) {
    group.add(makeBar(first, second, diameter, material));
    return;
  }
  const middle = places.reduce((sum, place) => sum.add(place), new Vector3()).divideScalar(places.length);
  for (const place of places) group.add(makeBar(middle, place, diameter, material));
}

/** A body in its own frame. `size` is the machine's length, m. */
export function drawBody(body: Body, isGround: boolean, size: number, material: MeshLambertMaterial): Group {
  const group = new Group();
  for (const solid of body.solids) {
    const mesh = new Mesh(makeGeometry(solid), material);
    mesh.applyMatrix4(toMatrix(solid.frame));
    group.add(mesh);
  }
  if (body.solids.length === 0 && !isGround) drawLinks(body.points, 0.02 * size, material, group);
  return group;
}
