"""Regions as curves, and pictures of results by matplotlib."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._globaldyn import (
        Machine,
        Map,
        ParetoSet,
        PathEvaluation,
        Plan,
        Region,
        RegionComponent,
        Simulation,
        Study,
    )
    from ._paths import PathPlan


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


def _make_axes(axes: Any, rows: int = 1) -> Any:
    """Those given, or new ones: one, or a column of them."""
    if axes is None:
        size = (6.4, max(4.8, 2.2 * rows))
        _, axes = _import_pyplot().subplots(
            rows, 1, sharex=True, constrained_layout=True, figsize=size
        )
    return axes


def draw_region(region: Region, axes: Any = None, **style: Any) -> Any:
    """Region.draw()."""
    axes = _make_axes(axes)
    for curve in region.boundary():
        axes.fill(curve[:, 0], curve[:, 1], alpha=0.2, **style)
        axes.plot(curve[:, 0], curve[:, 1], **style)
    axes.set_xlabel("d1 = dp/dt, 1/s")
    axes.set_ylabel("d2 = d²p/dt², 1/s²")
    return axes


# Of results over time: the label of each of their arrays.
_LABELS = {
    "p": "p",
    "d1": "d1 = dp/dt, 1/s",
    "d2": "d2 = d²p/dt², 1/s²",
    "forces": "drive force, N or N m",
    "positions": "position, m or rad",
    "speeds": "speed, m/s or rad/s",
    "power": "power, W",
    "transmitted": "force that reaches the machine, N or N m",
    "reactions": "reaction, N or N m",
    "kinetic": "kinetic energy, J",
    "potential": "potential energy, J",
    "work": "work, J",
    "tracking": "tool off its plan, m",
    "q": "position",
    "qd": "speed",
    "qdd": "acceleration",
}


def _draw_over_time(
    result: Any, of: Union[str, Sequence[str]], names: Mapping[str, Sequence[str]], axes: Any
) -> Any:
    """One picture an array of the result; `names` of the columns of those that have any."""
    rows = [of] if isinstance(of, str) else list(of)
    for one in rows:
        if one not in _LABELS or not hasattr(result, one):
            there = ", ".join(name for name in _LABELS if hasattr(result, name))
            raise ValueError(f"of={one!r}; expected of these: {there}")
    axes = _make_axes(axes, len(rows))
    all_axes = np.atleast_1d(axes)
    if len(all_axes) != len(rows):
        raise ValueError(f"{len(all_axes)} axes; expected {len(rows)}, one for each of {rows}")
    for axis, one in zip(all_axes, rows):
        values = np.asarray(getattr(result, one))
        if values.ndim == 1:
            axis.plot(result.t, values)
        else:
            for column, name in zip(values.T, names.get(one, names[""])):
                axis.plot(result.t, column, label=name)
            axis.legend()
        axis.set_ylabel(_LABELS[one])
    all_axes[-1].set_xlabel("t, s")
    return axes


def draw_plan(plan: Plan, axes: Any = None, of: Union[str, Sequence[str]] = ("d1", "forces")) -> Any:
    """Plan.draw()."""
    names = {"": plan.drives, "reactions": plan.reaction_names}
    axes = _draw_over_time(plan, of, names, axes)
    title = f"{plan.machine}, {plan.path}: {plan.time:.5g} s, {plan.status}"
    np.atleast_1d(axes)[0].set_title(title)
    return axes


def draw_simulation(
    simulation: Simulation, axes: Any = None, of: Union[str, Sequence[str]] = ("speeds", "forces")
) -> Any:
    """Simulation.draw()."""
    axes = _draw_over_time(
        simulation, of, {"": simulation.drives, "reactions": simulation.reaction_names}, axes
    )
    np.atleast_1d(axes)[0].set_title(f"{simulation.status}, {simulation.time:.5g} s")
    return axes


def draw_path_plan(
    plan: PathPlan, axes: Any = None, of: Union[str, Sequence[str]] = ("d1", "qd")
) -> Any:
    """PathPlan.draw()."""
    joints = [f"joint {i}" for i in range(plan.q.shape[1])]
    axes = _draw_over_time(plan, of, {"": joints}, axes)
    np.atleast_1d(axes)[0].set_title(f"{plan.status}, {plan.time:.5g} s")
    return axes


def draw_torque_speed(plan: Plan, machine: Optional[Machine] = None, axes: Any = None) -> Any:
    """Plan.draw_torque_speed()."""
    if axes is None:
        columns = min(3, len(plan.drives))
        rows = -(-len(plan.drives) // columns)
        _, axes = _import_pyplot().subplots(
            rows, columns, squeeze=False, constrained_layout=True, figsize=(3.4 * columns, 3 * rows)
        )
    forces, speeds = plan.forces, plan.speeds
    for i, (name, axis) in enumerate(zip(plan.drives, np.ravel(axes))):
        axis.plot(speeds[:, i], forces[:, i], linewidth=1)
        if machine is not None:
            _draw_limits(machine.drive_limits[i], axis)
        axis.set_title(name)
        axis.set_xlabel("speed, m/s or rad/s")
        axis.set_ylabel("force, N or N m")
    for axis in np.ravel(axes)[len(plan.drives) :]:
        axis.set_visible(False)
    return axes


def _draw_limits(limit: Any, axis: Any) -> None:
    """What a drive can do, in the plane of its speed and force, as far as the picture goes."""
    style = {"color": "black", "linestyle": "--", "linewidth": 1}
    low, high = axis.get_xlim()
    for force in limit.force:
        if math.isfinite(force):
            axis.axhline(force, **style)
    if math.isfinite(limit.speed):
        for speed in (-limit.speed, limit.speed):
            axis.axvline(speed, **style)
    speeds = np.array([low, high])
    for stall, slope in limit.lines:
        for sign in (-1.0, 1.0):
            axis.plot(speeds, sign * stall - slope * speeds, **style)
    axis.set_xlim(min(low, -limit.speed) if math.isfinite(limit.speed) else low, None)


def draw_path_evaluation(path: PathEvaluation, axes: Any = None, **style: Any) -> Any:
    """PathEvaluation.draw()."""
    axes = _make_axes(axes)
    style.setdefault("label", path.name)
    axes.plot(path.p, path.d1_max, **style)
    axes.set_ylim(bottom=0.0)
    axes.set_xlabel("p")
    axes.set_ylabel("greatest accessible d1, 1/s")
    axes.legend()
    return axes


def _name_axis(axis: Any) -> str:
    return f"{axis.name}, {'rad' if axis.rotational else 'm'}"


def draw_map(result: Map, column: Optional[str] = None, axes: Any = None, **style: Any) -> Any:
    """Map.draw()."""
    name = result.columns[0] if column is None else column
    values = np.asarray(result[name])
    places = [np.asarray(axis.values) for axis in result.axes]
    # Of several orientations the first; where a pose is not ok nothing is drawn.
    is_ok = np.array([one == "ok" for one in result.status]).reshape(values.shape)
    values = np.where(is_ok, values, np.nan).reshape(-1, *[len(one) for one in places])[0]
    axes = _make_axes(axes)
    if len(places) == 1:
        axes.plot(places[0], values, **style)
        axes.set_ylabel(name)
    elif len(places) == 2:
        drawn = axes.pcolormesh(places[0], places[1], values.T, shading="nearest", **style)
        axes.figure.colorbar(drawn, ax=axes, label=name)
        axes.set_ylabel(_name_axis(result.axes[1]))
        if result.axes[0].rotational == result.axes[1].rotational:
            axes.set_aspect("equal")
    else:
        raise ValueError(f"{result.name} has {len(places)} axes; one or two can be drawn")
    axes.set_xlabel(_name_axis(result.axes[0]))
    axes.set_title(result.name)
    return axes


def _name_column(column: Any) -> str:
    return column.name if column.unit in ("", "1") else f"{column.name}, {column.unit}"


def draw_front(front: ParetoSet, x: Any = None, y: Any = None, axes: Any = None, **style: Any) -> Any:
    """ParetoSet.draw()."""
    names = [one.name for one in front.objectives]
    if len(names) < 2:
        raise ValueError("one objective; a front has at least two")
    places = []
    for wanted, default in ((x, 0), (y, 1)):
        if wanted is not None and wanted not in names:
            raise ValueError(f"no objective {wanted!r}; expected one of: {', '.join(names)}")
        places.append(default if wanted is None else names.index(wanted))
    axes = _make_axes(axes)
    values = front.values
    order: npt.NDArray[np.intp] = np.argsort(values[:, places[0]])
    style.setdefault("marker", "o")
    style.setdefault("linestyle", "-" if len(names) == 2 else "none")
    axes.plot(values[order, places[0]], values[order, places[1]], **style)
    axes.set_xlabel(_name_column(front.objectives[places[0]]))
    axes.set_ylabel(_name_column(front.objectives[places[1]]))
    return axes


def draw_study(study: Study, x: Any = None, y: Any = None, axes: Any = None) -> Any:
    """Study.draw()."""
    front = study.pareto()
    axes = _make_axes(axes)
    names = [one.name for one in front.objectives]
    if len(names) >= 2:
        at = [names.index(name) if name in names else i for i, name in enumerate((x, y))]
        others = [one.objectives for one in study.designs if one.state == "ok"]
        values = np.array(others, dtype=float).reshape(len(others), len(names))
        axes.plot(values[:, at[0]], values[:, at[1]], ".", color="0.7", label="designs")
    draw_front(front, x, y, axes, label="Pareto front")
    axes.set_title(f"{study.name}: {len(study)} designs")
    axes.legend()
    return axes
