"""Values of Python as machine files have them."""

from __future__ import annotations

import math
import re
from typing import Any

# What means something else than itself inside brackets.
_SPECIAL = re.compile(r"[:#{}\[\],&*!|>'\"%@`\n]|^[ ?-]|[ ]$|^$")


def write_value(value: Any) -> str:
    """A number, a text, a list or a dict; texts alone as they are, inside others quoted if need be."""
    return value if isinstance(value, str) else _write(value)


def _write(value: Any) -> str:
    if isinstance(value, str):
        if '"' in value:
            raise ValueError(f"{value!r} has a quotation mark; expected none")
        return f'"{value}"' if _SPECIAL.search(value) else value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_write(str(key))}: {_write(one)}" for key, one in value.items()) + "}"
    if hasattr(value, "tolist"):  # NumPy's
        return _write(value.tolist())
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_write(one) for one in value) + "]"
    if isinstance(value, (int, float)) and math.isfinite(value):
        return repr(value)
    raise TypeError(f"{value!r}; expected a number, a text, a list or a dict of such")
