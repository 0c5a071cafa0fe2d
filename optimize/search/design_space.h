#pragma once

#include <string>
#include <vector>

namespace globaldyn::inside {
inline namespace search {

/// One coordinate of a search.
struct DesignVariable {
  enum class Kind {
    continuous,   ///< anywhere in [low, high]
    integer,      ///< low, low + 1 … high
    categorical,  ///< the number of a choice, 0 … high; neighbours are unrelated
  };
  std::string name;
  Kind kind{Kind::continuous};
  double low{0.0};
  double high{1.0};
  bool is_log{false};  ///< continuous, low > 0: equal ratios count as equal steps
};

/// A value for every variable of the space, in its order; those of integer and categorical
/// variables are whole numbers.
using Design = std::vector<double>;

/// What a search may choose from.
struct DesignSpace {
  std::vector<DesignVariable> variables;

  [[nodiscard]] std::size_t size() const { return variables.size(); }
};

/// How many values an integer or categorical variable has.
[[nodiscard]] std::size_t count_values(const DesignVariable& variable);

/// The value at `share` in [0, 1] of a variable's range: by ratios if it is logarithmic; every
/// value of an integer or categorical variable has an equal share.
[[nodiscard]] double value_at(const DesignVariable& variable, double share);

/// The share of the range at which a value lies; for integer and categorical variables, the middle
/// of the value's share.
[[nodiscard]] double share_of(const DesignVariable& variable, double value);

}  // namespace search
}  // namespace globaldyn::inside
