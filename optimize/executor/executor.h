#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "optimize/store/design_record.h"
#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace executor {

/// Evaluates designs of one study somewhere: on threads of this process, or on other processes. One
/// thread submits designs and also collects their records; these come in any order, and their
/// content does not depend on where they were made.
class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// Takes a design to be evaluated as number `id`. Does not wait.
  void start(std::uint64_t id, const Design& design) { do_start(id, design); }

  /// The records, with their ids and wall times, of designs that are done, each once. If none is
  /// done and some are under way, waits for one, at most `seconds`.
  /// @throws Error if designs can no longer be evaluated
  [[nodiscard]] std::vector<DesignRecord> collect(double seconds) { return do_collect(seconds); }

  /// Drops designs that have not been started; those that have are still collected.
  void drop_waiting() { do_drop_waiting(); }

  /// How many designs have been started and neither collected nor dropped.
  [[nodiscard]] std::size_t under_way() const { return do_under_way(); }

  /// How many designs it works on at a time.
  [[nodiscard]] int width() const { return do_width(); }

 private:
  virtual void do_start(std::uint64_t id, const Design& design) = 0;
  [[nodiscard]] virtual std::vector<DesignRecord> do_collect(double seconds) = 0;
  virtual void do_drop_waiting() = 0;
  [[nodiscard]] virtual std::size_t do_under_way() const = 0;
  [[nodiscard]] virtual int do_width() const = 0;
};

}  // namespace executor
}  // namespace globaldyn::inside
