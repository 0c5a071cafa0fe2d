#!/bin/bash
# The tables of forward_dynamics.md: Pinocchio, MuJoCo, Drake and Exudyn from PyPI in a virtual
# environment, beside globaldyn. Needs python3 with venv, and the benchmark right_side beside the
# program (tools/bench builds it).
#   results/peers/forward_dynamics.sh build/release/app/globaldyn [STATES]
set -eu
globaldyn=$(realpath "$1")
right_side=${RIGHT_SIDE:-$(dirname "$globaldyn")/../bench/right_side}
here=$(dirname "$(realpath "$0")")
environment=${PEERS_VENV:-$here/venv}
if [ ! -x "$environment/bin/python" ]; then python3 -m venv "$environment"; fi
# What the tables were made with; one that cannot be had is left out of them.
for package in numpy==2.4.6 scipy==1.17.1 pin==4.1.0 mujoco==4.0.0 drake==1.51.1 exudyn==1.13.6; do
  "$environment/bin/pip" install --quiet --disable-pip-version-check "$package" ||
    echo "no $package" >&2
done
"$environment/bin/python" "$here/forward_dynamics.py" "$globaldyn" "$right_side" "${2:-20}" |
  tee "$here/tables.md"
