// In what two designs of a study differ: their variables, and all their numbers.
import { card, element } from "../dom";
import type { Document, StudyColumn } from "../document";
import { type Difference, makeRows } from "../explore/differences";
import { spell, unitOf } from "../text";
import type { DesignIndex } from "./designs";

function makeDifference(data: Document, column: StudyColumn, rows: number[]): Difference {
  const cells = rows.map((row) => {
    const value = column.values[row]!;
    if (column.choices.length > 0) return spell(column.choices[value] ?? "–");
    return Number.isNaN(value) ? null : value;
  });
  return { name: spell(column.name), unit: unitOf(data, column.unit), cells, isNumber: column.role !== "variable" };
}

/** Variables that are alike are left out; null where there are no two designs. */
export function differenceCard(data: Document, index: DesignIndex, reference: number, design: number): HTMLElement | null {
  const rows = [index.rowOf(reference), index.rowOf(design)];
  if (rows[0] === undefined || rows[1] === undefined || reference === design) return null;
  const list = index.columns("variable", "objective", "constraint", "quantity").map((column) => makeDifference(data, column, rows as number[]))
    .filter((one) => one.isNumber || one.cells[0] !== one.cells[1]);
  const heads = ["difference", `design ${reference}`, `design ${design}`].map((text) => element("th", { scope: "col" }, text));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...makeRows(list, 1)));
  return card("differences", "Differences", element("div", { class: "scroll" }, table));
}
