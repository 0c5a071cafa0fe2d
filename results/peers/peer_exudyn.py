"""Exudyn: an ObjectKinematicTree in explicit steps; loops are closed by spherical joints between its
links, which makes it a differential-algebraic system for the implicit solver."""

import time

import exudyn as exu
import numpy as np
from exudyn.itemInterface import (MarkerKinematicTreeRigid, NodeGenericODE2, ObjectJointSpherical,
                                  ObjectKinematicTree)

from machine_tree import Frame

NAME = f"Exudyn {exu.config.Version()}"
STEP = 1e-5  # s


class Exudyn:
    """Every coordinate is a link of its own here: those between have no mass."""

    def __init__(self, tree):
        self.tree = tree
        self.rows = []  # type, parent, frame from the parent's to the joint, mass, com, inertia
        self.last = [-1]  # of each link: its last row
        for number, link in enumerate(tree.links[1:], 1):
            self.add(number, link)

    def joint_frame(self, number):
        return self.tree.links[number].on_child if number else Frame(np.zeros(3), np.eye(3))

    def add(self, number, link):
        types = {"revolute": ["RevoluteZ"], "prismatic": ["PrismaticZ"], "universal": ["RevoluteZ", "RevoluteX"],
                 "spherical": ["RevoluteX", "RevoluteY", "RevoluteZ"]}[link.type]
        place = self.joint_frame(link.parent).inverse() @ link.on_parent
        com = link.on_child.inverse()
        parent = self.last[link.parent]
        for k, kind in enumerate(types):
            is_last = k == len(types) - 1
            self.rows.append((getattr(exu.JointType, kind), parent, place,
                              link.mass if is_last else 0.0, com.origin if is_last else np.zeros(3),
                              com.axes @ link.inertia @ com.axes.T if is_last else np.zeros((3, 3))))
            parent = len(self.rows) - 1
            place = Frame(np.zeros(3), np.eye(3))
        self.last.append(parent)

    def take(self, state):
        q, u = np.zeros(self.tree.size), np.zeros(self.tree.size)
        for number, link in enumerate(self.tree.links[1:], 1):
            at, value = link.first, state.q[number]
            if link.type != "spherical":
                q[at:at + len(value)] = value
                u[at:at + len(value)] = state.u[at:at + len(value)]
                continue
            q[at:at + 3], turns = cardan(value)
            u[at:at + 3] = np.linalg.solve(turns, state.u[at:at + 3])
        return q, u, state.tau

    def assemble(self, q, u, tau):
        container = exu.SystemContainer()
        mbs = container.AddSystem()
        node = mbs.AddNode(NodeGenericODE2(referenceCoordinates=[0.0] * len(q), initialCoordinates=list(q),
                                           initialCoordinates_t=list(u), numberOfODE2Coordinates=len(q)))
        body = mbs.AddObject(ObjectKinematicTree(
            nodeNumber=node, gravity=list(self.tree.gravity), jointTypes=[r[0] for r in self.rows],
            linkParents=[r[1] for r in self.rows],
            jointTransformations=exu.Matrix3DList([r[2].axes for r in self.rows]),
            jointOffsets=exu.Vector3DList([r[2].origin for r in self.rows]),
            linkInertiasCOM=exu.Matrix3DList([r[5] for r in self.rows]),
            linkCOMs=exu.Vector3DList([r[4] for r in self.rows]),
            linkMasses=[r[3] for r in self.rows], jointForceVector=list(tau)))
        for one in self.tree.closures:
            ends = []
            for link, frame in ((one.link_a, one.on_a), (one.link_b, one.on_b)):
                at = self.joint_frame(link).inverse() @ frame
                ends.append(mbs.AddMarker(MarkerKinematicTreeRigid(objectNumber=body, linkNumber=self.last[link],
                                                                   localPosition=list(at.origin))))
            axes = [1, 1, 0] if self.tree.name.startswith("rods") else [1, 1, 1]
            mbs.AddObject(ObjectJointSpherical(markerNumbers=ends, constrainedAxes=axes))
        mbs.Assemble()
        return container, mbs

    def settings(self, steps, step):
        settings = exu.SimulationSettings()
        settings.timeIntegration.numberOfSteps = steps
        settings.timeIntegration.endTime = steps * step
        settings.timeIntegration.verboseMode = 0
        settings.solutionSettings.writeSolutionToFile = False
        settings.displayStatistics = settings.displayComputationTime = False
        settings.parallel.numberOfThreads = 1
        return settings

    def solve(self, mbs, steps, step):
        settings = self.settings(steps, step)
        begin = time.process_time()
        if self.tree.closures:
            if len(self.rows) > 100:
                settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
            mbs.SolveDynamic(settings)
        else:
            mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.ExplicitEuler)
        return time.process_time() - begin

    def call(self, q, u, tau):
        """From one step: of the explicit Euler solver exactly its change of rates. The implicit one's
        differs by the step's length: of two steps, one twice as long, what is left of second order."""
        if not self.tree.closures:
            return self.change(q, u, tau, 1e-3)
        short, long = self.change(q, u, tau, STEP), self.change(q, u, tau, 2 * STEP)
        return 2 * short - long

    def change(self, q, u, tau, step):
        _, mbs = self.assemble(q, u, tau)
        self.solve(mbs, 1, step)
        return (np.array(mbs.systemData.GetODE2Coordinates_t()) - u) / step

    def give(self, result):
        udot = np.array(result)
        for number, link in enumerate(self.tree.links[1:], 1):
            if link.type == "spherical":
                at = link.first
                udot[at:at + 3] = self.state_spin(number, link, result[at:at + 3])
        return udot

    # w' of w = turns(q) q'.
    def state_spin(self, number, link, second):
        state = self.state
        angles, turns = cardan(state.q[number])
        rates = np.linalg.solve(turns, state.u[link.first:link.first + 3])
        h = 1e-6
        change = (spin_matrix(angles + h * rates) - spin_matrix(angles - h * rates)) / (2 * h)
        return turns @ second + change @ rates

    def time(self, state, least):
        """Microseconds of one step in C++: the difference of long and short runs."""
        self.state = state
        q, u, tau = self.take(state)
        times = []
        for _ in range(5):
            short = self.solve(self.assemble(q, u, tau)[1], 10, STEP)
            count = max(20, int(least / max(short / 10, 1e-6)))
            times.append((self.solve(self.assemble(q, u, tau)[1], 10 + count, STEP) - short) / count)
        return 1e6 * min(times)


def spin_matrix(angles):
    """Angular velocity in the child's axes of R = Rx(a) Ry(b) Rz(c) by its angles' rates."""
    _, b, c = angles
    cb, sb, cc, sc = np.cos(b), np.sin(b), np.cos(c), np.sin(c)
    return np.array([[cb * cc, sc, 0], [-cb * sc, cc, 0], [sb, 0, 1]])


def cardan(R):
    angles = np.array([np.arctan2(-R[1, 2], R[2, 2]), np.arcsin(R[0, 2]), np.arctan2(-R[0, 1], R[0, 0])])
    return angles, spin_matrix(angles)
