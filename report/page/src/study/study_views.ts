// The views of a study's designs, above the machine of the one that was taken.
import type { Document } from "../document";
import type { Link, Store, StudyState } from "../state";
import type { DesignIndex } from "./designs";
import { correlationCards } from "./correlation_view";
import { FrontView } from "./front_view";
import { growthCard, sensitivityCard } from "./growth_view";
import { ParallelView } from "./parallel_view";
import { SpaceView } from "./space_view";
import { TableView } from "./table_view";

export function listStudyViews(data: Document, index: DesignIndex, store: Store<StudyState>): HTMLElement[] {
  const views = [new FrontView(data, index, store).element];
  const objectives = index.columns("objective").length;
  if (objectives >= 3) views.push(new SpaceView(data, index, store).element);
  if (objectives >= 2) views.push(growthCard(index.study, store));
  views.push(new ParallelView(data, index, store).element, ...correlationCards(data, index, store), new TableView(data, index, store).element);
  if (index.study.sensitivities.length > 1) views.push(sensitivityCard(index.study));
  return views;
}

/** What a link says of the design shown and the one beside it, as far as they are there. */
export function chooseDesigns(index: DesignIndex, link: Link, otherwise: number): StudyState {
  const known = (id: number | undefined, instead: number): number =>
    (id !== undefined && (id === 0 || index.rowOf(id) !== undefined) ? id : instead);
  const { brush = "", axes = "", colour = -1, across = 0, up = 1 } = link;
  return { design: known(link.design, otherwise), reference: known(link.reference, 0), upon: false, brushed: null, brush, axes, colour, across, up, version: 0 };
}
