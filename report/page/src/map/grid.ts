// Poses of a map by number: orientations first, the last axis fastest.
import type { WorkspaceMap } from "../document";

/** The number of a pose. */
export function poseAt(map: WorkspaceMap, orientation: number, indices: number[]): number {
  return map.axes.reduce((number, one, k) => number * one.values.length + indices[k]!, orientation);
}

/** The orientation of a pose, and its place along each axis. */
export function placeOf(map: WorkspaceMap, pose: number): { orientation: number; indices: number[] } {
  const indices: number[] = [];
  for (const one of [...map.axes].reverse()) {
    indices.unshift(pose % one.values.length);
    pose = Math.floor(pose / one.values.length);
  }
  return { orientation: pose, indices };
}
