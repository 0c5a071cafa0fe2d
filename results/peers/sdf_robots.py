"""Robots of public SDFormat files: globaldyn's import against Drake, inverse dynamics at random states.

pip install drake globaldyn; python3 sdf_robots.py FILE ...: a line a file. Trees only: Drake closes no
loops of its own.
"""

import logging
import os
import re
import sys

import globaldyn
import numpy as np
from pydrake.all import MultibodyForces, MultibodyPlant, Parser

STATES = 3
logging.getLogger("drake").setLevel(logging.ERROR)


def load(file):
    """Drake's model, held where the import holds it."""
    seen = MultibodyPlant(0.0)
    Parser(seen).AddModels(file)
    seen.Finalize()
    context = seen.CreateDefaultContext()
    floating = {
        seen.get_body(i).name(): seen.GetFreeBodyPose(context, seen.get_body(i))
        for i in seen.GetFloatingBaseBodies()
    }
    plant = MultibodyPlant(0.0)
    Parser(plant).AddModels(file)
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -9.81])
    for name, pose in floating.items():
        plant.WeldFrames(plant.world_frame(), plant.GetFrameByName(name), pose)
    plant.Finalize()
    return plant


def compare(file):
    """The number of drives, and the largest difference of their forces, relative."""
    text = globaldyn.import_robot(file).text
    text = re.sub(r"^gravity: .*$", "gravity: [0, 0, -9.81]", text, flags=re.M)
    plant = load(file)
    context = plant.CreateDefaultContext()
    head = text[: text.index("\npaths:")]
    names = re.findall(r"^      (\w+): ", text[text.index("\npaths:") :], re.M)
    joints = {re.sub(r"\W", "_", plant.get_joint(i).name()): plant.get_joint(i) for i in plant.GetJointIndices()}
    machine, random, worst = globaldyn.parse(text), np.random.default_rng(0), 0.0
    for _ in range(STATES):
        q, v, a = np.zeros((3, plant.num_velocities()))
        path, order = "", []
        for name in names:
            joint = joints[name]
            low, high = joint.position_lower_limits()[0], joint.position_upper_limits()[0]
            low, high = max(low, min(-1.5, high)), min(high, max(1.5, low))
            value, speed, acceleration = random.uniform((low, -1, -1), (high, 1, 1)).tolist()
            k = joint.velocity_start()
            q[k], v[k], a[k] = value, speed, acceleration
            order.append(k)
            path += f"      {name}: {value!r} + {speed!r}*p + {acceleration / 2!r}*p^2\n"
        moving = globaldyn.parse(head + f"\npaths:\n  way:\n    joints:\n{path}    p_max: 1\n")
        sample = moving.evaluate("way", at=[0.0])["way"].samples[0]
        if sample.status != "ok":
            return len(names), f"{sample.status}: {sample.reason}"
        plant.SetPositions(context, q)
        plant.SetVelocities(context, v)
        forces = MultibodyForces(plant)
        plant.CalcForceElementsContribution(context, forces)  # with damping and springs
        expected = plant.CalcInverseDynamics(context, a, forces)[order]
        friction = [d.coulomb * np.sign(v[k]) for d, k in zip(machine.drives, order)]
        off = np.abs(sample.calc_forces(1.0, 0.0) - friction - expected).max()
        worst = max(worst, off / max(1.0, np.abs(expected).max()))
    return len(names), worst


def main(files):
    """A table."""
    print("| robot | drives | forces differ by |\n| --- | --- | --- |")
    equal = 0
    for file in files:
        name = os.path.splitext(os.path.basename(file))[0]
        try:
            drives, worst = compare(file)
        except (globaldyn.Error, RuntimeError) as error:
            print(f"| {name} | | {str(error).splitlines()[0].replace(file, name)} |")
            continue
        print(f"| {name} | {drives} | {worst if isinstance(worst, str) else f'{worst:.1e}'} |")
        equal += not isinstance(worst, str) and worst < 1e-9
    print(f"\n{equal} of {len(files)} to 1e-9")


if __name__ == "__main__":
    main(sys.argv[1:])
