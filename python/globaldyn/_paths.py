"""Plans from anyone's model: a path as a function, limits, forces by a callback."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import Any, Callable, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _globaldyn
from ._path_limits import LimitedPath, PathLimits, add_bounds, find_dynamics, limit_tool
from ._turns import HAIR, find_standstills, find_stops, find_turns, find_ways

Array = npt.NDArray[np.float64]
Path = Callable[..., Any]
Bound = Union[None, float, Sequence[float], npt.ArrayLike]
Dynamics = Callable[[Array, Array, Array], npt.ArrayLike]
Jacobian = Callable[[Array], npt.ArrayLike]
Range = tuple[list[float], list[float]]

# Segments between nodes to begin with, all along and between two knots, and the most; each time twice
# as many.
_FIRST_SEGMENTS = 100
_FIRST_BETWEEN_KNOTS = 3
_MOST_SEGMENTS = 25600
# Limits may be exceeded between nodes by this share of them; three places of every segment are looked
# at.
_MOST_EXCESS = 1e-6
_PLACES = (0.25, 0.5, 0.75)
# Second derivatives that jump by this share of the largest are looked for, in so many places, whose
# segments are halved so often: what is smooth has become straight by then.
_LEAST_JUMP = 1e-3
_KINKS = 4
_HALVINGS = 10
# Of ends at which the path does not move: derivatives vanish to this share of the largest. So far from them,
# in shares of the path, no limit is looked at: 3e-8 of the time; the planner cannot follow speeds along
# the path that become infinite. To begin with nodes beside them grow by this share.
_FLAT = 1e-9
_REACH = 1e-5
_GROWTH = 0.2
# Places nearer to each other, in shares of the path, are one.
_SAME = 1e-9
# Of motions that tell how many nodes it takes.
_TOLERANCE_OF_PROBES = 1e-2


@dataclasses.dataclass(frozen=True)
class PathPlan:
    """A motion along a path that was given as a function.

    Without a motion arrays have no rows, and `reason` says why there is none.
    """

    plan: _globaldyn.CurvePlan
    """What is known of the motion, with its nodes."""
    path: Path
    dynamics: Optional[Dynamics]
    excess: float
    """By how much limits are exceeded, in shares of them, as seen at three places between nodes."""
    status: str
    """'optimal', 'inaccurate', 'infeasible', 'gave_up' or 'unlimited'."""
    reason: str
    t: Array
    """Times of the samples, s."""
    p: Array
    d1: Array
    """dp/dt at the samples."""
    d2: Array
    """d²p/dt² at the samples."""
    q: Array
    """samples x joints: where they are."""
    qd: Array
    """samples x joints: speeds."""
    qdd: Array
    """samples x joints: accelerations."""

    @property
    def time(self) -> float:
        """s; 0 without a motion."""
        return self.plan.time

    @property
    def time_lower(self) -> float:
        """s: no motion is faster; where time is not to be least, the time."""
        return self.plan.motion.time_lower

    @property
    def has_motion(self) -> bool:
        """Whether there is one."""
        return len(self.plan.motion.p) > 0

    @property
    def forces(self) -> Array:
        """samples x joints: what the dynamics say of the samples."""
        if self.dynamics is None:
            raise ValueError("no forces are known: the plan was made without dynamics")
        return _calc_forces(self.dynamics, self.q, self.qd, self.qdd)

    def at(self, times: npt.ArrayLike) -> tuple[Array, Array, Array]:
        """Joints, speeds and accelerations at times (s), arrays of times x joints."""
        moments: Array = np.atleast_1d(np.asarray(times, dtype=float))
        return _move(self.path, self.plan.motion.sample(moments))

    def table(self) -> Any:
        """A pandas DataFrame of the samples, indexed by t."""
        from ._tables import table_of_path_plan

        return table_of_path_plan(self)

    def draw(self, axes: Any = None, of: Union[str, Sequence[str]] = ("d1", "qd")) -> Any:
        """Draws it over time with matplotlib. Returns the axes.

        of: 'p', 'd1', 'd2', 'q', 'qd', 'qdd', 'forces': a picture each.
        axes: as many; None: new ones.
        """
        from ._pictures import draw_path_plan

        return draw_path_plan(self, axes, of)

    def _repr_html_(self) -> str:
        from ._cards import show_path_plan

        return show_path_plan(self)

    def __repr__(self) -> str:
        """One line."""
        return f"<PathPlan: {self.status}, {self.time:.6g} s>"


def _evaluate(path: Path, p: Array, order: int) -> Array:
    """A derivative of the path, places x joints; one by one if the path takes no arrays."""
    try:
        # A copy: functions may give the same array again and again.
        values = np.array(path(p, order), dtype=float)
    except (TypeError, ValueError):
        values = np.array([np.array(path(float(one), order), dtype=float) for one in p])
    if values.ndim == 1 and values.size % len(p) == 0:
        values = values.reshape(len(p), -1)
    if values.ndim != 2 or values.shape[0] != len(p):
        raise ValueError(
            f"path(p, {order}) of {len(p)} places has the shape {values.shape}; "
            f"expected ({len(p)}, joints)"
        )
    if not np.isfinite(values).all():
        at = p[~np.isfinite(values).all(axis=1)][0]
        raise ValueError(f"path(p, {order}) is not finite at p = {at:.6g}")
    return values


def _move(path: Path, states: Array) -> tuple[Array, Array, Array]:
    """Joints, speeds and accelerations of states p, d1, d2."""
    p, d1, d2 = states[:, 0], states[:, 1:2], states[:, 2:3]
    first = _evaluate(path, p, 1)
    return (
        _evaluate(path, p, 0),
        first * d1,
        _evaluate(path, p, 2) * d1**2 + first * d2,
    )


def _calc_forces(dynamics: Dynamics, q: Array, qd: Array, qdd: Array) -> Array:
    """Places x joints."""
    forces = np.empty_like(q)
    for i, state in enumerate(zip(q, qd, qdd)):
        # A copy: dynamics may give the same array again and again.
        found = np.array(dynamics(*state), dtype=float)
        if found.shape != q[i].shape:
            raise ValueError(
                f"dynamics(q, qd, qdd) has the shape {found.shape}; expected {q[i].shape}, a force a "
                "joint"
            )
        forces[i] = found
    if not np.isfinite(forces).all():
        at = q[~np.isfinite(forces).all(axis=1)][0]
        raise ValueError(f"dynamics(q, qd, qdd) is not finite at q = {at}")
    return forces


def _find_coefficients(
    dynamics: Dynamics, q: Array, first: Array, second: Array
) -> tuple[Array, Array, Array, Array]:
    """a, b, c, d of forces at places, by four motions along the path and one to check.

    Friction and loads may depend on the direction, which is forward: forces are a polynomial of d1
    for d1 > 0.
    """
    at = [_calc_forces(dynamics, q, k * first, k * k * second) for k in (1.0, 2.0, 3.0)]
    d = _calc_forces(dynamics, q, first, second + first) - at[0]
    a = 0.5 * (at[2] - 2.0 * at[1] + at[0])
    b = at[1] - at[0] - 3.0 * a
    c = at[0] - a - b
    # Half the speed, and braking.
    seen = _calc_forces(dynamics, q, 0.5 * first, 0.25 * second - 2.0 * first)
    told = 0.25 * a + 0.5 * b + c - 2.0 * d
    size = np.abs(a) + np.abs(b) + np.abs(c) + np.abs(d)
    off = np.abs(seen - told) > 1e-6 * np.maximum(size, size.max(initial=0.0) * 1e-6)
    if off.any():
        place, joint = np.argwhere(off)[0]
        raise ValueError(
            f"dynamics: the force of joint {joint} is no quadratic function of speed that is "
            f"linear in acceleration, at q = {np.array2string(q[place], precision=4)}"
        )
    return a, b, c, d


def _read_bound(bound: Bound, joints: int, name: str) -> list[float]:
    if bound is None:
        return []
    try:
        values = np.asarray(bound, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(
            f"{name} is {bound!r}; expected a number in SI, or {joints}, one a joint"
        ) from None
    if values.ndim == 0:
        values = np.full(joints, float(values))
    if values.shape != (joints,):
        raise ValueError(
            f"{name} has the shape {values.shape}; expected a number, or {joints}, one a joint"
        )
    return [float(one) for one in values]


def _read_range(
    bound: Union[Bound, tuple[Bound, Bound]], joints: int, name: str
) -> Range:
    """A bound either way, or a pair of bounds (low, high)."""
    if bound is None:
        return [], []
    if isinstance(bound, tuple) and len(bound) == 2:
        low = _read_bound(bound[0], joints, name) or [-math.inf] * joints
        high = _read_bound(bound[1], joints, name) or [math.inf] * joints
        if min(low) > 0.0:
            raise ValueError(
                f"{name} {bound}: a pair is (low, high), and nothing below low would be allowed; for a "
                "number a joint write a list"
            )
        return low, high
    both = _read_bound(bound, joints, name)
    return [-one for one in both], both


def _list_cells(motion: _globaldyn.TablePlan, still: Array) -> tuple[Array, ...]:
    """Begin, length, d1^2 at the begin, and d2 of cells, but for those beside such places."""
    p, d1 = np.asarray(motion.p), np.asarray(motion.d1)
    length = np.diff(p)
    middle = p[:-1] + 0.5 * length
    kept = np.ones(len(length), dtype=bool)
    for place in still:
        kept &= np.abs(middle - place) > _REACH * (p[-1] - p[0])
    shape = (np.asarray(one)[kept] for one in (motion.d2_begin, motion.d2_end, motion.bulge))
    return (p[:-1][kept], length[kept], d1[:-1][kept] ** 2, *shape)


def _find_states(cells: tuple[Array, ...], r: float) -> Array:
    """p, d1 and d2 at a share of all cells."""
    p, length, x, begin, end, bulge = cells
    rise = begin + r * (0.5 * (end - begin) + bulge * (2.0 - r * 4.0 / 3.0))
    d1 = np.sqrt(np.maximum(x + 2.0 * r * length * rise, 0.0))
    d2 = begin + r * (end - begin + 4.0 * bulge * (1.0 - r))
    return np.column_stack([p + r * length, d1, d2])


def _find_excess(
    motion: _globaldyn.TablePlan,
    path: Path,
    dynamics: Optional[Dynamics],
    speed: Range,
    acceleration: Range,
    force: Range,
    still: Array,
) -> float:
    """The most by which limits at single p are exceeded between nodes, in shares of them.

    Not beside places at which the path stands still.
    """
    cells = _list_cells(motion, still)
    worst = 0.0
    for r in _PLACES:
        states = _find_states(cells, r)
        q, qd, qdd = _move(path, states)
        for values, (least, most) in ((qd, speed), (qdd, acceleration)):
            if most:
                # Bounds of this joint the way it goes.
                bounds = np.where(values < 0.0, np.asarray(least), np.asarray(most))
                worst = max(worst, float((values / bounds).max()) - 1.0)
        if dynamics is not None and force[0]:
            low, high = np.asarray(force[0]), np.asarray(force[1])
            one_sided = np.where(np.isfinite(high), np.abs(high), np.abs(low))
            size = np.where(np.isfinite(high) & np.isfinite(low), 0.5 * high - 0.5 * low, one_sided)
            forces = _calc_forces(dynamics, q, qd, qdd)
            beyond = np.maximum(forces - high, low - forces)
            limited = np.isfinite(size) & (size > 0.0)
            if limited.any():
                worst = max(worst, float((beyond[:, limited] / size[limited]).max()))
    return worst


def _find_places(path: Path) -> Optional[Array]:
    """Ends and knots of SciPy's splines; None of other functions."""
    if hasattr(path, "path_interval"):  # TOPP-RA's
        ends = np.asarray(path.path_interval, dtype=float)
        inner = np.asarray(getattr(path, "x", getattr(path, "ss_waypoints", ())), dtype=float)
        places: Array = np.concatenate([ends[:1], inner, ends[-1:]])
        return places
    if hasattr(path, "x") and hasattr(path, "c"):  # polynomials, cubic splines
        return np.asarray(path.x, dtype=float)
    if hasattr(path, "t") and hasattr(path, "k"):  # B-splines
        return np.asarray(path.t[path.k : len(path.t) - path.k], dtype=float)
    if hasattr(path, "get_knots"):  # univariate splines
        return np.asarray(path.get_knots(), dtype=float)
    return None


