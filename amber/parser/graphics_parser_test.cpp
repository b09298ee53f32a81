// The parts of both languages that are about drawing.
#include <gtest/gtest.h>

#include "amber/parser/amber_parser.h"
#include "amber/parser/vk_script_parser.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::uint64_t graphics_max_bytes = 1 << 20;

// Declares shaders and buffers; its last line is number 9.
constexpr const char* declarations =
    "#!amber\nSHADER vertex v PASSTHROUGH\nSHADER fragment f GLSL\nEND\n"
    "BUFFER color FORMAT R8G8B8A8_UNORM\nBUFFER depth FORMAT D16_UNORM\n"
    "BUFFER corners DATA_TYPE vec2<float> DATA 0 0 0 1 1 0 END\nBUFFER order DATA_TYPE uint16 DATA "
    "0 1 2 END\n"
    "PIPELINE graphics p\n";

Result<Script> parse_amber(const std::string& text) {
  return parse_amber_script("a", text, graphics_max_bytes);
}

// A script with a pipeline that has these lines, and with commands.
Result<Script> parse_pipeline_with(const std::string& lines, const std::string& commands = "") {
  return parse_amber(declarations + ("ATTACH v\nATTACH f\n" + lines + "END\n" + commands));
}

const GraphicsState& state_of(const Result<Script>& script, const std::string& pipeline = "p") {
  return script->pipelines.at(pipeline).graphics;
}

std::string mistake_in(const std::string& lines, const std::string& commands = "") {
  const auto script = parse_pipeline_with(lines, commands);
  return script ? "" : script.error().message;
}

TEST(GraphicsParser, Depth) {
  const auto script = parse_pipeline_with(
      "DEPTH\nTEST on\nWRITE on\nCOMPARE_OP greater_or_equal\nCLAMP on\nBOUNDS min 0.25 max 0.75\n"
      "BIAS constant 1 clamp 2 slope -3\nEND\n");
  ASSERT_TRUE(script) << script.error().message;
  const PipelineState& state = state_of(script).fixed;
  EXPECT_TRUE(state.depth_stencil.depth_test);
  EXPECT_TRUE(state.depth_stencil.depth_write);
  EXPECT_EQ(state.depth_stencil.depth_compare, CompareOperation::greater_or_equal);
  EXPECT_TRUE(state.rasterization.depth_clamp);
  ASSERT_TRUE(state.depth_stencil.depth_bounds);
  EXPECT_EQ(state.depth_stencil.depth_bounds->min, 0.25);
  EXPECT_EQ(state.depth_stencil.depth_bounds->max, 0.75);
  ASSERT_TRUE(state.rasterization.depth_bias);
  EXPECT_EQ(state.rasterization.depth_bias->constant_factor, 1);
  EXPECT_EQ(state.rasterization.depth_bias->clamp, 2);
  EXPECT_EQ(state.rasterization.depth_bias->slope_factor, -3);
}

TEST(GraphicsParser, StencilOfEachFace) {
  const auto script = parse_pipeline_with(
      "STENCIL front_and_back\nTEST on\nREFERENCE 7\nCOMPARE_MASK 15\nEND\n"
      "STENCIL back\nFAIL_OP invert\nPASS_OP increment_and_wrap\nDEPTH_FAIL_OP "
      "decrement_and_clamp\n"
      "COMPARE_OP never\nWRITE_MASK 3\nEND\n");
  ASSERT_TRUE(script) << script.error().message;
  const DepthStencilState& state = state_of(script).fixed.depth_stencil;
  EXPECT_TRUE(state.stencil_test);
  EXPECT_EQ(state.front.reference, 7u);
  EXPECT_EQ(state.front.fail, StencilOperation::keep);
  EXPECT_EQ(state.front.compare, CompareOperation::always);
  EXPECT_EQ(state.back.reference, 7u);
  EXPECT_EQ(state.back.compare_mask, 15u);
  EXPECT_EQ(state.back.fail, StencilOperation::invert);
  EXPECT_EQ(state.back.pass, StencilOperation::increment_and_wrap);
  EXPECT_EQ(state.back.depth_fail, StencilOperation::decrement_and_clamp);
  EXPECT_EQ(state.back.compare, CompareOperation::never);
  EXPECT_EQ(state.back.write_mask, 3u);
}

