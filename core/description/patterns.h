#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/bodies/body.h"
#include "core/description/parameters.h"

namespace globaldyn::inside {
inline namespace core {

/// Repeated parts of a machine file. An element with `pattern: {count: 3, about: z}`, or with the
/// name of a pattern under `patterns`, stands for members 1, 2, 3: it is read once for each, named
/// NAME1 and so on (or as `{i}` in its name says), with `{i}` in its texts the member's number and
/// its place turned or moved with the member. The key is the same for all elements: bodies, frames,
/// joints, couplings, drives, springs, reactions, solids, conditions. Members that `enabled` of the
/// pattern leaves out are not there; the others keep their numbers and places.
class Patterns {
 public:
  static constexpr int kMostMembers = 64;

  /// Reads `patterns` of a machine file.
  Patterns(const Node& root, const Parameters& parameters);

  /// The names and values of a map, those with a pattern once for each member.
  /// @throws InputError for a pattern inside another, a name that comes twice, and more than
  ///   kMostNodes values in all that this object has ever been asked for.
  [[nodiscard]] std::vector<std::pair<Node, Node>> entries(const Node& map) const;

  /// Likewise the items of a list.
  [[nodiscard]] std::vector<Node> items(const Node& list) const;

 private:
  /// In the order of their numbers, from 1.
  struct Members {
    std::vector<Frame> places;
    std::vector<bool> are_there;
  };
  using Places = std::vector<Frame>;

  [[nodiscard]] Members read(const Node& pattern) const;
  [[nodiscard]] Places read_places(const Node& pattern) const;
  [[nodiscard]] Places read_turns(const Node& pattern, const Node& about) const;
  [[nodiscard]] Places read_line(const Node& pattern) const;
  [[nodiscard]] std::vector<bool> read_enabled(const Node& pattern, const Places& places) const;
  [[nodiscard]] Members find(const Node& element) const;

  void take(const Node& element, std::size_t members) const;

  const Parameters& parameters_;
  std::shared_ptr<std::size_t> values_;  ///< of all members so far
  std::map<std::string, Members> named_;
};

}  // namespace core
}  // namespace globaldyn::inside
