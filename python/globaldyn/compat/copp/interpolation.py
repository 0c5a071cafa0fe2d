"""From (ds/dt)^2 at stations, a straight line between them, and from profiles of third order, to time."""

from __future__ import annotations

from typing import Optional

import numpy as np
import numpy.typing as npt

from ._third import Profile3rd as Profile3rd
from ._third import find_places, find_times

Array = npt.NDArray[np.float64]


def a_to_b_topp2(s: npt.ArrayLike, a: npt.ArrayLike) -> Array:
    """d2s/dt2 between stations."""
    places, squares = np.asarray(s, dtype=float), np.asarray(a, dtype=float)
    return np.asarray(0.5 * np.diff(squares) / np.diff(places))


def s_to_t_topp2(s: npt.ArrayLike, a: npt.ArrayLike, t0: float = 0.0) -> tuple[float, Array]:
    """The last time, and those of all stations."""
    places, speeds = np.asarray(s, dtype=float), np.sqrt(np.maximum(np.asarray(a, dtype=float), 0.0))
    sums = speeds[1:] + speeds[:-1]
    if (sums <= 0.0).any():
        raise ValueError("a is 0 at two stations in a row: the motion would not go on")
    times = t0 + np.concatenate([[0.0], np.cumsum(2.0 * np.diff(places) / sums)])
    return float(times[-1]), times


def _list_times(begin: float, end: float, dt: float, include_final: bool) -> Array:
    at = np.arange(begin, end, dt)
    return np.append(at, end) if include_final and (len(at) == 0 or at[-1] < end) else at


def _choose_times(
    t_s: npt.ArrayLike, t0: float, dt: Optional[float], include_final: bool, t_sample: Optional[npt.ArrayLike]
) -> npt.ArrayLike:
    """Those that were given, or every dt."""
    if t_sample is not None and dt is None:
        return t_sample
    if t_sample is not None or dt is None:
        raise ValueError("expected dt or t_sample")
    return _list_times(t0, np.asarray(t_s, dtype=float)[-1], dt, include_final)


def t_to_s_topp2_uniform(
    s: npt.ArrayLike,
    a: npt.ArrayLike,
    t_s: npt.ArrayLike,
    dt: float,
    *,
    t0: float = 0.0,
    include_final: bool = True,
) -> Array:
    """s at t0, t0 + dt ... and, if so, at the last time."""
    times = np.asarray(t_s, dtype=float)
    return t_to_s_topp2_samples(s, a, t_s, _list_times(t0, times[-1], dt, include_final))


def t_to_s_topp2_samples(
    s: npt.ArrayLike, a: npt.ArrayLike, t_s: npt.ArrayLike, t_sample: npt.ArrayLike
) -> Array:
    """s at times; NaN before and after the motion."""
    places, times, at = (np.asarray(one, dtype=float) for one in (s, t_s, t_sample))
    speeds, b = np.sqrt(np.maximum(np.asarray(a, dtype=float), 0.0)), a_to_b_topp2(s, a)
    cell = np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(places) - 2)
    gone = at - times[cell]
    found = np.clip(places[cell] + gone * (speeds[cell] + 0.5 * b[cell] * gone), places[0], places[-1])
    # Times of the last sample are rounded.
    inside = (at >= times[0]) & (at <= times[-1] + 1e-12 * abs(times[-1]))
    return np.asarray(np.where(inside, found, np.nan))


def t_to_s_topp2(
    s: npt.ArrayLike,
    a: npt.ArrayLike,
    t_s: npt.ArrayLike,
    *,
    t0: float = 0.0,
    dt: Optional[float] = None,
    include_final: bool = True,
    t_sample: Optional[npt.ArrayLike] = None,
) -> Array:
    """s at every dt, or at times."""
    at = _choose_times(t_s, t0, dt, include_final, t_sample)
    return t_to_s_topp2_samples(s, a, t_s, at)


def s_to_t_topp3(s: npt.ArrayLike, profile: Profile3rd, t0: float = 0.0) -> tuple[float, Array]:
    """The last time, and those of all stations."""
    times = t0 + find_times(profile, np.asarray(s, dtype=float))
    return float(times[-1]), times


def t_to_s_topp3_uniform(
    s: npt.ArrayLike,
    profile: Profile3rd,
    t_s: npt.ArrayLike,
    dt: float,
    *,
    t0: float = 0.0,
    include_final: bool = True,
) -> Array:
    """s at t0, t0 + dt ... and, if so, at the last time."""
    times = np.asarray(t_s, dtype=float)
    at = _list_times(t0, times[-1], dt, include_final)
    return find_places(profile, np.asarray(s, dtype=float), times, at)


def t_to_s_topp3_samples(
    s: npt.ArrayLike, profile: Profile3rd, t_s: npt.ArrayLike, t_sample: npt.ArrayLike
) -> Array:
    """s at times; NaN before and after the motion."""
    times, at = np.asarray(t_s, dtype=float), np.asarray(t_sample, dtype=float)
    return find_places(profile, np.asarray(s, dtype=float), times, at)


def t_to_s_topp3(
    s: npt.ArrayLike,
    profile: Profile3rd,
    t_s: npt.ArrayLike,
    *,
    t0: float = 0.0,
    dt: Optional[float] = None,
    include_final: bool = True,
    t_sample: Optional[npt.ArrayLike] = None,
) -> Array:
    """s at every dt, or at times."""
    at = _choose_times(t_s, t0, dt, include_final, t_sample)
    return t_to_s_topp3_samples(s, profile, t_s, at)
