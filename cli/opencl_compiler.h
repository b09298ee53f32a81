// OpenCL C to SPIR-V, through the programs clang and llvm-spirv.
#pragma once

#include <string>
#include <vector>

#include "cli/glslang_compiler.h"

namespace spirv_oracle {

// The programs of one version of LLVM, by their paths.
struct OpenClPrograms {
  std::string clang;
  std::string translator;  // llvm-spirv
};

// clang and llvm-spirv on PATH, or those of the newest version that both have, as clang-14 and
// llvm-spirv-14. Errors: unsupported, naming the program that is missing.
Result<OpenClPrograms> find_opencl_programs();

// Compiles the text, for which diagnostics and source lines say options.file; `build_options` are those
// that clBuildProgram takes (-D, -I, -cl-..., -w, -Werror). Nothing is optimized, and expressions are not
// contracted. Debug information other than source lines is left out. Errors: bad_input with what the
// programs say.
Result<CompiledSource> compile_opencl(const std::string& text,
                                      const std::vector<std::string>& build_options,
                                      const ModuleOptions& options);

}  // namespace spirv_oracle
