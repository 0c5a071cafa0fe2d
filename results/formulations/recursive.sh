#!/bin/bash
# The tables of recursive.md of the spatial slider-crank and of loops of rods: processor times, the
# smallest of three runs, and counts. Needs globaldyn and jq.
#   results/formulations/recursive.sh build/release/app/globaldyn [slider_crank] [rods]
set -eu
globaldyn=$1
shift
crank=$(dirname "$0")/../../machines/spatial_slider_crank/spatial_slider_crank.yaml
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# Smallest of three times of `simulate` with these arguments, by TIMEFORMAT; its JSON is in $folder/json.
measure() {
  for _ in 1 2 3; do
    { time "$globaldyn" simulate "$@" --formulation recursive --samples 11 --json >"$folder/json"; } 2>&1
  done | awk '{ t = $1 + $2; if (NR == 1 || t < least) least = t } END { printf "%.3g s", least }'
}
count() { jq -r "$1" "$folder/json"; }

slider_crank() {
  for time in 10 60; do
    line="| $time s"
    for tolerance in 1e-4 1e-6 1e-9; do
      line="$line | $(measure "$crank" --force 'M=0.01 N m*exp(-t/1 s)' --time "$time s" --tolerance $tolerance)"
      line="$line ($(count .right_sides_of_all_runs))"
    done
    echo "$line |"
  done
}

rods() {
  for hinges in 15 51 151 301; do
    "$globaldyn" generate rods --count $hinges --out "$folder/rods.yaml"
    taken=$(measure "$folder/rods.yaml" --time '10 s')
    echo "| $hinges | $((hinges - 3)) | $(count '"\(.runs) | \(.step_tolerance) | \(.steps) | \(.right_sides_of_all_runs)"')" \
      "| $taken | $(count '.energy_error / .largest_kinetic_energy') |"
  done
}

TIMEFORMAT='%U %S'
for table in "${@:-slider_crank rods}"; do
  for one in $table; do $one; done
done
