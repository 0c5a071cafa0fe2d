"""Robots of public URDF files: globaldyn's import against Pinocchio, inverse dynamics at random states.

pip install pin example-robot-data globaldyn; python3 urdf_robots.py [FILE ...]: a line a file. Without
files those of example-robot-data.
"""

import glob
import os
import re
import sys
import sysconfig

import globaldyn
import numpy as np
import pinocchio as pin

STATES = 3


def list_files():
    """All URDF files of example-robot-data."""
    where = os.path.join(sysconfig.get_paths()["purelib"], "cmeel.prefix", "share")
    return sorted(glob.glob(os.path.join(where, "**", "*.urdf"), recursive=True))


def build_model(file):
    """Pinocchio's, with joints that mimic others if it can."""
    try:
        return pin.buildModelFromUrdf(file, mimic=True)
    except ValueError:
        return pin.buildModelFromUrdf(file)


def draw_state(random, machine, model):
    """A random state: Pinocchio's q, v and a; the machine's path; where its drives are in v."""
    q, v, a = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    numbers = {re.sub(r"\W", "_", name): i for i, name in enumerate(model.names)}
    driven = {drive.name for drive in machine.drives}
    path, places = "", []
    for joint in machine.joints:
        if f"M_{joint.name}" not in driven:
            continue
        of = model.joints[numbers[joint.name]]
        low, high = joint.coordinates[0].travel
        low, high = max(low, min(-1.5, high)), min(high, max(1.5, low))
        value, speed, acceleration = random.uniform((low, -1, -1), (high, 1, 1)).tolist()
        if of.nq == 2:
            q[of.idx_q : of.idx_q + 2] = np.cos(value), np.sin(value)
        else:
            q[of.idx_q] = value
        v[of.idx_v], a[of.idx_v] = speed, acceleration
        places.append(of.idx_v)
        path += f"      {joint.name}: {value!r} + {speed!r}*p + {acceleration / 2!r}*p^2\n"
    return (q, v, a), path, places


def compare(file):
    """The number of drives, and the largest difference of their forces, relative."""
    text = globaldyn.import_robot(file).text
    machine, model = globaldyn.parse(text), build_model(file)
    model.gravity.linear = np.array([0, 0, -9.81])
    data, random, worst = model.createData(), np.random.default_rng(0), 0.0
    for _ in range(STATES):
        (q, v, a), path, places = draw_state(random, machine, model)
        head = text[: text.index("paths:")]
        moving = globaldyn.parse(head + f"paths:\n  way:\n    joints:\n{path}    p_max: 1\n")
        sample = moving.evaluate("way", at=[0.0])["way"].samples[0]
        if sample.status != "ok":
            return len(places), f"{sample.status}: {sample.reason}"
        expected = pin.rnea(model, data, q, v, a)[places]
        # Pinocchio's leaves out friction.
        friction = [
            drive.viscous * v[k] + drive.coulomb * np.sign(v[k])
            for drive, k in zip(machine.drives, places)
        ]
        off = np.abs(sample.calc_forces(1.0, 0.0) - friction - expected).max()
        worst = max(worst, off / max(1.0, np.abs(expected).max()))
    return len(places), worst


def main(files):
    """A table."""
    print("| robot | drives | forces differ by |\n| --- | --- | --- |")
    equal = 0
    for file in files:
        name = os.path.splitext(os.path.basename(file))[0]
        try:
            drives, worst = compare(file)
        except globaldyn.Error as error:
            print(f"| {name} | | {str(error).replace(file, name)} |")
            continue
        print(f"| {name} | {drives} | {worst if isinstance(worst, str) else f'{worst:.1e}'} |")
        equal += not isinstance(worst, str) and worst < 1e-9
    print(f"\n{equal} of {len(files)} to 1e-9")


if __name__ == "__main__":
    main(sys.argv[1:] or list_files())
