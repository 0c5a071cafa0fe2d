// What a user of the installed core writes.
#include <globaldyn/error.h>
#include <globaldyn/mechanism.h>
#include <globaldyn/quantity.h>
#include <globaldyn/version.h>

#include <cmath>
#include <cstdio>

int main(int, char** argv) {
  const globaldyn::Mechanism mechanism = globaldyn::load_mechanism(argv[1]);
  std::printf("%s: %s, %zu drives\n", globaldyn::version().c_str(), mechanism.name.c_str(),
              mechanism.drives.size());
  try {
    (void)globaldyn::evaluate_formula("2 * sine");
    return 1;
  } catch (const globaldyn::InputError& error) {
    std::puts(error.what());
  }
  const globaldyn::Quantity length = globaldyn::evaluate_formula("2*sin(30 deg)*850 mm");
  const bool is_right = std::abs(length.value - 0.85) < 1e-12 && length.unit == "m";
  return is_right && mechanism.drives.size() == 4 ? 0 : 1;
}
