"""Paths."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# More grid points are no longer proposed.
_MOST_PLACES = 1_000_000


class AbstractGeometricPath:
    """What paths have; one's own are derived from it, with __call__, dof and path_interval."""

    def __call__(self, path_positions: npt.ArrayLike, order: int = 0) -> Any:
        """Joints, or a derivative of theirs: an array of places x joints, or of one place joints."""
        raise NotImplementedError

    @property
    def dof(self) -> int:
        """Joints."""
        raise NotImplementedError

    @property
    def path_interval(self) -> Any:
        """First and last place."""
        raise NotImplementedError

    @property
    def waypoints(self) -> Any:
        """Places and points; None: there are none."""
        return None

    @property
    def duration(self) -> float:
        """From the first place to the last."""
        return float(self.path_interval[1] - self.path_interval[0])

    def eval(self, ss_sam: npt.ArrayLike) -> Any:
        """Joints."""
        return self(ss_sam, 0)

    def evald(self, ss_sam: npt.ArrayLike) -> Any:
        """First derivatives."""
        return self(ss_sam, 1)

    def evaldd(self, ss_sam: npt.ArrayLike) -> Any:
        """Second derivatives."""
        return self(ss_sam, 2)

    def get_duration(self) -> float:
        """What duration is."""
        return self.duration

    def get_path_interval(self) -> Any:
        """What path_interval is."""
        return self.path_interval

    def get_dof(self) -> int:
        """What dof is."""
        return self.dof


class _OfPoints(AbstractGeometricPath):
    """What paths have that are made of points."""

    ss_waypoints: Array
    _points: Array

    @property
    def waypoints(self) -> tuple[Array, Array]:
        """Places and points."""
        return self.ss_waypoints, self._points

    @property
    def path_interval(self) -> Array:
        """First and last place."""
        return self.ss_waypoints[[0, -1]]


class SplineInterpolator(_OfPoints):
    """Joints along a cubic spline through points, by SciPy.

    ss_waypoints: places, increasing; waypoints: points x joints, or points of a single joint.
    bc_type: as scipy.interpolate.CubicSpline has it.
    """

    def __init__(
        self, ss_waypoints: npt.ArrayLike, waypoints: npt.ArrayLike, bc_type: Any = "not-a-knot"
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
    def dof(self) -> int:
        """Joints."""
        return 1 if self._points.ndim == 1 else int(self._points.shape[1])


class UnivariateSplineInterpolator(_OfPoints):
    """Joints along smoothing splines past points, by scipy.interpolate.UnivariateSpline.

    ss_waypoints: places, increasing; waypoints: points x joints.
    """

    def __init__(self, ss_waypoints: npt.ArrayLike, waypoints: npt.ArrayLike) -> None:
        """Past these points."""
        from scipy.interpolate import UnivariateSpline  # type: ignore[import-untyped,unused-ignore]

        self.ss_waypoints = np.asarray(ss_waypoints, dtype=float)
        points: Array = np.asarray(waypoints, dtype=float)
        self._points = points.reshape(len(points), -1)
        self._splines = [UnivariateSpline(self.ss_waypoints, one) for one in self._points.T]
        # Third derivatives jump at the knots of any of them.
        self.x: Array = np.unique(np.concatenate([one.get_knots() for one in self._splines]))

    def __call__(self, path_positions: npt.ArrayLike, order: int = 0) -> Any:
        """Joints, or a derivative of theirs, at places."""
        return np.array([one(path_positions, nu=order) for one in self._splines]).T

    @property
    def dof(self) -> int:
        """Joints."""
        return len(self._splines)


class PolynomialPath(AbstractGeometricPath):
    """Joints that are polynomials: coeff[i, 0] + coeff[i, 1] s + coeff[i, 2] s^2 + ...

    coeff: joints x powers, or of one joint as many numbers as powers.
    """

    def __init__(
        self, coeff: Union[npt.ArrayLike, Sequence[Sequence[float]]], s_start: float = 0.0, s_end: float = 1.0
    ) -> None:
        """From s_start to s_end."""
        given = np.atleast_1d(np.asarray(coeff, dtype=object))
        rows = [given] if np.isscalar(given[0]) else given
        self._polynomials = [
            np.polynomial.Polynomial(np.asarray(row, dtype=float)) for row in rows
        ]
        self.s_start, self.s_end = float(s_start), float(s_end)

    def __call__(self, path_positions: npt.ArrayLike, order: int = 0) -> Any:
        """Joints, or a derivative of theirs, at places."""
        places = np.asarray(path_positions, dtype=float)
        found = [(one.deriv(order) if order > 0 else one)(places) for one in self._polynomials]
        return np.array(found).ravel() if self.dof == 1 else np.array(found).T

    @property
    def path_interval(self) -> Array:
        """First and last place."""
        return np.array([self.s_start, self.s_end])

    @property
    def dof(self) -> int:
        """Joints."""
        return len(self._polynomials)


def propose_gridpoints(
    path: Any,
    max_err_threshold: float = 1e-4,
    max_iteration: int = 100,
    max_seg_length: float = 0.05,
    min_nb_points: int = 100,
) -> list[float]:
    """Places between which the path is nearly straight.

    Segments are halved until none is longer than max_seg_length, none bends by more than max_err_threshold,
    half its length squared times the second derivative in its middle, and there are min_nb_points.
    """
    places: Array = np.asarray(path.path_interval, dtype=float)
    for _ in range(max_iteration):
        length, middle = np.diff(places), 0.5 * (places[1:] + places[:-1])
        bend = np.array([np.abs(np.asarray(path(one, 2))).max() for one in middle])
        halved = (length > max_seg_length) | (0.5 * bend * length**2 > max_err_threshold)
        if not halved.any():
            break
        places = np.sort(np.concatenate([places, middle[halved]]))
        if len(places) > _MOST_PLACES:
            raise ValueError(f"more than {_MOST_PLACES} grid points; expected a larger max_err_threshold")
    while len(places) < min_nb_points:
        places = np.sort(np.concatenate([places, 0.5 * (places[1:] + places[:-1])]))
    return [float(one) for one in places]


def find_grid(path: Any, gridpoints: Optional[npt.ArrayLike], error: float, least: int) -> Array:
    """Those that were given, looked at, or proposed ones."""
    if gridpoints is None:
        return np.array(propose_gridpoints(path, max_err_threshold=error, min_nb_points=least))
    grid: Array = np.asarray(gridpoints, dtype=float)
    ends = np.asarray(path.path_interval, dtype=float)
    if grid.ndim != 1 or len(grid) < 2 or not (np.diff(grid) > 0.0).all() or not (grid[[0, -1]] == ends).all():
        raise ValueError(f"gridpoints; expected increasing ones from {ends[0]:g} to {ends[1]:g}")
    return grid
