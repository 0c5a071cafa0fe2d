#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "globaldyn/storage/json.h"
#include "report/document/page_arrays.h"

namespace globaldyn::inside::report {

/// Many machines that differ in numbers alone, such as the designs of a study: one of them as a
/// whole, and the numbers that differ as columns. Columns that are others multiplied and shifted
/// are left out, as those of equal legs are; the rest are kept to 16 bits of their range, as
/// drawings need.
class MachineTable {
 public:
  /// @param known numbers of the machine that the page has anyway, as many for all machines
  /// @param machine any JSON; machines that differ in whole numbers are of different structure
  void add(std::uint32_t id, const std::vector<double>& known, const Json& machine);

  /// A list of groups of machines of one structure, each with `ids`, `like` (a machine, in which
  /// {"@": column, "a": …, "b": …} stands for a + b times the column), and `columns`, of which the
  /// known ones, which come first, are not written.
  /// @param most bytes: if there are too many machines for that, some are left out evenly
  [[nodiscard]] Json write(PageArrays& arrays, std::size_t most) const;

 private:
  struct Group {
    std::string shape;  ///< all but the numbers
    Json like;
    std::vector<std::uint32_t> ids;
    std::vector<std::vector<float>> rows;  ///< the known numbers, then all others in order
    std::size_t known{0};
  };

  static Json write(const Group& group, PageArrays& arrays, std::size_t most);

  std::vector<Group> groups_;
};

}  // namespace globaldyn::inside::report
