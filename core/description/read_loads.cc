#include "core/description/read_loads.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/description/csv_heading.h"
#include "core/description/read_joints.h"
#include "core/description/read_mass_properties.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

const std::vector<std::string> kWrenchColumns{"fx", "fy", "fz", "mx", "my", "mz"};

std::vector<Expression> read_components(const std::optional<Node>& node, const Dimension& dimension,
                                        const Scope& scope) {
  if (!node) return std::vector<Expression>(3);
  const std::vector<Node> items = node->items();
  if (items.size() != 3) node->fail(std::to_string(items.size()) + " components", "expected 3");
  std::vector<Expression> result;
  for (const Node& item : items) {
    result.push_back(read_expression(item, dimension, scope));
    if (result.back().is_constant() && !std::isfinite(result.back().evaluate())) {
      item.fail("'" + item.text() + "' is not a finite number", "expected a finite number");
    }
  }
  return result;
}

void refuse_column(const CsvCell& cell, const std::string& name) {
  std::vector<std::string> all{"p"};
  all.insert(all.end(), kWrenchColumns.begin(), kWrenchColumns.end());
  throw InputError(cell.place, "unknown column '" + name + "'", suggest_name(name, all));
}

// Where a column of a table goes, and by which factor: nothing for p.
struct WrenchColumn {
  std::optional<int> component;
  double factor{1.0};
};

WrenchColumn read_column(const CsvCell& cell) {
  const CsvHeading heading = read_heading(cell);
  if (heading.name == "p") {
    if (heading.unit.empty()) return {};
    const Unit unit = read_unit(cell, heading);
    if (unit.dimension == dimension::angle) return {{}, unit.factor};
    throw InputError(cell.place, "'" + cell.text + "'",
                     "expected 'p' without a unit, or with one of angle, such as 'p [deg]'");
  }
  const auto found = std::find(kWrenchColumns.begin(), kWrenchColumns.end(), heading.name);
  if (found == kWrenchColumns.end()) refuse_column(cell, heading.name);
  WrenchColumn column{static_cast<int>(found - kWrenchColumns.begin()), 1.0};
  if (heading.unit.empty()) return column;
  const Unit unit = read_unit(cell, heading);
  const Dimension& expected = *column.component < 3 ? dimension::force : dimension::torque;
  if (unit.dimension != expected) {
    throw InputError(
        cell.place, "'" + cell.text + "'",
        "expected a unit of " +
            std::string(*column.component < 3 ? "force, such as N" : "torque, such as N m"));
  }
  column.factor = unit.factor;
  return column;
}

std::vector<WrenchColumn> read_columns(const CsvTable& table) {
  std::vector<WrenchColumn> columns;
  for (const CsvCell& cell : table.header) {
    const WrenchColumn column = read_column(cell);
    for (const WrenchColumn& other : columns) {
      if (other.component == column.component) {
        throw InputError(cell.place, "column '" + cell.text + "' twice", "expected it once");
      }
    }
    columns.push_back(column);
  }
  return columns;
}

WrenchTable read_table(const Node& node, const std::string& folder) {
  node.allow_only({"file"});
  const Node file = node.require("file");
  const CsvTable table =
      read_csv_table((std::filesystem::path(folder) / file.text()).string(), file);
  const std::vector<WrenchColumn> columns = read_columns(table);
  const bool has_p = std::any_of(columns.begin(), columns.end(),
                                 [](const WrenchColumn& one) { return !one.component; });
  if (!has_p || columns.size() < 2) {
    throw InputError(table.header.front().place, has_p ? "no column of a force" : "no column 'p'",
                     "expected p and some of fx, fy, fz, mx, my, mz");
  }
  if (table.rows.size() < 2) {
    throw InputError(whole_place(table.file), "fewer than two rows", "expected at least two");
  }
  WrenchTable result{{}, {}, file.place(), file.text()};
  for (const std::vector<CsvCell>& cells : table.rows) {
    WrenchTable::Row row = WrenchTable::Row::Zero();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const double value = read_number(cells[i]) * columns[i].factor;
      if (!(std::abs(value) <= kMostLoad)) {
        throw InputError(cells[i].place, "a load beyond 1e30",
                         "expected one that a machine can bear");
      }
      if (columns[i].component) {
        row(*columns[i].component) = value;
        continue;
      }
      if (!result.p.empty() && value <= result.p.back()) {
        throw InputError(cells[i].place, "p does not increase",
                         "expected more than in the row above");
      }
      result.p.push_back(value);
    }
    result.rows.push_back(row);
  }
  return result;
}

}  // namespace

