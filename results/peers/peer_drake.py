"""Drake: a MultibodyPlant in continuous time; in discrete time it closes loops by ball constraints
of its solver SAP."""

from importlib.metadata import version

import numpy as np
from pydrake.math import RigidTransform, RollPitchYaw, RotationMatrix
from pydrake.multibody.plant import DiscreteContactApproximation, MultibodyPlant
from pydrake.multibody.tree import (BallRpyJoint, FixedOffsetFrame, PrismaticJoint, RevoluteJoint, RotationalInertia,
                                    SpatialInertia, UniversalJoint)
from pydrake.systems.analysis import Simulator

NAME = f"Drake {version('drake')}"
TURNED = np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]])  # its columns: z, x, y
STEP = 1e-6  # s, of the discrete plant


def place(frame):
    return RigidTransform(RotationMatrix(frame.axes), frame.origin)


class Drake:
    def __init__(self, tree):
        self.tree = tree
        self.is_discrete = bool(tree.closures)
        self.plant = MultibodyPlant(time_step=STEP if self.is_discrete else 0.0)
        if self.is_discrete:
            self.plant.set_discrete_contact_approximation(DiscreteContactApproximation.kSap)
        self.plant.mutable_gravity_field().set_gravity_vector(tree.gravity)
        self.bodies = [self.plant.world_body()]
        self.joints = [None]
        for number, link in enumerate(tree.links[1:], 1):
            self.add(number, link)
        for one in tree.closures:
            self.plant.AddBallConstraint(self.bodies[one.link_a], one.on_a.origin, self.bodies[one.link_b],
                                         one.on_b.origin)
        self.plant.Finalize()
        self.context = self.plant.CreateDefaultContext()
        self.simulator = Simulator(self.plant, self.context)
        self.port = self.plant.get_applied_generalized_force_input_port()
        self.force = self.port.FixValue(self.context, np.zeros(self.plant.num_velocities()))

    # Bodies have their frames at their centres of mass.
    def make_body(self, name, mass, inertia):
        rotational = RotationalInertia(*inertia.diagonal(), inertia[0, 1], inertia[0, 2], inertia[1, 2])
        return self.plant.AddRigidBody(name, SpatialInertia.MakeFromCentralInertia(mass, np.zeros(3), rotational))

    def add(self, number, link):
        body = self.make_body(f"l{number}", link.mass, link.inertia)
        self.bodies.append(body)
        on_parent = self.plant.AddFrame(FixedOffsetFrame(f"p{number}", self.bodies[link.parent].body_frame(),
                                                         place(link.on_parent)))
        on_child = self.plant.AddFrame(FixedOffsetFrame(f"c{number}", body.body_frame(), place(link.on_child)))
        self.joints.append(self.add_joint(f"j{number}", link.type, on_parent, on_child))

    def add_joint(self, name, kind, on_parent, on_child):
        z = np.array([0.0, 0, 1])
        if kind == "revolute":
            return self.plant.AddJoint(RevoluteJoint(name, on_parent, on_child, z))
        if kind == "prismatic":
            return self.plant.AddJoint(PrismaticJoint(name, on_parent, on_child, z))
        if kind == "spherical":
            return self.plant.AddJoint(BallRpyJoint(name, on_parent, on_child))
        # Drake's universal joint turns about x and y, ours about z and x.
        turned = [self.plant.AddFrame(FixedOffsetFrame(name + end, frame, RigidTransform(RotationMatrix(TURNED))))
                  for end, frame in (("a", on_parent), ("b", on_child))]
        return self.plant.AddJoint(UniversalJoint(name, *turned))

    def take(self, state):
        q, u, tau = (np.zeros(self.plant.num_velocities()) for _ in range(3))
        for number, link in enumerate(self.tree.links[1:], 1):
            i, j, count = self.place(number)
            at = slice(link.first, link.first + count)
            q[i:i + count], u[j:j + count], tau[j:j + count] = self.to_drake(state, number, state.u[at]) + (state.tau[at],)
        self.state = state
        return q, u, tau

    def place(self, number):
        joint = self.joints[number]
        return joint.position_start(), joint.velocity_start(), joint.num_velocities()

    # The rates of a ball joint are the angular velocity in the parent's axes.
    def to_drake(self, state, number, rates):
        value = state.q[number]
        if self.tree.links[number].type != "spherical":
            return value, rates
        return RollPitchYaw(RotationMatrix(value)).vector(), value @ rates

    def call(self, q, u, tau):
        self.force.GetMutableData().set_value(tau)
        self.plant.SetPositionsAndVelocities(self.context, np.concatenate([q, u]))
        if not self.is_discrete:
            return self.plant.EvalTimeDerivatives(self.context).CopyToVector()[len(q):]
        self.context.SetTime(0.0)
        self.simulator.Initialize()
        self.simulator.AdvanceTo(0.5 * STEP)  # with the update that is due at 0
        return (self.plant.GetVelocities(self.context) - u) / STEP

    def give(self, result):
        udot = np.zeros(self.tree.size)
        for number, link in enumerate(self.tree.links[1:], 1):
            _, j, count = self.place(number)
            value = result[j:j + count]
            if link.type == "spherical":
                # Into the child's axes; what their turning adds, w x w, is zero.
                value = self.state.q[number].T @ value
            udot[link.first:link.first + count] = value
        return udot

    def trivial(self):
        """The same without accelerations."""
        q, u, tau = self.take(self.tree.states[-1])

        def run():
            self.force.GetMutableData().set_value(tau)
            self.plant.SetPositionsAndVelocities(self.context, np.concatenate([q, u]))
            return self.plant.GetPositionsAndVelocities(self.context)[len(q):]

        return run
