"""Results as tables of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._globaldyn import (
        Frame,
        Map,
        ParetoSet,
        PathEvaluation,
        Plan,
        PoseCriteria,
        Simulation,
        Study,
    )
    from ._paths import PathPlan


def _make_table(columns: dict[str, Any], index: str) -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("tables need pandas: pip install pandas") from error
    return pandas.DataFrame(columns).set_index(index)


def _add_drives(
    columns: dict[str, Any],
    drives: list[str],
    values: dict[str, npt.NDArray[np.float64]],
) -> None:
    for name, array in values.items():
        for i, drive in enumerate(drives):
            columns[f"{name} {drive}"] = array[:, i]


def _add_tool(columns: dict[str, Any], tool: list[Frame]) -> None:
    if not tool:
        return
    positions = np.array([frame.position for frame in tool])
    for i, axis in enumerate("xyz"):
        columns[f"tool {axis}"] = positions[:, i]


def table_of_plan(plan: Plan) -> Any:
    """Plan.table()."""
    columns: dict[str, Any] = {"t": plan.t, "p": plan.p, "d1": plan.d1, "d2": plan.d2}
    _add_tool(columns, plan.tool)
    _add_drives(
        columns,
        plan.drives,
        {
            "force": plan.forces,
            "position": plan.positions,
            "speed": plan.speeds,
            "power": plan.power,
        },
    )
    if plan.reaction_names:
        reactions = plan.reactions
        for i, name in enumerate(plan.reaction_names):
            columns[f"reaction {name}"] = reactions[:, i]
    return _make_table(columns, "t")


def table_of_simulation(simulation: Simulation) -> Any:
    """Simulation.table()."""
    columns: dict[str, Any] = {
        "t": simulation.t,
        "kinetic": simulation.kinetic,
        "potential": simulation.potential,
        "work": simulation.work,
    }
    if simulation.tracking_error is not None:
        columns["tracking"] = simulation.tracking
    _add_tool(columns, simulation.tool)
    _add_drives(
        columns,
        simulation.drives,
        {
            "position": simulation.positions,
            "speed": simulation.speeds,
            "force": simulation.forces,
            "transmitted": simulation.transmitted,
        },
    )
    reactions = simulation.reactions
    for i, name in enumerate(simulation.reaction_names):
        columns[f"reaction {name}"] = reactions[:, i]
    return _make_table(columns, "t")


def table_of_study(study: Study) -> Any:
    """Study.table()."""
    designs = study.designs
    rows = [study.values(design) for design in designs]
    columns: dict[str, Any] = {
        "id": [design.id for design in designs],
        "state": [design.state for design in designs],
    }
    for column in study.columns:
        columns[column.name] = [row.get(column.name, np.nan) for row in rows]
    return _make_table(columns, "id")


def table_of_front(front: ParetoSet) -> Any:
    """ParetoSet.table()."""
    columns: dict[str, Any] = {"id": [design.id for design in front.designs]}
    for column, values in zip(front.objectives, front.values.T):
        columns[column.name] = values
    return _make_table(columns, "id")


def table_of_map(result: Map) -> Any:
    """Map.table()."""
    axes = [np.asarray(axis.values) for axis in result.axes]
    count = len(result.status)
    grid = np.indices(result.shape).reshape(len(result.shape), count)
    columns: dict[str, Any] = {"pose": np.arange(count)}
    if len(result.shape) > len(axes):
        columns["orientation"] = [result.orientations[i] for i in grid[0]]
    for axis, values, places in zip(result.axes, axes, grid[len(grid) - len(axes) :]):
        columns[axis.name] = values[places]
    columns["status"] = result.status
    for name in result.columns:
        columns[name] = np.asarray(result[name]).reshape(count)
    return _make_table(columns, "pose")


def table_of_path_evaluation(path: PathEvaluation, drives: list[str] | None = None) -> Any:
    """PathEvaluation.table()."""
    columns: dict[str, Any] = {
        "p": path.p,
        "status": [sample.status for sample in path.samples],
        "d1_max": path.d1_max,
    }
    arrays = {"A": path.A, "B": path.B, "C": path.C, "D": path.D}
    names = drives or [str(i) for i in range(arrays["A"].shape[1])]
    if len(names) != arrays["A"].shape[1]:
        raise ValueError(f"{len(names)} names of drives; expected {arrays['A'].shape[1]}")
    _add_drives(columns, names, arrays)
    return _make_table(columns, "p")


def table_of_pose_criteria(criteria: PoseCriteria) -> Any:
    """PoseCriteria.table()."""
    columns: dict[str, Any] = {"p": criteria.p}
    for name, values in zip(criteria.names, criteria.values):
        columns[name] = values
    return _make_table(columns, "p")


def table_of_path_plan(plan: PathPlan) -> Any:
    """PathPlan.table()."""
    columns: dict[str, Any] = {"t": plan.t, "p": plan.p, "d1": plan.d1, "d2": plan.d2}
    joints = [str(i) for i in range(plan.q.shape[1])]
    arrays = {"q": plan.q, "qd": plan.qd, "qdd": plan.qdd}
    if plan.dynamics is not None:
        arrays["force"] = plan.forces
    _add_drives(columns, joints, arrays)
    return _make_table(columns, "t")
