"""What a type checker knows of a program that uses the package; never run."""

import pathlib
from typing import Optional

import globaldyn
import numpy as np
import numpy.typing as npt
import pandas

machine: globaldyn.Machine = globaldyn.load("machine.yaml", mass=3, leg="850 mm")
plan: globaldyn.Plan = machine.plan("circle", tolerance=1e-4, rise_time="20 ms")
forces: npt.NDArray[np.float64] = plan.forces
time: float = plan.time
failure: Optional[globaldyn.PlanFailure] = plan.failure
region: globaldyn.Region = machine.evaluate("circle")["circle"].samples[0].region
d2: Optional[tuple[float, float]] = region.d2_at(1.0)
curves: list[npt.NDArray[np.float64]] = region.boundary()
page: globaldyn.Page = plan.show()
study: globaldyn.Study = globaldyn.run_study("study.yaml", "folder", budget=3)
values: dict[str, float | str] = study.values(study.designs[0])
described: globaldyn.Study = globaldyn.run_study({"machine": machine, "objectives": {"cost": lambda one: 1.0}}, "folder")
table: pandas.DataFrame = plan.table()
written: pathlib.Path = globaldyn.write_study({"machine": "machine.yaml"}, "folder")
globaldyn.add_machine_criterion("heavy", lambda one: one.bodies[0].mass, unit="kg")
globaldyn.add_path_criterion("mine", lambda plan: plan.time, unit="s")


def find_hottest(plan: globaldyn.Plan) -> str:
    """A function of results."""
    try:
        return max(plan.use, key=lambda use: use.rms_force).name
    except globaldyn.InputError as error:
        file: str = error.file
        line: int = error.line
        return f"{file}:{line}: {error}"
