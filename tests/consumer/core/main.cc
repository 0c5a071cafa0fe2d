// What a user of the installed core writes.
#include <core/expression/expression.h>

#include <cmath>

int main() {
  const globaldyn::Scope names = [](const std::string& name,
                                    const globaldyn::SourcePlace& place) -> globaldyn::Symbol {
    throw globaldyn::InputError(place, name, "no name");
  };
  const auto length = globaldyn::Expression::parse("2*sin(30 deg)*850 mm", {"text", 1, 1}, names);
  return std::abs(length.evaluate() - 0.85) < 1e-12 ? 0 : 1;
}
