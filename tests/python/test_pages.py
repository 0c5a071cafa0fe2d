"""Examples of the pages on criteria, statuses and files: commands are run, what they show is compared.

Of a page, block by block: `yaml`, `xml` and `text` with a title are files that the reader has and are written; `sh` is
run, `python` too; `text` without a title are lines of what was printed; `json` is a part of a document (of the file that
its title names, or of what was printed), `csv` are rows of a file; `cpp` stands in a test in C++. A line … leaves lines
out, … in a line a part of it; a file that is shown so was written by a command. Then: that nothing which the program
has is missing on these pages.
"""

import contextlib
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
    shown = re.sub(r"[, ]*…$", "…", squeeze(shown))
    numbers = NUMBER.findall(shown)
    parts = [".*".join(map(re.escape, part.split("…"))) for part in NUMBER.split(shown)]
    found = re.fullmatch(f"({NUMBER.pattern})".join(parts), squeeze(printed))
    return bool(found) and all(map(is_near, numbers, found.groups()))


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
    elif where.endswith(".program"):
        # A commit without a tag says which it is.
        assert re.match(r"globaldyn \d+\.\d+\.\d+", whole), f"{where} is {whole}"
    else:
        assert shown == whole, f"{where} is {whole}, not {shown}"


def run(line):
    """What a command prints; `# exit code N` says how it ends if not well. None without a page to make."""
    command, _, code = line.partition("  # exit code ")
    stopped, called, arguments = command.rpartition("globaldyn ")
    assert called and re.fullmatch(r"(timeout [-\w ]+ )?", stopped), command
    done = subprocess.run(
        [*stopped.split(), sys.executable, "-m", "globaldyn", *shlex.split(arguments)],
        capture_output=True,
        text=True,
        env=os.environ,
    )
    if "built without the page" in done.stderr:
        return None
    # A shell says 128 + N of what signal N killed.
    ended = done.returncode if done.returncode >= 0 else 128 - done.returncode
    assert ended == int(code or 0), f"{line}: {ended}: {done.stderr}"
    return done.stdout + done.stderr


def run_python(text):
    """What a block of Python prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(text, "page", "exec"), {})
    return printed.getvalue()


def is_given(kind, title, text):
    """Whether a block is a file that the reader has, not one that a command wrote."""
    return bool(title) and kind in ("yaml", "xml", "text") and "…" not in text


def follow(page):
    """Does what a page says, in the folder that we are in; how many blocks of a kind it had."""
    printed, counts = "", {}
    for kind, title, text in list_blocks((DOCS / page).read_text()):
        counts[kind] = counts.get(kind, 0) + 1
        if is_given(kind, title, text):
            Path(title).write_text(text)
        elif kind == "sh":
            said = [run(line) for line in text.splitlines()]
            printed = None if None in said else "".join(said)
        elif kind == "python":
            printed = run_python(text)
        elif kind == "json":
            whole = json.loads(Path(title).read_text() if title else printed)
            expect_part(json.loads(text, parse_float=Shown), whole)
        elif kind == "cpp":
            tests = (ROOT / "tests" / "api").glob("*.cc")
            assert any(squeeze(text) in squeeze(test.read_text()) for test in tests), text
        elif title:
            expect_lines(text, Path(title).read_text())
        elif printed is not None:
            assert kind == "text", kind
            expect_lines(text, printed)
    return counts


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A folder with the machines, as the root of the source is, and nothing is written to that."""
    (tmp_path / "machines").symlink_to(ROOT / "machines")
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
    blocks = list_blocks(text)
    given = {title for block in blocks for title in block[1:2] if is_given(*block)}
    titles = {title for _, title, _ in blocks} - given
    written = {
        path.relative_to(root).as_posix()
        for folder, _, files in os.walk(root)
        for path in (Path(folder) / name for name in files)
        if "inputs" not in path.parts and "man" not in path.parts
    } - given
    tables = {name for name in written if name.endswith((".json", ".csv"))}
    assert len(tables) >= 12 and sum(name.endswith(".svg") for name in written) >= 12
    assert tables <= titles, f"without an example: {tables - titles}"
    for name in written:
        path = Path(name)
        is_picture = path.suffix in (".svg", ".png")
        named = rf"\b{re.escape(path.stem)}\b" if is_picture else re.escape(path.name)
        assert re.search(named, text), f"{name} is written and not named"
    for name in tables:
        if name.endswith(".json"):
            for key in json.loads((root / name).read_text()):
                assert re.search(rf"\b{key}\b", text), f"{key} of {name} is not named"