def _find_interval(
    path: Path, interval: Optional[tuple[float, float]]
) -> tuple[float, float]:
    if interval is None:
        places = _find_places(path)
        interval = (0.0, 1.0) if places is None else (places[0], places[-1])
    if np.shape(interval) != (2,):
        raise ValueError(f"interval {interval}; expected two numbers")
    begin, end = float(interval[0]), float(interval[1])
    if not (math.isfinite(begin) and math.isfinite(end) and begin < end):
        raise ValueError(f"interval ({begin}, {end}); expected begin < end")
    return begin, end


def _find_knots(
    path: Path, knots: Optional[npt.ArrayLike], begin: float, end: float
) -> Array:
    """Where the path may be less smooth than elsewhere: of SciPy's splines they are known."""
    found = _find_places(path) if knots is None else np.asarray(knots, dtype=float).ravel()
    if found is None:
        return np.zeros(0)
    if not np.isfinite(found).all():
        raise ValueError("knots have a number that is not finite")
    if knots is not None and ((found < begin) | (found > end)).any():
        raise ValueError(f"knots beyond the interval ({begin}, {end})")
    inner: Array = np.unique(found)
    same = 1e-12 * (end - begin)
    return inner[(inner > begin + same) & (inner < end - same)]


def _refuse_open(path: Path, begin: float, end: float) -> None:
    """A path that is to be closed goes on at its end as it begins."""
    ends = np.array([begin, end])
    for order in (1, 2):
        first, last = _evaluate(path, ends, order)
        size = max(np.abs(first).max(), np.abs(last).max())
        if order == 1 and np.abs(first - last).max() > 1e-6 * size:
            raise ValueError("closed, but the path does not go on at its end as it begins")


