"""Studies, and criteria that are Python functions."""

import concurrent.futures
import subprocess
import sys

import globaldyn
import numpy as np
import pytest
from conftest import MACHINES

CIRCLES = MACHINES / "sliding_star" / "circles_study.yaml"


def test_study(tmp_path):
    seen = []
    study = globaldyn.run_study(
        CIRCLES, tmp_path / "study", budget=30, progress=lambda done, limit: seen.append((done, limit))
    )
    assert len(study) == 30 and study.end == "budget"
    assert all(limit == 30 for _, limit in seen)
    front = study.pareto()
    assert len(front) == len(front.values) > 0
    # None dominates another.
    signs = np.array([-1 if one.is_maximized else 1 for one in front.objectives])
    values = front.values * signs
    for one in values:
        assert not ((values <= one).all(axis=1) & (values < one).any(axis=1)).any()
    design = front.designs[0]
    numbers = study.values(design)
    machine = study.machine(design.id)
    for column in study.columns:
        if column.role == "variable" and column.name in machine.parameters:
            assert machine.parameters[column.name].value == pytest.approx(numbers[column.name])
    again = globaldyn.parse(study.machine_file(design.id))
    assert {n: p.value for n, p in again.parameters.items()} == {
        n: p.value for n, p in machine.parameters.items()
    }
    opened = globaldyn.Study(tmp_path / "study")
    assert [one.id for one in opened.designs] == [one.id for one in study.designs]
    with pytest.raises(globaldyn.InputError):
        globaldyn.run_study(CIRCLES, tmp_path / "study", budget=30)


def test_own_criteria(star):
    calls = []

    def hottest(plan):
        calls.append(plan)
        return max(use.rms_force for use in plan.use)

    globaldyn.add_path_criterion("hottest_force", hottest, unit="N", better="smaller")
    (value,) = star.criteria(["hottest_force"], ["circle_a"])
    assert value.value == pytest.approx(
        max(use.rms_force for use in star.plan("circle_a", tolerance=1e-4).use), rel=1e-3
    )
    assert calls and value.unit == "N"

    globaldyn.add_pose_criterion("mass_of_tool", lambda pose: np.trace(pose.M[:2, :2]) / 2, unit="kg")
    found = star.pose_criteria("circle_a", ["mass_of_tool"], samples=5)
    masses = star.evaluate("circle_a", samples=5, matrices=True)["circle_a"]
    for value, sample in zip(found.values[0], masses.samples):
        assert value == pytest.approx(np.trace(sample.matrices.M[:2, :2]) / 2)


def test_own_criteria_that_raise(star):
    def wrong(plan):
        raise RuntimeError("no such thing")

    globaldyn.add_path_criterion("wrong", wrong)
    with pytest.raises(globaldyn.Error, match="criterion wrong: RuntimeError.*no such thing"):
        star.criteria(["wrong"])
    globaldyn.add_path_criterion("wordy", lambda plan: "much")
    with pytest.raises(globaldyn.Error, match="criterion wordy"):
        star.criteria(["wordy"])
    with pytest.raises(globaldyn.InputError):
        globaldyn.add_path_criterion("time", lambda plan: 1.0)
    with pytest.raises(ValueError, match="larger or smaller"):
        globaldyn.add_path_criterion("other", lambda plan: 1.0, better="more")


def test_study_of_an_own_criterion(tmp_path):
    """A Python function as an objective, called from all cores."""
    globaldyn.add_path_criterion("python_time", lambda plan: plan.time, unit="s", better="smaller")
    text = CIRCLES.read_text()
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "star.yaml").write_text((CIRCLES.parent / "sliding_star.yaml").read_text())
    study_file = folder / "study.yaml"
    study_file.write_text(
        text.replace("machine: sliding_star.yaml", "machine: star.yaml").replace(
            "circle_a.time + circle_b.time", "circle_a.python_time + circle_b.python_time"
        )
    )
    study = globaldyn.run_study(study_file, tmp_path / "store", budget=12)
    assert any(design.state == "ok" for design in study.designs)


SLIDE = """globaldyn: 1
name: slide
parameters: {mass: 2 kg, push: 8 N}
bodies: {carriage: {mass: mass, inertia: {diag: [1, 1, 1]}}}
joints: {rail: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}}
drives: {F: {joint: rail, limits: push}}
paths: {stroke: {joints: {rail: p*1 m}, p_max: 1}}
"""


