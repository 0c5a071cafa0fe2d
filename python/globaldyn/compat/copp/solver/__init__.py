"""Solvers, a module each."""

from ..._absent import refuse as _refuse
from . import copp2_socp as copp2_socp
from . import copp3_socp as copp3_socp
from . import topp2_ra as topp2_ra
from . import topp3_lp as topp3_lp
from . import topp3_socp as topp3_socp

__getattr__ = _refuse(
    "globaldyn.compat.copp.solver",
    {"reach_set2": "the planner does without such sets; globaldyn.Machine.evaluate() gives regions"},
)
