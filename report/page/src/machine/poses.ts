// Where bodies are between the poses that the document has.
import { Quaternion, Vector3 } from "three";
import type { Path } from "../document";

const kOk = 0;

/** The last index whose value is at most `value`, at least 0, of increasing values. */
export function findBefore(values: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The index whose value is nearest. */
export function findNearest(values: ArrayLike<number>, value: number): number {
  const before = findBefore(values, value);
  const after = Math.min(before + 1, values.length - 1);
  return value - values[before]! <= values[after]! - value ? before : after;
}

/** Linear between values at increasing places. */
export function interpolate(places: ArrayLike<number>, values: ArrayLike<number>, place: number,
                            stride = 1, offset = 0): number {
  const i = findBefore(places, place);
  const j = Math.min(i + 1, places.length - 1);
  const width = places[j]! - places[i]!;
  const share = width > 0 ? Math.min(Math.max((place - places[i]!) / width, 0), 1) : 0;
  const from = values[i * stride + offset]!;
  return share === 0 ? from : from + share * (values[j * stride + offset]! - from);
}

export interface BodyPlace {
  origin: Vector3;
  turn: Quaternion;
}

/** Reads the poses of a path at any p, each body between its two neighbours. */
export class PoseReader {
  readonly places: BodyPlace[];
  private readonly next = { origin: new Vector3(), turn: new Quaternion() };

  constructor(bodies: number) {
    this.places = Array.from({ length: bodies }, () => ({ origin: new Vector3(), turn: new Quaternion() }));
  }

  /** Whether there is a pose at p, or at the nearest p that was looked at; `places` is then that. */
  read(path: Path, p: number): boolean {
    if (path.p.length === 0) return false;
    let i = findBefore(path.p, p);
    let j = Math.min(i + 1, path.p.length - 1);
    const nearest = findNearest(path.p, p);
    if (path.status[nearest] !== kOk) return false;
    if (path.status[i] !== kOk || path.status[j] !== kOk) i = j = nearest;
    const width = path.p[j]! - path.p[i]!;
    const share = width > 0 ? Math.min(Math.max((p - path.p[i]!) / width, 0), 1) : 0;
    const count = this.places.length;
    this.places.forEach((place, body) => {
      readBody(path.poses, i * count + body, place);
      if (share === 0) return;
      readBody(path.poses, j * count + body, this.next);
      place.origin.lerp(this.next.origin, share);
      place.turn.slerp(this.next.turn, share);
    });
    return true;
  }
}

function readBody(poses: Float32Array, index: number, place: BodyPlace): void {
  place.origin.fromArray(poses, 7 * index);
  place.turn.fromArray(poses, 7 * index + 3);
}
