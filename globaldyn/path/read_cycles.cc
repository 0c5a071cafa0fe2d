#include "globaldyn/path/read_cycles.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/description/names.h"
#include "core/description/quantities.h"
#include "globaldyn/path/read_law.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// So many are read and planned without thinking; a day's work of a machine repeats few.
constexpr std::size_t kMostSteps = 1000;

// Reads steps of one machine file.
class StepReader {
 public:
  StepReader(const Parameters& parameters, const std::vector<Path>& paths,
             const std::vector<std::string>& load_cases)
      : parameters_(parameters), paths_(paths), load_cases_(load_cases) {}

  [[nodiscard]] CycleStep read(const Node& node) const {
    node.allow_one_of({"path", "dwell"});
    CycleStep step;
    step.place = node.place();
    if (const auto path = node.find("path")) {
      read_path(node, *path, step);
    } else if (const auto dwell = node.find("dwell")) {
      read_dwell(node, *dwell, step);
    } else {
      node.fail("a step that does nothing", "expected 'path: NAME' or 'dwell: TIME'");
    }
    return step;
  }

  // Whether the step says which load acts, be it none.
  [[nodiscard]] bool read_load(const Node& node, CycleStep& step) const {
    const auto load = node.find("load");
    if (!load) return false;
    step.load = load->text();
    if (step.load == "none") {
      step.load.clear();
    } else if (std::find(load_cases_.begin(), load_cases_.end(), step.load) == load_cases_.end()) {
      load->fail("there is no load case '" + step.load + "'",
                 load_cases_.empty() ? "there are none in the file"
                                     : suggest_name(step.load, load_cases_));
    }
    return true;
  }

 private:
  void read_path(const Node& node, const Node& name, CycleStep& step) const {
    node.allow_only({"path", "load", "reverse", "from", "to", "through", "law"});
    const Path& path = paths_[static_cast<std::size_t>(find_item(name, "path", paths_))];
    step.path = path.name;
    step.to = path.p_max;
    const auto reverse = node.find("reverse");
    const bool is_reverse = reverse && reverse->read_flag();
    if (is_reverse) std::swap(step.from, step.to);
    read_place(node, "from", path, step.from);
    read_place(node, "to", path, step.to);
    if (step.from == step.to) {
      node.fail(fmt::format("a step from p = {0} to {0}", step.from),
                "expected a part of the path with a length");
    }
    if (reverse && step.is_backward() != is_reverse) {
      reverse->fail(fmt::format("'reverse' from p = {} to {}", step.from, step.to),
                    is_reverse ? "expected from > to" : "expected from < to");
    }
    if (const auto through = node.find("through")) step.through = through->read_flag();
    if (const auto law = node.find("law")) read_law(*law, path, step);
  }

  void read_law(const Node& law, const Path& path, CycleStep& step) const {
    if (path.given) {
      law.fail("a law for path '" + path.name + "', which has one",
               "expected a path without a law");
    }
    if (step.through) law.fail("'through' with a law", "expected a rest behind it");
    step.law = read_motion_law(law, parameters_);
  }

  void read_place(const Node& node, const char* key, const Path& path, double& p) const {
    const auto at = node.find(key);
    if (!at) return;
    p = read_number(*at, dimension::number, parameters_);
    if (p >= 0.0 && p <= path.p_max) return;
    at->fail(fmt::format("p = {} of path '{}'", p, path.name),
             fmt::format("expected 0 <= p <= {}", path.p_max));
  }

  void read_dwell(const Node& node, const Node& dwell, CycleStep& step) const {
    node.allow_only({"dwell", "hold", "load"});
    step.dwell = read_positive(dwell, dimension::time, parameters_, "dwell");
    if (const auto hold = node.find("hold")) {
      step.hold = hold->read_choice({"motors", "brake"}) == 0 ? Hold::motors : Hold::brake;
    }
  }

  const Parameters& parameters_;
  const std::vector<Path>& paths_;
  const std::vector<std::string>& load_cases_;
};

// While it waits, what acted before acts on; before the first path, what acts on that.
void pass_loads_on(const std::vector<bool>& is_given, std::vector<CycleStep>& steps) {
  const auto first = std::find_if(steps.begin(), steps.end(),
                                  [](const CycleStep& step) { return !step.is_dwell(); });
  std::string load = first->load;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].is_dwell() && !is_given[i]) steps[i].load = load;
    load = steps[i].load;
  }
}

// Where it goes on without rest, it goes on at once, under the same load.
void check_through(const Node& node, const CycleStep& step, const CycleStep* next) {
  if (!step.through) return;
  if (next == nullptr || next->is_dwell()) {
    node.fail("'through' where nothing goes on", "expected a step along a path behind it");
  }
  if (next->load != step.load) {
    node.fail("'through' to a step under another load",
              "expected the same load, or a rest between them");
  }
}

Cycle read_cycle(const Node& key, const Node& node, const StepReader& reader,
                 const Parameters& parameters) {
  node.allow_only({"description", "steps", "period", "repeat"});
  Cycle cycle;
  cycle.name = read_name(key);
  cycle.place = key.place();
  const Node list = node.require("steps");
  const std::vector<Node> items = list.items();
  if (items.size() > kMostSteps) {
    list.fail(fmt::format("{} steps", items.size()),
              fmt::format("expected at most {}", kMostSteps));
  }
  std::vector<bool> is_given;
  for (const Node& item : items) {
    CycleStep step = reader.read(item);
    is_given.push_back(reader.read_load(item, step));
    cycle.steps.push_back(std::move(step));
  }
  const auto moves = [](const CycleStep& step) { return !step.is_dwell(); };
  if (std::none_of(cycle.steps.begin(), cycle.steps.end(), moves)) {
    list.fail("a cycle that never moves", "expected a step along a path");
  }
  pass_loads_on(is_given, cycle.steps);
  for (std::size_t i = 0; i < items.size(); ++i) {
    check_through(items[i], cycle.steps[i], i + 1 < items.size() ? &cycle.steps[i + 1] : nullptr);
  }
  if (const auto period = node.find("period")) {
    cycle.period = read_positive(*period, dimension::time, parameters, "period");
  }
  if (const auto repeat = node.find("repeat")) cycle.repeats = repeat->read_flag();
  return cycle;
}

}  // namespace

std::vector<Cycle> read_cycles(const Node& node, const Parameters& parameters,
                               const std::vector<Path>& paths,
                               const std::vector<std::string>& load_cases) {
  const StepReader reader(parameters, paths, load_cases);
  std::vector<Cycle> cycles;
  for (const auto& [key, value] : node.entries()) {
    cycles.push_back(read_cycle(key, value, reader, parameters));
    for (const Path& path : paths) {
      if (path.name == cycles.back().name) {
        key.fail("a cycle called as a path is, '" + path.name + "'",
                 "expected another name: criteria and results tell them apart by it");
      }
    }
  }
  return cycles;
}

}  // namespace path
}  // namespace globaldyn::inside
