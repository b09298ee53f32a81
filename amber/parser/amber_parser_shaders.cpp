// SHADER and VIRTUAL_FILE.
#include <fmt/format.h>
#include <spirv-tools/libspirv.h>

#include <array>
#include <span>

#include "amber/parser/amber_parser_state.h"
#include "support/file.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::uint64_t max_file_size = std::uint64_t{1} << 30;

constexpr std::array<std::string_view, 7> format_words{
    "PASSTHROUGH", "GLSL", "HLSL", "SPIRV-ASM", "SPIRV-HEX", "SPIRV-BIN", "OPENCL-C"};

template <class Enum>
Enum as_enum(std::span<const std::string_view> words, std::string_view word) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  return Enum{};
}

void check_format(AmberParser& parser, const Shader& shader, const Token& format) {
  const bool spirv = shader.format == ShaderFormat::spirv_asm ||
                     shader.format == ShaderFormat::spirv_hex ||
                     shader.format == ShaderFormat::spirv_bin;
  if (shader.stage == ShaderStage::multi && !spirv)
    parser.reader.fail(format.place, "a multi shader must be SPIRV-ASM, SPIRV-HEX or SPIRV-BIN");
  if (shader.format == ShaderFormat::passthrough && shader.stage != ShaderStage::vertex)
    parser.reader.fail(format.place, "only a vertex shader can be PASSTHROUGH");
}

void parse_target_env(AmberParser& parser, Shader& shader) {
  const Token env = parser.reader.word("the target environment");
  shader.target_env = env.text;
  spv_target_env parsed = SPV_ENV_UNIVERSAL_1_0;
  if (spvParseTargetEnv(shader.target_env.c_str(), &parsed)) return;
  parser.reader.fail(env.place,
                     fmt::format("unknown environment '{}': expected spv1.0 to spv1.6 or vulkan1.0 "
                                 "to vulkan1.4",
                                 env.text));
}

void read_source_file(AmberParser& parser, Shader& shader) {
  const Token path = parser.reader.word("the path of the file");
  shader.file = beside(parser.script.file, path.text);
  const auto bytes = read_file(shader.file, max_file_size);
  if (!bytes) parser.reader.fail(path.place, bytes.error().message, bytes.error().status);
  shader.source.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

void use_virtual_file(AmberParser& parser, Shader& shader) {
  const Token path = parser.reader.word("the path of the virtual file");
  const auto found = parser.script.virtual_files.find(std::string(path.text));
  if (found == parser.script.virtual_files.end())
    parser.reader.fail(path.place, fmt::format("unknown virtual file '{}'", path.text));
  shader.file = found->first;
  shader.source = found->second;
}

// The source: from the place that the rest of the line names, or else the following lines.
void parse_source(AmberParser& parser, Shader& shader, const Token& keyword) {
  if (parser.reader.take_if("FILE")) {
    read_source_file(parser, shader);
  } else if (parser.reader.take_if("VIRTUAL_FILE")) {
    use_virtual_file(parser, shader);
  } else if (shader.format == ShaderFormat::spirv_bin) {
    parser.reader.fail(keyword.place, "SPIRV-BIN needs a FILE");
  } else {
    parser.reader.end_statement("the first line of SHADER");
    RawText raw = parser.reader.raw_until_end(keyword);
    shader.source = std::move(raw.text);
    shader.first_line = raw.first_line;
    shader.file = parser.script.file;
  }
  parser.reader.end_statement(keyword.text);
}

}  // namespace

std::optional<ShaderStage> find_stage(std::string_view name) {
  for (std::size_t i = 0; i < stage_names.size(); ++i) {
    if (stage_names[i] == name) return static_cast<ShaderStage>(i);
  }
  return std::nullopt;
}

bool is_ray_tracing(ShaderStage stage) {
  return stage >= ShaderStage::ray_generation && stage <= ShaderStage::callable;
}

void parse_shader(AmberParser& parser, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  Shader shader;
  shader.place = keyword.place;
  shader.stage = as_enum<ShaderStage>(stage_names, reader.one_of("a shader type", stage_names));
  shader.name = new_name(parser, parser.script.shaders, "the name of the shader");
  const Token format = reader.peek();
  shader.format =
      as_enum<ShaderFormat>(format_words, reader.one_of("a shader format", format_words));
  check_format(parser, shader, format);
  if (reader.take_if("TARGET_ENV")) parse_target_env(parser, shader);
  if (shader.format == ShaderFormat::passthrough) {
    reader.end_statement(keyword.text);
  } else {
    parse_source(parser, shader, keyword);
  }
  parser.script.shaders.emplace(shader.name, std::move(shader));
}

void parse_virtual_file(AmberParser& parser, const Token& keyword) {
  const std::string path =
      new_name(parser, parser.script.virtual_files, "the path of the virtual file");
  parser.reader.end_statement("the first line of VIRTUAL_FILE");
  RawText raw = parser.reader.raw_until_end(keyword);
  parser.reader.end_statement(keyword.text);
  parser.script.virtual_files.emplace(path, std::move(raw.text));
}

}  // namespace spirv_oracle::amber
