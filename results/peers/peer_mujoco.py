"""MuJoCo: `mj_forward`; loops are closed by soft `connect` equalities."""

import mujoco
import numpy as np

from machine_tree import Frame

NAME = f"MuJoCo {mujoco.__version__}"


def text(values):
    return " ".join(f"{x:.17g}" for x in np.ravel(values))


def quaternion(R):
    q = np.zeros(4)
    mujoco.mju_mat2Quat(q, np.ascontiguousarray(R).ravel())
    return q


JOINTS = {
    "revolute": '<joint type="hinge" axis="0 0 1"/>',
    "prismatic": '<joint type="slide" axis="0 0 1"/>',
    "spherical": '<joint type="ball"/>',
    "universal": '<joint type="hinge" axis="0 0 1"/><joint type="hinge" axis="1 0 0"/>',
}


class Mujoco:
    def __init__(self, tree):
        self.tree = tree
        self.children = {i: [] for i in range(len(tree.links))}
        for number, link in enumerate(tree.links[1:], 1):
            self.children[link.parent].append(number)
        self.model = mujoco.MjModel.from_xml_string(self.write())
        self.data = mujoco.MjData(self.model)

    def joint_frame(self, number):
        """From the centre of mass: the frame that bodies have here."""
        return self.tree.links[number].on_child if number else Frame(np.zeros(3), np.eye(3))

    def write(self):
        sites = {i: "" for i in self.children}
        equalities = ""
        for k, one in enumerate(self.tree.closures):
            for link, frame, end in ((one.link_a, one.on_a, "a"), (one.link_b, one.on_b, "b")):
                at = self.joint_frame(link).inverse() @ frame
                sites[link] += f'<site name="{end}{k}" pos="{text(at.origin)}"/>'
            equalities += (f'<connect site1="a{k}" site2="b{k}" solref="0.0001 1" '
                           'solimp="0.9999 0.9999 0.001 0.5 2"/>')
        bodies = "".join(self.write_body(i, sites) for i in self.children[0])
        return (f'<mujoco><compiler angle="radian" balanceinertia="false" boundmass="0" boundinertia="0"/>'
                f'<option gravity="{text(self.tree.gravity)}" tolerance="1e-15" iterations="100">'
                f'<flag contact="disable"/></option>'
                f"<worldbody>{sites[0]}{bodies}</worldbody><equality>{equalities}</equality></mujoco>")

    def write_body(self, number, sites):
        link = self.tree.links[number]
        place = self.joint_frame(link.parent).inverse() @ link.on_parent
        com = link.on_child.inverse()
        I = com.axes @ link.inertia @ com.axes.T
        full = [I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]]
        inner = "".join(self.write_body(i, sites) for i in self.children[number])
        return (f'<body name="l{number}" pos="{text(place.origin)}" quat="{text(quaternion(place.axes))}">'
                f'<inertial pos="{text(com.origin)}" mass="{link.mass:.17g}" fullinertia="{text(full)}"/>'
                f"{JOINTS[link.type]}{sites[number]}{inner}</body>")

    def columns(self):
        """Of each link: the first of its positions and of its rates, and their numbers."""
        for number, link in enumerate(self.tree.links[1:], 1):
            body = self.model.body(f"l{number}").id
            joint = self.model.body_jntadr[body]
            yield (number, link, self.model.jnt_qposadr[joint], self.model.jnt_dofadr[joint],
                   self.model.body_dofnum[body])

    def take(self, state):
        q, u, tau = np.zeros(self.model.nq), np.zeros(self.model.nv), np.zeros(self.model.nv)
        for number, link, at_q, at_u, count in self.columns():
            value = quaternion(state.q[number]) if link.type == "spherical" else state.q[number]
            q[at_q:at_q + len(value)] = value
            u[at_u:at_u + count] = state.u[link.first:link.first + count]
            tau[at_u:at_u + count] = state.tau[link.first:link.first + count]
        return q, u, tau

    def call(self, q, u, tau):
        self.data.qpos, self.data.qvel, self.data.qfrc_applied = q, u, tau
        mujoco.mj_forward(self.model, self.data)
        return self.data.qacc

    def give(self, result):
        udot = np.zeros(self.tree.size)
        for _, link, _, at_u, count in self.columns():
            udot[link.first:link.first + count] = result[at_u:at_u + count]
        return udot

    def trivial(self):
        """The same without mj_forward."""
        q, u, tau = self.take(self.tree.states[-1])

        def run():
            self.data.qpos, self.data.qvel, self.data.qfrc_applied = q, u, tau
            mujoco.mj_isSparse(self.model)
            return self.data.qacc

        return run
