// Beside the views of the machine: its motion saved as a film.
import { element } from "../dom";
import type { Document } from "../document";
import { canFilm, Film, type Kind, type Scenery } from "../save/film";
import type { Store } from "../state";
import { spell } from "../text";
import { durationOf, placeAt } from "../plan/place";

/** @param draw draws the machine as the state has it, at once */
export function filmMenu(data: Document, store: Store, draw: () => HTMLCanvasElement): HTMLElement {
  let film: Film | null = null;
  const summary = element("summary", { title: "save the motion as a film" }, "film");
  const choices = element("div", {});
  const menu = element("details", { class: "save" }, summary, choices);
  const makeScenery = (): Scenery => {
    const { path, p, t, rate } = store.now;
    const name = data.paths[path]?.name ?? "";
    return {
      name: `${spell(data.title)} ${spell(name)}`.trim(), length: durationOf(data, store.now) / rate,
      show: (share) => {
        store.change({ ...placeAt(data, store.now, share), playing: false });
        const text = Number.isNaN(store.now.t) ? `p = ${store.now.p.toFixed(3)}` : `t = ${store.now.t.toFixed(3)} s`;
        return { picture: draw(), text };
      },
      end: () => store.change({ p, t }),
    };
  };
  const take = async (kind: Kind): Promise<void> => {
    menu.open = false;
    film = new Film(makeScenery(), kind, (share) => { summary.textContent = `film: ${Math.round(100 * share)} % ✕`; });
    try {
      await film.take();
    } finally {
      film = null;
      summary.textContent = "film";
    }
  };
  // A click ends one that is being taken.
  summary.addEventListener("click", (event) => {
    if (film === null) return;
    event.preventDefault();
    film.stop();
  });
  for (const kind of ["GIF", "WebM"] as const) {
    if (!canFilm(kind)) continue;
    const made = element("button", { type: "button", "aria-label": `save the motion as ${kind}, at the pace chosen above` }, kind);
    made.addEventListener("click", () => void take(kind));
    choices.append(made);
  }
  store.onEnd(() => film?.stop());
  return menu;
}
