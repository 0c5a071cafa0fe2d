# nanobind, which binds C++ to Python: that of the interpreter; else, as in a plain build tree, one
# from the Python package index in a virtual environment of the build's own.
find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
# pyproject.toml says the same. nanobind 3 does not know Python 3.9.
if(Python_VERSION VERSION_LESS 3.10)
  set(GLOBALDYN_NANOBIND "nanobind==2.15.0" CACHE STRING "As pip names it")
else()
  set(GLOBALDYN_NANOBIND "nanobind==3.1.0" CACHE STRING "As pip names it")
endif()

# globaldyn_ask_nanobind(INTERPRETER): nanobind_ROOT, or empty.
function(globaldyn_ask_nanobind interpreter)
  execute_process(COMMAND ${interpreter} -m nanobind --cmake_dir
                  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE folder ERROR_QUIET)
  set(nanobind_ROOT "${folder}" PARENT_SCOPE)
endfunction()

globaldyn_ask_nanobind(${Python_EXECUTABLE})
set(globaldyn_python_venv ${PROJECT_BINARY_DIR}/python/venv)
if(NOT nanobind_ROOT)
  if(NOT EXISTS ${globaldyn_python_venv}/bin/pip)
    execute_process(COMMAND ${Python_EXECUTABLE} -m venv ${globaldyn_python_venv} ERROR_QUIET OUTPUT_QUIET)
  endif()
  globaldyn_ask_nanobind(${globaldyn_python_venv}/bin/python)
endif()
if(NOT nanobind_ROOT)
  execute_process(COMMAND ${globaldyn_python_venv}/bin/python -m pip install --quiet
                          --disable-pip-version-check ${GLOBALDYN_NANOBIND})
  globaldyn_ask_nanobind(${globaldyn_python_venv}/bin/python)
endif()
if(NOT nanobind_ROOT)
  message(FATAL_ERROR "No nanobind for ${Python_EXECUTABLE}, and pip could not install it; expected "
    "Debian's python3-dev and python3-venv and the Python package index, or -DGLOBALDYN_PYTHON=OFF")
endif()
find_package(nanobind CONFIG REQUIRED)
