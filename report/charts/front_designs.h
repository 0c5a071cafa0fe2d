#pragma once

#include <string>
#include <vector>

#include "report/canvas/colours.h"
#include "report/canvas/key.h"
#include "report/charts/study_axis.h"

namespace globaldyn::inside::report {

/// A design of the front that deserves a name.
struct NamedDesign {
  const DesignRecord* design{nullptr};
  std::string why;  ///< "least time", "knee"; several are separated by commas
};

/// The best design for each objective, and up to three knees (knees.h) unless the front is so large
/// that looking for them takes long. None twice.
[[nodiscard]] std::vector<NamedDesign> name_designs(const StudyTable& table);

/// What a design is made of: its rows of catalogues and other choices, "SL13, PG70-5"; numbers with
/// their variable, "mass 2 kg". Cut after some 40 letters. Empty if the study has no choices.
[[nodiscard]] std::string list_parts(const StudyTable& table, const DesignRecord& design);

/// Designs of a front in groups with something in common, each in a colour of its own.
struct FrontGroup {
  std::string name;
  Colour colour;
  DesignList designs;
};

/// The front by the rows of a catalogue (or other choices): of the first variable that has more
/// than one row on the front and not too many for a legend. A single group without a name if there
/// is no such variable.
[[nodiscard]] std::vector<FrontGroup> group_by_part(const StudyTable& table,
                                                    const DesignList& front);

/// What a key says of groups: those with a name.
[[nodiscard]] std::vector<KeyEntry> list_entries(const std::vector<FrontGroup>& groups);

}  // namespace globaldyn::inside::report
