#!/bin/sh
# What is installed to be included is the front door, all of it and nothing else; its headers
# include each other, Eigen and what the language has; and each component has those that
# cmake/GlobaldynFrontDoor.cmake says. Usage: check_headers.sh PREFIX ROOT
set -eu
prefix=$1
root=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
complain() {
  echo "$1" >&2
  bad=1
}

(cd "$root/include" && find . -type f | sort) >"$scratch/kept"
(cd "$prefix/include" && find . -type f | sort) >"$scratch/installed"
diff "$scratch/kept" "$scratch/installed" >&2 || complain "installed headers are not those of include/"

for header in "$prefix"/include/globaldyn/*.h; do
  sed -n 's/^#[ \t]*include[ \t]*//p' "$header" | while read -r included; do
    case $included in
      '<globaldyn/'*'.h>') [ -f "$prefix/include/$(echo "$included" | tr -d '<>')" ] ||
        echo "$header includes $included" ;;
      '<Eigen/'*'>') ;;
      '<'*[./]*'>' | '"'*) echo "$header includes $included" ;;
    esac
  done
done >"$scratch/wrong"
[ ! -s "$scratch/wrong" ] || complain "$(cat "$scratch/wrong")"
if grep -n "inside" "$prefix"/include/globaldyn/*.h >&2; then complain "a header tells what is inside"; fi

# Without what stands above a component, what is to be installed has the headers up to it.
expected=0
for top in core dynamics optimize; do
  cmake -S "$root" -B "$scratch/$top" -DGLOBALDYN_TOP=$top >"$scratch/log" 2>&1 ||
    complain "$(cat "$scratch/log")"
  count=$(tr '\n' ' ' <"$root/cmake/GlobaldynFrontDoor.cmake" |
    sed "s/.*set(globaldyn_${top}_headers\([^)]*\)).*/\1/" | wc -w)
  expected=$((expected + count))
  found=$(find "$scratch/$top" -name cmake_install.cmake -exec grep -ho '/globaldyn/[a-z_]*\.h"' {} + |
    sort -u | wc -l)
  [ "$found" -eq "$expected" ] || complain "up to $top: $found headers instead of $expected"
done
exit $bad