def _find_flats(path: Path, ends: Array) -> Array:
    """Of every piece between ends, whether the path begins and whether it ends there without moving.

    Pieces x 2: both derivatives vanish, as of motions that begin and end softly.
    """
    flats = np.zeros((len(ends) - 1, 2), dtype=bool)
    for i, (low, high) in enumerate(zip(ends[:-1], ends[1:])):
        hair = HAIR * (ends[-1] - ends[0])
        places = np.array([low, high - hair, *np.linspace(low, high, 7)[1:-1]])
        first, second = (np.abs(_evaluate(path, places, k)).max(axis=1) for k in (1, 2))
        flats[i] = (first[:2] <= _FLAT * first.max()) & (second[:2] <= np.sqrt(_FLAT) * second.max())
    return flats


def _list_flats(ends: Array, flats: Array) -> Array:
    """Their places."""
    return np.concatenate([ends[:-1][flats[:, 0]], ends[1:][flats[:, 1]]])


def _divide(
    begin: float, end: float, knots: Array, segments: int, flats: Optional[Array] = None
) -> Array:
    """At least so many segments, as even as knots allow, at which nodes stand twice.

    Beside places where the path does not move they are the closer the nearer they are to it.
    """
    ends = np.concatenate([[begin], knots, [end]])
    pieces = []
    for i, (low, high) in enumerate(zip(ends[:-1], ends[1:])):
        share = segments * (high - low) / (end - begin)
        least = _FIRST_BETWEEN_KNOTS * segments // _FIRST_SEGMENTS
        nodes = np.linspace(low, high, 1 + max(math.ceil(share), least))
        if flats is not None and flats[i].any():
            nodes = _grade(nodes, flats[i], segments, _REACH * (end - begin))
        pieces.append(nodes)
    return np.concatenate(pieces)


