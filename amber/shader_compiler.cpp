#include "amber/shader_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <system_error>

#include "amber/script/script_reader.h"
#include "frontend/frontend.h"
#include "frontend/opencl/opencl_compiler.h"
#include "frontend/shader_cache.h"
#include "support/time_limit.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::uint32_t magic_number = 0x07230203;

// A capability that a version of SPIR-V introduced, and the extension that provides it before.
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

// The operand of each OpCapability or OpExtension outside comments, without quotes.
std::vector<std::string> operands_of(std::string_view assembly, std::string_view opcode) {
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
  const std::vector<std::string> extensions = operands_of(assembly, "OpExtension");
  unsigned version = 0;
  for (const std::string& capability : operands_of(assembly, "OpCapability")) {
    for (const CapabilityRow& row : capability_rows) {
      if (!capability.starts_with(row.prefix)) continue;
      const bool extended =
          std::find(extensions.begin(), extensions.end(), row.extension) != extensions.end();
      if (!extended) version = std::max(version, row.version);
    }
  }
  return version;
}

unsigned needed_version(const Script& script, std::string_view assembly) {
  return std::max(version_of_extensions(script), version_of_capabilities(assembly));
}

std::string environment_name(unsigned version) { return fmt::format("spv1.{}", version); }

// Whether the first line of the source is a #version of the ES profile, which must remain the first line.
bool begins_with_es_version(std::string_view source) {
  const std::string_view line = source.substr(0, source.find('\n'));
  // In a ScriptReader, # begins a comment.
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || line[hash] != '#') return false;
  ScriptReader directive("", line.substr(hash + 1));
  if (!directive.take_if("version")) return false;
  while (!directive.at_line_end()) {
    if (directive.take().text == "es") return true;
  }
  return false;
}

// The source with empty lines, so that its lines have the same numbers as in the script. They precede the source,
// or follow a first line that must remain the first.
std::string placed_source(const Shader& shader) {
  const std::string lines(shader.first_line - 1, '\n');
  if (!begins_with_es_version(shader.source)) return lines + shader.source;
  const std::size_t end = std::min(shader.source.find('\n'), shader.source.size());
  return shader.source.substr(0, end) + lines + shader.source.substr(end);
}

// Corrects the number of a first line that remained the first, in messages of the compiler.
std::string with_first_line(std::string messages, const Shader& shader) {
  if (!begins_with_es_version(shader.source)) return messages;
  const std::string place = shader.file + ":1:";
  const std::string moved = fmt::format("{}:{}:", shader.file, shader.first_line);
  for (std::size_t at = 0; (at = messages.find(place, at)) != std::string::npos;
       at += moved.size()) {
    if (at == 0 || messages[at - 1] == '\n') messages.replace(at, place.size(), moved);
  }
  return messages;
}

struct Words {
  std::vector<std::uint32_t> words;
  AssemblyMap assembly;
  std::string warnings;
};

Result<Words> assemble_shader(const Shader& shader, const std::string& environment,
                              TimeLimit* limit) {
  const TimedPhase phase(limit, "assembling it");
  const std::string text = placed_source(shader);
  auto words = assemble(text, shader.file, environment);
  if (!words) return tl::unexpected(words.error());
  AssemblyMap map(*words, text, shader.file);
  if (auto done = phase.check(); !done) return tl::unexpected(done.error());
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
                                        hlsl ? ShaderLanguage::hlsl : ShaderLanguage::glsl,
                                        std::string(stage_name(shader.stage)), text_options);
  if (!compiled) {
    return tl::unexpected(
        Error{compiled.error().status, with_first_line(compiled.error().message, shader)});
  }
  return Words{std::move(compiled->words), {}, with_first_line(compiled->warnings, shader)};
}

// Options that only control how clspv translates a kernel to a Vulkan shader. Here it runs as a kernel.
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
    return bad_input("the size must be a multiple of 4 bytes");
  Words words;
  words.words.resize(shader.source.size() / sizeof(std::uint32_t));
  std::memcpy(words.words.data(), shader.source.data(), shader.source.size());
  return words;
}

// The environment whose rules apply to a shader, if the script or the user names `named`; "": the default of all
// commands. Shaders of scripts are for Vulkan, even if only a version of SPIR-V is named.
std::string validation_environment(ShaderFormat format, const std::string& named) {
  return format != ShaderFormat::opencl_c && is_vulkan_environment(named) ? named : "";
}

// Passes location 0 through to Position.
constexpr std::string_view passthrough_assembly = R"(OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main" %position %per_vertex
OpName %main "main"
OpName %position "position"
OpDecorate %position Location 0
OpMemberDecorate %PerVertex 0 BuiltIn Position
OpDecorate %PerVertex Block
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%vec4 = OpTypeVector %float 4
%int = OpTypeInt 32 1
%zero = OpConstant %int 0
%PerVertex = OpTypeStruct %vec4
%input = OpTypePointer Input %vec4
%output_block = OpTypePointer Output %PerVertex
%output = OpTypePointer Output %vec4
%position = OpVariable %input Input
%per_vertex = OpVariable %output_block Output
%main = OpFunction %void None %function
%begin = OpLabel
%value = OpLoad %vec4 %position
%target = OpAccessChain %output %per_vertex %zero
OpStore %target %value
OpReturn
OpFunctionEnd
)";

