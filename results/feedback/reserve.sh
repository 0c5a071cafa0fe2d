#!/bin/sh
# How much reserve pays for how much error: the table of README.md. Needs globaldyn and jq.
#   results/feedback/reserve.sh build/release/app/globaldyn
set -eu
globaldyn=$1
machine=$(dirname "$0")/../../machines/sliding_star/sliding_star.yaml
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
replay() {
  "$globaldyn" simulate "$machine" --plan "$folder/plan.json" --samples 2001 --json "$@" |
    jq -r '"\(.tracking_error * 1e6 | round / 1000) mm / \([.saturated[]] | max * 100 | round) %"'
}
for reserve in 0 2 5 10 20; do
  "$globaldyn" plan "$machine" --path circle_a --reserve $reserve% --no-pictures --quiet --out "$folder"
  line="| $reserve % | $(jq '.time * 1e4 | round / 1e4' "$folder/plan.json") s"
  line="$line | $(replay --error platform_mass=5%)"
  for error in 1 2 5 10; do
    line="$line | $(replay --error platform_mass=$error% --bandwidth '60 rad/s' --period '1 ms' --delay '0.5 ms')"
  done
  echo "$line |"
done
