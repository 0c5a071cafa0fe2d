"""Limits, as options of plan_path()."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import numpy.typing as npt


def _read_limits(limits: npt.ArrayLike, what: str) -> npt.NDArray[np.float64]:
    """Joints x 2, from that or from one number a joint."""
    values = np.asarray(limits, dtype=float)
    if values.ndim == 1:
        values = np.column_stack([-values, values])
    if values.ndim != 2 or values.shape[1] != 2 or not (values[:, 0] < values[:, 1]).all():
        raise ValueError(f"{what} {limits}; expected (joints, 2) of low < high, or (joints,)")
    return values


class JointVelocityConstraint:
    """Speeds of joints."""

    def __init__(self, vlim: npt.ArrayLike) -> None:
        """Limits: joints x 2, or joints."""
        self.vlim = _read_limits(vlim, "velocity limits")

    def find_options(self) -> dict[str, Any]:
        """What plan_path() is told."""
        return {"speed": (self.vlim[:, 0], self.vlim[:, 1])}


class JointAccelerationConstraint:
    """Accelerations of joints."""

    def __init__(self, alim: npt.ArrayLike, discretization_scheme: Any = None) -> None:
        """Limits: joints x 2, or joints."""
        self.alim = _read_limits(alim, "acceleration limits")

    def find_options(self) -> dict[str, Any]:
        """What plan_path() is told."""
        return {"acceleration": (self.alim[:, 0], self.alim[:, 1])}


class JointTorqueConstraint:
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

    def find_options(self) -> dict[str, Any]:
        """What plan_path() is told."""

        def dynamics(q: Any, qd: Any, qdd: Any) -> Any:
            return np.asarray(self.inv_dyn(q, qd, qdd)) + self.fs_coef * np.sign(qd)

        return {"torque": (self.tau_lim[:, 0], self.tau_lim[:, 1]), "dynamics": dynamics}
