#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "graphics/draw_for_test.h"

namespace spirv_oracle::test {
namespace {

// A fragment reads the pixel of its own layer in an input attachment.
TEST_F(DrawTest, ReadsInputAttachmentsAtTheLayerOfTheFragment) {
  constexpr std::uint32_t layers = 3;
  framebuffer.layers = layers;
  Attachment layered = attachment(*find_texel_format("Rgba32f"));
  layered.shape.layers = layers;
  layered.contents = ShadowedBytes::zero(layers * layered.contents.size());
  framebuffer.color.emplace_back(layered);
  // The texel of pixel (x, y) in a layer is 100 * layer + 10 * y + x.
  Attachment source = layered;
  Surface texels = *Surface::of(source);
  for (std::uint32_t i = 0; i < layers * 64; ++i) {
    Color color;
    const std::uint32_t layer = i / 64, row = i / 8 % 8;
    color[0].number = 100 * layer + 10 * row + i % 8;
    texels.write(texels.texel(i % 8, i / 8 % 8, i / 64, 0), texels.encode(color),
                 {true, true, true, true});
  }
  bindings.images[{0, 0}] = source.shape;
  bindings.buffers[{0, 0}] = source.contents;
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    draw_silently(
        "#extension GL_ARB_shader_viewport_layer_array : require\n"
        "void main() { gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) "
        "* 2 - 1, 0, 1); gl_Layer = " +
            std::to_string(layer) + "; }",
        R"(
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput source;
layout(location = 0) out vec4 color;
void main() { color = subpassLoad(source) + vec4(1, 0, 0, 0); })");
  }
  const Surface surface = *Surface::of(*framebuffer.color[0]);
  for (std::uint32_t i = 0; i < layers * 64; ++i) {
    EXPECT_EQ(surface.read(surface.texel(i % 8, i / 8 % 8, i / 64, 0))[0].number,
              100 * (i / 64) + 10 * (i / 8 % 8) + i % 8 + 1)
        << i;
  }
}

}  // namespace
}  // namespace spirv_oracle::test
