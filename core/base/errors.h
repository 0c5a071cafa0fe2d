#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace globaldyn::inside {
inline namespace core {

/// A place in an input, counted from 1. `line` 0 means the input as a whole.
struct SourcePlace {
  std::string file;
  int line{0};
  int column{0};
  std::string
      member{};  ///< of a pattern ("arm2"), where the text is read once for each; else empty

  bool operator==(const SourcePlace&) const = default;
};

/// An input as a whole: a file, a folder, or what else has no lines.
[[nodiscard]] SourcePlace whole_place(std::string input);

/// An option of the command line, "--set", or with what was given to it, "--set a=3".
[[nodiscard]] SourcePlace option_place(std::string option, const std::string& given = {});

/// "file:line:column" (or "file" alone where the place is the whole input).
[[nodiscard]] std::string to_string(const SourcePlace& place);

/// Base of everything the library throws on purpose. Negative answers that are expected
/// (an unreachable pose, an empty region) are results and never thrown.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The user's input is wrong. what() is one line, "place: what is wrong; what was expected", after
/// the place "in MEMBER: " where it is in a member of a pattern.
class InputError : public Error {
 public:
  InputError(SourcePlace place, const std::string& wrong, const std::string& expected);

  [[nodiscard]] const SourcePlace& place() const { return place_; }

 private:
  SourcePlace place_;
};

/// The bodies cannot be assembled; what() names the joints that stay open.
class AssemblyError : public Error {
 public:
  using Error::Error;
};

/// The computation itself failed (no convergence, overflow).
class NumericalError : public Error {
 public:
  using Error::Error;
};

/// The candidate most similar to `name` (smallest edit distance, at most a third of its letters),
/// or an empty string if none is similar.
[[nodiscard]] std::string find_nearest_name(const std::string& name,
                                            const std::vector<std::string>& candidates);

/// "did you mean 'nearest'?" if one is similar, otherwise "one of a, b, c".
[[nodiscard]] std::string suggest_name(const std::string& name,
                                       const std::vector<std::string>& candidates);

}  // namespace core
}  // namespace globaldyn::inside
