"""Fastest motions along splines of seven joints, by globaldyn's Python package, TOPP-RA and COPP.

python3 python_paths.py [INSTANCES]: one table. Of each program: how long a plan takes, the motion's time,
and by how much limits are exceeded as seen at 20 places between two stations. Evaluating the spline is a
part of no program's time, but for plan_path(), whose job it is.
"""

import functools
import sys
import time

import copp_py as copp
import globaldyn
import numpy as np
import toppra
import toppra.algorithm
import toppra.constraint

JOINTS, POINTS, STATIONS = 7, 50, 1001
BETWEEN = 20
SOFT = 1e-5  # 3e-8 of the time

toppra.setup_logging("CRITICAL")


class Spline:
    """One of COPP's benchmark, by its own spline of degree 5, as TOPP-RA and plan_path() take paths."""

    def __init__(self, seed):
        random = np.random.default_rng(seed)
        points = random.uniform(-0.5, 0.5, (POINTS, JOINTS))
        self.path = copp.Path.from_waypoints(points)
        self.x = np.linspace(0.0, 1.0, POINTS)
        self.path_interval = np.array([0.0, 1.0])
        self.dof = JOINTS
        self.speed = random.uniform(0.9, 1.1, JOINTS)
        self.acceleration = 5.0 * random.uniform(0.9, 1.1, JOINTS)

    def __call__(self, p, order=0):
        found = self.path.evaluate_up_to_2nd(np.atleast_1d(p))
        values = (found.q, found.dq, found.ddq)[order]
        return values if np.ndim(p) else values[0]


def find_excess(path, p, x, d2_begin, d2_end, bulge=0.0):
    """By how much limits are exceeded, d2 between stations quadratic in p."""
    worst, length = 0.0, np.diff(p)
    # Splines begin and end softly, at rest whatever ds/dt is: so close to it that no time passes nothing is looked at.
    seen = (p[:-1] >= SOFT) & (p[1:] <= 1.0 - SOFT)
    for r in (np.arange(BETWEEN) + 0.5) / BETWEEN:
        rise = d2_begin + r * (0.5 * (d2_end - d2_begin) + bulge * (2.0 - r * 4.0 / 3.0))
        at = np.maximum(x[:-1] + 2.0 * r * length * rise, 0.0)
        d2 = d2_begin + r * (d2_end - d2_begin + 4.0 * bulge * (1.0 - r))
        place = p[:-1] + r * length
        first = path(place, 1)
        speed = np.abs(first) * np.sqrt(at)[:, None]
        acceleration = np.abs(path(place, 2) * at[:, None] + first * d2[:, None])
        shares = np.maximum(speed / path.speed, acceleration / path.acceleration)[seen]
        worst = max(worst, shares.max() - 1.0)
    return worst


def measure_stations(path, x):
    """Time and excess of a motion whose x is linear between stations."""
    p = np.linspace(0.0, 1.0, len(x))
    root = np.sqrt(np.maximum(x, 0.0))
    d2 = 0.5 * np.diff(x) / np.diff(p)
    return (2.0 * np.diff(p) / (root[:-1] + root[1:])).sum(), find_excess(path, p, x, d2, d2)


def measure_plan(path, plan):
    """The same of globaldyn's."""
    p, d1 = np.asarray(plan.p), np.asarray(plan.d1)
    excess = find_excess(
        path, p, d1**2, np.asarray(plan.d2_begin), np.asarray(plan.d2_end), np.asarray(plan.bulge)
    )
    return plan.time, excess


def by_path(path, tolerance=1e-4):
    """plan_path(): limits of the spline itself, everywhere."""
    begin = time.process_time()
    plan = globaldyn.plan_path(
        path, speed=path.speed, acceleration=path.acceleration, tolerance=tolerance, samples=2
    )
    return time.process_time() - begin, *measure_plan(path, plan.plan.motion)


def by_toppra(path):
    """TOPP-RA, with its interpolation of constraints between stations."""
    constraints = [
        toppra.constraint.JointVelocityConstraint(np.column_stack([-path.speed, path.speed])),
        toppra.constraint.JointAccelerationConstraint(
            np.column_stack([-path.acceleration, path.acceleration]),
            discretization_scheme=toppra.constraint.DiscretizationType.Interpolation,
        ),
    ]
    stations = np.linspace(0.0, 1.0, STATIONS)
    begin = time.process_time()
    planner = toppra.algorithm.TOPPRA(
        constraints, path, gridpoints=stations, solver_wrapper="seidel"
    )
    _, speeds, _ = planner.compute_parameterization(0.0, 0.0)
    taken = time.process_time() - begin
    return taken, *measure_stations(path, speeds**2)


def make_copp(path):
    """COPP's robot at the stations."""
    p = np.linspace(0.0, 1.0, STATIONS)
    robot = copp.Robot(JOINTS, capacity=STATIONS)
    robot.append_s(p)
    q, first, second = (np.ascontiguousarray(path(p, k)) for k in range(3))
    robot.set_q(q, first, second, 0)
    robot.add_velocity_limits(path.speed, -path.speed, start_idx_s=0, length=STATIONS)
    robot.add_acceleration_limits(
        path.acceleration, -path.acceleration, start_idx_s=0, length=STATIONS
    )
    return robot


def by_copp_passes(path):
    """COPP, reachability."""
    robot = make_copp(path)
    begin = time.process_time()
    x = copp.solver.topp2_ra.solve(
        copp.solver.topp2_ra.Problem(robot.constraints, (0, STATIONS - 1))
    )
    return time.process_time() - begin, *measure_stations(path, np.asarray(x))


def by_copp_cones(path):
    """COPP, its cone program."""
    robot = make_copp(path)
    begin = time.process_time()
    problem = copp.solver.copp2_socp.Problem(
        robot, [copp.objective.Time(1.0)], (0, STATIONS - 1)
    )
    x = copp.solver.copp2_socp.solve(problem)
    return time.process_time() - begin, *measure_stations(path, np.asarray(x))


def main(instances):
    """One table."""
    paths = [Spline(seed) for seed in range(instances)]
    print(f"globaldyn {globaldyn.__version__}, COPP {copp.version()}, {instances} paths, one core\n")
    print("| program | solved | a plan, ms | time of the motion, s | most beyond limits |")
    print("| --- | --- | --- | --- | --- |")
    for name, solve in (
        ("globaldyn, plan_path, tolerance 1e-4", by_path),
        ("globaldyn, plan_path, tolerance 1e-2", functools.partial(by_path, tolerance=1e-2)),
        ("TOPP-RA, seidel", by_toppra),
        ("COPP, topp2_ra", by_copp_passes),
        ("COPP, copp2_socp", by_copp_cones),
    ):
        found = []
        for path in paths:
            try:
                found.append(solve(path))
            except (copp.CoppError, TypeError) as error:
                print(f"{name}: {error}", file=sys.stderr)
        taken, times, excess = np.array(found).T
        print(
            f"| {name} | {len(found)} of {len(paths)} | {1e3 * np.median(taken):.2f} |"
            f" {times.mean():.4f} | {100 * excess.max():.4f} % |",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
