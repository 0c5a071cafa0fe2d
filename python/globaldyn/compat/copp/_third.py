"""Third order: motions within jerks, as profiles of (ds/dt)^2 and d2s/dt2 at stations."""

from __future__ import annotations

import dataclasses
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from ._path import CoppError
from ._robot import Robot, read_squares

Array = npt.NDArray[np.float64]

# A time is sought by halving: to the last digit, from the whole of the motion's.
_HALVINGS = 60


class Profile3rd:
    """(ds/dt)^2 and d2s/dt2 at stations.

    Those that solvers give also know their motion between stations, by which interpolation goes; of those
    that are made of numbers d2s/dt2 is a straight line between stations.
    """

    def __init__(
        self, a: npt.ArrayLike, b: npt.ArrayLike, num_stationary: tuple[int, int] = (0, 0), *, motion: Any = None
    ) -> None:
        """motion: a TablePlan that it was read from."""
        self.a: Array = np.array(a, dtype=float)
        self.b: Array = np.array(b, dtype=float)
        if self.a.shape != self.b.shape or self.a.ndim != 1:
            raise CoppError(f"a of shape {self.a.shape}, b of shape {self.b.shape}; expected one a station")
        self.num_stationary = num_stationary
        self.motion = motion

    def __len__(self) -> int:
        """How many stations."""
        return len(self.a)

    @property
    def len(self) -> int:
        """How many stations."""
        return len(self.a)

    @property
    def num_stationary_start(self) -> int:
        """How many intervals stand still at the start."""
        return self.num_stationary[0]

    @property
    def num_stationary_end(self) -> int:
        """How many intervals stand still at the end."""
        return self.num_stationary[1]


@dataclasses.dataclass(frozen=True)
class Problem:
    """From rest to rest between stations; the references that COPP linearizes at tell how many."""

    robot: Robot
    a_linearization: npt.ArrayLike
    idx_s_start: int = 0
    a_boundary: tuple[float, float] = (0.0, 0.0)
    b_boundary: tuple[float, float] = (0.0, 0.0)
    num_stationary_max: Any = 1
    a_linearization_floor: float = 1e-10
    b_linearization: Optional[npt.ArrayLike] = None

    def solve(self, **wish: Any) -> Profile3rd:
        """The best motion's profile."""
        if any(self.a_boundary) or any(self.b_boundary):
            raise CoppError("third order from speed or acceleration; expected a_boundary and b_boundary of 0")
        count = len(np.asarray(self.a_linearization))
        at = slice(self.idx_s_start, self.idx_s_start + count)
        motion = self.robot.find_motion(self.idx_s_start, self.idx_s_start + count - 1, (0.0, 0.0), **wish)
        return read_profile(motion, self.robot.s[at])


def read_profile(motion: Any, s: npt.ArrayLike) -> Profile3rd:
    """A motion's at stations."""
    places = np.asarray(s, dtype=float)
    p = np.asarray(motion.p)
    cell = np.clip(np.searchsorted(p, places, side="right") - 1, 0, len(p) - 2)
    r = np.clip((places - p[cell]) / np.maximum(p[cell + 1] - p[cell], np.finfo(float).tiny), 0.0, 1.0)
    begin, end, bulge = (np.asarray(one)[cell] for one in (motion.d2_begin, motion.d2_end, motion.bulge))
    b = begin + r * (end - begin + 4.0 * bulge * (1.0 - r))
    return Profile3rd(read_squares(motion, places), b, motion=motion)


def find_times(profile: Profile3rd, s: Array) -> Array:
    """When it is at the stations, from 0."""
    if len(s) != len(profile):
        raise CoppError(f"{len(s)} stations of a profile with {len(profile)}")
    if profile.motion is None:
        return _integrate(profile, s)
    low, high = np.zeros(len(s)), np.full(len(s), profile.motion.time)
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        is_before = profile.motion.sample(middle)[:, 0] < s
        low, high = np.where(is_before, middle, low), np.where(is_before, high, middle)
    high[0], high[-1] = 0.0, profile.motion.time
    return high


def find_places(profile: Profile3rd, s: Array, times: Array, at: Array) -> Array:
    """Where it is at times; NaN before and after it."""
    begin, end = times[0], times[-1]
    if profile.motion is None:
        found = np.interp(at, times, s)
    else:
        found = profile.motion.sample(at - begin)[:, 0]
    result: Array = np.where((at < begin) | (at > end * (1.0 + 1e-12)), np.nan, found)
    return result


def _integrate(profile: Profile3rd, s: Array) -> Array:
    """Of numbers: d2s/dt2 straight between stations, a by three places of Gauss."""
    length = np.diff(s)
    sums = np.zeros(len(length))
    for place, weight in ((0.5 - np.sqrt(0.15), 5 / 18), (0.5, 8 / 18), (0.5 + np.sqrt(0.15), 5 / 18)):
        rise = profile.b[:-1] * place + 0.5 * (profile.b[1:] - profile.b[:-1]) * place**2
        # What a and b tell of the end differs by rounding and by how the profile was made.
        whole = 0.5 * (profile.b[:-1] + profile.b[1:])
        missing = profile.a[1:] - profile.a[:-1] - 2.0 * length * whole
        a = profile.a[:-1] + 2.0 * length * rise + place * missing
        if (a <= 0.0).any():
            raise CoppError("a is not above 0 between stations: the motion would not go on")
        sums += weight * length / np.sqrt(a)
    return np.concatenate([[0.0], np.cumsum(sums)])
