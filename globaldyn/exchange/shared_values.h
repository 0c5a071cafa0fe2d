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
  /// @param owner name of the part; @param what it is of it: "mass", "max_speed"
  [[nodiscard]] std::string write(const std::string& owner, const std::string& what,
                                  const std::string& value);
  /// From now on what has been seen more than once is written as a parameter.
  void settle();
  /// `parameters:` of a machine file, with whose value each is; empty without any.
  [[nodiscard]] std::string write_parameters() const;

 private:
  struct Value {
    std::string what, text;
    std::vector<std::string> owners;
  };
  [[nodiscard]] static std::string name(const Value& value);

  std::vector<Value> values_;  // as they were seen first
  bool is_settled_{false};
};

}  // namespace exchange
}  // namespace globaldyn::inside
