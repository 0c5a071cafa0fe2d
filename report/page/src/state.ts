// What is looked at: all views show it, and each may change it.
import type { Span } from "./plot/scale";

export interface State {
  /** Which path, by number. */
  path: number;
  /** Where on it. */
  p: number;
  /** When, in s, if the path has a plan; NaN without one. */
  t: number;
  playing: boolean;
  /** The second cursor, likewise: NaN without one. */
  p2: number;
  t2: number;
  /** What of time and of the path the plots over them show; null: all. */
  spanT: Span | null;
  spanP: Span | null;
  /** A drive or a curve that is pointed at, in whatever view; "": none. */
  hover: string;
  /** How fast time runs. */
  rate: number;
  /** From the start again at the end. */
  loops: boolean;
  /** Which map and column, by number. */
  map: number;
  column: number;
  /** The number of a pose of the map, or -1. */
  pose: number;
  /** 1: speeds along the path are those of the tool, not d1. */
  asTool: number;
  /** From where the machine is seen, as its view writes it; "": as at first. */
  camera: string;
  /** Grows when the document's machine, regions or plans have been replaced. */
  version: number;
}

export interface StudyState {
  /** The design looked at and the one beside it, by id; 0: none. */
  design: number;
  reference: number;
  /** The reference is drawn upon the design, not beside it. */
  upon: boolean;
  /** Rows of the table that a brush has chosen; null: all. */
  brushed: Set<number> | null;
  /** The stretches that do so, and the order of parallel axes, as those write them; what colours their lines: a column by number, or -1. */
  brush: string;
  axes: string;
  colour: number;
  /** The columns of the front's plot, by number. */
  across: number;
  up: number;
  /** Grows with the study. */
  version: number;
}

type Listener<Values> = (state: Readonly<Values>, changed: (keyof Values)[]) => void;

/** Values that change, and who is told of it. */
export class Store<Values extends object = State> {
  private listeners: Listener<Values>[] = [];
  private endings: (() => void)[] = [];

  /** @param always what is told even when it is set to what it was: a click upon what is chosen already */
  constructor(private state: Values, private readonly always: (keyof Values)[] = []) {}

  get now(): Readonly<Values> {
    return this.state;
  }

  /** @returns what ends it */
  listen(listener: Listener<Values>): () => void {
    this.listeners.push(listener);
    return () => { this.listeners = this.listeners.filter((one) => one !== listener); };
  }

  change(part: Partial<Values>): void {
    const keys = (Object.keys(part) as (keyof Values)[]).filter((key) => this.always.includes(key) || !Object.is(this.state[key], part[key]));
    if (keys.length === 0) return;
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener(this.state, keys);
  }

  /** Calls `act` when the views of this state are taken away. */
  onEnd(act: () => void): void {
    this.endings.push(act);
  }
  end(): void {
    this.listeners = [];
    for (const act of this.endings.splice(0)) act();
  }
}

export function makeStore(): Store {
  return new Store<State>({ path: 0, p: 0, t: NaN, playing: false, p2: NaN, t2: NaN, spanT: null, spanP: null, hover: "", rate: 0.1, loops: false, map: 0, column: -1, pose: -1, asTool: 0, camera: "", version: 0 });
}

/** Which motion is planned, and how. */
export interface Wishes {
  /** One of least losses takes `pace` times as long as the fastest. */
  motion: "fastest" | "rated" | "losses";
  pace: number;
  /** Share of every limit that is kept free. */
  reserve: number;
  /** s, that forces take over their whole range at least; 0: none. */
  rise_time: number;
  /** Round and round. */
  closed: boolean;
}

export const plainWishes: Readonly<Wishes> = { motion: "fastest", pace: 1.2, reserve: 0, rise_time: 0, closed: false };

/** What has been moved and switched off, away from what is given. */
export interface Settings {
  values: Record<string, number>;
  /** Names of drives. */
  off: string[];
  wishes: Wishes;
}

