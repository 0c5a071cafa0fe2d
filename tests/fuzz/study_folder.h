#pragma once

#include <filesystem>
#include <string>

#include "tests/study/slide_study.h"

namespace globaldyn::inside {

/// Where fuzzed studies find the files they name: the slide and its motors, the machines of the
/// library's studies, and the library's catalogues two folders up.
inline const std::string& study_folder() {
  namespace fs = std::filesystem;
  static const SlideStudy slide("");
  static const std::string folder = [] {
    const fs::path source(GLOBALDYN_SOURCE_DIR), made(slide.folder().file("machines/all"));
    fs::create_directories(made);
    for (const auto& entry : fs::recursive_directory_iterator(source / "machines")) {
      const fs::path& file = entry.path();
      if (file.extension() == ".yaml" && !file.filename().string().ends_with("_study.yaml")) {
        fs::copy_file(file, made / file.filename());
      }
    }
    for (const char* file : {"slide.yaml", "motors.csv"}) {
      fs::copy_file(slide.folder().file(file), made / file);
    }
    fs::copy(source / "catalogues", slide.folder().file("catalogues"));
    return made.string();
  }();
  return folder;
}

}  // namespace globaldyn::inside
