#include "frontend/hlsl_compiler.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <span>
#include <sstream>
#include <system_error>

#include "frontend/compiler_program.h"
#include "frontend/module_repair.h"
#include "support/file.h"
#include "support/subprocess.h"

namespace spirv_oracle {
namespace {

// The newest Shader Model that releases of dxc since 2021 and clang have in common.
std::string profile_of(const std::string& stage) {
  if (stage == "fragment") return "ps_6_6";
  if (stage == "vertex") return "vs_6_6";
  if (stage == "tessellation_control") return "hs_6_6";
  if (stage == "tessellation_evaluation") return "ds_6_6";
  if (stage == "geometry") return "gs_6_6";
  return "cs_6_6";
}

// By our names, those of dxc. For plain SPIR-V, the oldest version of Vulkan that accepts it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> environments{
    {{"", "vulkan1.3"},
     {"vulkan1.0", "vulkan1.0"},
     {"vulkan1.1", "vulkan1.1"},
     {"vulkan1.1spv1.4", "vulkan1.1spirv1.4"},
     {"vulkan1.2", "vulkan1.2"},
     {"vulkan1.3", "vulkan1.3"},
     {"vulkan1.4", "vulkan1.3"},  // dxc has no name for it; its version of SPIR-V is the same
     {"spv1.0", "vulkan1.0"},
     {"spv1.1", "vulkan1.0"},
     {"spv1.2", "vulkan1.0"},
     {"spv1.3", "vulkan1.1"},
     {"spv1.4", "vulkan1.1spirv1.4"},
     {"spv1.5", "vulkan1.2"},
     {"spv1.6", "vulkan1.3"}}};

Result<std::string> dxc_environment(const ModuleOptions& options) {
  for (const auto& [name, of_dxc] : environments) {
    if (name == options.target_env) return std::string(of_dxc);
  }
  return bad_input(fmt::format(
      "{}: source files do not compile for {}: use vulkan1.0 to vulkan1.4 or spv1.0 to spv1.6",
      options.file, options.target_env));
}

// Files of a script. Those outside its folder cannot exist beside the source.
Result<void> write_virtual_files(const TemporaryFolder& folder, const ModuleOptions& options) {
  if (options.virtual_files == nullptr) return {};
  for (const auto& [name, text] : *options.virtual_files) {
    const std::filesystem::path path = std::filesystem::path(name).lexically_normal();
    if (path.is_absolute() || *path.begin() == "..") continue;
    const std::string file = folder.file(path.string());
    std::error_code error;  // writing the file shows it
    std::filesystem::create_directories(std::filesystem::path(file).parent_path(), error);
    if (auto done = write_file(file, std::as_bytes(std::span(text))); !done) return done;
  }
  return {};
}

std::vector<std::string> arguments_for(const std::string& stage, const std::string& environment,
                                       const ModuleOptions& options) {
  std::vector<std::string> arguments{"-spirv",
                                     "-T",
                                     profile_of(stage),
                                     "-E",
                                     options.entry_point.empty() ? "main" : options.entry_point,
                                     "-fspv-target-env=" + environment,
                                     "-Od",
                                     "-Zi"};
  for (const std::string& define : options.defines)
    arguments.insert(arguments.end(), {"-D", define});
  const std::string folder = std::filesystem::path(options.file).parent_path().string();
  arguments.insert(arguments.end(), {"-I", folder.empty() ? "." : folder});
  for (const std::string& include : options.include_folders)
    arguments.insert(arguments.end(), {"-I", include});
  for (const RegisterShift& shift : options.register_shifts) {
    std::istringstream words(register_shift_text(shift));
    for (std::string word; words >> word;) arguments.push_back(word);
  }
  return arguments;
}

// A message names the file as the user does.
std::string with_name(std::string text, const std::string& temporary, const std::string& name) {
  for (std::size_t at = text.find(temporary); at != std::string::npos;
       at = text.find(temporary, at + name.size()))
    text.replace(at, temporary.size(), name);
  return text;
}

}  // namespace

Result<CompiledSource> compile_hlsl(const std::string& text, const std::string& stage,
                                    const ModuleOptions& options) {
  const auto environment = dxc_environment(options);
  if (!environment) return tl::unexpected(environment.error());
  const auto command = compiler_command("--hlsl-compiler", options.hlsl_compiler);
  if (!command) return tl::unexpected(command.error());
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  if (auto done = write_virtual_files(*folder, options); !done) return tl::unexpected(done.error());
  const std::string source = folder->file("source.hlsl"), binary = folder->file("module.spv");
  if (auto done = write_file(source, std::as_bytes(std::span(text))); !done)
    return tl::unexpected(done.error());
  std::vector<std::string> arguments = arguments_for(stage, *environment, options);
  // The last of several options counts.
  arguments.insert(arguments.end(), command->arguments.begin(), command->arguments.end());
  arguments.insert(arguments.end(), {"-Fo", binary, source});
  const auto printed = run_compiler(command->program, arguments, options);
  if (!printed) {
    Error error = printed.error();
    error.message = with_name(error.message, source, options.file);
    return tl::unexpected(error);
  }
  const auto words = read_words(binary, options.hlsl_compiler, options);
  if (!words) return tl::unexpected(words.error());
  CompiledSource compiled;
  compiled.words = without_temporary_names(*words, source, options.file);
  compiled.warnings = with_name(*printed, source, options.file);
  if (compiled.warnings.ends_with('\n')) compiled.warnings.pop_back();
  return compiled;
}

std::string hlsl_compiler_help(const std::string& file) {
  for (const std::string name : {"dxc", "clang-dxc"}) {
    if (!find_program(name).empty())
      return fmt::format(
          "{}: help: {} is on PATH, and may know more of HLSL: add --hlsl-compiler "
          "{}\n",
          file, name, name);
  }
  return "";
}

}  // namespace spirv_oracle
