// What the parts of the Python module have in common.
#pragma once

#include <globaldyn/error.h>
#include <globaldyn/interval.h>
#include <globaldyn/machine.h>
#include <globaldyn/work.h>
#include <nanobind/eigen/dense.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// An interval is a tuple (low, high).
template <>
struct nanobind::detail::type_caster<globaldyn::Interval> {
  NB_TYPE_CASTER(globaldyn::Interval, const_name("tuple[float, float]"))

  bool from_python(handle source, uint8_t flags, cleanup_list* cleanup) noexcept {
    make_caster<std::pair<double, double>> pair;
    if (!pair.from_python(source, flags, cleanup)) return false;
    const auto ends = static_cast<std::pair<double, double>>(pair);
    value = {ends.first, ends.second};
    return true;
  }
  static handle from_cpp(const globaldyn::Interval& interval, rv_policy, cleanup_list*) noexcept {
    return make_tuple(interval.low, interval.high).release();
  }
};

namespace globaldyn::python {

/// Numbers: a list, or an array without axes but one.
struct Numbers {
  std::vector<double> values;
};

}  // namespace globaldyn::python

template <>
struct nanobind::detail::type_caster<globaldyn::python::Numbers> {
  NB_TYPE_CASTER(globaldyn::python::Numbers, const_name("collections.abc.Sequence[float] | "
                                                        "numpy.typing.NDArray[numpy.float64]"))

  bool from_python(handle source, uint8_t flags, cleanup_list* cleanup) noexcept {
    make_caster<ndarray<const double, ndim<1>, c_contig, device::cpu>> array;
    if (ndarray_check(source)) {
      if (!array.from_python(source, flags, cleanup)) return false;
      const auto& found = array.value;
      value.values.assign(found.data(), found.data() + found.shape(0));
      return true;
    }
    make_caster<std::vector<double>> list;
    if (!list.from_python(source, flags, cleanup)) return false;
    value.values = list.value;
    return true;
  }
  static handle from_cpp(const globaldyn::python::Numbers& numbers, rv_policy policy,
                         cleanup_list* cleanup) noexcept {
    return make_caster<std::vector<double>>::from_cpp(numbers.values, policy, cleanup);
  }
};

namespace globaldyn::python {

namespace nb = nanobind;
using namespace nanobind::literals;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// One function a header of the front door, in the order in which they need each other.
void bind_errors(nb::module_& module);
void bind_quantities(nb::module_& module);
void bind_regions(nb::module_& module);
void bind_machines(nb::module_& module, nb::class_<Machine>& machine);
void bind_criteria(nb::module_& module, nb::class_<Machine>& machine);
void bind_evaluations(nb::module_& module, nb::class_<Machine>& machine);
void bind_plans(nb::module_& module, nb::class_<Machine>& machine);
void bind_simulations(nb::module_& module, nb::class_<Machine>& machine);
void bind_maps(nb::module_& module, nb::class_<Machine>& machine);
void bind_tables(nb::module_& module);
void bind_robot_files(nb::module_& module);
void bind_own_criteria(nb::module_& module);
void bind_studies(nb::module_& module);
void bind_reports(nb::module_& module);

/// A file or a folder: a text or a path-like object.
using FilePath = std::filesystem::path;

/// A number in SI, or a text with a unit: 0.85, "850 mm".
using Figure = std::variant<double, std::string>;

/// In SI. @param unit of the quantity, and its name, as messages say them
[[nodiscard]] double to_si(const Figure& figure, const std::string& unit, const std::string& name);

/// Keyword arguments as settings of parameters: numbers in SI, or texts with units.
/// @throws nb::type_error for anything else
[[nodiscard]] std::vector<Setting> to_settings(const nb::kwargs& parameters);

/// A read-only array of what `owner` holds: no copy, `owner` lives as long as the array.
[[nodiscard]] inline auto view(const std::vector<double>& values, nb::handle owner) {
  return nb::ndarray<nb::numpy, const double, nb::ndim<1>>(values.data(), {values.size()}, owner);
}

/// An array of its own, without another copy.
[[nodiscard]] nb::ndarray<nb::numpy, double> to_array(std::vector<double> values,
                                                      std::vector<std::size_t> shape);

/// An object that may be copied and dropped by threads that do not hold the interpreter's lock.
[[nodiscard]] std::shared_ptr<nb::object> share(const nb::object& object);

/// A user's function raised: Error whose cause is what it raised, or ended with what is no answer.
class CallbackError : public Error {
 public:
  /// @param who called it: "criterion hottest", "controller". The interpreter's lock is held.
  CallbackError(const std::string& who, const nb::python_error& raised)
      : Error(who + ": " + nb::cast<std::string>(nb::repr(raised.value()))), raised_(raised) {}
  [[nodiscard]] const nb::python_error& raised() const { return raised_; }

