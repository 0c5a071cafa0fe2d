#!/bin/sh
# Installs the build into a scratch folder and builds small projects against it: one of everything,
# one of the core alone.
set -eu
build=$1
source=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
for project in . core; do
  cmake -S "$source/$project" -B "$scratch/build/$project" -DCMAKE_PREFIX_PATH="$scratch/prefix" >/dev/null
  cmake --build "$scratch/build/$project" >/dev/null
done
star="$scratch/prefix/share/globaldyn/machines/sliding_star/sliding_star.yaml"
"$scratch/build/consumer" "$star"
"$scratch/build/core/core_consumer"
"$scratch/prefix/bin/globaldyn" evaluate "$star" --samples 3 --quiet
