"""Solvers, a module each."""

from . import copp2_socp as copp2_socp
from . import topp2_ra as topp2_ra
