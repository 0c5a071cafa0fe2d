"""Plans from models that are functions: by hand, against machine files, and looked at between nodes."""

import dataclasses
import functools

import globaldyn
import numpy as np
import pytest
from conftest import MACHINES
from scipy.interpolate import (
    Akima1DInterpolator,
    BPoly,
    CubicSpline,
    PchipInterpolator,
    PPoly,
    make_interp_spline,
)

plan_path = functools.partial(globaldyn.plan_path, tolerance=1e-6)


def line(p, order):
    """Two joints that go the same way, the second twice as far."""
    q = np.zeros((len(np.atleast_1d(p)), 2))
    if order == 0:
        q[:] = np.column_stack([p, 2 * np.asarray(p)])
    elif order == 1:
        q[:] = [1.0, 2.0]
    return q


def test_by_hand():
    # The second joint, which goes 2 rad, holds back.
    plan = plan_path(line, acceleration=3.0)
    assert plan.status == "optimal"
    assert plan.time == pytest.approx(2 * np.sqrt(2 / 3), rel=1e-6)
    assert plan.time_lower == pytest.approx(plan.time, rel=1e-5)
    assert plan.q[-1] == pytest.approx([1, 2]) and plan.qd[-1] == pytest.approx([0, 0], abs=1e-7)
    assert np.abs(plan.qdd[:, 1]).max() == pytest.approx(3.0)
    # A trapezoid of the second joint.
    slow = plan_path(line, speed=[9, 1.5], acceleration=[9, 3])
    assert slow.time == pytest.approx(2 / 1.5 + 1.5 / 3, rel=1e-6)
    smooth = plan_path(line, acceleration=1e3, jerk=[1e3, 20])
    assert smooth.time == pytest.approx(np.cbrt(32 * 2 / 20), rel=2e-4)
    assert smooth.plan.is_global
    through = plan_path(line, acceleration=3.0, start=None, end=None, speed=1.0)
    assert through.time == pytest.approx(2.0, rel=1e-6)


def test_limits_that_differ_both_ways():
    # The second joint goes 2 rad: up to 1.5 rad/s by 3 rad/s^2, and rests by 1 rad/s^2.
    bounds = {"speed": ([-9, -0.1], [9, 1.5]), "acceleration": ([-9, -1], [9, 3])}
    plan = plan_path(line, **bounds)
    rise, fall = 1.5 / 3, 1.5 / 1
    assert plan.time == pytest.approx(rise + fall + (2 - 0.5 * 1.5 * (rise + fall)) / 1.5, rel=1e-6)
    only_ahead = plan_path(line, speed=(-0.1, [9, 1.5]), acceleration=([-9, -1], [9, 3]))
    assert only_ahead.time == pytest.approx(plan.time, rel=1e-9)
    with pytest.raises(globaldyn.InputError, match="not below 0"):
        plan_path(line, speed=(0.0, 1.0), acceleration=1.0)
    with pytest.raises(ValueError, match="pair"):
        plan_path(line, speed=(1.0, 2.0), acceleration=1.0)


@pytest.mark.parametrize("seed", range(12))
def test_random_limits_that_differ_both_ways(seed):
    """What is asked is what is done; a mirrored and a reversed path take as long."""
    random = np.random.default_rng(seed)
    joints = int(random.integers(1, 5))
    spline = CubicSpline(np.linspace(0, 1, 6), random.uniform(-1, 1, (6, joints)), bc_type="natural")

    def draw():
        return -np.exp(random.uniform(-1.5, 1.5, joints)), np.exp(random.uniform(-1.5, 1.5, joints))

    speed, acceleration = draw(), draw()
    plan = plan_path(spline, speed=speed, acceleration=acceleration)
    assert plan.status == "optimal"
    for values, (low, high) in ((plan.qd, speed), (plan.qdd, acceleration)):
        assert (values <= high * (1 + 1e-5)).all() and (values >= low * (1 + 1e-5)).all()
    # Where it goes fastest something holds it back.
    shares = [np.maximum(v / high, v / low).max(axis=1) for v, (low, high) in
              ((plan.qd, speed), (plan.qdd, acceleration))]
    assert np.median(np.maximum(*shares)) > 0.99

    def mirrored(p, k):
        return -spline(p, k)

    def flip(pair):
        return -pair[1], -pair[0]

    knots = spline.x[1:-1]
    other = plan_path(mirrored, speed=flip(speed), acceleration=flip(acceleration), knots=knots)
    assert other.time == pytest.approx(plan.time, rel=1e-5)

    def reverse(p, k):
        return (-1) ** k * spline(1 - np.asarray(p), k)

    back = plan_path(reverse, speed=flip(speed), acceleration=acceleration, knots=1 - knots[::-1])
    assert back.time == pytest.approx(plan.time, rel=1e-5)
    wide = plan_path(
        spline,
        speed=np.maximum(-speed[0], speed[1]),
        acceleration=np.maximum(-acceleration[0], acceleration[1]),
    )
    assert wide.time <= plan.time * (1 + 1e-5)


