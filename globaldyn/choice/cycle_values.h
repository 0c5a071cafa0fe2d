#pragma once

#include <optional>
#include <vector>

#include "globaldyn/choice/value_search.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace choice {

/// The values of all that a cycle's paths leave open, of which those that meet where one step leads
/// on to the next are one.
class CycleValues {
 public:
  /// @throws InputError for more than kMostGroups groups, and where values that meet have no range
  ///   in common
  CycleValues(const Machine& machine, const Cycle& cycle);

  [[nodiscard]] const std::vector<SearchValue>& values() const { return values_; }

  /// The machine's paths with these, in the machines of its load cases as well.
  [[nodiscard]] Machine fill_in(const Machine& machine, const std::vector<double>& values) const;

  [[nodiscard]] std::vector<ParameterOverride> list_settings(
      const std::vector<double>& values) const;

 private:
  // A value of an open coordinate of a path.
  struct Slot {
    std::size_t path{0}, coordinate{0}, value{0};
    std::size_t same_as{0};       // another slot, itself at last
    std::size_t linked_to{0};     // likewise, among constants
    std::optional<double> fixed;  // by what the other path prescribes
    std::size_t number{0};        // of what is searched, unless it is fixed
  };

  void add_slots(const Machine& machine, const CycleStep& step);
  void meet(const Machine& machine, const CycleStep& before, const CycleStep& after);
  void meet(const Machine& machine, std::size_t slot, const CycleStep& other, double p);
  void number(const Cycle& cycle);
  [[nodiscard]] std::optional<std::size_t> find_slot(const Machine& machine, const CycleStep& step,
                                                     double p, const std::string& name) const;
  [[nodiscard]] std::size_t find_last(std::size_t Slot::*next, std::size_t slot) const;
  [[nodiscard]] std::size_t find_root(std::size_t slot) const {
    return find_last(&Slot::same_as, slot);
  }
  [[nodiscard]] std::size_t find_link(std::size_t slot) const {
    return find_last(&Slot::linked_to, slot);
  }
  [[nodiscard]] double find_value(std::size_t slot, const std::vector<double>& values) const;
  void fill(const std::vector<double>& values, Machine& machine) const;

  std::vector<Slot> slots_;
  std::vector<Path> paths_;  // of the cycle that leave something open
  std::vector<SearchValue> values_;
};

}  // namespace choice
}  // namespace globaldyn::inside
