// What goes with what among the designs, and which variables matter for which objectives.
import { card, element } from "../dom";
import type { Document, StudyColumn } from "../document";
import { Sight } from "../sight";
import type { Store, StudyState } from "../state";
import { spell, tell } from "../text";
import { theme } from "../theme";
import { type DesignIndex, showNumber } from "./designs";
import { explainedShare, rankCorrelation } from "./statistics";

/** What fills a cell at most, of 1. */
const kDensest = 0.6;

interface Matrix {
  heads: StudyColumn[];
  rows: StudyColumn[];
  value: (row: StudyColumn, head: StudyColumn) => number;
  /** Of a value: its colour. */
  color: (value: number) => string;
}

function makeTable(what: string, { heads, rows, value, color }: Matrix): HTMLTableElement {
  const head = element("tr", {}, element("th", { scope: "col" }, what), ...heads.map((column) => element("th", { scope: "col" }, spell(column.name))));
  const body = rows.map((row) => element("tr", {}, element("th", { scope: "row" }, spell(row.name)), ...heads.map((column) => {
    const number = row === column ? NaN : value(row, column);
    const cell = element("td", {}, tell(number, 2));
    if (Number.isFinite(number)) cell.style.background = `color-mix(in srgb, ${color(number)} ${Math.round(100 * kDensest * Math.abs(number))}%, transparent)`;
    return cell;
  })));
  return element("table", { class: "matrix" }, element("thead", {}, head), element("tbody", {}, ...body));
}

export function correlationCards(data: Document, index: DesignIndex, store: Store<StudyState>): HTMLElement[] {
  const objectives = index.columns("objective", "constraint");
  const variables = index.columns("variable");
  if (objectives.length === 0 || variables.length === 0) return [];
  const place = element("div", { class: "scroll" });
  const shares = element("div", { class: "scroll" });
  const caption = element("p", { class: "caption" });
  const show = (): void => {
    const { brushed } = store.now;
    const rows = index.feasible.filter((row) => brushed === null || brushed.has(row));
    const values = new Map([...objectives, ...variables].map((column) => [column, rows.map((row) => showNumber(data, column, row))]));
    const colours = theme.colours();
    const isChoice = (column: StudyColumn): boolean => column.choices.length > 0;
    place.replaceChildren(makeTable("rank correlation", {
      heads: objectives, rows: [...variables, ...objectives].filter((column) => !isChoice(column)),
      value: (row, head) => rankCorrelation(values.get(row)!, values.get(head)!), color: (value) => (value > 0 ? colours.drive : "#0072b2"),
    }));
    shares.replaceChildren(makeTable("explained by it alone", {
      heads: objectives, rows: variables, value: (row, head) => explainedShare(values.get(row)!, values.get(head)!, isChoice(row)), color: () => colours.spring,
    }));
    caption.textContent = `Of ${rows.length} ${brushed === null ? "feasible designs" : "designs that are kept"}${brushed === null ? "" : " by marks on parallel axes"}.`;
  };
  const made = card("correlations", "What matters", element("div", { class: "matrices" }, place, shares), caption);
  const sight = new Sight(made, show);
  store.onEnd(() => sight.end());
  store.onEnd(theme.listen(() => sight.ask()));
  store.listen((_, changed) => {
    if (changed.includes("brushed") || changed.includes("version")) sight.ask();
  });
  sight.ask();
  return [made];
}
