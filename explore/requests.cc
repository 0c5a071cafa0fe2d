#include "explore/requests.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/errors.h"
#include "globaldyn/storage/json.h"

namespace globaldyn::inside::explore {

void refuse(const std::string& wrong, const std::string& expected) {
  throw InputError(whole_place("request"), wrong, expected);
}

namespace {

Planning read_planning(const std::string& text) {
  if (text == "none") return Planning::none;
  if (text == "quick") return Planning::quick;
  if (text == "whole") return Planning::whole;
  refuse("plan '" + text + "'", "expected none, quick or whole");
}

Motion read_motion(const std::string& text) {
  if (text == "fastest") return Motion::fastest;
  if (text == "rated") return Motion::rated;
  if (text == "losses") return Motion::losses;
  refuse("motion '" + text + "'", "expected fastest, rated or losses");
}

double read_pace(const Json& json) {
  constexpr double kMost = 1e3;
  const double pace = json.value("pace", 1.0);
  if (!(pace >= 1.0 && pace <= kMost)) refuse("a pace that is none", "expected 1 … 1000");
  return pace;
}

// A number of at least zero, below `most`.
double read_share(const Json& json, const char* key, double most) {
  const double value = json.value(key, 0.0);
  if (value >= 0.0 && value < most) return value;
  refuse(fmt::format("{} = {}", key, value), fmt::format("expected 0 or more, below {}", most));
}

std::optional<HandlesWish> read_handles(const Json& json) {
  const auto given = json.find("handles");
  if (given == json.end() || given->is_null()) return std::nullopt;
  HandlesWish wish{given->at("p").get<double>(), given->value("by", std::vector<std::string>())};
  if (!std::isfinite(wish.p)) refuse("handles at no p", "expected a finite number");
  return wish;
}

}  // namespace

Request read_request(const std::string& text) {
  Request request;
  try {
    const Json json = Json::parse(text);
    const auto& settings = json.at("settings").get_ref<const Json::object_t&>();
    for (const auto& [name, value] : settings) {
      const double number = value.get<double>();
      if (!std::isfinite(number)) refuse("a number that is none", "expected a finite one");
      request.settings.emplace_back(name, number);
    }
    request.path = json.value("path", std::string());
    request.off = json.value("off", std::vector<std::string>());
    request.choices = json.value("choices", true);
    request.regions = json.value("regions", true);
    request.plan = read_planning(json.value("plan", "none"));
    request.ratings = json.value("ratings", false);
    request.motion = read_motion(json.value("motion", "fastest"));
    request.pace = read_pace(json);
    request.handles = read_handles(json);
    constexpr double kLongestRise = 1e3;  // s
    request.reserve = read_share(json, "reserve", 1.0);
    request.rise_time = read_share(json, "rise_time", kLongestRise);
    request.closed = json.value("closed", false);
  } catch (const Json::exception&) {
    refuse("no request of the page",
           "expected settings, path, off, choices, regions, plan, ratings, handles, motion, pace, "
           "reserve, "
           "rise_time, closed");
  }
  return request;
}

}  // namespace globaldyn::inside::explore
