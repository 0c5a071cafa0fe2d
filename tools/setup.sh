# Sourced by the commands of this folder: installs the Debian packages that are missing.
# install_packages PACKAGE... : does nothing, quickly, where all are there.
install_packages() {
  missing=""
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" ||
      missing="$missing $package"
  done
  [ -z "$missing" ] && return 0
  sudo=""
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
      echo "These packages are missing and need root or sudo to install:$missing" >&2
      exit 1
    }
    sudo=sudo
  fi
  echo "Installing Debian packages:$missing"
  $sudo apt-get update -qq
  # shellcheck disable=SC2086  # a list of words
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    $missing >/dev/null
}

# What the program itself needs to be built and to draw its pictures.
BUILD_PACKAGES="g++ cmake ninja-build libeigen3-dev libboost-dev libboost-graph-dev
  libyaml-cpp-dev libcli11-dev nlohmann-json3-dev libfmt-dev libtbb-dev libfcl-dev libhdf5-dev
  libsundials-dev libnlopt-dev libnlopt-cxx-dev libsqlite3-dev zlib1g-dev gnuplot-nox fonts-dejavu-core"

# What makes the page of `globaldyn report`: the npm that is there, else Debian's.
PAGE_PACKAGES=""
if ! command -v npm >/dev/null || ! command -v node >/dev/null; then
  PAGE_PACKAGES="nodejs npm"
fi

# What the tests need besides; pip gets nanobind and what the tests of the Python package need.
TEST_PACKAGES="python3-dev python3-venv libgtest-dev libglpk-dev coinor-libipopt-dev libvalijson-dev libopenmpi-dev openmpi-bin clang-format
  octave fonts-freefont-otf"

# What the tests of the page need besides.
PAGE_TEST_PACKAGES="chromium firefox-esr"

# What the benchmarks need besides.
BENCH_PACKAGES="libbenchmark-dev libsimbody-dev libpagmo-dev"

# What tools/lint needs besides.
LINT_PACKAGES="clang-tidy"

# What builds under sanitizers need besides: clang compiles them faster than GCC.
SANITIZER_PACKAGES="clang libclang-rt-dev llvm"
