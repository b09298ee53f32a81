# Finds what the project is built with; docs/dependencies.md says why each is used.

set(SPIRV_ORACLE_MISSING "")

# spirv_oracle_find(PACKAGE WHERE_TO_GET_IT find_package-arguments...)
macro(spirv_oracle_find package where)
  find_package(${package} QUIET ${ARGN})
  if(NOT ${package}_FOUND)
    string(APPEND SPIRV_ORACLE_MISSING "\n  ${package}: ${where}")
  endif()
endmacro()

set(_ours "built by scripts/setup-toolchain")
spirv_oracle_find(SPIRV-Headers "${_ours}, see docs/dependencies.md" CONFIG)
spirv_oracle_find(SpirvToolsCore "${_ours}, see docs/dependencies.md")
spirv_oracle_find(glslang "${_ours}, or glslang 15.1 or later (glslang-dev)" 15.1 CONFIG)
spirv_oracle_find(half "${_ours}, or half 2.2 (libhalf-dev)")
unset(_ours)
spirv_oracle_find(tl-expected "Debian's libexpected-dev; github.com/TartanLlama/expected" CONFIG)
spirv_oracle_find(Boost "Debian's libboost-program-options-dev; boost.org"
  COMPONENTS program_options)
spirv_oracle_find(nlohmann_json "Debian's nlohmann-json3-dev; github.com/nlohmann/json" CONFIG)
spirv_oracle_find(fmt "Debian's libfmt-dev; github.com/fmtlib/fmt" CONFIG)
spirv_oracle_find(xxhash "Debian's libxxhash-dev; github.com/Cyan4973/xxHash")
spirv_oracle_find(pugixml "Debian's libpugixml-dev; pugixml.org" CONFIG)
spirv_oracle_find(PNG "Debian's libpng-dev; libpng.org")
spirv_oracle_find(ZLIB "Debian's zlib1g-dev; zlib.net")
spirv_oracle_find(OpenSSL "Debian's libssl-dev; openssl.org" COMPONENTS Crypto)
set(CURSES_NEED_WIDE TRUE)
spirv_oracle_find(Curses "Debian's libncurses-dev; invisible-island.net/ncurses")
find_path(LIBEDIT_HEADERS histedit.h)
find_library(LIBEDIT_LIBRARY edit)
mark_as_advanced(LIBEDIT_HEADERS LIBEDIT_LIBRARY)
if(NOT LIBEDIT_HEADERS OR NOT LIBEDIT_LIBRARY)
  string(APPEND SPIRV_ORACLE_MISSING
    "\n  libedit: Debian's libedit-dev; thrysoee.dk/editline")
endif()
find_path(VULKAN_HEADERS vulkan/vulkan.h)
mark_as_advanced(VULKAN_HEADERS)
if(NOT VULKAN_HEADERS)
  string(APPEND SPIRV_ORACLE_MISSING
    "\n  Vulkan headers: Debian's libvulkan-dev; github.com/KhronosGroup/Vulkan-Headers")
endif()
# The Python of the distribution, for which its packages are, precedes another one on the PATH.
if(NOT DEFINED Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The Python interpreter")
endif()
spirv_oracle_find(Python3 "Debian's python3; python.org" COMPONENTS Interpreter)


# The Python package is a part of the build if Python's headers and pybind11 are there.
if(NOT CMAKE_CROSSCOMPILING AND NOT SPIRV_ORACLE_SANITIZE)
  find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
  if(Python3_Development.Module_FOUND)
    find_package(pybind11 2.10 QUIET CONFIG)
  endif()
endif()
option(SPIRV_ORACLE_PYTHON "Build the Python package" ${pybind11_FOUND})
if(NOT SPIRV_ORACLE_PYTHON)
  message(STATUS "The Python package is left out: it needs Debian's python3-dev and pybind11-dev, and a build without sanitizers")
elseif(NOT pybind11_FOUND)
  string(APPEND SPIRV_ORACLE_MISSING "\n  pybind11: Debian's python3-dev and pybind11-dev; github.com/pybind/pybind11")
endif()

if(SPIRV_ORACLE_TESTS)
  spirv_oracle_find(GTest "Debian's libgtest-dev; github.com/google/googletest")
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(MPFR QUIET IMPORTED_TARGET mpfr)
  endif()
  if(NOT MPFR_FOUND)
    string(APPEND SPIRV_ORACLE_MISSING "\n  MPFR: Debian's libmpfr-dev and pkg-config; mpfr.org")
  endif()
endif()
if(SPIRV_ORACLE_BENCHMARKS)
  spirv_oracle_find(benchmark "Debian's libbenchmark-dev; github.com/google/benchmark" CONFIG)
endif()

if(SPIRV_ORACLE_MISSING)
  message(FATAL_ERROR "Not found:${SPIRV_ORACLE_MISSING}\n"
    "On Debian, scripts/setup-toolchain installs all of them. Elsewhere, install them and add "
    "their place to CMAKE_PREFIX_PATH; the tests can be left out by -DSPIRV_ORACLE_TESTS=OFF.")
endif()

# Later versions of glslang have no library SPIRV of their own.
if(TARGET glslang::SPIRV)
  set(SPIRV_ORACLE_GLSLANG_SPIRV glslang::SPIRV)
endif()
