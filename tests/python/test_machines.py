"""Machines read, changed and saved; mistakes told."""

import math
import os
import pickle
import signal
import threading
import time

import globaldyn
import numpy as np
import pytest
from conftest import MACHINES


def test_what_the_file_says(star):
    assert star.name == "sliding_star"
    assert [drive.name for drive in star.drives] == ["F1", "F2", "F3", "F4"]
    assert star.drive_limits[0].force == (-1000.0, 1000.0)
    assert star.parameters["leg"].value == 0.85
    assert star.parameters["leg"].unit == "m"
    assert [path.name for path in star.paths] == ["circle_a", "circle_b"]
    assert star.bodies[0].mass == 0.0


def test_parameters_as_numbers_and_texts(star):
    heavy = star.with_parameters(platform_mass=12)
    assert heavy.parameters["platform_mass"].value == 12.0
    assert heavy.with_parameters(leg="900 mm").parameters["leg"].value == 0.9
    # Those set before are kept, and the first machine is what it was.
    assert heavy.with_parameters(leg=0.9).parameters["platform_mass"].value == 12.0
    assert star.parameters["platform_mass"].value == 6.0
    for value in (1 / 3, np.float64(0.1) * 3, np.float32(0.5), 7):
        assert star.with_parameters(platform_mass=value).parameters[
            "platform_mass"
        ].value == float(value)


def test_wrong_parameters(star):
    with pytest.raises(globaldyn.InputError, match="did you mean 'platform_mass'"):
        star.with_parameters(platform_mas=3)
    with pytest.raises(globaldyn.InputError):
        star.with_parameters(platform_mass="3 m")
    for value in ([3], None, True):
        with pytest.raises(TypeError, match="expected a number in SI"):
            star.with_parameters(platform_mass=value)


def test_places_of_mistakes():
    text = "globaldyn: 1\nname: none\nbodies:\n  arm: {mas: 3 kg}\n"
    with pytest.raises(globaldyn.InputError) as caught:
        globaldyn.parse(text, file="arm.yaml")
    assert (caught.value.file, caught.value.line) == ("arm.yaml", 4)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, globaldyn.Error)
    assert str(caught.value).startswith("arm.yaml:4:")
    with pytest.raises(globaldyn.InputError, match="nowhere.yaml: cannot be read"):
        globaldyn.load("nowhere.yaml")


@pytest.mark.parametrize("seed", range(20))
def test_saved_is_what_was_set(star, seed, tmp_path):
    """Random values in random units come back as they were, and nothing else changes."""
    random = np.random.default_rng(seed)
    mass = 10.0 ** random.uniform(-1, 2)
    unit, size = [("kg", 1.0), ("g", 1e-3)][random.integers(2)]
    machine = star.with_parameters(
        platform_mass=f"{mass / size!r} {unit}", leg=random.uniform(0.8, 0.9)
    )
    file = tmp_path / "star.yaml"
    machine.save(file)
    again = globaldyn.load(file)
    for name, parameter in machine.parameters.items():
        assert again.parameters[name].value == parameter.value
    before = star.text().splitlines()
    after = file.read_text().splitlines()
    assert len(before) == len(after)
    changed = [line for line, other in zip(before, after) if line != other]
    assert all("platform_mass" in line or "leg:" in line for line in changed)


def test_any_value_edited(star):
    before = star.plan("circle_a", tolerance=1e-4).time
    slow = star.edited("parameters/force/value", "250 N")
    # Forces of a quarter: twice the time, without gravity and friction.
    assert slow.plan("circle_a", tolerance=1e-4).time == pytest.approx(2 * before, rel=3e-4)
    said = star.edited("parameters/side/description", "side: the longer one")
    assert said.parameters["side"].description == "side: the longer one"
    assert star.edited("gravity/1", "-9.81").gravity[1] == -9.81
    with pytest.raises(globaldyn.InputError, match="did you mean 'force'"):
        star.edited("parameters/forc", "1 N")
    with pytest.raises(globaldyn.InputError, match="single value"):
        star.edited("parameters", "1 N")


