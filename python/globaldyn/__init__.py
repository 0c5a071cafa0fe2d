"""How fast a machine can really move along a path, with these drives.

    import globaldyn

    star = globaldyn.load(globaldyn.machines / "sliding_star/sliding_star.yaml")
    plan = star.plan("circle_a")
    print(plan.time, plan.forces.shape)

Numbers are in SI; texts may have units ("850 mm"). Arrays are NumPy's.
"""

from pathlib import Path as _Path

from . import _globaldyn
from ._display import Page as Page
from ._globaldyn import *  # noqa: F403

__version__: str = _globaldyn.version()

machines: _Path = _Path(__file__).parent / "machines"
"""The folder of the library's machine files and studies."""
