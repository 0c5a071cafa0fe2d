"""Paths: joints as functions of s."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Optional, Sequence

import numpy as np
import numpy.typing as npt

from .._absent import refuse

Array = npt.NDArray[np.float64]
Derivative = Callable[[Array, int], npt.ArrayLike]


class CoppError(ValueError):
    """What cannot be planned, and why."""


@dataclasses.dataclass(frozen=True)
class PathDerivatives:
    """Of samples x joints each; None: not asked for."""

    q: Array
    dq: Optional[Array] = None
    ddq: Optional[Array] = None
    dddq: Optional[Array] = None


@dataclasses.dataclass(frozen=True)
class SplineConfig:
    """What from_waypoints() makes of points.

    start_state, end_state: the first (order - 1) / 2 derivatives there, a row each; None: none of them moves.
    """

    order: int = 5
    s_min: float = 0.0
    s_max: float = 1.0
    start_state: Optional[npt.ArrayLike] = None
    end_state: Optional[npt.ArrayLike] = None


def _read_state(state: Optional[npt.ArrayLike], order: int, joints: int) -> list[tuple[int, Array]]:
    """Derivatives at an end, as SciPy has them."""
    count = (order - 1) // 2
    values = np.zeros((count, joints)) if state is None else np.asarray(state, dtype=float)
    if values.shape != (count, joints):
        raise CoppError(f"a state of shape {values.shape}; expected {(count, joints)}: derivatives x joints")
    return [(k + 1, row) for k, row in enumerate(values)]


def _make_spline(waypoints: npt.ArrayLike, config: SplineConfig) -> Derivative:
    from scipy.interpolate import make_interp_spline  # type: ignore[import-untyped,unused-ignore]

    points = np.asarray(waypoints, dtype=float)
    if points.ndim != 2 or len(points) < 2 or config.order < 3 or config.order % 2 == 0:
        raise CoppError("expected points x joints, at least two points, and an odd order from 3 on")
    ends = tuple(
        _read_state(one, config.order, points.shape[1]) for one in (config.start_state, config.end_state)
    )
    places = np.linspace(config.s_min, config.s_max, len(points))
    spline = make_interp_spline(places, points, k=config.order, bc_type=ends)
    return lambda s, k: np.asarray(spline(s, k))


class _TellsWhatIsAbsent(type):
    def __getattr__(cls, name: str) -> Any:
        return refuse("Path", _ABSENT)(name)


class Path(metaclass=_TellsWhatIsAbsent):
    """Joints as a function of s."""

    def __init__(self, derivative: Derivative, low: float, high: float) -> None:
        """derivative(s, k): the k-th at places, an array of places x joints."""
        self._derivative = derivative
        self.s_range = (float(low), float(high))
        self.dim = int(np.atleast_2d(derivative(np.array([low]), 0)).shape[1])

    @staticmethod
    def from_waypoints(waypoints: npt.ArrayLike, config: Optional[SplineConfig] = None, **options: Any) -> Path:
        """A spline through points x joints, evenly apart; options: what SplineConfig has."""
        if config is not None and options:
            raise CoppError("config and its options; expected one of them")
        made = SplineConfig(**options) if config is None else config
        return Path(_make_spline(waypoints, made), made.s_min, made.s_max)

    from_waypoints_interpolating = from_waypoints

    @staticmethod
    def from_evaluator_2nd(evaluator: Any, s_min: float, s_max: float) -> Path:
        """Of an object with evaluate_up_to_2nd(s) -> (q, dq, ddq), each places x joints."""
        return Path(lambda s, k: np.asarray(evaluator.evaluate_up_to_2nd(s)[k], dtype=float), s_min, s_max)

    @staticmethod
    def from_evaluator_3rd(evaluator: Any, s_min: float, s_max: float) -> Path:
        """Of an object with evaluate_up_to_3rd(s) -> (q, dq, ddq, dddq), each places x joints."""
        return Path(lambda s, k: np.asarray(evaluator.evaluate_up_to_3rd(s)[k], dtype=float), s_min, s_max)

    @staticmethod
    def from_evaluator(evaluator: Any, s_min: float, s_max: float) -> Path:
        """Of an object with evaluate_up_to_3rd() or, for second order, evaluate_up_to_2nd()."""
        has_third = hasattr(evaluator, "evaluate_up_to_3rd")
        return (Path.from_evaluator_3rd if has_third else Path.from_evaluator_2nd)(evaluator, s_min, s_max)

    @staticmethod
    def from_jax(q_fn: Callable[[Any], Any], s_min: float, s_max: float, *, jit: bool = True) -> Path:
        """Of a function of one place that JAX differentiates, in double precision."""
        import jax  # type: ignore[import-not-found,unused-ignore]

        if not jax.config.jax_enable_x64:
            raise CoppError('single precision; expected jax.config.update("jax_enable_x64", True) before')
        functions = [q_fn]
        for _ in range(3):
            functions.append(jax.jacfwd(functions[-1]))
        many = [jax.vmap(one) for one in functions]
        calls = [jax.jit(one) for one in many] if jit else many
        return Path(lambda s, k: np.asarray(calls[k](s), dtype=float), s_min, s_max)

    @staticmethod
    def from_sympy(q_exprs: Sequence[Any], *, symbol: Any, s_min: float = 0.0, s_max: float = 1.0) -> Path:
        """Of SymPy's expressions in a symbol, one a joint."""
        import sympy  # type: ignore[import-untyped,import-not-found,unused-ignore]

        rows = [
            [sympy.lambdify(symbol, sympy.diff(one, symbol, k), "numpy") for one in q_exprs] for k in range(4)
        ]
        return Path(
            lambda s, k: np.column_stack([np.broadcast_to(one(s), np.shape(s)) for one in rows[k]]), s_min, s_max
        )

    def _evaluate(self, s: npt.ArrayLike, order: int) -> Array:
        places = np.atleast_1d(np.asarray(s, dtype=float))
        if places.min() < self.s_range[0] - 1e-12 or places.max() > self.s_range[1] + 1e-12:
            raise CoppError(f"s beyond {self.s_range}")
        return np.asarray(self._derivative(places, order), dtype=float)

    def evaluate_q(self, s: npt.ArrayLike) -> PathDerivatives:
        """Joints at places."""
        return PathDerivatives(self._evaluate(s, 0))

    def evaluate_up_to_2nd(self, s: npt.ArrayLike) -> PathDerivatives:
        """Joints and two derivatives."""
        return PathDerivatives(*(self._evaluate(s, k) for k in range(3)))

    def evaluate_up_to_3rd(self, s: npt.ArrayLike) -> PathDerivatives:
        """Joints and three derivatives."""
        return PathDerivatives(*(self._evaluate(s, k) for k in range(4)))


_FUNCTION = "Path() takes any function of places and the order of the derivative"
_ABSENT = {
    "from_waypoints_fitting": "scipy.interpolate.make_smoothing_spline, and Path() of it",
    "from_autograd": _FUNCTION,
    "from_casadi": _FUNCTION,
}