TEST(GraphicsParser, Blend) {
  const auto script = parse_pipeline_with(
      "BLEND\nSRC_COLOR_FACTOR src_alpha\nDST_COLOR_FACTOR one_minus_src_alpha\nCOLOR_OP "
      "reverse_substract\n"
      "SRC_ALPHA_FACTOR one_minus_src1_alpha\nALPHA_OP max\nEND\n");
  ASSERT_TRUE(script) << script.error().message;
  const BlendAttachment& blend = state_of(script).blend;
  EXPECT_TRUE(blend.enabled);
  EXPECT_EQ(blend.color.source, BlendFactor::source_alpha);
  EXPECT_EQ(blend.color.destination, BlendFactor::one_minus_source_alpha);
  EXPECT_EQ(blend.color.operation, BlendOperation::reverse_subtract);
  EXPECT_EQ(blend.alpha.source, BlendFactor::one_minus_source1_alpha);
  EXPECT_EQ(blend.alpha.destination, BlendFactor::zero);  // not set
  EXPECT_EQ(blend.alpha.operation, BlendOperation::max);
  const auto advanced = parse_pipeline_with("BLEND\nCOLOR_OP multiply\nEND\n");
  ASSERT_FALSE(advanced);
  EXPECT_EQ(advanced.error().status, Status::unsupported);
  EXPECT_EQ(advanced.error().message,
            "a:13:10: error: 'multiply', an operation of VK_EXT_blend_operation_advanced, is not "
            "supported yet");
}

TEST(GraphicsParser, OtherState) {
  const auto script = parse_pipeline_with(
      "POLYGON_MODE point\nPATCH_CONTROL_POINTS 5\nFRAMEBUFFER_SIZE 8 4\n"
      "VIEWPORT 1 2 SIZE 3 -4 MAX_DEPTH 0.5\n");
  ASSERT_TRUE(script) << script.error().message;
  const GraphicsState& state = state_of(script);
  EXPECT_EQ(state.fixed.rasterization.polygon_mode, PolygonMode::point);
  EXPECT_EQ(state.fixed.input_assembly.patch_control_points, 5u);
  EXPECT_EQ(state.framebuffer_size, (std::array<std::uint32_t, 2>{8, 4}));
  ASSERT_EQ(state.fixed.viewports.size(), 1u);
  const Viewport& viewport = state.fixed.viewports[0];
  EXPECT_EQ(viewport.x, 1);
  EXPECT_EQ(viewport.height, -4);
  EXPECT_EQ(viewport.min_depth, 0);
  EXPECT_EQ(viewport.max_depth, 0.5);
}

TEST(GraphicsParser, VertexData) {
  const auto script = parse_pipeline_with(
      "VERTEX_DATA corners LOCATION 3 RATE instance FORMAT R32_SFLOAT OFFSET 4 STRIDE "
      "8\nVERTEX_DATA corners LOCATION 0\n"
      "INDEX_DATA order\n",
      "DERIVE_PIPELINE q FROM p\nVERTEX_DATA corners LOCATION 3\nEND\n");
  ASSERT_TRUE(script) << script.error().message;
  const GraphicsState& state = state_of(script);
  ASSERT_EQ(state.vertex_data.size(), 2u);
  EXPECT_EQ(state.vertex_data[0].location, 3u);
  EXPECT_TRUE(state.vertex_data[0].per_instance);
  EXPECT_EQ(state.vertex_data[0].format->name, "R32_SFLOAT");
  EXPECT_EQ(state.vertex_data[0].offset, 4u);
  EXPECT_EQ(state.vertex_data[0].stride, 8u);
  EXPECT_FALSE(state.vertex_data[1].format);
  EXPECT_EQ(state.index_buffer, "order");
  const GraphicsState& derived = state_of(script, "q");
  ASSERT_EQ(derived.vertex_data.size(), 2u);
  EXPECT_FALSE(derived.vertex_data[1].per_instance);
}

