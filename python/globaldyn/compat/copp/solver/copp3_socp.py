"""The least sum of time and thermal energy, within jerks as well."""

from __future__ import annotations

import dataclasses
from typing import Any, Optional, Sequence, Union

import numpy.typing as npt

from ..._absent import refuse
from .. import _third
from .._robot import Robot
from .._third import Profile3rd as Profile
from .copp2_socp import Objective, find_wish
from .topp2_ra import Options as Options


@dataclasses.dataclass(frozen=True)
class Problem:
    """From rest to rest between stations; objectives are summed."""

    robot: Robot
    objectives: Union[Objective, Sequence[Objective]]
    a_linearization: npt.ArrayLike
    idx_s_start: int = 0
    a_boundary: tuple[float, float] = (0.0, 0.0)
    b_boundary: tuple[float, float] = (0.0, 0.0)
    num_stationary_max: Any = 1
    a_linearization_floor: float = 1e-10
    b_linearization: Optional[npt.ArrayLike] = None


def solve(problem: Problem, options: Any = None) -> Profile:
    """The profile at the stations. Raises CoppError without a motion."""
    asked = {one.name: getattr(problem, one.name) for one in dataclasses.fields(_third.Problem)}
    return _third.Problem(**asked).solve(**find_wish(problem.robot, problem.objectives))


__getattr__ = refuse("globaldyn.compat.copp.solver.copp3_socp", {"solve_expert": "solve() tells in its error how it ended"})
