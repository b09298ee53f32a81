// Compiles OpenCL C to SPIR-V with the programs clang and llvm-spirv.
#pragma once

#include <string>
#include <vector>

#include "frontend/glslang_compiler.h"

namespace spirv_oracle {

// The paths of the programs of one version of LLVM.
struct OpenClPrograms {
  std::string clang;
  std::string translator;  // llvm-spirv
};

// clang and llvm-spirv on PATH, or those with the newest version suffix that both have, such as
// clang-14 and llvm-spirv-14. Errors: unsupported, with the name of the missing program.
Result<OpenClPrograms> find_opencl_programs();

// Compiles the text; diagnostics and source lines name options.file. `build_options` are the
// options of clBuildProgram (-D, -I, -cl-..., -w, -Werror). Does not optimize, and does not
// contract expressions. The only debug information are source lines, unless
// options.debug_info is set, which adds OpenCL.DebugInfo.100 and changes no ids. Errors: bad_input with the messages of
// the programs.
Result<CompiledSource> compile_opencl(const std::string& text,
                                      const std::vector<std::string>& build_options,
                                      const ModuleOptions& options);

}  // namespace spirv_oracle
