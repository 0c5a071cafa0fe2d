#pragma once

#include "core/description/document.h"
#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace study {

/// Makes machines of a study's designs, one after the other; its machine file is parsed once. One
/// per thread; the study must outlive it.
class DesignMaker {
 public:
  explicit DesignMaker(const Study& study);

  /// The machine of a design in the study's first scenario.
  /// @throws InputError for values that no machine can have
  [[nodiscard]] Machine make(const Design& design) const;

 private:
  const Study& study_;
  std::string folder_;
  Node root_;
};

}  // namespace study
}  // namespace globaldyn::inside
