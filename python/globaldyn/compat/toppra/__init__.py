"""TOPP-RA's everyday calls, planned by globaldyn.

    import globaldyn.compat.toppra as ta
    import globaldyn.compat.toppra.algorithm as algo
    import globaldyn.compat.toppra.constraint as constraint

    path = ta.SplineInterpolator([0, 0.5, 1], waypoints)
    limits = [constraint.JointVelocityConstraint(speeds), constraint.JointAccelerationConstraint(most)]
    trajectory = algo.TOPPRA(limits, path).compute_trajectory()
    trajectory.duration, trajectory(0.1), trajectory(0.1, 1), trajectory(0.1, 2)

Where they differ: limits hold between grid points, too; `gridpoints` are where speeds are told, and `solver_wrapper`
and schemes of discretization are taken and change nothing; several limits of a kind are the narrowest of them;
TOPPRAsd slows down where it saves most. What there is not raises an AttributeError that says what to use instead.
"""

from typing import Any

from .._absent import refuse as _refuse
from . import algorithm as algorithm
from . import constraint as constraint
from . import interpolator as interpolator
from . import parametrizer as parametrizer
from . import simplepath as simplepath
from .interpolator import PolynomialPath as PolynomialPath
from .interpolator import SplineInterpolator as SplineInterpolator
from .interpolator import UnivariateSplineInterpolator as UnivariateSplineInterpolator
from .parametrizer import ParametrizeConstAccel as ParametrizeConstAccel
from .parametrizer import ParametrizeSpline as ParametrizeSpline
from .simplepath import SimplePath as SimplePath


def setup_logging(level: Any = "WARN") -> None:
    """Taken, and without effect: nothing is logged."""


__getattr__ = _refuse(
    "globaldyn.compat.toppra",
    {
        "RaveTrajectoryWrapper": "OpenRAVE's trajectories are not read; any function path(p, k) is",
        "solverwrapper": "there is one solver",
        "smooth_singularities": "standstills and zero-inertia points are solved as they are",
    },
)
