#pragma once

#include <boost/property_tree/ptree.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace exchange {

/// An element of an XML document that outlives it, and what messages call it.
class XmlElement {
 public:
  using Tree = boost::property_tree::ptree;

  XmlElement(const Tree& tree, std::string name, const std::string& file)
      : tree_(&tree), name_(std::move(name)), file_(&file) {}

  [[nodiscard]] const Tree& tree() const { return *tree_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& file() const { return *file_; }

  /// Where it begins; the whole file if that is not known.
  [[nodiscard]] SourcePlace place() const;

  /// @throws InputError that names the element
  [[noreturn]] void fail(const std::string& wrong, const std::string& expected) const;

  [[nodiscard]] std::optional<std::string> find(const std::string& attribute) const;
  /// One that is not empty. @throws InputError
  [[nodiscard]] std::string require(const std::string& attribute) const;

  /// So many numbers, or `otherwise` where the attribute is not there. @throws InputError
  [[nodiscard]] std::vector<double> read_numbers(const std::string& attribute, std::size_t count,
                                                 const std::vector<double>& otherwise,
                                                 bool may_be_infinite = false) const;
  [[nodiscard]] Vector3d read_vector(const std::string& attribute, const Vector3d& otherwise) const;

  /// Finite. @throws InputError
  [[nodiscard]] std::optional<double> find_number(const std::string& attribute) const;
  /// Or infinite, which is no limit. @throws InputError
  [[nodiscard]] std::optional<double> find_limit(const std::string& attribute) const;
  /// At least 0; none of an infinite one. @throws InputError
  [[nodiscard]] std::optional<double> find_size(const std::string& attribute) const;
  /// @throws InputError
  [[nodiscard]] double read_number(const std::string& attribute) const;

  /// What stands between its tags, without blanks around it.
  [[nodiscard]] std::string text() const;
  /// As many numbers as its text has. @throws InputError
  [[nodiscard]] std::vector<double> read_text_numbers() const;

  [[nodiscard]] std::optional<XmlElement> child(const std::string& name) const;
  [[nodiscard]] std::vector<XmlElement> children(const std::string& name) const;

  /// Names of elements inside that are none of these.
  [[nodiscard]] std::vector<std::string> list_others(const std::set<std::string>& known) const;

  /// Words that are numbers, of anything that `what` is called. @throws InputError
  [[nodiscard]] std::vector<double> to_numbers(const std::string& text,
                                               const std::string& what) const;

 private:
  [[noreturn]] void fail_as_xacro(const std::string& text) const;

  const Tree* tree_;
  std::string name_;
  const std::string* file_;
};

/// A document, with comments left out. @throws InputError for what is no XML, entities, elements
/// nested too deeply and macros of xacro
[[nodiscard]] XmlElement::Tree parse_xml(const std::string& text, const std::string& file);

}  // namespace exchange
}  // namespace globaldyn::inside
