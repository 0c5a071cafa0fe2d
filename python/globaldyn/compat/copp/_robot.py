"""Robots with their stations and limits."""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

import numpy as np
import numpy.typing as npt

from ... import _globaldyn
from ..._paths import _find_coefficients
from .._absent import refuse
from ._path import CoppError, Path

Array = npt.NDArray[np.float64]


class Robot:
    """Stations of a path, and what limits the joints there."""

    def __init__(self, dim: int, *, capacity: Optional[int] = None, inverse_dynamics: Any = None) -> None:
        """inverse_dynamics: f(q, dq, ddq), or an object with such a method; of one state at a time."""
        if dim < 1:
            raise CoppError(f"dim is {dim}; expected joints")
        self.dim = dim
        self.capacity = 0 if capacity is None else int(capacity)
        self.s: Array = np.zeros(0)
        self.q = self.dq = self.ddq = np.zeros((0, dim))
        self.limits: dict[str, Array] = {}
        self._dynamics: Optional[Callable[..., Any]] = None
        if inverse_dynamics is not None:
            self.set_inverse_dynamics(inverse_dynamics)

    @staticmethod
    def point_mass(dim: int, *, capacity: Optional[int] = None) -> Robot:
        """Whose forces are accelerations."""
        return Robot(dim, capacity=capacity)

    def __len__(self) -> int:
        """How many stations there are."""
        return len(self.s)

    @property
    def len(self) -> int:
        """How many stations there are."""
        return len(self.s)

    @property
    def is_empty(self) -> bool:
        """Whether there are none."""
        return len(self.s) == 0

    @property
    def idx_s_range(self) -> tuple[int, int]:
        """From the first station's number to behind the last's."""
        return 0, len(self.s)

    def s_values(self, idx_s_from: Optional[int] = None, idx_s_to: Optional[int] = None) -> Array:
        """Stations from a number to before another."""
        return self.s[idx_s_from:idx_s_to].copy()

    @property
    def constraints(self) -> Robot:
        """What solvers take."""
        return self

    @property
    def has_inverse_dynamics(self) -> bool:
        """Whether forces are known."""
        return self._dynamics is not None

    def set_inverse_dynamics(self, inverse_dynamics: Any) -> None:
        """f(q, dq, ddq), or an object with such a method."""
        self._dynamics = getattr(inverse_dynamics, "inverse_dynamics", inverse_dynamics)

    def clear_inverse_dynamics(self) -> None:
        """Forces are accelerations again."""
        self._dynamics = None

    def append_s(self, s: npt.ArrayLike) -> None:
        """More stations, increasing."""
        stations = np.concatenate([self.s, np.asarray(s, dtype=float).ravel()])
        if (np.diff(stations) <= 0.0).any() or not np.isfinite(stations).all():
            raise CoppError("stations that do not increase")
        more = np.full((len(stations) - len(self.s), self.dim), np.nan)
        self.s = stations
        self.q, self.dq, self.ddq = (np.concatenate([one, more]) for one in (self.q, self.dq, self.ddq))

    def set_q(
        self,
        q: npt.ArrayLike,
        dq: npt.ArrayLike,
        ddq: npt.ArrayLike,
        idx_s: int,
        *,
        dddq: Optional[npt.ArrayLike] = None,
    ) -> None:
        """Joints and derivatives at stations from a number on; third ones are not needed here."""
        values = [np.asarray(one, dtype=float) for one in (q, dq, ddq)]
        at = slice(idx_s, idx_s + len(values[0]))
        for mine, one in zip((self.q, self.dq, self.ddq), values):
            if mine[at].shape != one.shape:
                raise CoppError(f"shape {one.shape}; expected {mine[at].shape}")
            mine[at] = one

    def set_q_from_path_2nd(self, path: Path, idx_s_from: int, idx_s_to: int) -> None:
        """Those of a path at stations from one number to before another."""
        found = path.evaluate_up_to_2nd(self.s[idx_s_from:idx_s_to])
        assert found.dq is not None and found.ddq is not None
        self.set_q(found.q, found.dq, found.ddq, idx_s_from)

    set_q_from_path_3rd = set_q_from_path_2nd

    def _add(self, name: str, upper: npt.ArrayLike, lower: npt.ArrayLike, start: int, length: Optional[int]) -> None:
        most = np.asarray(upper, dtype=float)
        least = np.asarray(lower, dtype=float)
        count = len(self) - start if length is None else length
        if start != 0 or count != len(self):
            raise CoppError(f"{name} of some stations; expected all, after append_s()")
        if most.shape != (self.dim,) or least.shape != (self.dim,):
            raise CoppError(f"{name} of shape {most.shape}; expected {(self.dim,)}")
        if (most <= 0.0).any() or (least >= 0.0).any():
            raise CoppError(f"{name} that leaves nothing; expected upper above 0 and lower below 0")
        self.limits[name] = np.array([least, most])

    def add_velocity_limits(
        self, upper: npt.ArrayLike, lower: npt.ArrayLike, *, start_idx_s: int, length: Optional[int] = None
    ) -> None:
        """Speeds of joints."""
        self._add("velocity", upper, lower, start_idx_s, length)

    def add_acceleration_limits(
        self, upper: npt.ArrayLike, lower: npt.ArrayLike, *, start_idx_s: int, length: Optional[int] = None
    ) -> None:
        """Accelerations of joints."""
        self._add("acceleration", upper, lower, start_idx_s, length)

    def add_jerk_limits(
        self, upper: npt.ArrayLike, lower: npt.ArrayLike, *, start_idx_s: int, length: Optional[int] = None
    ) -> None:
        """Jerks of joints, the same both ways; for solvers of third order."""
        if (np.asarray(upper, dtype=float) != -np.asarray(lower, dtype=float)).any():
            raise CoppError("jerk that is not the same both ways")
        self._add("jerk", upper, lower, start_idx_s, length)

    def add_torque_limits(
        self, upper: npt.ArrayLike, lower: npt.ArrayLike, *, start_idx_s: int, length: Optional[int] = None
    ) -> None:
        """Forces of joints, of the inverse dynamics; without one of their accelerations."""
        self._add("torque", upper, lower, start_idx_s, length)

    def plan(
        self, begin: int, end: int, a_boundary: tuple[float, float], **wish: Any
    ) -> Array:
        """(ds/dt)^2 at the stations from one number to another, of the best motion within second order."""
        return read_squares(self.find_motion(begin, end, a_boundary, order=2, **wish), self.s[begin : end + 1])

    def find_motion(
        self, begin: int, end: int, a_boundary: tuple[float, float], order: int = 3, **wish: Any
    ) -> Any:
        """The best motion between stations; jerks are limited if the order is 3."""
        if not 0 <= begin < end < len(self):
            raise CoppError(f"stations {begin} to {end} of {len(self)}")
        at = slice(begin, end + 1)
        if not np.isfinite(self.ddq[at]).all():
            raise CoppError("stations without q; expected set_q_from_path_2nd() before")
        forces: list[Optional[Array]] = [None] * 4
        if self._dynamics is not None and ("torque" in self.limits or wish):
            forces = list(_find_coefficients(self._dynamics_of_many, self.q[at], self.dq[at], self.ddq[at]))
        elif "torque" in self.limits:
            forces = [self.ddq[at], np.zeros_like(self.ddq[at]), np.zeros_like(self.ddq[at]), self.dq[at]]
            forces = [np.ascontiguousarray(one) for one in forces]
        options: dict[str, Any] = {}
        for name, mine in (("speed", "velocity"), ("acceleration", "acceleration")):
            if mine in self.limits:
                options[f"{name}_low"], options[name] = (one.tolist() for one in self.limits[mine])
        if "jerk" in self.limits and order == 3:
            options["jerk"] = self.limits["jerk"][1].tolist()
        if "torque" in self.limits:
            options["force_low"], options["force_high"] = (one.tolist() for one in self.limits["torque"])
        found = _globaldyn.plan_curves(
            self.s[at].copy(),
            np.ascontiguousarray(self.dq[at]),
            np.ascontiguousarray(self.ddq[at]),
            *forces,
            start=float(np.sqrt(a_boundary[0])),
            end=float(np.sqrt(a_boundary[1])),
            **options,
            **wish,
        )
        if len(found.motion.p) == 0:
            raise CoppError(f"{found.status}: {found.reason}")
        return found.motion

    def __getattr__(self, name: str) -> Any:
        return refuse("Robot", _ABSENT)(name)

    def _dynamics_of_many(self, q: Array, qd: Array, qdd: Array) -> Array:
        assert self._dynamics is not None
        return np.array([np.asarray(self._dynamics(*state), dtype=float) for state in zip(q, qd, qdd)])


