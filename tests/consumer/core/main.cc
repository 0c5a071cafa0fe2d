// What a user of the installed core writes.
#include <core/expression/expression.h>

#include <cmath>

int main() {
  const globaldyn::inside::Scope names =
      [](const std::string& name,
         const globaldyn::inside::SourcePlace& place) -> globaldyn::inside::Symbol {
    throw globaldyn::inside::InputError(place, name, "no name");
  };
  const auto length =
      globaldyn::inside::Expression::parse("2*sin(30 deg)*850 mm", {"text", 1, 1}, names);
  return std::abs(length.evaluate() - 0.85) < 1e-12 ? 0 : 1;
}
