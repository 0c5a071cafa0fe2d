#include <globaldyn/import.h>

#include <filesystem>

#include "core/description/document.h"
#include "globaldyn/import/machine_text.h"

namespace globaldyn {

ImportedMachine import_urdf(const std::string& file) {
  constexpr std::size_t kMostBytes = 50'000'000;
  const std::string text = inside::read_text_file(file, kMostBytes);
  const inside::ImportedMachine made = inside::make_machine_text(
      inside::read_urdf(text, file), std::filesystem::path(file).filename().string());
  return {made.text, made.remarks};
}

}  // namespace globaldyn
