#!/bin/sh
# Every C++ file is formatted as .clang-format says.
# Usage: check_format.sh PROJECT_FOLDER
set -eu
cd "$1"
find include core globaldyn optimize report explore app api python tests bench examples \( -name '*.cc' -o -name '*.h' \) -print0 |
  xargs -0 clang-format --dry-run -Werror