def _grade(nodes: Array, flat: Array, segments: int, reach: float) -> Array:
    """More nodes beside ends that are flat: each farther by the same factor, until they are even."""
    low, high = nodes[0], nodes[-1]
    step = nodes[1] - nodes[0]
    ratio = 1.0 + _GROWTH * _FIRST_SEGMENTS / segments
    count = math.ceil(math.log(max(step / (ratio - 1.0) / reach, 1.0)) / math.log(ratio))
    away = reach * ratio ** np.arange(count + 1)
    away = away[away < 0.5 * (high - low)]
    if len(away) == 0:
        return nodes
    inner = nodes[1:-1]
    begin = low + away[-1] if flat[0] else low
    finish = high - away[-1] if flat[1] else high
    inner = inner[(inner > begin + 0.5 * step * flat[0]) & (inner < finish - 0.5 * step * flat[1])]
    before = low + away if flat[0] else np.zeros(0)
    after = (high - away)[::-1] if flat[1] else np.zeros(0)
    return np.concatenate([[low], before, inner, after, [high]])


def _look_at_nodes(p: Array) -> Array:
    """Where to evaluate the path: at nodes that stand twice a hair before what ends, and behind what begins."""
    places, twice, hair = p.copy(), p[1:] == p[:-1], HAIR * (p[-1] - p[0])
    places[:-1][twice] -= hair
    places[1:][twice] += hair
    places[0] += hair
    places[-1] -= hair
    return places