def test_paths_of_one_place_at_a_time():
    def scalar(p, order):
        if isinstance(p, np.ndarray):
            raise TypeError("one by one")
        return [[p, 2 * p], [1, 2], [0, 0]][order]

    plan = plan_path(scalar, acceleration=3.0)
    assert plan.time == pytest.approx(2 * np.sqrt(2 / 3), rel=1e-6)


@dataclasses.dataclass
class Arm:
    """The arm of machines/arm_2r as a textbook has it (Spong: Robot Modeling and Control)."""

    l1, l2, m1, m2 = 0.5, 0.4, 6.0, 4.0

    def forces(self, q, qd, qdd):
        l1, l2, m1, m2 = self.l1, self.l2, self.m1, self.m2
        c1, c2 = l1 / 2, l2 / 2
        i1, i2 = m1 * l1**2 / 12, m2 * l2**2 / 12
        h = m2 * l1 * c2
        m11 = m1 * c1**2 + i1 + m2 * (l1**2 + c2**2) + i2 + 2 * h * np.cos(q[1])
        m12 = m2 * c2**2 + i2 + h * np.cos(q[1])
        m22 = m2 * c2**2 + i2
        g = 9.81
        g2 = m2 * g * c2 * np.cos(q[0] + q[1])
        g1 = (m1 * c1 + m2 * l1) * g * np.cos(q[0]) + g2
        s = h * np.sin(q[1])
        return [
            m11 * qdd[0] + m12 * qdd[1] - s * qd[1] * (2 * qd[0] + qd[1]) + g1,
            m12 * qdd[0] + m22 * qdd[1] + s * qd[0] ** 2 + g2,
        ]


def swing(p, order):
    """From 60 deg to 20 deg, and the elbow from -90 deg to -40 deg and back."""
    p = np.asarray(p, dtype=float)
    first = {0: 1.0 - 0.7 * p, 1: -0.7 + 0 * p, 2: 0 * p}[order]
    second = {
        0: -1.6 + 0.9 * np.sin(2 * p),
        1: 1.8 * np.cos(2 * p),
        2: -3.6 * np.sin(2 * p),
    }[order]
    return np.stack([first, second], axis=-1)


def test_arm_is_that_of_the_machine_file():
    text = (MACHINES / "arm_2r" / "arm_2r.yaml").read_text()
    text = text[: text.index("paths:")] + (
        "paths:\n  swing: {joints: {A: 1 - 0.7*p, B: -1.6 + 0.9*sin(2*p)}, p_max: 1}\n"
    )
    machine = globaldyn.parse(text)
    exact = machine.plan("swing")
    arm = Arm()
    plan = plan_path(swing, torque=[90, 30], dynamics=arm.forces)
    assert (plan.status, exact.status) == ("optimal", "optimal")
    assert plan.time == pytest.approx(exact.time, rel=3e-6)
    assert plan.excess <= 1e-6
    assert (np.abs(plan.forces) <= np.array([90, 30]) * (1 + 1e-5)).all()
    # Forces that change in finite time: of the range, 180 and 60 N m, in 40 ms.
    rising = machine.plan("swing", rise_time="40 ms")
    same = plan_path(
        swing, torque=[90, 30], torque_rate=[180 / 0.04, 60 / 0.04], dynamics=arm.forces
    )
    assert same.time == pytest.approx(rising.time, rel=1e-3)
    assert same.time > plan.time


def test_friction_in_dynamics():
    """Viscous and Coulomb friction are parts of forces along the direction of the path."""

    def forces(q, qd, qdd):
        return 2.0 * qdd + 3.0 * qd + 1.5 * np.sign(qd)

    def slide(p, order):
        return np.asarray(p)[..., None] if order == 0 else np.full((len(np.atleast_1d(p)), 1), 2.0 - order)

    plan = plan_path(slide, torque=10.0, dynamics=forces)
    machine = globaldyn.parse(
        """
globaldyn: 1
name: slide
gravity: [0, 0, 0]
bodies: {cart: {mass: 2 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}, guess: 0 m}}
tool: cart
drives: {F: {joint: X, limits: 10 N, viscous: 3 N s/m, coulomb: 1.5 N}}
paths: {out: {position: {line: {from: [0, 0], to: [1 m, 0]}}, prescribe: [x]}}
"""
    )
    assert plan.time == pytest.approx(machine.plan().time, rel=2e-6)


