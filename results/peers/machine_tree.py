"""A machine as `right_side` prints it, as a tree of joints with what closes its loops; its states
in the coordinates of that tree, and the bodies' accelerations that follow from theirs."""

import json
import subprocess
from dataclasses import dataclass, field

import numpy as np

# What a universal joint's frame on b is at zero angles, seen from that on a: its z axis along a's
# x axis, its x axis along a's z axis (docs/machine_file.md).
UNIVERSAL = np.array([[0.0, 0, 1], [0, -1, 0], [1, 0, 0]])
FREEDOMS = {"revolute": 1, "prismatic": 1, "universal": 2, "spherical": 3}


@dataclass
class Frame:
    origin: np.ndarray
    axes: np.ndarray

    def __matmul__(self, inner):
        return Frame(self.origin + self.axes @ inner.origin, self.axes @ inner.axes)

    def inverse(self):
        return Frame(-self.axes.T @ self.origin, self.axes.T)


@dataclass
class Link:
    """A body with the joint to its parent: link 0 is the ground, parents come first."""

    body: int
    type: str = ""
    parent: int = 0
    on_parent: Frame = None  # the joint's frame, from the parent's centre of mass
    on_child: Frame = None  # likewise; of a universal joint such that zero angles make it on_parent
    first: int = 0  # of its coordinates
    mass: float = 0.0
    inertia: np.ndarray = None  # about the centre of mass, in body axes


@dataclass
class Closure:
    """Two points, from centres of mass, that are kept together."""

    link_a: int
    link_b: int
    on_a: Frame
    on_b: Frame


@dataclass
class State:
    poses: list
    v: np.ndarray
    w: np.ndarray
    forces: np.ndarray
    accelerations: dict  # by formulation: (v', w')
    q: list = field(default_factory=list)  # of each link: its coordinates; spherical: a matrix
    u: np.ndarray = None  # rates; spherical: the angular velocity in the child's axes
    tau: np.ndarray = None


def read_frame(data):
    return Frame(np.array(data["origin"]), np.array(data["axes"]))