def describe(machine, **changes):
    study = {
        "name": "slides",
        "machine": machine,
        "variables": {"mass": ("1 kg", "5 kg"), "push": [4.0, 8.0, 16.0]},
        "objectives": {"time": {"minimize": "stroke.time"}, "push_squared": {"minimize": "push^2"}},
        "search": {"algorithm": "nsga2", "population": 8, "budget": 24, "seed": 1},
    }
    return {**study, **changes}


def read_slide():
    return globaldyn.parse(SLIDE)


def test_study_described_in_python(tmp_path):
    study = globaldyn.run_study(describe(read_slide()), tmp_path / "out")
    assert len(study) == 24
    for design in study.designs:
        values = study.values(design)
        push = float(values["push"])  # a choice, as it was written
        assert 1 <= values["mass"] <= 5 and push in (4.0, 8.0, 16.0)
        # From rest to rest in half of the time each at the greatest acceleration.
        assert values["time"] == pytest.approx(2 * np.sqrt(values["mass"] / push), rel=1e-3)
    # The command runs what was written.
    again = globaldyn.run_study(tmp_path / "out" / "study.yaml", tmp_path / "again")
    assert [one.objectives for one in again.designs] == [one.objectives for one in study.designs]


def test_functions_as_objectives_and_constraints(tmp_path):
    def cost(machine):
        assert isinstance(machine, globaldyn.Machine)
        return machine.parameters["mass"].value ** 2

    def double_time(machine):
        # The machine can be planned with, and made another.
        heavy = machine.with_parameters(mass=2 * machine.parameters["mass"].value)
        assert heavy.parameters["push"].value == machine.parameters["push"].value
        return heavy.plan("stroke", tolerance=1e-4).time

    study = globaldyn.run_study(
        describe(
            read_slide(),
            objectives={"cost": {"minimize": cost, "unit": "kg"}, "time": {"minimize": "stroke.time"}},
            constraints={"slower": {"value": double_time, "unit": "s", "at_most": "2.5 s"}},
        ),
        tmp_path / "out",
    )
    for design in study.designs:
        values = study.values(design)
        assert values["cost"] == pytest.approx(values["mass"] ** 2)
        assert values["slower"] == pytest.approx(np.sqrt(2) * values["time"], rel=1e-3)
        assert (design.state == "ok") == (values["slower"] <= 2.5)
    assert {one.unit for one in study.columns if one.name == "cost"} == {"kg"}
    # Described again, other functions are called.
    objectives = {"cost": {"minimize": lambda machine: 7.0, "unit": "kg"}}
    other = globaldyn.run_study(describe(read_slide(), objectives=objectives), tmp_path / "other")
    assert {one.objectives[0] for one in other.designs} == {7.0}


def test_functions_without_a_value_and_that_raise(tmp_path):
    def choosy(machine):
        mass = machine.parameters["mass"].value
        if mass > 4:
            raise KeyError("too heavy")
        return mass if mass < 3 else float("nan")

    objectives = {"choosy": {"maximize": choosy}}
    study = globaldyn.run_study(describe(read_slide(), objectives=objectives), tmp_path / "out")
    states = set()
    for design in study.designs:
        mass = study.values(design)["mass"]
        expected = "failed" if mass > 4 else "infeasible" if mass >= 3 else "ok"
        assert design.state == expected
        assert "too heavy" in design.reason if mass > 4 else True
        states.add(design.state)
    assert states == {"ok", "infeasible", "failed"}


def test_what_a_description_may_hold(tmp_path):
    pandas = pytest.importorskip("pandas")
    motors = pandas.DataFrame({"name": ["small", "large"], "rotor [kg]": [0.5, 2.0], "force [N]": [4, 30]})
    study = globaldyn.run_study(
        describe(
            read_slide(),
            variables={
                "motor": {"catalogue": motors, "set": {"push": "force", "mass": "1 kg + rotor"}},
            },
            search={"algorithm": "nsga2", "population": 4, "budget": 4, "seed": 1},
        ),
        tmp_path / "out",
    )
    assert {study.values(one)["motor"] for one in study.designs} == {"small", "large"}
    file = globaldyn.write_study(describe(read_slide(), variables={"push": np.array([1.0, 2.0])}), tmp_path / "w")
    assert globaldyn.run_study(file, tmp_path / "run").columns[0].name == "push"


