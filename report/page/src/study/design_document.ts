// What is known of one design: its machine, regions and plans, or its machine alone.
import { emptyPath, type Document, type Machine, type MachineGroup } from "../document";
import type { DesignIndex } from "./designs";

const kMost = 32767;

/** Puts numbers where their columns are told. */
function fill(value: unknown, numberOf: (column: number) => number): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, numberOf));
  if (typeof value !== "object" || value === null) return value;
  if ("@" in value) {
    const { "@": column, a, b } = value as { "@": number; a: number; b: number };
    return a + b * numberOf(column);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, numberOf)]));
}

function machineOf(index: DesignIndex, group: MachineGroup, place: number): { machine: Machine; pose: number[] } {
  const variables = index.columns("variable");
  const row = index.rowOf(group.ids[place]!)!;
  return fill(group.like, (k) => {
    if (k < group.known) return variables[k]!.values[row]!;
    const { min, max, values } = group.columns[k - group.known]!;
    return min + ((values[place]! / kMost + 1) / 2) * (max - min);
  }) as { machine: Machine; pose: number[] };
}

/** The document of a design: without regions if it is not among those that are shown with them. */
export function documentOf(data: Document, index: DesignIndex, id: number): Document | null {
  const { designs, machines } = index.study;
  const design = designs.find((one) => one.id === id);
  if (design !== undefined) return { ...data, machine: design.machine, paths: design.paths, plans: design.plans, maps: [] };
  for (const group of machines) {
    const place = group.ids.indexOf(id);
    if (place < 0) continue;
    const { machine, pose } = machineOf(index, group, place);
    const path = { ...emptyPath("", 1), p: new Float64Array(1), status: new Uint8Array(1), poses: new Float32Array(pose) };
    return { ...data, machine, paths: [path], plans: [], maps: [] };
  }
  return null;
}
