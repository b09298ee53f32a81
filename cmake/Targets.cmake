# How a folder becomes a library, its tests, its fuzzers and its programs. The sources are what lies
# there: NAME.cpp belongs to the library, NAME_test.cpp, NAME_benchmark.cpp, NAME_fuzzer.cpp and
# NAME_main.cpp to what their names say.

# spirv_oracle_library(FOLDER [HOT SUBFOLDER] PUBLIC|PRIVATE targets...): the library spirv_oracle_FOLDER. Most time is
# spent in what lies in SUBFOLDER, so that is optimized more.
function(spirv_oracle_library folder)
  cmake_parse_arguments(arg "" "HOT" "PUBLIC;PRIVATE" ${ARGN})
  set(name spirv_oracle_${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "_(test|benchmark|fuzzer|main)\\.cpp$")
  if(arg_HOT)
    set(hot ${sources})
    list(FILTER hot INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/${arg_HOT}/")
    list(REMOVE_ITEM sources ${hot})
    add_library(${name}_${arg_HOT} OBJECT ${hot})
    spirv_oracle_compiled(${name}_${arg_HOT} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
    spirv_oracle_optimize(${name}_${arg_HOT})
    list(APPEND sources $<TARGET_OBJECTS:${name}_${arg_HOT}>)
  endif()
  add_library(${name} STATIC ${sources})
  set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
  spirv_oracle_compiled(${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${folder})
  add_library(spirv-oracle::${folder} ALIAS ${name})
endfunction()

# spirv_oracle_compiled(TARGET PUBLIC|PRIVATE targets...): how the sources of libraries are compiled.
function(spirv_oracle_compiled target)
  target_link_libraries(${target} ${ARGN})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<BUILD_INTERFACE:${SPIRV_ORACLE_GENERATED}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/spirv-oracle>)
endfunction()

# spirv_oracle_optimize(TARGET): for targets whose sources consist of loops over lanes. They take long to compile.
function(spirv_oracle_optimize target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O3>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 4)
endfunction()

# spirv_oracle_compile_quickly(TARGET): for targets in which no time is spent. With less optimization GCC 12 sees more
# that is not there.
function(spirv_oracle_compile_quickly target)
  target_compile_options(${target} PRIVATE
    $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-O1;-Wno-maybe-uninitialized;-Wno-stringop-overflow;-Wno-array-bounds>)
endfunction()

# spirv_oracle_tests(FOLDER): FOLDER_tests, each of its tests known to CTest.
function(spirv_oracle_tests folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *_test.cpp)
  if(NOT SPIRV_ORACLE_TESTS OR NOT sources)
    return()
  endif()
  add_executable(${folder}_tests ${sources})
  # GCC 12 sees overlaps in "literal" + std::string that are not there.
  target_compile_options(${folder}_tests PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  spirv_oracle_compile_quickly(${folder}_tests)
  target_link_libraries(${folder}_tests
    PRIVATE spirv_oracle_${folder} SpirvToolsCore::SpirvToolsCore GTest::gtest_main PkgConfig::MPFR)
  if(CMAKE_CROSSCOMPILING)
    set_target_properties(${folder}_tests PROPERTIES EXCLUDE_FROM_ALL ON)  # but for those of EmulatedTests.cmake
    return()
  endif()
  include(GoogleTest)
  gtest_discover_tests(${folder}_tests TEST_PREFIX ${folder}. DISCOVERY_TIMEOUT 60)
endfunction()

# spirv_oracle_fuzzers(FOLDER): a libFuzzer program for each NAME_fuzzer.cpp. Where there is a
# NAME_corpus.cmake beside it, that makes the inputs to begin with.
function(spirv_oracle_fuzzers folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *_fuzzer.cpp)
  if(NOT SPIRV_ORACLE_FUZZERS)
    return()
  endif()
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    add_executable(${name} ${source})
    target_link_libraries(${name}
      PRIVATE spirv_oracle_${folder} SpirvToolsCore::SpirvToolsCore ${SPIRV_ORACLE_FUZZING_ENGINE})
    string(REGEX REPLACE "_fuzzer\\.cpp$" "_corpus" corpus ${source})
    set(inputs)
    set(folders)
    if(EXISTS ${corpus}.cmake)
      cmake_path(GET corpus FILENAME inputs)
      set(folders ${CMAKE_CURRENT_BINARY_DIR}/${name}_found ${CMAKE_CURRENT_BINARY_DIR}/${inputs})
      file(MAKE_DIRECTORY ${folders})
      add_test(NAME ${inputs} COMMAND ${CMAKE_COMMAND} -DTESTCASES=${PROJECT_SOURCE_DIR}/testcases
        -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${inputs} -DPREFIXES=${SPIRV_ORACLE_TOOLCHAIN}
        -P ${corpus}.cmake)
      set_tests_properties(${inputs} PROPERTIES FIXTURES_SETUP ${inputs})
    endif()
    add_test(NAME ${name}
      COMMAND ${name} -seed=1 -max_total_time=${SPIRV_ORACLE_FUZZ_SECONDS} -timeout=20 ${folders})
    set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED "${inputs}")
  endforeach()
endfunction()

# spirv_oracle_programs(FOLDER): spirv-run from spirv_run_main.cpp, and so on.
function(spirv_oracle_programs folder)
  file(GLOB sources CONFIGURE_DEPENDS *_main.cpp)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    string(REGEX REPLACE "_main$" "" name ${name})
    string(REPLACE "_" "-" name ${name})
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE spirv_oracle_${folder})
    if(SPIRV_ORACLE_STATIC_LIBRARIES AND NOT SPIRV_ORACLE_PORTABLE)
      spirv_oracle_link_program_statically(${name})
    endif()
    install(TARGETS ${name})
    set_property(GLOBAL APPEND PROPERTY SPIRV_ORACLE_PROGRAMS ${name})
  endforeach()
endfunction()

# spirv_oracle_benchmarks(NAME): one program of every NAME_benchmark.cpp in all folders.
function(spirv_oracle_benchmarks name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    memory/*_benchmark.cpp interpreter/*_benchmark.cpp builtins/*_benchmark.cpp
    spirv_run/*_benchmark.cpp)
  if(NOT SPIRV_ORACLE_BENCHMARKS OR NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name}
    PRIVATE spirv_oracle_spirv_run benchmark::benchmark benchmark::benchmark_main)
endfunction()
