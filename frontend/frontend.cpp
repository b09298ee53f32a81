#include "frontend/frontend.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <optional>

#include "frontend/glslang_compiler.h"
#include "frontend/hlsl_registers.h"
#include "frontend/link_modules.h"
#include "frontend/module_contents.h"
#include "frontend/opencl/opencl_cache.h"
#include "frontend/shader_cache.h"
#include "interpreter/loader/binary.h"
#include "support/file.h"
#include "support/time_limit.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t magic_number = 0x07230203;
constexpr std::uint32_t swapped_magic_number = 0x03022307;
constexpr std::size_t version_word = 1;
constexpr std::uint64_t max_file_size = std::uint64_t{1} << 30;

struct SourceSuffix {
  std::string_view suffix;
  ShaderLanguage language;
  std::string_view stage;  // "": the suffix does not determine it
};

constexpr std::array source_suffixes{
    SourceSuffix{".comp", ShaderLanguage::glsl, "compute"},
    SourceSuffix{".frag", ShaderLanguage::glsl, "fragment"},
    SourceSuffix{".vert", ShaderLanguage::glsl, "vertex"},
    SourceSuffix{".glsl", ShaderLanguage::glsl, ""},
    SourceSuffix{".hlsl", ShaderLanguage::hlsl, ""},
    SourceSuffix{".wgsl", ShaderLanguage::wgsl, "compute"},
    SourceSuffix{".slang", ShaderLanguage::slang, ""},
};

std::optional<SourceSuffix> find_suffix(std::string_view suffix) {
  for (const SourceSuffix& row : source_suffixes) {
    if (row.suffix == suffix) return row;
  }
  return std::nullopt;
}

bool is_binary(const std::vector<std::byte>& bytes) {
  std::uint32_t first = 0;
  if (bytes.size() < sizeof first) return false;
  std::memcpy(&first, bytes.data(), sizeof first);
  return first == magic_number || first == swapped_magic_number;
}

Result<ModuleFile> binary(const std::vector<std::byte>& bytes, const std::string& name) {
  if (bytes.empty()) return bad_input(fmt::format("{} is empty", name));
  if (!is_binary(bytes))
    return bad_input(
        fmt::format("{} is not a SPIR-V binary: it does not start with the magic number", name));
  if (bytes.size() % 4 != 0) {
    return bad_input(
        fmt::format("{} is truncated: its {} bytes are not a whole number of 4-byte words", name,
                    bytes.size()));
  }
  ModuleFile file;
  file.words.resize(bytes.size() / 4);
  std::memcpy(file.words.data(), bytes.data(), bytes.size());
  return file;
}

Result<ModuleFile> assembly(const std::string& text, const ModuleOptions& options) {
  const TimedPhase phase(options.time_limit, fmt::format("assembling {}", options.file));
  auto words = assemble(text, options.file, options.target_env);
  if (!words) return tl::unexpected(words.error());
  ModuleFile file;
  // An explicit version wins. Environments permit several versions.
  const auto version = declared_version(text);
  if (version && !options.target_env.starts_with("spv")) (*words)[version_word] = *version;
  file.assembly = AssemblyMap(*words, text, options.file);
  file.words = std::move(*words);
  file.is_assembly = true;
  if (auto done = phase.check(); !done) return tl::unexpected(done.error());
  return file;
}

// The stage: from --stage, or else the suffix, including the inner one of a.frag.glsl, or else compute.
std::string stage_of(const SourceSuffix& suffix, const ModuleOptions& options) {
  if (!options.stage.empty()) return options.stage;
  if (!suffix.stage.empty()) return std::string(suffix.stage);
  const auto inner = find_suffix(std::filesystem::path(options.file).stem().extension().string());
  return inner && !inner->stage.empty() ? std::string(inner->stage) : "compute";
}

