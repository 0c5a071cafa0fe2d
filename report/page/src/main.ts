// The page: all views of a document, linked by one state.
import { emptyPath, pathOfSimulation, readEmbedded, type Document } from "./document";
import { element } from "./dom";
import { ExplorePage } from "./explore/explore_page";
import { LiveStudy } from "./explore/live_study";
import { Moves } from "./explore/moves";
import { compute, readStudy } from "./explore/server";
import { listGhosts } from "./ghosts";
import { MapView } from "./map/map_view";
import { motionCard, nameOther, pathOf } from "./plan/difference_card";
import { Headline } from "./plan/headline";
import { fromLink, makeStore, seenIn, settingsFromLink, type Settings, toLink } from "./state";
import { StudyPage } from "./study/study_page";
import { simulationCard } from "./simulation/simulation_view";
import { spell } from "./text";
import { theme } from "./theme";
import { Transport } from "./transport";
import { keepAddress } from "./address";
import { listMainViews, listOtherViews, settle } from "./views";

/** Keeps the address such that it brings back what is looked at. */
function keepLink(states: () => object[], settings?: () => Settings): () => void {
  return keepAddress(() => toLink(states(), settings?.()));
}

function makeHeader(data: Document): HTMLElement {
  const header = element("header", {}, element("h1", {}, spell(data.title)));
  if (data.machine?.description) header.append(element("p", {}, spell(data.machine.description.replace(/\s+/g, " ").trim())));
  for (const note of data.notes) header.append(element("p", { class: "note" }, spell(note)));
  return header;
}

function makeFooter(data: Document): HTMLElement {
  const template = document.getElementById("licences") as HTMLTemplateElement | null;
  const licences = element("details", { class: "licences" }, element("summary", {}, "Licences of what this page contains"),
    element("pre", {}, template?.content.textContent ?? ""));
  return element("footer", {}, element("p", {}, `Made by ${spell(data.program)}. Results are in SI units unless shown otherwise.`), licences);
}

function showResults(data: Document): HTMLElement[] {
  const link = fromLink(location.hash);
  // Of plans without their machine the motion is shown all the same.
  if (data.machine === null && data.paths.length === 0) data.paths = data.plans.map((plan) => emptyPath(plan.path, plan.p.at(-1) ?? 1));
  const simulated = pathOfSimulation(data);
  if (simulated !== null) data.paths.push(simulated);
  const store = makeStore();
  store.change(seenIn(link));
  if (link.rate !== undefined && link.rate > 0 && link.rate <= 1) store.change({ rate: link.rate });
  if (link.map !== undefined && data.maps[link.map] !== undefined) store.change({ map: link.map });
  if (link.column !== undefined && data.maps[store.now.map]?.columns[link.column] !== undefined) store.change({ column: link.column });
  if (link.pose !== undefined && Number.isInteger(link.pose)) store.change({ pose: link.pose });
  // Of a simulation alone it is that which is looked at.
  const isAlone = simulated !== null && data.plans.length === 0 && data.maps.length === 0;
  settle(data, store, isAlone ? { path: data.paths.indexOf(simulated), ...link } : link);
  const others = data.others ?? [];
  const takeGhosts = (): void => {
    const name = data.paths[store.now.path]?.name;
    data.ghosts = others.flatMap((other, i) => listGhosts(other, pathOf(other, name), nameOther(data, other), i));
  };
  takeGhosts();
  if (others.length > 0) {
    store.listen((state, changed) => {
      if (!changed.includes("path")) return;
      takeGhosts();
      store.change({ version: state.version + 1 });
    });
  }
  const cards = element("div", { class: "cards" });
  const main = element("main", {}, cards);
  if (data.paths.length > 0) {
    main.prepend(new Transport(data, store).element, new Headline(data, store).element);
    cards.append(...listMainViews(data, store), ...(others.length > 0 ? [motionCard(data, store, others)] : []), ...listOtherViews(data, store));
  }
  const simulation = data.simulation !== null ? simulationCard(data, store, simulated) : null;
  if (simulation !== null && isAlone) cards.firstElementChild!.after(simulation);
  else if (simulation !== null) cards.append(simulation);
  if (data.maps.length > 0) cards.append(new MapView(data, store).element);
  store.listen(keepLink(() => [store.now]));
  // For tests: what is looked at, and the numbers behind it.
  Object.assign(window, { globaldyn: { store, data } });
  return [main];
}

function showStudy(data: Document): HTMLElement[] {
  const keep = keepLink(() => [page.views.now, page.store.now]);
  const page = new StudyPage(data, fromLink(location.hash), keep);
  const parts = page.build();
  Object.assign(window, { globaldyn: { page, data } });
  return parts;
}

async function showLiveStudy(first: Document): Promise<{ data: Document; parts: HTMLElement[] }> {
  const data = (await readStudy(0))!;
  const page = new LiveStudy(data, first, fromLink(location.hash), settingsFromLink(location.hash));
  const keep = keepLink(() => [page.machine.store.now, page.store.now], () => page.machine.settings);
  page.store.listen(keep);
  page.machine.store.listen(keep);
  page.machine.onMove = keep;
  const link = (): string => toLink([page.machine.store.now, page.store.now], page.machine.settings);
  page.machine.connect(new Moves(link, (to) => page.goTo(fromLink(to), settingsFromLink(to))));
  Object.assign(window, { globaldyn: { page, store: page.machine.store, data } });
  return { data, parts: page.build() };
}

/** A page without data that a server sent is live. */
async function showLive(): Promise<{ data: Document; parts: HTMLElement[] }> {
  const first = await compute({ settings: {}, path: "", off: [], regions: true, plan: "none", ratings: false });
  if (first.explore!.failure !== "") first.notes.push(first.explore!.failure);
  if (first.explore!.has_study) return showLiveStudy(first);
  const page = new ExplorePage(first, fromLink(location.hash));
  const keep = keepLink(() => [page.store.now], () => page.settings);
  page.store.listen(keep);
  page.onMove = keep;
  page.connect(new Moves(() => toLink([page.store.now], page.settings), (to) => page.goTo(settingsFromLink(to), fromLink(to).path)));
  Object.assign(window, { globaldyn: { page, store: page.store, data: page.data } });
  const parts = page.build();
  page.restore(settingsFromLink(location.hash));
  return { data: first, parts };
}

async function start(): Promise<void> {
  document.documentElement.dataset.theme = theme.name;
  const place = document.getElementById("page")!;
  try {
    const embedded = await readEmbedded();
    if (embedded === null && !location.protocol.startsWith("http")) {
      place.replaceChildren(element("p", { class: "note" }, "This page cannot be shown: there is no data in it"));
      return;
    }
    const { data, parts } = embedded === null ? await showLive()
      : { data: embedded, parts: embedded.study === null ? showResults(embedded) : showStudy(embedded) };
    document.title = `${spell(data.title)} · globaldyn`;
    place.replaceChildren(makeHeader(data), ...parts, makeFooter(data));
  } catch (error) {
    // In words for who looks at it; whole for who looks for the cause.
    const reason = error instanceof Error ? error.message : String(error);
    place.replaceChildren(element("p", { class: "note" }, `This page cannot be shown: ${reason}`));
    console.error(error);
  }
}

void start();
