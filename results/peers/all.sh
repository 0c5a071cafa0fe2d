#!/usr/bin/env bash
# All tables beside other programs, into results/peers/tables: fastest motions, dynamics, robot files. The others come
# from the Python package index into a virtual environment. Takes half an hour.
#   results/peers/all.sh PACKAGE COMMAND [INSTANCES]
# PACKAGE: a wheel, or the folder of a built package (build/release/python); COMMAND: build/release/app/globaldyn, with the
# benchmark right_side beside it (tools/bench builds it).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(realpath "${1:?a wheel or a folder, as build/release/python}")
command=$(realpath "${2:?the command, as build/release/app/globaldyn}")
instances=${3:-100}
right_side=${RIGHT_SIDE:-$(dirname "$command")/../bench/right_side}
export PEERS_VENV=${PEERS_VENV:-$here/venv}
[ -x "$PEERS_VENV/bin/python" ] || python3 -m venv "$PEERS_VENV"
"$PEERS_VENV/bin/pip" install --quiet --disable-pip-version-check numpy scipy toppra==0.6.10 copp-py==0.2.3 \
  pin==4.1.0 drake==1.51.1 mujoco==4.0.0 exudyn==1.13.6 example-robot-data
case $package in
*.whl) "$PEERS_VENV/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$package" ;;
*) export PYTHONPATH=$package ;;
esac
# One core each.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
mkdir -p "$here/tables"
make() {
  local name=$1
  shift
  echo "tables/$name.md" >&2
  taskset -c 0 "$PEERS_VENV/bin/python" "$@" >"$here/tables/$name.new"
  mv "$here/tables/$name.new" "$here/tables/$name.md"
}
make python_paths "$here/python_paths.py" "$instances"
make arm_paths "$here/arm_paths.py" "$instances"
make inverse_dynamics "$here/inverse_dynamics.py" "$right_side"
make forward_dynamics "$here/forward_dynamics.py" "$command" "$right_side"
make urdf_robots "$here/urdf_robots.py"
echo "tables/spline_motions.md" >&2
taskset -c 0 "$here/spline_motions.sh" "$(dirname "$right_side")/spline_motions" >"$here/tables/spline_motions.md"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "tables/robot_formats.md" >&2
"$here/robot_formats.sh" "$work" >"$here/tables/robot_formats.md"