Result<ModuleFile> source(const std::string& text, const SourceSuffix& suffix,
                          const ModuleOptions& options) {
  auto compiled = compile_source_cached(text, suffix.language, stage_of(suffix, options), options);
  if (!compiled) return tl::unexpected(compiled.error());
  ModuleFile file;
  file.words = std::move(compiled->words);
  file.warnings = std::move(compiled->warnings);
  if (suffix.language != ShaderLanguage::hlsl) return file;
  // Another compiler has already added the shifts of the user.
  const bool has_shifts = !options.hlsl_compiler.empty() && !options.register_shifts.empty();
  auto shifted = has_shifts ? with_recorded_shifts(file.words, options.register_shifts)
                            : with_register_shifts(file.words, options.register_shifts);
  if (!shifted) return tl::unexpected(shifted.error());
  file.words = std::move(*shifted);
  return file;
}

Result<ModuleFile> opencl_source(const std::string& text, const ModuleOptions& options) {
  auto compiled = compile_opencl_cached(text, options.build_options, options);
  if (!compiled) return tl::unexpected(compiled.error());
  ModuleFile file;
  file.words = std::move(compiled->words);
  file.warnings = std::move(compiled->warnings);
  return file;
}

// Reading a pipe may block.
Result<std::vector<std::byte>> read_in_time(const ModuleOptions& options) {
  const TimedPhase phase(options.time_limit, fmt::format("reading {}", options.file));
  return read_file(options.file, max_file_size);
}

}  // namespace

LoadOptions load_options(const ModuleOptions& options, std::span<const std::uint32_t> words) {
  std::string target_env = options.target_env;
  const bool is_kernel = declares(native_words(words), spv::Capability::Kernel);
  if (target_env.empty() && !is_kernel) target_env = default_source_environment;
  return {options.validate, std::move(target_env), options.features};
}

Result<std::shared_ptr<const Module>> load_in_time(std::span<const std::uint32_t> words,
                                                   const LoadOptions& load, const IdNames& id_names,
                                                   TimeLimit* limit) {
  const TimedPhase phase(
      limit, load.validate ? "loading and validating the module" : "loading the module");
  auto module = load_module(words, load, id_names);
  if (!module) return module;
  if (auto done = phase.check(); !done) return tl::unexpected(done.error());
  return module;
}

namespace {

Result<ModuleFile> load_one_file(const ModuleOptions& options) {
  const auto bytes = read_in_time(options);
  if (!bytes) return tl::unexpected(bytes.error());
  if (options.file == "-") return binary(*bytes, "standard input");
  return load_module_contents(*bytes, options);
}

// Reads the files one by one, and links them.
Result<ModuleFile> load_and_link(const ModuleOptions& options) {
  std::vector<std::string> files = {options.file};
  files.insert(files.end(), options.linked_files.begin(), options.linked_files.end());
  std::vector<std::vector<std::uint32_t>> modules;
  ModuleFile linked;
  for (const std::string& file : files) {
    ModuleOptions of_file = options;
    of_file.file = file;
    auto one = load_one_file(of_file);
    if (!one) return one;
    std::vector<std::uint32_t> words = native_words(one->words);
    if (!declares(words, spv::Capability::Linkage)) {
      return bad_input(
          fmt::format("several FILEs that are not scripts are linked, but '{}' has nothing to "
                      "link: it does not declare the capability Linkage",
                      file));
    }
    linked.warnings += one->warnings;
    modules.push_back(std::move(words));
  }
  auto words = link_modules(modules, false);
  if (!words) return tl::unexpected(words.error());
  linked.words = std::move(*words);
  return linked;
}

}  // namespace

Result<ModuleFile> load_module_file(const ModuleOptions& options) {
  return options.linked_files.empty() ? load_one_file(options) : load_and_link(options);
}

Result<ModuleFile> load_module_contents(const std::vector<std::byte>& contents,
                                        const ModuleOptions& options) {
  const std::string suffix = std::filesystem::path(options.file).extension().string();
  const std::string text(reinterpret_cast<const char*>(contents.data()), contents.size());
  if (suffix == ".spvasm") return assembly(text, options);
  if (suffix == ".cl") return opencl_source(text, options);
  if (const auto row = find_suffix(suffix)) return source(text, *row, options);
  if (suffix == ".spv" || is_binary(contents)) return binary(contents, options.file);
  return bad_input(
      fmt::format("{}: unknown file type: the suffix must be .spv, .spvasm, .comp, .frag, .vert, "
                  ".glsl, .hlsl, .wgsl, .slang, .cl, or of a script .amber or .vkscript",
                  options.file));
}

}  // namespace spirv_oracle
