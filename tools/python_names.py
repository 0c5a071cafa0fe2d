"""Writes a page of all public names of the Python package, from their docstrings: python_names.py FILE."""

import inspect
import re
import sys

import globaldyn


def list_members(cls):
    """Names of its own that are no secrets, with what they are and say."""
    for name, member in sorted(vars(cls).items()):
        if name.startswith("_") or not (inspect.getdoc(member) or callable(member)):
            continue
        yield name, "property" if isinstance(member, property) else "method", inspect.getdoc(member) or ""


def write_member(name, kind, text):
    text = re.sub(r"\s+", " ", text)
    signature, _, said = text.partition(") ") if kind == "method" and text.startswith(name) else ("", "", text)
    return f"- **{name}**{'()' if kind == 'method' else ''}: {said or signature}\n"


def write_page():
    """Functions first, classes with their members."""
    functions, classes = "", ""
    for name in sorted(dir(globaldyn)):
        value = getattr(globaldyn, name)
        if name.startswith("_") or inspect.ismodule(value):
            continue
        text = inspect.getdoc(value) or ""
        if inspect.isclass(value):
            classes += f"\n## {name}\n\n{text}\n\n"
            classes += "".join(write_member(*member) for member in list_members(value))
        elif callable(value):
            functions += f"\n### {name}\n\n```text\n{text}\n```\n"
    return f"# Python, name by name\n\nAs `help(globaldyn)` has it.\n\n## Functions\n{functions}{classes}"


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(write_page())
