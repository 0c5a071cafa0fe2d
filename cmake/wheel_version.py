"""The version of the wheel, for scikit-build-core: that of GlobaldynVersion.cmake."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
from typing import Any


def get_requires_for_dynamic_metadata(_settings: dict[str, Any]) -> list[str]:
    """What is needed to find it out, where it is missing."""
    return [] if shutil.which("cmake") else ["cmake>=3.25"]


def dynamic_metadata(field: str, _settings: dict[str, Any]) -> str:
    """The version, as 0.2.0 or 0.2.0+17.g1234abc."""
    assert field == "version"
    script = pathlib.Path(__file__).with_name("GlobaldynVersion.cmake")
    return subprocess.run(["cmake", "-P", script], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