TEST(GraphicsParser, AttachmentsHaveTheSizeOfTheFramebuffer) {
  const auto script = parse_pipeline_with(
      "BIND BUFFER color AS color LOCATION 2 BASE_MIP_LEVEL 0\nBIND BUFFER depth AS "
      "depth_stencil\nFRAMEBUFFER_SIZE 6 3\n");
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_EQ(script->buffers.at("color").size, 6u * 3 * 4);
  EXPECT_EQ(script->buffers.at("depth").size, 6u * 3 * 2);
  EXPECT_EQ(script->pipelines.at("p").bindings[0].location, 2u);
  EXPECT_EQ(script->buffers.size(), 4u);  // no default attachment
}

TEST(GraphicsParser, TheFirstLevelIsLargerThanTheFramebuffer) {
  const auto script = parse_amber(
      "#!amber\nSHADER vertex v PASSTHROUGH\nSHADER fragment f GLSL\nEND\nBUFFER c FORMAT R8_UINT "
      "MIP_LEVELS 2\n"
      "PIPELINE graphics p\nATTACH v\nATTACH f\nFRAMEBUFFER_SIZE 2 2\nBIND BUFFER c AS color "
      "LOCATION 0 BASE_MIP_LEVEL 1\n"
      "END\n");
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_EQ(script->buffers.at("c").image->width, 4u);
  EXPECT_EQ(script->buffers.at("c").size, 16u + 4);
}

TEST(GraphicsParser, DefaultAttachments) {
  const auto script = parse_pipeline_with("FRAMEBUFFER_SIZE 4 4\n",
                                          "DERIVE_PIPELINE q FROM p\nDEPTH\nTEST on\nEND\nEND\n");
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_EQ(script->buffers.at("framebuffer").type.name, "B8G8R8A8_UNORM");
  EXPECT_EQ(script->buffers.at("framebuffer").size, 64u);
  EXPECT_EQ(script->buffers.at("depth buffer").type.name, "D32_SFLOAT_S8_UINT");
  for (const char* name : {"p", "q"}) {
    const auto& bindings = script->pipelines.at(name).bindings;
    ASSERT_EQ(bindings.size(), 2u) << name;
    EXPECT_EQ(bindings[0].buffers.front(), "framebuffer");
    EXPECT_EQ(bindings[1].kind, BindingKind::depth_stencil);
  }
}

TEST(GraphicsParser, Draws) {
  const auto script = parse_pipeline_with(
      "INDEX_DATA order\n",
      "CLEAR_COLOR p 255 0 51 255\nCLEAR_DEPTH p 0.5\nCLEAR_STENCIL p 3\nCLEAR p\n"
      "RUN p DRAW_RECT POS 1 2 SIZE 3 4.5\nRUN TIMED_EXECUTION p DRAW_GRID POS 0 0 SIZE 8 8 CELLS "
      "5 4\n"
      "RUN p DRAW_ARRAY AS TRIANGLE_fan\n"
      "RUN p DRAW_ARRAY AS LINE_STRIP_WITH_ADJACENCY INDEXED START_IDX 1 COUNT 2 START_INSTANCE 3 "
      "INSTANCE_COUNT 4\n");
  ASSERT_TRUE(script) << script.error().message;
  const std::vector<Command>& commands = script->commands;
  const ClearColor& color = std::get<SetClearColor>(commands[0].what).color;
  EXPECT_EQ(color.floats, (std::array<double, 4>{1, 0, 0.2, 1}));
  EXPECT_EQ(color.integers, (std::array<std::int64_t, 4>{255, 0, 51, 255}));
  EXPECT_EQ(std::get<SetClearDepth>(commands[1].what).depth, 0.5);
  EXPECT_EQ(std::get<SetClearStencil>(commands[2].what).stencil, 3u);
  EXPECT_EQ(std::get<Clear>(commands[3].what).pipeline, "p");
  const auto& rectangle = std::get<DrawRectangle>(commands[4].what);
  EXPECT_EQ(rectangle.height, 4.5);
  EXPECT_TRUE(rectangle.in_pixels);
  EXPECT_EQ(std::get<DrawGrid>(commands[5].what).rows, 4u);
  const auto& fan = std::get<DrawArrays>(commands[6].what);
  EXPECT_EQ(fan.topology, Topology::triangle_fan);
  EXPECT_FALSE(fan.count);
  EXPECT_EQ(fan.instances, 1u);
  const auto& indexed = std::get<DrawArrays>(commands[7].what);
  EXPECT_EQ(indexed.topology, Topology::line_strip_with_adjacency);
  EXPECT_TRUE(indexed.is_indexed);
  EXPECT_EQ(indexed.first, 1u);
  EXPECT_EQ(indexed.count, 2u);
  EXPECT_EQ(indexed.first_instance, 3u);
  EXPECT_EQ(indexed.instances, 4u);
}

