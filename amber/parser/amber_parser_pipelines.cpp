// PIPELINE and DERIVE_PIPELINE: the shaders of a pipeline. Its bindings are in
// amber_parser_bindings.cpp, and the parts only for graphics in amber_parser_graphics.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "amber/parser/amber_parser_state.h"
#include "amber/script/script_images.h"
#include "interpreter/images/image_shape.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::uint32_t min_subgroup_size = 1;
constexpr std::uint32_t max_subgroup_size = 128;

// SPECIALIZE id AS type value
void parse_specialization(AmberParser& parser, ShaderUse& use) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view as[] = {"AS"};
  SpecializationValue value;
  value.place = reader.peek().place;
  value.id = reader.u32("the id of the specialization constant");
  reader.one_of("a data type", as);
  const Token type_token = reader.peek();
  const DataType type = parse_type(parser, "the type of the specialization constant");
  const Token token = reader.word("the value");
  if (type.structure || type.format != nullptr || type.rows * type.columns != 1 ||
      scalar_size(type.scalar) != 4) {
    reader.fail(type_token.place, "specialization values must be of a 32-bit type");
  }
  LiteralReader literals(reader);
  value.bits = literals.read(type.scalar, token);
  literals.finish();
  use.specialization.push_back(value);
}

void check_stage(AmberParser& parser, const Pipeline& pipeline, const ShaderUse& use,
                 const ScriptPosition& place) {
  const bool compute = use.stage == ShaderStage::compute;
  if (compute != (pipeline.kind == PipelineKind::compute)) {
    parser.reader.fail(place, fmt::format("a {} pipeline cannot contain a {} shader",
                                          compute ? "graphics" : "compute", stage_name(use.stage)));
  }
  for (const ShaderUse& other : pipeline.shaders) {
    if (other.stage == use.stage && !other.inherited) {
      parser.reader.fail(place, fmt::format("the pipeline already has a {} shader, '{}'",
                                            stage_name(use.stage), other.shader));
    }
  }
}

void parse_attach(AmberParser& parser, Pipeline& pipeline) {
  ScriptReader& reader = parser.reader;
  const Token name = reader.peek();
  const Shader* shader = find_named(parser, parser.script.shaders, "a shader");
  ShaderUse use;
  use.shader = shader->name;
  use.stage = shader->stage;
  const Token type = reader.peek();
  if (reader.take_if("TYPE")) {
    const Token stage = reader.word("the shader type");
    if (shader->stage != ShaderStage::multi)
      reader.fail(type.place,
                  fmt::format("TYPE applies only to multi shaders, but '{}' is a {} shader",
                              shader->name, stage_name(shader->stage)));
    if (const auto found = find_stage(stage.text)) {
      use.stage = *found;
    } else {
      reader.fail(stage.place, fmt::format("unknown shader type '{}'", stage.text));
    }
  } else if (shader->stage == ShaderStage::multi) {
    reader.fail(type.place, fmt::format("multi shader '{}' needs a TYPE", shader->name));
  }
  if (reader.take_if("ENTRY_POINT")) use.entry_point = reader.word("the entry point").text;
  while (reader.take_if("SPECIALIZE")) parse_specialization(parser, use);
  reader.end_statement("ATTACH");
  if (is_ray_tracing(use.stage)) {
    reader.fail(name.place,
                fmt::format("a {} shader needs a ray tracing pipeline", stage_name(use.stage)));
  }
  check_stage(parser, pipeline, use, name.place);
  std::erase_if(pipeline.shaders,
                [&use](const ShaderUse& other) { return other.stage == use.stage; });
  pipeline.shaders.push_back(std::move(use));
}

// The use of the shader that is named next.
ShaderUse* parse_attached(AmberParser& parser, Pipeline& pipeline) {
  const Token name = parser.reader.word("the name of the shader");
  ShaderUse* use = pipeline.find_use(name.text);
  if (use == nullptr) {
    parser.reader.fail(name.place,
                       fmt::format("shader '{}' is not attached to this pipeline", name.text));
  }
  return use;
}

// Words up to END, over several lines.
std::vector<std::string> parse_words(AmberParser& parser, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  std::vector<std::string> words;
  for (reader.skip_line_ends(); !reader.at_end(); reader.skip_line_ends()) {
    const Token token = reader.take();
    if (token.text == "END") {
      reader.end_statement("END");
      return words;
    }
    words.emplace_back(token.text);
  }
  reader.fail(keyword.place, fmt::format("{} has no END", keyword.text));
}

void parse_optimization(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  ShaderUse* use = parse_attached(parser, pipeline);
  if (use != nullptr) use->optimizations = parse_words(parser, keyword);
}

void parse_compile_options(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  // One example in the documentation of the format omits the shader.
  if (parser.reader.at_line_end() && !pipeline.shaders.empty()) {
    pipeline.shaders.front().compile_options = parse_words(parser, keyword);
    return;
  }
  ShaderUse* use = parse_attached(parser, pipeline);
  if (parser.script.shaders.find(use->shader)->second.format != ShaderFormat::opencl_c) {
    parser.reader.fail(keyword.place, "COMPILE_OPTIONS applies only to OPENCL-C shaders");
  }
  use->compile_options = parse_words(parser, keyword);
}

