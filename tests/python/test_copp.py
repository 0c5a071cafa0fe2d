"""COPP's everyday calls."""

import globaldyn
import globaldyn.compat.copp as copp
import numpy as np
import pytest

STATIONS = 401


def make_robot(path, speed=None, acceleration=None, **options):
    robot = copp.Robot(path.dim, capacity=STATIONS, **options)
    robot.append_s(np.linspace(*path.s_range, STATIONS))
    robot.set_q_from_path_2nd(path, 0, STATIONS)
    if speed is not None:
        robot.add_velocity_limits(speed, -speed, start_idx_s=0, length=STATIONS)
    if acceleration is not None:
        robot.add_acceleration_limits(acceleration, -acceleration, start_idx_s=0)
    return robot


def solve(robot, boundary=(0.0, 0.0)):
    problem = copp.solver.topp2_ra.Problem(robot.constraints, (0, len(robot) - 1), boundary)
    return copp.solver.topp2_ra.solve(problem, copp.solver.topp2_ra.Options(verbosity=0))


def test_a_straight_way():
    """2 m with 1 m/s and 2 m/s^2: half a second up, as much down, a way at full speed between."""
    path = copp.Path(lambda s, k: np.outer(2.0 * s if k == 0 else np.full(len(s), 2.0 * (k == 1)), [1.0]), 0, 1)
    robot = make_robot(path, np.ones(1), 2.0 * np.ones(1))
    a = solve(robot)
    assert a.shape == (STATIONS,) and a[0] == a[-1] == 0
    assert a.max() == pytest.approx(0.25)  # (1 m/s / 2 m)^2
    time, t = copp.interpolation.s_to_t_topp2(robot.s, a)
    assert time == pytest.approx(2.5, rel=1e-5) and t[0] == 0 and len(t) == STATIONS
    s = copp.interpolation.t_to_s_topp2_uniform(robot.s, a, t, 0.1)
    assert len(s) == 26 and s[0] == 0 and s[-1] == 1
    assert s[3] == pytest.approx(0.5 * 2.0 * 0.3**2 / 2.0, rel=1e-4)
    assert copp.interpolation.a_to_b_topp2(robot.s, a)[0] == pytest.approx(1.0)


def test_a_spline_as_plan_path_has_it():
    points = np.random.default_rng(3).uniform(-0.5, 0.5, (6, 4))
    path = copp.Path.from_waypoints(points)
    assert path.dim == 4
    assert path.evaluate_q(np.linspace(0, 1, 6)).q == pytest.approx(points)
    assert path.evaluate_up_to_2nd([0.0, 1.0]).dq == pytest.approx(np.zeros((2, 4)), abs=1e-9)
    robot = make_robot(path, np.full(4, 1.0), np.full(4, 5.0))
    a = solve(robot, (0.01, 0.0))
    time, _ = copp.interpolation.s_to_t_topp2(robot.s, a)
    same = globaldyn.plan_path(
        path._derivative, speed=1.0, acceleration=5.0, start=0.1, knots=np.linspace(0, 1, 6)
    )
    # Where the path begins to move, 1/sqrt(a) is no straight line's between stations.
    assert time == pytest.approx(same.time, rel=3e-3)
    assert (np.abs(robot.dq) * np.sqrt(a)[:, None] <= 1 + 1e-6).all()


