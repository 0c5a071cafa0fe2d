// Other machines that are drawn upon the one looked at, on one scale.
import type { Document, Machine, Path, Plan } from "./document";

export interface Ghost {
  title: string;
  /** Of its colour. */
  number: number;
  machine: Machine;
  path: Path;
  plan: Plan | undefined;
}

const colours = ["#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#8f5fd1", "#9a8400"];

/** Told apart by the colour blind, too. */
export function colourOf(ghost: { number: number }): string {
  return colours[ghost.number % colours.length]!;
}

/** The place on a ghost's path that is as far along it as p is along one of this length. */
export function placeOn(ghost: Ghost, p: number, p_max: number): number {
  return p_max > 0 ? (p / p_max) * ghost.path.p_max : 0;
}

/** What a document has along a path, as a ghost; none where its machine cannot be there. */
export function listGhosts(data: Document, path: string | undefined, title: string, number = 0): Ghost[] {
  const own = data.paths.find((one) => one.name === path);
  if (data.machine === null || own === undefined || own.p.length === 0) return [];
  return [{ title, number, machine: data.machine, path: own, plan: data.plans.find((plan) => plan.path === path) }];
}
