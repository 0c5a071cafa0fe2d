"""Robots of public MJCF files: globaldyn's import against MuJoCo, inverse dynamics at random states.

pip install mujoco globaldyn; python3 mjcf_robots.py FILE ...: a line a file. Loops and joints that
follow others are closed here by Newton's method over MuJoCo's own equality constraints; forces are
compared as far as they move what is free: one for each joint that the machine's path prescribes.
"""

import os
import re
import sys

import globaldyn
import mujoco
import numpy as np

STATES = 3
MOVING = int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)


def load(file):
    """MuJoCo's model without what machine files do not have: contacts, limits, dry friction."""
    model = mujoco.MjModel.from_xml_path(file)
    flags = mujoco.mjtDisableBit
    model.opt.disableflags |= flags.mjDSBL_CONTACT | flags.mjDSBL_LIMIT | flags.mjDSBL_FRICTIONLOSS
    model.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
    model.opt.density = model.opt.viscosity = 0
    model.body_gravcomp[:] = 0
    return model


def name_joints(model):
    """The numbers of hinges and slides by the names that the import gives them."""
    numbers, seen = {}, {}
    for j in range(model.njnt):
        body = model.body(model.jnt_bodyid[j]).name or f"body_{model.jnt_bodyid[j]}"
        seen[body] = seen.get(body, 0) + 1
        name = model.joint(j).name or f"{body}_joint" + ("" if seen[body] == 1 else f"_{seen[body]}")
        if int(model.jnt_type[j]) in MOVING:
            numbers[re.sub(r"\W", "_", name)] = j
    return numbers


def find_constraints(model, data):
    """Residuals and Jacobian of the equality constraints where `data` is."""
    mujoco.mj_fwdPosition(model, data)
    rows = data.efc_type[: data.nefc] == int(mujoco.mjtConstraint.mjCNSTR_EQUALITY)
    jacobian = np.array(data.efc_J).reshape(-1, model.nv)[: data.nefc]
    return data.efc_pos[: data.nefc][rows], jacobian[rows]


def close(model, data, free):
    """Moves what is not free until the constraints hold; how all coordinates follow the free."""
    moved = [k for k in range(model.nv) if k not in free]
    addresses = dof_addresses(model)
    for _ in range(50):
        off, jacobian = find_constraints(model, data)
        if off.size == 0 or not moved:
            break
        step = np.linalg.lstsq(jacobian[:, moved], -off, rcond=1e-10)[0]
        for k, by in zip(moved, step):
            if addresses[k] >= 0:
                data.qpos[addresses[k]] += by
        if np.abs(step).max() < 1e-14:
            break
    off, jacobian = find_constraints(model, data)
    if off.size and np.abs(off).max() > 1e-9:
        raise ValueError("the loops cannot be closed there")
    follow = np.zeros((model.nv, len(free)))
    follow[free, range(len(free))] = 1
    if off.size and moved:
        follow[moved] = np.linalg.lstsq(jacobian[:, moved], -jacobian[:, free], rcond=1e-10)[0]
    return follow


def dof_addresses(model):
    """Of each dof where it is in qpos; -1 of those of bodies that float and of balls."""
    addresses = np.full(model.nv, -1)
    for j in range(model.njnt):
        if int(model.jnt_type[j]) in MOVING:
            addresses[model.jnt_dofadr[j]] = model.jnt_qposadr[j]
    return addresses


def calc_forces(model, data, free, start, speed, acceleration):
    """What has to act on the free coordinates: by M a + h, with all others following."""

    def go(time):
        data.qpos[:] = model.qpos0
        for k, address in zip(free, dof_addresses(model)[free]):
            i = free.index(k)
            data.qpos[address] = start[i] + speed[i] * time + acceleration[i] * time**2 / 2
        return close(model, data, free)

    step = 1e-5
    has_loops = model.neq > 0
    ahead, behind = (go(step), go(-step)) if has_loops else (0, 0)
    follow = go(0.0)
    change = (ahead - behind) / (2 * step) if has_loops else 0 * follow
    data.qvel[:] = follow @ speed
    qacc = follow @ acceleration + change @ speed
    mujoco.mj_forward(model, data)
    mass = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, mass)
    return follow.T @ (mass @ qacc + data.qfrc_bias - data.qfrc_passive), follow


