#!/bin/sh
# check_edges.sh refuses includes that are planted in a copy of the sources, and edges no file needs.
# Usage: check_guard.sh ROOT
set -eu
guard=$1/tests/architecture/check_edges.sh
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cd "$1"
mkdir "$copy/docs"
cp docs/architecture.md "$copy/docs"
cp -r include core globaldyn optimize report explore app api python "$copy"
"$guard" "$copy"

bad=0
refuse() {  # refuse FILE 'LINE' 'MESSAGE' : the guard says so of a copy whose FILE has LINE as well
  cp "$copy/$1" "$copy/kept"
  echo "$2" >>"$copy/$1"
  if said=$("$guard" "$copy") || ! echo "$said" | grep -qF "$3"; then
    echo "$1 with '$2': expected '$3', was told: $said" >&2
    bad=1
  fi
  mv "$copy/kept" "$copy/$1"
}
refuse core/base/errors.h '#include "core/loops/loop_solver.h"' 'core/base must not include core/loops'
refuse globaldyn/path/path.h '#include "globaldyn/maps/grid.h"' \
  'globaldyn/path must not include globaldyn/maps'
refuse globaldyn/machine/machine.h '#include "globaldyn/motion/plan_path.h"' \
  'globaldyn/machine must not include globaldyn/motion'
refuse globaldyn/region/region.cc '#include <tbb/parallel_for.h>' 'globaldyn/region must not include <tbb>'
refuse globaldyn/plan/regions/region_plan.cc '#include "globaldyn/machine/machine.h"' \
  'globaldyn/plan/regions must not include globaldyn/machine'
refuse optimize/pareto/fronts.cc '#include "optimize/store/study_store.h"' \
  'optimize/pareto must not include optimize/store'
refuse core/kinematics/motion.h '#include "globaldyn/limits/drive_limits.h"' \
  'core/kinematics must not include globaldyn/limits'
refuse report/canvas/picture.cc '#include "tests/support/machines.h"' 'must not include tests/support'
refuse report/canvas/picture.cc '#include "labels.h"' 'expected the path from the root'
refuse include/globaldyn/machine.h '#include "globaldyn/machine/machine.h"' \
  'include/globaldyn must not include globaldyn/machine'
refuse globaldyn/machine/machine.h '#include <globaldyn/machine.h>' \
  'globaldyn/machine must not include <globaldyn>'

# An edge without an include, and one that goes upwards.
edge() {  # edge 'SED' 'MESSAGE' : the guard says so of a list changed so
  sed -i "$1" "$copy/docs/architecture.md"
  if said=$("$guard" "$copy") || ! echo "$said" | grep -qF "$2"; then
    echo "list with '$1': expected '$2', was told: $said" >&2
    bad=1
  fi
  cp docs/architecture.md "$copy/docs"
}
edge 's/^optimize\/search:/& core\/base/' 'optimize/search does not include core/base'
edge 's/^core\/expression:/& core\/loops/' 'which does not stand above it'
edge '/^globaldyn\/sweep:/d' 'globaldyn/sweep: no edges'
exit $bad