def list_commands():
    """Every command of the program with its help, those of studies too."""
    for name in re.findall(r"^  (\w+)  ", run("globaldyn --help").split("Subcommands:")[1], re.M):
        said = run(f"globaldyn {name} --help")
        inner = re.findall(r"^  (\w+)  ", said.partition("Subcommands:")[2], re.M)
        for one in inner:
            yield f"{name} {one}", run(f"globaldyn {name} {one} --help")
        if not inner:
            yield name, said


def test_every_option_that_names_a_file_is_listed():
    text = (DOCS / "files.md").read_text()
    options = {
        f"`{command} {option}`"
        for command, said in list_commands()
        for option, what in re.findall(r"^  (?:-\w,)?(--[\w-]+) (.*)", said, re.M)
        if re.match(r"(FILE|DIR|FOLDER)\b", what) or "FILE.csv" in what
    }
    assert len(options) >= 18
    missing = {option for option in options if option not in text}
    assert not missing, f"not in the lists of files.md: {missing}"


def read_sources(*folders):
    """Name and text of every source file in C++."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.cc")):
            yield path.stem, path.read_text()


PROGRAM = ["core", "globaldyn", "optimize", "report", "explore", "app", "api"]


def test_every_file_that_sources_name_is_described():
    text = (DOCS / "files.md").read_text()
    ends = r"(?:csv|json|h5|html|sqlite|svg)"
    literal = re.compile(rf'(?<![\w{{}}:])([a-z][a-z_.]*\.{ends})\b')
    names = {
        name
        for _, source in read_sources(*PROGRAM)
        for line in source.splitlines()
        if not line.lstrip().startswith(("//", "throw", "fail"))
        for text_in_line in re.findall(r'"([^"]*)"', line)
        for name in literal.findall(text_in_line)
    } - {"image.h5"}  # in memory alone
    assert {"plan.json", "sensitivity.csv", "study.sqlite", "comparison.json"} <= names
    for name in names:
        assert name in text, f"{name} is not described"


def test_every_schema_is_shown():
    examples = list_examples((DOCS / "files.md").read_text())
    schemas = {
        schema
        for _, source in read_sources(*PROGRAM)
        for schema in re.findall(r"\bglobaldyn/\w+/\d+", source)
    } - {"globaldyn/page/1"}  # inside report.html, for the page alone
    assert len(schemas) >= 8
    for schema in schemas:
        assert schema in examples, f"no example of {schema}"


# The example of files.md that each reader of tables reads.
TABLES = {
    "read_curve": "contour.csv",
    "read_rotation_curve": "turns.csv",
    "coordinate_points": "places.csv",
    "read_law": "cam.csv",
    "read_loads": "milling.csv",
    "read_preload_table": "preload.csv",
    "catalogue": "motors.csv",
}


def test_every_table_that_is_read_has_an_example():
    readers = {
        name
        for name, source in read_sources(*PROGRAM)
        if re.search(r"[^\w]read_csv(_table)?\((?!const)", source)
    } - {"csv"}  # what the others read by
    assert readers == set(TABLES)
    blocks = list_blocks((DOCS / "files.md").read_text())
    titles = {title for kind, title, _ in blocks if kind == "text"}
    assert set(TABLES.values()) <= titles


def list_examples(text):
    """What is printed or written, on one page."""
    kinds = ("text", "json", "csv", "cpp")
    return "".join(block for kind, _, block in list_blocks(text) if kind in kinds)


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


INCLUDE = ROOT / "include" / "globaldyn"
STATUSES = {
    "PlanStatus": "Plans",
    "SampleStatus": "Poses",
    "RegionStatus": "Regions",
    "SimulationStatus": "Simulations",
    "DesignState": "Designs",
}


def list_enumerators(text, enumeration):
    body = re.search(rf"enum class {enumeration} {{(.*?)}};", text, flags=re.DOTALL).group(1)
    return re.findall(r"\w+", re.sub(r"//.*", "", body))


def expect_statuses(section, names):
    text = (DOCS / "statuses.md").read_text()
    part = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", text, flags=re.DOTALL | re.M).group(1)
    examples = list_examples(part)
    for name in names:
        assert re.search(rf"^\| `{name}` \|", part, flags=re.M), f"{name} is not explained"
        said = name.replace("gave_up", "gave(_| )up")
        assert re.search(rf"\b{said}\b", examples), f"no example of {name}"
    explained = re.findall(r"^\| `([\w ]+)` \|", part, flags=re.M)
    assert set(explained) == set(names), "what is explained is what there is"


@pytest.mark.parametrize("enumeration", STATUSES)
def test_every_status_has_an_example(enumeration):
    text = "".join(path.read_text() for path in INCLUDE.glob("*.h"))
    names = list_enumerators(text, enumeration)
    assert len(names) >= 3
    expect_statuses(STATUSES[enumeration], names)


def test_every_enumeration_of_statuses_has_a_section():
    text = "".join(path.read_text() for path in INCLUDE.glob("*.h"))
    assert set(re.findall(r"enum class (\w+(?:Status|State))\b", text)) == set(STATUSES)


def test_every_status_of_criteria_has_an_example():
    (source,) = [text for name, text in read_sources("globaldyn/rating") if name == "path_criteria_table"]
    names = re.findall(r'status = "(\w+)"', source)
    names += re.findall(r"PlanStatus::(\w+)", re.search(r"if \(([^{]*)\) {\s*model.undecided = ", source).group(1))
    assert len(names) >= 3
    expect_statuses("Criteria", names)


def test_every_end_of_searches_has_an_example():
    text = (ROOT / "optimize" / "evolution" / "evolution_options.h").read_text()
    names = set(list_enumerators(text, "EvolutionEnd"))
    for _, source in read_sources("optimize/run"):
        names |= set(re.findall(r'(?:note\(store, |add_event\(\s*)\{"([^"]+)"', source))
        names |= set(re.findall(r'char\* k\w+ = "([a-z ]+)"', source))
        names |= set(re.findall(r'return "(\w+)";', source))
    assert len(names) >= 9
    expect_statuses("Searches", names | {"not ended"})  # app/study_command.cc


def test_what_differs_is_seen():
    assert is_same("time 0.2446 s, …", "  time  0.24464 s, known")
    assert not is_same("time 0.2448 s, …", "  time  0.24464 s, known")
    assert not is_same("61 of 61 ok", "60 of 61 ok")
    assert is_same("a  1  …  done", "a 1 2026-12-01T06:20:40Z done")
    assert not is_same("a  1  …  done", "a 1 2026-12-01T06:20:40Z done 3")
    assert not is_same("a  1  …  done", "b 1 2026-12-01T06:20:40Z done")
    with pytest.raises(AssertionError):
        expect_lines("b\na", "a\nb")
    with pytest.raises(AssertionError):
        expect_part({"a": [{"b": Shown("1.25")}]}, {"a": [{"b": 1.27}]})
    with pytest.raises(AssertionError):
        expect_part({"a": {"b": 1}}, {"a": {}})