def compare(file):
    """The number of free coordinates, and the largest difference of their forces, relative."""
    text = globaldyn.import_robot(file).text
    model = load(file)
    data, numbers = mujoco.MjData(model), name_joints(model)
    head, sweep = text[: text.index("\npaths:")], text[text.index("\npaths:") :]
    names = re.findall(r"^      (\w+): ", sweep, re.M)
    free = [int(model.jnt_dofadr[numbers[name]]) for name in names]
    machine, random, worst = globaldyn.parse(text), np.random.default_rng(0), 0.0
    for _ in range(STATES):
        path, state = "", []
        for name in names:
            j = numbers[name]
            shown = model.qpos0[model.jnt_qposadr[j]]
            low, high = shown - 0.03, shown + 0.03  # loops may not close farther away
            if model.jnt_limited[j] and model.neq == 0:
                low, high = model.jnt_range[j]
            elif model.jnt_limited[j]:
                low, high = np.clip([low, high], *model.jnt_range[j])
            value, speed, acceleration = random.uniform((low, -1, -1), (high, 1, 1)).tolist()
            state.append((value, speed, acceleration))
            path += f"      {name}: {value!r} + {speed!r}*p + {acceleration / 2!r}*p^2\n"
        moving = globaldyn.parse(head + f"\npaths:\n  way:\n    joints:\n{path}    p_max: 1\n")
        sample = moving.evaluate("way", at=[0.0])["way"].samples[0]
        if sample.status != "ok":
            return len(names), f"{sample.status}: {sample.reason}"
        start, speed, acceleration = np.array(state).T
        expected, follow = calc_forces(model, data, free, start, speed, acceleration)
        worst = max(worst, measure(head, machine, model, sample, expected, follow, speed))
    return len(names), worst


def read_terms(text):
    """Of each drive the joints that it acts on, and their shares."""
    terms = {}
    for name, subject in re.findall(r"^  (\w+): \{((?:joint: [\w.]+)|(?:of: \{[^}]*\}))", text, re.M):
        if subject.startswith("joint"):
            terms[name] = [(subject[7:], 1.0)]
        else:
            pairs = re.findall(r"([\w.]+): (\S+?)(?: m)?[,}]", subject[4:])
            terms[name] = [(joint, float(factor)) for joint, factor in pairs]
    return terms


def measure(text, machine, model, sample, expected, follow, speed):
    """How far the drives' forces, as they move what is free, are from those of MuJoCo."""
    made, numbers = np.zeros(len(expected)), name_joints(model)
    terms = read_terms(text[text.index("\ndrives:") :])
    if any(drive.name not in terms for drive in machine.drives):
        raise ValueError("drives between points: not compared here")
    for drive, force in zip(machine.drives, sample.calc_forces(1.0, 0.0)):
        row = sum(f * follow[model.jnt_dofadr[numbers[name]]] for name, f in terms[drive.name])
        made += row * (force - drive.coulomb * np.sign(row @ speed))
    return np.abs(made - expected).max() / max(1.0, np.abs(expected).max())


def main(files):
    """A table."""
    print("| robot | free joints | forces differ by |\n| --- | --- | --- |")
    equal = 0
    for file in files:
        name = os.path.splitext(os.path.basename(file))[0]
        try:
            free, worst = compare(file)
        except (globaldyn.Error, ValueError) as error:
            print(f"| {name} | | {str(error).replace(file, name)} |")
            continue
        print(f"| {name} | {free} | {worst if isinstance(worst, str) else f'{worst:.1e}'} |")
        equal += not isinstance(worst, str) and worst < 1e-9
    print(f"\n{equal} of {len(files)} to 1e-9")


if __name__ == "__main__":
    main(sys.argv[1:])