std::vector<std::string> list_load_cases(const Node& root) {
  std::vector<std::string> names;
  const auto cases = root.find("load_cases");
  if (!cases) return names;
  for (const auto& [key, value] : cases->entries()) {
    names.push_back(read_name(key));
    if (names.size() > kMostLoadCases) {
      key.fail("more than " + std::to_string(kMostLoadCases) + " load cases", "expected fewer");
    }
    if (names.back() == "all")
      key.fail("a load case called 'all'", "expected another name: it stands for all");
  }
  return names;
}

LoadReader::LoadReader(const Node& root, const Parameters& parameters, const std::string& load_case,
                       Which which)
    : root_(root), parameters_(parameters) {
  if (const auto always = root.find("loads")) {
    always->allow_only({"payload", "tool_wrench"});
    if (which == Which::all) sources_.push_back({*always, ""});
  }
  const std::vector<std::string> names = list_load_cases(root);
  if (!names.empty()) {
    for (const auto& [key, value] : root.require("load_cases").entries()) {
      value.allow_only({"description", "gravity", "payload", "tool_wrench"});
    }
  }
  if (load_case.empty()) return;
  if (std::find(names.begin(), names.end(), load_case) == names.end()) {
    throw InputError(option_place("--load", load_case), "there is no load case '" + load_case + "'",
                     suggest_name(load_case, names));
  }
  sources_.push_back({root.require("load_cases").require(load_case), load_case});
}

// One or several.
std::vector<LoadReader::Source> LoadReader::list(const std::string& key) const {
  std::vector<Source> result;
  for (const Source& source : sources_) {
    const auto given = source.node.find(key);
    if (!given) continue;
    if (!root_.find("tool")) given->fail("a load on no tool", "expected 'tool' in the file");
    const std::vector<Node> several =
        given->is_sequence() ? given->items() : std::vector<Node>{*given};
    for (const Node& node : several) result.push_back({node, source.load_case});
  }
  return result;
}

void LoadReader::read_tool(const FrameTable& frames, Mechanism& mechanism) const {
  const std::vector<Source> payloads = list("payload");
  const auto node = root_.find("tool");
  if (!node) return;
  const BodyFrame end = frames.read_end(*node);
  if (end.body == kGround) node->fail("the tool is on the ground", "expected a moving body");
  MassProperties& body = mechanism.bodies[end.body].mass_properties;
  for (const Source& source : payloads) {
    const Node& payload = source.node;
    payload.allow_only({"mass", "com", "inertia"});
    const MassProperties own = read_mass_properties(payload, parameters_, {});
    const Matrix3d& axes = end.frame.axes;
    mechanism.payload_mass += own.mass;
    body = combine(
        {body,
         {own.mass, end.frame.origin + axes * own.com, axes * own.inertia * axes.transpose()}});
  }
  mechanism.tool = Tool{end.body, to_com(mechanism, end)};
}

ToolWrench LoadReader::read_wrench(const Source& source, const std::string& folder) const {
  const Node& node = source.node;
  node.allow_only({"force", "torque", "csv", "at", "frame"});
  const Scope scope = parameters_.make_scope({"p"});
  ToolWrench wrench;
  wrench.load_case = source.load_case;
  wrench.force = read_components(node.find("force"), dimension::force, scope);
  wrench.torque = read_components(node.find("torque"), dimension::torque, scope);
  if (const auto csv = node.find("csv")) wrench.table = read_table(*csv, folder);
  if (const auto at = node.find("at")) wrench.at = read_vector(*at, dimension::length, parameters_);
  if (const auto frame = node.find("frame")) {
    wrench.in_tool_frame = frame->read_choice({"global", "tool"}) == 1;
  }
  return wrench;
}

void LoadReader::read_loads(const std::string& folder, Mechanism& mechanism) const {
  auto gravity = root_.find("gravity");
  if (!sources_.empty()) {
    if (const auto own = sources_.back().node.find("gravity")) gravity = own;
  }
  if (gravity) {
    mechanism.gravity = read_vector(*gravity, dimension::acceleration, parameters_);
    mechanism.has_gravity = true;
  }
  for (const Source& source : list("tool_wrench")) {
    mechanism.wrenches.push_back(read_wrench(source, folder));
  }
}

}  // namespace core
}  // namespace globaldyn::inside