std::uint32_t parse_subgroup_size(ScriptReader& reader) {
  if (reader.take_if("MIN")) return min_subgroup_size;
  if (reader.take_if("MAX")) return max_subgroup_size;
  const Token token = reader.peek();
  const std::uint32_t size = reader.u32("REQUIRED_SIZE");
  if ((size < min_subgroup_size || size > max_subgroup_size || (size & (size - 1)) != 0)) {
    reader.fail(token.place, fmt::format("REQUIRED_SIZE must be a power of two from {} to {}",
                                         min_subgroup_size, max_subgroup_size));
  }
  return size;
}

void parse_subgroup(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view words[] = {"FULLY_POPULATED", "VARYING_SIZE", "REQUIRED_SIZE",
                                               "END"};
  ShaderUse* use = parse_attached(parser, pipeline);
  reader.end_statement("the first line of SUBGROUP");
  for (reader.skip_line_ends(); !reader.at_end(); reader.skip_line_ends()) {
    const std::string_view word = reader.one_of("a setting of SUBGROUP", words);
    if (word == "FULLY_POPULATED") use->subgroup.fully_populated = reader.on_off("FULLY_POPULATED");
    if (word == "VARYING_SIZE") use->subgroup.varying_size = reader.on_off("VARYING_SIZE");
    if (word == "REQUIRED_SIZE") use->subgroup.required_size = parse_subgroup_size(reader);
    reader.end_statement("SUBGROUP");
    if (word == "END") return;
  }
  reader.fail(keyword.place, "SUBGROUP has no END");
}

constexpr std::array pipeline_words = std::to_array<std::string_view>(
    {"ATTACH", "BIND", "BLEND", "COMPILE_OPTIONS", "DEPTH", "FRAMEBUFFER_SIZE", "INDEX_DATA",
     "PATCH_CONTROL_POINTS", "POLYGON_MODE", "SET", "SHADER_OPTIMIZATION", "STENCIL", "SUBGROUP",
     "VERTEX_DATA", "VIEWPORT"});

void parse_pipeline_statement(AmberParser& parser, Pipeline& pipeline, const Token& keyword) {
  if (keyword.text == "ATTACH") return parse_attach(parser, pipeline);
  if (keyword.text == "BIND") return parse_bind(parser, pipeline, keyword);
  if (keyword.text == "SET") return parse_kernel_value(parser, pipeline, keyword);
  if (keyword.text == "SHADER_OPTIMIZATION") return parse_optimization(parser, pipeline, keyword);
  if (keyword.text == "COMPILE_OPTIONS") return parse_compile_options(parser, pipeline, keyword);
  if (keyword.text == "SUBGROUP") return parse_subgroup(parser, pipeline, keyword);
  if (!parse_graphics_statement(parser, pipeline, keyword))
    parser.reader.fail_unknown(keyword, "a command of a pipeline", pipeline_words);
}

void check_complete(AmberParser& parser, const Pipeline& pipeline) {
  const auto has = [&pipeline](ShaderStage stage) {
    return std::any_of(pipeline.shaders.begin(), pipeline.shaders.end(),
                       [stage](const ShaderUse& use) { return use.stage == stage; });
  };
  if (pipeline.kind == PipelineKind::compute) {
    if (!has(ShaderStage::compute))
      parser.reader.fail(pipeline.place, "a compute pipeline must have a compute shader");
  } else if (!has(ShaderStage::vertex) || !has(ShaderStage::fragment)) {
    parser.reader.fail(pipeline.place,
                       "a graphics pipeline must have a vertex and a fragment shader");
  }
}

// An attachment with an extent of its own must cover the framebuffer.
void check_extent(AmberParser& parser, const Pipeline& pipeline, const Binding& binding,
                  const Buffer& buffer) {
  const auto [width, height] = pipeline.graphics.framebuffer_size;
  const std::uint32_t level = std::min(binding.base_mip_level, max_image_levels);
  const ImageShape& shape = *buffer.image;
  const std::uint32_t level_width = std::max(shape.width >> level, 1u);
  const std::uint32_t level_height = std::max(shape.height >> level, 1u);
  if (level_width >= width && level_height >= height) return;
  parser.reader.fail(
      binding.place,
      fmt::format(
          "attachment '{}' has {} x {} pixels, which do not cover the framebuffer of {} x {}",
          buffer.name, level_width, level_height, width, height));
}

// Whether a pipeline gives a BUFFER with only a FORMAT its size. Fails if another pipeline gave it another one.
bool gives_size(AmberParser& parser, const Pipeline& pipeline, const Binding& binding,
                const Buffer& buffer, const std::array<std::uint32_t, 2>& size) {
  const ImageShape& shape = *buffer.image;
  const bool draws = pipeline.kind == PipelineKind::graphics;
  if (shape.width == 0) return true;
  if (!shape.is_framebuffer_sized) {
    if (draws) check_extent(parser, pipeline, binding, buffer);
    return false;
  }
  if (shape.width == size[0] && shape.height == size[1]) return draws;
  // Pipelines that draw into the buffer precede those that only read it.
  if (shape.is_attachment_sized != draws) return draws;
  parser.reader.fail(
      binding.place,
      fmt::format("buffer '{}' has the framebuffer size {} x {} of another pipeline, "
                  "and pipeline '{}' has {} x {}",
                  buffer.name, shape.width, shape.height, pipeline.name, size[0], size[1]));
}

