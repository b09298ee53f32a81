#include "cli/amber/shader_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "cli/amber/script_reader.h"
#include "cli/opencl_compiler.h"
#include "cli/shader_cache.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::uint32_t magic_number = 0x07230203;

// A capability that a version of SPIR-V brought, and the extension that offers it to older ones.
struct CapabilityRow {
  std::string_view prefix;
  unsigned version;  // of SPIR-V 1
  std::string_view extension;
};

constexpr std::array capability_rows{
    CapabilityRow{"GroupNonUniformPartitionedNV", 3, ""},
    CapabilityRow{"GroupNonUniform", 3, ""},
    CapabilityRow{"StorageBuffer16BitAccess", 3, "SPV_KHR_16bit_storage"},
    CapabilityRow{"UniformAndStorageBuffer16BitAccess", 3, "SPV_KHR_16bit_storage"},
    CapabilityRow{"StoragePushConstant16", 3, "SPV_KHR_16bit_storage"},
    CapabilityRow{"StorageBuffer8BitAccess", 5, "SPV_KHR_8bit_storage"},
    CapabilityRow{"UniformAndStorageBuffer8BitAccess", 5, "SPV_KHR_8bit_storage"},
    CapabilityRow{"StoragePushConstant8", 5, "SPV_KHR_8bit_storage"},
    CapabilityRow{"VariablePointers", 3, "SPV_KHR_variable_pointers"},
    CapabilityRow{"DeviceGroup", 3, "SPV_KHR_device_group"},
    CapabilityRow{"Denorm", 4, "SPV_KHR_float_controls"},
    CapabilityRow{"SignedZeroInfNanPreserve", 4, "SPV_KHR_float_controls"},
    CapabilityRow{"RoundingMode", 4, "SPV_KHR_float_controls"},
    CapabilityRow{"ShaderNonUniform", 5, "SPV_EXT_descriptor_indexing"},
    CapabilityRow{"RuntimeDescriptorArray", 5, "SPV_EXT_descriptor_indexing"},
    CapabilityRow{"StorageBufferArrayNonUniformIndexing", 5, "SPV_EXT_descriptor_indexing"},
    CapabilityRow{"UniformBufferArrayNonUniformIndexing", 5, "SPV_EXT_descriptor_indexing"},
    CapabilityRow{"VulkanMemoryModel", 5, "SPV_KHR_vulkan_memory_model"},
    CapabilityRow{"PhysicalStorageBufferAddresses", 5, "SPV_KHR_physical_storage_buffer"},
    CapabilityRow{"DotProduct", 6, "SPV_KHR_integer_dot_product"},
};

constexpr std::array<unsigned, 5> versions{0, 3, 4, 5, 6};

struct ExtensionRow {
  std::string_view name;
  unsigned version;
};

constexpr std::array extension_rows{
    ExtensionRow{"VK_KHR_spirv_1_4", 4},
};

unsigned version_of_extensions(const Script& script) {
  unsigned version = 0;
  for (const Requirement& requirement : script.requirements) {
    for (const ExtensionRow& row : extension_rows) {
      if (row.name == requirement.name) version = std::max(version, row.version);
    }
  }
  return version;
}

// The words behind each OpCapability or OpExtension, without comments and quotes.
std::vector<std::string> words_behind(std::string_view assembly, std::string_view opcode) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while ((at = assembly.find(opcode, at)) != std::string_view::npos) {
    const std::size_t line = assembly.rfind('\n', at) + 1;  // 0 for the first line
    const bool comment = assembly.substr(line, at - line).find(';') != std::string_view::npos;
    at += opcode.size();
    const std::size_t start = assembly.find_first_not_of(" \t\"", at);
    if (comment || start == std::string_view::npos || start == at) continue;
    words.emplace_back(assembly.substr(start, assembly.find_first_of(" \t\r\n;\"", start) - start));
  }
  return words;
}

