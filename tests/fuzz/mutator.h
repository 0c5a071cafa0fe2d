#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace globaldyn::inside {

/// Makes mutants of texts: bits flipped, lines swapped, dropped and doubled, tokens replaced by
/// others that mean something, texts spliced. The same ones on every run.
class Mutator {
 public:
  /// @param seeds what is spliced in
  /// @param tokens what replaces other tokens
  Mutator(std::vector<std::string> seeds, std::vector<std::string> tokens)
      : seeds_(std::move(seeds)), tokens_(std::move(tokens)) {}

  /// One to four mutations of `text`, one after another.
  [[nodiscard]] std::string mutate(std::string text);

 private:
  std::size_t draw(std::size_t below);
  std::string mutate_once(const std::string& text);
  std::string flip_bit(std::string text);
  std::string change_lines(const std::string& text);
  std::string replace_token(const std::string& text);
  std::string insert_token(std::string text);
  std::string splice(const std::string& text);
  std::string drop_stretch(std::string text);
  const std::string& pick_token() { return tokens_[draw(tokens_.size())]; }

  std::vector<std::string> seeds_, tokens_;
  std::mt19937_64 random_{20};
};

/// A stretch of a text.
struct Stretch {
  std::size_t begin{0};
  std::size_t end{0};  ///< after its last character
};

/// The first run of letters, digits, points and underscores that reaches `from` or starts after it;
/// empty at the text's end if there is none.
[[nodiscard]] Stretch find_token(const std::string& text, std::size_t from);

}  // namespace globaldyn::inside
