#include "frontend/compiler_program.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <sstream>

#include "frontend/spirv_words.h"
#include "support/file.h"
#include "support/subprocess.h"
#include "support/time_limit.h"

namespace spirv_oracle {

Result<CompilerCommand> compiler_command(const std::string& option, const std::string& text) {
  CompilerCommand command;
  std::istringstream words(text);
  words >> command.program;
  for (std::string word; words >> word;) command.arguments.push_back(word);
  if (command.program.find('/') != std::string::npos) return command;
  const std::string path = find_program(command.program);
  if (path.empty())
    return bad_input(fmt::format("{}: program '{}' not found on PATH", option, text));
  command.program = path;
  return command;
}

Result<std::string> run_compiler(const std::string& program,
                                 const std::vector<std::string>& arguments,
                                 const ModuleOptions& options) {
  const std::string name = std::filesystem::path(program).filename().string();
  const TimeLimit* limit = options.time_limit;
  auto result = run_program(program, arguments, limit != nullptr ? limit->deadline() : no_deadline);
  if (!result && limit != nullptr && result.error().status == Status::limit)
    return tl::unexpected(limit->error_in(fmt::format("{} compiles {}", name, options.file)));
  if (!result) return tl::unexpected(result.error());
  if (result->status > 128) {
    const std::string& output = result->output;
    return unsupported(
        fmt::format("{} crashes with signal {} when it compiles {}; try another version:\n{}", name,
                    result->status - 128, options.file,
                    output.substr(0, output.find("PLEASE submit a bug report"))));
  }
  if (result->status != 0) {
    return bad_input(
        fmt::format("{} does not compile: {} says\n{}", options.file, name, result->output));
  }
  return std::move(result->output);
}

Result<std::vector<std::uint32_t>> read_words(const std::string& path, const std::string& compiler,
                                              const ModuleOptions& options) {
  const auto bytes = read_file(path);
  if (!bytes || bytes->size() / sizeof(std::uint32_t) < spirv_words::header_words)
    return bad_input(fmt::format("{}: {} wrote no module", options.file, compiler));
  std::vector<std::uint32_t> words(bytes->size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes->data(), words.size() * sizeof(std::uint32_t));
  return words;
}

}  // namespace spirv_oracle
