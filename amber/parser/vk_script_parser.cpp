#include "amber/parser/vk_script_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "amber/parser/vk_script_parser_state.h"
#include "interpreter/thrown_error.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::array vk_features =
    std::to_array<std::string_view>({"robustBufferAccess",
                                     "fullDrawIndexUint32",
                                     "imageCubeArray",
                                     "independentBlend",
                                     "geometryShader",
                                     "tessellationShader",
                                     "sampleRateShading",
                                     "dualSrcBlend",
                                     "logicOp",
                                     "multiDrawIndirect",
                                     "drawIndirectFirstInstance",
                                     "depthClamp",
                                     "depthBiasClamp",
                                     "fillModeNonSolid",
                                     "depthBounds",
                                     "wideLines",
                                     "largePoints",
                                     "alphaToOne",
                                     "multiViewport",
                                     "samplerAnisotropy",
                                     "textureCompressionETC2",
                                     "textureCompressionASTC_LDR",
                                     "textureCompressionBC",
                                     "occlusionQueryPrecise",
                                     "pipelineStatisticsQuery",
                                     "vertexPipelineStoresAndAtomics",
                                     "fragmentStoresAndAtomics",
                                     "shaderTessellationAndGeometryPointSize",
                                     "shaderImageGatherExtended",
                                     "shaderStorageImageExtendedFormats",
                                     "shaderStorageImageMultisample",
                                     "shaderStorageImageReadWithoutFormat",
                                     "shaderStorageImageWriteWithoutFormat",
                                     "shaderUniformBufferArrayDynamicIndexing",
                                     "shaderSampledImageArrayDynamicIndexing",
                                     "shaderStorageBufferArrayDynamicIndexing",
                                     "shaderStorageImageArrayDynamicIndexing",
                                     "shaderClipDistance",
                                     "shaderCullDistance",
                                     "shaderFloat64",
                                     "shaderInt64",
                                     "shaderInt16",
                                     "shaderResourceResidency",
                                     "shaderResourceMinLod",
                                     "sparseBinding",
                                     "sparseResidencyBuffer",
                                     "sparseResidencyImage2D",
                                     "sparseResidencyImage3D",
                                     "sparseResidency2Samples",
                                     "sparseResidency4Samples",
                                     "sparseResidency8Samples",
                                     "sparseResidency16Samples",
                                     "sparseResidencyAliased",
                                     "variableMultisampleRate",
                                     "inheritedQueries"});

struct StageRow {
  std::string_view name;
  ShaderStage stage;
};

constexpr std::array stage_headings{
    StageRow{"compute", ShaderStage::compute},
    StageRow{"fragment", ShaderStage::fragment},
    StageRow{"geometry", ShaderStage::geometry},
    StageRow{"tessellation control", ShaderStage::tessellation_control},
    StageRow{"tessellation evaluation", ShaderStage::tessellation_evaluation},
    StageRow{"tessellation evaulation",
             ShaderStage::tessellation_evaluation},  // the spelling in the list
    StageRow{"vertex", ShaderStage::vertex},
};

Pipeline& pipeline_of(VkScriptParser& parser, bool compute, const ScriptPosition& place) {
  const std::string name = compute ? "compute" : "graphics";
  Pipeline& pipeline = parser.script.pipelines[name];
  if (pipeline.name.empty()) pipeline.place = place;
  pipeline.name = name;
  pipeline.kind = compute ? PipelineKind::compute : PipelineKind::graphics;
  return pipeline;
}

// Reads the words after "shader" in the header of a section.
std::optional<ShaderFormat> find_format(std::string_view text) {
  if (text.empty() || text == "glsl") return ShaderFormat::glsl;
  if (text == "spirv") return ShaderFormat::spirv_asm;
  if (text == "spirv hex") return ShaderFormat::spirv_hex;
  if (text == "passthrough") return ShaderFormat::passthrough;
  return std::nullopt;
}