def test_lists_and_entries_edited(star):
    numbers = star.edited("gravity", [0, -9.81, 0])
    assert list(numbers.gravity) == [0, -9.81, 0]
    with pytest.raises(globaldyn.InputError, match="one of|did you mean"):
        star.edited("drives/F/rated", "100 N")
    rated = star.added("drives/F/rated", "100 N")
    assert [limit.rated for limit in rated.drive_limits][0] == 100
    assert "rated: 100 N" in rated.text()
    assert rated.text().replace("rated: 100 N, ", "") == star.text()
    with pytest.raises(globaldyn.InputError, match="not yet in its map"):
        star.added("parameters/force", 3)
    with pytest.raises(globaldyn.InputError, match="did you mean"):
        star.added("drives/F/ratd", "100 N")
    described = star.added("paths/circle_a/description", "once: around")
    assert described.text().count('description: "once: around"\n') == 1
    # What others have by an alias, and what is an alias, is refused, not changed elsewhere.
    anchored = star.text("/").replace("limits: force", "limits: &f [-600 N, 600 N]")
    with pytest.raises(globaldyn.InputError, match="without brackets"):
        globaldyn.parse(anchored).edited("drives/F/limits", ["-1 kN", "800 N"])
    with pytest.raises(TypeError, match="expected a number, a text, a list"):
        star.edited("gravity", [0, None, 0])


def random_edits(star, seed):
    """Pairs of places and values, and what is read back of them."""
    random = np.random.default_rng(seed)
    for _ in range(30):
        low, high = -random.uniform(1, 900), random.uniform(1, 900)
        yield f"[{low!r}, {high!r} N]", (low, high)
        yield [f"{low / 1000!r} kN", high], (low, high)


@pytest.mark.parametrize("seed", range(3))
def test_random_edits_are_read_back(star, seed):
    for value, expected in random_edits(star, seed):
        edited = star.edited("drives/F/limits", value)
        for limit in edited.drive_limits:
            assert limit.force == pytest.approx(expected, rel=1e-14)
        # And once more, over what was written.
        assert edited.edited("drives/F/limits", "force").text() == star.text()


def test_load_cases_and_checks(star):
    check = star.check()
    assert (check.n_dof, check.redundancy) == (3, 1)
    assert all(fit.fits for fit in check.paths)
    assert star.load_case == ""


def test_quantities():
    assert globaldyn.read_quantity("850 mm", "m") == 0.85
    assert globaldyn.show_in(0.85, "mm") == pytest.approx(850)
    found = globaldyn.evaluate_formula("2 * L * sin(30 deg)", {"L": (0.5, "m")})
    assert found.value == pytest.approx(0.5)
    assert found.unit == "m"
    with pytest.raises(globaldyn.InputError):
        globaldyn.evaluate_formula("1 m + 1 s")
    assert math.isclose(globaldyn.read_quantity("0.3", "m"), 0.3)


def test_library_of_machines():
    """Every machine of the library is read."""
    read = 0
    for file in sorted(MACHINES.glob("*/*.yaml")):
        if "globaldyn: 1" in file.read_text().splitlines():
            assert globaldyn.load(file).bodies
            read += 1
    assert read > 20


def test_machines_are_pickled():
    """Other processes get the same machine: settings, load case, files that it names."""
    arm = globaldyn.load(globaldyn.machines / "five_bar" / "five_bar.yaml", load_case="carrying")
    heavy = arm.with_parameters(upper_mass="2 kg")
    back = pickle.loads(pickle.dumps(heavy))
    assert back.load_case == "carrying"
    assert back.plan("pick", tolerance=1e-3).time == heavy.plan("pick", tolerance=1e-3).time


def test_check_is_interruptible():
    machine = globaldyn.load(MACHINES / "hexapod_6ups" / "hexapod_6ups.yaml")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        machine.check(guesses=10_000_000)
    assert time.monotonic() - begin < 5.0