def plan_path(
    path: Path,
    *,
    interval: Optional[tuple[float, float]] = None,
    speed: Union[Bound, tuple[Bound, Bound]] = None,
    acceleration: Union[Bound, tuple[Bound, Bound]] = None,
    jerk: Bound = None,
    torque: Union[Bound, tuple[Bound, Bound]] = None,
    torque_rate: Bound = None,
    power: Bound = None,
    rated: Bound = None,
    tool_speed: Optional[float] = None,
    dynamics: Optional[Dynamics] = None,
    jacobian: Optional[Jacobian] = None,
    limits: Sequence[PathLimits] = (),
    start: Optional[float] = 0.0,
    end: Optional[float] = 0.0,
    closed: bool = False,
    least: str = "time",
    weights: Bound = None,
    time: Union[float, str] = 0.0,
    time_worth: float = 0.0,
    tolerance: float = 1e-5,
    samples: int = 501,
    work: int = 0,
    memory: int = 200_000_000,
    nodes: Optional[npt.ArrayLike] = None,
    knots: Optional[npt.ArrayLike] = None,
) -> PathPlan:
    """The motion along a path of joints that is best as a whole, from anyone's model.

    path: path(p, k) is the k-th derivative of the joints' coordinates by p, for k = 0, 1, 2: of an
        array of places an array of places x joints (or of one place an array of joints). SciPy's
        splines and TOPP-RA's paths are such functions.
    interval: of p; None: that of the spline, else from 0 to 1.
    speed, acceleration, jerk: most of each joint, rad/s or m/s and so on: a number, or one a joint; of
        speed and acceleration also a pair (low, high) of them, where both ways differ.
    torque: most force of each joint, or a pair (low, high) of them; needs dynamics.
    torque_rate: most change of force in a second.
    power: most |force x speed| of each joint, W.
    rated: the root of the mean square of each joint's force over time.
    tool_speed: most speed of the tool, m/s; needs jacobian.
    jacobian: jacobian(q) gives, 3 x joints, the tool's velocity for the joints' speeds, as Pinocchio's
        frame Jacobian does in its first three rows; of other rows the norm is limited likewise.
    limits: of one's own, a list of PathLimits: zones of a path, polyhedra of forces.
    dynamics: dynamics(q, qd, qdd) gives the joints' forces, as Pinocchio's rnea or one's own; a
        quadratic function of speeds in the direction of the path, linear in accelerations. Without
        it `rated`, `power` and losses are of accelerations.
    start, end: dp/dt there; None: as fast as is best.
    closed: the same speed at both ends, the best there is; start and end are not asked.
    least: 'time'; or 'losses': the integral of the sum of weights x force^2, in `time` (s), or with
        what a second is worth (time_worth), or both.
    tolerance: of what is to be least, relative.
    samples: of the motion at equal distances in time.
    work: sides of limits looked at after which it gives up; 0: enough for nearly all paths.
    memory: bytes that the planner may hold.
    nodes: of p, at which the path is evaluated; None: as many as limits between them ask for. One
        that stands twice ends what comes before and begins what follows, see plan_curves().
    knots: p at which the path, or the dynamics along it, may be less smooth than elsewhere; None:
        those of SciPy's splines.

    Limits hold between nodes, too: it is looked there, and nodes are doubled until they do. Something
    has to limit the motion at single p (speed, acceleration or torque), however little: what is
    limited as a whole starts from there.
    """
    begin, finish = _find_interval(path, interval)
    joints = _evaluate(path, np.array([begin, finish]), 0).shape[1]
    if samples < 2:
        raise ValueError(f"samples is {samples}; expected at least 2")
    if closed:
        if start not in (0.0, None) or end not in (0.0, None):
            raise ValueError("start or end of a closed motion; expected none")
        _refuse_open(path, begin, finish)
    force = _read_range(torque, joints, "torque")
    if dynamics is None and (force[0] or torque_rate is not None):
        raise ValueError("torque or torque_rate without dynamics; expected a function")
    speeds = _read_range(speed, joints, "speed")
    accelerations = _read_range(acceleration, joints, "acceleration")
    bounds: dict[str, Any] = {
        "speed": speeds[1],
        "speed_low": speeds[0],
        "acceleration": accelerations[1],
        "acceleration_low": accelerations[0],
        "jerk": _read_bound(jerk, joints, "jerk"),
        "force_low": force[0],
        "force_high": force[1],
        "force_rate": _read_bound(torque_rate, joints, "torque_rate"),
        "power": _read_bound(power, joints, "power"),
        "rated": _read_bound(rated, joints, "rated"),
        "weights": _read_bound(weights, joints, "weights"),
    }
    asked, asked_dynamics = path, dynamics
    more = list(limits)
    if tool_speed is not None:
        more.append(limit_tool(jacobian, tool_speed, joints))
    if more:
        asked = LimitedPath(lambda p, k: _evaluate(path, p, k), more)
        asked_dynamics = find_dynamics(dynamics, more, joints)
        bounds = add_bounds(bounds, more, joints)
    question = _Question(
        path=asked,
        smooth=path,
        dynamics=asked_dynamics,
        speed=(bounds["speed_low"], bounds["speed"]),
        acceleration=(bounds["acceleration_low"], bounds["acceleration"]),
        force=(bounds["force_low"], bounds["force_high"]),
        bounds=bounds,
        ends={"start": start, "end": end, "closed": closed},
        wish={"least": least, "time": time, "time_worth": time_worth},
        allowed={"work": work, "memory": memory},
    )
    if nodes is not None:
        given: Array = np.asarray(nodes, dtype=float)
        plan = question.plan(given, tolerance)
        excess = question.find_excess(plan)
        kink = question.find_kink(given)
        return _tell(plan, path, dynamics, excess, samples, kink, question.explain(plan))
    places = _find_knots(path, knots, begin, finish)
    of_joints = functools.partial(_evaluate, path)
    places = _join(places, find_standstills(of_joints, begin, finish), finish - begin)
    if question.dynamics is not None:
        places = _add_turns(places, question, begin, finish)
    ends = np.concatenate([[begin], places, [finish]])
    question = _add_stops(question, find_stops(of_joints, ends))
    flats = None
    if not question.is_whole:  # those know standstills by their own means, and need even nodes
        flats = _find_flats(asked, ends)
        question = dataclasses.replace(question, still=_list_flats(ends, flats))
    kink = question.find_kink(_divide(begin, finish, places, _FIRST_SEGMENTS))
    # How many nodes it takes is seen from quick motions within the limits at single p.
    quick = max(tolerance, _TOLERANCE_OF_PROBES)
    segments = _FIRST_SEGMENTS
    for is_probe in (True, False):
        while True:
            p = _divide(begin, finish, places, segments, flats)
            plan = question.probe(p, quick) if is_probe else question.plan(p, tolerance)
            excess = question.find_excess(plan)
            # What is given up is so with more nodes, too.
            has_ended = plan.status in ("gave_up", "infeasible", "unlimited")
            if excess <= _MOST_EXCESS or segments >= _MOST_SEGMENTS or has_ended:
                break
            segments = min(segments * _find_factor(excess), _MOST_SEGMENTS)
    return _tell(plan, path, dynamics, excess, samples, kink, question.explain(plan))