TEST(GraphicsParser, MistakesInPipelines) {
  EXPECT_EQ(mistake_in("DEPTH\nTEST maybe\nEND\n"),
            "a:13:6: error: expected on or off, but found 'maybe'");
  EXPECT_EQ(mistake_in("DEPTH\nBOUNDS 0 1\nEND\n"), "a:13:8: error: expected min, but found '0'");
  EXPECT_EQ(parse_amber(declarations + std::string("ATTACH v\nATTACH f\nDEPTH\nTEST on\n"))
                .error()
                .message,
            "a:12:1: error: DEPTH has no END");
  EXPECT_EQ(mistake_in("DEPTH\nFAIL_OP keep\nEND\n"),
            "a:13:1: error: expected a setting of DEPTH: TEST, WRITE, CLAMP, COMPARE_OP, BOUNDS or "
            "BIAS, but found "
            "'FAIL_OP'");
  EXPECT_EQ(mistake_in("STENCIL front\nREFERENCE 256\nEND\n"),
            "a:13:11: error: REFERENCE must be at most 255, not 256");
  EXPECT_EQ(mistake_in("STENCIL both\nEND\n"),
            "a:12:9: error: expected front, back or front_and_back, but found 'both'");
  EXPECT_EQ(mistake_in("POLYGON_MODE filled\n"),
            "a:12:14: error: expected a polygon mode, but found 'filled'; did you mean 'fill'?");
  EXPECT_EQ(mistake_in("VERTEX_DATA corners LOCATION 0 RATE pixel\n"),
            "a:12:37: error: expected vertex or instance, but found 'pixel'");
  EXPECT_EQ(mistake_in("BIND BUFFER corners AS color LOCATION 0\n"),
            "a:12:1: error: attachment 'corners' must be an IMAGE or a BUFFER with a FORMAT");
  EXPECT_EQ(mistake_in("FRAMEBUFFER_SIZE 0 4\n"), "a:9:1: error: FRAMEBUFFER_SIZE must not be 0");
  EXPECT_EQ(mistake_in("BIND BUFFER color AS color LOCATION 0\n",
                       "DERIVE_PIPELINE q FROM p\nFRAMEBUFFER_SIZE 4 4\nEND\n"),
            "a:12:1: error: buffer 'color' has the framebuffer size 250 x 250 of another pipeline, "
            "and pipeline 'q' has 4 x 4");
}

TEST(GraphicsParser, MistakesInDraws) {
  EXPECT_EQ(mistake_in("", "RUN p 1 1 1\n"),
            "a:13:7: error: expected DRAW_RECT, DRAW_GRID or DRAW_ARRAY, but found '1'");
  EXPECT_EQ(mistake_in("", "RUN p DRAW_ARRAY AS TRIANGLES\n").substr(0, 35),
            "a:13:21: error: expected a topology");
  EXPECT_EQ(mistake_in("", "RUN p DRAW_ARRAY AS POINT_LIST INDEXED\n"),
            "a:13:1: error: pipeline 'p' has no INDEX_DATA");
  EXPECT_EQ(mistake_in("", "RUN p DRAW_GRID POS 0 0 SIZE 1 1 CELLS 0 1\n"),
            "a:13:34: error: CELLS must not be 0");
  EXPECT_EQ(mistake_in("", "CLEAR_COLOR p 256 0 0 0\n"),
            "a:13:15: error: a color must be at most 255, not 256");
  EXPECT_EQ(mistake_in("", "CLEAR_DEPTH p 1.5\n"),
            "a:13:15: error: CLEAR_DEPTH must be from 0 to 1");
  EXPECT_EQ(mistake_in("", "EXPECT color IDX 0 0 SIZE 1 1 EQ_RGB 0 0\n"),
            "a:13:41: error: expected a color, but the line ends");
  EXPECT_EQ(mistake_in("", "EXPECT color IDX 0 EQ 0\n"),
            "a:13:1: error: 'color' has no size: no pipeline above binds it");
}

