#!/bin/bash
# The tables of spline_motions.md: COPP from PyPI in a virtual environment, beside globaldyn. Needs
# python3 with venv, and the program spline_motions (tools/bench builds it).
#   results/peers/spline_motions.sh build/release/bench/spline_motions [INSTANCES]
set -eu
spline_motions=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
environment=${PEERS_VENV:-$here/venv}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ ! -x "$environment/bin/python" ]; then python3 -m venv "$environment"; fi
"$environment/bin/pip" install --quiet --disable-pip-version-check numpy==2.4.6 copp-py==0.2.3
"$spline_motions" "${2:-20}" 1000 "$folder"
echo
"$environment/bin/python" "$here/spline_motions.py" "$folder" 1000
