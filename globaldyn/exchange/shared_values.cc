#include "globaldyn/exchange/shared_values.h"

#include <algorithm>

namespace globaldyn::inside {
inline namespace exchange {

std::string SharedValues::write(const std::string& owner, const std::string& what,
                                const std::string& value) {
  const auto known = std::find_if(values_.begin(), values_.end(), [&](const Value& one) {
    return one.what == what && one.text == value;
  });
  if (is_settled_) return known == values_.end() || known->owners.size() < 2 ? value : name(*known);
  const bool is_zero = value == "0" || value.rfind("0 ", 0) == 0;
  if (is_zero) return value;
  if (known == values_.end()) {
    values_.push_back({what, value, {owner}});
  } else {
    known->owners.push_back(owner);
  }
  return value;
}

void SharedValues::settle() {
  is_settled_ = true;
}

std::string SharedValues::write_parameters() const {
  std::string text;
  for (const Value& one : values_) {
    if (one.owners.size() < 2) continue;
    text += "  " + name(one) + ": " + one.text + "  # of ";
    for (std::size_t i = 1; i < one.owners.size(); ++i) {
      text += (i > 1 ? ", " : "") + one.owners[i];
    }
    text += " as well\n";
  }
  return text.empty() ? "" : "\nparameters:\n" + text;
}

std::string SharedValues::name(const Value& value) {
  return value.owners.front() + "_" + value.what;
}

}  // namespace exchange
}  // namespace globaldyn::inside
