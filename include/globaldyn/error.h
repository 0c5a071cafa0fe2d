#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace globaldyn {

/// A place in an input, counted from 1. `line` 0 means the input as a whole.
struct SourcePlace {
  std::string file;
  int line{0};
  int column{0};
  std::string
      member{};  ///< of a pattern ("arm2"), where the text is read once for each; else empty

  bool operator==(const SourcePlace&) const = default;
};

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

/// A computation was stopped from outside, by Work::cancel.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

}  // namespace globaldyn
