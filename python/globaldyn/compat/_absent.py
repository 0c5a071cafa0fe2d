"""Names of other programs that there are not: told with what to use instead."""

from __future__ import annotations

from typing import Any, Callable, Mapping


def refuse(module: str, instead: Mapping[str, str]) -> Callable[[str], Any]:
    """A module's __getattr__ that says what to use instead."""

    def find(name: str) -> Any:
        # Some objects' names are looked for by Python itself.
        hint = f": {instead[name]}" if name in instead else ""
        raise AttributeError(f"{module} has no {name}{hint}")

    return find