Result<Words> passthrough_words(const std::string& environment) {
  auto words = assemble(std::string(passthrough_assembly), "passthrough shader", environment);
  if (!words) return tl::unexpected(words.error());
  return Words{std::move(*words), {}, ""};
}

Result<Words> words_of(const Script& script, const Shader& shader, const ShaderUse& use,
                       const std::string& entry_point, const ModuleOptions& options) {
  switch (shader.format) {
    case ShaderFormat::spirv_asm:
      return assemble_shader(shader, options.target_env, options.time_limit);
    case ShaderFormat::glsl:
    case ShaderFormat::hlsl:
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
    case ShaderFormat::passthrough:
      return passthrough_words(options.target_env);
  }
  return unsupported(fmt::format("{} shaders are not supported yet", format_name(shader.format)));
}

// Without its description. The module is validated for `environment`, as load_options() takes it.
Result<CompiledShader> load(Result<Words> words, const ModuleOptions& options,
                            const std::string& environment) {
  if (!words) return tl::unexpected(words.error());
  ModuleOptions validated = options;
  validated.target_env = environment;
  auto module = load_in_time(words->words, load_options(validated, words->words),
                             words->assembly.id_names(), options.time_limit);
  if (!module) return tl::unexpected(module.error());
  return CompiledShader{std::move(words->words),
                        std::move(*module),
                        {},
                        std::move(words->assembly),
                        std::move(words->warnings)};
}

// If neither the script nor the user names a version, selects the oldest version of SPIR-V for which the shader is
// valid. Capabilities give the lower limit. From there, each version is tried. If all fail, the error is that of
// the first version with all instructions of the shader.
Result<CompiledShader> translate_for_any(const Script& script, const Shader& shader,
                                         const ShaderUse& use, const std::string& entry_point,
                                         const ModuleOptions& options) {
  const unsigned oldest = shader.format == ShaderFormat::spirv_asm
                              ? needed_version(script, shader.source)
                              : versions.front();
  std::optional<Error> error;
  bool is_translated = false;  // by the version to which the error belongs
  for (const unsigned version : versions) {
    if (version < oldest) continue;
    ModuleOptions this_version = options;
    this_version.target_env = environment_name(version);
    auto words = words_of(script, shader, use, entry_point, this_version);
    const bool translates = words.has_value();
    auto compiled = load(std::move(words), this_version, validation_environment(shader.format, ""));
    if (!compiled && compiled.error().status == Status::bad_input) {
      if (error && (is_translated || !translates)) continue;
      error = compiled.error();
      is_translated = translates;
      continue;
    }
    if (!compiled) return compiled;  // a limit, or a feature that the interpreter lacks
    if (version > version_of_extensions(script)) {
      compiled->warnings += fmt::format(
          "{}{}:{}:{}: note: shader '{}' is treated as SPIR-V 1.{}, which it needs, because "
          "neither the "
          "script nor --target-env names a version",
          compiled->warnings.empty() ? "" : "\n", script.file, shader.place.line,
          shader.place.column, shader.name, version);
    }
    return compiled;
  }
  return tl::unexpected(*error);
}

}  // namespace

std::string assembly_environment(const Script& script, std::string_view assembly) {
  return environment_name(needed_version(script, assembly));
}

Result<std::vector<std::uint32_t>> parse_hex(std::string_view text) {
  std::vector<std::uint32_t> words;
  unsigned bytes = 0;  // those of the last word
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
      return bad_input(fmt::format("expected a hexadecimal byte or word, but found '{}'", digits));
    }
    if (!byte || bytes == 0) words.push_back(0);
    words.back() |= value << (8 * bytes);
    if (byte) bytes = (bytes + 1) % 4;
  }
  if (bytes != 0) return bad_input("the last word is incomplete");
  if (words.empty() || words.front() != magic_number)
    return bad_input("the module does not start with the magic number of SPIR-V");
  return words;
}

Result<CompiledShader> compile_shader(const Script& script, const Shader& shader,
                                      const ShaderUse& use, const std::string& entry_point,
                                      const ModuleOptions& options, std::uint64_t max_memory) {
  const auto in_shader = [&](const Error& error) {
    return tl::unexpected(
        Error{error.status,
              fmt::format("{}:{}:{}: error: shader '{}': {}", script.file, shader.place.line,
                          shader.place.column, shader.name, error.message)});
  };
  const bool is_source = is_text(shader.format) || shader.format == ShaderFormat::spirv_asm;
  Result<CompiledShader> compiled;
  if (is_source && shader.target_env.empty() && options.target_env.empty()) {
    compiled = translate_for_any(script, shader, use, entry_point, options);
  } else {
    ModuleOptions named = options;
    if (!shader.target_env.empty()) named.target_env = shader.target_env;
    compiled = load(words_of(script, shader, use, entry_point, named), named,
                    validation_environment(shader.format, named.target_env));
  }
  if (!compiled) return in_shader(compiled.error());
  compiled->info = describe(*compiled->module, max_memory);
  return compiled;
}

}  // namespace spirv_oracle::amber