def test_dynamics_of_another_kind_are_told():
    with pytest.raises(ValueError, match="no quadratic function of speed"):
        plan_path(
            line, torque=10.0, dynamics=lambda q, qd, qdd: qdd + 0.1 * qd**3
        )


@pytest.mark.parametrize("seed", range(8))
def test_random_splines(seed):
    """Between nodes and samples nothing is exceeded; what holds back is at its limit."""
    random = np.random.default_rng(seed)
    joints, points = int(random.integers(1, 8)), int(random.integers(4, 20))
    spline = CubicSpline(
        np.sort(random.uniform(0, 5, points)) + 0.3 * np.arange(points),
        random.uniform(-0.5, 0.5, (points, joints)),
        bc_type="clamped" if seed % 2 else "not-a-knot",
    )
    speed = random.uniform(0.5, 2, joints)
    acceleration = random.uniform(3, 9, joints)
    plan = plan_path(spline, speed=speed, acceleration=acceleration)
    assert plan.status == "optimal", plan.reason
    q, qd, qdd = plan.at(np.linspace(0, plan.time, 20011))
    most = max((np.abs(qd) / speed).max(), (np.abs(qdd) / acceleration).max())
    assert 0.999 < most < 1 + 2e-5
    assert q[0] == pytest.approx(spline(spline.x[0])) and q[-1] == pytest.approx(spline(spline.x[-1]))
    # Speeds and accelerations are derivatives of what comes before.
    step = plan.time / 20010
    # Where accelerations jump within a step the trapezoid is off by an eighth of that.
    off = 2 * acceleration.max() * step / 8
    assert np.abs(np.diff(q, axis=0) / step - 0.5 * (qd[1:] + qd[:-1])).max() < 1.1 * off
    # Half of the accelerations and a root of half of the speeds: the same, as much slower.
    other = plan_path(
        spline, speed=speed / 2, acceleration=acceleration / 4, tolerance=1e-6
    )
    assert other.time == pytest.approx(2 * plan.time, rel=5e-6)


def test_losses_and_time():
    least = plan_path(line, acceleration=50.0, least="losses", time=2.0, weights=[0, 1])
    assert least.time == pytest.approx(2.0)
    assert least.plan.squares[1] == pytest.approx(12 * 4 / 8, rel=1e-5)
    worth = plan_path(
        line, acceleration=50.0, least="losses", time_worth=12.0, weights=[0, 1]
    )
    # 48 / T^3 + 12 T is least at T^4 = 12.
    assert worth.time == pytest.approx(12**0.25, rel=1e-4)


def test_no_motion_is_a_result():
    plan = plan_path(
        line, torque=[1.0, 1.0], dynamics=lambda q, qd, qdd: qdd + np.array([0.0, 2.0])
    )
    assert plan.status == "infeasible" and not plan.has_motion and "p = 0" in plan.reason
    assert plan.t.shape == (0,) and plan.q.shape == (0, 2)
    nothing = plan_path(line)
    assert nothing.status == "unlimited" and nothing.reason


@pytest.mark.parametrize(
    "options, message",
    [
        ({"speed": [1, 2, 3]}, "speed has the shape"),
        ({"acceleration": -1}, "acceleration has a bound that is not above 0"),
        ({"torque": 3.0}, "without dynamics"),
        ({"interval": (1.0, 0.0)}, "begin < end"),
        ({"acceleration": 1.0, "least": "money"}, "expected time or losses"),
        ({"acceleration": 1.0, "nodes": [0.0, 0.0, 1.0]}, "not larger"),
        ({"acceleration": 1.0, "start": -1.0}, "start is"),
    ],
)
def test_wrong_questions(options, message):
    with pytest.raises((ValueError, globaldyn.Error), match=message):
        plan_path(line, **options)
    with pytest.raises(ValueError, match="not finite at p = 0"):
        plan_path(lambda p, order: line(p, order) + np.inf, acceleration=1.0)


