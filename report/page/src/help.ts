// What stands behind the ? at the titles, by the ids of cards.

const overTime = "Over the time of the motion, at the drive's joint. Dashed is what the drive can do, dotted what its motor bears for ever. A click goes to that time, Shift and a click put a second cursor there; a drag shows that stretch of time in all plots.";

export const help: Record<string, string> = {
  machine: "The machine where the slider is. Red arrows are the forces of its drives, as long as the share of what they can exert. Drag, or use the arrow keys, to turn it.",
  compare: "Machines that were kept, beside the one that is there now: the values in which they differ, and all their numbers, with how much they differ from those of now. A ghost is drawn upon the machine, its region and its speed, on one scale.",
  differences: "The design beside the one that is shown: the values in which they differ, and all their numbers, with how much they differ from those of the one shown.",
  motions: "The motions of the machines that are drawn upon each other: their times, and what they ask of the drives, with how much that differs from the first.",
  correlations: "How strongly columns of the designs go together: +1 both rise, −1 one falls as the other rises (ranks, so that curves count, too). On the right the share of an objective's spread that a variable explains by itself. Designs of a search crowd where it is good: this is of the designs that are there.",
  region: "What the drives can do at this place. d1 (dp/dt) says how fast the path is passed, d2 (d²p/dt²) how quickly that changes. Every point inside is accessible; an edge is named by the limits that end it there. The dot is the plan.",
  phase: "How fast the plan passes each place p of the path, coloured by what holds it back there: without that limit it would be faster. Grey is the most that is possible at a place alone. As speed of the tool it is told in metres a second. A click goes there, Shift and a click put a second cursor; a drag zooms.",
  tube: "The accessible regions of all places of the path, one behind the other.",
  forces: overTime, torques: overTime, speeds: overTime, rates: overTime,
  powers: "Force times speed of every drive over time; below zero the drive brakes. A click goes to that time.",
  "tool-speed": "How fast the tool moves along its path. A click goes to that time.",
  "tool-acceleration": "How much the tool is accelerated, along its path and across. A click goes to that time.",
  motors: "Every motor's force over its speed, in front of its gear: what a motor is chosen by. Dashed are its limits, dotted the mean (rms) and, if known, what it bears for ever.",
  map: "A criterion at all poses of a grid; where nothing is drawn the machine cannot be. A click, or the arrow keys, put the machine at a pose.",
  simulation: "The equations of motion, integrated in time under the drives' forces. That constraints stay closed and energy is kept says how far to trust it. A click goes to that time.",
  front: "Every point is a design. Of those on the front none is better than another in all objectives. A click, or the arrow keys, choose one.",
  space: "The front by three objectives at once. Drag to turn it, click a design.",
  parallel: "Every line is a design, with a value on each axis. Drag along an axis to keep those within a stretch of it; click the stretch to take it away. Drag a name to put its axis elsewhere.",
  designs: "All designs with their numbers. A click on a head sorts, a click on a row shows the design.",
  growth: "How much of all that is possible the front had covered after so many designs. Where it is flat, more of the same search finds little.",
  design: "Parameters of the machine, and numbers of its file: of the path, of the drives' limits, of loads and cycles. Circles and squares upon the machine are points to be dragged, or moved by the arrow keys (Shift: finer). Ctrl-Z or the browser's Back undoes a move. Fields take numbers, decimal commas, units and formulas (85 cm, 2*0.4 m); everything follows while a slider is moved.",
};
