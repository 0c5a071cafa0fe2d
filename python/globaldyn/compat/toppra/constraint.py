"""Limits, as what plan_path() is told."""

from __future__ import annotations

import enum
from typing import Any, Callable, Optional, Union

import numpy as np
import numpy.typing as npt

from ..._path_limits import PathLimits
from .._absent import refuse

Array = npt.NDArray[np.float64]

# At so many places of a path sizes of limits are looked at, to have their shares.
_PLACES = 33


class ConstraintType(enum.Enum):
    """Kinds of limits: all that there are are linear."""

    Unknown = -1
    CanonicalLinear = 0
    CanonicalConic = 1


class DiscretizationType(enum.Enum):
    """Taken, and without effect: limits hold at grid points and between them."""

    Collocation = 0
    Interpolation = 1


class Constraint:
    """What limits have."""

    dof = 0

    def find_options(self, path: Any) -> dict[str, Any]:
        """What plan_path() is told: bounds (low, high) by their names, dynamics, PathLimits."""
        raise NotImplementedError

    def get_dof(self) -> int:
        """Joints."""
        return self.dof

    def get_no_extra_vars(self) -> int:
        """None."""
        return 0

    def get_constraint_type(self) -> ConstraintType:
        """Linear."""
        return ConstraintType.CanonicalLinear

    def set_discretization_type(self, discretization_type: Union[int, DiscretizationType]) -> None:
        """Taken, and without effect."""
        self.discretization_type = DiscretizationType(discretization_type)

    def get_discretization_type(self) -> DiscretizationType:
        """What was set."""
        return self.discretization_type

    discretization_type = DiscretizationType.Interpolation

    def _read_scheme(self, scheme: Any) -> None:
        if scheme is not None:
            self.set_discretization_type(scheme)

    def _check(self, path: Any) -> None:
        if self.dof != path.dof:
            raise ValueError(
                f"{type(self).__name__} is of {self.dof} joints, the path of {path.dof}"
            )


LinearConstraint = Constraint


def _read_limits(limits: npt.ArrayLike, what: str) -> Array:
    """Joints x 2, from that or from one number a joint."""
    values = np.asarray(limits, dtype=float)
    if values.ndim == 1:
        values = np.column_stack([-values, values])
    if values.ndim != 2 or values.shape[1] != 2 or not (values[:, 0] < values[:, 1]).all():
        raise ValueError(f"{what} {limits}; expected (joints, 2) of low < high, or (joints,)")
    return values


class JointVelocityConstraint(Constraint):
    """Speeds of joints."""

    def __init__(self, vlim: npt.ArrayLike) -> None:
        """Limits: joints x 2, or joints."""
        self.vlim = _read_limits(vlim, "velocity limits")
        self.dof = len(self.vlim)

    def find_options(self, path: Any) -> dict[str, Any]:
        """Speeds."""
        self._check(path)
        return {"speed": (self.vlim[:, 0], self.vlim[:, 1])}


class JointVelocityConstraintVarying(Constraint):
    """Speeds of joints that differ along the path."""

    def __init__(self, vlim_func: Callable[[float], npt.ArrayLike]) -> None:
        """Limits at a place of the path: joints x 2, below and above 0."""
        self.vlim_func = vlim_func
        self.dof = len(np.asarray(vlim_func(0)))

    def find_options(self, path: Any) -> dict[str, Any]:
        """Limits of one's own: the share of the speed that is allowed the way it goes."""
        self._check(path)

        def find(p: Any, q: Array, dq: Array) -> Array:
            limits = _read_limits(self.vlim_func(float(p)), "velocity limits")
            if limits.shape != (self.dof, 2) or (limits[:, 0] >= 0).any() or (limits[:, 1] <= 0).any():
                raise ValueError(f"velocity limits {limits.tolist()} at {p:g}; expected low < 0 < high")
            return np.asarray(dq / np.where(dq < 0.0, limits[:, 0], limits[:, 1]))

        return {"limits": [PathLimits(self.dof, speeds=find, name="JointVelocityConstraintVarying")]}


class JointAccelerationConstraint(Constraint):
    """Accelerations of joints."""

    def __init__(self, alim: npt.ArrayLike, discretization_scheme: Any = None) -> None:
        """Limits: joints x 2, or joints."""
        self.alim = _read_limits(alim, "acceleration limits")
        self.dof = len(self.alim)
        self._read_scheme(discretization_scheme)

    def find_options(self, path: Any) -> dict[str, Any]:
        """Accelerations."""
        self._check(path)
        return {"acceleration": (self.alim[:, 0], self.alim[:, 1])}


