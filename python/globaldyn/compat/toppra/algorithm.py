"""The planner."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np
import numpy.typing as npt

from ..._paths import PathPlan, plan_path


class Trajectory:
    """Joints as functions of time."""

    def __init__(self, plan: PathPlan) -> None:
        """Of a plan."""
        self.plan = plan

    def __call__(self, path_positions: npt.ArrayLike, order: int = 0) -> Any:
        """Joints, speeds or accelerations at times, s."""
        times = np.asarray(path_positions, dtype=float)
        found = self.plan.at(times.ravel())[order]
        return found[0] if times.ndim == 0 else found

    @property
    def duration(self) -> float:
        """s"""
        return self.plan.time

    @property
    def path_interval(self) -> npt.NDArray[np.float64]:
        """From 0 to the duration."""
        return np.array([0.0, self.duration])

    @property
    def dof(self) -> int:
        """Joints."""
        return int(self.plan.q.shape[1])


class TOPPRA:
    """The fastest motion within limits along a path."""

    def __init__(
        self,
        constraint_list: Sequence[Any],
        path: Any,
        gridpoints: Optional[npt.ArrayLike] = None,
        solver_wrapper: Optional[str] = None,
        parametrizer: Optional[str] = None,
        **options: Any,
    ) -> None:
        """Of these limits; options are those of plan_path()."""
        self.constraints = list(constraint_list)
        self.path = path
        self.gridpoints = (
            np.linspace(*path.path_interval, 101)
            if gridpoints is None
            else np.asarray(gridpoints, dtype=float)
        )
        self.options = options
        self.plan: Optional[PathPlan] = None

    def _plan(self, sd_start: float, sd_end: float) -> PathPlan:
        options = dict(self.options)
        for one in self.constraints:
            for name, value in one.find_options().items():
                if name in options:
                    raise ValueError(f"limits of {name} twice; expected one of each kind")
                options[name] = value
        self.plan = plan_path(self.path, start=float(sd_start), end=float(sd_end), **options)
        return self.plan

    def compute_trajectory(
        self, sd_start: float = 0.0, sd_end: float = 0.0
    ) -> Optional[Trajectory]:
        """The motion, from a speed along the path to a speed; None: there is none."""
        plan = self._plan(sd_start, sd_end)
        return Trajectory(plan) if plan.has_motion else None

    def compute_parameterization(self, sd_start: float, sd_end: float) -> tuple[Any, Any, Any]:
        """Accelerations and speeds along the path at the grid points, and None; all None: no motion.

        Accelerations, one fewer, are means between grid points.
        """
        plan = self._plan(sd_start, sd_end)
        if not plan.has_motion:
            return None, None, None
        p, x = np.asarray(plan.plan.motion.p), np.asarray(plan.plan.motion.d1) ** 2
        at = np.interp(self.gridpoints, p, x)
        return 0.5 * np.diff(at) / np.diff(self.gridpoints), np.sqrt(at), None
