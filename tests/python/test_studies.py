"""Studies, and criteria that are Python functions."""

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
