"""Machines beside Pinocchio, MuJoCo, Drake and Exudyn: accelerations at states of a motion, and what
they cost; and an arm moved over time. Prints the tables of forward_dynamics.md.
Usage: forward_dynamics.py GLOBALDYN RIGHT_SIDE [STATES]"""

import copy
import importlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np

from machine_tree import differ, read_machine

warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
PEERS = ("pinocchio", "mujoco", "drake", "exudyn")
LEAST_TIME = 0.1  # s of processor time that a figure is the mean of
REPEATS = 7  # of which the smallest counts


def load_peers():
    peers = {}
    for key in PEERS:
        try:
            peers[key] = importlib.import_module(f"peer_{key}")
        except Exception as error:  # whatever keeps a package from being loaded is worth a line
            print(f"{key} cannot be had: {error}\n")
    return peers


def find_class(module):
    return getattr(module, module.__name__.removeprefix("peer_").capitalize())


def measure(call, arguments):
    """Smallest mean of processor time, us; each call has another state than the one before."""
    count, seconds = 1, 0.0

    def run():
        begin = time.process_time()
        for i in range(count):
            call(*arguments[i % len(arguments)])
        return time.process_time() - begin

    while seconds < LEAST_TIME:
        count *= 2
        seconds = run()
    return 1e6 * min(run() for _ in range(REPEATS)) / count


def compare(peer, tree):
    worst = 0.0
    for state in tree.states:
        peer.state = state
        worst = max(worst, tree.differ(state, peer.give(peer.call(*peer.take(state)))))
    return worst


def compare_at_rest(peer, pinocchio, tree):
    """Beside Pinocchio, which agrees with us, with no rates: of steps that know nothing of a
    constraint's curvature."""
    worst = 0.0
    for state in tree.states:
        rest = copy.deepcopy(state)
        for rates in (rest.u, rest.v, rest.w):
            rates[:] = 0.0
        both = [tree.accelerate_bodies(rest, one.give(one.call(*one.take(rest)))) for one in (pinocchio, peer)]
        worst = max(worst, differ(*both))
    return worst


def describe(key, tree):
    loops = bool(tree.closures)
    return {
        "pinocchio": "`constraintDynamics`, point contacts" + (", mu 1e-8 for a dependent row" if tree.is_planar else "")
        if loops else "`aba`",
        "mujoco": "`mj_forward`, soft `connect`" if loops else "`mj_forward`",
        "drake": "one step of 1 us of the discrete plant (SAP, ball constraints)"
        if loops else "`EvalTimeDerivatives`, continuous plant",
        "exudyn": "one step of its implicit solver (index 3)" if loops else "one step of its explicit Euler, in C++",
    }[key]


def write_row(name, call, error, taken, overhead):
    print(f"| {name} | {call} | {error} | {taken} | {overhead} |", flush=True)


def write_own(tree):
    for key, taken in sorted(tree.times.items(), key=lambda one: one[1]):
        error = max(differ(state.accelerations[tree.fastest], state.accelerations[key]) for state in tree.states)
        chosen = " (chosen by `simulate`)" if key == tree.fastest else ""
        write_row("globaldyn", f"`{key}`{chosen}", f"{error:.1e}" if key != tree.fastest else "-", f"{taken:.3g}", "-")


def write_peer(key, peers, tree):
    module = peers[key]
    try:
        peer = find_class(module)(tree)
        error = f"{compare(peer, tree):.1e}"
        if key == "drake" and tree.closures and "pinocchio" in peers:
            reference = find_class(peers["pinocchio"])(tree)
            error += f"; at rest {compare_at_rest(peer, reference, tree):.1e}"
        if hasattr(peer, "time"):
            taken, overhead = peer.time(tree.states[-1], LEAST_TIME), "none: in C++"
        else:
            arguments = [peer.take(state) for state in tree.states]
            taken = measure(peer.call, arguments)
            overhead = f"{measure(peer.trivial(), [()]):.2g}"
        write_row(module.NAME, describe(key, tree), error, f"{taken:.3g}", overhead)
    except Exception as error:  # what a peer refuses stands in the table
        write_row(module.NAME, describe(key, tree), "cannot: " + str(error).splitlines()[0][:120], "-", "-")


