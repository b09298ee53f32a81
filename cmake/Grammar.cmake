# Makes generated/grammar/*.h from the grammar that SPIRV-Headers installs.

set(SPIRV_ORACLE_GENERATED ${PROJECT_BINARY_DIR}/generated)

get_target_property(_headers SPIRV-Headers::SPIRV-Headers INTERFACE_INCLUDE_DIRECTORIES)
find_path(SPIRV_ORACLE_GRAMMAR spirv.core.grammar.json HINTS ${_headers}
  PATH_SUFFIXES spirv/unified1 REQUIRED)
mark_as_advanced(SPIRV_ORACLE_GRAMMAR)
unset(_headers)

set(_generate ${PROJECT_SOURCE_DIR}/interpreter/grammar/generate.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${_generate}
  ${SPIRV_ORACLE_GRAMMAR}/spirv.core.grammar.json
  ${SPIRV_ORACLE_GRAMMAR}/extinst.glsl.std.450.grammar.json
  ${SPIRV_ORACLE_GRAMMAR}/extinst.spv-amd-gcn-shader.grammar.json
  ${SPIRV_ORACLE_GRAMMAR}/extinst.spv-amd-shader-ballot.grammar.json
  ${SPIRV_ORACLE_GRAMMAR}/extinst.spv-amd-shader-trinary-minmax.grammar.json)
execute_process(
  COMMAND ${Python3_EXECUTABLE} ${_generate} ${SPIRV_ORACLE_GRAMMAR} ${SPIRV_ORACLE_GENERATED}
  COMMAND_ERROR_IS_FATAL ANY)
unset(_generate)
