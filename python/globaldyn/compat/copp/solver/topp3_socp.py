"""The least time within limits of speeds, accelerations, forces and jerks, as a whole: as topp3_lp has it."""

from __future__ import annotations

from typing import Any

from ..._absent import refuse
from .._third import Problem as Problem
from .._third import Profile3rd as Profile
from .topp2_ra import Options as Options


def solve(problem: Problem, options: Any = None) -> Profile:
    """The profile at the stations. Raises CoppError without a motion."""
    return problem.solve()


__getattr__ = refuse("globaldyn.compat.copp.solver.topp3_socp", {"solve_expert": "solve() tells in its error how it ended"})
