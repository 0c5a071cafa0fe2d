#include "globaldyn/exchange/xml_element.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/property_tree/xml_parser.hpp>
#include <charconv>
#include <cmath>
#include <cstring>
#include <sstream>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Tree = XmlElement::Tree;

// How deeply elements are nested: a parser that calls itself has no bound of its own.
int find_depth(const std::string& text) {
  int depth = 0, most = 0;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const auto skip = [&](const char* begin, const char* end) {
      if (text.compare(at, std::strlen(begin), begin) != 0) return false;
      at = std::min(text.find(end, at), text.size() - 1);
      return true;
    };
    if (skip("<!--", "-->") || skip("<![CDATA[", "]]>") || skip("<?", "?>") || skip("<!", ">")) {
      continue;
    }
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) break;
    if (text[at + 1] == '/') {
      --depth;
    } else if (text[end - 1] != '/') {
      most = std::max(most, ++depth);
    }
  }
  return most;
}

void refuse_what_is_no_robot(const std::string& text, const std::string& file) {
  constexpr int kDeepest = 400;  // arms of a hundred bodies, each inside the one before
  const auto refuse = [&](const std::string& wrong, const std::string& expected) {
    throw InputError(whole_place(file), wrong, expected);
  };

  if (text.find("<!ENTITY") != std::string::npos) refuse("entities", "expected none");
  if (text.find('\0') != std::string::npos) refuse("zero bytes", "expected UTF-8");
  if (find_depth(text) > kDeepest) refuse("elements nested too deeply", "expected a robot");
}

// Anywhere inside; documents are not deep.
void refuse_xacro(const Tree& tree, const std::string& file) {
  for (const auto& [key, value] : tree) {
    if (key.rfind("xacro:", 0) == 0) {
      throw InputError(whole_place(file), "<" + key + ">",
                       "expected what xacro makes of it: run xacro first");
    }
    if (key != "<xmlattr>") refuse_xacro(value, file);
  }
}

}  // namespace

void XmlElement::fail(const std::string& wrong, const std::string& expected) const {
  throw InputError(whole_place(*file_), name_ + ": " + wrong, expected);
}

void XmlElement::fail_as_xacro(const std::string& text) const {
  fail("'" + text + "'", "expected what xacro makes of it: run xacro first");
}

std::optional<std::string> XmlElement::find(const std::string& attribute) const {
  const auto attributes = tree_->get_child_optional("<xmlattr>");
  if (!attributes) return std::nullopt;
  const auto found = attributes->find(attribute);
  if (found == attributes->not_found()) return std::nullopt;
  return found->second.data();
}

std::string XmlElement::require(const std::string& attribute) const {
  const auto text = find(attribute);
  if (!text || text->empty()) fail("no " + attribute, "expected " + attribute + "=\"…\"");
  if (text->find("${") != std::string::npos) fail_as_xacro(*text);
  return *text;
}

std::vector<double> XmlElement::to_numbers(const std::string& text, const std::string& what) const {
  if (text.find("${") != std::string::npos) fail_as_xacro(text);
  std::istringstream words(text);
  std::vector<double> numbers;
  for (std::string word; words >> word;) {
    const char* begin = word.data() + (word.front() == '+' ? 1 : 0);
    const char* end = word.data() + word.size();
    double& number = numbers.emplace_back(0.0);
    const auto [rest, error] = std::from_chars(begin, end, number);
    if (error != std::errc() || rest != end || std::isnan(number)) {
      fail(what + " is '" + text + "'", "expected a number");
    }
  }
  return numbers;
}

std::vector<double> XmlElement::read_numbers(const std::string& attribute, std::size_t count,
                                             const std::vector<double>& otherwise,
                                             bool may_be_infinite) const {
  const auto text = find(attribute);
  if (!text) return otherwise;
  std::vector<double> numbers = to_numbers(*text, attribute);
  if (numbers.size() != count) {
    fail(attribute + " is '" + *text + "'",
         count == 1 ? "expected a number" : fmt::format("expected {} numbers", count));
  }
  const bool is_infinite =
      std::any_of(numbers.begin(), numbers.end(), [](double one) { return std::isinf(one); });
  if (is_infinite && !may_be_infinite) {
    fail(attribute + " is '" + *text + "'", "expected finite numbers");
  }
  return numbers;
}

Vector3d XmlElement::read_vector(const std::string& attribute, const Vector3d& otherwise) const {
  const std::vector<double> numbers =
      read_numbers(attribute, 3, {otherwise.x(), otherwise.y(), otherwise.z()});
  return {numbers[0], numbers[1], numbers[2]};
}

std::optional<double> XmlElement::find_number(const std::string& attribute) const {
  const auto number = find_limit(attribute);
  if (number && std::isinf(*number)) fail(attribute + " is infinite", "expected a number");
  return number;
}

std::optional<double> XmlElement::find_limit(const std::string& attribute) const {
  if (!find(attribute)) return std::nullopt;
  return read_numbers(attribute, 1, {}, true).front();
}

std::optional<double> XmlElement::find_size(const std::string& attribute) const {
  const auto number = find_limit(attribute);
  if (number && *number < 0.0) fail(attribute + " is below 0", "expected >= 0");
  return number && std::isinf(*number) ? std::nullopt : number;
}

double XmlElement::read_number(const std::string& attribute) const {
  static_cast<void>(require(attribute));
  return *find_number(attribute);
}

std::string XmlElement::text() const {
  const std::string& all = tree_->data();
  const std::size_t begin = all.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return all.substr(begin, all.find_last_not_of(" \t\r\n") - begin + 1);
}

std::vector<double> XmlElement::read_text_numbers() const {
  return to_numbers(text(), "its text");
}

std::optional<XmlElement> XmlElement::child(const std::string& name) const {
  const auto found = tree_->find(name);
  if (found == tree_->not_found()) return std::nullopt;
  return XmlElement(found->second, name_ + ", " + name, *file_);
}

std::vector<XmlElement> XmlElement::children(const std::string& name) const {
  std::vector<XmlElement> found;
  for (const auto& [key, value] : *tree_) {
    if (key == name) found.emplace_back(value, name_ + ", " + name, *file_);
  }
  return found;
}

std::vector<std::string> XmlElement::list_others(const std::set<std::string>& known) const {
  std::vector<std::string> others;
  for (const auto& [key, value] : *tree_) {
    if (key != "<xmlattr>" && known.count(key) == 0) others.push_back(key);
  }
  return others;
}

XmlElement::Tree parse_xml(const std::string& text, const std::string& file) {
  namespace xml = boost::property_tree::xml_parser;
  refuse_what_is_no_robot(text, file);
  Tree tree;
  std::istringstream stream(text);
  try {
    xml::read_xml(stream, tree, xml::no_comments | xml::trim_whitespace);
  } catch (const xml::xml_parser_error& error) {
    throw InputError({file, static_cast<int>(error.line()), 1}, "no XML: " + error.message(),
                     "expected a robot: URDF, SDFormat or MJCF");
  }
  refuse_xacro(tree, file);
  return tree;
}

}  // namespace exchange
}  // namespace globaldyn::inside
