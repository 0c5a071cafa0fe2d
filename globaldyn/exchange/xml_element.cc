#include "globaldyn/exchange/xml_element.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/property_tree/xml_parser.hpp>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Tree = XmlElement::Tree;

// An attribute that no file can have: where the element begins, "line:column:file".
constexpr const char* kPlace = "<place>";

// Of a tag: where its '>' is, which values of attributes may have as well.
std::size_t find_quoted_end(const std::string& text, std::size_t begin) {
  char quote = '\0';
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at;
    }
  }
  return std::string::npos;
}

// Calls `visit` with where each tag begins and ends, comments and the like left out.
template <class FindEnd, class Visit>
void for_each_tag(const std::string& text, const FindEnd& find_end, const Visit& visit) {
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const auto skip = [&](const char* begin, const char* end) {
      if (text.compare(at, std::strlen(begin), begin) != 0) return false;
      at = std::min(text.find(end, at), text.size() - 1);
      return true;
    };
    if (skip("<!--", "-->") || skip("<![CDATA[", "]]>") || skip("<?", "?>") || skip("<!", ">")) {
      continue;
    }
    const std::size_t end = find_end(at);
    if (end == std::string::npos) break;
    visit(at, end);
    at = end;
  }
}

// How deeply elements are nested: a parser that calls itself has no bound of its own.
int find_depth(const std::string& text) {
  int depth = 0, most = 0;
  // Quotes that are not closed must hide nothing.
  const auto find_end = [&](std::size_t begin) { return text.find('>', begin); };
  for_each_tag(text, find_end, [&](std::size_t begin, std::size_t end) {
    if (text[begin + 1] == '/') {
      --depth;
    } else if (text[end - 1] != '/') {
      most = std::max(most, ++depth);
    }
  });
  return most;
}

// Of elements, in the document's order.
std::vector<std::string> list_places(const std::string& text, const std::string& file) {
  std::vector<std::string> places;
  std::size_t line = 1, line_begin = 0, seen = 0;
  const auto find_end = [&](std::size_t begin) { return find_quoted_end(text, begin); };
  for_each_tag(text, find_end, [&](std::size_t begin, std::size_t) {
    for (; seen < begin; ++seen) {
      if (text[seen] != '\n') continue;
      ++line;
      line_begin = seen + 1;
    }
    if (text[begin + 1] == '/') return;
    places.push_back(fmt::format("{}:{}:{}", line, begin - line_begin + 1, file));
  });
  return places;
}

std::size_t count_elements(const Tree& tree) {
  std::size_t count = 0;
  for (const auto& [key, value] : tree) {
    if (key != "<xmlattr>") count += 1 + count_elements(value);
  }
  return count;
}

void set_places(Tree& tree, const std::vector<std::string>& places, std::size_t& next) {
  for (auto& [key, value] : tree) {
    if (key == "<xmlattr>") continue;
    const std::string& place = places[next++];
    if (value.count("<xmlattr>") == 0) value.push_front({"<xmlattr>", Tree()});
    value.get_child("<xmlattr>").push_back({kPlace, Tree(place)});
    set_places(value, places, next);
  }
}

// The parser forgets them; none where the two do not see the same elements.
void set_places(Tree& tree, const std::string& text, const std::string& file) {
  const std::vector<std::string> places = list_places(text, file);
  std::size_t next = 0;
  if (places.size() == count_elements(tree)) set_places(tree, places, next);
}

SourcePlace read_place(const Tree& tree, const std::string& file) {
  const auto attributes = tree.get_child_optional("<xmlattr>");
  const auto found = attributes ? attributes->find(kPlace) : Tree::const_assoc_iterator();
  if (!attributes || found == attributes->not_found()) return whole_place(file);
  const std::string& text = found->second.data();
  const std::size_t column = text.find(':') + 1, name = text.find(':', column) + 1;
  return {text.substr(name), std::atoi(text.c_str()), std::atoi(text.c_str() + column)};
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
      throw InputError(read_place(value, file), "<" + key + ">",
                       "expected what xacro makes of it: run xacro first");
    }
    if (key != "<xmlattr>") refuse_xacro(value, file);
  }
}

}  // namespace

void XmlElement::fail(const std::string& wrong, const std::string& expected) const {
  throw InputError(place(), name_ + ": " + wrong, expected);
}

SourcePlace XmlElement::place() const {
  return read_place(*tree_, *file_);
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
  set_places(tree, text, file);
  refuse_xacro(tree, file);
  return tree;
}

}  // namespace exchange
}  // namespace globaldyn::inside
