// The command, run as a program in its own folder.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace globaldyn::inside {

namespace fs = std::filesystem;
struct CommandOutcome {
  int code;
  std::string out;
  std::string err;
};

inline std::string read(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// All of these texts stand in it.
inline void expect_texts(const std::string& all, const std::vector<std::string>& texts) {
  constexpr std::size_t kMostShown = 4000;  // of pictures, not megabytes
  for (const std::string& text : texts) {
    EXPECT_NE(all.find(text), std::string::npos) << "no '" << text << "' in:\n"
                                                 << all.substr(0, kMostShown);
  }
}

class Command : public ::testing::Test {
 protected:
  CommandOutcome run(const std::string& arguments) {
    return run_line(std::string("'") + GLOBALDYN_COMMAND + "' " + arguments);
  }

  // A shell command line.
  CommandOutcome run_line(const std::string& line) {
    const fs::path out = folder_ / "stdout", err = folder_ / "stderr";
    const std::string all = "( " + line + " ) >'" + out.string() + "' 2>'" + err.string() + "'";
    const int status = std::system(all.c_str());
    return {WEXITSTATUS(status), read(out), read(err)};
  }

  std::string write(const std::string& name, const std::string& text) {
    return temporary_.write(name, text);
  }

  const std::string star_ =
      std::string(GLOBALDYN_SOURCE_DIR) + "/machines/sliding_star/sliding_star.yaml";
  const TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

}  // namespace globaldyn::inside
