"""TOPP-RA's everyday calls, planned by globaldyn.

    import globaldyn.compat.toppra as ta
    import globaldyn.compat.toppra.algorithm as algo
    import globaldyn.compat.toppra.constraint as constraint

    path = ta.SplineInterpolator([0, 0.5, 1], waypoints)
    limits = [constraint.JointVelocityConstraint(speeds), constraint.JointAccelerationConstraint(most)]
    trajectory = algo.TOPPRA(limits, path).compute_trajectory()
    trajectory.duration, trajectory(0.1), trajectory(0.1, 1), trajectory(0.1, 2)

Where they differ: limits hold between grid points, too; `gridpoints`, `solver_wrapper` and
`parametrizer` are taken and change nothing. What there is not
raises an AttributeError.
"""

from . import algorithm as algorithm
from . import constraint as constraint
from ._paths import SplineInterpolator as SplineInterpolator
