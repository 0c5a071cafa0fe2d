"""Limits of one's own upon motions along a path: functions of it that may not be above 1."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Callable, Optional, Sequence

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Speeds = Callable[[Array, Array, Array], npt.ArrayLike]
Forces = Callable[[Array, Array, Array], npt.ArrayLike]


@dataclasses.dataclass(frozen=True)
class PathLimits:
    """Limits of one's own, in shares: what a motion makes of them is nowhere above 1.

    speeds(p, q, dq), with dq the derivatives of the joints by p, gives so many speeds for dp/dt = 1, as shares
        of what is allowed at p: a slower zone of a path, a limit of a point of the arm.
    forces(q, qd, qdd) gives so many shares of forces: quadratic in speeds in the direction of the path and
        linear in accelerations, as dynamics are; a polyhedron of joint forces, a foot's pressure.

        zone = globaldyn.PathLimits(1, speeds=lambda p, q, dq: [abs(dq[0]) / (0.1 if p < 0.2 else 1.0)])
        both = globaldyn.PathLimits(1, forces=lambda q, qd, qdd: [sum(rnea(q, qd, qdd)) / 120])
    """

    count: int
    """How many numbers the functions give."""
    speeds: Optional[Speeds] = None
    forces: Optional[Forces] = None
    name: str = "limits"
    """What messages call them."""

    def __post_init__(self) -> None:
        if self.count < 1 or (self.speeds is None and self.forces is None):
            raise ValueError("PathLimits; expected a count above 0, and speeds or forces")

    def read(self, values: npt.ArrayLike, which: str, q: Array) -> Array:
        """What a function gave, looked at."""
        # A copy: functions may give the same array again and again.
        found = np.array(values, dtype=float)
        if found.shape != (self.count,):
            raise ValueError(
                f"{self.name}: {which} have the shape {found.shape}; expected ({self.count},)"
            )
        if not np.isfinite(found).all():
            raise ValueError(f"{self.name}: {which} are not finite at q = {q}")
        return found


def limit_tool(jacobian: Optional[Callable[[Array], npt.ArrayLike]], speed: Any, joints: int) -> PathLimits:
    """The tool's speed as such a limit."""
    if jacobian is None:
        raise ValueError("tool_speed without a jacobian; expected a function")
    if not (isinstance(speed, (int, float)) and speed > 0.0):
        raise ValueError(f"tool_speed is {speed!r}; expected a number above 0, m/s")
    known = jacobian

    def find_speed(p: Array, q: Array, dq: Array) -> Array:
        found: Array = np.asarray(known(q), dtype=float)
        if found.ndim != 2 or found.shape[1] != joints:
            raise ValueError(f"jacobian(q) has the shape {found.shape}; expected (3, {joints})")
        if not np.isfinite(found).all():
            raise ValueError(f"jacobian(q) is not finite at q = {q}")
        return np.array([np.linalg.norm(found @ dq) / speed])

    return PathLimits(1, speeds=find_speed, name="tool_speed")


class LimitedPath:
    """A path with a coordinate more for each limit: its rate is the speed's share for dp/dt = 1."""

    def __init__(
        self, evaluate: Callable[[Array, int], Array], limits: Sequence[PathLimits]
    ) -> None:
        """evaluate(p, k): the joints' k-th derivative, places x joints."""
        self._evaluate, self._limits = evaluate, limits

    def __call__(self, p: Array, order: int) -> Array:
        """The k-th derivative at places."""
        p = np.atleast_1d(p)
        values = self._evaluate(p, order)
        # Their own place and second derivative are asked for, but limited by nothing.
        added = np.zeros((len(p), sum(one.count for one in self._limits)))
        if order == 1 and any(one.speeds is not None for one in self._limits):
            for i, (q, rate) in enumerate(zip(self._evaluate(p, 0), values)):
                added[i] = self._find_speeds(p[i], q, rate)
        return np.column_stack([values, added])

    def _find_speeds(self, p: Array, q: Array, rate: Array) -> Array:
        return np.concatenate(
            [
                np.zeros(one.count)
                if one.speeds is None
                else one.read(one.speeds(p, q, rate), "speeds", q)
                for one in self._limits
            ]
        )


def find_dynamics(
    dynamics: Optional[Forces], limits: Sequence[PathLimits], joints: int
) -> Optional[Forces]:
    """Dynamics of the joints and of the limits' coordinates."""
    if dynamics is None and all(one.forces is None for one in limits):
        return None

    def find(q: Array, qd: Array, qdd: Array) -> Array:
        q, qd, qdd = q[:joints], qd[:joints], qdd[:joints]
        # Without dynamics forces are accelerations.
        own = np.array(qdd if dynamics is None else dynamics(q, qd, qdd), dtype=float)
        if own.shape != (joints,):
            raise ValueError(
                f"dynamics(q, qd, qdd) has the shape {own.shape}; expected {(joints,)}, a force a joint"
            )
        added = [
            np.zeros(one.count)
            if one.forces is None
            else one.read(one.forces(q, qd, qdd), "forces", q)
            for one in limits
        ]
        return np.concatenate([own, *added])

    return find


def add_bounds(
    bounds: dict[str, Any], limits: Sequence[PathLimits], joints: int
) -> dict[str, Any]:
    """Bounds of the limits' coordinates behind those of the joints."""
    has_speeds = any(one.speeds is not None for one in limits)
    has_forces = any(one.forces is not None for one in limits)
    # Of the joints, where they have no such bounds themselves.
    missing = {"weights": 1.0}
    if has_speeds:
        missing.update(speed=math.inf, speed_low=-math.inf)
    if has_forces:
        missing.update(force_high=math.inf, force_low=-math.inf)
    given = {**bounds}
    for name, default in missing.items():
        given[name] = given[name] or [default] * joints

    def find(name: str, one: PathLimits) -> float:
        # Both ways: what goes backwards through a zone is no faster.
        if name in ("speed", "speed_low"):
            size = math.inf if one.speeds is None else 1.0
            return size if name == "speed" else -size
        if name == "force_high":
            return math.inf if one.forces is None else 1.0
        if name == "weights":
            return 0.0
        return -math.inf if name.endswith("_low") else math.inf

    return {
        name: [*values, *(find(name, one) for one in limits for _ in range(one.count))] if values else values
        for name, values in given.items()
    }
