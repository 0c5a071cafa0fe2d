#include "globaldyn/feedback/feedback.h"

#include <cmath>

#include "core/description/names.h"
#include "core/description/quantities.h"
#include "core/expression/share.h"
#include "globaldyn/feedback/read_feedback.h"

namespace globaldyn::inside {
inline namespace feedback {
namespace {

// A parameter keeps its sign.
double parse_error_share(const std::string& text, const SourcePlace& place) {
  const double share = parse_share(text, place);
  if (share > -1.0) return share;
  throw InputError(place, "'" + text + "'", "expected a share above -1, such as 0.05 or 5%");
}

std::vector<ErrorCase> read_cases(const Node& list, const Parameters& parameters) {
  std::vector<ErrorCase> cases;
  for (const auto& [name, errors] : list.entries()) {
    ErrorCase one{.name = read_name(name), .errors = {}};
    for (const auto& [parameter, share] : errors.entries()) {
      one.errors.push_back(
          parse_error(parameters, parameter.text(), share.text(), parameter.place()));
    }
    cases.push_back(std::move(one));
  }
  return cases;
}

}  // namespace

ParameterError parse_error(const Parameters& parameters, const std::string& name,
                           const std::string& share, const SourcePlace& place) {
  if (parameters.find(name) != nullptr) return {name, parse_error_share(share, place)};
  throw InputError(place, "unknown parameter '" + name + "'",
                   suggest_name(name, parameters.names()));
}

void check_feedback(const Feedback& feedback, const SourcePlace& place) {
  const auto is_count = [](double value) { return std::isfinite(value) && value >= 0.0; };
  if (!is_count(feedback.bandwidth) || !is_count(feedback.damping) || !is_count(feedback.period) ||
      !is_count(feedback.delay)) {
    throw InputError(place, "a feedback with a negative or infinite number", "expected >= 0");
  }
  constexpr double kShortest = 1e-6;  // s: controllers are slower, and each period costs work
  if (feedback.period > 0.0 && feedback.period < kShortest) {
    throw InputError(place, "a period of a feedback below 1 us", "expected more, or 0");
  }
  if (feedback.delay > 0.0 && feedback.period == 0.0) {
    throw InputError(place, "a delay of a feedback that measures all the time",
                     "expected a period as well");
  }
}

std::optional<FeedbackDescription> read_feedback(const Node& root, const Parameters& parameters) {
  const auto node = root.find("feedback");
  if (!node) return std::nullopt;
  node->allow_only({"bandwidth", "damping", "period", "delay", "errors"});
  FeedbackDescription description;
  const auto read = [&](const char* key, const Dimension& dimension, double& value) {
    if (const auto given = node->find(key)) {
      value = read_positive(*given, dimension, parameters, key, true);
    }
  };
  read("bandwidth", dimension::rotary_speed, description.feedback.bandwidth);
  read("damping", dimension::number, description.feedback.damping);
  read("period", dimension::time, description.feedback.period);
  read("delay", dimension::time, description.feedback.delay);
  check_feedback(description.feedback, node->place());
  if (const auto errors = node->find("errors")) {
    description.cases = read_cases(*errors, parameters);
  }
  return description;
}

}  // namespace feedback
}  // namespace globaldyn::inside
