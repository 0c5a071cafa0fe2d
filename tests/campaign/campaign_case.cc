#include "tests/campaign/campaign_case.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/campaign/path_variations.h"
#include "tests/support/read_text.h"

namespace globaldyn::inside::test {
namespace {

namespace fs = std::filesystem;

// The file with another map of paths; criteria and maps, which follow the paths, are left out.
std::string replace_paths(const std::string& text, const std::string& name,
                          const std::string& path) {
  return text.substr(0, text.find("\npaths:")) + "\npaths:\n  " + name + ": " + path + "\n";
}

}  // namespace

std::vector<std::string> list_machine_files() {
  std::vector<std::string> files;
  const fs::path library = fs::path(GLOBALDYN_SOURCE_DIR) / "machines";
  for (const auto& entry : fs::recursive_directory_iterator(library)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".yaml") || name.find("study") != std::string::npos) continue;
    // Their paths have laws and are open, and most belong to cycles.
    if (entry.path().parent_path().filename() == "jobs") continue;
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<CampaignCase> list_cases(const std::string& file) {
  const std::string text = read_text(file);
  const Machine machine = load_machine(file);
  const std::string folder = fs::path(file).parent_path().string();
  std::vector<CampaignCase> cases;
  for (const Path& path : machine.paths) {
    for (const PathVariation& variation : list_variations(machine, path, text)) {
      cases.push_back({fs::path(file).stem().string(), path.name, variation.name,
                       replace_paths(text, path.name, variation.text), folder,
                       variation.is_closed});
    }
  }
  return cases;
}

Machine load_case(const CampaignCase& c) {
  return parse_machine(c.text, c.name() + ".yaml", c.folder);
}

}  // namespace globaldyn::inside::test
