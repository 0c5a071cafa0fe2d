"""Solvers, a module each."""

from . import copp2_socp as copp2_socp
from . import copp3_socp as copp3_socp
from . import topp2_ra as topp2_ra
from . import topp3_lp as topp3_lp
from . import topp3_socp as topp3_socp