constexpr const char* vk_shaders = "[vertex shader passthrough]\n[fragment shader]\nx\n";

Result<Script> parse_vk(const std::string& lines) {
  return parse_vk_script("v", vk_shaders + ("[test]\n" + lines), graphics_max_bytes);
}

std::string vk_mistake(const std::string& lines) {
  const auto script = parse_vk(lines);
  return script ? "" : script.error().message;
}

TEST(GraphicsParser, VkDrawsHaveTheStateBeforeThem) {
  const auto script = parse_vk(
      "draw rect -1 -1 2 2\ndepthTestEnable true\nfragment entrypoint other\ndraw rect ortho patch "
      "0 0 8 8\n"
      "draw arrays indexed instanced GL_TRIANGLE_STRIP 1 3 2\n[indices]\n0 1 2\n");
  ASSERT_TRUE(script) << script.error().message;
  const auto& first = std::get<DrawRectangle>(script->commands[0].what);
  const auto& second = std::get<DrawRectangle>(script->commands[1].what);
  const auto& third = std::get<DrawArrays>(script->commands[2].what);
  EXPECT_FALSE(first.in_pixels);
  EXPECT_TRUE(second.in_pixels);
  EXPECT_TRUE(second.is_patch);
  EXPECT_EQ(second.pipeline, third.pipeline);
  EXPECT_EQ(third.topology, Topology::triangle_strip);
  EXPECT_EQ(third.instances, 2u);
  EXPECT_FALSE(state_of(script, first.pipeline).fixed.depth_stencil.depth_test);
  EXPECT_TRUE(state_of(script, second.pipeline).fixed.depth_stencil.depth_test);
  EXPECT_EQ(script->pipelines.at(first.pipeline).shaders[1].entry_point, "main");
  EXPECT_EQ(script->pipelines.at(second.pipeline).shaders[1].entry_point, "other");
  EXPECT_EQ(state_of(script, second.pipeline).index_buffer, "indices");
}

TEST(GraphicsParser, VkState) {
  const auto script = parse_vk(
      "logicOpEnable true\nlogicOp VK_LOGIC_OP_NO_OP\ncullMode VK_CULL_MODE_FRONT_BIT | "
      "VK_CULL_MODE_BACK_BIT\n"
      "frontFace VK_FRONT_FACE_CLOCKWISE\ndepthBiasEnable true\ndepthBiasSlopeFactor "
      "2\nminDepthBounds 0.5\n"
      "srcColorBlendFactor VK_BLEND_FACTOR_SRC_ALPHA_SATURATE\ncolorBlendOp "
      "VK_BLEND_OP_REVERSE_SUBTRACT\n"
      "back.passOp VK_STENCIL_OP_DECREMENT_AND_WRAP\nfront.compareMask 0x80\nlineWidth 3\n"
      "colorWriteMask VK_COLOR_COMPONENT_R_BIT|VK_COLOR_COMPONENT_A_BIT\npatch parameter vertices "
      "7\n"
      "primitiveRestartEnable true\ntopology VK_PRIMITIVE_TOPOLOGY_LINE_LIST\ndraw rect 0 0 1 1\n");
  ASSERT_TRUE(script) << script.error().message;
  const GraphicsState& state = state_of(script, "graphics");
  EXPECT_EQ(state.fixed.blend.logic_operation, LogicOperation::no_operation);
  EXPECT_EQ(state.fixed.rasterization.cull_mode, CullMode::front_and_back);
  EXPECT_EQ(state.fixed.rasterization.front_face, FrontFace::clockwise);
  ASSERT_TRUE(state.fixed.rasterization.depth_bias);
  EXPECT_EQ(state.fixed.rasterization.depth_bias->slope_factor, 2);
  EXPECT_FALSE(state.fixed.depth_stencil.depth_bounds);  // not enabled
  EXPECT_EQ(state.blend.color.source, BlendFactor::source_alpha_saturate);
  EXPECT_EQ(state.blend.color.operation, BlendOperation::reverse_subtract);
  EXPECT_EQ(state.fixed.depth_stencil.back.pass, StencilOperation::decrement_and_wrap);
  EXPECT_EQ(state.fixed.depth_stencil.front.compare_mask, 0x80u);
  EXPECT_EQ(state.fixed.rasterization.line_width, 3);
  EXPECT_EQ(state.blend.write_mask, (std::array<bool, 4>{true, false, false, true}));
  EXPECT_EQ(state.fixed.input_assembly.patch_control_points, 7u);
  EXPECT_TRUE(state.fixed.input_assembly.primitive_restart);
}

