// Compiles HLSL to SPIR-V with another program than glslang.
#pragma once

#include <string>

#include "frontend/glslang_compiler.h"

namespace spirv_oracle {

// Compiles the text with options.hlsl_compiler: a program on PATH or a path, and options for it, with the command line of dxc.
// Source lines name options.file. Optimizes nothing. Errors: bad_input with the messages of the program, or if it is not found.
Result<CompiledSource> compile_hlsl(const std::string& text, const std::string& stage,
                                    const ModuleOptions& options);

// Advice for source that glslang does not compile, if a program that may compile it is on PATH; "" otherwise.
std::string hlsl_compiler_help(const std::string& file);

}  // namespace spirv_oracle
