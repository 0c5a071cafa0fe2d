"""Paths through points."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


class SplineInterpolator:
    """Joints along a cubic spline through points, by SciPy.

    ss_waypoints: places, increasing; waypoints: points x joints, or points of a single joint.
    bc_type: as scipy.interpolate.CubicSpline has it.
    """

    def __init__(
        self, ss_waypoints: npt.ArrayLike, waypoints: npt.ArrayLike, bc_type: str = "not-a-knot"
    ) -> None:
        """Of these points."""
        from scipy.interpolate import CubicSpline  # type: ignore[import-untyped,unused-ignore]

        self.ss_waypoints = np.asarray(ss_waypoints, dtype=float)
        self._points = np.asarray(waypoints, dtype=float)
        self._spline = CubicSpline(self.ss_waypoints, self._points, bc_type=bc_type)
        self.x = self.ss_waypoints  # its knots, for plan_path()

    def __call__(self, path_positions: npt.ArrayLike, order: int = 0) -> Any:
        """Joints, or a derivative of theirs, at places."""
        return self._spline(path_positions, order)

    @property
    def waypoints(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Places and points."""
        return self.ss_waypoints, self._points

    @property
    def path_interval(self) -> npt.NDArray[np.float64]:
        """First and last place."""
        return self.ss_waypoints[[0, -1]]

    @property
    def duration(self) -> float:
        """From the first place to the last."""
        return float(self.ss_waypoints[-1] - self.ss_waypoints[0])

    @property
    def dof(self) -> int:
        """Joints."""
        return 1 if self._points.ndim == 1 else int(self._points.shape[1])
