"""Examples of the pages on criteria, statuses and files: commands are run, what they show is compared.

Of a page, block by block: `yaml` and `csv` with a title that is no file yet are written, `sh` is run, `python` too;
`text` are lines of what was printed, `json` is a part of a document (of the file that its title names, or of what was
printed), `csv` are rows of a file. A line … leaves lines out, … at the end of a line the rest of it.
"""

import contextlib
import importlib.util
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = ["criteria.md", "statuses.md", "files.md"]
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w])")


def list_blocks(text):
    """Kind, title and text of every block, in order."""
    return re.findall(r'^```(\w+)(?: title="([^"]*)")?\n(.*?)^```$', text, flags=re.DOTALL | re.M)


def calc_step(shown):
    """What the last digit shown stands for; nothing of small whole numbers, which are counts."""
    digits, _, exponent = shown.partition("e")
    decimals = len(digits.partition(".")[2])
    if not decimals and not exponent and len(digits.lstrip("+-")) < 5:
        return 0.0
    return 10.0 ** (int(exponent or 0) - decimals)


def is_near(shown, value):
    """Whether a number is what is shown of it, give or take one in the last digit."""
    return abs(float(shown) - float(value)) <= 1.001 * calc_step(shown)


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def is_same(shown, printed):
    """Whether a line is what is shown of it: the same words, numbers within the digits shown."""
    shown, printed = squeeze(shown), squeeze(printed)
    is_begun = shown.endswith("…")
    shown = shown.rstrip("…, ") if is_begun else shown
    words, others = NUMBER.split(shown), NUMBER.split(printed)
    if is_begun:
        others = others[: len(words)]
        others[-1] = others[-1][: len(words[-1])]
    if words != others:
        return False
    return all(is_near(a, b) for a, b in zip(NUMBER.findall(shown), NUMBER.findall(printed)))


def expect_lines(shown, printed):
    """Every line that is shown is there, in this order."""
    rest = iter(printed.splitlines())
    for line in shown.splitlines():
        if line.strip() != "…":
            assert any(is_same(line, one) for one in rest), f"not printed: {line}\n{printed}"


class Shown(str):
    """A number of a document, as it is written there."""


def expect_part(shown, whole, where="document"):
    """Every key that is shown is there with this value, of lists the first entries are."""
    if isinstance(shown, dict):
        for key, value in shown.items():
            assert key in whole, f"{where} has no {key}"
            expect_part(value, whole[key], f"{where}.{key}")
    elif isinstance(shown, list):
        assert isinstance(whole, list) and len(shown) <= len(whole), where
        assert shown or not whole, f"{where} is not empty"
        for i, value in enumerate(shown):
            expect_part(value, whole[i], f"{where}[{i}]")
    elif isinstance(shown, Shown):
        assert isinstance(whole, (int, float)) and is_near(shown, whole), f"{where} is {whole}, not {shown}"
    else:
        assert shown == whole, f"{where} is {whole}, not {shown}"


def run(line):
    """What a command prints; `# exit code N` says how it ends if not well. None without a page to make."""
    command, _, code = line.partition("  # exit code ")
    assert command.startswith("globaldyn "), command
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)], capture_output=True, text=True, env=os.environ
    )
    if "built without the page" in done.stderr:
        return None
    assert done.returncode == int(code or 0), f"{line}: {done.returncode}: {done.stderr}"
    return done.stdout + done.stderr


def run_python(text):
    """What a block of Python prints; nothing is known of one that needs what is not installed."""
    if "import h5py" in text and not importlib.util.find_spec("h5py"):
        return None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(text, "page", "exec"), {})
    return printed.getvalue()


def follow(page):
    """Does what a page says, in the folder that we are in; what its commands were shown to print."""
    printed, counts = "", {}
    for kind, title, text in list_blocks((DOCS / page).read_text()):
        counts[kind] = counts.get(kind, 0) + 1
        if kind == "yaml":
            Path(title).write_text(text)
        elif kind == "sh":
            said = [run(line) for line in text.splitlines()]
            printed = None if None in said else "".join(said)
        elif kind == "python":
            printed = run_python(text)
        elif kind == "text" and printed is not None:
            expect_lines(text, printed)
        elif kind == "text":
            continue
        elif kind == "json":
            whole = json.loads(Path(title).read_text() if title else printed)
            expect_part(json.loads(text, parse_float=Shown), whole)
        else:
            assert kind == "csv" and title, kind
            expect_lines(text, Path(title).read_text())
    return counts


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A folder in which all is as in the root of the source, and nothing is written to that."""
    for name in ["machines", "results", "catalogues"]:
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GLOBALDYN_PICTURE_SECONDS", "60")
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_page(page, root):
    counts = follow(page)
    assert counts["sh"] >= 5 and sum(counts.values()) >= 15
    if page == "files.md":
        expect_every_file(root)


def expect_every_file(root):
    """Whatever the page's commands wrote has its example, or is named."""
    text = (DOCS / "files.md").read_text()
    titles = {title for kind, title, _ in list_blocks(text) if kind != "yaml"}
    written = {
        path.relative_to(root).as_posix()
        for folder, _, files in os.walk(root)
        for path in (Path(folder) / name for name in files)
        if "inputs" not in path.parts
    }
    tables = {name for name in written if name.endswith((".json", ".csv"))}
    assert len(tables) >= 12
    assert tables <= titles, f"without an example: {tables - titles}"
    for name in written:
        assert Path(name).name in text, f"{name} is written and not named"
    for name in tables:
        if name.endswith(".json"):
            for key in json.loads((root / name).read_text()):
                assert re.search(rf"\b{key}\b", text), f"{key} of {name} is not named"


