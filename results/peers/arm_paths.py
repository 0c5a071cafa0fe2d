"""Fastest motions of arms within torques and speeds, by globaldyn's Python package, TOPP-RA, COPP and Drake.

python3 arm_paths.py [INSTANCES]: a table an arm. All read the same robot; inverse dynamics are Pinocchio's, but
for Drake, which has its own. Of each program: how long a plan takes, dynamics included; the motion's time; and
by how much limits are exceeded, as seen at 20 places between two stations.
"""

import glob
import os
import sys
import sysconfig
import tempfile
import time

import copp_py as copp
import globaldyn
import numpy as np
import pinocchio as pin
import toppra
import toppra.algorithm
import toppra.constraint
from pydrake.multibody.optimization import Toppra, ToppraDiscretization
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.trajectories import PiecewisePolynomial
from scipy.interpolate import CubicSpline

POINTS, STATIONS, BETWEEN = 8, 501, 20
# A file of example-robot-data, and the joints that are held: a hand's fingers.
ARMS = {"UR5": ("ur5_robot.urdf", ()), "Panda": ("panda.urdf", ("panda_finger_joint1", "panda_finger_joint2"))}

toppra.setup_logging("CRITICAL")


class Arm:
    """A robot of a file, as the programs have it: without meshes, what is held a part of its link."""

    def __init__(self, name, held):
        where = os.path.join(sysconfig.get_paths()["purelib"], "cmeel.prefix", "share")
        (file,) = glob.glob(os.path.join(where, "**", name), recursive=True)
        model = pin.buildModelFromUrdf(file)
        numbers = [model.getJointId(one) for one in held]
        self.model = pin.buildReducedModel(model, numbers, pin.neutral(model))
        self.data = self.model.createData()
        self.joints = self.model.nv
        self.plant = MultibodyPlant(0.0)
        self.file = write_urdf(self.model)
        Parser(self.plant).AddModels(self.file)
        self.plant.Finalize()

    def forces(self, q, qd, qdd):
        return pin.rnea(self.model, self.data, np.asarray(q), np.asarray(qd), np.asarray(qdd)).copy()


def write_urdf(model):
    """A chain of Pinocchio's as a file that Drake reads: its joints turn about z of their frames."""
    text = '<robot name="arm"><link name="world"/>'
    for i in range(1, model.njoints):
        place, inertia = model.jointPlacements[i], model.inertias[i]
        roll, pitch, yaw = pin.rpy.matrixToRpy(place.rotation)
        axis = {"JointModelRX": "1 0 0", "JointModelRY": "0 1 0", "JointModelRZ": "0 0 1"}
        moments = inertia.inertia
        com = " ".join(map(repr, inertia.lever.tolist()))
        entries = " ".join(
            f'i{"xyz"[a]}{"xyz"[b]}="{moments[a, b]!r}"' for a, b in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
        )
        parent = "world" if model.parents[i] == 0 else f"l{model.parents[i]}"
        text += (
            f'<link name="l{i}"><inertial><origin xyz="{com}"/><mass value="{inertia.mass!r}"/>'
            f"<inertia {entries}/></inertial></link>"
            f'<joint name="j{i}" type="revolute"><parent link="{parent}"/><child link="l{i}"/>'
            f'<origin xyz="{" ".join(map(repr, place.translation.tolist()))}" rpy="{roll!r} {pitch!r} {yaw!r}"/>'
            f'<axis xyz="{axis[model.joints[i].shortname()]}"/>'
            '<limit lower="-9" upper="9" effort="9999" velocity="99"/></joint>'
        )
    file = os.path.join(tempfile.mkdtemp(), "arm.urdf")
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(text.replace("np.float64(", "").replace(")", "") + "</robot>")
    return file


class Question:
    """A spline of an arm's joints, and what limits it."""

    def __init__(self, arm, seed):
        random = np.random.default_rng(seed)
        self.arm = arm
        points = random.uniform(-1.2, 1.2, (POINTS, arm.joints))
        self.spline = CubicSpline(np.linspace(0.0, 1.0, POINTS), points, bc_type="natural")
        self.x = self.spline.x
        self.path_interval = np.array([0.0, 1.0])
        self.dof = arm.joints
        weights = [np.abs(pin.computeGeneralizedGravity(arm.model, arm.data, self(p))) for p in np.linspace(0, 1, 50)]
        self.torque = 3.0 * np.max(weights, axis=0) + 5.0
        self.speed = random.uniform(2.0, 3.0, arm.joints)

    def __call__(self, p, order=0):
        return self.spline(p, order)

    # TOPP-RA's names for these.
    def eval(self, p):
        return self.spline(p)

    def evald(self, p):
        return self.spline(p, 1)

    def evaldd(self, p):
        return self.spline(p, 2)


def find_excess(question, p, x, d2_begin, d2_end, bulge=0.0):
    """By how much limits are exceeded, d2 between stations quadratic in p."""
    worst, length = 0.0, np.diff(p)
    for r in (np.arange(BETWEEN) + 0.5) / BETWEEN:
        rise = d2_begin + r * (0.5 * (d2_end - d2_begin) + bulge * (2.0 - r * 4.0 / 3.0))
        at = np.maximum(x[:-1] + 2.0 * r * length * rise, 0.0)
        d2 = d2_begin + r * (d2_end - d2_begin + 4.0 * bulge * (1.0 - r))
        place = p[:-1] + r * length
        q, first = question(place, 0), question(place, 1)
        speeds = first * np.sqrt(at)[:, None]
        accelerations = question(place, 2) * at[:, None] + first * d2[:, None]
        forces = np.array([question.arm.forces(*state) for state in zip(q, speeds, accelerations)])
        worst = max(worst, (np.abs(forces) / question.torque).max() - 1.0, (np.abs(speeds) / question.speed).max() - 1.0)
    return worst


