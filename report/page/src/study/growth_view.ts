// How the front grew with the number of designs, and what the study says of sensitivities.
import { axis, Chart, line, type Option } from "../chart";
import { card, element, table } from "../dom";
import type { Study } from "../document";
import type { Store, StudyState } from "../state";
import { spell, tell } from "../text";
import { seriesColours } from "../theme";

export function growthCard(study: Study, store: Store<StudyState>): HTMLElement {
  const make = (): Option => ({
    xAxis: axis("designs", false, { min: 0 }),
    yAxis: axis("hypervolume of the front", true, { scale: true }),
    series: study.growth.map((curve, i) => {
      const color = seriesColours[i % seriesColours.length]!;
      const points = [...curve.designs].map((count, k) => [count, curve.values[k]!]);
      return line(`seed ${curve.seed}`, points, { lineStyle: { color, width: 2 }, itemStyle: { color }, step: "end" });
    }),
  });
  const chart = new Chart(store, "Hypervolume over designs", make);
  store.listen((_, changed) => {
    if (changed.includes("version")) chart.draw();
  });
  return card("growth", "Growth of the front", chart.element);
}

export function sensitivityCard(study: Study): HTMLElement {
  const [heads, ...rows] = study.sensitivities as [string[], ...string[][]];
  const show = (text: string): string => (text !== "" && Number.isFinite(Number(text)) ? tell(Number(text)) : spell(text));
  return card("sensitivities", "Sensitivities",
    element("div", { class: "scroll" }, table(heads.map(spell), rows.map((row) => row.map(show)))));
}
