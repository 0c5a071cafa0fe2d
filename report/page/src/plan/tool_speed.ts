// The speed of the tool, of which d1 is the measure along the path.
import type { Path } from "../document";
import { interpolate } from "../machine/poses";

/** m, the tool's speed per d1 at p; NaN where it is not known. */
export function toolStepAt(path: Path, p: number): number {
  return path.tool_step.length === 0 ? NaN : interpolate(path.p, path.tool_step, p);
}

/** Whether the tool moves along the path, and does not turn alone. */
export function movesTool(path: Path | undefined): path is Path {
  return path !== undefined && path.tool_step.some((step) => step > 0);
}
