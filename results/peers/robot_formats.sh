#!/usr/bin/env bash
# Robots of public MJCF and SDFormat files, imported and compared with MuJoCo and Drake:
# tools of the Python package index in a folder of their own, robots from packages that have some.
# usage: results/peers/robot_formats.sh FOLDER (globaldyn's Python package must be importable there:
# PYTHONPATH=build/release/python)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?a folder to work in}
mkdir -p "$folder"
[ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q numpy mujoco drake example-robot-data
for package in gymnasium gymnasium-robotics robosuite dm_control; do
  "$folder/venv/bin/pip" download -q --no-deps "$package" -d "$folder"
done
for wheel in "$folder"/*.whl; do
  # 11: it has none of some kind.
  unzip -qo "$wheel" '*.xml' '*.stl' '*.STL' '*.obj' -d "$folder/robots" 2>/dev/null || [ $? = 11 ]
done
cd "$folder"
robots=$(find robots -name '*.xml' -print0 | xargs -0 grep -l '<joint' | xargs grep -l '<mujoco' | sort)
# shellcheck disable=SC2086 # names without blanks
venv/bin/python "$here/mjcf_robots.py" $robots
packages=$(venv/bin/python -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
robots=$(find "$packages" -name '*.sdf' | grep -v -e warehouse -e desk -e table -e brick | sort)
# shellcheck disable=SC2086
venv/bin/python "$here/sdf_robots.py" $robots
