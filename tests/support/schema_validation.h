#pragma once

#include <memory>
#include <string>

namespace globaldyn::inside::test {

/// What is wrong with a YAML file according to a JSON schema, as a JSON Schema library judges it.
class SchemaValidation {
 public:
  /// @param schema_file a schema of draft 7
  explicit SchemaValidation(const std::string& schema_file);
  ~SchemaValidation();

  /// The schema's complaints, one per line; empty if there are none.
  [[nodiscard]] std::string operator()(const std::string& yaml);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace globaldyn::inside::test
