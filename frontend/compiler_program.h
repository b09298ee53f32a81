// Runs compilers that are separate programs.
#pragma once

#include <string>
#include <vector>

#include "frontend/module_options.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// What a user names: a program and options for it.
struct CompilerCommand {
  std::string program;  // a path
  std::vector<std::string> arguments;
};
// `option` has this text: words, of which the first is a path or a name on PATH. Errors: bad_input if PATH has no such program.
Result<CompilerCommand> compiler_command(const std::string& option, const std::string& text);

// Runs a program that compiles options.file. The result is what it prints. Errors: bad_input with its messages if its exit
// status is not 0, unsupported if it crashes, limit at the deadline.
Result<std::string> run_compiler(const std::string& program,
                                 const std::vector<std::string>& arguments,
                                 const ModuleOptions& options);

// The words of a binary that a compiler has written. Errors: bad_input if there is no file, or it is too short for a module.
Result<std::vector<std::uint32_t>> read_words(const std::string& path, const std::string& compiler,
                                              const ModuleOptions& options);

}  // namespace spirv_oracle
