"""Motions in time, from speeds along a path at grid points."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .interpolator import AbstractGeometricPath, SplineInterpolator

Array = npt.NDArray[np.float64]


def _find_times(gridpoints: Array, velocities: Array) -> Array:
    """From 0, with accelerations that are constant between grid points."""
    if gridpoints.ndim != 1 or gridpoints.shape != velocities.shape or (velocities < 0.0).any():
        raise ValueError("velocities; expected one of at least 0 for each grid point")
    sums = velocities[1:] + velocities[:-1]
    if (sums <= 0.0).any():
        raise ValueError("velocities of 0 at two grid points in a row: the motion would not go on")
    return np.concatenate([[0.0], np.cumsum(2.0 * np.diff(gridpoints) / sums)])


class ParametrizeConstAccel(AbstractGeometricPath):
    """The path in time, accelerated evenly between grid points."""

    def __init__(self, path: Any, gridpoints: npt.ArrayLike, velocities: npt.ArrayLike) -> None:
        """velocities: ds/dt at the grid points."""
        self._path = path
        self._s: Array = np.asarray(gridpoints, dtype=float)
        self._speeds: Array = np.asarray(velocities, dtype=float)
        self._times = _find_times(self._s, self._speeds)
        self._rates = 0.5 * np.diff(self._speeds**2) / np.diff(self._s)

    def __call__(self, path_positions: npt.ArrayLike, order: int = 0) -> Any:
        """Joints, speeds or accelerations at times, s."""
        if order not in (0, 1, 2):
            raise ValueError(f"order {order}; expected 0, 1 or 2")
        times = np.asarray(path_positions, dtype=float)
        at = np.atleast_1d(times)
        cell = np.clip(np.searchsorted(self._times, at, side="right") - 1, 0, len(self._rates) - 1)
        gone, rate = at - self._times[cell], self._rates[cell]
        s = self._s[cell] + gone * (self._speeds[cell] + 0.5 * rate * gone)
        speed = (self._speeds[cell] + rate * gone)[:, np.newaxis]
        s = np.clip(s, self._s[0], self._s[-1])

        def read(k: int) -> Array:
            return np.asarray(self._path(s, k), dtype=float).reshape(len(s), -1)

        if order == 0:
            found = read(0)
        elif order == 1:
            found = read(1) * speed
        else:
            found = read(2) * speed**2 + read(1) * rate[:, np.newaxis]
        return found[0] if times.ndim == 0 else found

    @property
    def path_interval(self) -> Array:
        """From 0 to the duration."""
        return self._times[[0, -1]]

    @property
    def dof(self) -> int:
        """Joints."""
        return int(self._path.dof)


class ParametrizeSpline(SplineInterpolator):
    """A cubic spline in time through the path's points at the grid points."""

    def __init__(self, path: Any, gridpoints: npt.ArrayLike, velocities: npt.ArrayLike) -> None:
        """velocities: ds/dt at the grid points; those at both ends are kept."""
        s, speeds = np.asarray(gridpoints, dtype=float), np.asarray(velocities, dtype=float)
        ends = [(1, np.asarray(path(float(s[i]), 1)) * speeds[i]) for i in (0, -1)]
        super().__init__(_find_times(s, speeds), path(s), bc_type=tuple(ends))
