#include "globaldyn/exchange/shared_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace globaldyn::inside {
inline namespace exchange {
namespace {

// Words that name what parts are of, and tell nothing.
bool is_generic(const std::string& word) {
  static const std::set<std::string> kGeneric{"m", "joint", "link", "body", "motor", "drive"};
  return kGeneric.count(word) != 0;
}

// "M_LArmJoint": M_L_Arm_Joint
std::string part_humps(const std::string& name) {
  const auto is_upper = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
  const auto is_lower = [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; };
  std::string parted;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins = i > 0 && is_upper(name[i]) &&
                        (is_lower(name[i - 1]) ||
                         (is_upper(name[i - 1]) && i + 1 < name.size() && is_lower(name[i + 1])));
    parted += (begins ? "_" : "") + std::string(1, name[i]);
  }
  return parted;
}

// "M_leftarm_joint2": arm, 2.
std::vector<std::string> split_words(const std::string& name) {
  std::vector<std::string> words;
  const auto add = [&](std::string word) {
    for (const std::string side : {"left", "right"}) {
      if (word.size() > side.size() && word.rfind(side, 0) == 0) word = word.substr(side.size());
    }
    if (!word.empty() && !is_generic(word)) words.push_back(word);
  };
  std::string word;
  for (const char c : part_humps(name) + "_") {
    if (c != '_') {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    // Of "joint2", not of a maker's "j2s6s200".
    const std::size_t end = word.find_last_not_of("0123456789") + 1;
    const bool has_number = word.find_first_of("0123456789") >= end;
    add(has_number ? word.substr(0, end) : word);
    add(has_number ? word.substr(end) : "");
    word.clear();
  }
  return words;
}

bool is_digits(const std::string& word) {
  return word.find_first_not_of("0123456789") == std::string::npos;
}

bool have_all(const std::vector<std::string>& owners, const std::string& word) {
  return std::all_of(owners.begin(), owners.end(), [&](const std::string& owner) {
    const std::vector<std::string> words = split_words(owner);
    return std::find(words.begin(), words.end(), word) != words.end();
  });
}

}  // namespace

std::string SharedValues::write(const std::string& owner, const std::string& what,
                                const std::string& value, const std::string& alike) {
  const auto known = std::find_if(values_.begin(), values_.end(), [&](const Value& one) {
    return one.what == what && one.text == value && (one.alike == alike || one.is_of_all);
  });
  if (is_settled_) return known == values_.end() || known->name.empty() ? value : known->name;
  const bool is_zero = value == "0" || value.rfind("0 ", 0) == 0;
  if (is_zero) return value;
  if (known == values_.end()) {
    values_.push_back({what, value, alike, {owner}});
  } else {
    known->owners.push_back(owner);
  }
  return value;
}

void SharedValues::settle() {
  is_settled_ = true;
  merge_what_all_have();
  std::vector<Value*> shared;
  std::map<std::string, int> counts;
  for (Value& one : values_) {
    if (one.owners.size() < 2) continue;
    one.name = find_common_words(one) + one.what;
    shared.push_back(&one);
    ++counts[one.name];
  }
  std::map<std::string, int> numbers;
  std::set<std::string> taken;
  for (Value* one : shared) {
    const std::string name = one->name;
    // Others may be called like that without a number of their own.
    while (counts.at(name) > 1 || taken.count(one->name) != 0) {
      one->name = fmt::format("{}_{}", name, ++numbers[name]);
      if (taken.count(one->name) == 0 && counts.count(one->name) == 0) break;
    }
    taken.insert(one->name);
  }
}

void SharedValues::merge_what_all_have() {
  std::map<std::string, std::set<std::string>> texts;
  for (const Value& one : values_) texts[one.what].insert(one.text);
  std::vector<Value> merged;
  for (Value& one : values_) {
    // Masses that are all 1 kg are made up; motors may be all of one kind.
    one.is_of_all = one.what != "mass" && texts.at(one.what).size() == 1;
    const auto known = std::find_if(merged.begin(), merged.end(), [&](const Value& other) {
      return one.is_of_all && other.what == one.what;
    });
    if (known == merged.end()) {
      merged.push_back(one);
    } else {
      known->owners.insert(known->owners.end(), one.owners.begin(), one.owners.end());
    }
  }
  values_ = std::move(merged);
}

std::string SharedValues::write_parameters() const {
  std::string text;
  for (const Value& one : values_) {
    if (!one.name.empty()) {
      text += fmt::format("  {}: {}  # of {}\n", one.name, one.text, list_whose(one));
    }
  }
  return text.empty() ? "" : "\nparameters:\n" + text;
}

std::vector<std::string> SharedValues::list_owners(const std::string& what) const {
  std::vector<std::string> owners;
  for (const Value& one : values_) {
    if (one.what == what) owners.insert(owners.end(), one.owners.begin(), one.owners.end());
  }
  return owners;
}

// Each with an underscore behind it.
std::string SharedValues::find_common_words(const Value& value) const {
  const std::vector<std::string> all = list_owners(value.what);
  std::string common;
  std::set<std::string> seen;
  for (const std::string& word : split_words(value.owners.front())) {
    // Numbers say which of those that a word before them says.
    const bool can_be = !common.empty() || !is_digits(word);
    const bool tells = can_be && have_all(value.owners, word) && !have_all(all, word);
    if (tells && seen.insert(word).second) common += word + "_";
  }
  return common.empty() && value.what == "mass" ? "link_" : common;
}

std::string SharedValues::list_whose(const Value& value) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < value.owners.size() && i < kMost; ++i) {
    text += (i > 0 ? ", " : "") + value.owners[i];
  }
  const std::size_t others = value.owners.size() - std::min(kMost, value.owners.size());
  return others == 0 ? text : fmt::format("{} and {} others", text, others);
}

}  // namespace exchange
}  // namespace globaldyn::inside
