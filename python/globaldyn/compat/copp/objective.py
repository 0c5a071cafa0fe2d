"""What is to be least."""

from __future__ import annotations

import dataclasses
from typing import Union

import numpy.typing as npt

from .._absent import refuse


@dataclasses.dataclass(frozen=True)
class Time:
    """weight x time."""

    weight: float = 1.0


@dataclasses.dataclass(frozen=True)
class ThermalEnergy:
    """weight x the integral of the sum of (force / normalize)^2 over time."""

    weight: float
    normalize: npt.ArrayLike


def read_objective(given: dict) -> Union[Time, ThermalEnergy]:
    """Of a dictionary with "kind": "time" or "thermal_energy"."""
    values = {name: one for name, one in given.items() if name != "kind"}
    if given.get("kind") == "time":
        return Time(**values)
    if given.get("kind") in ("thermal_energy", "thermal"):
        return ThermalEnergy(**values)
    raise ValueError(f"objective {given}; expected the kind time or thermal_energy")


__getattr__ = refuse(
    "globaldyn.compat.copp.objective",
    {
        "Linear": "speeds are bounded by limits, or by globaldyn.PathLimits",
        "TotalVariationTorque": "rates of forces are bounded by torque_rate of globaldyn.plan_path()",
    },
)
