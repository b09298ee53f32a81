#include "golden/suite/fragments.h"

#include <fmt/format.h>

namespace spirv_oracle::golden {

const TexelFormat& texel_format(std::string_view name) {
  static const TexelFormat depth32{"D32_SFLOAT", 4, {TexelComponent{32, 0, TexelEncoding::sfloat}}};
  static const TexelFormat depth16{"D16_UNORM", 2, {TexelComponent{16, 0, TexelEncoding::unorm}}};
  static const TexelFormat stencil{
      "S8_UINT", 1, {TexelComponent{}, TexelComponent{8, 0, TexelEncoding::uint}}};
  static const TexelFormat both{
      "D24_UNORM_S8_UINT",
      4,
      {TexelComponent{24, 0, TexelEncoding::unorm}, TexelComponent{8, 24, TexelEncoding::uint}}};
  for (const TexelFormat* format : {&depth32, &depth16, &stencil, &both})
    if (format->name == name) return *format;
  return *find_texel_format(name);
}

Attachment attachment_of(const Framebuffer& framebuffer, const TexelFormat& format,
                         std::uint32_t samples) {
  Attachment attachment;
  attachment.shape.format = format;
  attachment.shape.extent = {framebuffer.width, framebuffer.height, 1};
  attachment.shape.samples = samples;
  attachment.contents =
      ShadowedBytes::zero(ImageLayout::of(attachment.shape, format.bytes, 0).size);
  return attachment;
}

SuiteDraw rectangle_of(std::uint32_t width, std::uint32_t height) {
  SuiteDraw draw;
  draw.vertex_glsl = R"(#version 460
layout(location = 0) out vec2 place;
void main() {
  place = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
  gl_Position = vec4(place * 2 - 1, 0.5, 1);
}
)";
  draw.state.input_assembly.topology = Topology::triangle_strip;
  draw.call.vertex_count = 4;
  draw.framebuffer.width = width;
  draw.framebuffer.height = height;
  return draw;
}

std::vector<FragmentTest> fragment_tests(const SuiteShape& shape) {
  std::vector<FragmentTest> tests;
  constexpr std::uint32_t quad = 4;
  if (shape.subgroup_size < quad) return tests;
  add_quad_tests(tests);
  add_operation_tests(tests);
  add_state_tests(tests);
  return tests;
}

SuiteModule make_fragment_module(const SuiteShape& shape, const FragmentTest& test) {
  SuiteModule module;
  module.name = "fragments." + test.name;
  module.instruction = "fragments";
  module.glsl = test.glsl;
  module.draw = test.draw();
  module.dispatch.entry_point = "main";
  module.dispatch.subgroup_size = shape.subgroup_size;
  module.dispatch.vulkan_environment = true;
  return module;
}

}  // namespace spirv_oracle::golden
