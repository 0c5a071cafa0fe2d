"""TOPP-RA's everyday calls."""

import globaldyn
import globaldyn.compat.toppra as ta
import globaldyn.compat.toppra.algorithm as algo
import globaldyn.compat.toppra.constraint as constraint
import numpy as np
import pytest
from test_paths import Arm


def make_path(joints=3, seed=0):
    random = np.random.default_rng(seed)
    return ta.SplineInterpolator(np.linspace(0, 2, 6), random.uniform(-1, 1, (6, joints)))


def test_trajectory():
    path = make_path()
    assert path.dof == 3 and path.duration == 2 and list(path.path_interval) == [0, 2]
    limits = [
        constraint.JointVelocityConstraint([1.0, 1.5, 2.0]),
        constraint.JointAccelerationConstraint(np.array([[-4.0, 4.0], [-5.0, 5.0], [-6.0, 6.0]])),
    ]
    planner = algo.TOPPRA(limits, path, gridpoints=np.linspace(0, 2, 51), solver_wrapper="seidel")
    trajectory = planner.compute_trajectory()
    same = globaldyn.plan_path(path, speed=[1.0, 1.5, 2.0], acceleration=[4.0, 5.0, 6.0])
    assert trajectory.duration == same.time
    times = np.linspace(0, trajectory.duration, 1001)
    assert trajectory(times).shape == (1001, 3) and trajectory(0.1).shape == (3,)
    assert trajectory(0.0) == pytest.approx(path(0.0))
    assert trajectory(trajectory.duration) == pytest.approx(path(2.0))
    assert (np.abs(trajectory(times, 1)) <= np.array([1, 1.5, 2]) * (1 + 1e-5)).all()
    assert (np.abs(trajectory(times, 2)) <= np.array([4, 5, 6]) * (1 + 1e-5)).all()
    accelerations, speeds, _ = planner.compute_parameterization(0.0, 0.0)
    assert speeds.shape == (51,) and accelerations.shape == (50,)
    assert speeds[0] == speeds[-1] == 0


def test_torques():
    arm = Arm()
    path = ta.SplineInterpolator([0, 0.5, 1], [[1.0, -1.6], [0.7, -0.8], [0.3, -0.9]])
    torque = constraint.JointTorqueConstraint(arm.forces, [[-90, 90], [-30, 30]], [1.0, 0.5])
    trajectory = algo.TOPPRA([torque], path).compute_trajectory()
    assert trajectory.duration > 0.1
    for t in np.linspace(0.01, 0.99, 50) * trajectory.duration:
        q, qd, qdd = (trajectory(t, k) for k in range(3))
        force = np.array(arm.forces(q, qd, qdd)) + np.array([1.0, 0.5]) * np.sign(qd)
        assert (np.abs(force) <= np.array([90, 30]) * (1 + 1e-5)).all()
    weak = constraint.JointTorqueConstraint(arm.forces, [[-9, 9], [-3, 3]], [1.0, 0.5])
    assert algo.TOPPRA([weak], path).compute_trajectory() is None


def test_what_is_not_taken():
    with pytest.raises(ValueError, match="low < high"):
        constraint.JointVelocityConstraint([[2.0, 1.0]])
    twice = [constraint.JointVelocityConstraint([1.0] * 3)] * 2
    with pytest.raises(ValueError, match="twice"):
        algo.TOPPRA(twice, make_path()).compute_trajectory()
    with pytest.raises(AttributeError):
        ta.PolynomialPath
