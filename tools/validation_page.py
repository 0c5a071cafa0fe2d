"""Writes a page of what the program is checked against: validation_page.py FILE [JUNIT ...].

What every file of tests shows stands at its head. JUNIT are what `ctest --output-junit` and `pytest --junitxml`
wrote: with them the page says how many of the tests have passed.
"""

import ast
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
HEAD = """# What it is checked against

Every file of tests says at its head what it shows: closed forms, other formulations, other algorithms, other programs' results,
published numbers, relations that must hold between machines. This page is made from them{run}. How the program compares
with others, run by run, is in `results/peers` of the source; published machines and figures are in `tests/published`.
"""


def read_head(text, mark):
    """The comment at the head of a file, as a paragraph."""
    lines = []
    for line in text.splitlines():
        if not line.startswith(mark):
            break
        lines.append(line[len(mark):].strip())
    return " ".join(line for line in lines if not line.startswith("usage:"))


def read_cpp(file, text):
    """What a file shows, and its tests as ctest has them, without parameters."""
    names = re.findall(r"^(?:TYPED_)?TEST(?:_[FP])?\((\w+),\s*(\w+)\)", text, re.M)
    return file.stem[:-5], read_head(text, "//"), [f"{suite}.{name}" for suite, name in names]


def read_python(file, text):
    """Likewise, as pytest has them."""
    tree = ast.parse(text)
    tests = [one.name for one in tree.body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")]
    docstring = " ".join((ast.get_docstring(tree) or "").split())
    return file.stem[5:], docstring, [f"{file.stem}.{one}" for one in tests]


def read_page(file, text):
    """Likewise; ctest runs each file as one test."""
    name = file.name.split(".")[0]
    return name, read_head(text, "//"), [f"page_{name}"]


def read_octave(file, text):
    """Likewise."""
    return "results", read_head(text, "%"), ["octave"]


KINDS = {"*_test.cc": read_cpp, "test_*.py": read_python, "*.test.mjs": read_page, "run.m": read_octave}


def name_case(case):
    """A test's name without its parameters, and whether it has passed."""
    name = case.get("name")
    if case.get("status"):  # ctest's
        plain = next((part for part in name.split("/") if "." in part), name)
        return plain, case.get("status") == "run"
    wrong = any(case.find(kind) is not None for kind in ("failure", "error", "skipped"))
    return case.get("classname").split(".")[-1] + "." + name.split("[")[0], not wrong


def read_results(junits):
    """How often each test ran, and passed, parameters taken together."""
    results = defaultdict(lambda: [0, 0])
    for junit in junits:
        for case in ElementTree.parse(junit).iter("testcase"):
            name, is_good = name_case(case)
            results[name][0] += 1
            results[name][1] += is_good
    return results


def count_tests(names, results):
    """How many there are, or of how many have passed."""
    if not results:
        return str(len(names))
    ran = [results.get(name, (0, 0)) for name in names]
    count = sum(count for count, _ in ran)
    return f"{sum(good for _, good in ran)} of {count}" if count else "not run"


def write_table(folder, results):
    """What the files of a folder show; nothing without tests."""
    rows = ""
    for pattern, read in KINDS.items():
        for file in sorted(folder.glob(pattern)):
            name, head, names = read(file, file.read_text(encoding="utf-8"))
            rows += f"| {name.replace('_', ' ')} | {head.replace('|', '/')} | {count_tests(names, results)} |\n"
    title = folder.name.replace("_", " ")
    return f"\n## {title}\n\n| | what is shown | tests |\n| --- | --- | --- |\n{rows}" if rows else ""


def write_page(*junits):
    """One table for each folder of tests."""
    results = read_results(junits)
    total, passed = (sum(one[k] for one in results.values()) for k in (0, 1))
    page = HEAD.format(run=f", after a run of {total} tests of which {passed} passed" if junits else "")
    for folder in sorted(path for path in TESTS.iterdir() if path.is_dir()):
        page += write_table(folder, results)
    return page


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(write_page(*sys.argv[2:]), encoding="utf-8")
