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


def test_other_paths():
    places, points = np.array([0, 0.4, 1.5]), np.array([[0, 1.0], [2, 0], [1, -1]])
    simple = ta.SimplePath(places, points)
    # Straight through the neighbours in the middle, still at the ends.
    assert simple(0.4, 1) == pytest.approx((points[2] - points[0]) / 1.5)
    assert simple(0.0, 1) == pytest.approx(0) and simple(places) == pytest.approx(points)
    assert ta.SimplePath(places, points, points).evald(places) == pytest.approx(points)
    polynomial = ta.PolynomialPath([[1, 2, 3], [0, -1, 0.5]], 0.2, 0.9)
    assert polynomial.get_dof() == 2 and polynomial.get_duration() == pytest.approx(0.7)
    assert polynomial(0.5) == pytest.approx([2.75, -0.375])
    assert polynomial.evald([0.5, 1]).shape == (2, 2)
    assert polynomial.evaldd(0.5) == pytest.approx([6, 1])
    assert ta.PolynomialPath([0, 1.0])(np.array([0.25, 0.5])) == pytest.approx([0.25, 0.5])
    ramp = np.linspace(0, 1, 9)
    smooth = ta.UnivariateSplineInterpolator(ramp, np.column_stack([ramp**2, 3 * ramp]))
    assert smooth(0.3) == pytest.approx([0.09, 0.9], abs=1e-9)
    assert smooth(0.3, 1) == pytest.approx([0.6, 3], abs=1e-9)
    limits = [constraint.JointVelocityConstraint([1.0] * 2), constraint.JointAccelerationConstraint([2.0] * 2)]
    for path in (simple, polynomial, smooth):
        assert algo.TOPPRA(limits, path).compute_trajectory().plan.status == "optimal"


def test_gridpoints():
    bent = ta.interpolator.propose_gridpoints(ta.PolynomialPath([[0, 0, 50.0]]), 1e-3, max_seg_length=1)
    length = np.diff(bent)
    assert length.max() == length.min() and 0.5 * 100 * length[0] ** 2 <= 1e-3 < 0.5 * 100 * 4 * length[0] ** 2
    with pytest.raises(ValueError, match="from 0 to 2"):
        algo.TOPPRA([], make_path(), gridpoints=[0, 1])


def test_parametrizers():
    # From rest at 1/2 to 1, on at 1.
    line = ta.PolynomialPath([[0, 1.0], [1, 2.0]], 0, 2)
    even = ta.ParametrizeConstAccel(line, [0, 1, 2], [0, 1, 1])
    assert even.duration == 3
    assert even(1.0) == pytest.approx([0.25, 1.5]) and even(2.5, 1) == pytest.approx([1, 2])
    assert even([1.0, 2.5], 2) == pytest.approx(np.array([[0.5, 1], [0, 0]]))
    spline = ta.ParametrizeSpline(line, [0, 1, 2], [0, 1, 1])
    assert spline([0, 2, 3]) == pytest.approx(np.array([[0, 1], [1, 3], [2, 5]]))
    assert spline(0.0, 1) == pytest.approx([0, 0]) and spline(3.0, 1) == pytest.approx([1, 2])


def test_several_limits_of_a_kind():
    path = make_path()
    wide, narrow = np.array([[-1, 2.0]] * 3), np.array([[-3, 1.0]] * 3)
    most = constraint.JointAccelerationConstraint([4.0] * 3)
    speeds = [constraint.JointVelocityConstraint(one) for one in (wide, narrow, [[-1, 1.0]] * 3)]
    times = [algo.TOPPRA([*kept, most], path).compute_trajectory().duration for kept in (speeds[:2], speeds[2:])]
    assert times[0] == times[1]


def test_speeds_that_vary_along_the_path():
    path = make_path()
    most = constraint.JointAccelerationConstraint([4.0] * 3)
    even = constraint.JointVelocityConstraintVarying(lambda s: np.array([[-1, 1.5]] * 3))
    fixed = constraint.JointVelocityConstraint([[-1, 1.5]] * 3)
    times = [algo.TOPPRA([one, most], path).compute_trajectory().duration for one in (even, fixed)]
    assert times[0] == pytest.approx(times[1], rel=1e-5)

    def find_limits(s):
        return np.array([[-1, 1.5]] * 3) * (1 + 0.5 * np.sin(4 * s))

    planner = algo.TOPPRA([constraint.JointVelocityConstraintVarying(find_limits), most], path)
    moved = planner.compute_trajectory().plan
    share = np.array([speed / np.where(speed < 0, *find_limits(s).T) for s, speed in zip(moved.p, moved.qd)])
    assert 0.999 < share.max() <= 1 + 1e-5