def measure_stations(question, p, x):
    """Time and excess of a motion whose x is linear between stations."""
    root = np.sqrt(np.maximum(x, 0.0))
    d2 = 0.5 * np.diff(x) / np.diff(p)
    return (2.0 * np.diff(p) / (root[:-1] + root[1:])).sum(), find_excess(question, p, x, d2, d2)


def by_path(question):
    """plan_path(): limits of the spline and the arm, everywhere."""
    begin = time.process_time()
    plan = globaldyn.plan_path(
        question, dynamics=question.arm.forces, torque=question.torque, speed=question.speed, tolerance=1e-4, samples=2
    )
    taken = time.process_time() - begin
    motion = plan.plan.motion
    d1 = np.asarray(motion.d1)
    ends = (np.asarray(one) for one in (motion.d2_begin, motion.d2_end, motion.bulge))
    return taken, plan.time, find_excess(question, np.asarray(motion.p), d1**2, *ends)


def by_toppra(question):
    """TOPP-RA, with its interpolation of constraints between stations."""
    both = np.column_stack([-question.torque, question.torque])
    constraints = [
        toppra.constraint.JointVelocityConstraint(np.column_stack([-question.speed, question.speed])),
        toppra.constraint.JointTorqueConstraint(
            question.arm.forces,
            both,
            np.zeros(question.dof),
            discretization_scheme=toppra.constraint.DiscretizationType.Interpolation,
        ),
    ]
    stations = np.linspace(0.0, 1.0, STATIONS)
    begin = time.process_time()
    planner = toppra.algorithm.TOPPRA(constraints, question, gridpoints=stations, solver_wrapper="seidel")
    _, speeds, _ = planner.compute_parameterization(0.0, 0.0)
    return time.process_time() - begin, *measure_stations(question, stations, speeds**2)


def by_copp(question):
    """COPP, reachability."""
    p = np.linspace(0.0, 1.0, STATIONS)
    begin = time.process_time()
    robot = copp.Robot(question.dof, capacity=STATIONS)
    robot.set_inverse_dynamics(question.arm.forces)
    robot.append_s(p)
    q, first, second = (np.ascontiguousarray(question(p, k)) for k in range(3))
    robot.set_q(q, first, second, 0)
    robot.add_velocity_limits(question.speed, -question.speed, start_idx_s=0, length=STATIONS)
    robot.add_torque_limits(question.torque, -question.torque, start_idx_s=0, length=STATIONS)
    x = copp.solver.topp2_ra.solve(copp.solver.topp2_ra.Problem(robot.constraints, (0, STATIONS - 1)))
    return time.process_time() - begin, *measure_stations(question, p, np.asarray(x))


def by_drake(question):
    """Drake's Toppra, with its interpolation."""
    breaks = np.linspace(0.0, 1.0, POINTS)
    path = PiecewisePolynomial.CubicWithContinuousSecondDerivatives(
        breaks, question(breaks).T, question(0.0, 1), question(1.0, 1)
    )
    stations = np.linspace(0.0, 1.0, STATIONS)
    begin = time.process_time()
    planner = Toppra(path, question.arm.plant, stations)
    planner.AddJointVelocityLimit(-question.speed, question.speed)
    planner.AddJointTorqueLimit(-question.torque, question.torque, ToppraDiscretization.kInterpolation)
    found = planner.SolvePathParameterization()
    taken = time.process_time() - begin
    # It has s(t) by cubic pieces with the stations' speeds.
    times = np.array(found.get_segment_times())
    rates = np.array([found.EvalDerivative(t, 1)[0, 0] for t in times])
    p = np.array([found.value(t)[0, 0] for t in times])
    _, excess = measure_stations(question, p, rates**2)
    return taken, found.end_time() - found.start_time(), excess


def main(instances):
    """A table an arm."""
    print(f"globaldyn {globaldyn.__version__}, copp-py {copp.version()}")
    for name, told in ARMS.items():
        arm = Arm(*told)
        questions = [Question(arm, seed) for seed in range(instances)]
        print(f"\n### {name}, {arm.joints} joints\n")
        print("| program | solved | a plan, ms | time of the motion, s | most beyond limits |")
        print("| --- | --- | --- | --- | --- |")
        for title, solve in (
            ("globaldyn, plan_path", by_path),
            ("TOPP-RA, seidel", by_toppra),
            ("COPP, topp2_ra", by_copp),
            ("Drake, Toppra", by_drake),
        ):
            found = []
            for question in questions:
                try:
                    found.append(solve(question))
                except (copp.CoppError, TypeError, AttributeError) as error:
                    print(f"{title}: {error}", file=sys.stderr)
            if not found:
                print(f"| {title} | 0 of {len(questions)} | | | |")
                continue
            taken, times, excess = np.array(found).T
            print(
                f"| {title} | {len(found)} of {len(questions)} | {1e3 * np.median(taken):.1f} |"
                f" {times.mean():.4f} | {100 * excess.max():.4f} % |",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
