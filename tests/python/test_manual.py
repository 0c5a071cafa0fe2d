"""The manual, followed literally: every block of Python in docs/python.md and README.md, in order."""

import re
import shutil
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
