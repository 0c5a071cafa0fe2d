#pragma once

#include <cstddef>
#include <set>
#include <string>

namespace globaldyn::inside {
inline namespace exchange {

/// Numbers of the coordinates, among those that the only path of a machine file prescribes, that
/// follow from the ones before them because loops leave the machine fewer freedoms. None if the
/// machine cannot be read or assembled: whoever uses it is told why.
[[nodiscard]] std::set<std::size_t> find_dependent_joints(const std::string& machine_text);

}  // namespace exchange
}  // namespace globaldyn::inside
