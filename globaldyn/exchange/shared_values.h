#pragma once

#include <string>
#include <vector>

namespace globaldyn::inside {
inline namespace exchange {

/// Values that several parts of a robot have alike: each is a parameter, so that it is changed in
/// one place. Parts are written twice: what is seen the first time tells what repeats.
class SharedValues {
 public:
  /// A value as it is to be written: its parameter's name, or itself with its unit. Zero is never a
  /// parameter.
  /// @param owner name of the part; @param what it is of it: "mass", "speed"; @param alike what
  /// else parts must have alike for the value to be no coincidence, unless it is no mass and
  /// all parts have it
  [[nodiscard]] std::string write(const std::string& owner, const std::string& what,
                                  const std::string& value, const std::string& alike = {});
  /// From now on what has been seen more than once is written as a parameter, called by what the
  /// names of its parts have in common, and those of others have not: "wrist_torque"; else by what
  /// it is: "torque", or "torque_1" among several.
  void settle();
  /// `parameters:` of a machine file, with whose value each is; empty without any.
  [[nodiscard]] std::string write_parameters() const;

 private:
  struct Value {
    std::string what, text, alike;
    std::vector<std::string> owners;
    std::string name{};
    bool is_of_all{false};
  };
  void merge_what_all_have();
  [[nodiscard]] std::vector<std::string> list_owners(const std::string& what) const;
  [[nodiscard]] std::string find_common_words(const Value& value) const;
  [[nodiscard]] static std::string list_whose(const Value& value);

  std::vector<Value> values_;  // as they were seen first
  bool is_settled_{false};
};

}  // namespace exchange
}  // namespace globaldyn::inside