def list_examples(text):
    return "".join(block for kind, _, block in list_blocks(text) if kind in ("text", "json", "csv"))


def test_every_criterion_has_an_example():
    text = (DOCS / "criteria.md").read_text()
    shown = {line.split()[0] for line in list_examples(text).splitlines() if line.strip()}
    listed = run("globaldyn map --list-criteria").splitlines()[1:]
    names = {line.split()[0] for line in listed}
    assert len(names) > 50
    read = {name.rpartition(".")[2] for name, _ in list_readings(text)}
    for name in names:
        pattern = re.compile(rf"(\w+\.)?{name}(\.worst|_[A-Z]\w*)?")
        assert any(pattern.fullmatch(one) for one in shown), f"no example of {name}"
        assert name in read, f"nothing on how to read {name}"


def list_readings(text):
    """Criterion and numbers of the rows that say how to read them, each beside its printed line."""
    for part in re.split(r"^(?=```sh)", text, flags=re.M):
        printed = list_examples(part).splitlines()
        table = re.search(r"^\| criterion \| here \|.*?\n\n", part + "\n\n", flags=re.DOTALL | re.M)
        for row in (table.group() if table else "").splitlines()[2:]:
            cells = [cell.strip() for cell in row.strip("|").split("|")]
            if len(cells) != 3:
                continue
            numbers = NUMBER.findall(cells[1])
            for name in re.findall(r"`([\w.]+)`", cells[0]):
                lines = [
                    line
                    for line in printed
                    if re.match(rf"\s*(\w+\.)?{re.escape(name)}(\.worst|_[A-Z]\w*)?\s", line)
                ]
                yield name, (numbers, lines)


def test_readings_are_of_what_is_printed():
    readings = list(list_readings((DOCS / "criteria.md").read_text()))
    assert len(readings) > 50
    for name, (numbers, lines) in readings:
        assert lines, f"{name} is not printed"
        values = NUMBER.findall(" ".join(lines))
        for number in numbers:
            assert any(is_near(number, value) for value in values), f"{name}: {number} not in {lines}"


def list_enumerators(header, enumeration):
    text = (ROOT / "include" / "globaldyn" / header).read_text()
    body = re.search(rf"enum class {enumeration} {{(.*?)}};", text, flags=re.DOTALL).group(1)
    body = re.sub(r"//.*", "", body)
    return re.findall(r"\w+", body)


@pytest.mark.parametrize(
    "section, header, enumeration",
    [
        ("Plans", "plan_status.h", "PlanStatus"),
        ("Poses", "evaluation.h", "SampleStatus"),
        ("Regions", "region.h", "RegionStatus"),
        ("Simulations", "simulation.h", "SimulationStatus"),
        ("Designs", "pareto_set.h", "DesignState"),
    ],
)
def test_every_status_has_an_example(section, header, enumeration):
    text = (DOCS / "statuses.md").read_text()
    part = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", text, flags=re.DOTALL | re.M).group(1)
    examples = list_examples(part)
    names = list_enumerators(header, enumeration)
    assert len(names) >= 3
    for name in names:
        assert re.search(rf"^\| `{name}` \|", part, flags=re.M), f"{name} is not explained"
        if name != "cancelled":  # of programs alone: tests/api/plan_test.cc
            assert re.search(rf"\b{name}\b", examples), f"no example of {name}"


def test_what_differs_is_seen():
    assert is_same("time 0.2446 s, …", "  time  0.24464 s, known")
    assert not is_same("time 0.2448 s, …", "  time  0.24464 s, known")
    assert not is_same("61 of 61 ok", "60 of 61 ok")
    with pytest.raises(AssertionError):
        expect_lines("b\na", "a\nb")
    with pytest.raises(AssertionError):
        expect_part({"a": [{"b": Shown("1.25")}]}, {"a": [{"b": 1.27}]})
    with pytest.raises(AssertionError):
        expect_part({"a": {"b": 1}}, {"a": {}})
