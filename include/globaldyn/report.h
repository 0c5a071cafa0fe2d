#pragma once

#include <globaldyn/evaluation.h>
#include <globaldyn/map.h>
#include <globaldyn/plan.h>
#include <globaldyn/simulation.h>
#include <globaldyn/study.h>
#include <globaldyn/work.h>

#include <string>
#include <vector>

namespace globaldyn {

/// Writes one page for the browser that shows all results in a folder, or a study; it needs nothing
/// else. @param file empty: report.html in the folder
/// @return the file
/// @throws InputError if there are no results, or they have been changed; Error if the library was
///   built without the page; Interrupted
std::string write_report(const std::string& folder, const std::string& file = {},
                         const Work& work = {});

/// Draws results as SVG and PNG files in a folder, which exists. Return the files.
/// @throws Error if gnuplot is missing or fails
std::vector<std::string> draw(const Evaluation& evaluation, const std::string& folder);
std::vector<std::string> draw(const Plan& plan, const std::string& folder);
std::vector<std::string> draw(const Map& map, const std::string& folder);
std::vector<std::string> draw(const Simulation& simulation, const std::string& folder);
std::vector<std::string> draw(const Study& study, const std::string& folder);

}  // namespace globaldyn
