"""The least time within limits of speeds, accelerations and forces."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from .._robot import Robot


class Options:
    """Taken, and without effect."""

    def __init__(self, **_: Any) -> None:
        """Whatever they are."""


@dataclasses.dataclass(frozen=True)
class Problem:
    """Between two stations, with (ds/dt)^2 at both."""

    constraints: Robot
    idx_s_interval: tuple[int, int]
    a_boundary: tuple[float, float] = (0.0, 0.0)


def solve(problem: Problem, options: Any = None) -> npt.NDArray[np.float64]:
    """(ds/dt)^2 at the stations. Raises CoppError without a motion."""
    return problem.constraints.plan(*problem.idx_s_interval, problem.a_boundary)
