#!/bin/sh
# What docs/adding.md names is there: every file and folder in `code`, and every other name in
# `code` as a word of one of the files that the same step names (of any source, if it names none).
# Prints what is not; exit code 1 then.
# Usage: check_adding.sh ROOT
set -eu
cd "$1"
page=docs/adding.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Lines "file|name LINE STEP WORD" of what is in backquotes outside of blocks. A step is a row of a
# table, an item of a list or a paragraph. Commands, options and the like are neither file nor name.
awk '
/^```/ { fenced = !fenced; next }
fenced { next }
/^ *$|^\||^#|^[0-9]+\. |^- / { ++step }
{
  n = split($0, parts, "`")
  for (i = 2; i <= n; i += 2) {
    word = parts[i]
    if (word ~ /^(KIND|NAME|NOUN|COMPONENT|COMMAND)$/) continue
    is_file = word ~ /\// || word ~ /\.(md|h|cc|ts|txt|yaml|json|py)$/
    if (is_file && word ~ /^[A-Za-z0-9_.,{}\/]+$/) print "file", FNR, step, word
    if (!is_file && word ~ /^[A-Za-z_][A-Za-z0-9_:.]*$/) print "name", FNR, step, word
  }
}' $page >"$scratch/words"

bad=0
complain() {  # complain LINE TEXT
  echo "$page:$1: $2" >&2
  bad=1
}

# KIND and the like stand for what is chosen, curves.{h,cc} for two files.
: >"$scratch/files"
count=0
while read -r sort line step word; do
  [ "$sort" = file ] || continue
  count=$((count + 1))
  pattern=$(echo "$word" | sed -E 's/KIND|NAME|NOUN|COMPONENT|COMMAND/*/g')
  case $pattern in
    *'{h,cc}') both="${pattern%'{h,cc}'}h ${pattern%'{h,cc}'}cc" ;;
    *) both=$pattern ;;
  esac
  for file in $both; do
    [ -e "$file" ] || complain "$line" "there is no $file"
    echo "$step $file" >>"$scratch/files"
  done
done <"$scratch/words"
[ $count -gt 100 ] || complain 1 "names hardly a file: $count"

count=0
while read -r sort line step word; do
  [ "$sort" = name ] || continue
  count=$((count + 1))
  name=$(echo "$word" | sed 's/.*[:.]//')  # of PlanStatus::given the last
  files=$(sed -n "s/^$step //p" "$scratch/files")
  # shellcheck disable=SC2086,SC2116  # a list, in one line
  grep -rqw --exclude-dir=node_modules -e "$name" \
    ${files:-core globaldyn optimize report explore include api app python tests cmake} 2>/dev/null ||
    complain "$line" "no $name in $(echo ${files:-the sources})"
done <"$scratch/words"
[ $count -gt 50 ] || complain 1 "names hardly a name: $count"
exit $bad
