#include "app/start_options.h"

#include <algorithm>

#include "app/commands.h"
#include "core/description/read_joints.h"

namespace globaldyn::inside::app {

std::pair<std::string, std::string> split_setting(const std::string& text,
                                                  const std::string& option,
                                                  const std::string& expected) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError(option_place(option, text), "no '='", "expected " + expected);
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<HeldCoordinate> read_held(const Machine& machine,
                                      const std::vector<std::string>& texts) {
  const Mechanism& mechanism = machine.mechanism;
  std::vector<HeldCoordinate> held;
  for (const std::string& text : texts) {
    const auto [name, value] = split_setting(text, "--at", "JOINT=VALUE");
    const CoordinateIndex index = find_coordinate(name, mechanism, option_place("--at", text));
    const auto is_same = [&](const HeldCoordinate& one) { return one.coordinate == index; };
    if (std::any_of(held.begin(), held.end(), is_same)) {
      throw InputError(option_place("--at", name), "a second value of this joint", "expected one");
    }
    held.push_back(
        {index, parse_quantity(
                    value, is_rotational(mechanism, index) ? dimension::angle : dimension::length,
                    "--at " + name)});
  }
  return held;
}

}  // namespace globaldyn::inside::app
