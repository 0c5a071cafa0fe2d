"""Reactions and tensions of simulations: those of the plan that is replayed, which finds them by another way."""

import globaldyn
import numpy as np
import pytest

MACHINES = ["sliding_star", "rrr3", "hexapod_6ups", "delta", "corexy", "arm_3r", "spatial_slider_crank"]


def load(name):
    return globaldyn.load(globaldyn.machines / name / f"{name}.yaml")


@pytest.mark.parametrize("name", MACHINES)
def test_replayed_plans_have_the_plans_reactions(name):
    machine = load(name)
    plan = machine.plan(machine.paths[0].name, tolerance=1e-4, samples=41, reactions=True)
    moved = machine.replay(plan, samples=41, tolerance=1e-9, reactions=True)
    assert moved.status == "done" and moved.reaction_names == plan.reaction_names
    # Forces of plans may jump between samples, but at them both are asked at the same time.
    assert moved.t == pytest.approx(plan.t)
    inside = slice(1, -1)
    planned, found = plan.reactions[inside], moved.reactions[inside]
    assert (np.isnan(planned) == np.isnan(found)).all()
    known = ~np.isnan(planned)
    assert known.any()
    size = np.abs(planned[known]).max()
    off = np.abs(planned - found)[known] / size
    # Where a force jumps at a sample one of them has it before, the other after.
    assert np.quantile(off, 0.95) < 1e-5


def test_weight_on_a_hinge():
    """A pendulum that falls from the level: m g / 4 at once, and 5/2 m g where it hangs."""
    text = """
globaldyn: 1
name: rod
gravity: [0, 0, -10 m/s^2]
bodies:
  ground: {frames: {pin: {at: [0, 0, 0], axis: y}}}
  rod: {mass: 3 kg, com: [0.5, 0, 0], inertia: {diag: [0, 0.25, 0.25]}, frames: {pin: {at: [0, 0, 0], axis: y}}}
joints:
  pin: {type: revolute, a: ground.pin, b: rod.pin}
drives:
  M: {joint: pin, limits: 100 N m}
tool: {body: rod, at: [1, 0, 0]}
paths:
  swing: {joints: {pin: 1 rad * p}, p_max: 1}
"""
    machine = globaldyn.parse(text)
    moved = machine.simulate(duration=0.8, samples=401, tolerance=1e-10, reactions=True)
    names = [name.split(".")[1] for name in moved.reaction_names]
    force = moved.reactions[:, [names.index(axis) for axis in ("x", "y", "z")]]
    size = np.linalg.norm(force, axis=1)
    assert size[0] == pytest.approx(30 / 4, rel=1e-6)
    angle = moved.positions[:, 0]
    # 3/2 g sin a of the centre's centripetal acceleration x m, the weight along the rod; across g cos a / 4.
    along, across = 30 * 2.5 * np.sin(angle), 30 * 0.25 * np.cos(angle)
    assert size == pytest.approx(np.hypot(along, across), abs=1e-5)
    assert np.abs(moved.transmitted).max() == 0


def test_tensions_are_what_is_left_of_motors_forces():
    machine = load("cable_planar")
    moved = machine.replay(machine.plan(machine.paths[0].name, tolerance=1e-4), samples=21)
    assert moved.transmitted.shape == moved.forces.shape
    heads = moved.csv().splitlines()[0].split(",")
    tensions = [head for head in heads if head.startswith("tension_")]
    assert len(tensions) == 4
    values = np.genfromtxt(moved.csv().splitlines(), delimiter=",", names=True)
    for head, column in zip(tensions, moved.transmitted.T):
        assert values[head] == pytest.approx(column)
    assert moved.table()["transmitted " + moved.drives[0]].to_numpy() == pytest.approx(moved.transmitted[:, 0])
