#include "optimize/store/study_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace store {
namespace {

bool is_writable(const std::string& name) {
  constexpr unsigned char kFirstPrintable = 0x20, kDelete = 0x7F;
  return !name.empty() && name != "." && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c >= kFirstPrintable && c != kDelete && c != '/';
  });
}

}  // namespace

std::size_t StudyHeader::count(StudyColumn::Role role) const {
  return static_cast<std::size_t>(
      std::count_if(columns.begin(), columns.end(),
                    [role](const StudyColumn& column) { return column.role == role; }));
}

const char* to_string(StudyColumn::Role role) {
  switch (role) {
    case StudyColumn::Role::variable:
      return "variable";
    case StudyColumn::Role::objective:
      return "objective";
    case StudyColumn::Role::constraint:
      return "constraint";
    case StudyColumn::Role::quantity:
      break;
  }
  return "quantity";
}

void check_columns(const StudyHeader& header) {
  const SourcePlace place{header.study_file.name};
  if (header.columns.size() > kMostStudyColumns) {
    throw InputError(
        place,
        fmt::format("{} variables, objectives, constraints and quantities", header.columns.size()),
        fmt::format("expected at most {}", kMostStudyColumns));
  }
  std::set<std::string> names;
  auto role = StudyColumn::Role::variable;
  for (const StudyColumn& column : header.columns) {
    const std::string subject = std::string(to_string(column.role)) + " '" + column.name + "'";
    if (!is_writable(column.name)) {
      throw InputError(place, subject, "expected a name without '/' and control characters");
    }
    if (std::find(kFixedColumns.begin(), kFixedColumns.end(), column.name) != kFixedColumns.end()) {
      throw InputError(place, subject, "expected another name: every study has a column of this");
    }
    if (!names.insert(column.name).second) {
      throw InputError(place, subject + " twice", "expected every name of a study once");
    }
    if (column.role < role) {
      throw InputError(place, subject + " out of place",
                       "expected variables, objectives, constraints and quantities in this order");
    }
    role = column.role;
  }
}

}  // namespace store
}  // namespace globaldyn::inside
