"""The least sum of time and thermal energy."""

from __future__ import annotations

import dataclasses
from typing import Any, Sequence, Union

import numpy as np
import numpy.typing as npt

from ..._absent import refuse
from .._path import CoppError
from .._robot import Robot
from ..objective import ThermalEnergy, Time, read_objective

Objective = Union[Time, ThermalEnergy, dict]


class Options:
    """Taken, and without effect."""

    def __init__(self, **_: Any) -> None:
        """Whatever they are."""


@dataclasses.dataclass(frozen=True)
class Problem:
    """Between two stations, with (ds/dt)^2 at both; objectives are summed."""

    robot: Robot
    objectives: Union[Objective, Sequence[Objective]]
    idx_s_interval: tuple[int, int]
    a_boundary: tuple[float, float] = (0.0, 0.0)


def find_wish(robot: Robot, wanted: Union[Objective, Sequence[Objective]]) -> dict[str, Any]:
    """Objectives as plan_curves() has them."""
    objectives = [wanted] if isinstance(wanted, (Time, ThermalEnergy, dict)) else list(wanted)
    weights, time = np.zeros(robot.dim), 0.0
    for given in objectives:
        one = read_objective(given) if isinstance(given, dict) else given
        if isinstance(one, Time):
            time += one.weight
        elif isinstance(one, ThermalEnergy):
            weights += one.weight / np.asarray(one.normalize, dtype=float) ** 2
        else:
            raise CoppError(f"{one!r}; expected Time or ThermalEnergy")
    if not weights.any():
        return {}
    if time <= 0.0:
        raise CoppError("thermal energy alone; expected a Time objective, too")
    return {"least": "losses", "weights": weights.tolist(), "time_worth": time}


def solve(problem: Problem, options: Any = None) -> npt.NDArray[np.float64]:
    """(ds/dt)^2 at the stations. Raises CoppError without a motion."""
    wish = find_wish(problem.robot, problem.objectives)
    return problem.robot.plan(*problem.idx_s_interval, problem.a_boundary, **wish)


__getattr__ = refuse("globaldyn.compat.copp.solver.copp2_socp", {"solve_expert": "solve() tells in its error how it ended"})
