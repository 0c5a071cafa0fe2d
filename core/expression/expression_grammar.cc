#include "core/expression/expression_grammar.h"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <cctype>
#include <charconv>
#include <cstdlib>

namespace globaldyn::inside {
inline namespace core {
namespace {

namespace x3 = boost::spirit::x3;

using Operation = Expression::Operation;
using Operand = ParsedStep::Operand;
using Iterator = std::string::const_iterator;

// What the semantic actions write to; the parser passes it along as context. The grammar never
// backtracks over a match that has written something.
struct Output {
  Iterator begin;
  std::vector<ParsedStep> steps;
  std::vector<ParsedStep> open_calls;
  std::vector<int> open_operators;  // offsets
};
struct OutputTag {};

template <class Context>
Output& output_of(Context& context) {
  return x3::get<OutputTag>(context).get();
}

template <class Context>
ParsedStep make_word_step(Context& context, Operation operation, Operand operand) {
  const auto& range = x3::_attr(context);
  const int offset = static_cast<int>(range.begin() - output_of(context).begin);
  return {operation, operand, 0.0, std::string(range.begin(), range.end()), offset, 0};
}

constexpr auto mark = [](auto& context) {
  Output& output = output_of(context);
  output.open_operators.push_back(static_cast<int>(x3::_attr(context).begin() - output.begin));
};
constexpr auto emit = [](Operation operation) {
  return [operation](auto& context) {
    Output& output = output_of(context);
    output.steps.push_back({operation, Operand::none, 0.0, "", output.open_operators.back(), 0});
    output.open_operators.pop_back();
  };
};
// Juxtaposition, `60 N s`, has no operator to point at, but cannot fail either.
constexpr auto emit_product = [](auto& context) {
  output_of(context).steps.push_back({Operation::multiply, Operand::none, 0.0, "", 0, 0});
};

constexpr auto push_number = [](auto& context) {
  ParsedStep step = make_word_step(context, Operation::push, Operand::number);
  const char* begin = step.name.c_str() + (step.name.front() == '+' ? 1 : 0);
  const auto read = std::from_chars(begin, step.name.c_str() + step.name.size(), step.value);
  // Out of the range of doubles: 0 or infinity, which strtod distinguishes.
  if (read.ec != std::errc()) step.value = std::strtod(begin, nullptr);
  output_of(context).steps.push_back(step);
};

constexpr auto push_unit = [](auto& context) {
  output_of(context).steps.push_back(make_word_step(context, Operation::push, Operand::unit));
};
constexpr auto push_name = [](auto& context) {
  output_of(context).steps.push_back(make_word_step(context, Operation::load, Operand::name));
};
constexpr auto open_call = [](auto& context) {
  output_of(context).open_calls.push_back(
      make_word_step(context, Operation::call, Operand::function));
};
constexpr auto count_argument = [](auto& context) {
  ++output_of(context).open_calls.back().arguments;
};
constexpr auto close_call = [](auto& context) {
  Output& output = output_of(context);
  output.steps.push_back(output.open_calls.back());
  output.open_calls.pop_back();
};

const x3::rule<struct SumRule> sum = "a number, a name or '('";
const x3::rule<struct ProductRule> product = "a number, a name or '('";
const x3::rule<struct SignedRule> signed_power = "a number, a name or '('";
const x3::rule<struct PowerRule> power = "a number, a name or '('";
const x3::rule<struct PrimaryRule> primary = "a number, a name or '('";
const x3::rule<struct UnitsRule> units = "a unit";
const x3::rule<struct UnitPowerRule> unit_power = "the exponent of a unit";
const x3::rule<struct ExponentRule> exponent = "a number as exponent of a unit";
const x3::rule<struct CallRule> call = "a function's arguments";
const x3::rule<struct ArgumentRule> argument = "a number, a name or '('";
const x3::rule<struct ArgumentsRule> arguments = "a number, a name or '('";
const x3::rule<struct CloseRule> close = "')'";

const auto letter = x3::char_("A-Za-z_");
const auto word_rest = *x3::char_("A-Za-z0-9_");
const auto word = x3::raw[x3::lexeme[letter >> word_rest]];
const auto dotted_name = x3::raw[x3::lexeme[letter >> word_rest >> *('.' >> letter >> word_rest)]];
// No sign (signs belong to the grammar), and neither `inf` nor `nan`: those are words. The text is
// converted to a double by from_chars, which rounds correctly.
const auto digits = +x3::digit;
const auto number = x3::raw[x3::lexeme[((digits >> -('.' >> *x3::digit)) | ('.' >> digits)) >>
                                       -(x3::char_("eE") >> -x3::char_("+-") >> digits)]];

const auto sign_of = [](char character) { return x3::raw[x3::lit(character)][mark]; };

const auto sum_def = product >> *((sign_of('+') > product)[emit(Operation::add)] |
                                  (sign_of('-') > product)[emit(Operation::subtract)]);
const auto product_def = signed_power >>
                         *((sign_of('*') > signed_power)[emit(Operation::multiply)] |
                           (sign_of('/') > signed_power)[emit(Operation::divide)]);
const auto signed_power_def =
    (sign_of('-') > signed_power)[emit(Operation::negate)] | ('+' > signed_power) | power;
const auto power_def = primary >> -((sign_of('^') > signed_power)[emit(Operation::power)]);
const auto unit_name = x3::raw[x3::lexeme[(letter >> word_rest) | '%']];
// `60 N s/m`, `94 %`: units that follow a number multiply it before any other operator sees it.
const auto units_def = *((unit_name[push_unit] >> -unit_power)[emit_product]);
const auto unit_power_def = (sign_of('^') > exponent)[emit(Operation::power)];
const auto exponent_def =
    x3::raw[x3::lexeme[-x3::char_("+-") >> digits >> -('.' >> digits)]][push_number];
const auto close_def = x3::lit(')')[close_call];
const auto call_def = word[open_call] > '(' > arguments > close;
const auto arguments_def = argument % ',';
const auto argument_def = sum >> x3::eps[count_argument];
const auto primary_def = (number[push_number] >> units) | ('(' > sum > ')' > units) |
                         (&(word >> '(') >> call) | dotted_name[push_name];

BOOST_SPIRIT_DEFINE(sum, product, signed_power, power, primary, units, unit_power, exponent, call,
                    argument, arguments, close)

constexpr std::size_t kMostCharacters = 1000;
constexpr int kDeepestNesting = 100;

SourcePlace place_at(const SourcePlace& start, std::ptrdiff_t offset) {
  return {start.file, start.line, start.column + static_cast<int>(offset), start.member};
}

// Non-ASCII characters have no meaning in a formula; they are shown whole, not byte by byte.
void refuse_foreign_characters(const std::string& text, const SourcePlace& place) {
  const auto is_foreign = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  const auto first = std::find_if(text.begin(), text.end(), is_foreign);
  if (first == text.end()) return;
  const auto is_continuation = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
  };
  const auto last = std::find_if_not(first + 1, text.end(), is_continuation);
  throw InputError(place_at(place, first - text.begin()),
                   "unexpected '" + std::string(first, last) + "' in expression '" + text + "'",
                   "expected plain letters, digits and operators");
}

// YAML's own spellings of infinity and not-a-number.
void refuse_infinite_words(const std::string& text, const SourcePlace& place) {
  std::string letters;
  for (const char c : text) {
    if (c != '+' && c != '-' && c != '.') letters += static_cast<char>(std::tolower(c));
  }
  if (letters == "inf" || letters == "nan" || letters == "infinity") {
    throw InputError(place, "'" + text + "'", "expected a finite number");
  }
}

// The parser descends recursively, so nesting is bounded before it runs. Signs and powers nest
// without parentheses.
void refuse_excess(const std::string& text, const SourcePlace& place) {
  refuse_foreign_characters(text, place);
  refuse_infinite_words(text, place);
  if (text.size() > kMostCharacters) {
    throw InputError(place, "expression of " + std::to_string(text.size()) + " characters",
                     "expected at most " + std::to_string(kMostCharacters));
  }
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    const bool repeats = i > 0 && std::string("+-^").find(text[i]) != std::string::npos &&
                         std::string("+-^").find(text[i - 1]) != std::string::npos;
    if (depth > kDeepestNesting || (repeats && i > 1 && text[i - 1] == text[i - 2])) {
      throw InputError(place_at(place, static_cast<std::ptrdiff_t>(i)),
                       repeats ? "operators in a row" : "parentheses nested too deep",
                       "expected at most " + std::to_string(repeats ? 2 : kDeepestNesting));
    }
  }
}

}  // namespace

std::vector<ParsedStep> parse_expression(const std::string& text, const SourcePlace& place) {
  refuse_excess(text, place);
  Output output{text.begin(), {}, {}, {}};
  Iterator position = text.begin();
  const auto grammar = x3::with<OutputTag>(std::ref(output))[sum];
  const auto fail = [&](Iterator where, const std::string& expected) -> InputError {
    while (where != text.end() && *where == ' ') ++where;
    const std::string wrong = where == text.end() ? "expression ends too early"
                                                  : "unexpected '" + std::string(1, *where) +
                                                        "' in expression '" + text + "'";
    return {place_at(place, where - text.begin()), wrong, "expected " + expected};
  };
  try {
    if (!x3::phrase_parse(position, text.end(), grammar, x3::space)) {
      throw fail(position, sum.name);
    }
  } catch (const x3::expectation_failure<Iterator>& failure) {
    throw fail(failure.where(), failure.which());
  }
  if (position != text.end()) throw fail(position, "an operator or the end");
  return output.steps;
}

}  // namespace core
}  // namespace globaldyn::inside
