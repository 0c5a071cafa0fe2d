"""Plans, cycles and their proofs."""

import json
import os
import signal
import threading
import time

import globaldyn
import numpy as np
import pytest
from conftest import MACHINES

# A slide of 2 kg that a force of 10 N moves by 1 m.
SLIDE = """
globaldyn: 1
name: slide
gravity: [0, 0, 0]
bodies:
  cart: {mass: 2 kg}
joints:
  axis: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}, guess: 0 m}
tool: cart
drives:
  F: {joint: axis, limits: 10 N, rated: 4 N}
paths:
  line: {position: {line: {from: [0, 0], to: [1 m, 0]}}, prescribe: [x]}
"""


def test_star(star):
    plan = star.plan("circle_a", samples=101)
    assert plan.status == "optimal" and plan.has_motion and plan.failure is None
    # The figure of the source papers' machine, as the command has it.
    assert plan.time == pytest.approx(0.24464, abs=1e-5)
    assert plan.time_lower <= plan.time <= plan.time_lower * (1 + 1e-6)
    assert plan.forces.shape == plan.power.shape == (101, 4)
    assert plan.t[0] == 0.0 and plan.t[-1] == pytest.approx(plan.time)
    assert np.abs(plan.forces).max() <= 1000 * (1 + 1e-9)
    assert np.allclose(plan.power, plan.forces * plan.speeds)
    assert plan.at(plan.time / 2).p == pytest.approx(plan.p[50])
    assert plan.tool_positions.shape == (101, 3)
    use = plan.use[0]
    assert use.name == "F1" and use.peak_force <= 1000 * (1 + 1e-9)
    assert json.loads(plan.json())["time"] == plan.time


def test_arrays_outlive_plans(star):
    forces, nodes = star.plan("circle_a").forces, star.plan("circle_a").nodes
    again = star.plan("circle_a")
    assert np.array_equal(forces, again.forces) and np.array_equal(nodes, again.nodes)


@pytest.mark.parametrize("distance, force", [("1 m", 10.0), ("250 mm", 3.0), ("2 m", 80.0)])
def test_slide_by_hand(distance, force):
    machine = globaldyn.parse(
        SLIDE.replace("[1 m, 0]", f"[{distance}, 0]").replace("limits: 10 N", f"limits: {force} N")
    )
    length = globaldyn.read_quantity(distance, "m")
    plan = machine.plan()
    assert plan.time == pytest.approx(2 * np.sqrt(2.0 * length / force), rel=1e-6)


def test_options_arrive():
    machine = globaldyn.parse(SLIDE)
    fastest = machine.plan("line").time
    # Half of the force.
    assert machine.plan(reserve=0.5).time == pytest.approx(np.sqrt(2) * fastest, rel=1e-6)
    # Through at speed: the second half alone, and both ends free.
    assert machine.plan(start="free").time == pytest.approx(fastest / np.sqrt(2), rel=1e-5)
    assert machine.plan(start="1 m/s").time < fastest
    assert machine.plan(start="d1=1").time == pytest.approx(machine.plan(start=1.0).time)
    # rms alone: T = sqrt(6 L m / (sqrt(3) F)), where it is longer than with the peak.
    rated = machine.plan(within="rated")
    assert rated.time == pytest.approx(np.sqrt(6 * 2.0 / (np.sqrt(3) * 4.0)), rel=1e-4)
    assert rated.wished.fastest == pytest.approx(fastest, rel=1e-5)
    # Least losses in a given time: a force that falls evenly, 6 m L / T^2 at the start.
    least = machine.plan(least="losses", time="2 s")
    assert least.time == pytest.approx(2.0)
    assert np.abs(least.forces).max() == pytest.approx(6 * 2.0 / 4.0, rel=1e-2)
    rising = machine.plan(rise_time="20 ms")
    assert rising.time > fastest and rising.wished is not None
    assert np.allclose(np.diff(machine.plan(rate=1000.0).t)[:-1], 1e-3)


@pytest.mark.parametrize(
    "options",
    [
        {"forces": "least"},
        {"least": "money"},
        {"within": "peak"},
        {"start": "quickly"},
        {"rise_time": "3 m"},
        {"reserve": 1.5},
        {"tolerance": -1.0},
        {"path": "lin"},
        {"cycle": "day"},
        {"path": "line", "cycle": "day"},
    ],
)
def test_wrong_options(options):
    with pytest.raises(ValueError):
        globaldyn.parse(SLIDE).plan(**options)


def test_no_motion_is_a_result():
    machine = globaldyn.parse(SLIDE.replace("gravity: [0, 0, 0]", "gravity: [-9.81, 0, 0]"))
    plan = machine.plan()
    assert plan.status == "infeasible" and not plan.has_motion
    assert plan.failure.limits[0].limit.name == "F"
    assert plan.failure.limits[0].missing == pytest.approx(2 * 9.81 - 10, rel=1e-4)
    assert plan.t.shape == (0,)