def _add_stops(question: _Question, stops: Array) -> _Question:
    """Rests on the way: at corners, and where the path itself rests."""
    if len(stops) == 0:
        return question
    if question.is_whole:
        raise ValueError(
            f"the path has a corner, or stands still, at p = {stops[0]:.6g}: within jerk, torque_rate, power "
            "or rated forces, and with least losses, expected the pieces between such places, one by one"
        )
    return dataclasses.replace(question, ends={**question.ends, "stops": stops.tolist()})


def _add_turns(places: Array, question: _Question, begin: float, end: float) -> Array:
    """Knots, and where dry friction changes its direction."""
    known = question.dynamics
    assert known is not None
    turns = find_turns(
        lambda p, k: _evaluate(question.path, p, k),
        lambda q, qd, qdd: _calc_forces(known, q, qd, qdd),
        begin,
        end,
    )
    return _join(places, turns, end - begin)


def _join(places: Array, more: Array, length: float) -> Array:
    """Both, but for those of `more` that are there already, up to rounding."""
    if len(places) > 0:
        near = np.abs(more[:, np.newaxis] - places).min(axis=1)
        more = more[near > _SAME * length]
    joined: Array = np.unique(np.concatenate([places, more]))
    if len(joined) == 0:
        return joined
    # Of two joints that turn together one place is enough.
    apart: Array = joined[1:][np.diff(joined) > _SAME * length]
    return np.concatenate([joined[:1], apart])


def _find_factor(excess: float) -> int:
    """How many times as many nodes: splines are off by the fourth power of their distance."""
    factor = math.ceil(math.sqrt(math.sqrt(2.0 * excess / _MOST_EXCESS)))
    return min(max(factor, 2), 16)


