#include "tests/support/schema_validation.h"

#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "core/description/document.h"

namespace globaldyn::inside::test {
namespace {

using nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

// A plain scalar as an editor interprets it: number, true or false, otherwise text.
json to_json_scalar(const YAML::Node& node) {
  const std::string& text = node.Scalar();
  if (node.Tag() == "!") return text;  // quoted
  if (text == "true" || text == "false") return text == "true";
  const json number = json::parse(text, nullptr, false);
  return number.is_number() ? number : json(text);
}

json to_json(const YAML::Node& node);

// What a merge key brings in: the keys that are not there yet.
void add_merged(const YAML::Node& given, json& map) {
  if (given.IsSequence()) {
    for (const auto& item : given) add_merged(item, map);
    return;
  }
  const json further = to_json(given);
  for (const auto& [key, value] : further.items()) map.emplace(key, value);
}

json to_json(const YAML::Node& node) {
  json result;
  if (node.IsMap()) {
    result = json::object();
    for (const auto& entry : node) {
      if (entry.first.Scalar() != "<<") result[entry.first.Scalar()] = to_json(entry.second);
    }
    if (node["<<"]) add_merged(node["<<"], result);
  } else if (node.IsSequence()) {
    result = json::array();
    for (const auto& item : node) result.push_back(to_json(item));
  } else if (node.IsScalar()) {
    result = to_json_scalar(node);
  }
  return result;
}

}  // namespace

struct SchemaValidation::Library {
  valijson::Schema schema;
  valijson::Validator validator{valijson::Validator::kStrongTypes};
};

SchemaValidation::SchemaValidation(const std::string& schema_file)
    : library_(std::make_unique<Library>()) {
  const json text = json::parse(read_text_file(schema_file, kLargestFileBytes));
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(Adapter(text), library_->schema);
}

SchemaValidation::~SchemaValidation() = default;

std::string SchemaValidation::operator()(const std::string& yaml) {
  const json document = to_json(YAML::Load(yaml));
  valijson::ValidationResults results;
  if (library_->validator.validate(library_->schema, Adapter(document), &results)) return "";
  valijson::ValidationResults::Error error;
  std::string text;
  while (results.popError(error)) {
    for (const std::string& part : error.context) text += part;
    text += ": " + error.description + "\n";
  }
  return text.empty() ? "invalid" : text;
}

}  // namespace globaldyn::inside::test
