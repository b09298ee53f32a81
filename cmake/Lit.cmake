# Finds what runs the lit suite: the command SPIRV_ORACLE_LIT_COMMAND and, in SPIRV_ORACLE_LIT_TOOLS, the programs that
# RUN lines name.

# lit and FileCheck come with LLVM's tools; Debian has lit.py beside them, others on the PATH.
file(GLOB _llvm_folders /usr/lib/llvm-*)
list(SORT _llvm_folders COMPARE NATURAL ORDER DESCENDING)
list(TRANSFORM _llvm_folders APPEND /bin OUTPUT_VARIABLE _llvm_bin)
list(TRANSFORM _llvm_folders APPEND /build/utils/lit OUTPUT_VARIABLE _llvm_lit)
find_program(SPIRV_ORACLE_FILECHECK FileCheck PATHS ${_llvm_bin})
find_file(SPIRV_ORACLE_LIT_PY lit.py PATHS ${_llvm_lit})
find_program(SPIRV_ORACLE_LIT NAMES llvm-lit lit)
find_program(SPIRV_ORACLE_GLSLANG NAMES glslang glslangValidator)
find_program(SPIRV_ORACLE_SPIRV_AS spirv-as)
find_program(SPIRV_ORACLE_SPIRV_DIS spirv-dis)
find_program(SPIRV_ORACLE_SPIRV_VAL spirv-val)

if(SPIRV_ORACLE_LIT_PY)
  set(SPIRV_ORACLE_LIT_COMMAND ${Python3_EXECUTABLE} ${SPIRV_ORACLE_LIT_PY})
elseif(SPIRV_ORACLE_LIT)
  set(SPIRV_ORACLE_LIT_COMMAND ${SPIRV_ORACLE_LIT})
endif()
if(NOT SPIRV_ORACLE_LIT_COMMAND OR NOT SPIRV_ORACLE_FILECHECK OR NOT SPIRV_ORACLE_GLSLANG OR NOT SPIRV_ORACLE_SPIRV_AS
    OR NOT SPIRV_ORACLE_SPIRV_DIS OR NOT SPIRV_ORACLE_SPIRV_VAL)
  message(FATAL_ERROR "The lit suite needs lit and FileCheck (Debian's llvm-NN-tools) and the "
    "programs glslang, spirv-as, spirv-dis and spirv-val. On Debian, scripts/setup-toolchain "
    "installs them; the tests can be left out by -DSPIRV_ORACLE_TESTS=OFF.")
endif()

# The tools that RUN lines name, and nothing else, in one folder for the suite's PATH.
set(SPIRV_ORACLE_LIT_TOOLS ${PROJECT_BINARY_DIR}/lit/tools)
file(MAKE_DIRECTORY ${SPIRV_ORACLE_LIT_TOOLS})
foreach(_tool IN ITEMS FileCheck:${SPIRV_ORACLE_FILECHECK} glslang:${SPIRV_ORACLE_GLSLANG}
    spirv-as:${SPIRV_ORACLE_SPIRV_AS} spirv-dis:${SPIRV_ORACLE_SPIRV_DIS}
    spirv-val:${SPIRV_ORACLE_SPIRV_VAL})
  string(REGEX MATCH "^([^:]*):(.*)$" _ ${_tool})
  file(CREATE_LINK ${CMAKE_MATCH_2} ${SPIRV_ORACLE_LIT_TOOLS}/${CMAKE_MATCH_1} SYMBOLIC)
endforeach()