@dataclasses.dataclass
class _Question:
    """What is asked of every grid of nodes."""

    path: Path
    smooth: Path
    """That of the joints alone, which has to be smooth."""
    dynamics: Optional[Dynamics]
    speed: Range
    acceleration: Range
    force: Range
    bounds: dict[str, Any]
    ends: dict[str, Any]
    wish: dict[str, Any]
    allowed: dict[str, Any]
    still: Array = dataclasses.field(default_factory=lambda: np.zeros(0))
    """Places at which the path does not move, beside which nothing is looked at."""

    @property
    def is_whole(self) -> bool:
        """Whether more than single p limits the motion, or it is not to be the fastest."""
        kinds = ("jerk", "force_rate", "power", "rated")
        return self.wish["least"] != "time" or any(self.bounds[one] for one in kinds)

    def plan(self, p: Array, tolerance: float) -> _globaldyn.CurvePlan:
        """The motion that is wished for."""
        return self._plan(p, tolerance, {**self.bounds, **self.wish})

    def probe(self, p: Array, tolerance: float) -> _globaldyn.CurvePlan:
        """The fastest motion within the limits at single p."""
        single = ("speed", "acceleration", "force_low", "force_high")
        bounds = {name: one for name, one in self.bounds.items() if name.startswith(single)}
        return self._plan(p, tolerance, bounds)

    def _plan(self, p: Array, tolerance: float, options: dict[str, Any]) -> _globaldyn.CurvePlan:
        at = _look_at_nodes(p)
        first, second = _evaluate(self.path, at, 1), _evaluate(self.path, at, 2)
        a = b = c = d = None
        if self.dynamics is not None:
            q = _evaluate(self.path, at, 0)
            a, b, c, d = _find_coefficients(self.dynamics, q, first, second)
            rows, ways = find_ways(lambda s: _evaluate(self.path, s, 1), p, first)
            still = np.zeros_like(ways)
            c[rows] = _find_coefficients(self.dynamics, q[rows], ways, still)[2]
        return _globaldyn.plan_curves(
            p, first, second, a, b, c, d, **options, **self.ends, **self.allowed, tolerance=tolerance
        )

    def find_kink(self, p: Array) -> Optional[float]:
        """A place at which second derivatives jump between two nodes, if there is one.

        Of smooth functions the middle is known from the four nodes around it, ever better the
        closer they are; a jump is as large however close they are.
        """
        worst, place = 0.0, None
        inside = np.flatnonzero((p[1:-2] > p[:-3]) & (p[2:-1] > p[1:-2]) & (p[3:] > p[2:-1])) + 1
        if len(inside) == 0:
            return None
        low, high = p[inside], p[inside + 1]
        size = np.abs(_evaluate(self.smooth, _look_at_nodes(p), 2)).max()
        if size == 0.0:
            return None
        for _ in range(_HALVINGS):
            at = [
                _evaluate(self.smooth, low + k * (high - low), 2)
                for k in (-1.0, 0.0, 0.5, 1.0, 2.0)
            ]
            told = (9.0 * (at[1] + at[3]) - at[0] - at[4]) / 16.0
            off = np.abs(told - at[2]).max(axis=1)
            worst = float(off.max())
            if worst <= _LEAST_JUMP * size:
                return None
            # The half that it is in, of the worst few.
            kept = np.argsort(off)[-_KINKS:]
            low, high, at = low[kept], high[kept], [one[kept] for one in at]
            middle = 0.5 * (low + high)
            in_first = np.abs(at[2] - at[1]).max(axis=1) > np.abs(at[3] - at[2]).max(axis=1)
            low, high = np.where(in_first, low, middle), np.where(in_first, middle, high)
            place = float(0.5 * (low[-1] + high[-1]))
        return place

    def explain(self, plan: _globaldyn.CurvePlan) -> str:
        """Which joints' forces cannot be held at rest where no motion passes; empty if all can."""
        place = plan.motion.blocked_at
        if plan.status != "infeasible" or place is None or self.dynamics is None or not self.force[0]:
            return ""
        at = np.array([place])
        q, first, second = (_evaluate(self.path, at, k) for k in (0, 1, 2))
        _, _, c, d = (one[0] for one in _find_coefficients(self.dynamics, q, first, second))
        low, high = np.asarray(self.force[0]), np.asarray(self.force[1])
        # What no acceleration along the path changes.
        is_held = np.abs(d) <= 1e-9 * np.abs(d).max(initial=0.0)
        beyond = np.maximum(c - high, low - c)
        worst = int(np.argmax(np.where(is_held, beyond, -np.inf)))
        if is_held[worst] and beyond[worst] > 0.0:
            bounds = f"{low[worst]:.6g} to {high[worst]:.6g}"
            return f": the force of joint {worst} is {c[worst]:.6g} at rest there, its limits are {bounds}"
        return _tell_conflict(c, d, low, high)

    def find_excess(self, plan: _globaldyn.CurvePlan) -> float:
        """The most by which limits at single p are exceeded between nodes, in shares of them."""
        if len(plan.motion.p) == 0:
            return 0.0
        return _find_excess(
            plan.motion,
            self.path,
            self.dynamics,
            self.speed,
            self.acceleration,
            self.force,
            self.still,
        )


