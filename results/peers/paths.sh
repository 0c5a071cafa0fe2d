#!/usr/bin/env bash
# The tables of python_paths.md and arm_paths.md: TOPP-RA, COPP, Drake and Pinocchio from the Python package
# index in a virtual environment, beside globaldyn's Python package.
#   results/peers/paths.sh PACKAGE [INSTANCES]
# PACKAGE: a wheel, or the folder of a built package (build/release/python)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(realpath "${1:?a wheel or a folder, as build/release/python}")
environment=${PEERS_VENV:-$here/venv}
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check scipy toppra==0.6.10 copp-py==0.2.3 \
  pin==4.1.0 drake==1.51.1 example-robot-data
case $package in
*.whl) "$environment/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$package" ;;
*) export PYTHONPATH=$package ;;
esac
# One core each.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
taskset -c 0 "$environment/bin/python" "$here/python_paths.py" "${2:-100}"
taskset -c 0 "$environment/bin/python" "$here/arm_paths.py" "${2:-100}"