void size_buffer(AmberParser& parser, const Pipeline& pipeline, const Binding& binding,
                 Buffer& buffer) {
  const bool draws = pipeline.kind == PipelineKind::graphics;
  const std::uint32_t level = draws ? std::min(binding.base_mip_level, max_image_levels) : 0;
  const auto [width, height] = pipeline.graphics.framebuffer_size;
  const std::array<std::uint32_t, 2> size{width << level, height << level};
  if (!gives_size(parser, pipeline, binding, buffer, size)) return;
  ImageShape shape = *buffer.image;
  shape.width = size[0];
  shape.height = size[1];
  shape.is_framebuffer_sized = true;
  shape.is_attachment_sized = draws;
  const bool has_elements = buffer.element_count != 0 && !buffer.image->is_framebuffer_sized;
  if (has_elements && buffer.element_count != texel_count(shape)) {
    if (!draws) return;
    parser.reader.fail(
        binding.place,
        fmt::format("attachment '{}' has {} elements, but a framebuffer of {} x {} has {}",
                    buffer.name, buffer.element_count, width, height, texel_count(shape)));
  }
  if (!levels_fit(shape)) return fail_levels(parser, shape, buffer.place);
  buffer.image = shape;
  buffer.element_count = texel_count(shape);
  set_size(parser, buffer, {Token::Kind::word, buffer.name, buffer.place});
}

// A BUFFER with only a FORMAT has the size of the framebuffer of the pipelines that bind it.
void size_buffers(AmberParser& parser, const Pipeline& pipeline) {
  const auto [width, height] = pipeline.graphics.framebuffer_size;
  const bool draws = pipeline.kind == PipelineKind::graphics;
  if (draws && (width == 0 || height == 0))
    parser.reader.fail(pipeline.place, "FRAMEBUFFER_SIZE must not be 0");
  if (std::max(width, height) > max_image_extent)
    parser.reader.fail(pipeline.place, "FRAMEBUFFER_SIZE is too large", Status::limit);
  for (const Binding& binding : pipeline.bindings) {
    if (draws && !is_attachment(binding.kind)) continue;
    for (const std::string& name : binding.buffers) {
      Buffer& buffer = parser.script.buffers.find(name)->second;
      if (buffer.image) {
        size_buffer(parser, pipeline, binding, buffer);
      } else if (draws) {
        parser.reader.fail(
            binding.place,
            fmt::format("attachment '{}' must be an IMAGE or a BUFFER with a FORMAT", name));
      }
    }
  }
}

void parse_body(AmberParser& parser, Pipeline pipeline, const Token& begin) {
  ScriptReader& reader = parser.reader;
  for (reader.skip_line_ends(); !reader.at_end() && !reader.at("END"); reader.skip_line_ends())
    parse_pipeline_statement(parser, pipeline, reader.take());
  if (reader.at_end()) reader.fail(begin.place, fmt::format("{} has no END", begin.text));
  reader.take();
  reader.end_statement("END");
  check_complete(parser, pipeline);
  size_buffers(parser, pipeline);
  const std::string name = pipeline.name;
  parser.script.pipelines.emplace(name, std::move(pipeline));
}

}  // namespace

void parse_pipeline(AmberParser& parser, const Token& keyword) {
  static constexpr std::string_view kinds[] = {"compute", "graphics", "ray_tracing"};
  Pipeline pipeline;
  pipeline.place = keyword.place;
  const std::string_view kind = parser.reader.one_of("a pipeline type", kinds);
  if (kind == "ray_tracing")
    parser.reader.not_supported(keyword.place, "ray_tracing pipelines are");
  pipeline.kind = kind == "compute" ? PipelineKind::compute : PipelineKind::graphics;
  pipeline.name = new_name(parser, parser.script.pipelines, "the name of the pipeline");
  parser.reader.end_statement("the first line of PIPELINE");
  parse_body(parser, std::move(pipeline), keyword);
}

void parse_derived_pipeline(AmberParser& parser, const Token& keyword) {
  static constexpr std::string_view from[] = {"FROM"};
  const std::string name = new_name(parser, parser.script.pipelines, "the name of the pipeline");
  parser.reader.one_of("a parent pipeline", from);
  const Pipeline* parent = find_named(parser, parser.script.pipelines, "a pipeline");
  Pipeline pipeline = *parent;
  pipeline.name = name;
  pipeline.place = keyword.place;
  for (ShaderUse& use : pipeline.shaders) use.inherited = true;
  parser.reader.end_statement("the first line of DERIVE_PIPELINE");
  parse_body(parser, std::move(pipeline), keyword);
}

}  // namespace spirv_oracle::amber
