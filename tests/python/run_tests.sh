#!/bin/sh
# Tests of the Python package, in a virtual environment beside it that has what they need.
# Usage: run_tests.sh tools|package|types INTERPRETER FOLDER
#   FOLDER  where the package lies; an environment that is there already is used again
set -eu
part=$1 interpreter=$2 folder=$3
here=$(cd "$(dirname "$0")" && pwd)
tools=$folder/test_tools
case $part in
  tools)
    cmp -s "$here/requirements.txt" "$tools/made_for.txt" && exit 0
    rm -rf "$tools"
    "$interpreter" -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$tools/made_for.txt"
    ;;
  package)
    cd "$here"
    PYTHONPATH=$folder PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=Agg \
      exec "$tools/bin/python" -m pytest -p no:cacheprovider --quiet .
    ;;
  types)
    cd "$here"
    # nanobind writes os.PathLike without its argument.
    MYPYPATH=$folder exec "$tools/bin/mypy" --strict --disable-error-code type-arg \
      --cache-dir "$tools/mypy" types_of_results.py
    ;;
esac
