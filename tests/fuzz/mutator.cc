#include "tests/fuzz/mutator.h"

#include <cctype>
#include <sstream>
#include <utility>

namespace globaldyn::inside {
namespace {

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

std::string Mutator::mutate(std::string text) {
  const std::size_t count = 1 + draw(4);
  for (std::size_t i = 0; i < count && !text.empty(); ++i) text = mutate_once(text);
  return text;
}

// Not a standard distribution: those differ from library to library.
std::size_t Mutator::draw(std::size_t below) {
  return static_cast<std::size_t>(random_() % below);
}

std::string Mutator::mutate_once(const std::string& text) {
  switch (draw(6)) {
    case 0:
      return flip_bit(text);
    case 1:
      return change_lines(text);
    case 2:
      return replace_token(text);
    case 3:
      return insert_token(text);
    case 4:
      return splice(text);
    default:
      return drop_stretch(text);
  }
}

std::string Mutator::flip_bit(std::string text) {
  char& c = text[draw(text.size())];
  c = static_cast<char>(static_cast<unsigned char>(c) ^ (1u << draw(8)));
  return text;
}

std::string Mutator::change_lines(const std::string& text) {
  std::vector<std::string> lines = split_lines(text);
  if (lines.empty()) return text;
  const std::size_t a = draw(lines.size()), b = draw(lines.size());
  const auto at = lines.begin() + static_cast<std::ptrdiff_t>(a);
  switch (draw(4)) {
    case 0:
      std::swap(lines[a], lines[b]);
      break;
    case 1:
      lines.erase(at);
      break;
    case 2:
      lines.insert(at, std::string(lines[b]));
      break;
    default:
      lines[a] = std::string(draw(8), ' ') + lines[a];
  }
  return join_lines(lines);
}

std::string Mutator::replace_token(const std::string& text) {
  const Stretch token = find_token(text, draw(text.size()));
  return text.substr(0, token.begin) + pick_token() + text.substr(token.end);
}

std::string Mutator::insert_token(std::string text) {
  return text.insert(draw(text.size()), pick_token());
}

std::string Mutator::splice(const std::string& text) {
  const std::string& other = seeds_[draw(seeds_.size())];
  return text.substr(0, draw(text.size())) + other.substr(draw(other.size()));
}

std::string Mutator::drop_stretch(std::string text) {
  const std::size_t at = draw(text.size());
  return text.erase(at, 1 + draw(40));
}

Stretch find_token(const std::string& text, std::size_t from) {
  const auto in_token = [&](std::size_t i) {
    return std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_' ||
           text[i] == '.';
  };
  std::size_t begin = from;
  while (begin < text.size() && !in_token(begin)) ++begin;
  while (begin > 0 && begin < text.size() && in_token(begin - 1)) --begin;
  std::size_t end = begin;
  while (end < text.size() && in_token(end)) ++end;
  return {begin, end};
}

}  // namespace globaldyn::inside
