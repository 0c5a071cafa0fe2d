"""Regions and plans as curves, and pictures of them by matplotlib."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._globaldyn import Plan, Region, RegionComponent


def _list_speeds(
    component: RegionComponent, points: int, d1_max: float | None
) -> npt.NDArray[np.float64]:
    """Corners' d1, and `points` more at equal distances."""
    corners = np.sqrt(np.maximum(component.vertices[:, 0], 0.0))
    low, high = component.d1_interval
    if d1_max is not None:
        high = min(high, d1_max)
    elif not math.isfinite(high):
        high = max(2.0 * corners.max(initial=low), 1.0)
    speeds = np.concatenate([corners, np.linspace(low, high, max(points, 2))])
    return np.unique(speeds[(low <= speeds) & (speeds <= high)])


def find_boundary(
    region: Region, points: int = 100, d1_max: float | None = None
) -> list[npt.NDArray[np.float64]]:
    """Region.boundary()."""
    curves = []
    for component in region.components:
        d1 = _list_speeds(component, points, d1_max)
        ranges = region.d2_range(d1)
        # At the very ends rounding may leave nothing.
        inside = ~np.isnan(ranges[:, 0])
        d1, ranges = d1[inside], ranges[inside]
        there = np.column_stack([d1, ranges[:, 0]])
        back = np.column_stack([d1, ranges[:, 1]])[::-1]
        curves.append(np.concatenate([there, back, there[:1]]))
    return curves


def _import_pyplot() -> Any:
    try:
        import matplotlib.pyplot
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install matplotlib") from error
    return matplotlib.pyplot


def draw_region(region: Region, axes: Any = None, **style: Any) -> Any:
    """Region.draw()."""
    if axes is None:
        _, axes = _import_pyplot().subplots()
    for curve in region.boundary():
        axes.fill(curve[:, 0], curve[:, 1], alpha=0.2, **style)
        axes.plot(curve[:, 0], curve[:, 1], **style)
    axes.set_xlabel("d1 = dp/dt, 1/s")
    axes.set_ylabel("d2 = d²p/dt², 1/s²")
    return axes


def draw_plan(plan: Plan, axes: Any = None) -> Any:
    """Plan.draw()."""
    if axes is None:
        _, axes = _import_pyplot().subplots(2, 1, sharex=True, constrained_layout=True)
    speed, force = axes
    speed.plot(plan.t, plan.d1)
    speed.set_ylabel("d1 = dp/dt, 1/s")
    speed.set_title(f"{plan.machine}, {plan.path}: {plan.time:.5g} s, {plan.status}")
    for name, column in zip(plan.drives, plan.forces.T):
        force.plot(plan.t, column, label=name)
    force.set_xlabel("t, s")
    force.set_ylabel("drive force, N or N m")
    force.legend()
    return axes
