// Colours, in light and in dark. Those of lines are Okabe and Ito's, told apart by the colour blind too.

export const seriesColours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#9a8400"];

/** Of what holds together, and of what is no drive's: others than those. */
export const mixColours = ["#8f5fd1", "#c2185b", "#3f8f8b", "#ef5350", "#7cb518", "#8d7a98", "#3a86ff"];

/** The darker four fifths of "plasma", perceptually uniform and legible on white and on black. */
const ramp = ["#0d0887", "#46039f", "#7201a8", "#9c179e", "#bd3786", "#d8576b", "#ed7953", "#fb9f3a"];
const rampParts = ramp.map((one) => [1, 3, 5].map((at) => parseInt(one.slice(at, at + 2), 16)));

/** From dark, 0, to bright, 1. */
export function rampColour(share: number): string {
  const at = Math.max(0, Math.min(1, share)) * (ramp.length - 1);
  const below = Math.min(ramp.length - 2, Math.floor(at));
  return `#${rampParts[below]!.map((low, k) => Math.round(low + (at - below) * (rampParts[below + 1]![k]! - low)).toString(16).padStart(2, "0")).join("")}`;
}

/** Where in a span a value is, from 0 to 1; the middle, if it is of one value alone. */
export function shareOf(value: number, [low, high]: readonly [number, number]): number {
  return high > low ? (value - low) / (high - low) : 0.5;
}

const light = {
  ink: "#1c2330", faint: "#6b7482", grid: "#e3e7ee", paper: "#ffffff", ground: "#b9c0cb", joint: "#454e5c",
  drive: "#d1352b", force: "#d1352b", spring: "#2e7d32", path: "#6a1b9a",
};
const dark: typeof light = {
  ink: "#e7eaf0", faint: "#9aa4b5", grid: "#323a48", paper: "#171c25", ground: "#5d6777", joint: "#c3cad6",
  drive: "#ff7b6e", force: "#ff7b6e", spring: "#7ccf80", path: "#d59bf6",
};

class Theme {
  private readonly query = window.matchMedia("(prefers-color-scheme: dark)");
  private chosen: "light" | "dark" | null = null;
  private isPrinting = false;
  private listeners: (() => void)[] = [];

  constructor() {
    this.query.addEventListener("change", () => this.tell());
  }
  get name(): "light" | "dark" {
    if (this.isPrinting) return "light";
    return this.chosen ?? (this.query.matches ? "dark" : "light");
  }
  colours(): typeof light {
    return this.name === "dark" ? dark : light;
  }
  /** Returns what ends it. */
  listen(listener: () => void): () => void {
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((one) => one !== listener);
    };
  }
  toggle(): void {
    this.chosen = this.name === "dark" ? "light" : "dark";
    this.tell();
  }
  print(isPrinting: boolean): void {
    this.isPrinting = isPrinting;
    this.tell();
  }
  private tell(): void {
    document.documentElement.dataset.theme = this.name;
    for (const listener of this.listeners) listener();
  }
}

export const theme = new Theme();
