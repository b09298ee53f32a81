#include "frontend/other_compilers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <vector>

#include "frontend/compiler_program.h"
#include "frontend/shader_cache.h"
#include "support/file.h"
#include "support/subprocess.h"

namespace spirv_oracle {
namespace {

using Arguments = std::vector<std::string>;

// What a program has to compile.
struct Job {
  const ModuleOptions& options;
  const std::string& stage;
  std::string environment, binary;
};

void add_each(const std::vector<std::string>& values, std::string_view before,
              Arguments& arguments) {
  for (const std::string& value : values) arguments.push_back(std::string(before) + value);
}

Arguments of_tint(const Job& job) {
  Arguments arguments{"--format", "spirv", "-o", job.binary};
  if (!job.options.entry_point.empty())
    arguments.insert(arguments.end(), {"--entry-point", job.options.entry_point});
  arguments.push_back(job.options.file);
  return arguments;
}

Arguments of_naga(const Job& job) {
  Arguments arguments{job.options.file, job.binary};
  if (!job.options.entry_point.empty())
    arguments.insert(arguments.end(), {"--entry-point", job.options.entry_point});
  return arguments;
}

Arguments of_slangc(const Job& job) {
  Arguments arguments{job.options.file,
                      "-target",
                      "spirv",
                      "-g",
                      "-entry",
                      job.options.entry_point.empty() ? "main" : job.options.entry_point,
                      "-stage",
                      job.stage,
                      "-o",
                      job.binary};
  add_each(job.options.defines, "-D", arguments);
  add_each(job.options.include_folders, "-I", arguments);
  return arguments;
}

// The names of the stages are those of glslang's suffixes.
std::string suffix_of(const std::string& stage) {
  if (stage == "tessellation_control") return "tesc";
  if (stage == "tessellation_evaluation") return "tese";
  return stage.substr(0, 4);
}

Arguments of_glslang(const Job& job) {
  Arguments arguments{"-V", "--target-env", job.environment, "-g", "-S", suffix_of(job.stage),
                      "-o", job.binary};
  add_each(job.options.defines, "-D", arguments);
  add_each(job.options.include_folders, "-I", arguments);
  arguments.push_back(job.options.file);
  return arguments;
}

struct Program {
  ShaderLanguage language;
  std::string_view name;
  Arguments (*arguments)(const Job&);
};
constexpr std::array programs{
    Program{ShaderLanguage::wgsl, "tint", &of_tint},
    Program{ShaderLanguage::wgsl, "naga", &of_naga},
    Program{ShaderLanguage::slang, "slangc", &of_slangc},
    Program{ShaderLanguage::glsl, "glslang", &of_glslang},
    Program{ShaderLanguage::glsl, "glslangValidator", &of_glslang},
};

std::string_view name_of(ShaderLanguage language) {
  if (language == ShaderLanguage::wgsl) return "WGSL";
  return language == ShaderLanguage::slang ? "Slang" : "GLSL";
}

std::vector<std::string_view> programs_for(ShaderLanguage language) {
  std::vector<std::string_view> names;
  for (const Program& program : programs) {
    if (program.language == language) names.push_back(program.name);
  }
  return names;
}

struct Command {
  const Program* program = nullptr;
  CompilerCommand line;
};

// The user's program, by the name of its file.
Result<Command> named_command(ShaderLanguage language, const ModuleOptions& options) {
  auto line = compiler_command("--compiler", options.compiler);
  if (!line) return tl::unexpected(line.error());
  const std::string name = std::filesystem::path(line->program).filename().string();
  const auto found = std::ranges::find_if(programs, [&](const Program& program) {
    return program.language == language && program.name == name;
  });
  if (found != programs.end()) return Command{&*found, std::move(*line)};
  return bad_input(
      fmt::format("--compiler: '{}' is not a compiler of {} with a known command line: {}", name,
                  name_of(language), fmt::join(programs_for(language), ", ")));
}

Result<Command> command_for(ShaderLanguage language, const ModuleOptions& options) {
  if (!options.compiler.empty()) return named_command(language, options);
  for (const Program& program : programs) {
    if (program.language != language) continue;
    const std::string path = find_program(std::string(program.name));
    if (!path.empty()) return Command{&program, {path, {}}};
  }
  return bad_input(fmt::format(
      "{}: {} needs a compiler, and none of these is on PATH: {}; --compiler names one elsewhere",
      options.file, name_of(language), fmt::join(programs_for(language), ", ")));
}

// glslang prints the name of the file that it compiles.
std::string without_line(const std::string& text, const std::string& unwanted) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (line == unwanted) continue;
    kept += (kept.empty() ? "" : "\n") + line;
  }
  return kept;
}

Result<CompiledSource> compile_with(const Command& command, const std::string& stage,
                                    const ModuleOptions& options) {
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  const Job job{
      options, stage,
      options.target_env.empty() ? std::string(default_source_environment) : options.target_env,
      folder->file("module.spv")};
  Arguments arguments = command.line.arguments;
  const Arguments usual = command.program->arguments(job);
  arguments.insert(arguments.end(), usual.begin(), usual.end());
  const auto printed = run_compiler(command.line.program, arguments, options);
  if (!printed) return tl::unexpected(printed.error());
  auto words = read_words(job.binary, std::string(command.program->name), options);
  if (!words) return tl::unexpected(words.error());
  return CompiledSource{std::move(*words), without_line(*printed, options.file)};
}

SourceKey key_of(const Command& command, const std::string& text, const std::string& stage,
                 const ModuleOptions& options) {
  SourceKey key;
  key.add_program(command.line.program);
  key.add(command.line.arguments);
  key.add(stage);
  key.add(options.target_env);
  key.add(options.entry_point);
  key.add(options.file);
  key.add(options.defines);
  key.add(text);
  return key;
}

bool may_read_others(std::string_view text) {
  return text.find("import") != std::string_view::npos ||
         text.find("include") != std::string_view::npos;
}

}  // namespace

Result<CompiledSource> compile_elsewhere(const std::string& text, ShaderLanguage language,
                                         const std::string& stage, const ModuleOptions& options) {
  if (options.virtual_files != nullptr)
    return unsupported(
        fmt::format("{}: --compiler does not apply to shaders in scripts", options.file));
  const auto command = command_for(language, options);
  if (!command) return tl::unexpected(command.error());
  const auto compile = [&] { return compile_with(*command, stage, options); };
  if (options.shader_cache.empty() || may_read_others(text)) return compile();
  return kept_source(options.shader_cache, key_of(*command, text, stage, options), compile);
}

}  // namespace spirv_oracle
