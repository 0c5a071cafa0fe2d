#include "report/charts/front_designs.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "core/base/nth.h"
#include "optimize/pareto/knees.h"
#include "optimize/pareto/ranges.h"

namespace globaldyn::inside::report {
namespace {

using Role = StudyColumn::Role;

void add_reason(std::vector<NamedDesign>& named, const DesignRecord* design,
                const std::string& why) {
  for (NamedDesign& one : named) {
    if (one.design != design) continue;
    one.why += ", " + why;
    return;
  }
  named.push_back({design, why});
}

const std::string& choice_of(const StudyAxis& variable, const DesignRecord& design) {
  static const std::string none = "-";
  const auto choice = static_cast<std::size_t>(variable.value(design));
  return choice < variable.column.choices.size() ? variable.column.choices[choice] : none;
}

// Sizes to choose from ("2 kg") say nothing without their variable.
bool are_numbers(const std::vector<std::string>& choices) {
  return std::all_of(choices.begin(), choices.end(), [](const std::string& one) {
    return !one.empty() && (std::isdigit(static_cast<unsigned char>(one[0])) != 0 ||
                            one[0] == '-' || one[0] == '.');
  });
}

std::string describe_choice(const StudyAxis& variable, const DesignRecord& design) {
  const std::string& choice = choice_of(variable, design);
  return are_numbers(variable.column.choices) ? variable.column.name + " " + choice : choice;
}

// Where a text is to be cut, without cutting a letter of several bytes.
std::size_t find_cut(const std::string& text, std::size_t most) {
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0U) == 0x80U) --most;
  return most;
}

std::map<double, DesignList> sort_by_choice(const StudyAxis& variable, const DesignList& front) {
  std::map<double, DesignList> sorted;
  for (const DesignRecord* one : front) sorted[variable.value(*one)].push_back(one);
  return sorted;
}

}  // namespace

std::vector<NamedDesign> name_designs(const StudyTable& table) {
  constexpr std::size_t kMostKnees = 3, kLargeFront = 3000;
  std::vector<NamedDesign> named;
  if (table.front.empty()) return named;
  const Points points = table.front_points();
  const std::vector<StudyColumn> objectives = table.columns(Role::objective);
  for (std::size_t k = 0; k < objectives.size(); ++k) {
    const std::string extreme = objectives[k].is_maximized ? "largest " : "least ";
    add_reason(named, table.find(table.front[find_least(points, k)]), extreme + objectives[k].name);
  }
  if (objectives.size() < 2 || points.size() > kLargeFront) return named;
  const std::vector<Knee> knees = find_knees(points);
  for (std::size_t i = 0; i < std::min(kMostKnees, knees.size()); ++i) {
    add_reason(named, table.find(nth(table.front, knees[i].index)), "knee");
  }
  return named;
}

std::string list_parts(const StudyTable& table, const DesignRecord& design) {
  constexpr std::size_t kMost = 40;
  std::string parts;
  for (const StudyAxis& variable : list_axes(table, Role::variable)) {
    if (!variable.has_choices()) continue;
    parts += (parts.empty() ? "" : ", ") + describe_choice(variable, design);
  }
  if (parts.size() > kMost) parts = parts.substr(0, find_cut(parts, kMost)) + "…";
  return parts;
}

std::vector<FrontGroup> group_by_part(const StudyTable& table, const DesignList& front) {
  constexpr std::size_t kMost = 8;  // colours that differ
  for (const StudyAxis& variable : list_axes(table, Role::variable)) {
    if (!variable.has_choices()) continue;
    const std::map<double, DesignList> sorted = sort_by_choice(variable, front);
    if (sorted.size() < 2 || sorted.size() > kMost) continue;
    std::vector<FrontGroup> groups;
    for (const auto& [choice, designs] : sorted) {
      const Colour colour = pick_colour(static_cast<int>(groups.size()));
      groups.push_back({describe_choice(variable, *designs.front()), colour, designs});
    }
    return groups;
  }
  return {{"", pick_colour(0), front}};
}

std::vector<KeyEntry> list_entries(const std::vector<FrontGroup>& groups) {
  std::vector<KeyEntry> entries;
  for (const FrontGroup& group : groups) {
    if (group.name.empty()) continue;
    entries.push_back({.style = "pt 7 ps 0.9 lc " + to_gnuplot(group.colour),
                       .width = 1.0,
                       .text = group.name,
                       .is_point = true});
  }
  return entries;
}

}  // namespace globaldyn::inside::report
