"""What is to be least."""

from __future__ import annotations

import dataclasses

import numpy.typing as npt


@dataclasses.dataclass(frozen=True)
class Time:
    """weight x time."""

    weight: float = 1.0


@dataclasses.dataclass(frozen=True)
class ThermalEnergy:
    """weight x the integral of the sum of (force / normalize)^2 over time."""

    weight: float
    normalize: npt.ArrayLike