def test_thermal_energy_costs_time():
    path = copp.Path.from_waypoints(np.array([[0.0], [1.0]]))
    robot = make_robot(path, np.ones(1) * 10.0, inverse_dynamics=lambda q, qd, qdd: 3.0 * qdd)
    robot.add_torque_limits(np.full(1, 30.0), np.full(1, -30.0), start_idx_s=0)
    times = []
    for weight in (0.0, 0.01, 0.1):
        objectives = [copp.objective.Time(1.0), copp.objective.ThermalEnergy(weight, [1.0])]
        problem = copp.solver.copp2_socp.Problem(robot, objectives, (0, STATIONS - 1))
        times.append(copp.interpolation.s_to_t_topp2(robot.s, copp.solver.copp2_socp.solve(problem))[0])
    # 10 m/s^2 there and back; then 12 m^2 w / t^4 = 1/3: the time at which a second more saves as much.
    assert times[0] == pytest.approx(2.0 * np.sqrt(0.1), rel=2e-3)
    for time, weight in zip(times[1:], (0.01, 0.1)):
        # Of the parabola of speed: the integral of (3 q'')^2 is 12 9 / t^3, whose slope is 36 9 / t^4.
        assert time == pytest.approx(max((36 * 9 * weight) ** 0.25, times[0]), rel=2e-2)


def test_mistakes_are_told():
    path = copp.Path.from_waypoints(np.array([[0.0, 0.0], [1.0, 2.0]]))
    robot = copp.Robot(2)
    robot.append_s(np.linspace(0, 1, 11))
    with pytest.raises(copp.CoppError, match="do not increase"):
        robot.append_s([0.5])
    with pytest.raises(copp.CoppError, match="leaves nothing"):
        robot.add_velocity_limits(np.ones(2), np.array([-1.0, 0.5]), start_idx_s=0)
    with pytest.raises(copp.CoppError, match="of some stations"):
        robot.add_velocity_limits(np.ones(2), -np.ones(2), start_idx_s=0, length=5)
    for name in ("exceed_topp2", "nonsense"):
        with pytest.raises(AttributeError, match=f"Robot has no {name}"):
            getattr(robot.constraints, name)
    for module, name, instead in (
        (copp, "MatrixLayout", "samples x joints"),
        (copp.Path, "from_casadi", "any function"),
        (copp.solver, "reach_set2", "regions"),
        (copp.solver.copp2_socp, "solve_expert", "how it ended"),
        (copp.objective, "Linear", "PathLimits"),
    ):
        with pytest.raises(AttributeError, match=f"{name}: .*{instead}"):
            getattr(module, name)
    robot.add_velocity_limits(np.ones(2), -np.ones(2), start_idx_s=0)
    with pytest.raises(copp.CoppError, match="stations without q"):
        copp.solver.topp2_ra.solve(copp.solver.topp2_ra.Problem(robot.constraints, (0, 10)))
    with pytest.raises(copp.CoppError, match="s beyond"):
        path.evaluate_q([1.5])


def solve_third(robot, module=copp.solver.topp3_lp):
    problem = module.Problem(robot.constraints, np.ones(len(robot)))
    return module.solve(problem, module.Options(verbosity=0))


