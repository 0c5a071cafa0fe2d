#!/bin/sh
# Installs the build into a scratch folder, looks at what can be included from there, and builds
# small projects against it, in a folder that knows nothing of the sources: one of everything, one
# of the core alone, one of each header, and the examples.
# Usage: build_consumer.sh BUILD ROOT
set -eu
build=$1
root=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
"$root/tests/consumer/check_headers.sh" "$scratch/prefix" "$root"
cp -r "$root/tests/consumer" "$scratch/whole"
cp -r "$root/examples" "$scratch/examples"
for project in whole whole/core whole/headers examples; do
  cmake -S "$scratch/$project" -B "$scratch/build/$project" -DCMAKE_PREFIX_PATH="$scratch/prefix" \
    -DINSTALLED="$scratch/prefix" --no-warn-unused-cli >/dev/null
  cmake --build "$scratch/build/$project" >/dev/null
done
star="$scratch/prefix/share/globaldyn/machines/sliding_star/sliding_star.yaml"
"$scratch/build/whole/consumer" "$star"
"$scratch/build/whole/core/core_consumer" "$star"
"$scratch/build/examples/02_plan" "$star"
"$scratch/prefix/bin/globaldyn" evaluate "$star" --samples 3 --quiet
