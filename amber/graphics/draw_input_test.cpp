#include "amber/graphics/draw_input.h"

#include <gtest/gtest.h>

#include <cstring>

#include "amber/graphics/pictures.h"
#include "amber/parser/amber_parser.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::uint64_t memory_limit = 1 << 20;

// A script with a pipeline `p` of 8 x 4 pixels, which has these lines.
Script script_with(const std::string& lines) {
  const auto script = parse_amber_script(
      "a",
      "#!amber\nSHADER vertex v PASSTHROUGH\nSHADER fragment f GLSL\nEND\n"
      "BUFFER color FORMAT R8G8B8A8_UNORM\nBUFFER many FORMAT R8_UNORM SAMPLES 4\n"
      "BUFFER corners DATA_TYPE vec3<float> DATA 0 0 0 1 1 1 END\nBUFFER matrix DATA_TYPE "
      "mat2x2<float> DATA 1 2 3 4 END\n"
      "BUFFER bytes DATA_TYPE uint8 DATA 2 1 0 END\nBUFFER floats DATA_TYPE float DATA 1 END\n"
      "PIPELINE graphics p\nATTACH v\nATTACH f\nFRAMEBUFFER_SIZE 8 4\n" +
          lines + "END\n",
      memory_limit);
  EXPECT_TRUE(script) << script.error().message;
  return *script;
}

std::vector<float> corners_of(const DrawInput& input) {
  std::vector<float> numbers(input.corners.size() / sizeof(float));
  std::memcpy(numbers.data(), input.corners.bytes.data(), input.corners.size());
  return numbers;
}

TEST(DrawInput, ARectangleIsAStripOfItsCorners) {
  const auto input = draw_input(
      script_with(""), DrawRectangle{.pipeline = "p", .x = 2, .y = 1, .width = 4, .height = 2});
  ASSERT_TRUE(input);
  EXPECT_EQ(input->state.input_assembly.topology, Topology::triangle_strip);
  EXPECT_EQ(input->call.vertex_count, 4u);
  // Lower left, upper left, lower right, upper right; y points down.
  EXPECT_EQ(corners_of(*input),
            (std::vector<float>{-0.5F, 0.5F, -0.5F, -0.5F, 0.5F, 0.5F, 0.5F, -0.5F}));
  ASSERT_EQ(input->state.vertex_input.attributes.size(), 1u);
  EXPECT_EQ(input->state.vertex_input.attributes[0].location, 0u);
  EXPECT_EQ(input->state.vertex_input.bindings[0].stride, 8u);
}

TEST(DrawInput, APatchHasFourControlPoints) {
  DrawRectangle draw{.pipeline = "p", .x = -1, .y = -1, .width = 2, .height = 2};
  draw.in_pixels = false;
  draw.is_patch = true;
  const auto input = draw_input(script_with("PATCH_CONTROL_POINTS 3\n"), draw);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->state.input_assembly.topology, Topology::patch_list);
  EXPECT_EQ(input->state.input_assembly.patch_control_points, 4u);
  EXPECT_EQ(corners_of(*input), (std::vector<float>{-1, 1, -1, -1, 1, 1, 1, -1}));
}

TEST(DrawInput, AGridHasTwoTrianglesPerCell) {
  const DrawGrid draw{.pipeline = "p", .width = 8, .height = 4, .columns = 4, .rows = 2};
  const auto input = draw_input(script_with(""), draw, memory_limit);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->call.vertex_count, 4u * 2 * 6);
  const std::vector<float> corners = corners_of(*input);
  const std::vector<float> first(corners.begin(), corners.begin() + 12);
  EXPECT_EQ(first, (std::vector<float>{-0.5F, 0, -1, 0, -1, -1, -0.5F, 0, -1, -1, -0.5F, -1}));
  const std::vector<float> last(corners.end() - 12, corners.end());
  EXPECT_EQ(last, (std::vector<float>{1, 1, 0.5F, 1, 0.5F, 0, 1, 1, 0.5F, 0, 1, 0}));
}

TEST(DrawInput, GridsThatAreTooLarge) {
  const DrawGrid draw{.pipeline = "p", .columns = 0xFFFFFFFF, .rows = 0xFFFFFFFF};
  EXPECT_EQ(draw_input(script_with(""), draw, memory_limit).error().status, Status::limit);
}