void parse_shader_section(VkScriptParser& parser, std::string_view stage_name,
                          std::string_view format_name, const ScriptPosition& place) {
  ScriptReader& reader = parser.reader;
  const auto stage =
      std::find_if(stage_headings.begin(), stage_headings.end(),
                   [stage_name](const StageRow& row) { return row.name == stage_name; });
  if (stage == stage_headings.end())
    reader.fail(place, fmt::format("unknown shader stage '{}'", stage_name));
  const auto format = find_format(format_name);
  if (!format || (*format == ShaderFormat::passthrough && stage->stage != ShaderStage::vertex))
    reader.fail(place, fmt::format("a {} shader has no format '{}'", stage_name, format_name));
  Shader shader;
  shader.name = stage->name;
  shader.place = place;
  shader.stage = stage->stage;
  shader.format = *format;
  shader.file = parser.script.file;
  RawText raw = reader.raw_until_section();
  shader.source = std::move(raw.text);
  shader.first_line = raw.first_line;
  Pipeline& pipeline = pipeline_of(parser, shader.stage == ShaderStage::compute, place);
  if (pipeline.find_use(shader.name) != nullptr)
    reader.fail(place, fmt::format("the script already has a {} shader", stage_name));
  ShaderUse use;
  use.shader = shader.name;
  use.stage = shader.stage;
  pipeline.shaders.push_back(std::move(use));
  const std::string name = shader.name;
  parser.script.shaders.emplace(name, std::move(shader));
}

bool is_extension_name(std::string_view text) {
  return text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") ==
         std::string_view::npos;
}

void parse_requirement(VkScriptParser& parser) {
  ScriptReader& reader = parser.reader;
  const Token name = reader.take();
  if (name.text == "framebuffer" || name.text == "depthstencil") {
    const Token word = reader.word("the image format");
    const ImageFormat* format = find_image_format(word.text);
    if (format == nullptr)
      reader.fail(word.place, fmt::format("unknown image format '{}'", word.text));
    (name.text == "framebuffer" ? parser.color_format : parser.depth_format) = format;
  } else if (name.text == "fbsize") {
    parser.draw_state.graphics.framebuffer_size = {reader.u32("the width"),
                                                   reader.u32("the height")};
  } else if (name.text == "fence_timeout") {
    reader.u32("fence_timeout");
  } else if (!is_extension_name(name.text)) {
    reader.fail(name.place, fmt::format("invalid name of a feature or extension: '{}'", name.text));
  } else {
    const bool feature = is_vk_feature(name.text) || name.text.find('.') != std::string_view::npos;
    parser.script.requirements.push_back(
        {feature ? Requirement::Kind::feature : Requirement::Kind::device_extension,
         std::string(name.text), name.place});
  }
  reader.end_statement("a requirement");
}

void parse_section(VkScriptParser& parser) {
  ScriptReader& reader = parser.reader;
  const ScriptPosition place = reader.peek().place;
  std::string header;
  while (!reader.at_line_end()) {
    if (!header.empty()) header += ' ';
    header += reader.take().text;
  }
  reader.take();
  if (!header.starts_with('[') || !header.ends_with(']'))
    reader.fail(place, "expected a section such as [test]");
  const std::string name = header.substr(1, header.size() - 2);
  if (const std::size_t shader = name.find(" shader"); shader != std::string::npos) {
    const std::string format = name.substr(std::min(shader + 8, name.size()));
    return parse_shader_section(parser, name.substr(0, shader), format, place);
  }
  if (name == "comment") {
    reader.raw_until_section();
  } else if (name == "require") {
    for (reader.skip_line_ends(); !reader.at_end() && !at_section(reader); reader.skip_line_ends())
      parse_requirement(parser);
  } else if (name == "test") {
    parse_test_section(parser);
  } else if (name == "vertex data") {
    parse_vertex_data_section(parser, place);
  } else if (name == "indices") {
    parse_indices_section(parser, place);
  } else {
    reader.fail(place, fmt::format("unknown section '[{}]': expected [require], [STAGE shader], "
                                   "[vertex data], [indices], [test] or [comment]",
                                   name));
  }
}

}  // namespace

Pipeline& graphics_pipeline(VkScriptParser& parser, const ScriptPosition& place) {
  return pipeline_of(parser, false, place);
}

bool is_vk_feature(std::string_view name) {
  return std::find(vk_features.begin(), vk_features.end(), name) != vk_features.end();
}

namespace {

Script parse_sections_of(const std::string& file, std::string_view text, std::uint64_t max_bytes) {
  VkScriptParser parser{.reader = ScriptReader(file, text, "(),"), .max_bytes = max_bytes};
  ScriptReader& reader = parser.reader;
  parser.script.file = file;
  parser.script.language = Language::vk_script;
  for (reader.skip_line_ends(); !reader.at_end(); reader.skip_line_ends()) parse_section(parser);
  complete_graphics(parser);
  complete_test(parser);
  parser.script.warnings = reader.take_warnings();
  return std::move(parser.script);
}

}  // namespace

Result<Script> parse_vk_script(const std::string& file, std::string_view text,
                               std::uint64_t max_bytes) {
  return catch_error([&]() -> Result<Script> { return parse_sections_of(file, text, max_bytes); });
}

}  // namespace spirv_oracle::amber