_ABSENT = {
    "add_constraint_1st": "globaldyn.plan_coefficients() takes rows",
    "add_constraint_2nd": "globaldyn.plan_coefficients() takes rows",
    "add_constraint_3rd": "jerks of joints are limited by add_jerk_limits(), rates of forces by globaldyn.plan_path()",
    "amax_substitute": "third order needs no reference",
    "exceed_topp2": "PathPlan.excess of globaldyn.plan_path()",
    "exceed_topp3": "PathPlan.excess of globaldyn.plan_path()",
}


def read_squares(motion: Any, s: Union[Array, npt.ArrayLike]) -> Array:
    """(dp/dt)^2 of a motion at places."""
    places = np.asarray(s, dtype=float)
    p, d1 = np.asarray(motion.p), np.asarray(motion.d1)
    begin, end, bulge = (np.asarray(one) for one in (motion.d2_begin, motion.d2_end, motion.bulge))
    cell = np.clip(np.searchsorted(p, places, side="right") - 1, 0, len(p) - 2)
    length = np.maximum(p[cell + 1] - p[cell], np.finfo(float).tiny)
    r = np.clip((places - p[cell]) / length, 0.0, 1.0)
    rise = begin[cell] + r * (0.5 * (end[cell] - begin[cell]) + bulge[cell] * (2.0 - r * 4.0 / 3.0))
    inside = d1[cell] ** 2 + 2.0 * r * length * rise
    return np.maximum(np.where(r < 1.0, inside, d1[cell + 1] ** 2), 0.0)
