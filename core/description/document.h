#pragma once

#include <yaml-cpp/yaml.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/bodies/body.h"

namespace globaldyn::inside {
inline namespace core {

/// Limits on a machine file, beyond which it is rejected: a faulty or hostile file must not cost
/// more than a moment.
inline constexpr std::size_t kLargestFileBytes = 1u << 20;  ///< 1 MiB
inline constexpr std::size_t kLongestScalar = 10'000;       ///< characters of one value or key
inline constexpr std::size_t kMostNodes = 200'000;          ///< after aliases are expanded
inline constexpr int kDeepestNesting = 40;
inline constexpr std::size_t kMostMerged = 4096;  ///< maps and keys looked at for `<<` of one map

/// One of the members that an element with a `pattern` stands for.
struct PatternMember {
  int number{1};
  std::string name;  ///< for messages, "arm2"
  Frame turn;        ///< where the member is, seen from the frame that the pattern's axes are in
};

/// A node of a YAML file that knows its place and can report errors at it. A cheap handle; copies
/// refer to the same document, which is never changed.
///
/// What stands in an element with a `pattern` is read once for each member (core/description/
/// patterns.h): `{i}` in its texts is then the member's number.
class Node {
 public:
  /// What a node is to the member of a pattern that it is read for.
  enum class Part { inside, name, element };

  Node(const YAML::Node& yaml, std::shared_ptr<const std::string> file)
      : yaml_(yaml), file_(std::move(file)) {}

  [[nodiscard]] SourcePlace place() const;
  [[nodiscard]] bool is_map() const { return yaml_.IsMap(); }
  [[nodiscard]] bool is_sequence() const { return yaml_.IsSequence(); }
  [[nodiscard]] bool is_scalar() const { return yaml_.IsScalar(); }
  [[nodiscard]] bool is_null() const { return yaml_.IsNull(); }

  /// The text of a scalar, with the member's number for `{i}`. @throws InputError if it is not one.
  [[nodiscard]] std::string text() const;

  /// The member of a pattern that the node is read for, or null.
  [[nodiscard]] const PatternMember* member() const { return member_.get(); }

  /// Whether the node is the whole element that is repeated, `pattern` included.
  [[nodiscard]] bool is_element() const { return part_ == Part::element; }

  /// Whether `{i}` stands in the text, for the number of a member.
  [[nodiscard]] bool is_numbered() const;

  /// The same node as read for a member. As its name it ends with the number where it has no `{i}`.
  [[nodiscard]] Node for_member(std::shared_ptr<const PatternMember> member, Part part) const;

  /// The ways to write the thing (NAME, or NAME.PART) that the text may mean, the likeliest first:
  /// the text itself, and inside a member of a pattern with its number after the names.
  [[nodiscard]] std::vector<std::string> spellings() const;

  /// The items of a sequence. @throws InputError if it is not one.
  [[nodiscard]] std::vector<Node> items() const;

  /// Keys and values of a map, in the file's order; after them those of maps under the merge key
  /// `<<`, as far as their keys are not there yet. @throws InputError if it is not a map.
  [[nodiscard]] std::vector<std::pair<Node, Node>> entries() const;

  /// The value of `key` in a map, if present and not null.
  [[nodiscard]] std::optional<Node> find(const std::string& key) const;

  /// The value of `key`. @throws InputError if absent.
  [[nodiscard]] Node require(const std::string& key) const;

  /// Those that stand in the map itself, without `<<` and what it brings.
  [[nodiscard]] std::vector<std::pair<Node, Node>> own_entries() const;

  /// @throws InputError at the first key that is not in `allowed`, naming the most similar one.
  void allow_only(const std::vector<std::string>& allowed) const;

  /// @throws InputError if more than one of `keys` is given.
  void allow_one_of(const std::vector<std::string>& keys) const;

  /// true, false. @throws InputError otherwise.
  [[nodiscard]] bool read_flag() const;

  /// One of `choices`, as its index. @throws InputError otherwise, naming the most similar one.
  [[nodiscard]] std::size_t read_choice(const std::vector<std::string>& choices) const;

  [[noreturn]] void fail(const std::string& wrong, const std::string& expected) const;

 private:
  using Entries = std::vector<std::pair<Node, Node>>;

  [[noreturn]] void fail_as_no_map() const;
  [[nodiscard]] Node child(const YAML::Node& yaml) const;
  void add_merged_entries(Entries& entries, std::size_t& looked_at) const;

  YAML::Node yaml_;
  std::optional<SourcePlace> instead_;  ///< the place reported for an empty value
  std::shared_ptr<const std::string> file_;
  std::shared_ptr<const PatternMember> member_;
  Part part_{Part::inside};
};

/// Parses `text`, called `file` in messages.
/// @throws InputError for YAML errors, duplicate keys, or beyond the limits above.
[[nodiscard]] Node parse_document(const std::string& text, const std::string& file);

/// The content of a file of at most `most_bytes`.
/// @throws InputError if it cannot be read or is larger.
[[nodiscard]] std::string read_text_file(const std::string& path, std::size_t most_bytes);

/// The content of a file that can be a document. @throws InputError as read_text_file() does.
[[nodiscard]] std::string load_text(const std::string& path);

/// Reads and parses the file. @throws InputError also if it cannot be read.
[[nodiscard]] Node load_document(const std::string& path);

}  // namespace core
}  // namespace globaldyn::inside
