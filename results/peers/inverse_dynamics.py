"""Inverse dynamics along paths: two arms beside Pinocchio, Drake and MuJoCo, a hexapod beside Pinocchio.

python3 inverse_dynamics.py RIGHT_SIDE: a table a machine. Of every pose of a path is wanted what makes plans: the forces
a d1^2 + c + d d2 of all drives, which are three calls of a program's inverse dynamics. globaldyn's figure has more in it: the
path's formulas, positions, of the hexapod its closed loops, and the region of (d1, d2).
"""

import os
import sys
import time

import globaldyn
import mujoco
import numpy as np
import pinocchio as pin
from arm_paths import ARMS, Arm
from machine_tree import read_machine
from peer_pinocchio import Pinocchio
from pydrake.multibody.tree import MultibodyForces

POSES, REPEATS = 1001, 9
HERE = os.path.dirname(os.path.abspath(__file__))
HEXAPOD = os.path.join(HERE, "..", "..", "machines", "hexapod_6ups", "hexapod_6ups.yaml")


def measure(call, count):
    """Smallest of some means, us."""
    taken = []
    for _ in range(REPEATS):
        begin = time.process_time()
        call()
        taken.append(time.process_time() - begin)
    return 1e6 * min(taken) / count


def write_head(title, differ):
    print(f"\n### {title}\n\n| program | what of a pose | µs a pose | {differ} |\n| --- | --- | --- | --- |")


def write_row(name, what, taken, off):
    print(f"| {name} | {what} | {taken:.2f} | {off} |", flush=True)


def read_coefficients(machine, path):
    """Places, then a, c and d at all poses."""
    along = machine.evaluate(path, samples=POSES)[path]
    return along.A, along.C, along.D


class Way:
    """Joints that go as parabolas of p, 0 to 1."""

    def __init__(self, joints):
        random = np.random.default_rng(0)
        self.start, self.rate, self.bend = (random.uniform(-1.0, 1.0, joints) for _ in range(3))
        p = np.linspace(0.0, 1.0, POSES)[:, None]
        self.q = self.start + self.rate * p + self.bend * p**2
        self.first = self.rate + 2.0 * self.bend * p
        self.second = np.broadcast_to(2.0 * self.bend, self.first.shape).copy()


def load_machine(arm, way):
    """The arm as a machine file, whose drives bear what is usual."""
    text = globaldyn.import_robot(arm.file).text
    names = [joint.name for joint in globaldyn.parse(text).joints]
    rows = "".join(
        f"      {name}: {s!r} + {r!r}*p + {b!r}*p^2\n"
        for name, s, r, b in zip(names, way.start.tolist(), way.rate.tolist(), way.bend.tolist())
    )
    return globaldyn.parse(text[: text.index("paths:")] + f"paths:\n  way:\n    joints:\n{rows}    p_max: 1\n")


def find_by_calls(inverse, way):
    """a, c and d by three motions."""
    rest = np.zeros(way.q.shape[1])
    found = np.empty((3, *way.q.shape))
    for i, (q, first, second) in enumerate(zip(way.q, way.first, way.second)):
        found[1, i] = inverse(q, rest, rest)
        found[0, i] = inverse(q, first, second) - found[1, i]
        found[2, i] = inverse(q, rest, first) - found[1, i]
    return found


def make_drake(arm):
    context = arm.plant.CreateDefaultContext()
    force = MultibodyForces(arm.plant)

    def inverse(q, qd, qdd):
        arm.plant.SetPositionsAndVelocities(context, np.concatenate([q, qd]))
        arm.plant.CalcForceElementsContribution(context, force)
        return arm.plant.CalcInverseDynamics(context, qdd, force)

    return inverse


def make_mujoco(arm):
    model = mujoco.MjModel.from_xml_path(arm.file)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_LIMIT
    data = mujoco.MjData(model)

    def inverse(q, qd, qdd):
        data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(model, data)
        return data.qfrc_inverse.copy()

    return inverse


