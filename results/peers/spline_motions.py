"""The instances of spline_motions, solved by COPP: python3 spline_motions.py FOLDER CELLS."""

import glob
import os
import sys
import time

import copp_py as copp
import numpy as np

JOINTS = 7
ENERGY = 0.2


def read(file, cells):
    """Speeds, accelerations and jerks of joints; q', q'' and q''' at places, joint by joint."""
    numbers = np.fromfile(file)
    limits, rest = numbers[: 3 * JOINTS].reshape(3, JOINTS), numbers[3 * JOINTS :]
    return limits, rest.reshape(3, cells + 1, JOINTS)


def make_robot(limits, derivatives, has_jerk):
    count = derivatives.shape[1]
    robot = copp.Robot(JOINTS, capacity=count)
    robot.append_s(np.linspace(0.0, 1.0, count))
    first, second, third = (np.ascontiguousarray(one) for one in derivatives)
    more = {"dddq": third} if has_jerk else {}
    robot.set_q(np.zeros_like(first), first, second, 0, **more)
    speeds, accelerations, jerks = limits
    robot.add_velocity_limits(speeds, -speeds, start_idx_s=0, length=count)
    robot.add_acceleration_limits(accelerations, -accelerations, start_idx_s=0, length=count)
    if has_jerk:
        robot.add_jerk_limits(jerks, -jerks, start_idx_s=0, length=count)
    return robot


def find_second(a):
    """x and d2 at places of a motion with x linear between them."""
    return 0.5 * np.diff(a) * (len(a) - 1)


def measure(a, b, derivatives):
    """Time and energy of a motion, x linear between places."""
    first, second, _ = derivatives
    root = np.sqrt(np.maximum(a, 0.0))
    duration = 2.0 / (len(a) - 1) / (root[:-1] + root[1:])
    middle = 0.5 * (a[:-1] + a[1:])
    q1, q2 = 0.5 * (first[:-1] + first[1:]), 0.5 * (second[:-1] + second[1:])
    force = q2 * middle[:, None] + q1 * find_second(a)[:, None]
    return duration.sum(), (force**2 * duration[:, None]).sum()


def solve(name, robot, count):
    """The motion's x at places, and what its solution took."""
    whole = (0, count - 1)
    objectives = [copp.objective.Time(1.0)]
    if "energy" in name:
        objectives.append(copp.objective.ThermalEnergy(ENERGY, np.ones(JOINTS)))
    if "jerk" not in name:
        begin = time.perf_counter()
        problem = copp.solver.copp2_socp.Problem(robot, objectives, whole)
        a = copp.solver.copp2_socp.solve(problem)
        return np.asarray(a), time.perf_counter() - begin
    # What jerk is taken by tangents at: a motion without it.
    known = copp.solver.topp2_ra.solve(
        copp.solver.topp2_ra.Problem(robot.constraints, whole)
    )
    begin = time.perf_counter()
    if "energy" in name:
        problem = copp.solver.copp3_socp.Problem(robot, objectives, known)
        profile = copp.solver.copp3_socp.solve(problem)
    else:
        problem = copp.solver.topp3_socp.Problem(robot.constraints, known)
        profile = copp.solver.topp3_socp.solve(problem)
    return np.asarray(profile.a), time.perf_counter() - begin


def main(folder, cells):
    files = sorted(glob.glob(os.path.join(folder, "*.bin")))
    print(f"copp-py {copp.version()}\n")
    print("| problem | solved | time of the motion | objective | solution, ms |")
    print("| --- | --- | --- | --- | --- |")
    for name in ("time", "time, jerk", "time and energy", "time and energy, jerk"):
        times, objectives, taken = [], [], []
        for file in files:
            limits, derivatives = read(file, cells)
            robot = make_robot(limits, derivatives, "jerk" in name)
            try:
                a, seconds = solve(name, robot, cells + 1)
            except copp.CoppError as error:
                print(f"{file}, {name}: {error}", file=sys.stderr)
                continue
            duration, energy = measure(a, None, derivatives)
            times.append(duration)
            objectives.append(duration + (ENERGY * energy if "energy" in name else 0.0))
            taken.append(1e3 * seconds)
        print(
            f"| {name} | {len(times)} of {len(files)} | {np.mean(times):.4f} s |"
            f" {np.mean(objectives):.4f} | {np.mean(taken):.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