unsigned version_of_capabilities(std::string_view assembly) {
  const std::vector<std::string> extensions = words_behind(assembly, "OpExtension");
  unsigned version = 0;
  for (const std::string& capability : words_behind(assembly, "OpCapability")) {
    for (const CapabilityRow& row : capability_rows) {
      if (!capability.starts_with(row.prefix)) continue;
      const bool extended =
          std::find(extensions.begin(), extensions.end(), row.extension) != extensions.end();
      if (!extended) version = std::max(version, row.version);
    }
  }
  return version;
}

std::string environment_name(unsigned version) { return fmt::format("spv1.{}", version); }

// The source with empty lines before it, so that its lines have the numbers that they have in the
// script.
std::string placed_source(const Shader& shader) {
  return std::string(shader.first_line - 1, '\n') + shader.source;
}

struct Words {
  std::vector<std::uint32_t> words;
  AssemblyMap assembly;
  std::string warnings;
};

// Newer versions are tried only where the assembler knows that the older one lacks something.
Result<Words> assemble_shader(const Script& script, const Shader& shader,
                              const std::string& environment) {
  const std::string text = placed_source(shader);
  const std::string first = environment.empty() ? assembly_environment(script, text) : environment;
  auto words = assemble(text, shader.file, first);
  for (const unsigned version : versions) {
    if (words || !environment.empty()) break;
    const std::string newer = environment_name(version);
    if (newer <= first) continue;
    if (auto again = assemble(text, shader.file, newer)) words = std::move(again);
  }
  if (!words) return tl::unexpected(words.error());
  AssemblyMap map(*words, text, shader.file);
  return Words{std::move(*words), std::move(map), ""};
}

constexpr bool is_text(ShaderFormat format) {
  return format == ShaderFormat::glsl || format == ShaderFormat::hlsl;
}

Result<Words> compile_text(const Script& script, const Shader& shader,
                           const std::string& entry_point, const ModuleOptions& options) {
  ModuleOptions text_options = options;
  text_options.file = shader.file;
  text_options.entry_point = entry_point;
  text_options.virtual_files = &script.virtual_files;
  const bool hlsl = shader.format == ShaderFormat::hlsl;
  auto compiled = compile_source_cached(placed_source(shader),
                                        hlsl ? SourceLanguage::hlsl : SourceLanguage::glsl,
                                        std::string(stage_name(shader.stage)), text_options);
  if (!compiled) return tl::unexpected(compiled.error());
  return Words{std::move(compiled->words), {}, std::move(compiled->warnings)};
}

// Options that only say how clspv makes a Vulkan shader of a kernel, which runs as it is here.
bool is_for_clspv(const std::string& option) {
  constexpr std::array names =
      std::to_array<std::string_view>({"-arg-info",
                                       "-cluster-pod-kernel-args",
                                       "-constant-args-ubo",
                                       "-descriptormap",
                                       "-hack-undef",
                                       "-inline-entry-points",
                                       "-int8",
                                       "-max-pushconstant-size",
                                       "-max-ubo-size",
                                       "-module-constants-in-storage-buffer",
                                       "-no-16bit-storage",
                                       "-no-8bit-storage",
                                       "-pod-pushconstant",
                                       "-pod-ubo",
                                       "-relaxed-ubo-layout",
                                       "-spv-version",
                                       "-std430-ubo-layout",
                                       "-uniform-workgroup-size",
                                       "-work-dim",
                                       "-global-offset",
                                       "-physical-storage-buffers",
                                       "-enable-feature-macros"});
  std::string_view name = std::string_view(option).substr(0, option.find('='));
  if (name.starts_with("--")) name.remove_prefix(1);
  return std::find(names.begin(), names.end(), name) != names.end();
}

Result<Words> compile_kernel(const Shader& shader, const std::vector<std::string>& compile_options,
                             ModuleOptions options) {
  options.file = shader.file;
  std::vector<std::string> build_options = compile_options;
  std::erase_if(build_options, is_for_clspv);
  auto compiled = compile_opencl(placed_source(shader), build_options, options);
  if (!compiled) return tl::unexpected(compiled.error());
  return Words{std::move(compiled->words), {}, std::move(compiled->warnings)};
}