def test_a_straight_way_within_jerks():
    """From rest to rest over a length L within jerk j alone: four phases of the cube root of L/2j."""
    path = copp.Path(lambda s, k: np.outer(2.0 * s if k == 0 else np.full(len(s), 2.0 * (k == 1)), [1.0]), 0, 1)
    robot = make_robot(path, np.full(1, 99.0), np.full(1, 999.0))
    robot.add_jerk_limits(np.full(1, 20.0), np.full(1, -20.0), start_idx_s=0)
    for module in (copp.solver.topp3_lp, copp.solver.topp3_socp):
        profile = solve_third(robot, module)
        assert len(profile) == STATIONS and profile.a[0] == profile.a[-1] == 0
        expected = 4 * np.cbrt(2.0 / (2 * 20.0))
        time, t = copp.interpolation.s_to_t_topp3(robot.s, profile)
        assert time == pytest.approx(expected, rel=2e-4)
        assert (np.diff(t) > 0).all() and t[STATIONS // 2] == pytest.approx(time / 2, rel=1e-3)
        # A quarter of the time at full jerk: j t^3 / 6.
        s = copp.interpolation.t_to_s_topp3_samples(robot.s, profile, t, [time / 8, time / 4, 2 * time])
        assert 2.0 * s[:2] == pytest.approx(20.0 * np.array([time / 8, time / 4]) ** 3 / 6, rel=2e-2)
        assert np.isnan(s[2])
        even = copp.interpolation.t_to_s_topp3_uniform(robot.s, profile, t, time / 4)
        assert even == pytest.approx([0, s[1], 0.5, 1 - s[1], 1], abs=1e-3)
    # Second order does not know of jerks.
    assert copp.interpolation.s_to_t_topp2(robot.s, solve(robot))[0] < 0.2 * expected


def test_profiles_of_numbers():
    s = np.linspace(0.1, 1.1, 201)
    profile = copp.Profile3rd(s**2, s)  # ds/dt = s: an exponential
    time, t = copp.interpolation.s_to_t_topp3(s, profile, t0=1.0)
    assert time == pytest.approx(1.0 + np.log(11.0), rel=1e-6)
    assert copp.interpolation.t_to_s_topp3_samples(s, profile, t, t[20:40]) == pytest.approx(s[20:40])
    with pytest.raises(copp.CoppError, match="not above 0"):
        copp.interpolation.s_to_t_topp3(s, copp.Profile3rd(np.zeros(201), np.zeros(201)))


def test_third_order_beside_plan_path():
    points = np.random.default_rng(5).uniform(-0.5, 0.5, (5, 3))
    path = copp.Path.from_waypoints(points)
    robot = make_robot(path, np.full(3, 1.0), np.full(3, 5.0))
    robot.add_jerk_limits(np.full(3, 60.0), np.full(3, -60.0), start_idx_s=0)
    profile = solve_third(robot)
    time, _ = copp.interpolation.s_to_t_topp3(robot.s, profile)
    knots = np.linspace(0, 1, 5)
    same = globaldyn.plan_path(path._derivative, speed=1.0, acceleration=5.0, jerk=60.0, knots=knots)
    assert time == pytest.approx(same.time, rel=1e-3)
    assert (np.abs(robot.dq) * np.sqrt(profile.a)[:, None] <= 1 + 1e-3).all()


def test_thermal_energy_within_jerks():
    path = copp.Path.from_waypoints(np.array([[0.0], [1.0]]))
    robot = make_robot(path, np.ones(1) * 10.0, inverse_dynamics=lambda q, qd, qdd: 3.0 * qdd)
    robot.add_torque_limits(np.full(1, 30.0), np.full(1, -30.0), start_idx_s=0)
    objectives = [copp.objective.Time(1.0), copp.objective.ThermalEnergy(0.1, [1.0])]
    times = []
    for jerk in (None, 60.0):
        if jerk:
            robot.add_jerk_limits(np.full(1, jerk), np.full(1, -jerk), start_idx_s=0)
        problem = copp.solver.copp3_socp.Problem(robot, objectives, np.ones(STATIONS))
        times.append(copp.interpolation.s_to_t_topp3(robot.s, copp.solver.copp3_socp.solve(problem))[0])
    assert times[0] == pytest.approx((36 * 9 * 0.1) ** 0.25, rel=2e-2)
    assert times[1] >= times[0] * (1 - 1e-3)
    with pytest.raises(copp.CoppError, match="from speed"):
        copp.solver.topp3_lp.solve(copp.solver.topp3_lp.Problem(robot, np.ones(STATIONS), a_boundary=(1.0, 0.0)))
    with pytest.raises(copp.CoppError, match="same both ways"):
        robot.add_jerk_limits(np.ones(1), np.full(1, -2.0), start_idx_s=0)


def test_paths_of_all_kinds():
    def derivatives(s):
        s = np.atleast_1d(s)
        return tuple(np.column_stack([np.sin(2 * s + k * np.pi / 2) * 2**k, s ** (3 - k) * (1, 3, 6, 6)[k]]) for k in range(4))

    class Second:
        def evaluate_up_to_2nd(self, s):
            return derivatives(s)[:3]

    class Third(Second):
        def evaluate_up_to_3rd(self, s):
            return derivatives(s)

    paths = [copp.Path.from_evaluator_2nd(Second(), 0, 1), copp.Path.from_evaluator(Second(), 0, 1)]
    paths += [copp.Path.from_evaluator_3rd(Third(), 0, 1), copp.Path.from_evaluator(Third(), 0, 1)]
    places = np.array([0.0, 0.3, 1.0])
    for path in paths:
        found = path.evaluate_up_to_2nd(places)
        for mine, known in zip((found.q, found.dq, found.ddq), derivatives(places)):
            assert mine == pytest.approx(known)
    assert paths[2].evaluate_up_to_3rd(places).dddq == pytest.approx(derivatives(places)[3])
    moving = copp.SplineConfig(order=3, s_max=2.0, start_state=[[1.0, 0.0]], end_state=[[0.0, -2.0]])
    spline = copp.Path.from_waypoints([[0, 1.0], [1, 0], [2, 2]], moving)
    assert spline.s_range == (0, 2)
    assert spline.evaluate_up_to_2nd([0.0, 2.0]).dq == pytest.approx(np.array([[1, 0], [0, -2.0]]))
    with pytest.raises(copp.CoppError, match="derivatives x joints"):
        copp.Path.from_waypoints([[0, 1.0], [1, 0]], start_state=[1.0, 0.0])


def test_robots():
    path = copp.Path.from_waypoints(np.array([[0.0, 0.0], [1.0, 2.0]]))
    robot = copp.Robot.point_mass(2, capacity=11)
    assert robot.is_empty and robot.capacity == 11
    robot.append_s(np.linspace(0, 1, 11))
    robot.set_q_from_path_3rd(path, 0, 11)
    assert robot.len == len(robot) == 11 and robot.idx_s_range == (0, 11)
    assert robot.constraints.s_values(2, 4) == pytest.approx([0.2, 0.3])
    # Forces of a point mass are accelerations.
    robot.add_torque_limits(np.full(2, 3.0), np.full(2, -3.0), start_idx_s=0)
    twin = copp.Robot(2)
    twin.append_s(np.linspace(0, 1, 11))
    twin.set_q(robot.q, robot.dq, robot.ddq, 0)
    twin.add_acceleration_limits(np.full(2, 3.0), np.full(2, -3.0), start_idx_s=0)
    a = [copp.solver.topp2_ra.solve(copp.solver.topp2_ra.Problem(one, (0, 10))) for one in (robot, twin)]
    assert a[0] == pytest.approx(a[1], rel=1e-5)
    # By a dictionary as by an object.
    objectives = [
        [copp.objective.Time(1.0), copp.objective.ThermalEnergy(0.1, [1.0, 1.0])],
        [{"kind": "time", "weight": 1.0}, {"kind": "thermal_energy", "weight": 0.1, "normalize": [1.0, 1.0]}],
    ]
    module = copp.solver.copp2_socp
    b = [module.solve(module.Problem(twin, one, (0, 10))) for one in objectives]
    # Where the path itself stands still, at both ends, any ds/dt is rest.
    assert b[0] == pytest.approx(b[1]) and b[0][1:-1].max() < a[0].max()


def test_times_and_places():
    s, a = np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 1.0])
    time, t = copp.interpolation.s_to_t_topp2(s, a)
    assert time == 3
    found = copp.interpolation.t_to_s_topp2(s, a, t, t_sample=[-0.1, 1.0, 2.5, 3.0, 3.1])
    assert found == pytest.approx([np.nan, 0.25, 1.5, 2.0, np.nan], nan_ok=True)
    assert copp.interpolation.t_to_s_topp2(s, a, t, dt=1.0) == pytest.approx([0, 0.25, 1, 2])
    with pytest.raises(ValueError, match="dt or t_sample"):
        copp.interpolation.t_to_s_topp2(s, a, t)
