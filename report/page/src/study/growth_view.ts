// How the front grew with the number of designs, and what the study says of sensitivities.
import { card, element, table } from "../dom";
import { Plot } from "../plot/plot";
import { curve } from "../plot/scene";
import type { Study } from "../document";
import type { Store, StudyState } from "../state";
import { spell, tell } from "../text";
import { seriesColours } from "../theme";

export function growthCard(study: Study, store: Store<StudyState>): HTMLElement {
  const chart = new Plot(store, "Hypervolume over designs", () => ({
    x: { name: "designs", min: 0 }, y: { name: "hypervolume of the front" },
    curves: study.growth.map((one, i) => {
      const points = [...one.designs].map((count, k) => [count, one.values[k]!]);
      return curve(`seed ${one.seed}`, points, seriesColours[i % seriesColours.length]!, { width: 2, isStepped: true });
    }),
  }));
  store.listen((_, changed) => {
    if (changed.includes("version")) chart.refresh();
  });
  return card("growth", "Growth of the front", chart.element);
}

export function sensitivityCard(study: Study): HTMLElement {
  const [heads, ...rows] = study.sensitivities as [string[], ...string[][]];
  const show = (text: string): string => (text !== "" && Number.isFinite(Number(text)) ? tell(Number(text)) : spell(text));
  return card("sensitivities", "Sensitivities",
    element("div", { class: "scroll" }, table(heads.map(spell), rows.map((row) => row.map(show)))));
}