def _tell_conflict(c: Array, d: Array, low: Array, high: Array) -> str:
    """Which two joints ask at rest for accelerations along the path that exclude each other."""
    with np.errstate(divide="ignore", invalid="ignore"):
        sides = np.sort(np.array([(low - c) / d, (high - c) / d]), axis=0)
    sides[:, d == 0.0] = [[-np.inf], [np.inf]]
    least, most = int(np.argmax(sides[0])), int(np.argmin(sides[1]))
    if not sides[0, least] > sides[1, most]:
        if not sides[1, most] < 0.0:
            return ""
        return f": at rest there the force of joint {most} asks for d2 of at most {sides[1, most]:.6g}, backwards"
    return (
        f": at rest there the force of joint {least} asks for d2 of at least {sides[0, least]:.6g}, that of "
        f"joint {most} for at most {sides[1, most]:.6g}"
    )


def _tell(
    plan: _globaldyn.CurvePlan,
    path: Path,
    dynamics: Optional[Dynamics],
    excess: float,
    samples: int,
    kink: Optional[float],
    why: str,
) -> PathPlan:
    status, reason = plan.status, plan.reason + why
    if status == "optimal" and kink is not None:
        status = "inaccurate"
        reason = (
            f"second derivatives of the path jump near p = {kink:.6g}, between two nodes: with knots "
            "there it is told exactly"
        )
    if status in ("inaccurate", "gave_up") and reason == "" and len(plan.motion.p) > 0:
        reason = f"the least time is between {plan.motion.time_lower:.6g} and {plan.time:.6g} s"
    if status == "optimal" and excess > _MOST_EXCESS:
        status = "inaccurate"
        reason = f"between nodes limits are exceeded by {excess:.1g} of them"
    times: Array = np.linspace(0.0, plan.time, samples if len(plan.motion.p) > 0 else 0)
    states = np.asarray(plan.motion.sample(times)).reshape(-1, 3)
    if len(times) > 0:
        q, qd, qdd = _move(path, states)
    else:
        q = qd = qdd = np.zeros((0, _evaluate(path, np.zeros(1), 0).shape[1]))
    return PathPlan(
        plan=plan,
        path=path,
        dynamics=dynamics,
        excess=excess,
        status=status,
        reason=reason,
        t=times,
        p=states[:, 0],
        d1=states[:, 1],
        d2=states[:, 2],
        q=q,
        qd=qd,
        qdd=qdd,
    )


def plan_coefficients(
    p: npt.ArrayLike,
    a: npt.ArrayLike,
    b: Optional[npt.ArrayLike],
    c: Optional[npt.ArrayLike],
    d: npt.ArrayLike,
    low: Optional[npt.ArrayLike],
    high: Optional[npt.ArrayLike],
    **options: Any,
) -> _globaldyn.TablePlan:
    """The fastest motion under limits of one's own, given as a table of coefficients.

    At the nodes p_0 < ... < p_N, m limits

        low <= a x + b sqrt(x) + c + d u <= high,   x = (dp/dt)^2 >= 0,   u = d^2p/dt^2,

    whose coefficients are linear in p between nodes: what plan_table() does, in the order of the
    formula, of anything that NumPy makes arrays of.

    p: N + 1 numbers.
    a, b, c, d: (N + 1) x m; of one limit N + 1 numbers; b and c None: zeros.
    low, high: likewise, or a number, or m numbers for all nodes; None: no limit.
    options: gates, closed, tolerance, work and memory of plan_table(), by name:
        plan_coefficients(p, a, None, None, d, -5, 5, tolerance=1e-4)
    """
    places: Array = np.asarray(p, dtype=float).ravel()

    def read(values: Optional[npt.ArrayLike]) -> Optional[Array]:
        if values is None:
            return None
        found: Array = np.asarray(values, dtype=float)
        return np.ascontiguousarray(found.reshape(-1, 1) if found.ndim == 1 else found)

    rows = [read(a), read(d)]
    width = 0 if rows[0] is None else rows[0].shape[1]

    def read_limit(values: Optional[npt.ArrayLike]) -> Optional[Array]:
        if values is None:
            return None
        found: Array = np.asarray(values, dtype=float)
        if found.ndim == 1 and width == 1 and found.size == places.size:
            found = found.reshape(-1, 1)
        if found.ndim < 2:
            found = np.broadcast_to(found, (places.size, width))
        return np.ascontiguousarray(found)

    rows += [read_limit(low), read_limit(high)]
    return _globaldyn.plan_table(
        places,
        *rows,  # type: ignore[arg-type]
        b=read(b),
        c=read(c),
        **options,
    )
