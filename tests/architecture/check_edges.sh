#!/bin/sh
# Every include of the product's folders is one of the edges that docs/architecture.md allows, and
# every edge it allows is there. Prints what is not as it should be; exit code 1 then.
# Usage: check_edges.sh ROOT
set -eu
cd "$1"
# shellcheck disable=SC2046  # no blanks in names
awk '
function fail(text) { print text; bad = 1 }
function read_edges(    line, fields, n, i, inside) {
  while ((getline line < "docs/architecture.md") > 0) {
    if (line ~ /^```edges/) { inside = 1; continue }
    if (line ~ /^```/) inside = 0
    if (!inside || line ~ /^ *$/) continue
    n = split(line, fields, " ")
    i = 1
    if (fields[1] ~ /:$/) { of = substr(fields[1], 1, length(fields[1]) - 1); listed[of] = 1; i = 2 }
    for (; i <= n; ++i) {
      allowed[of, fields[i]] = 1
      if (of != "all" && fields[i] !~ /^</ && !(fields[i] in listed)) {
        fail("docs/architecture.md: " of " may include " fields[i] ", which does not stand above it")
      }
    }
  }
}
function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }
BEGIN { read_edges() }
FNR == 1 {
  here = folder_of(FILENAME)
  if (!(here in listed) && !(here in told)) { told[here]; fail(here ": no edges in docs/architecture.md") }
}
/^#[ \t]*include/ {
  name = $0
  sub(/^#[ \t]*include[ \t]*[<"]/, "", name)
  sub(/[>"].*/, "", name)
  if ($0 ~ /<globaldyn\//) to = "<globaldyn>"  # the front door
  else if (name ~ /^(core|globaldyn|optimize|report|explore|app|api|python|tests|bench)\//) to = folder_of(name)
  else if ($0 ~ /"/) { fail(FILENAME ":" FNR ": expected the path from the root: " $0); next }
  else if (name ~ /\//) { to = name; sub(/\/.*/, "", to); to = "<" to ">" }
  else if (name ~ /\./) to = "<" name ">"
  else next  # of the language
  if (to == here || (("all", to) in allowed)) next
  used[here, to] = 1
  if (!((here, to) in allowed)) fail(FILENAME ":" FNR ": " here " must not include " to)
}
END {
  for (edge in allowed) {
    split(edge, ends, SUBSEP)
    if (ends[1] != "all" && !(edge in used)) fail("docs/architecture.md: " ends[1] " does not include " ends[2])
  }
  exit bad
}' $(find include core globaldyn optimize report explore app api python -name '*.h' -o -name '*.cc' | sort)