def test_coefficients():
    """Two axes around a circle, from lists."""
    p = np.linspace(0, 2 * np.pi, 1001)
    a = np.column_stack([-np.cos(p), -np.sin(p)]).tolist()
    d = np.column_stack([-np.sin(p), np.cos(p)]).tolist()
    most = np.ones((1001, 2))
    table = globaldyn.plan_coefficients(p.tolist(), a, None, None, d, -most, most)
    same = globaldyn.plan_table(p, np.array(a), np.array(d), -most, most)
    assert table.status == "optimal" and table.is_proven
    assert table.time == same.time == pytest.approx(7.1431, abs=1e-4)
    states = table.sample([-1.0, 0.0, table.time / 2, table.time, table.time + 1])
    assert states[:, 0] == pytest.approx([0, 0, np.pi, 2 * np.pi, 2 * np.pi])
    assert states[2, 1] == pytest.approx(1.0, rel=1e-4)
    gated = globaldyn.plan_table(
        p, np.array(a), np.array(d), -most, most, gates=[(0.0, 0.0, 0.0), (p[-1], 0.0, np.inf)]
    )
    assert gated.time < table.time
    with pytest.raises(ValueError, match="expected"):
        globaldyn.plan_table(p, np.array(a)[:5], np.array(d), -most, most)


def test_arrays_that_are_used_again():
    """Models often give views of one buffer of theirs."""

    def forces(q, qd, qdd):
        return (1 + q**2) * qdd + q * qd**2 + 5 * np.cos(q)

    buffer, places = np.zeros(2), np.zeros((3, 2))

    def same(q, qd, qdd):
        buffer[:] = forces(q, qd, qdd)
        return buffer

    def path(p, order):
        found = line(p, order)
        if len(found) != len(places):
            places.resize(found.shape, refcheck=False)
        places[:] = found
        return places

    fresh = plan_path(line, torque=10.0, dynamics=forces)
    again = plan_path(path, torque=10.0, dynamics=same)
    assert again.time == fresh.time and np.array_equal(again.forces, fresh.forces)


@pytest.mark.parametrize("kind", ["cubic", "b", "univariate"])
def test_splines_know_their_interval(kind):
    from scipy.interpolate import UnivariateSpline, make_interp_spline

    x = np.linspace(1, 4, 7)
    if kind == "univariate":
        one = UnivariateSpline(x, np.sin(x), s=0)
        spline, expected = one, plan_path(lambda p, k: one(p, k), interval=(1, 4), acceleration=2.0)
    else:
        y = np.sin(x)[:, None] * [1, 2]
        spline = make_interp_spline(x, y, k=3) if kind == "b" else CubicSpline(x, y)
        expected = plan_path(CubicSpline(x, y), acceleration=2.0)
    plan = plan_path(spline, acceleration=2.0)
    assert (plan.p[0], plan.p[-1]) == (1, 4) and plan.status == "optimal"
    assert plan.time == pytest.approx(expected.time, rel=3e-5)


def test_kinks_are_told():
    """A second derivative that jumps between two nodes; told as a knot it is planned exactly."""

    def kink(p, order):
        p = np.atleast_1d(p)
        behind = p > 0.3337
        x = p - 0.3337
        first = [p, 1 + 0 * p, 0 * p][order]
        second = [np.where(behind, x**2, 0), np.where(behind, 2 * x, 0), np.where(behind, 2.0, 0)]
        return np.stack([first, second[order]], -1)

    seen = plan_path(kink, acceleration=[1, 0.3])
    assert seen.status == "inaccurate" and "near p = 0.333" in seen.reason
    told = plan_path(kink, acceleration=[1, 0.3], knots=[0.3337])
    assert told.status == "optimal" and told.time < seen.time


def test_what_is_limited_as_a_whole_needs_a_start():
    plan = plan_path(line, jerk=10.0)
    assert plan.status == "gave_up" and "nothing limits the motion at single p" in plan.reason


def test_torques_either_way():
    def forces(q, qd, qdd):
        return qdd

    # Accelerating with 1, braking with 4: v^2 = 2 a s meets in 4/5 of the way, of 2 rad.
    plan = plan_path(line, torque=(-4.0, 1.0), dynamics=forces)
    assert plan.time == pytest.approx(np.sqrt(2 * 2 * (1 / 1.0 + 1 / 4.0)), rel=1e-5)
    half = plan_path(line, torque=(None, 1.0), acceleration=4.0, dynamics=forces)
    assert half.time == pytest.approx(plan.time, rel=1e-5)
    with pytest.raises(ValueError, match="a pair is"):
        plan_path(line, torque=(30, 90), dynamics=forces)
    with pytest.raises(ValueError, match="a force a joint"):
        plan_path(line, torque=3.0, dynamics=lambda q, qd, qdd: 1.0)