def test_written_as_the_command_does(star, tmp_path):
    plan = star.plan("circle_a", samples=11)
    plan.write(tmp_path / "plan")
    saved = json.loads((tmp_path / "plan" / "plan.json").read_text())
    assert saved["time"] == plan.time
    replayed = star.replay(tmp_path / "plan" / "plan.json", samples=5)
    assert replayed.status == "done"
    assert replayed.tracking_error < 1e-6


def test_simulations(star):
    plan = star.plan("circle_a")
    replay = star.replay(plan, samples=11)
    assert replay.status == "done" and replay.tracking_error < 1e-6
    heavier = star.replay(plan, errors={"platform_mass": 0.1}, samples=11)
    assert heavier.tracking_error > 1e-3
    guided = star.replay(plan, errors={"platform_mass": 0.1}, bandwidth=200.0, samples=11)
    assert guided.tracking_error < 0.7 * heavier.tracking_error
    machine = globaldyn.parse(SLIDE)
    pushed = machine.simulate({"F": 3.0}, duration="2 s", samples=5)
    assert pushed.positions[-1, 0] == pytest.approx(0.5 * 1.5 * 4)
    assert pushed.kinetic[-1] == pytest.approx(0.5 * 2.0 * 3.0**2)
    swinging = machine.simulate({"F": "2 N * cos(t * 3 rad/s)"}, duration=1.0, speeds={"F": 1.0})
    expected = 1.0 + (1 - np.cos(3.0)) / 9
    assert swinging.positions[-1, 0] == pytest.approx(expected, rel=1e-5)
    with pytest.raises(globaldyn.InputError):
        machine.simulate({"G": 1.0})


def test_own_controllers():
    """Sampled proportional control of a slide, against the same by hand; what it raises is told."""
    machine = globaldyn.parse(SLIDE)
    calls = []

    def control(t, positions, speeds):
        if t == 0:
            calls.clear()
        calls.append((t, positions[0], speeds[0]))
        return [50.0 * (0.1 - positions[0]) - 12.0 * speeds[0]]

    run = machine.simulate(control, period="10 ms", duration=1.0, samples=101)
    assert run.status == "done" and run.energy_is_bounded
    q = v = 0.0
    for i in range(100):
        force = 50.0 * (0.1 - q) - 12.0 * v
        assert calls[i] == pytest.approx((0.01 * i, q, v), abs=1e-6)
        q, v = q + 0.01 * v + 0.5 * 1e-4 * force / 2, v + 0.01 * force / 2
    assert run.positions[-1, 0] == pytest.approx(q, abs=1e-6)
    # Motors exert what they can: 10 N.
    pushed = machine.simulate(lambda t, q, v: np.array([99.0]), period=0.1, duration=0.5)
    assert pushed.positions[-1, 0] == pytest.approx(0.5 * 5.0 * 0.25)
    assert pushed.saturated_shares == [1.0]

    def fail(t, positions, speeds):
        raise RuntimeError("no such thing")

    for wrong, message in [
        (fail, "no such thing"),
        (lambda t, q, v: [1.0, 2.0], "expected 1 finite forces"),
        (lambda t, q, v: "much", "no array of forces"),
    ]:
        with pytest.raises(globaldyn.Error, match=message):
            machine.simulate(wrong, period=0.1)
    with pytest.raises(globaldyn.InputError, match="period"):
        machine.simulate(control)
    with pytest.raises(ValueError, match="expected a controller"):
        machine.simulate({"F": 1.0}, period=0.1)


def test_threads_change_nothing(star):
    one, two = (star.evaluate("circle_b", samples=31, threads=n)["circle_b"].A for n in (1, 2))
    assert np.array_equal(one, two)


def test_used_from_several_threads(star):
    """The interpreter's lock is not held while plans are made."""
    times = []
    threads = [
        threading.Thread(target=lambda: times.append(star.plan("circle_a").time)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(times)) == 1 and len(times) == 4


def test_ctrl_c_ends_a_plan(star):
    """One that would take a minute."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        star.plan("circle_a", tolerance=1e-13, work=10**12, memory=10**10)
    assert time.monotonic() - begin < 10
    # And it is as it was.
    assert star.plan("circle_a", tolerance=1e-4).status == "optimal"


def test_ctrl_c_ends_a_study(tmp_path):
    """A long run raises KeyboardInterrupt soon, and what it stored is there."""
    # Shells let what they start in the background ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    study = MACHINES / "sliding_star" / "circles_study.yaml"
    threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        globaldyn.run_study(study, tmp_path / "study", budget=1_000_000)
    assert time.monotonic() - begin < 20
    assert len(globaldyn.Study(tmp_path / "study")) > 0