def test_second_order():
    arm = Arm()
    path = ta.SplineInterpolator([0, 0.5, 1], [[1.0, -1.6], [0.7, -0.8], [0.3, -0.9]])
    bounds = np.array([[-90, 90], [-30, 30.0]])
    rows = np.vstack([np.eye(2), -np.eye(2)])
    sides = np.concatenate([bounds[:, 1], -bounds[:, 0]])
    kinds = (
        constraint.SecondOrderConstraint(arm.forces, lambda q: rows, lambda q: sides, 2),
        constraint.SecondOrderConstraint.joint_torque_constraint(arm.forces, bounds, np.zeros(2)),
    )
    times = [algo.TOPPRA([one], path).compute_trajectory().duration for one in kinds]
    assert times[0] == pytest.approx(times[1], rel=2e-5)
    # Of two dynamics the heavier one is felt.
    heavy = constraint.JointTorqueConstraint(lambda *a: 2 * np.array(arm.forces(*a)), bounds, np.zeros(2))
    both, alone = (
        algo.TOPPRA(one, path).compute_trajectory().duration for one in ([kinds[1], heavy], [heavy])
    )
    assert both == pytest.approx(alone, rel=2e-5) and both > 1.1 * times[1]


def test_desired_duration():
    limits = [constraint.JointVelocityConstraint([1.0] * 3), constraint.JointAccelerationConstraint([4.0] * 3)]
    planner = algo.TOPPRAsd(limits, make_path())
    with pytest.raises(ValueError, match="set_desired_duration"):
        planner.compute_trajectory()
    least = algo.TOPPRA(limits, make_path()).compute_trajectory().duration
    for wanted, found in ((1.5 * least, 1.5 * least), (0.5 * least, least)):
        planner.set_desired_duration(wanted)
        assert planner.compute_trajectory().duration == pytest.approx(found, rel=1e-5)


def test_problem_data():
    limits = [constraint.JointVelocityConstraint([1.0] * 3), constraint.JointAccelerationConstraint([4.0] * 3)]
    planner = algo.TOPPRA(limits, make_path(), gridpoints=np.linspace(0, 2, 21), parametrizer="ParametrizeConstAccel")
    trajectory = planner.compute_trajectory()
    data = planner.problem_data
    assert data.return_code == algo.ParameterizationReturnCode.Ok
    assert isinstance(trajectory, ta.ParametrizeConstAccel)
    assert np.diff(data.sd_vec**2) == pytest.approx(2 * data.sdd_vec * np.diff(data.gridpoints))
    assert len(planner.compute_parameterization(0, 0, return_data=True)) == 4
    assert planner.inspect().get_ylabel() == "(ds/dt)²"
    planner.constraints = [constraint.JointTorqueConstraint(lambda q, v, a: [5, 5, 5] + a, [[-1, 1.0]] * 3, [0] * 3)]
    assert planner.compute_trajectory() is None
    assert planner.problem_data.return_code == algo.ParameterizationReturnCode.FailUncontrollable


def test_what_is_not_taken():
    with pytest.raises(ValueError, match="low < high"):
        constraint.JointVelocityConstraint([[2.0, 1.0]])
    with pytest.raises(ValueError, match="of 2 joints, the path of 3"):
        algo.TOPPRA([constraint.JointVelocityConstraint([1.0] * 2)], make_path()).compute_trajectory()
    with pytest.raises(AttributeError, match="no smooth_singularities: standstills"):
        ta.smooth_singularities  # noqa: B018
    with pytest.raises(AttributeError, match="TOPPRA has no compute_feasible_sets: ask"):
        algo.TOPPRA([], make_path()).compute_feasible_sets()
    with pytest.raises(AttributeError, match="has no nonsense$"):
        constraint.nonsense  # noqa: B018
    with pytest.raises(ValueError, match="custom_term"):
        constraint.SecondOrderConstraint(None, None, None, 2, lambda path, s: 0)
