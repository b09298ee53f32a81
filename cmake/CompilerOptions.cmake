# Options for everything that is compiled here.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(SPIRV_ORACLE_CCACHE ccache)
  if(SPIRV_ORACLE_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${SPIRV_ORACLE_CCACHE})
  endif()
endif()

# Exactness: no fused multiply-add where the source has two operations.
add_compile_options(-ffp-contract=off -fno-math-errno)

# CMAKE_COMPILE_WARNING_AS_ERROR, which the presets set, makes them errors.
add_compile_options(-Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual
  -Wcast-qual -Wextra-semi -Wundef -Wimplicit-fallthrough -Wmissing-declarations
  -fdiagnostics-color=auto)
if(NOT CMAKE_UNITY_BUILD)
  # In a source that consists of several, a local variable may have the name of something in another one.
  add_compile_options(-Wshadow)
endif()

# GCC collects garbage only from 1 GB on: compiling is then up to a tenth faster.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)

if(NOT SPIRV_ORACLE_MULTIVERSION)
  add_compile_definitions(SPIRV_ORACLE_BASELINE_ONLY)
endif()

# Each newer GCC sees other faults in inlined code of the standard library that are not there.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  add_compile_options(-Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
    -Wno-maybe-uninitialized -Wno-restrict -Wno-dangling-reference)
endif()

# Clang tells where a loop over lanes does not vectorize; with a sanitizer, many do not.
add_compile_options($<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>)

if(SPIRV_ORACLE_SANITIZE)
  add_compile_options(-fsanitize=${SPIRV_ORACLE_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${SPIRV_ORACLE_SANITIZE})
  if(SPIRV_ORACLE_SANITIZE MATCHES undefined)
    # glslang is built without run-time type information, which this check needs.
    add_compile_options(-fno-sanitize=vptr)
  endif()
endif()
