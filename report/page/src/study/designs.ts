// Designs of a study by row and by id, and their values as people read them.
import type { Document, Study, StudyColumn } from "../document";
import { spell, tell, unitOf } from "../text";

export const kFeasible = 0;
export const states = ["feasible", "infeasible", "failed"];

/** The rows of designs that pass a test. */
export function listRows(study: Study, keeps: (row: number) => boolean): number[] {
  return [...study.ids.keys()].filter(keeps);
}

export class DesignIndex {
  private rows = new Map<number, number>();
  /** Rows. */
  front = new Set<number>();
  feasible: number[] = [];

  constructor(readonly study: Study) {
    this.read();
  }

  /** The same study with more designs; who holds a column of it has it grown. */
  grow(study: Study): void {
    const { columns } = this.study;
    study.columns.forEach((column, i) => { columns[i]!.values = column.values; });
    Object.assign(this.study, study, { columns });
    this.read();
  }

  private read(): void {
    const { study } = this;
    this.rows = new Map();
    study.ids.forEach((id, row) => this.rows.set(id, row));
    this.front = new Set(study.front.map((id) => this.rows.get(id)!));
    this.feasible = listRows(study, (row) => study.states[row] === kFeasible);
  }
  rowOf(id: number): number | undefined {
    return this.rows.get(id);
  }
  columns(...roles: StudyColumn["role"][]): StudyColumn[] {
    return roles.flatMap((role) => this.study.columns.filter((column) => column.role === role));
  }
}

/** A value in the unit that it is shown in; the name of a choice. */
export function showValue(data: Document, column: StudyColumn, row: number): string {
  const value = column.values[row]!;
  if (column.choices.length > 0) return spell(column.choices[value] ?? "–");
  return tell(unitOf(data, column.unit).show(value), 5);
}

export function showNumber(data: Document, column: StudyColumn, row: number): number {
  const value = column.values[row]!;
  return column.choices.length > 0 ? value : unitOf(data, column.unit).show(value);
}

/** "time [s]". */
export function headOf(data: Document, column: StudyColumn): string {
  return column.choices.length > 0 ? spell(column.name) : unitOf(data, column.unit).head(spell(column.name));
}

/** "time 0.37 s". */
export function tellValue(data: Document, column: StudyColumn, row: number): string {
  const unit = column.choices.length > 0 ? "" : unitOf(data, column.unit).name;
  return `${spell(column.name)} ${showValue(data, column, row)}${unit === "" ? "" : ` ${unit}`}`;
}
