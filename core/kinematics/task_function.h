#pragma once

#include <functional>
#include <type_traits>
#include <utility>

#include "core/kinematics/task.h"

namespace globaldyn::inside {
inline namespace core {

/// The task at a path parameter. Holds a function that returns a task or, to avoid allocation, one
/// that writes into an existing task.
class TaskFunction {
 public:
  TaskFunction() = default;

  template <class Function>
  requires(!std::is_same_v<std::decay_t<Function>, TaskFunction>) TaskFunction(Function function) {
    if constexpr (std::is_invocable_v<const Function&, double, Task&>) {
      write_ = std::move(function);
    } else {
      write_ = [give = std::move(function)](double p, Task& task) { task = give(p); };
    }
  }

  [[nodiscard]] Task operator()(double p) const {
    Task task;
    write_(p, task);
    return task;
  }
  void write(double p, Task& task) const { write_(p, task); }

 private:
  std::function<void(double p, Task& task)> write_;
};

}  // namespace core
}  // namespace globaldyn::inside
