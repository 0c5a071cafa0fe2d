#!/usr/bin/env bash
# The first minutes with the wheel, as docs/python.md and docs/tutorial.md have them: what is typed, what is
# printed, when. A machine of one's own, then a robot of somebody else's.
# usage: results/first_minutes/first_minutes.sh WHEEL   (made by tools/wheel)
set -euo pipefail
wheel=$(realpath "$1")
cd "$(mktemp -d)"
begin=$(date +%s.%N)
run() {
  printf '\n%6.1f s $ %s\n' "$(awk "BEGIN{print $(date +%s.%N) - $begin}")" "$*"
  "$@" 2>&1 | head -n "${LINES_SHOWN:-14}"
}
run python3 -m venv here
PATH=$PWD/here/bin:$PATH
run pip install --quiet --disable-pip-version-check "$wheel"
run globaldyn doctor
run globaldyn new arm --name mine --out mine.yaml
run globaldyn check mine.yaml
run globaldyn plan mine.yaml --path circle --out mine
run globaldyn report mine
run pip install --quiet --disable-pip-version-check example-robot-data
panda=$(find here -name panda.urdf | head -1)
run globaldyn import "$panda" --out panda.yaml
run globaldyn plan panda.yaml --path sweep --out panda
run python3 -c "
import globaldyn
panda = globaldyn.load('panda.yaml')
plan = panda.plan('sweep')
print(plan.time, abs(plan.forces).max(axis=0))"
printf '\n%6.1f s\n' "$(awk "BEGIN{print $(date +%s.%N) - $begin}")"
