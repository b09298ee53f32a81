# cmake -DTESTCASES=FOLDER -DOUTPUT=FOLDER -DPREFIXES=FOLDERS -P module_corpus.cmake: the test programs
# as SPIR-V, and modules that are deep or wide in one way each, for the fuzzer to begin with. Without the
# tools, which may lie under PREFIXES, it begins with nothing.
find_program(GLSLANG NAMES glslang glslangValidator PATHS ${PREFIXES} PATH_SUFFIXES bin)
find_program(SPIRV_AS spirv-as PATHS ${PREFIXES} PATH_SUFFIXES bin)
file(MAKE_DIRECTORY ${OUTPUT})
file(GLOB_RECURSE sources ${TESTCASES}/*.spvasm ${TESTCASES}/*.comp)

# Small ones: the fuzzer makes them larger.
find_program(PYTHON python3)
if(PYTHON)
  set(generated ${OUTPUT}-generated)
  execute_process(
    COMMAND ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/../../lit/limits/Inputs/make_module.py --all 12 ${generated}
    COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB deep_and_wide ${generated}/*.spvasm)
  execute_process(
    COMMAND ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/../../lit/tools/run-cases --only-expand ${generated}/cases ${TESTCASES}
    COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB_RECURSE cases ${generated}/cases/*.spvasm)
  list(APPEND sources ${deep_and_wide} ${cases})
endif()

foreach(source IN LISTS sources)
  file(RELATIVE_PATH name ${TESTCASES} ${source})
  string(REGEX REPLACE "^\\.\\./.*-generated/cases/" "" name ${name})
  string(REGEX REPLACE "^\\.\\./.*/" "deep-and-wide/" name ${name})
  string(REPLACE "/" "-" name ${name})
  set(target ${OUTPUT}/${name}.spv)
  if(source MATCHES "\\.comp$" AND GLSLANG)
    execute_process(COMMAND ${GLSLANG} -V --target-env vulkan1.3 -o ${target} ${source}
      OUTPUT_QUIET ERROR_QUIET)
  elseif(source MATCHES "\\.spvasm$" AND SPIRV_AS)
    execute_process(COMMAND ${SPIRV_AS} --target-env spv1.6 -o ${target} ${source}
      OUTPUT_QUIET ERROR_QUIET)
  endif()
endforeach()