class JointTorqueConstraint(Constraint):
    """Torques of joints, with dry friction."""

    def __init__(
        self,
        inv_dyn: Callable[..., Any],
        tau_lim: npt.ArrayLike,
        fs_coef: npt.ArrayLike,
        discretization_scheme: Any = None,
    ) -> None:
        """Limits: joints x 2; inv_dyn(q, qd, qdd) without the dry friction fs_coef, of a joint."""
        self.inv_dyn = inv_dyn
        self.tau_lim = _read_limits(tau_lim, "torque limits")
        self.fs_coef = np.asarray(fs_coef, dtype=float)
        self.dof = len(self.tau_lim)
        self._read_scheme(discretization_scheme)

    def find_options(self, path: Any) -> dict[str, Any]:
        """Torques, and the dynamics that they are of."""
        self._check(path)
        return {
            "torque": (self.tau_lim[:, 0], self.tau_lim[:, 1]),
            "dynamics": lambda q, qd, qdd: np.asarray(self.inv_dyn(q, qd, qdd)) + self.fs_coef * np.sign(qd),
        }


class SecondOrderConstraint(Constraint):
    """F(q) w <= g(q), with w = inv_dyn(q, qd, qdd) + custom_term(path, s)."""

    def __init__(
        self,
        inv_dyn: Callable[..., Any],
        constraint_F: Callable[[Array], npt.ArrayLike],
        constraint_g: Callable[[Array], npt.ArrayLike],
        dof: int,
        custom_term: Optional[Callable[[Any, float], npt.ArrayLike]] = None,
        discretization_scheme: Any = 1,
    ) -> None:
        """F: rows x numbers of w; g: rows. A custom term has to be 0: what depends on q, qd and qdd is in inv_dyn."""
        if custom_term is not None:
            raise ValueError(
                "custom_term is a function of the place of the path; expected None, and in inv_dyn what "
                "depends on q, qd, qdd (dry friction: joint_torque_constraint)"
            )
        self.inv_dyn, self.constraint_F, self.constraint_g = inv_dyn, constraint_F, constraint_g
        self.dof = dof
        self._read_scheme(discretization_scheme)

    @classmethod
    def joint_torque_constraint(
        cls,
        inv_dyn: Callable[..., Any],
        taulim: npt.ArrayLike,
        joint_friction: npt.ArrayLike,
        **options: Any,
    ) -> JointTorqueConstraint:
        """Torques of joints, with dry friction."""
        return JointTorqueConstraint(inv_dyn, taulim, joint_friction, **options)

    def _find_excess(self, q: Array, qd: Array, qdd: Array) -> tuple[Array, Array]:
        """F w - g, and g."""
        bound = np.atleast_1d(np.asarray(self.constraint_g(q), dtype=float))
        rows = np.asarray(self.constraint_F(q), dtype=float)
        return rows @ np.asarray(self.inv_dyn(q, qd, qdd), dtype=float) - bound, bound

    def find_options(self, path: Any) -> dict[str, Any]:
        """Limits of one's own, as shares of the largest g along the path, or of F w at rest where g is 0."""
        self._check(path)
        rest = np.zeros(path.dof)
        seen = []
        for s in np.linspace(*path.path_interval, _PLACES):
            above, bound = self._find_excess(np.asarray(path(float(s), 0)).reshape(-1), rest, rest)
            seen.append(np.maximum(np.abs(bound), np.abs(above + bound)))
        size = np.max(seen, axis=0)
        size[size == 0.0] = 1.0

        def find(q: Array, qd: Array, qdd: Array) -> Array:
            return np.asarray(1.0 + self._find_excess(q, qd, qdd)[0] / size)

        return {"limits": [PathLimits(len(size), forces=find, name="SecondOrderConstraint")]}


def join_options(constraints: Any, path: Any) -> dict[str, Any]:
    """What plan_path() is told of several limits: the narrowest of each kind."""
    joined: dict[str, Any] = {"limits": []}
    for one in constraints:
        options = one.find_options(path)
        if "dynamics" in options and "dynamics" in joined:
            options = _find_rows(one).find_options(path)
        for name, value in options.items():
            if name == "limits":
                joined[name] += value
            elif name in ("speed", "acceleration") and name in joined:
                low, high = joined[name]
                joined[name] = (np.maximum(low, value[0]), np.minimum(high, value[1]))
            else:
                joined[name] = value
    return joined


def _find_rows(torque: JointTorqueConstraint) -> SecondOrderConstraint:
    """Torques by other dynamics than those of the motion: rows of their own."""
    rows = np.vstack([np.eye(torque.dof), -np.eye(torque.dof)])
    bounds = np.concatenate([torque.tau_lim[:, 1], -torque.tau_lim[:, 0]])

    def find(q: Array, qd: Array, qdd: Array) -> Array:
        return np.asarray(torque.inv_dyn(q, qd, qdd)) + torque.fs_coef * np.sign(qd)

    return SecondOrderConstraint(find, lambda q: rows, lambda q: bounds, torque.dof)


__getattr__ = refuse(
    "globaldyn.compat.toppra.constraint",
    {
        "RobustLinearConstraint": "take the margin from the limits themselves, or PathLimits of globaldyn.plan_path()",
        "canlinear_colloc_to_interpolate": "limits hold between grid points as they are",
    },
)
