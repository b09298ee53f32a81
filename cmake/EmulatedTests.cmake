# Tests of programs for another architecture, which run in an emulator: the results must be those of this machine's
# programs, byte for byte. An emulator takes some ten times as long; so this is a selection, about the instructions of
# groups, arithmetic and races.

set(SPIRV_ORACLE_NATIVE_PROGRAMS ${PROJECT_SOURCE_DIR}/build/release/bin CACHE PATH
  "The folder with the spirv-run of this machine, which the emulated one is compared with")

set_target_properties(memory_tests PROPERTIES EXCLUDE_FROM_ALL OFF)
add_test(NAME memory.emulated
  COMMAND memory_tests --gtest_brief --gtest_filter=RaceDetector*:Shadow*:Synchronization*)

# What these tests do not run is built only when somebody asks for it.
set_target_properties(spirv_oracle_golden spirv-golden spirv_oracle_debugger spirv-debug PROPERTIES EXCLUDE_FROM_ALL ON)

# RUN lines find programs that run both builds, and fail where these do not do the same.
set(SPIRV_ORACLE_LIT_PROGRAMS ${PROJECT_BINARY_DIR}/lit/programs)
configure_file(cmake/run_both.in ${SPIRV_ORACLE_LIT_PROGRAMS}/spirv-run @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
configure_file(lit/lit.site.cfg.py.in lit/lit.site.cfg.py @ONLY)
# The bits of a NaN that an operation creates are those of the host, and this test prints them (docs/decisions.md).
set(_host_nans arithmetic/special_values)
set(_suites arithmetic bit conversion group races)
list(TRANSFORM _suites PREPEND ${PROJECT_BINARY_DIR}/lit/testcases/)
add_test(NAME lit
  COMMAND ${SPIRV_ORACLE_LIT_COMMAND} --succinct --verbose --no-progress-bar -j${SPIRV_ORACLE_CORES}
    --filter-out ${_host_nans} ${_suites})
set_tests_properties(lit PROPERTIES PROCESSORS ${SPIRV_ORACLE_CORES} TIMEOUT 1500)
