#include <globaldyn/quantity.h>

#include <memory>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

// Shortest text that is read back as the same number.
std::string to_text(double value) {
  return nb::cast<std::string>(nb::repr(nb::float_(value)));
}

}  // namespace

double to_si(const Figure& figure, const std::string& unit, const std::string& name) {
  if (const double* number = std::get_if<double>(&figure)) return *number;
  return read_quantity(std::get<std::string>(figure), unit, name);
}

std::vector<Setting> to_settings(const nb::kwargs& parameters) {
  std::vector<Setting> settings;
  for (const auto& [key, value] : parameters) {
    const auto name = nb::cast<std::string>(key);
    double number = 0.0;
    if (nb::isinstance<nb::str>(value)) {
      settings.push_back({name, nb::cast<std::string>(value)});
    } else if (!PyBool_Check(value.ptr()) && nb::try_cast(value, number)) {
      settings.push_back({name, to_text(number)});
    } else {
      const std::string wrong = "parameter " + name + " is " +
                                nb::cast<std::string>(nb::repr(value)) +
                                "; expected a number in SI, or a text with a unit";
      throw nb::type_error(wrong.c_str());
    }
  }
  return settings;
}

std::shared_ptr<nb::object> share(const nb::object& object) {
  return {new nb::object(object), [](nb::object* held) {
            const nb::gil_scoped_acquire acquire;
            delete held;
          }};
}

nb::ndarray<nb::numpy, double> to_array(std::vector<double> values,
                                        std::vector<std::size_t> shape) {
  auto held = std::make_unique<std::vector<double>>(std::move(values));
  double* data = held->data();
  nb::capsule owner(held.release(),
                    [](void* it) noexcept { delete static_cast<std::vector<double>*>(it); });
  return {data, shape.size(), shape.data(), owner};
}

}  // namespace globaldyn::python