def test_descriptions_that_are_wrong(tmp_path):
    slide = read_slide()
    with pytest.raises(ValueError, match="without a machine"):
        globaldyn.write_study({"variables": {}}, tmp_path / "a")
    with pytest.raises(ValueError, match="tuple"):
        globaldyn.write_study(describe(slide, variables={"mass": (1, 2, 3)}), tmp_path / "b")
    with pytest.raises(TypeError, match="object"):
        globaldyn.write_study(describe(slide, search={"seed": object()}), tmp_path / "c")
    with pytest.raises(globaldyn.InputError, match="machine as a whole"):
        globaldyn.run_study(describe(slide, objectives={"a": {"minimize": "machine.none"}}), tmp_path / "d")
    globaldyn.run_study(describe(slide), tmp_path / "e", budget=4)
    kept = (tmp_path / "e" / "study.yaml").read_text()
    with pytest.raises(globaldyn.InputError, match="already"):
        globaldyn.run_study(describe(slide, variables={"mass": (1, 2)}), tmp_path / "e")
    assert (tmp_path / "e" / "study.yaml").read_text() == kept
    resumed = globaldyn.run_study(describe(slide), tmp_path / "e", resume=True, budget=8)
    assert len(resumed) == 8


def test_what_a_function_raises_is_the_cause():
    class Mine(Exception):
        pass

    def raising(plan):
        raise Mine("here")

    globaldyn.add_path_criterion("raising_mine", raising)
    star = globaldyn.load(MACHINES / "sliding_star" / "sliding_star.yaml")
    with pytest.raises(globaldyn.Error, match="raising_mine.*here") as raised:
        star.criteria(["raising_mine"], ["circle_a"])
    assert isinstance(raised.value.__cause__, Mine)
    assert raised.value.__cause__.__traceback__ is not None


def test_what_others_read_of_a_study_with_functions(tmp_path):
    """Its designs, machines and page, in another process, in which nobody knows the function."""
    objectives = {
        "time": {"minimize": "stroke.time"},
        "price": {"minimize": lambda machine: 3.0 * machine.parameters["push"].value, "unit": "EUR"},
        "weight": {"minimize": lambda machine: machine.parameters["mass"].value, "unit": "kg"},
    }
    study = globaldyn.run_study(describe(read_slide(), name="priced", objectives=objectives), tmp_path / "out")
    assert [one.unit for one in study.columns if one.role == "objective"] == ["s", "EUR", "kg"]
    mass = study.values(study.designs[0])["mass"]
    code = (
        "import sys, globaldyn; study = globaldyn.Study(sys.argv[1]);"
        "print(study.machine(1).parameters['mass'].value, len(study.machine_file(1)) > 0, len(study.csv()) > 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "out")], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(mass), "True", "True"]
    command = [sys.executable, "-m", "globaldyn"]
    report = subprocess.run([*command, "report", str(tmp_path / "out")], capture_output=True, text=True)
    if "built without the page" not in report.stderr:
        assert report.returncode == 0 and "not shown" not in report.stdout + report.stderr
    again = subprocess.run(
        [*command, "optimize", str(tmp_path / "out" / "study.yaml"), "--out", str(tmp_path / "again")],
        capture_output=True,
        text=True,
    )
    assert again.returncode == 2 and "that program alone" in again.stderr and "study.yaml:" in again.stderr


def test_functions_are_added_while_studies_run(tmp_path):
    """Studies of several threads, each with functions of its own, called while others come."""

    def run(k):
        objectives = {"cost": {"minimize": lambda machine: k + machine.parameters["mass"].value}}
        study = globaldyn.run_study(describe(read_slide(), name=f"at_once_{k}", objectives=objectives), tmp_path / str(k))
        return [study.values(one)["cost"] - study.values(one)["mass"] for one in study.designs]

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for k, found in enumerate(pool.map(run, range(8))):
            assert found == pytest.approx([k] * 24)


def test_progress_that_raises_ends_the_run(tmp_path):
    star = globaldyn.load(globaldyn.machines / "sliding_star/sliding_star.yaml")

    def stop(done, total):
        raise RuntimeError(f"enough at {done}")

    runs = [
        lambda: star.evaluate("circle_a", samples=2001, progress=stop),
        lambda: star.map("workspace", progress=stop),
        lambda: star.replay(star.plan("circle_a", tolerance=1e-2), progress=stop),
        lambda: globaldyn.run_study(CIRCLES, tmp_path / "ended", budget=100000, progress=stop),
    ]
    for run in runs:
        with pytest.raises(RuntimeError, match="enough at"):
            run()
    # What was found until then is kept.
    assert globaldyn.Study(tmp_path / "ended").table() is not None
