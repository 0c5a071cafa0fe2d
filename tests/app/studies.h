// A study that runs quickly and whose numbers are known: how fast a slide moves along its stroke.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/command.h"
#include "tests/study/slide_study.h"

namespace globaldyn::inside {

using Json = nlohmann::json;

inline constexpr const char* kStudy = R"(globaldyn_study: 1
name: slide_study
machine: slide.yaml
variables:
  length: {from: 0.2 m, to: 2 m}
  force: {from: 1 N, to: 100 N, scale: log}
  mass: {values: [1 kg, 2 kg, 4 kg]}
objectives:
  time: {minimize: stroke.time}
  stroke: {maximize: length, description: what it is for}
constraints: {weak: {value: force*length, at_most: 20 J}}
search: {population: 20, budget: 100, seed: 3}
)";

class Studies : public Command {
 protected:
  Studies() {
    write("slide.yaml", kSlide);
    study_ = write("study.yaml", kStudy);
    out_ = (folder_ / "s").string();
  }

  // The numbers of all designs, or the first `count`, except how long they took.
  std::string designs(const std::string& out, std::size_t count = 0) {
    Json table = Json::parse(run("study export " + out + " --format json").out);
    Json& designs = table["designs"];
    if (count > 0)
      designs.erase(designs.begin() + static_cast<std::ptrdiff_t>(count), designs.end());
    for (Json& design : designs) {
      design.erase("wall_time");
      if (count > 0) design.erase("pareto");  // relative to all designs of the store
    }
    return designs.dump();
  }

  std::string study_, out_;
};

}  // namespace globaldyn::inside
