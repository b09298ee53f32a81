# The tests beside GoogleTest's: the lit suite, the layering, the format, the Debian package, an installed package.

cmake_host_system_information(RESULT SPIRV_ORACLE_CORES QUERY NUMBER_OF_LOGICAL_CORES)
include(Lit)
if(CMAKE_CROSSCOMPILING)
  include(EmulatedTests)
  return()
endif()

set(SPIRV_ORACLE_LIT_PROGRAMS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
configure_file(lit/lit.site.cfg.py.in lit/lit.site.cfg.py @ONLY)
set(_suites ${PROJECT_BINARY_DIR}/lit/lit)
if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/testcases)
  list(APPEND _suites ${PROJECT_BINARY_DIR}/lit/testcases)
endif()
add_test(NAME lit
  COMMAND ${SPIRV_ORACLE_LIT_COMMAND} --succinct --verbose --no-progress-bar -j${SPIRV_ORACLE_CORES} ${_suites})
set_tests_properties(lit PROPERTIES PROCESSORS ${SPIRV_ORACLE_CORES} TIMEOUT 1500)

# What looks whether definedness is followed compiles where it is not, too; scripts/measure_checks
# builds and compares all of that.
add_library(ignoring_definedness OBJECT
  ${PROJECT_SOURCE_DIR}/interpreter/exec/lanes/copy.cpp
  ${PROJECT_SOURCE_DIR}/interpreter/instructions/memory/access.cpp
  ${PROJECT_SOURCE_DIR}/interpreter/instructions/relational_and_logical.cpp)
target_compile_definitions(ignoring_definedness
  PRIVATE SPIRV_ORACLE_IGNORES_DEFINEDNESS SPIRV_ORACLE_BASELINE_ONLY)
set_target_properties(ignoring_definedness PROPERTIES UNITY_BUILD OFF)
target_compile_options(ignoring_definedness PRIVATE -O0)
target_link_libraries(ignoring_definedness PRIVATE spirv_oracle_interpreter)

add_test(NAME layering
  COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/cmake/layering_test.cmake)

# Only in a checkout, which knows the project's files.
if(EXISTS ${PROJECT_SOURCE_DIR}/.git)
  add_test(NAME format COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-format)
  set_tests_properties(format PROPERTIES SKIP_RETURN_CODE 77)
endif()

if(TARGET spirv-golden)
  add_test(NAME completion
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/packaging/completion_test.py
      ${PROJECT_SOURCE_DIR}/packaging/bash_completion $<TARGET_FILE_DIR:spirv-run>)
endif()

find_program(SPIRV_ORACLE_CPACK cpack)
find_program(SPIRV_ORACLE_DPKG_SHLIBDEPS dpkg-shlibdeps)
find_program(SPIRV_ORACLE_GROFF groff)
find_program(SPIRV_ORACLE_HELP2MAN help2man)
if(NOT SPIRV_ORACLE_CPACK OR NOT SPIRV_ORACLE_DPKG_SHLIBDEPS)
  message(STATUS "The test of the Debian package is left out: it needs cpack and dpkg-shlibdeps "
    "(Debian's package dpkg-dev)")
elseif(PROJECT_IS_TOP_LEVEL AND TARGET spirv-golden AND NOT SPIRV_ORACLE_SANITIZE)
  set(_man_pages)
  if(SPIRV_ORACLE_HELP2MAN AND SPIRV_ORACLE_GROFF)
    set(_man_pages --man-pages)
  else()
    message(STATUS "The test of the man pages is left out: it needs help2man and groff "
      "(Debian's packages help2man and groff-base)")
  endif()
  add_test(NAME package
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/packaging/package_test.py
      ${PROJECT_BINARY_DIR} ${PROJECT_VERSION} ${PROJECT_SOURCE_DIR} ${_man_pages})
  set_tests_properties(package PROPERTIES TIMEOUT 300)
endif()

# Sanitized libraries would ask the same of the project that embeds them.
if(NOT SPIRV_ORACLE_SANITIZE)
  list(JOIN CMAKE_PREFIX_PATH "|" _prefixes)
  add_test(NAME consumer
    COMMAND ${CMAKE_COMMAND}
      -DBUILD=${PROJECT_BINARY_DIR}
      -DCONFIG=$<CONFIG>
      -DGENERATOR=${CMAKE_GENERATOR}
      -DCOMPILER=${CMAKE_CXX_COMPILER}
      -DPREFIXES=${_prefixes}
      -P ${PROJECT_SOURCE_DIR}/cmake/consumer_test.cmake)
  set_tests_properties(consumer PROPERTIES TIMEOUT 300)
endif()
