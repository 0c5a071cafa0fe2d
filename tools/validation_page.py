"""Writes a page of what the program is checked against: validation_page.py FILE [JUNIT].

What every file of tests shows stands at its head; JUNIT is what `ctest --output-junit` wrote: with it the
page says how many of the tests have passed.
"""

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


def read_head(text):
    """The comment at the head of a file, as a paragraph."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    return " ".join(lines)


def list_tests(text):
    """Names as ctest has them, without those of parameters."""
    return [f"{suite}.{name}" for suite, name in re.findall(r"^(?:TYPED_)?TEST(?:_[FP])?\((\w+),\s*(\w+)\)", text, re.M)]


def read_results(junit):
    """How often each test ran, and passed, parameters taken together."""
    results = defaultdict(lambda: [0, 0])
    for case in ElementTree.parse(junit).iter("testcase"):
        for part in case.get("name").split("/"):
            if "." in part:
                ran = results[part]
                ran[0] += 1
                ran[1] += case.get("status") == "run"
    return results


def write_page(junit=None):
    """One table for each folder of tests."""
    results = read_results(junit) if junit else {}
    total = sum(ran for ran, _ in results.values())
    passed = sum(good for _, good in results.values())
    run = f", after a run of {total} tests of which {passed} passed" if junit else ""
    page = HEAD.format(run=run)
    for folder in sorted(path for path in TESTS.iterdir() if path.is_dir()):
        rows = ""
        for file in sorted(folder.glob("*_test.cc")):
            text = file.read_text(encoding="utf-8")
            names = list_tests(text)
            counted = str(len(names))
            if junit:
                ran = [results.get(name, (0, 0)) for name in names]
                counted = f"{sum(good for _, good in ran)} of {sum(count for count, _ in ran)}"
            rows += f"| {file.stem[:-5].replace('_', ' ')} | {read_head(text).replace('|', '/')} | {counted} |\n"
        if rows:
            page += f"\n## {folder.name.replace('_', ' ')}\n\n| | what is shown | tests |\n| --- | --- | --- |\n{rows}"
    return page


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(write_page(*sys.argv[2:3]), encoding="utf-8")
