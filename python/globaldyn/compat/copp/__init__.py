"""COPP's everyday calls, planned by globaldyn.

    import globaldyn.compat.copp as copp

    path = copp.Path.from_waypoints(points)
    robot = copp.Robot(7, capacity=1001)
    robot.append_s(numpy.linspace(0, 1, 1001))
    robot.set_q_from_path_2nd(path, 0, 1001)
    robot.add_velocity_limits(most, -most, start_idx_s=0, length=1001)
    robot.add_acceleration_limits(most, -most, start_idx_s=0, length=1001)
    problem = copp.solver.topp2_ra.Problem(robot.constraints, idx_s_interval=(0, 1000))
    a = copp.solver.topp2_ra.solve(problem, copp.solver.topp2_ra.Options())
    t_final, t_s = copp.interpolation.s_to_t_topp2(robot.constraints.s_values(), a)

Where they differ: stations are nodes of a motion that keeps limits at all of them as exactly as anywhere
on its own cells, which are finer; limits hold over all stations; options are taken
and change nothing. There are `solver.topp2_ra`, `solver.copp2_socp` (time and thermal energy), and of third order, within
`add_jerk_limits()` and from rest to rest, `solver.topp3_lp`, `solver.topp3_socp` and `solver.copp3_socp`: they find the best motion
as a whole at once, and do not need the reference that COPP linearizes at. What there is not raises an AttributeError that says what to use instead.
"""

from .._absent import refuse as _refuse

from . import interpolation as interpolation
from . import objective as objective
from . import solver as solver
from ._path import CoppError as CoppError
from ._path import Path as Path
from ._path import PathDerivatives as PathDerivatives
from ._path import SplineConfig as SplineConfig
from ._robot import Robot as Robot
from ._third import Profile3rd as Profile3rd


def version() -> str:
    """Of globaldyn."""
    from ... import __version__

    return __version__


__getattr__ = _refuse(
    "globaldyn.compat.copp",
    {
        "MatrixLayout": "arrays are samples x joints",
        "Constraints": "robot.constraints is the robot itself",
        "OutOfRangeMode": "places beyond a path are an error",
        "Parametrization": "points are evenly apart; Path() takes any function",
        "SmoothingConfig": "scipy.interpolate.make_smoothing_spline, and Path() of it",
    },
)
