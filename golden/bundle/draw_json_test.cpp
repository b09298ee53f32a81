#include "golden/bundle/draw_json.h"

#include <gtest/gtest.h>

#include <limits>

namespace spirv_oracle::golden {
namespace {

// A state whose members differ from their defaults.
PipelineState unusual_state() {
  PipelineState state;
  state.vertex_input.bindings = {{3, 24, VertexInputRate::instance, 0}};
  state.vertex_input.attributes = {{1, 3, *find_texel_format("Rgba8i"), true, 4}};
  state.input_assembly = {Topology::line_strip_with_adjacency, true, 4, true};
  state.viewports = {{1, 2, 3, -4, 0.25, 0.75}};
  state.scissors = {{5, 6, 7, 8}};
  state.rasterization.polygon_mode = PolygonMode::point;
  state.rasterization.depth_bias = DepthBias{1, -std::numeric_limits<double>::infinity(), 0.1};
  state.rasterization.line_mode = LineMode::bresenham;
  state.rasterization.line_stipple = LineStipple{3, 0x0F35};
  state.multisample.samples = 8;
  state.depth_stencil.depth_bounds = DepthBounds{0.5, 0.75};
  state.depth_stencil.back.depth_fail = StencilOperation::decrement_and_wrap;
  state.blend.logic_operation = LogicOperation::xor_;
  state.blend.attachments = {{true,
                              {BlendFactor::source1_alpha, BlendFactor::one, BlendOperation::max},
                              {},
                              {false, true, false, true}}};
  return state;
}

TEST(DrawJson, AStateIsReadAsItWasWritten) {
  for (const PipelineState& state : {PipelineState{}, unusual_state()}) {
    const auto json = state_as_json(state);
    const auto read = parse_state(json);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(state_as_json(*read), json);
  }
  const auto read = parse_state(state_as_json(unusual_state()));
  EXPECT_EQ(read->rasterization.depth_bias->clamp, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(read->blend.logic_operation, LogicOperation::xor_);
  EXPECT_EQ(read->vertex_input.attributes[0].format.components,
            find_texel_format("Rgba8i")->components);
  EXPECT_EQ(read->viewports[0].height, -4);
  EXPECT_EQ(read->rasterization.line_stipple->pattern, 0x0F35);
  EXPECT_TRUE(read->input_assembly.has_lower_left_origin);
}

TEST(DrawJson, StatesOfOlderBundlesLackTheOriginAndLineStipple) {
  auto json = state_as_json(unusual_state());
  json["input_assembly"].erase("has_lower_left_origin");
  json["rasterization"].erase("line_stipple");
  const auto read = parse_state(json);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_FALSE(read->input_assembly.has_lower_left_origin);
  EXPECT_FALSE(read->rasterization.line_stipple);
  json["input_assembly"].erase("topology");
  EXPECT_THROW((void)parse_state(json), nlohmann::ordered_json::exception);
}

TEST(DrawJson, RejectsWhatIsNotAState) {
  const auto with = [](const char* pointer, const nlohmann::ordered_json& value) {
    auto json = state_as_json(unusual_state());
    json[nlohmann::ordered_json::json_pointer(pointer)] = value;
    return parse_state(json);
  };
  EXPECT_TRUE(with("/rasterization/line_width", 2));
  EXPECT_FALSE(with("/rasterization/line_width", "wide"));
  EXPECT_FALSE(with("/input_assembly/topology", "circle"));
  EXPECT_FALSE(with("/multisample/samples", -1));
  EXPECT_FALSE(with("/multisample/samples", std::uint64_t{1} << 32));
  EXPECT_FALSE(with("/multisample/samples", 1.5));
  EXPECT_FALSE(with("/blend/constants", {1, 2, 3}));
  // A component that leaves its texel.
  EXPECT_FALSE(with("/vertex_input/attributes/0/format",
                    {{"bytes", 1},
                     {"components",
                      {{{"bits", 8}, {"first_bit", 1}, {"encoding", "uint"}},
                       {{"bits", 0}, {"first_bit", 0}, {"encoding", "uint"}},
                       {{"bits", 0}, {"first_bit", 0}, {"encoding", "uint"}},
                       {{"bits", 0}, {"first_bit", 0}, {"encoding", "uint"}}}}}));
}

}  // namespace
}  // namespace spirv_oracle::golden