Result<Words> binary_words(const Shader& shader) {
  if (shader.source.empty() || shader.source.size() % sizeof(std::uint32_t) != 0)
    return bad_input("its bytes are not whole words of 4 bytes");
  Words words;
  words.words.resize(shader.source.size() / sizeof(std::uint32_t));
  std::memcpy(words.words.data(), shader.source.data(), shader.source.size());
  return words;
}

Result<Words> words_of(const Script& script, const Shader& shader, const ShaderUse& use,
                       const std::string& entry_point, ModuleOptions options) {
  const bool is_default = shader.target_env.empty() && options.target_env.empty();
  if (!shader.target_env.empty()) options.target_env = shader.target_env;
  switch (shader.format) {
    case ShaderFormat::spirv_asm:
      return assemble_shader(script, shader, is_default ? "" : options.target_env);
    case ShaderFormat::glsl:
    case ShaderFormat::hlsl:
      if (is_default) options.target_env = environment_name(0);
      return compile_text(script, shader, entry_point, options);
    case ShaderFormat::spirv_hex: {
      auto words = parse_hex(shader.source);
      if (!words) return tl::unexpected(words.error());
      return Words{std::move(*words), {}, ""};
    }
    case ShaderFormat::spirv_bin:
      return binary_words(shader);
    case ShaderFormat::opencl_c:
      return compile_kernel(shader, use.compile_options, options);
    default:
      return unsupported(
          fmt::format("{} shaders are not supported yet", format_name(shader.format)));
  }
}

}  // namespace

std::string assembly_environment(const Script& script, std::string_view assembly) {
  const unsigned version =
      std::max(version_of_extensions(script), version_of_capabilities(assembly));
  return environment_name(version);
}

Result<std::vector<std::uint32_t>> parse_hex(std::string_view text) {
  std::vector<std::uint32_t> words;
  unsigned bytes = 0;  // of the last word that are there
  ScriptReader reader("", text, ",");
  for (reader.skip_line_ends(); !reader.at_end(); reader.skip_line_ends()) {
    std::string_view digits = reader.take().text;
    if (digits == ",") continue;
    if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
    std::uint32_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    const bool byte = digits.size() == 1 || digits.size() == 2;
    if (error != std::errc{} || end != digits.data() + digits.size() ||
        (!byte && (digits.size() != 8 || bytes != 0))) {
      return bad_input(fmt::format("'{}' is neither a byte nor a word in hexadecimal", digits));
    }
    if (!byte || bytes == 0) words.push_back(0);
    words.back() |= value << (8 * bytes);
    if (byte) bytes = (bytes + 1) % 4;
  }
  if (bytes != 0) return bad_input("the last word is cut off");
  if (words.empty() || words.front() != magic_number)
    return bad_input("it does not start with the magic number of SPIR-V");
  return words;
}

Result<CompiledShader> compile_shader(const Script& script, const Shader& shader,
                                      const ShaderUse& use, const std::string& entry_point,
                                      const ModuleOptions& options) {
  const auto in_shader = [&](const Error& error) {
    return tl::unexpected(
        Error{error.status,
              fmt::format("{}:{}:{}: error: shader '{}': {}", script.file, shader.place.line,
                          shader.place.column, shader.name, error.message)});
  };
  auto words = words_of(script, shader, use, entry_point, options);
  if (!words) return in_shader(words.error());
  // Rules of an environment belong to what is written for it; a compiler's output keeps them.
  if (shader.format == ShaderFormat::opencl_c) {
    auto module = load_module(words->words, {options.validate, ""}, words->assembly.id_names());
    if (!module) return in_shader(module.error());
    ModuleInfo info = describe(**module);
    return CompiledShader{std::move(*module), std::move(info), {}, std::move(words->warnings)};
  }
  const std::string environment = !is_text(shader.format) && !shader.target_env.empty()
                                      ? shader.target_env
                                      : options.target_env;
  auto module =
      load_module(words->words, {options.validate, environment}, words->assembly.id_names());
  if (!module) return in_shader(module.error());
  ModuleInfo info = describe(**module);
  return CompiledShader{std::move(*module), std::move(info), std::move(words->assembly),
                        std::move(words->warnings)};
}

}  // namespace spirv_oracle::amber
