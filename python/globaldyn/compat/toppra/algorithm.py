"""The planner."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, Optional, Sequence

import numpy as np
import numpy.typing as npt

from ..._paths import PathPlan, plan_path
from .._absent import refuse
from .constraint import join_options
from .interpolator import AbstractGeometricPath, find_grid
from .parametrizer import ParametrizeConstAccel, ParametrizeSpline

Array = npt.NDArray[np.float64]


class ParameterizationReturnCode(enum.Enum):
    """How it ended."""

    Ok = "there is a motion"
    ErrUnknown = "the planner gave up, or has not been asked"
    ErrShortPath = "the path is too short"
    FailUncontrollable = "no motion is within the limits"
    ErrForwardPassFail = "not used here"


@dataclasses.dataclass
class ParameterizationData:
    """What came of the last question."""

    gridpoints: Array
    return_code: ParameterizationReturnCode = ParameterizationReturnCode.ErrUnknown
    sd_vec: Optional[Array] = None
    """Speeds along the path at the grid points."""
    sdd_vec: Optional[Array] = None
    """Accelerations along the path, means between grid points: one fewer."""


class Trajectory(AbstractGeometricPath):
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
    def waypoints(self) -> tuple[Array, Array]:
        """Times and joints of samples, evenly apart in time."""
        return self.plan.t, self.plan.q

    @property
    def duration(self) -> float:
        """s"""
        return self.plan.time

    @property
    def path_interval(self) -> Array:
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
        gridpt_max_err_threshold: float = 1e-3,
        gridpt_min_nb_points: int = 100,
        **options: Any,
    ) -> None:
        """Of these limits; options are those of plan_path().

        parametrizer: "ParametrizeSpline" or "ParametrizeConstAccel": trajectories through the grid points only, as
            TOPP-RA's are, beside which limits do not hold; None: the motion itself.
        """
        if parametrizer not in (None, "ParametrizeSpline", "ParametrizeConstAccel"):
            raise ValueError(
                f"parametrizer {parametrizer!r}; expected 'ParametrizeSpline' or 'ParametrizeConstAccel'"
            )
        self.constraints = list(constraint_list)
        self.path = path
        self.gridpoints = find_grid(
            path, gridpoints, gridpt_max_err_threshold, gridpt_min_nb_points
        )
        self.parametrizer = parametrizer
        self.options = options
        self.plan: Optional[PathPlan] = None
        self.problem_data = ParameterizationData(self.gridpoints)

    def _ask(self, **options: Any) -> PathPlan:
        given = {**join_options(self.constraints, self.path), **self.options, **options}
        return plan_path(self.path, **given)

    def _plan(self, sd_start: float, sd_end: float) -> PathPlan:
        self.plan = self._find_plan(float(sd_start), float(sd_end))
        self.problem_data = self._read(self.plan)
        return self.plan

    def _find_plan(self, start: float, end: float) -> PathPlan:
        return self._ask(start=start, end=end)

    def _read(self, plan: PathPlan) -> ParameterizationData:
        if not plan.has_motion:
            codes = ParameterizationReturnCode
            code = codes.FailUncontrollable if plan.status == "infeasible" else codes.ErrUnknown
            return ParameterizationData(self.gridpoints, code)
        p, x = np.asarray(plan.plan.motion.p), np.asarray(plan.plan.motion.d1) ** 2
        at = np.interp(self.gridpoints, p, x)
        return ParameterizationData(
            self.gridpoints,
            ParameterizationReturnCode.Ok,
            np.sqrt(at),
            0.5 * np.diff(at) / np.diff(self.gridpoints),
        )

    def compute_trajectory(self, sd_start: float = 0.0, sd_end: float = 0.0) -> Any:
        """The motion, from a speed along the path to a speed; None: there is none."""
        plan = self._plan(sd_start, sd_end)
        if not plan.has_motion:
            return None
        if self.parametrizer is None:
            return Trajectory(plan)
        made = ParametrizeSpline if self.parametrizer == "ParametrizeSpline" else ParametrizeConstAccel
        assert self.problem_data.sd_vec is not None
        return made(self.path, self.gridpoints, self.problem_data.sd_vec)

    def compute_parameterization(
        self, sd_start: float, sd_end: float, return_data: bool = False
    ) -> tuple[Any, ...]:
        """Accelerations and speeds along the path at the grid points, and None; all None: no motion.

        Accelerations, one fewer, are means between grid points. return_data: with a fourth value, None: there are
        no controllable sets here, the planner does without them.
        """
        self._plan(sd_start, sd_end)
        found = (self.problem_data.sdd_vec, self.problem_data.sd_vec, None)
        return (*found, None) if return_data else found

    def inspect(self, compute: bool = True) -> Any:
        """Draws (ds/dt)^2 along the path with matplotlib. Returns the axes."""
        import matplotlib.pyplot as plt

        if compute and self.plan is None:
            self._plan(0.0, 0.0)
        axes = plt.subplots()[1]
        if self.plan is not None and self.plan.has_motion:
            motion = self.plan.plan.motion
            axes.plot(motion.p, np.asarray(motion.d1) ** 2)
        axes.set_xlabel("s")
        axes.set_ylabel("(ds/dt)²")
        return axes

    def __getattr__(self, name: str) -> Any:
        return refuse("TOPPRA", _ABSENT_METHODS)(name)


class TOPPRAsd(TOPPRA):
    """A motion that takes a desired time: of all of them that with the least losses.

    Losses are the mean square of forces or, without torque limits, of accelerations. Where the time is too short,
    the fastest motion.
    """

    desired_duration: Optional[float] = None

    def set_desired_duration(self, desired_duration: float) -> None:
        """How long it takes, s."""
        self.desired_duration = float(desired_duration)

    def _find_plan(self, start: float, end: float) -> PathPlan:
        if self.desired_duration is None:
            raise ValueError("no duration is desired; expected set_desired_duration() before")
        fastest = self._ask(start=start, end=end)
        if not fastest.has_motion or fastest.time >= self.desired_duration:
            return fastest
        return self._ask(start=start, end=end, least="losses", time=self.desired_duration)


_SETS = "ask plan_path() for motions from and to other speeds, or Machine.evaluate() for regions"
_ABSENT_METHODS = {"compute_controllable_sets": _SETS, "compute_feasible_sets": _SETS, "compute_reachable_sets": _SETS}

__getattr__ = refuse("globaldyn.compat.toppra.algorithm", {})