TEST(GraphicsParser, VkProbes) {
  const auto script = parse_vk(
      "probe all rgb 0 0.5 1\nprobe rgba (3, 4) (0, 0, 0, 1)\ntolerance 1%\nprobe rect rgb (1 2 3 "
      "4) (1, 1, 1)\n"
      "relative probe rgb (0.5, 0.25) (1, 1, 1)\nrelative probe rect rgb (0.0, 0.5, 1.0, 0.5) (1, "
      "1, 1)\n");
  ASSERT_TRUE(script) << script.error().message;
  const auto probe = [&](std::size_t i) {
    return std::get<ExpectPixels>(script->commands[i].what);
  };
  EXPECT_EQ(probe(0).width, 250u);
  EXPECT_EQ(probe(0).height, 250u);
  EXPECT_EQ(probe(0).color, (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(probe(0).scale, 1);
  EXPECT_EQ(probe(1).x, 3u);
  EXPECT_EQ(probe(1).y, 4u);
  EXPECT_EQ(probe(1).width, 1u);
  EXPECT_EQ(probe(1).color.size(), 4u);
  EXPECT_TRUE(probe(1).tolerances.empty());
  EXPECT_EQ(probe(2).height, 4u);
  ASSERT_EQ(probe(2).tolerances.size(), 1u);
  EXPECT_TRUE(probe(2).tolerances[0].percent);
  EXPECT_EQ(probe(3).x, 125u);
  EXPECT_EQ(probe(3).y, 62u);  // truncated
  EXPECT_EQ(probe(3).width, 1u);
  EXPECT_EQ(probe(4).y, 125u);
  EXPECT_EQ(probe(4).height, 125u);
}

TEST(GraphicsParser, VkVertexData) {
  const auto script = parse_vk_script(
      "v",
      std::string(vk_shaders) +
          "[require]\nfbsize 4 2\nframebuffer R32G32_SFLOAT\ndepthstencil D16_UNORM\n"
          "[vertex data]\n# comment\n0/R32G32B32_SFLOAT  1/R8G8B8_UNORM 2/ubyte/ivec2\n"
          "-1    -1 0.25       255 0 0  1 2  # comment\n\n0.25  -1 0.25       255 0 255 3 4\n"
          "[indices]\n# comment\n1 2\n3\n[test]\ndraw arrays POINT_LIST 0 2\n",
      graphics_max_bytes);
  ASSERT_TRUE(script) << script.error().message;
  const Buffer& position = script->buffers.at("vertex data 0");
  EXPECT_EQ(position.element_count, 2u);
  EXPECT_EQ(position.size, 24u);
  EXPECT_EQ(script->buffers.at("vertex data 1").initializer.bits,
            (std::vector<std::uint64_t>{255, 0, 0, 255, 0, 255}));
  EXPECT_EQ(script->buffers.at("vertex data 2").type.name, "R8G8_UINT");
  EXPECT_EQ(script->buffers.at("indices").initializer.bits, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(script->buffers.at("framebuffer").size, 4u * 2 * 8);
  EXPECT_EQ(script->buffers.at("depth buffer").size, 4u * 2 * 2);
  ASSERT_EQ(state_of(script, "graphics").vertex_data.size(), 3u);
}

TEST(GraphicsParser, VkMistakes) {
  EXPECT_EQ(vk_mistake("depthTestEnable on\n"),
            "v:5:17: error: expected true or false, but found 'on'");
  EXPECT_EQ(vk_mistake("colorBlendOp VK_BLEND_OP_SUBSTRACT\n"),
            "v:5:14: error: expected a VkBlendOp, but found 'VK_BLEND_OP_SUBSTRACT'; did you mean "
            "'VK_BLEND_OP_SUBTRACT'?");
  EXPECT_EQ(vk_mistake("colorBlendOp VK_BLEND_OP_MULTIPLY_EXT\n"),
            "v:5:14: error: VK_BLEND_OP_MULTIPLY_EXT, an operation of "
            "VK_EXT_blend_operation_advanced, is not supported yet");
  EXPECT_EQ(vk_mistake("colorWriteMask VK_COLOR_COMPONENT_X_BIT\n").substr(0, 42),
            "v:5:16: error: expected a VkColorComponent");
  EXPECT_EQ(vk_mistake("probe rgb (0, 0, 1, 1) (1, 1, 1)\n"),
            "v:5:16: error: expected ), but found ','");
  EXPECT_EQ(
      vk_mistake("probe rect rgb (0, 0, 0, 1) (1, 1, 1)\n"),
      "v:5:16: error: the rectangle must contain a pixel, and must not begin before pixel (0, 0)");
  EXPECT_EQ(
      vk_mistake("relative probe rect rgb (0, 0, 0.001, 1) (1, 1, 1)\n"),
      "v:5:1: error: the rectangle must contain a pixel, and must not begin before pixel (0, 0)");
  EXPECT_EQ(vk_mistake("relative probe all rgb 1 1 1\n"),
            "v:5:16: error: expected rect, rgb or rgba, but found 'all'");
  EXPECT_EQ(vk_mistake("draw arrays indexed POINT_LIST 0 1\n"),
            "v:5:1: error: the script has no [indices]");
  EXPECT_EQ(vk_mistake("clear depth 2\n"), "v:5:13: error: the depth must be from 0 to 1");
  EXPECT_EQ(vk_mistake("[vertex data]\n0/R8\n"),
            "v:6:1: error: invalid attribute '0/R8': expected a form such as 0/R32G32_SFLOAT or "
            "0/float/vec2");
  EXPECT_EQ(vk_mistake("[vertex data]\n0/R8_UNORM\n1 2\n"),
            "v:7:3: error: unexpected '2' at the end of a vertex");
  EXPECT_EQ(
      parse_vk_script("v", "[fragment shader]\nx\n[test]\ndraw rect 0 0 1 1\n", graphics_max_bytes)
          .error()
          .message,
      "v:4:1: error: the script has no [vertex shader]");
}

// Clears and probes need no shaders, as in the example of the format.
TEST(GraphicsParser, VkClearsWithoutShaders) {
  const auto script = parse_vk_script("v",
                                      "[test]\nclear color 1 0.4 0.5 0.2\nclear\nrelative probe "
                                      "rect rgba (0.0, 0.0, 1.0, 1.0) (1.0, 0.4, 0.5, 0.2)\n",
                                      graphics_max_bytes);
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_EQ(std::get<Clear>(script->commands[1].what).pipeline, "graphics");
}

TEST(GraphicsParser, TruncatedScripts) {
  const std::string whole =
      declarations +
      std::string(
          "ATTACH v\nATTACH f\nDEPTH\nTEST on\nBIAS constant 1 clamp 2 slope 3\nEND\n"
          "STENCIL back\nFAIL_OP zero\nEND\nBLEND\nCOLOR_OP max\nEND\nPOLYGON_MODE line\n"
          "FRAMEBUFFER_SIZE 8 8\nVERTEX_DATA corners LOCATION 0 STRIDE 8\nINDEX_DATA order\n"
          "BIND BUFFER depth AS depth_stencil\nBIND BUFFER color AS color LOCATION 0\nEND\n"
          "CLEAR_COLOR p 1 2 3 4\nCLEAR_DEPTH p 1\nCLEAR p\nRUN p DRAW_GRID POS 0 0 SIZE 1 1 CELLS "
          "1 1\n"
          "RUN p DRAW_ARRAY AS POINT_LIST INDEXED START_IDX 0 COUNT 1\n"
          "EXPECT color IDX 0 0 SIZE 1 1 EQ_RGBA 0 0 0 0 TOLERANCE 1 2\n");
  ASSERT_TRUE(parse_amber(whole)) << parse_amber(whole).error().message;
  for (std::size_t length = 7; length < whole.size(); ++length) {
    const auto script = parse_amber(whole.substr(0, length));
    if (!script) {
      EXPECT_EQ(script.error().status, Status::bad_input) << length;
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::amber