def test_closed():
    def circle(p, order):
        angle = np.atleast_1d(p) * 2 * np.pi
        scale = (2 * np.pi) ** order
        return scale * np.stack(
            [np.cos(angle + order * np.pi / 2), np.sin(angle + order * np.pi / 2)], -1
        )

    plan = plan_path(circle, acceleration=1.0, closed=True)
    assert plan.status == "optimal" and plan.time < 2 * np.pi
    assert plan.qd[0] == pytest.approx(plan.qd[-1], abs=1e-6)
    with pytest.raises(ValueError, match="does not go on"):
        plan_path(lambda p, k: circle(0.7 * np.asarray(p), k), acceleration=1.0, closed=True)
    with pytest.raises(ValueError, match="closed"):
        plan_path(circle, acceleration=1.0, closed=True, start=1.0)


def rise(p, k):
    """The k-th derivative of ways from 0 to 1, most of which stand still at their ends, by name."""
    quintic = np.polynomial.Polynomial([0, 0, 0, 10, -15, 6])
    cubic = np.polynomial.Polynomial([0, 0, 3, -2])
    wave = [
        lambda x: (1 - np.cos(np.pi * x)) / 2,
        lambda x: np.pi * np.sin(np.pi * x) / 2,
        lambda x: np.pi**2 * np.cos(np.pi * x) / 2,
    ]
    return {
        "straight": np.polynomial.Polynomial([0, 1]).deriv(k)(p) if k else p,
        "cubic": cubic.deriv(k)(p) if k else cubic(p),
        "quintic": quintic.deriv(k)(p) if k else quintic(p),
        "wave": wave[k](p),
    }


@pytest.mark.parametrize("told", ["cubic", "quintic", "wave"])
@pytest.mark.parametrize("seed", range(3))
def test_one_way_told_differently(told, seed):
    """Joints along curves of another parameter, which stands still at its ends, move as along their own."""
    random = np.random.default_rng(seed)
    places, points = np.linspace(0, 1, 5), random.uniform(-1, 1, (2, 5))
    curves = [np.polynomial.Polynomial.fit(places, one, 4) for one in points]
    derivatives = [[one.deriv(k) if k else one for one in curves] for k in range(3)]

    def along(name):
        def path(p, k):
            p = np.asarray(p, dtype=float)
            s, first, second = (rise(p, i)[name] for i in range(3))
            at = [np.column_stack([one(s) for one in derivatives[i]]) for i in range(3)]
            first, second = np.broadcast_to(first, p.shape)[:, None], np.broadcast_to(second, p.shape)[:, None]
            if k == 0:
                return at[0]
            return at[1] * first if k == 1 else at[2] * first**2 + at[1] * second

        return path

    for limits in ({"jerk": 80.0}, {"least": "losses", "time": 6.0}):
        plans = [globaldyn.plan_path(along(one), speed=2.0, acceleration=8.0, **limits) for one in ("straight", told)]
        assert [one.status for one in plans] == ["optimal"] * 2, [one.reason for one in plans]
        if "jerk" in limits:
            assert plans[1].time == pytest.approx(plans[0].time, rel=1e-3)
            dt = plans[1].t[1]
            assert (np.abs(np.diff(plans[1].qdd, axis=0)) / dt).max() < 80.0 * 1.03
            # From rest without a force.
            assert np.abs(plans[1].qdd[[0, -1]]).max() < 1e-2
        else:
            losses = [np.sum(one.plan.squares) for one in plans]
            assert losses[1] == pytest.approx(losses[0], rel=1e-3)


def two_links(q):
    """Jacobian of an arm's tip, links of 0.4 m and 0.3 m: 2 x 2."""
    both = q[0] + q[1]
    return np.array(
        [
            [-0.4 * np.sin(q[0]) - 0.3 * np.sin(both), -0.3 * np.sin(both)],
            [0.4 * np.cos(q[0]) + 0.3 * np.cos(both), 0.3 * np.cos(both)],
        ]
    )