def write_machine(peers, right_side, file, title, states):
    tree = read_machine(right_side, file, states)
    tree.is_planar = tree.name.startswith("rods")
    print(f"\n### {title}\n\n{len(tree.links) - 1} moving bodies, {tree.size} coordinates of the tree, "
          f"{3 * len(tree.closures)} equations of point contacts\n")
    print("| program | call | accelerations differ | µs a right side | of these, µs handing over |\n| --- | --- | --- | --- | --- |")
    write_own(tree)
    for key in peers:
        write_peer(key, peers, tree)


def children_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Motion:
    """The arm for a second from its first state, nothing driving it."""

    DURATION = 1.0
    ROUNDS = 15

    def __init__(self, globaldyn, right_side):
        self.globaldyn = globaldyn
        self.file = os.path.join(HERE, "arm_6r.yaml")
        self.tree = read_machine(right_side, self.file, 2)
        self.q = np.concatenate(self.tree.states[0].q[1:])
        self.u = self.tree.states[0].u
        self.exact = self.simulate(1e-12)[0]

    def simulate(self, tolerance, duration=None):
        rates = [f"--rate=M{i + 1}={value:.17g}" for i, value in enumerate(self.u)]
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([self.globaldyn, "simulate", self.file, *rates, f"--time={duration or self.DURATION}",
                            f"--tolerance={tolerance}", "--samples=2", "--no-pictures", "--quiet", f"--out={folder}"],
                           check=True)
            with open(os.path.join(folder, "simulation.json")) as file:
                document = json.load(file)
            with open(os.path.join(folder, "simulation.csv")) as file:
                lines = file.read().splitlines()
        names = lines[0].split(",")
        last = dict(zip(names, lines[-1].split(",")))
        q = np.array([float(last[f"position_M{i + 1}"]) for i in range(6)])
        return q, document["right_sides_of_all_runs"]

    def own(self):
        for tolerance in (1e-6, 1e-8, 1e-10):
            q, count = self.simulate(tolerance)
            taken = min(self.timed(tolerance, self.DURATION) for _ in range(self.ROUNDS))
            started = min(self.timed(tolerance, 1e-9) for _ in range(self.ROUNDS))
            self.write("globaldyn", f"Runge-Kutta, tolerance {tolerance:g}", count, taken - started, q, self.NOISE)

    def timed(self, tolerance, duration):
        begin = children_time()
        self.simulate(tolerance, duration)
        return children_time() - begin

    # Starting the program takes some 30 ms, which vary by this much.
    NOISE = 5e-3

    def write(self, name, how, count, seconds, q, noise=0.0):
        # Of the angles where they are: not all programs count turns.
        error = np.abs((q - self.exact + np.pi) % (2 * np.pi) - np.pi).max()
        taken = f"{1e3 * seconds:.3g}" if seconds > noise else f"under {1e3 * noise:g}"
        print(f"| {name} | {how} | {count} | {taken} | {error:.1e} |", flush=True)

    def pinocchio(self, module):
        from scipy.integrate import solve_ivp
        peer = module.Pinocchio(self.tree)
        zero = np.zeros(6)
        rates = lambda t, y: np.concatenate([y[6:], peer.call(y[:6], y[6:], zero)])
        for tolerance in (1e-6, 1e-8, 1e-10):
            run = lambda: solve_ivp(rates, (0, self.DURATION), np.concatenate([self.q, self.u]), "DOP853",
                                    rtol=tolerance, atol=tolerance)
            self.timed_run(module, f"SciPy's DOP853, rtol {tolerance:g}", run, lambda r: (r.nfev, r.y[:6, -1]))

    def mujoco(self, module):
        import mujoco
        peer = module.Mujoco(self.tree)
        peer.model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
        for steps in (250, 1000, 4000):
            peer.model.opt.timestep = self.DURATION / steps

            def run():
                peer.data.qpos, peer.data.qvel = self.q, self.u
                mujoco.mj_step(peer.model, peer.data, steps)
                return np.array(peer.data.qpos)

            self.timed_run(module, f"Runge-Kutta of order 4, {steps} steps", run, lambda q: (4 * steps, q))

    def drake(self, module):
        from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator
        for accuracy in (1e-6, 1e-8, 1e-10):
            peer = module.Drake(self.tree)

            def run():
                peer.context.SetTime(0.0)
                peer.plant.SetPositionsAndVelocities(peer.context, np.concatenate([self.q, self.u]))
                simulator = Simulator(peer.plant, peer.context)
                integrator = ResetIntegratorFromFlags(simulator, "runge_kutta5", 0.1)
                integrator.set_target_accuracy(accuracy)
                simulator.AdvanceTo(self.DURATION)
                return integrator.get_num_derivative_evaluations(), peer.plant.GetPositions(peer.context)

            self.timed_run(module, f"Runge-Kutta of order 5, accuracy {accuracy:g}", run, lambda r: r)

    def exudyn(self, module):
        import exudyn as exu
        peer = module.Exudyn(self.tree)
        for tolerance in (1e-6, 1e-8, 1e-10):
            def run():
                _, mbs = peer.assemble(self.q, self.u, np.zeros(6))
                settings = peer.settings(10, self.DURATION / 10)
                settings.timeIntegration.relativeTolerance = settings.timeIntegration.absoluteTolerance = tolerance
                begin = time.process_time()
                mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.DOPRI5)
                taken = time.process_time() - begin
                done = mbs.sys["dynamicSolver"].it
                steps = done.currentStepIndex + done.rejectedAutomaticStepSizeSteps
                return taken, 6 * steps, np.array(mbs.systemData.GetODE2Coordinates())

            runs = [run() for _ in range(self.ROUNDS)]
            self.write(module.NAME, f"DOPRI5, tolerance {tolerance:g}", f"about {runs[0][1]}", min(r[0] for r in runs),
                       runs[0][2])

    def timed_run(self, module, how, run, read):
        times = []
        for _ in range(self.ROUNDS):
            begin = time.process_time()
            result = run()
            times.append(time.process_time() - begin)
        self.write(module.NAME, how, *self.order(read(result), min(times)))

    @staticmethod
    def order(result, seconds):
        count, q = result
        return count, seconds, q

    def write_all(self, peers):
        print("\n### The arm for a second\n\n| program | method | right sides | ms | error, rad |\n| --- | --- | --- | --- | --- |")
        self.own()
        for key, module in peers.items():
            try:
                getattr(self, key)(module)
            except Exception as error:
                print(f"| {module.NAME} | cannot: {str(error).splitlines()[0][:120]} | - | - | - |", flush=True)


def main():
    globaldyn, right_side = sys.argv[1:3]
    states = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    peers = load_peers()
    with tempfile.TemporaryDirectory() as folder:
        rods = os.path.join(folder, "rods.yaml")
        subprocess.run([globaldyn, "generate", "rods", "--count", "301", "--out", rods], check=True, stdout=subprocess.DEVNULL)
        machines = [
            (os.path.join(HERE, "arm_6r.yaml"), "Six-axis arm"),
            (os.path.join(ROOT, "machines", "hexapod_6ups", "hexapod_6ups.yaml"), "Hexapod 6-UPS"),
            (rods, "Closed loop of 301 rods"),
        ]
        for file, title in machines:
            write_machine(peers, right_side, file, title, states)
    Motion(globaldyn, right_side).write_all(peers)


if __name__ == "__main__":
    main()