class Tree:
    def __init__(self, data):
        self.name = data["name"]
        self.gravity = np.array(data["gravity"])
        self.times = {key: 1e-3 * ns for key, ns in data["ns"].items()}  # microseconds
        self.fastest = data["fastest"]
        self.links = [Link(0)]
        self.link_of = {0: 0}
        self.size = 0
        self._grow(data)
        self.closures = [
            Closure(self.link_of[j["a"]], self.link_of[j["b"]], read_frame(j["frame_a"]), read_frame(j["frame_b"]))
            for j in data["joints"] if j["cut"]
        ]
        self.drives = [self._find_drive(data, drive) for drive in data["drives"]]
        self.states = [self._read_state(state) for state in data["states"]]

    def _grow(self, data):
        left = [j for j in data["joints"] if not j["cut"]]
        while left:
            # Depth first: Pinocchio needs a subtree's joints to be numbered in a row.
            place = {body: -link for body, link in self.link_of.items()}
            reach = lambda j: min(place.get(j["a"], 1), place.get(j["b"], 1))
            joint = min(left, key=reach)
            left.remove(joint)
            ends = [(joint["a"], read_frame(joint["frame_a"])), (joint["b"], read_frame(joint["frame_b"]))]
            if ends[0][0] not in self.link_of:
                assert joint["type"] in ("revolute", "prismatic")
                ends.reverse()
            (parent, on_parent), (child, on_child) = ends
            if joint["type"] == "universal":
                on_child = Frame(on_child.origin, on_child.axes @ UNIVERSAL.T)
            body = data["bodies"][child]
            self.link_of[child] = len(self.links)
            self.links.append(Link(child, joint["type"], self.link_of[parent], on_parent, on_child, self.size,
                                   body["mass"], np.array(body["inertia"])))
            self.size += FREEDOMS[joint["type"]]

    def _find_drive(self, data, drive):
        joint = data["joints"][drive["joint"]]
        link = self.links[self.link_of[joint["b"]]]
        assert self.links[link.parent].body == joint["a"]
        return link.first + drive["coordinate"]

    def _read_state(self, data):
        poses = [Frame(np.array(p["r"]), np.array(p["R"])) for p in data["poses"]]
        split = lambda twists: (np.array([t["v"] for t in twists]), np.array([t["w"] for t in twists]))
        v, w = split(data["twists"])
        accelerations = {key: split(twists) for key, twists in data["accelerations"].items()}
        state = State(poses, v, w, np.array(data["forces"]), accelerations, [None], np.zeros(self.size))
        for link in self.links[1:]:
            self._find_coordinates(link, state)
        state.tau = np.zeros(self.size)
        for column, force in zip(self.drives, state.forces):
            state.tau[column] = force
        return state

    def _ends(self, link, state):
        parent = self.links[link.parent].body
        return parent, link.body, state.poses[parent] @ link.on_parent, state.poses[link.body] @ link.on_child

    def _find_coordinates(self, link, state):
        parent, child, on_parent, on_child = self._ends(link, state)
        R = on_parent.axes.T @ on_child.axes
        turn = on_parent.axes.T @ (state.w[child] - state.w[parent])
        at = link.first
        if link.type == "revolute":
            state.q.append(np.array([np.arctan2(R[1, 0], R[0, 0])]))
            state.u[at] = turn[2]
        elif link.type == "universal":
            a = np.arctan2(R[1, 0], R[0, 0])
            state.q.append(np.array([a, np.arctan2(R[2, 1], R[2, 2])]))
            state.u[at:at + 2] = turn[2], turn @ [np.cos(a), np.sin(a), 0]
        elif link.type == "spherical":
            state.q.append(R)
            state.u[at:at + 3] = on_child.axes.T @ (state.w[child] - state.w[parent])
        else:
            z = on_parent.axes[:, 2]
            state.q.append(np.array([(on_child.origin - on_parent.origin) @ z]))
            distance = state.poses[child].origin - state.poses[parent].origin
            carried = state.v[parent] + np.cross(state.w[parent], distance)
            state.u[at] = (state.v[child] - carried) @ z

    def accelerate_bodies(self, state, udot):
        """(v', w') of all bodies for the coordinates' accelerations."""
        count = len(state.poses)
        dv, dw = np.zeros((count, 3)), np.zeros((count, 3))
        for link in self.links[1:]:
            p, c, on_parent, on_child = self._ends(link, state)
            u, du = state.u[link.first:], udot[link.first:]
            wp, wc = state.w[p], state.w[c]
            z = on_parent.axes[:, 2]
            spin = lambda w, alpha, arm: np.cross(alpha, arm) + np.cross(w, np.cross(w, arm))
            rp, rc = state.poses[p].origin, state.poses[c].origin
            if link.type == "prismatic":
                dw[c] = dw[p]
                dv[c] = dv[p] + spin(wp, dw[p], rc - rp) + z * du[0] + 2 * np.cross(wp, z) * u[0]
                continue
            if link.type == "spherical":
                rate = on_child.axes @ u[:3]
                dw[c] = dw[p] + on_child.axes @ du[:3] + np.cross(wc, rate)
            else:
                dw[c] = dw[p] + z * du[0] + np.cross(wp, z) * u[0]
            if link.type == "universal":
                a = state.q[self.links.index(link)][0]
                x = on_parent.axes @ [np.cos(a), np.sin(a), 0]
                dw[c] += x * du[1] + np.cross(wp + z * u[0], x) * u[1]
            joint = on_child.origin
            dv[c] = dv[p] + spin(wp, dw[p], joint - rp) + spin(wc, dw[c], rc - joint)
        return dv, dw

    def differ(self, state, udot, formulation=None):
        """Largest difference of bodies' accelerations from ours, relative to the largest of all."""
        return differ(state.accelerations[formulation or self.fastest], self.accelerate_bodies(state, udot))


def differ(ours, theirs):
    worst = 0.0
    for a, b in zip(ours, theirs):
        size = np.linalg.norm(a, axis=1).max()
        if not np.isfinite(b).all():
            return np.inf
        worst = max(worst, np.linalg.norm(a - b, axis=1).max() / (size or 1.0))
    return worst


def read_machine(right_side, file, states):
    text = subprocess.run([right_side, str(file), str(states)], check=True, capture_output=True, text=True).stdout
    return Tree(json.loads(text))