def write_arm(name):
    """A table of an arm."""
    arm = Arm(*ARMS[name])
    way = Way(arm.joints)
    machine = load_machine(arm, way)
    ours = read_coefficients(machine, "way")
    write_head(f"{name}, {arm.joints} joints", "forces differ by")
    taken = measure(lambda: machine.evaluate("way", samples=POSES), POSES)
    write_row(f"globaldyn {globaldyn.__version__}", "a, b, c, d, and the region", taken, "-")
    for peer, inverse in (
        (f"Pinocchio {pin.__version__}", arm.forces),
        (f"MuJoCo {mujoco.__version__}", make_mujoco(arm)),
        ("Drake 1.51.1", make_drake(arm)),
    ):
        theirs = find_by_calls(inverse, way)
        off = max(np.abs(one - other).max() / np.abs(other).max() for one, other in zip(theirs, ours))
        write_row(peer, "a, c, d by three calls", measure(lambda: find_by_calls(inverse, way), POSES), f"{off:.1e}")
        state = way.q[7], way.first[7], way.second[7]
        write_row(peer, "one call", measure(lambda: [inverse(*state) for _ in range(POSES)], POSES), "")


class HexapodByPinocchio:
    """Forces of the legs: those of the tree, and of the joints that are cut, solved for both."""

    def __init__(self, right_side):
        self.tree = read_machine(right_side, HEXAPOD, 20)
        self.peer = Pinocchio(self.tree)
        self.model, self.data = self.peer.model, self.peer.data
        self.states = []
        for state in self.tree.states:
            q, u, tau = self.peer.take(state)
            udot = self.peer.call(q, u, tau).copy()
            self.states.append((q, u, udot, state.forces))
        self.columns = np.zeros((self.model.nv, len(self.tree.drives)))
        unit = [np.zeros(self.tree.size) for _ in self.tree.drives]
        for k, place in enumerate(self.tree.drives):
            unit[k][place] = 1.0
            for number, link in enumerate(self.tree.links[1:], 1):
                joint = self.model.joints[self.peer.ids[number]]
                self.columns[joint.idx_v : joint.idx_v + joint.nv, k] = unit[k][link.first : link.first + joint.nv]

    def find_matrix(self, q):
        """What the legs' forces and those at the cut joints do to the tree."""
        pin.computeJointJacobians(self.model, self.data, q)
        for contact, data in zip(self.peer.contacts, self.peer.contact_data):
            contact.calc(self.model, self.data, data)
        rows = pin.getConstraintsJacobian(self.model, self.data, self.peer.contacts, self.peer.contact_data)
        return np.hstack([self.columns, rows.T])

    def one(self, q, u, udot):
        whole = pin.rnea(self.model, self.data, q, u, udot).copy()
        return np.linalg.solve(self.find_matrix(q), whole)[: self.columns.shape[1]]

    def three(self, q, u, udot):
        """a, c and d: as many motions, one matrix."""
        rest = 0.0 * u
        motions = ((u, udot), (rest, rest), (rest, u))
        whole = np.column_stack([pin.rnea(self.model, self.data, q, *motion).copy() for motion in motions])
        return np.linalg.solve(self.find_matrix(q), whole)[: self.columns.shape[1]]


def write_hexapod(right_side):
    """A table of the hexapod."""
    machine = globaldyn.load(HEXAPOD)
    write_head("Hexapod 6-UPS", "forces differ by")
    taken = measure(lambda: machine.evaluate("tilt", samples=POSES), POSES)
    write_row(f"globaldyn {globaldyn.__version__}", "loops closed, a, b, c, d, and the region", taken, "-")
    peer = HexapodByPinocchio(right_side)
    off = max(np.abs(peer.one(*rest) - forces).max() / np.abs(forces).max() for *rest, forces in peer.states)
    state = peer.states[7][:3]
    one = measure(lambda: [peer.one(*state) for _ in range(POSES)], POSES)
    write_row(f"Pinocchio {pin.__version__}", "places known, forces of one motion", one, f"{off:.1e}")
    three = measure(lambda: [peer.three(*state) for _ in range(POSES)], POSES)
    write_row(f"Pinocchio {pin.__version__}", "places known, a, c, d by three motions", three, "")


if __name__ == "__main__":
    print(f"{POSES} poses, one core")
    for arm in ARMS:
        write_arm(arm)
    write_hexapod(sys.argv[1])
