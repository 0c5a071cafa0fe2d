"""The tutorial, followed to the letter: its files written, its commands run, what it says they print."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"


def list_steps():
    """Kind, title and text of every block, in order."""
    return re.findall(r'```(\w+)(?: title="([^"]*)")?\n(.*?)```', PAGE.read_text(), flags=re.DOTALL)


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def run(command):
    assert command.startswith("globaldyn ")
    done = subprocess.run(
        [sys.executable, "-m", *command.split()], capture_output=True, text=True, env=os.environ
    )
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


def test_tutorial(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed, kinds = "", []
    for kind, title, text in list_steps():
        kinds.append(kind)
        if kind == "yaml":
            name, _, where = title.partition(" ")
            with open(name, "a" if where else "w") as file:
                file.write(text)
        elif kind == "sh":
            printed = "".join(run(line) for line in text.splitlines())
        elif kind == "python":
            exec(compile(text, str(PAGE), "exec"), {})
        else:
            assert kind == "text"
            for line in text.splitlines():
                assert squeeze(line) in squeeze(printed), line
    assert kinds.count("sh") >= 8 and "python" in kinds
    assert Path("best.yaml").exists()
    with pytest.raises(AssertionError):
        assert squeeze("time 0.2 s") in squeeze(printed)  # what is not printed is not found


RECIPES = PAGE.with_name("recipes.md")


@pytest.mark.parametrize("command", re.findall(r"^globaldyn .*$", RECIPES.read_text(), re.M))
def test_recipe(command, tmp_path, monkeypatch):
    """As who has installed the package: with nothing but the folder that the page tells to link."""
    monkeypatch.chdir(tmp_path)
    (link,) = re.findall(r"^ln -s .*globaldyn\.machines.*$", RECIPES.read_text(), re.M)
    subprocess.run(link.replace("python3", f"'{sys.executable}'"), shell=True, check=True)
    assert run(command) or "--quiet" in command