TEST(DrawInput, VertexData) {
  const Script script = script_with(
      "VERTEX_DATA corners LOCATION 3\nVERTEX_DATA bytes LOCATION 1 RATE instance FORMAT "
      "R8_USCALED OFFSET 1 STRIDE 2\n");
  const auto input = draw_input(script, DrawArrays{.pipeline = "p", .first = 1});
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_EQ(input->call.vertex_count, 1u);  // the rest of the first buffer
  EXPECT_EQ(input->call.first_vertex, 1u);
  const VertexInputState& state = input->state.vertex_input;
  EXPECT_EQ(state.bindings[0].stride, 16u);  // a vector of three floats takes the space of four
  EXPECT_EQ(state.attributes[0].location, 3u);
  EXPECT_EQ(state.attributes[0].format.component_count(), 3u);
  EXPECT_EQ(state.bindings[1].stride, 2u);
  EXPECT_EQ(state.bindings[1].rate, VertexInputRate::instance);
  EXPECT_EQ(state.attributes[1].offset, 1u);
  EXPECT_TRUE(state.attributes[1].is_scaled);
  EXPECT_EQ(input->vertex_data.at(1), "bytes");
}

TEST(DrawInput, Indices) {
  DrawArrays draw{.pipeline = "p"};
  draw.is_indexed = true;
  const auto input = draw_input(script_with("INDEX_DATA bytes\n"), draw);
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_EQ(input->call.index_buffer->type, IndexType::uint8);
  EXPECT_EQ(input->call.vertex_count, 3u);
  EXPECT_EQ(draw_input(script_with("INDEX_DATA floats\n"), draw).error().message,
            "INDEX_DATA 'floats' has type float, but indices are integers of 8, 16 or 32 bits");
}

TEST(DrawInput, Mistakes) {
  const DrawArrays draw{.pipeline = "p"};
  EXPECT_EQ(draw_input(script_with(""), draw).error().message,
            "pipeline 'p' has no VERTEX_DATA that gives the number of vertices: add a COUNT");
  EXPECT_EQ(draw_input(script_with("VERTEX_DATA corners LOCATION 0\n"),
                       DrawArrays{.pipeline = "p", .first = 2})
                .error()
                .message,
            "START_IDX 2 is not less than the 2 elements of 'corners'");
  EXPECT_EQ(draw_input(script_with("VERTEX_DATA matrix LOCATION 0\n"), draw).error().message,
            "vertices of type mat2x2<float> are not supported yet");
  EXPECT_EQ(
      draw_input(
          script_with(
              "BIND BUFFER color AS color LOCATION 0\nBIND BUFFER many AS color LOCATION 1\n"),
          draw)
          .error()
          .message,
      "the attachments of pipeline 'p' have different SAMPLES: 'color' has 1, 'many' has 4");
}

TEST(DrawInput, BlendingAppliesToAllAttachments) {
  const auto state = pipeline_state(
      script_with("BIND BUFFER color AS color LOCATION 2\nBLEND\nSRC_COLOR_FACTOR one\nEND\n"), [] {
        Pipeline pipeline;
        Binding binding;
        binding.kind = BindingKind::color;
        binding.buffers = {"color"};
        binding.location = 2;
        pipeline.bindings = {binding};
        pipeline.graphics.blend.enabled = true;
        return pipeline;
      }());
  ASSERT_TRUE(state);
  ASSERT_EQ(state->blend.attachments.size(), 3u);
  EXPECT_TRUE(state->blend.attachments[2].enabled);
  EXPECT_EQ(state->blend.constants[3], 1);
}

TEST(Pictures, ActualExpectedAndDifference) {
  const Script script = script_with("BIND BUFFER color AS color LOCATION 0\n");
  const Buffer& buffer = script.buffers.at("color");
  ShadowedBytes contents = ShadowedBytes::zero(buffer.size);
  contents.bytes[4] = std::byte{100};  // red of pixel (1, 0)
  ExpectPixels expect{
      .buffer = "color", .x = 1, .y = 0, .width = 2, .height = 1, .color = {50, 0, 0}};
  const auto picture = picture_of_failure(buffer, contents, expect);
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->height, 1u);
  ASSERT_EQ(picture->width, 2u + 4 + 2 + 4 + 2);
  const auto pixel = [&](std::size_t x) {
    return std::vector<int>{std::to_integer<int>(picture->texels[4 * x]),
                            std::to_integer<int>(picture->texels[4 * x + 1]),
                            std::to_integer<int>(picture->texels[4 * x + 3])};
  };
  EXPECT_EQ(pixel(0), (std::vector<int>{100, 0, 255}));
  EXPECT_EQ(pixel(1), (std::vector<int>{0, 0, 255}));
  EXPECT_EQ(pixel(2), (std::vector<int>{0, 0, 0}));  // transparent
  EXPECT_EQ(pixel(6), (std::vector<int>{50, 0, 255}));
  EXPECT_EQ(pixel(12), (std::vector<int>{255, 0, 255}));  // the largest difference
  EXPECT_EQ(pixel(13), (std::vector<int>{255, 0, 255}));
}

}  // namespace
}  // namespace spirv_oracle::amber
