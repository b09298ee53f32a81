// A fixture that draws with shaders in GLSL.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "builtins/register_all.h"
#include "frontend/frontend.h"
#include "frontend/glslang_compiler.h"
#include "graphics/draw.h"
#include "raster/clear.h"
#include "raster/color.h"

namespace spirv_oracle::test {

inline std::string name_of(Stage stage) {
  switch (stage) {
    case Stage::vertex:
      return "vertex";
    case Stage::tessellation_control:
      return "tessellation_control";
    case Stage::tessellation_evaluation:
      return "tessellation_evaluation";
    case Stage::geometry:
      return "geometry";
    default:
      return "fragment";
  }
}

// Null for a text without a shader.
inline std::shared_ptr<const Pipeline> stage_of(Stage stage, const std::string& text,
                                                std::uint32_t subgroup_size, bool robust = false) {
  if (text.empty()) return nullptr;
  ModuleOptions options;
  options.file = "test." + name_of(stage);
  const auto compiled =
      compile_source("#version 460\n" + text, ShaderLanguage::glsl, name_of(stage), options);
  if (!compiled) {
    ADD_FAILURE() << compiled.error().message;
    return nullptr;
  }
  const auto module = load_module(compiled->words, load_options(options, compiled->words));
  if (!module) {
    ADD_FAILURE() << module.error().message;
    return nullptr;
  }
  PipelineOptions pipeline;
  pipeline.stage = stage;
  pipeline.subgroup_size = subgroup_size;
  pipeline.vulkan_environment = true;
  pipeline.robust_buffer_access = robust;
  const auto created = Pipeline::create(*module, default_registry(), pipeline);
  if (!created) {
    ADD_FAILURE() << created.error().message;
    return nullptr;
  }
  return *created;
}

// Vertices of two triangles that cover everything, from their numbers.
inline constexpr const char* rectangle = R"(
layout(location = 0) out vec2 uv;
void main() {
  uv = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
  gl_Position = vec4(uv * 2 - 1, 0.5, 1);
})";

class DrawTest : public testing::Test {
 public:
  DrawTest() {
    framebuffer.width = framebuffer.height = 8;
    state.input_assembly.topology = Topology::triangle_strip;
    call.vertex_count = 4;
  }

  Attachment attachment(const TexelFormat& format, std::uint32_t samples = 1) const {
    Attachment result;
    result.shape.format = format;
    result.shape.extent = {framebuffer.width, framebuffer.height, 1};
    result.shape.samples = samples;
    result.contents = ShadowedBytes::zero(std::size_t{format.bytes} * framebuffer.width *
                                          framebuffer.height * samples);
    return result;
  }
  void add_color(std::string_view format, std::uint32_t samples = 1) {
    framebuffer.color.emplace_back(attachment(*find_texel_format(format), samples));
  }
  void add_depth() {
    TexelFormat format{"D32_SFLOAT", 4, {}};
    format.components[0] = {32, 0, TexelEncoding::sfloat};
    framebuffer.depth_stencil = attachment(format);
    ASSERT_TRUE(clear_depth_stencil(*framebuffer.depth_stencil, {1.0, {}}));
  }

  DrawResult draw(const std::string& vertex, const std::string& fragment) {
    GraphicsPipeline pipeline;
    pipeline.vertex = stage_of(Stage::vertex, vertex, subgroup_size, robust);
    pipeline.tessellation_control = stage_of(Stage::tessellation_control, control, subgroup_size);
    pipeline.tessellation_evaluation =
        stage_of(Stage::tessellation_evaluation, evaluation, subgroup_size);
    pipeline.geometry = stage_of(Stage::geometry, geometry, subgroup_size);
    // Quads need subgroups of 4.
    pipeline.fragment = stage_of(Stage::fragment, fragment, std::max(4u, subgroup_size));
    pipeline.state = state;
    pipeline.variation = variation;
    error = {Status::ok, ""};
    if (pipeline.vertex == nullptr) return {};
    auto result = spirv_oracle::draw(pipeline, call, bindings, framebuffer, policy);
    if (!result) {
      error = result.error();
      return {};
    }
    return *std::move(result);
  }
  // A draw without findings.
  DrawResult draw_silently(const std::string& vertex, const std::string& fragment) {
    DrawResult result = draw(vertex, fragment);
    EXPECT_EQ(error.message, "");
    for (const Finding& finding : result.findings)
      ADD_FAILURE() << finding.clause << ": " << finding.message;
    EXPECT_EQ(result.status, Status::ok) << result.message;
    return result;
  }

  ColorComponent at(std::uint32_t x, std::uint32_t y, unsigned component = 0,
                    std::size_t location = 0, std::uint32_t sample = 0) {
    const Surface surface = *Surface::of(*framebuffer.color[location]);
    return surface.read(surface.texel(x, y, 0, sample))[component];
  }
  // '1' where the first component is not 0.
  std::string picture(std::size_t location = 0) {
    std::string text;
    for (std::uint32_t y = 0; y < framebuffer.height; ++y) {
      for (std::uint32_t x = 0; x < framebuffer.width; ++x) {
        const ColorComponent color = at(x, y, 0, location);
        text += color.number != 0 || color.integer != 0 ? '1' : '.';
      }
      text += y + 1 < framebuffer.height ? "/" : "";
    }
    return text;
  }

  // The shaders of further stages; none if empty.
  std::string control, evaluation, geometry;
  PipelineState state;
  RasterVariation variation;
  DrawCall call;
  Bindings bindings;
  Framebuffer framebuffer;
  Policy policy;
  std::uint32_t subgroup_size = 32;
  bool robust = false;
  Error error{Status::ok, ""};
};

inline constexpr const char* red = R"(
layout(location = 0) out vec4 color;
void main() { color = vec4(1, 0, 0, 1); })";

}  // namespace spirv_oracle::test
