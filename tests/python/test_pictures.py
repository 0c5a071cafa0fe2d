"""What results show of themselves: tables, pictures, cards."""

import re

import globaldyn
import matplotlib.pyplot
import numpy as np
import pytest
from conftest import MACHINES


@pytest.fixture(scope="module")
def plan(star):
    return star.plan("circle_a", tolerance=1e-4, samples=41)


@pytest.fixture(scope="module")
def evaluated(star):
    return star.evaluate("circle_a", samples=9)["circle_a"]


@pytest.fixture(scope="module")
def workspace(star):
    return star.map(star.maps[0])


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    machine = globaldyn.load(MACHINES / "sliding_star" / "sliding_star.yaml")
    description = {
        "machine": machine,
        "variables": {"force": {"from": "200 N", "to": "900 N"}},
        "objectives": {
            "time": {"minimize": lambda one: one.plan("circle_a", tolerance=1e-3).time},
            "power": {"minimize": lambda one: one.parameters["force"].value},
        },
        "search": {"algorithm": "nsga2", "population": 8},
    }
    return globaldyn.run_study(description, tmp_path_factory.mktemp("study"), budget=16)


@pytest.fixture(autouse=True)
def close_pictures():
    yield
    matplotlib.pyplot.close("all")


def lines(axes):
    """What was drawn: arrays of n x 2."""
    return [np.column_stack(line.get_data()) for line in axes.lines]


def test_plans_are_drawn(star, plan):
    speed, force = plan.draw()
    assert np.array_equal(lines(speed)[0], np.column_stack([plan.t, plan.d1]))
    assert [line.get_label() for line in force.lines] == plan.drives
    assert np.array_equal(lines(force)[2][:, 1], plan.forces[:, 2])
    power = plan.draw(of="power")
    assert np.array_equal(lines(power)[1][:, 1], plan.power[:, 1])
    with pytest.raises(ValueError, match="expected of these: p, d1, d2, forces"):
        plan.draw(of="losses")
    planes = plan.draw_torque_speed(star)
    first = np.ravel(planes)[0]
    assert np.array_equal(lines(first)[0], np.column_stack([plan.speeds[:, 0], plan.forces[:, 0]]))
    high = star.drive_limits[0].force[1]
    assert any(np.allclose(line.get_ydata(), high) for line in first.lines[1:])


def test_paths_of_own_models_are_drawn():
    plan = globaldyn.plan_path(
        lambda p, k: np.column_stack([p, p**2] if k == 0 else [p**0, 2 * p] if k == 1 else [0 * p, 2 + 0 * p]),
        speed=1.0,
        acceleration=2.0,
    )
    speed, joints = plan.draw()
    assert np.array_equal(lines(joints)[1][:, 1], plan.qd[:, 1])
    table = plan.table()
    assert table["qdd 1"].to_numpy() == pytest.approx(plan.qdd[:, 1])
    assert "optimal" in plan._repr_html_()


def test_simulations_are_drawn(star, plan):
    simulation = star.replay(plan, samples=11)
    speeds, energy = simulation.draw(of=["speeds", "kinetic"])
    assert np.array_equal(lines(speeds)[0][:, 1], simulation.speeds[:, 0])
    assert np.array_equal(lines(energy)[0][:, 1], simulation.kinetic)


def test_evaluations_tell_all_they_have(star, evaluated):
    table = evaluated.table([drive.name for drive in star.drives])
    name = star.drives[1].name
    assert table[f"D {name}"].to_numpy() == pytest.approx(evaluated.D[:, 1], nan_ok=True)
    assert np.array_equal(lines(evaluated.draw())[0][:, 1], evaluated.d1_max)
    with pytest.raises(ValueError, match="names of drives; expected"):
        evaluated.table(["one"])
    assert "svg" in evaluated._repr_html_() and "svg" in evaluated.samples[0].region._repr_html_()
    assert repr(evaluated.samples[0]).startswith("<Sample at p = 0.0: ok")


def test_maps_are_drawn_and_tabulated(workspace):
    name = workspace.columns[0]
    axes = workspace.draw(name)
    drawn = axes.collections[0].get_array()
    values = np.asarray(workspace[name]).reshape(-1)
    ok = np.array(workspace.status) == "ok"
    assert np.ma.filled(drawn, np.nan).shape[::-1] == tuple(len(a.values) for a in workspace.axes)
    inside = np.ma.filled(drawn, np.nan).T.reshape(-1)
    assert np.array_equal(inside[ok], values[ok]) and np.isnan(inside[~ok]).all()
    table = workspace.table()
    assert np.array_equal(table[name].to_numpy(), values)
    # The last axis varies fastest.
    first, second = workspace.axes
    assert table[first.name].iloc[1] == first.values[0]
    assert table[second.name].iloc[1] == second.values[1]


def test_studies_are_drawn(study):
    front = study.pareto()
    axes = study.draw()
    drawn = next(line for line in axes.lines if line.get_label() == "Pareto front")
    assert sorted(drawn.get_xdata()) == pytest.approx(sorted(front.values[:, 0]))
    assert list(front.table()["power"]) == pytest.approx(list(front.values[:, 1]))
    turned = study.draw("power", "time")
    assert turned.get_xlabel().startswith("power")
    with pytest.raises(ValueError, match="no objective 'speed'; expected one of: time, power"):
        front.draw("speed")
    html = front._repr_html_()
    assert html.count("<tr>") == 1 + min(len(front), 20)


def test_pose_criteria_are_tabulated(star):
    names = ["condition", "drive_margin"]
    known = [one.name for one in globaldyn.list_criteria() if one.of == "pose"][:2]
    found = star.pose_criteria("circle_a", known, samples=5)
    assert found.names == known and names is not None
    table = found.table()
    assert table[known[1]].to_numpy() == pytest.approx(found.values[1])


def test_cards_tell_no_tags(star):
    said = star.edited("parameters/side/description", "<b>side</b> & more")
    card = said._repr_html_()
    assert "&lt;b&gt;side&lt;/b&gt; &amp; more" in card and "<b>side" not in card
    assert re.search(r"drives: F1, F2, F3", card)


def test_help_tells_of_everything():
    import pydoc

    text = pydoc.plain(pydoc.render_doc(globaldyn))
    for name in ("class Machine", "class Region", "plan_path(", "run_study(", "plan_coefficients("):
        assert name in text, name
    for name in globaldyn.__all__:
        assert getattr(globaldyn, name) is not None
    for name in dir(globaldyn._globaldyn):
        kind = getattr(globaldyn._globaldyn, name)
        if not isinstance(kind, type) or issubclass(kind, Exception):
            continue
        for member in dir(kind):
            doc = getattr(getattr(kind, member), "__doc__", "") or ""
            told = [line for line in doc.splitlines() if not re.match(r"\w*\(self", line)]
            assert member.startswith("_") or "".join(told).strip(), f"{name}.{member}"
