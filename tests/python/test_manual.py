"""The manual, followed literally: every block of Python in docs/python.md and README.md, in order."""

import re
import shutil
import sys
from pathlib import Path

import globaldyn
import numpy
import pytest
import scipy.interpolate

ROOT = Path(__file__).parents[2]


def list_blocks(page):
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), flags=re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_blocks(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    star = globaldyn.machines / "sliding_star"
    shutil.copy(star / "sliding_star.yaml", "star.yaml")
    text = (star / "sliding_star.yaml").read_text()
    Path("rated.yaml").write_text(re.sub(r"limits: force", "limits: force, rated: force/3", text))
    shutil.copy(globaldyn.machines / "jobs" / "lift.yaml", "job.yaml")
    study = (star / "circles_study.yaml").read_text().replace("sliding_star.yaml", "star.yaml")
    Path("study.yaml").write_text(study)
    # What the pages leave to their reader; pages are not shown, and studies are short.
    places, points = numpy.linspace(0, 1, 5), numpy.random.default_rng(0).uniform(-1, 1, (5, 3))
    known = {
        "numpy": numpy,
        "scipy": scipy,
        "places": places,
        "points": points,
        "spline": scipy.interpolate.CubicSpline(places, points),
    }
    blocks = list_blocks(page)
    assert blocks
    for block in blocks:
        block = block.replace("plan.show()", "").replace("budget=2000", "budget=20")
        exec(compile(block, page, "exec"), known)
    assert known["plan"].time > 0


def test_three_programs(monkeypatch):
    """Programs for TOPP-RA and COPP run with the names that globaldyn has for theirs, and find the same."""
    import globaldyn.compat.copp
    import globaldyn.compat.toppra

    for name in ("", ".algorithm", ".constraint"):
        monkeypatch.setitem(sys.modules, f"toppra{name}", sys.modules[f"globaldyn.compat.toppra{name}"])
    monkeypatch.setitem(sys.modules, "copp_py", globaldyn.compat.copp)
    page = "docs/three_programs.md"
    known = {"points": numpy.random.default_rng(0).uniform(-1, 1, (6, 3))}
    blocks = list_blocks(page)
    assert len(blocks) == 3
    for block in blocks:
        exec(compile(block, page, "exec"), known)
    time = known["motion"].time
    assert f"| globaldyn | {time:.5f} |" in (ROOT / page).read_text()
    assert known["toppra_time"] == time
    assert known["copp_time"] == pytest.approx(time, rel=1e-3)
    assert known["q"].shape == (501, 3) and known["found"].q.shape[1] == 3