@pytest.mark.parametrize("seed", range(6))
def test_tool_speeds(seed):
    """The tool's speed is kept, and reached where nothing else holds back; by hand and by tables."""
    random = np.random.default_rng(seed)
    places = np.linspace(0.0, 1.0, 6)
    path = CubicSpline(places, random.uniform(-1.2, 1.2, (6, 2)))
    acceleration, most = 20.0, float(random.uniform(0.1, 2.0))
    limits = {"acceleration": acceleration, "tolerance": 1e-5}
    free = globaldyn.plan_path(path, **limits)
    plan = globaldyn.plan_path(path, tool_speed=most, jacobian=two_links, **limits)
    assert plan.status == "optimal" and plan.q.shape[1] == 2 and plan.time >= free.time * (1 - 2e-5)
    speeds = np.array([np.linalg.norm(two_links(q) @ qd) for q, qd in zip(plan.q, plan.qd)])
    assert speeds.max() <= most * (1 + 2e-6)
    if plan.time > free.time * 1.01:
        assert speeds.max() >= most * 0.999
    # The same as rows of a table, on a fine grid.
    p = np.linspace(0.0, 1.0, 4001)
    q, first, second = path(p), path(p, 1), path(p, 2)
    tool = np.array([np.linalg.norm(two_links(a) @ b) for a, b in zip(q, first)])
    rows = np.column_stack([second, tool**2])
    pushes = np.column_stack([first, 0 * tool])
    bound = np.array([acceleration, acceleration, most**2])
    low = np.where([True, True, False], -bound, -np.inf)
    table = globaldyn.plan_coefficients(p, rows, None, None, pushes, low, bound, tolerance=1e-5)
    assert plan.time == pytest.approx(table.time, rel=1e-3)


def test_tool_speeds_beside_dynamics_and_losses():
    """The tool's coordinate adds no force, no loss and nothing to be rated."""
    path = CubicSpline([0, 0.5, 1], [[0.1, 1.5], [0.9, 0.8], [1.4, 1.2]])
    options = {"dynamics": lambda q, qd, qdd: 2.0 * qdd, "torque": 9.0, "tolerance": 1e-4}
    free = globaldyn.plan_path(path, **options)
    slack = {"tool_speed": 100.0, "jacobian": two_links}
    assert globaldyn.plan_path(path, **options, **slack).time == pytest.approx(free.time, rel=2e-4)
    losses = {"least": "losses", "time": 2.0 * free.time}
    least = globaldyn.plan_path(path, **options, **losses)
    same = globaldyn.plan_path(path, **options, **losses, **slack)
    assert sum(same.plan.squares) == pytest.approx(sum(least.plan.squares), rel=1e-3)
    assert same.forces.shape[1] == 2
    rated = globaldyn.plan_path(path, **options, rated=3.0)
    both = globaldyn.plan_path(path, **options, rated=3.0, **slack)
    assert both.time == pytest.approx(rated.time, rel=1e-3)


def test_wrong_tools():
    """What is no tool is told."""
    path = CubicSpline([0, 1], [[0.1, 1.5], [0.9, 0.8]])
    for options, message in (
        ({"tool_speed": 1.0}, "without a jacobian"),
        ({"tool_speed": -1.0, "jacobian": two_links}, "above 0"),
        ({"tool_speed": "1 m/s", "jacobian": two_links}, "expected a number above 0, m/s"),
        ({"tool_speed": 1.0, "jacobian": lambda q: np.eye(3)}, r"shape \(3, 3\); expected \(3, 2\)"),
    ):
        with pytest.raises(ValueError, match=message):
            globaldyn.plan_path(path, acceleration=1.0, **options)
    with pytest.raises(ValueError, match="speed is '1 m/s'; expected a number in SI"):
        globaldyn.plan_path(path, speed="1 m/s", acceleration=1.0)


def rub(q, qd, qdd):
    """Forces of three joints with dry friction."""
    mass = np.array([[3, 0.5, 0.1], [0.5, 2, 0.2], [0.1, 0.2, 1]])
    bend = np.array([qd[0] * qd[1], -(qd[0] ** 2), 0.2 * qd[2] ** 2])
    return mass @ qdd + bend + np.cos(q) * [3, 2, 1] + np.array([0.3, 0.2, 0.1]) * np.sign(qd)


@pytest.mark.parametrize("ends", ["not-a-knot", "clamped"])
@pytest.mark.parametrize("seed", range(4))
def test_dry_friction(ends, seed):
    """Limits are kept beside every turn of a joint and beside standstills, with few nodes."""
    points = np.random.default_rng(seed).uniform(-1, 1, (6, 3))
    path = CubicSpline(np.linspace(0, 1, 6), points, bc_type=ends)
    most = np.array([9, 7, 4.0])
    plan = globaldyn.plan_path(path, dynamics=rub, torque=most, speed=3)
    assert plan.status == "optimal" and len(plan.plan.motion.p) < 2000
    # Ends apart: who stands still rubs nothing.
    share = np.abs([rub(*plan_at) for plan_at in zip(plan.q[1:-1], plan.qd[1:-1], plan.qdd[1:-1])]) / most
    assert 0.999 < share.max() <= 1 + 2e-6
    turns = np.count_nonzero(np.diff(np.sign(plan.qd[1:-1]), axis=0))
    assert turns > 3


