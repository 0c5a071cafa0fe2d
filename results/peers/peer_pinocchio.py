"""Pinocchio: `aba`, and `constraintDynamics` with point contacts that close loops."""

import numpy as np
import pinocchio as pin

NAME = f"Pinocchio {pin.__version__}"


def place(frame):
    return pin.SE3(frame.axes, frame.origin)


def make_joint(link):
    if link.type == "revolute":
        return pin.JointModelRZ()
    if link.type == "prismatic":
        return pin.JointModelPZ()
    if link.type == "spherical":
        return pin.JointModelSpherical()
    return pin.JointModelUniversal(np.array([0.0, 0, 1]), np.array([1.0, 0, 0]))


class Pinocchio:
    def __init__(self, tree):
        self.tree = tree
        self.model = pin.Model()
        self.model.gravity = pin.Motion(tree.gravity, np.zeros(3))
        self.ids = [0]
        self.frames = [pin.SE3.Identity()]  # of a link's joint, from its centre of mass
        for number, link in enumerate(tree.links[1:]):
            self.add(number + 1, link)
        self.data = self.model.createData()
        self.contacts = pin.StdVec_RigidConstraintModel()
        for one in tree.closures:
            self.contacts.append(self.close(one))
        self.contact_data = pin.StdVec_RigidConstraintData()
        for one in self.contacts:
            self.contact_data.append(one.createData())
        self.settings = pin.ProximalSettings(1e-14, 1e-14, 0.0, 1) if tree.closures else None
        if tree.name.startswith("rods"):
            # In a plane the third row of a point contact depends on the joints: needs a proximal mu.
            self.settings = pin.ProximalSettings(1e-13, 1e-13, 1e-8, 20)
        if tree.closures:
            pin.initConstraintDynamics(self.model, self.data, self.contacts, self.contact_data)

    def add(self, number, link):
        placement = self.frames[link.parent].inverse() * place(link.on_parent)
        joint = self.model.addJoint(self.ids[link.parent], make_joint(link), placement, f"j{number}")
        on_child = place(link.on_child)
        inertia = pin.Inertia(link.mass, np.zeros(3), link.inertia)
        self.model.appendBodyToJoint(joint, inertia, on_child.inverse())
        self.ids.append(joint)
        self.frames.append(on_child)

    def close(self, closure):
        at = lambda link, frame: (self.ids[link], self.frames[link].inverse() * place(frame))
        joint_a, on_a = at(closure.link_a, closure.on_a)
        joint_b, on_b = at(closure.link_b, closure.on_b)
        return pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, self.model, joint_a, on_a, joint_b, on_b,
                                        pin.ReferenceFrame.LOCAL)

    def take(self, state):
        """The state in Pinocchio's coordinates."""
        q, u, tau = np.zeros(self.model.nq), np.zeros(self.model.nv), np.zeros(self.model.nv)
        for number, link in enumerate(self.tree.links[1:], 1):
            joint = self.model.joints[self.ids[number]]
            value = state.q[number]
            if link.type == "spherical":
                value = pin.Quaternion(value).coeffs()
            q[joint.idx_q:joint.idx_q + joint.nq] = value
            u[joint.idx_v:joint.idx_v + joint.nv] = state.u[link.first:link.first + joint.nv]
            tau[joint.idx_v:joint.idx_v + joint.nv] = state.tau[link.first:link.first + joint.nv]
        return q, u, tau

    def call(self, q, u, tau):
        if not self.tree.closures:
            return pin.aba(self.model, self.data, q, u, tau)
        return pin.constraintDynamics(self.model, self.data, q, u, tau, self.contacts, self.contact_data,
                                      self.settings)

    def give(self, result):
        udot = np.zeros(self.tree.size)
        for number, link in enumerate(self.tree.links[1:], 1):
            joint = self.model.joints[self.ids[number]]
            udot[link.first:link.first + joint.nv] = result[joint.idx_v:joint.idx_v + joint.nv]
        return udot

    @staticmethod
    def trivial():
        """A call that does nothing but hand over its arguments."""
        model = pin.Model()
        data, empty = model.createData(), np.zeros(0)
        return lambda: pin.aba(model, data, empty, empty, empty)
