#!/bin/sh
# Installs the build into a scratch folder and builds a small project against it.
set -eu
build=$1
source=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
cmake -S "$source" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" >/dev/null
cmake --build "$scratch/build" >/dev/null
star="$scratch/prefix/share/globaldyn/machines/sliding_star/sliding_star.yaml"
"$scratch/build/consumer" "$star"
"$scratch/prefix/bin/globaldyn" evaluate "$star" --samples 3 --quiet