def test_zones():
    """A slower zone is what speed limits of a shorter path are."""
    line = CubicSpline([0, 1, 2, 3], [[0], [1], [2], [3]])
    slow = globaldyn.PathLimits(1, speeds=lambda p, q, dq: [dq[0] / (0.5 if 1 <= p < 2 else 2.0)])
    plan = globaldyn.plan_path(line, acceleration=1.0, limits=[slow], knots=[1, 2])
    # sqrt(2 x 1 x 1) is braked from to 0.5: 0.5^2 = v^2 - 2 s, both before and behind the zone.
    top = np.sqrt((0.25 + 2) / 2)
    assert plan.time == pytest.approx(2 * (top + (top - 0.5)) + 2.0, rel=1e-6)


def test_polyhedra_of_forces():
    """Sums and differences of two forces limited are a turned square."""
    path = CubicSpline([0, 0.5, 1], [[1.0, -1.6], [0.7, -0.8], [0.3, -0.9]])
    arm = Arm()
    turned = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1.0]]) / 60
    limits = globaldyn.PathLimits(4, forces=lambda *state: turned @ arm.forces(*state))
    plan = globaldyn.plan_path(path, limits=[limits], speed=10)
    assert plan.status == "optimal"
    # As forces of the same joints in other coordinates.
    same = globaldyn.plan_path(
        path, dynamics=lambda *state: 60 * turned[:2] @ arm.forces(*state), torque=60, speed=10
    )
    assert plan.time == pytest.approx(same.time, rel=2e-5)


def test_wrong_limits_of_ones_own():
    """What is no limit is told."""
    path = CubicSpline([0, 1], [[0.1, 1.5], [0.9, 0.8]])
    for options, message in (
        ({"count": 1}, "speeds or forces"),
        ({"count": 0, "speeds": lambda *a: []}, "count above 0"),
        ({"count": 2, "speeds": lambda *a: [1.0]}, r"speeds have the shape \(1,\); expected \(2,\)"),
        ({"count": 1, "forces": lambda *a: [np.nan], "name": "feet"}, "feet: forces are not finite"),
    ):
        with pytest.raises(ValueError, match=message):
            globaldyn.plan_path(path, acceleration=1.0, limits=[globaldyn.PathLimits(**options)])