const kNumbers = ["path", "p", "p2", "rate", "map", "column", "pose", "design", "reference", "asTool", "colour", "across", "up"] as const;
const kTexts = ["camera", "brush", "axes"] as const;
const kSpans = ["spanT", "spanP"] as const;
/** What is so at first is not said. */
const kPlain: Record<string, unknown> = { p2: NaN, asTool: 0, camera: "", brush: "", axes: "", spanT: null, spanP: null, colour: -1, across: 0, up: 1 };

/** What a link says of what is looked at. */
export type Link = Partial<Record<(typeof kNumbers)[number], number> & Record<(typeof kTexts)[number], string> & Record<(typeof kSpans)[number], Span>>;

const kValue = "set.";
const kWish = "plan.";
const kOff = "off";

/** The states and settings as a link: what comes behind the # of the page's address. */
export function toLink(states: object[], settings: Settings = { values: {}, off: [], wishes: plainWishes }): string {
  const all = Object.assign({}, ...states) as Record<string, unknown>;
  const link = new URLSearchParams();
  for (const key of [...kNumbers, ...kTexts, ...kSpans]) {
    if (key in all && !(key in kPlain && Object.is(all[key], kPlain[key]))) link.set(key, String(all[key]));
  }
  for (const [name, value] of Object.entries(settings.values)) link.set(kValue + name, String(value));
  for (const name of settings.off) link.append(kOff, name);
  for (const [name, value] of Object.entries(settings.wishes)) {
    if (value !== plainWishes[name as keyof Wishes]) link.set(kWish + name, String(value));
  }
  return link.toString();
}

/** A number that a link says; NaN if it says none. */
function toNumber(text: string): number {
  return text === "" || !Number.isFinite(Number(text)) ? NaN : Number(text);
}

/** What a link says; nothing of what cannot be read. */
export function fromLink(link: string): Link {
  const all = new URLSearchParams(link.replace(/^#/, ""));
  const part: Record<string, number | string | Span> = {};
  for (const key of kNumbers) {
    const value = toNumber(all.get(key) ?? "");
    if (!Number.isNaN(value)) part[key] = value;
  }
  for (const key of kTexts) if (all.get(key)) part[key] = all.get(key)!;
  for (const key of kSpans) {
    const [low = NaN, high = NaN] = (all.get(key) ?? "").split(",").map(toNumber);
    if (low < high) part[key] = [low, high];
  }
  return part;
}

/** What of a link is of how plots and the machine are seen. */
export function seenIn(link: Link): Pick<State, "spanT" | "spanP" | "camera" | "asTool"> {
  return { asTool: link.asTool === 1 ? 1 : 0, spanT: link.spanT ?? null, spanP: link.spanP ?? null, camera: link.camera ?? "" };
}

/** The wishes of a link; plain where it says none that can be. */
function wishesFrom(all: URLSearchParams): Wishes {
  const number = (name: "pace" | "reserve" | "rise_time", least: number, most: number): number => {
    const value = toNumber(all.get(kWish + name) ?? "");
    return value >= least && value <= most ? value : plainWishes[name];
  };
  const motion = all.get(kWish + "motion");
  return {
    motion: motion === "rated" || motion === "losses" ? motion : "fastest",
    pace: number("pace", 1, 1000), reserve: number("reserve", 0, 0.99), rise_time: number("rise_time", 0, 999),
    closed: all.get(kWish + "closed") === "true",
  };
}

/** What a link says was moved and switched off. */
export function settingsFromLink(link: string): Settings {
  const all = new URLSearchParams(link.replace(/^#/, ""));
  const moved = [...all].filter(([key]) => key.startsWith(kValue)).map(([key, text]) => [key.slice(kValue.length), toNumber(text)] as const);
  return { values: Object.fromEntries(moved.filter(([, value]) => !Number.isNaN(value))), off: all.getAll(kOff), wishes: wishesFrom(all) };
}
