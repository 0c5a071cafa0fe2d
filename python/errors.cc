#include <globaldyn/error.h>

#include <algorithm>
#include <cstring>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

// Kept for the life of the process, as all types of a module are.
PyObject* input_error = nullptr;

// As Python writes what the command has as options: "--set leg=3" is leg=3, --rise-time rise_time.
std::string name_arguments(std::string text) {
  constexpr const char* kSet = "--set ";
  if (text.rfind(kSet, 0) == 0) return text.substr(std::strlen(kSet));
  if (text.rfind("--", 0) != 0) return text;
  text.erase(0, 2);
  const std::size_t end = text.find_first_of(" :=");
  std::replace(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(end, text.size())),
               '-', '_');
  return text;
}

// Where the mistake is, as attributes.
void raise_input_error(const InputError& error) {
  nb::object raised = nb::borrow(input_error)(name_arguments(error.what()));
  const SourcePlace& place = error.place();
  raised.attr("file") = place.file;
  raised.attr("line") = place.line;
  raised.attr("column") = place.column;
  raised.attr("member") = place.member;
  PyErr_SetObject(input_error, raised.ptr());
}

// With what the user's function raised as its cause, so that tracebacks show where.
void raise_callback_error(const nb::handle& type, const CallbackError& error) {
  const nb::object raised = type(error.what());
  // nanobind 2, which Python 3.9 needs, gives it its traceback only when its text is asked for.
  static_cast<void>(error.raised().what());
  raised.attr("__cause__") = error.raised().value();
  PyErr_SetObject(type.ptr(), raised.ptr());
}

nb::object make_type(nb::module_& module, const char* name, const nb::object& bases,
                     const char* doc) {
  const auto full = nb::cast<std::string>(module.attr("__name__")) + "." + name;
  nb::object type = nb::steal(PyErr_NewExceptionWithDoc(full.c_str(), doc, bases.ptr(), nullptr));
  module.attr(name) = type;
  return type;
}

}  // namespace

void bind_errors(nb::module_& module) {
  static PyObject* error = nullptr;
  static PyObject* assembly_error = nullptr;
  static PyObject* numerical_error = nullptr;
  static PyObject* interrupted = nullptr;
  const nb::object base = make_type(module, "Error", nb::borrow(PyExc_RuntimeError),
                                    "Base of everything that the library raises on purpose. "
                                    "Negative answers (an unreachable pose, an empty region, a "
                                    "path without a motion) are results and never raised.");
  error = base.ptr();
  input_error = make_type(module, "InputError", nb::make_tuple(base, nb::borrow(PyExc_ValueError)),
                          "What was given is wrong: `place: what is wrong; what was expected`. "
                          "Attributes: file, line and column (from 1; line 0: the input as a "
                          "whole), member (of a pattern, or empty).")
                    .ptr();
  // For type checkers and editors: of each error they are its own.
  const auto type = nb::borrow(input_error);
  type.attr("file") = "";
  type.attr("line") = 0;
  type.attr("column") = 0;
  type.attr("member") = "";
  assembly_error = make_type(module, "AssemblyError", base,
                             "The bodies cannot be assembled; the text names the joints that stay "
                             "open.")
                       .ptr();
  numerical_error =
      make_type(module, "NumericalError", base, "A computation failed: it did not converge.").ptr();
  interrupted = make_type(module, "Interrupted", base, "A computation was stopped.").ptr();
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const InputError& caught) {
      raise_input_error(caught);
    } catch (const AssemblyError& caught) {
      PyErr_SetString(assembly_error, caught.what());
    } catch (const NumericalError& caught) {
      PyErr_SetString(numerical_error, caught.what());
    } catch (const Interrupted& caught) {
      PyErr_SetString(interrupted, caught.what());
    } catch (const CallbackError& caught) {
      raise_callback_error(error, caught);
    } catch (const Error& caught) {
      PyErr_SetString(error, caught.what());
    }
  });
}

}  // namespace globaldyn::python
