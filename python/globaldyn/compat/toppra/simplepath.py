"""Paths through points with derivatives."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from .interpolator import AbstractGeometricPath

Array = npt.NDArray[np.float64]


class SimplePath(AbstractGeometricPath):
    """Joints along cubic pieces between points, with given first derivatives at them.

    x: places, increasing; y: points x joints, or points of one joint.
    yd: first derivatives, likewise; None: of the straight line between the neighbours, and 0 at both ends.
    """

    def __init__(
        self, x: npt.ArrayLike, y: npt.ArrayLike, yd: Optional[npt.ArrayLike] = None
    ) -> None:
        """Through these points."""
        from scipy.interpolate import CubicHermiteSpline  # type: ignore[import-untyped,unused-ignore]

        # Second derivatives jump at them, which plan_path() then knows.
        self.x: Array = np.asarray(x, dtype=float)
        self._y: Array = np.asarray(y, dtype=float).reshape(len(self.x), -1)
        if yd is None:
            slopes = np.zeros_like(self._y)
            slopes[1:-1] = (self._y[2:] - self._y[:-2]) / (self.x[2:] - self.x[:-2])[:, np.newaxis]
        else:
            slopes = np.asarray(yd, dtype=float).reshape(self._y.shape)
        self._spline = CubicHermiteSpline(self.x, self._y, slopes)

    def __call__(self, path_positions: npt.ArrayLike, order: int = 0) -> Any:
        """Joints, or a derivative of theirs, at places."""
        return self._spline(path_positions, order)

    @property
    def waypoints(self) -> Array:
        """Points x joints."""
        return self._y

    @property
    def path_interval(self) -> Array:
        """First and last place."""
        return self.x[[0, -1]]

    @property
    def dof(self) -> int:
        """Joints."""
        return int(self._y.shape[1])