 private:
  nb::python_error raised_;
};

/// A user's progress function: `call(done, total)` from any thread. When it raises, the computation
/// ends, and that is raised. Copies share what was raised.
class ProgressCall {
 public:
  /// @param call None: nothing is called
  explicit ProgressCall(const nb::object& call) {
    if (call.is_none()) return;
    if (!PyCallable_Check(call.ptr())) {
      throw nb::type_error("progress is no function; expected one of (done, total)");
    }
    call_ = share(call);
  }

  /// For `Work::progress`. @param total the member that says of how many
  template <class Progress>
  [[nodiscard]] std::function<void(const Progress&)> of(std::size_t Progress::*total) const {
    if (!call_) return {};
    return [call = call_, raised = raised_, total](const Progress& progress) {
      const nb::gil_scoped_acquire acquire;
      if (raised->error) return;
      try {
        (*call)(progress.done, progress.*total);
      } catch (nb::python_error& error) {
        raised->error.emplace(error);
        raised->is_set = true;
      }
    };
  }

  /// Whether it has raised.
  [[nodiscard]] bool has_raised() const { return raised_->is_set; }
  /// Raises what it raised, if anything. The interpreter's lock is held.
  void rethrow() const {
    if (raised_->error) throw nb::python_error(*raised_->error);
  }

 private:
  struct Raised {
    std::atomic<bool> is_set{false};
    std::optional<nb::python_error> error;  // of who holds the interpreter's lock
    Raised() = default;
    Raised(const Raised&) = delete;
    Raised& operator=(const Raised&) = delete;
    ~Raised() {
      const nb::gil_scoped_acquire acquire;
      error.reset();
    }
  };

  std::shared_ptr<nb::object> call_;
  std::shared_ptr<Raised> raised_ = std::make_shared<Raised>();
};

/// Computes without holding the interpreter's lock, on a thread of its own, so that Ctrl-C raises
/// KeyboardInterrupt: `cancel` is set, and it is waited until `compute` sees that.
/// @param compute is given the address of `cancel`
template <class Compute>
auto run_interruptibly(const ProgressCall& progress, Compute compute) {
  constexpr std::chrono::milliseconds kLook{20};  // between looks for signals
  std::atomic<bool> cancel{false};
  std::optional<nb::python_error> interrupt;
  std::future<decltype(compute(&cancel))> result;
  {
    const nb::gil_scoped_release release;
    result = std::async(std::launch::async, [&] { return compute(&cancel); });
    while (!cancel && result.wait_for(kLook) != std::future_status::ready) {
      if (progress.has_raised()) cancel = true;
      const nb::gil_scoped_acquire acquire;
      if (PyErr_CheckSignals() == 0) continue;
      interrupt.emplace();
      cancel = true;
    }
    result.wait();
  }
  if (interrupt) throw std::move(*interrupt);
  progress.rethrow();
  return result.get();
}

template <class Compute>
auto run_interruptibly(Compute compute) {
  return run_interruptibly(ProgressCall(nb::none()), std::move(compute));
}

/// A method that a function of the package's Python part has: `module.function(self, …)`.
template <class Class>
void def_in_python(Class& type, const char* name, const char* module, const char* function,
                   const char* signature, const char* doc) {
  type.def(
      name,
      [module, function](nb::handle self, const nb::args& arguments, const nb::kwargs& keywords) {
        return nb::module_::import_(module).attr(function)(self, *arguments, **keywords);
      },
      nb::sig(signature), doc);
}

/// `write(folder)` of results.
template <class Result>
void write_files(const Result& result, const FilePath& folder) {
  result.write(folder.string());
}

/// What notebooks show of what has no page: a few lines and a small picture, by a function of
/// globaldyn._cards.
template <class Class>
void def_card(Class& type, const char* function) {
  def_in_python(type, "_repr_html_", "globaldyn._cards", function, "def _repr_html_(self) -> str",
                "A few lines, for notebooks.");
}

/// `table()`, by a function of globaldyn._tables.
template <class Class>
void def_table(Class& type, const char* function, const char* doc) {
  def_in_python(type, "table", "globaldyn._tables", function, "def table(self) -> pandas.DataFrame",
                doc);
}

/// show() and what notebooks show of results: the page of the command `report`.
template <class Class>
void def_page(Class& type) {
  def_in_python(
      type, "show", "globaldyn._display", "show", "def show(self) -> globaldyn._display.Page",
      "Shows the page that the command `report` makes of it: in a notebook below the cell, "
      "elsewhere in the browser. It is offline. Returns the Page, which can be saved.");
  def_in_python(type, "_repr_html_", "globaldyn._display", "represent",
                "def _repr_html_(self) -> str", "The page, for notebooks.");
}

}  // namespace globaldyn::python
