"""Studies that are described in Python: mappings as study files are, with Machines and functions."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Union

from . import _globaldyn

Description = Mapping[str, Any]
Source = Union[str, "os.PathLike[str]", Description]
Function = Callable[[_globaldyn.Machine], float]

# The functions that criteria of machines call, by the criteria's names; and the studies that run.
# Criteria live as long as the process; a study that is described again has other functions.
_functions: dict[str, Function] = {}
_running: set[str] = set()
_lock = threading.Lock()


def _find_criterion(study: str, formula: str, unit: str, function: Function) -> str:
    """The name of the criterion that stands for a function in a study's formula."""
    name = f"{study}_{formula}"
    if re.fullmatch("[A-Z]{3}", unit):
        unit = "1"  # a currency, which formulas may have of any plain number
    known = {one.name: one.unit for one in _globaldyn.list_criteria()}
    count = 1
    while known.get(name, unit) != unit or (name in known and name not in _functions):
        count += 1
        name = f"{study}_{formula}_{count}"
    if name not in known:
        _globaldyn.add_machine_criterion(
            name,
            lambda machine: _functions[name](machine),
            unit=unit,
            description=f"of the study {study}, a function of Python",
        )
    _functions[name] = function
    return name


def _to_plain(value: Any) -> Any:
    """What NumPy, pandas and pathlib have for numbers, lists and texts."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    return value


def _write_scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    raise TypeError(f"{value!r} in a study; expected a text, a number, a list, a mapping or a function")


def _write(value: Any, indent: str = "") -> str:
    """As YAML; mappings a line a key."""
    value = _to_plain(value)
    if isinstance(value, Mapping):
        if not value:
            return " {}\n"
        lines = [f"{indent}{_write_scalar(str(key))}:{_write(one, indent + '  ')}" for key, one in value.items()]
        return "\n" + "".join(lines)
    if isinstance(value, (list, tuple)):
        return " [" + ", ".join(_write_item(one) for one in value) + "]\n"
    return f" {_write_scalar(value)}\n"


def _write_item(value: Any) -> str:
    value = _to_plain(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_write_scalar(str(key))}: {_write_item(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_write_item(one) for one in value) + "]"
    return _write_scalar(value)


class _Writer:
    """The files of one description, in a folder."""

    def __init__(self, description: Description, folder: Path) -> None:
        self.description = dict(description)
        self.folder = folder
        self.name = str(self.description.setdefault("name", "study"))

    def write(self) -> Path:
        study: dict[str, Any] = {"globaldyn_study": 1, **self.description}
        study["machine"] = self._write_machine(study.get("machine"))
        for key, write in (
            ("variables", self._write_variable),
            ("objectives", self._write_formula),
            ("constraints", self._write_formula),
            ("quantities", self._write_formula),
        ):
            if isinstance(study.get(key), Mapping):
                study[key] = {name: write(str(name), value) for name, value in study[key].items()}
        file = self.folder / "study.yaml"
        file.write_text(_write(study).lstrip("\n"), encoding="utf-8")
        return file

    def _write_machine(self, machine: Any) -> str:
        if machine is None:
            raise ValueError("a study without a machine; expected machine=, a Machine or a file")
        if not isinstance(machine, _globaldyn.Machine):
            machine = _globaldyn.load(machine)
        if machine.load_case:
            raise ValueError(
                f"a machine under its load case '{machine.load_case}'; expected scenarios with 'load'"
            )
        machine.save(self.folder / "machine.yaml")
        return "machine.yaml"

    def _write_variable(self, name: str, value: Any) -> Any:
        value = _to_plain(value)
        if isinstance(value, tuple):
            if len(value) != 2:
                raise ValueError(f"variable {name} = {value!r}; expected a tuple (from, to)")
            return {"from": value[0], "to": value[1]}
        if isinstance(value, list):
            return {"values": value}
        if isinstance(value, Mapping) and "catalogue" in value:
            return {**value, "catalogue": self._write_catalogue(name, value["catalogue"])}
        return value

    def _write_catalogue(self, name: str, catalogue: Any) -> str:
        if hasattr(catalogue, "to_csv"):
            file = f"{name}.csv"
            catalogue.to_csv(self.folder / file, index="name" not in catalogue.columns, index_label="name")
            return file
        source = Path(catalogue)
        target = self.folder / source.name
        if source.resolve() != target.resolve():
            shutil.copyfile(source, target)
        return source.name

    def _write_formula(self, name: str, value: Any) -> Any:
        if callable(value):
            return f"machine.{_find_criterion(self.name, name, '1', value)}"
        if not isinstance(value, Mapping):
            return value
        unit = str(value.get("unit", "1"))
        return {
            key: f"machine.{_find_criterion(self.name, name, unit, one)}" if callable(one) else one
            for key, one in value.items()
        }


def write_study(description: Description, folder: Union[str, "os.PathLike[str]"]) -> Path:
    """Write the files of a study that is described in Python; returns the path of its study.yaml.

    description: what a study file has, as a mapping (docs/study_file.md): numbers in SI, texts with
        units or formulas. `machine` is a Machine or a file; a variable may be a tuple (from, to) or
        a list of values, a catalogue a pandas DataFrame; formulas of objectives, constraints and
        quantities may be functions of a design's Machine.
    folder: for study.yaml, machine.yaml and the catalogues. A study with functions is run by the
        process that wrote it alone; its designs, pages and machines are for all.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    return _Writer(description, place).write()


def _refuse_study(folder: Path) -> None:
    """What is there stays as it is, if it is not to be resumed."""
    try:
        _globaldyn.Study(folder)
    except _globaldyn.InputError:
        return
    raise _globaldyn.InputError(
        f"{folder}: there is a study already; expected another folder, or resume=True"
    )


def run_study(
    study: Source,
    folder: Union[str, "os.PathLike[str]"],
    *,
    budget: int = 0,
    time_limit: Optional[float] = None,
    resume: bool = False,
    accept_changed: bool = False,
    threads: int = 0,
    progress: Optional[Callable[[int, int], None]] = None,
) -> _globaldyn.Study:
    """Search the designs of a study; all that it evaluates is stored in a folder.

    A study which was stopped (Ctrl-C) goes on as if nothing had been.

    study: a study file, or what write_study() takes; its files are then written to the folder.
        Functions in it are called from all threads, one at a time; what they raise ends the design.
    budget: most designs; 0: as the study says.
    time_limit: s; None: as the study says.
    resume: go on with the study in the folder, if there is one. Whether functions are as before is
        not known.
    accept_changed: although its files or the program have changed.
    threads: 0: one per core; changes no design's numbers.
    progress: called with (done, limit).
    """

    def run(file: Any) -> _globaldyn.Study:
        found: _globaldyn.Study = _globaldyn._run_study(  # type: ignore[attr-defined]
            file,
            folder,
            budget=budget,
            time_limit=time_limit,
            resume=resume,
            accept_changed=accept_changed,
            threads=threads,
            progress=progress,
        )
        return found

    if not isinstance(study, Mapping):
        return run(study)
    name = str(study.get("name", "study"))
    with _lock:
        if name in _running:
            raise ValueError(f"study {name} is running; expected another name")
        _running.add(name)
    try:
        if not resume:
            _refuse_study(Path(folder))
        return run(write_study(study, folder))
    finally:
        with _lock:
            _running.discard(name)
