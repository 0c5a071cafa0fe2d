#!/bin/sh
# What cmake/GlobaldynVersion.cmake says of commits, tags and archives. Oracle: what was committed and
# tagged here, told by hand.
# Usage: check_version.sh PROJECT_FOLDER
set -eu
project=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
mkdir source
cd source
mkdir cmake
cp "$project/.gitattributes" .
cp "$project/cmake/GlobaldynVersion.cmake" "$project/cmake/commit.txt" cmake/
echo 'project(globaldyn VERSION 3.4.5 LANGUAGES CXX)' >CMakeLists.txt

bad=0
expect() {  # expect PATTERN FOLDER WHAT : the version that is told in FOLDER is of that pattern
  said=$(cmake -P "$2/cmake/GlobaldynVersion.cmake" 2>&1 | tr '\n' ' ')
  if ! echo "$said" | grep -Eqx "$1 "; then
    echo "$3: expected $1, was told: $said" >&2
    bad=1
  fi
}
archive() {  # archive FOLDER : what `git archive` makes, unpacked there
  mkdir "../$1"
  git archive HEAD | tar -x -C "../$1"
}
expect '3\.4\.5\+unknown' . "a folder that git knows nothing of"
git init -q
git add .
git commit -q -m one
expect '3\.4\.5\+g[0-9a-f]+' . "a commit before all tags"
archive untagged
expect "3\\.4\\.5\\+g$(git rev-parse --short HEAD)" ../untagged "its archive"
git tag -a -m release v3.4.5
expect '3\.4\.5' . "the tag's commit"
archive tagged
expect '3\.4\.5' ../tagged "its archive"
cp -r ../untagged ../python
echo 'Version: 3.4.5+2.gabc' >../python/PKG-INFO
expect '3\.4\.5\+2\.gabc' ../python "a source archive of Python's"
git commit -q --allow-empty -m two
git commit -q --allow-empty -m three
expect "3\\.4\\.5\\+2\\.g$(git rev-parse --short HEAD)" . "two commits later"
archive later
expect "3\\.4\\.5\\+2\\.g$(git rev-parse --short HEAD)" ../later "its archive"
git tag v3.5.0
expect '.*The tag of this commit is v3\.5\.0, but CMakeLists\.txt says 3\.4\.5\..*' . "a tag that differs"
exit $bad
