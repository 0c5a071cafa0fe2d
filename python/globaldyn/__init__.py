"""How fast a machine can really move along a path, with these drives.

    import globaldyn

    star = globaldyn.load(globaldyn.machines / "sliding_star/sliding_star.yaml")
    plan = star.plan("circle_a")
    print(plan.time, plan.forces.shape)

Numbers are in SI; texts may have units ("850 mm"). Arrays are NumPy's.

Machines    load() and parse() read machine files, import_robot() reads URDF, SDFormat and MJCF;
            export_robot() writes them. A Machine is asked: check(), evaluate(), criteria(), plan(),
            simulate(), map(); with_parameters(), edited() and added() make others of it.
Answers     Evaluation (regions along paths), Plan, Simulation, Map, Check: arrays, table() for
            pandas, draw() for matplotlib, show() for the page, write() for files.
Own models  plan_path() plans motions of any path and any dynamics, plan_coefficients() of any table of
            limits. globaldyn.compat has TOPP-RA's and COPP's everyday calls.
Studies     run_study() searches designs, described in Python or by a file; Study reads what was found;
            add_machine_criterion(), add_path_criterion() and add_pose_criterion() add criteria.
Words       list_criteria(), list_formulations(); read_quantity(), show_in(), evaluate_formula() know
            units.
Errors      Error, of which InputError (with file, line, column), AssemblyError, NumericalError,
            Interrupted.
"""

import copyreg as _copyreg
from pathlib import Path as _Path
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from . import _globaldyn
from ._display import Page as Page
from ._globaldyn import *  # noqa: F403
from ._studies import run_study as run_study
from ._studies import write_study as write_study

__version__: str = _globaldyn.version()

machines: _Path = _Path(__file__).parent / "machines"
"""The folder of the library's machine files and studies."""


def _rebuild(text: str, file: str, load_case: str) -> _globaldyn.Machine:
    return _globaldyn.parse(text, file=file, folder="/", load_case=load_case)


def _take_apart(machine: _globaldyn.Machine) -> tuple[_Any, tuple[str, str, str]]:
    return _rebuild, (machine.text("/"), machine.file, machine.load_case)


# Machines go to other processes as their files.
_copyreg.pickle(_globaldyn.Machine, _take_apart)

if _TYPE_CHECKING:
    from ._path_limits import PathLimits as PathLimits
    from ._paths import PathPlan as PathPlan
    from ._paths import plan_coefficients as plan_coefficients
    from ._paths import plan_path as plan_path

_IN_PATHS = ("PathLimits", "PathPlan", "plan_coefficients", "plan_path")


def __getattr__(name: str) -> _Any:
    # What needs NumPy as soon as it is imported comes when it is asked for: the command starts
    # sooner, and without NumPy.
    if name in _IN_PATHS:
        from . import _paths

        return getattr(_paths, name)
    raise AttributeError(f"module 'globaldyn' has no attribute '{name}'")


__all__ = sorted(  # noqa: PLE0605
    [name for name in globals() if not name.startswith("_")] + list(_IN_PATHS)
)


def __dir__() -> list[str]:
    return sorted([*globals(), *_IN_PATHS])