@pytest.mark.parametrize("rubs", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_soft_ends(seed, rubs):
    """Splines that begin and end with neither slope nor bend: few nodes, and limits kept between them."""
    points = np.random.default_rng(seed).uniform(-1, 1, (6, 3))
    rest = [(1, [0] * 3), (2, [0] * 3)]
    path = make_interp_spline(np.linspace(0, 1, 6), points, k=5, bc_type=(rest, rest))
    friction = np.array([0.3, 0.2, 0.1]) * rubs

    def forces(q, qd, qdd):
        return rub(q, qd, qdd) + (friction - [0.3, 0.2, 0.1]) * np.sign(qd)

    most = np.array([9, 7, 4.0])
    plan = globaldyn.plan_path(path, dynamics=forces, torque=most, speed=3)
    assert plan.status == "optimal" and len(plan.plan.motion.p) < 3000
    # From a millionth of the time after the start on, evenly in its logarithm.
    times = np.concatenate([plan.time * 10.0 ** np.linspace(-6, -2, 400), np.linspace(0.01, 0.99, 2000) * plan.time])
    share = np.abs([forces(*at) for at in zip(*plan.at(times))]) / most
    assert 0.999 < share.max() <= 1 + 1e-5
    # A polynomial of rest to rest: 10 s^3 - 15 s^4 + 6 s^5 is driven as the straight way is.
    soft = PPoly(np.array([[[6.0]], [[-15]], [[10]], [[0]], [[0]], [[0]]]), [0, 1])
    straight = globaldyn.plan_path(CubicSpline([0, 1], [[0.0], [1.0]]), acceleration=2.0, speed=0.6)
    assert globaldyn.plan_path(soft, acceleration=2.0, speed=0.6).time == pytest.approx(straight.time, rel=4e-5)


def test_corners_are_rests():
    """Where the direction jumps the motion stops: two ways of 1 rad, each 1 / v + v / a; of 1 and 0.8 rad."""
    limits = {"speed": 1.0, "acceleration": 5.0}
    bend = make_interp_spline([0, 0.5, 1], [[0, 0], [1, 0], [1, 1.0]], k=1)
    assert globaldyn.plan_path(bend, **limits).time == pytest.approx(2.4, rel=2e-5)
    back = make_interp_spline([0, 0.5, 1], [[0], [1], [0.2]], k=1)
    assert globaldyn.plan_path(back, **limits).time == pytest.approx(2.2, rel=2e-5)
    plan = globaldyn.plan_path(bend, **limits)
    assert plan.status == "optimal"
    assert np.abs(plan.qdd).max() <= 5 * (1 + 1e-6)
    assert np.abs(np.diff(plan.qd, axis=0)).max() <= 5 * plan.t[1] * (1 + 1e-6)
    for whole in ({"jerk": 50.0}, {"least": "losses", "time": 4.0}):
        with pytest.raises(ValueError, match="corner, or stands still, at p = 0.5: .* pieces"):
            globaldyn.plan_path(bend, **limits, **whole)


@pytest.mark.parametrize("is_known", [True, False])
def test_stops_on_the_way(is_known):
    """Minimum-jerk pieces, whose knots are known or not: each way as if it were alone."""
    limits = {"speed": 1.0, "acceleration": 5.0}
    for places, time in (((0, 1, 0.3), 2.1), ((0, 0.5, 1), 1.4)):
        pieces = BPoly.from_derivatives([0, 0.5, 1], [[[one], [0], [0]] for one in places])
        path = pieces if is_known else lambda p, k, pieces=pieces: pieces(np.asarray(p), nu=k)
        plan = globaldyn.plan_path(path, **limits)
        assert plan.status == "optimal" and plan.time == pytest.approx(time, rel=3e-5)
        rubbed = globaldyn.plan_path(
            path, **limits, dynamics=lambda q, qd, qdd: 2 * qdd + 0.5 * np.sign(qd), torque=6.0
        )
        assert rubbed.status == "optimal" and rubbed.time > plan.time


def test_knots_at_which_joints_turn():
    """PCHIP turns at its own knots: twice the same place is one."""
    path = PchipInterpolator([0, 0.5, 1], [[0, 1], [1, 0], [0, 0.5]])
    for friction in (0.0, 0.5):
        plan = globaldyn.plan_path(
            path, dynamics=lambda q, qd, qdd, f=friction: 2 * qdd + f * np.sign(qd), torque=10.0
        )
        assert plan.status == "optimal"


@pytest.mark.parametrize("within", [lambda p: 0.4 < p < 0.6, lambda p: 0.4 <= p <= 0.6])
def test_zones_that_begin_and_end_at_knots(within):
    """Whether the knots themselves belong to the zone does not matter."""
    straight = CubicSpline([0, 1], [[0.0], [1.0]])
    zone = globaldyn.PathLimits(1, speeds=lambda p, q, dq: [dq[0] / (0.3 if within(p) else 3.0)])
    plan = globaldyn.plan_path(straight, acceleration=1.0, limits=[zone], knots=[0.4, 0.6])
    top = np.sqrt((0.09 + 0.8) / 2)
    assert plan.time == pytest.approx(2 * (2 * top - 0.3) + 0.2 / 0.3, rel=2e-5)


@pytest.mark.parametrize("seed", range(3))
def test_splines_backwards(seed):
    """Knots that are rounded otherwise: the way back takes as long."""
    points = np.random.default_rng(seed).uniform(-1, 1, (6, 3))
    path = Akima1DInterpolator(np.linspace(0, 1, 6), points)
    forth = globaldyn.plan_path(path, speed=1.0, acceleration=5.0)
    back = globaldyn.plan_path(
        lambda p, k: path(1 - np.asarray(p), nu=k) * (-1) ** k, speed=1.0, acceleration=5.0, knots=1 - path.x
    )
    assert forth.status == back.status == "optimal" and back.time == pytest.approx(forth.time, rel=2e-5)


def test_reasons_name_joints():
    """Of what cannot be held at rest, the joint and by how much; of what excludes each other, both."""
    path = CubicSpline([0, 1], [[0.0, 0.0, 0.0], [1.0, 0.0, 1.0]])
    plan = globaldyn.plan_path(path, dynamics=lambda q, qd, qdd: qdd + np.array([0, 50, 0]), torque=10.0)
    assert "the force of joint 1 is 50 at rest there, its limits are -10 to 10" in plan.reason
    plan = globaldyn.plan_path(path, dynamics=lambda q, qd, qdd: qdd + np.array([50, 0, -50]), torque=10.0)
    assert "joint 2 asks for d2 of at least 40, that of joint 0 for at most -40" in plan.reason
    alone = CubicSpline([0, 1], [[0.0], [1.0]])
    plan = globaldyn.plan_path(alone, dynamics=lambda q, qd, qdd: qdd + 50.0, torque=10.0)
    assert "joint 0 asks for d2 of at most -40, backwards" in plan.reason
