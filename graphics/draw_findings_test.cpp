// What draws report, and what it makes undefined.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graphics/draw_for_test.h"

namespace spirv_oracle {
namespace {

using test::DrawTest, test::rectangle, test::red;

TEST_F(DrawTest, InputsThatNobodyWritesAreUndefined) {
  add_color("rgba8");
  const std::string fragment = R"(
layout(location = 3) in vec4 missing;
layout(location = 0) out vec4 color;
void main() { color = missing; })";
  const DrawResult result = draw(rectangle, fragment);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].clause, "rasterization.input-not-written");
  EXPECT_EQ(at(4, 4).state, Definedness::undefined);
  framebuffer.color.clear();
  add_color("rgba8");
  draw_silently(R"(
layout(location = 3) out vec4 present;
void main() {
  present = vec4(1);
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1, 0, 1);
})",
                fragment);
  EXPECT_EQ(at(4, 4).state, Definedness::defined);
}

TEST_F(DrawTest, RulesOfInterfaces) {
  add_color("rgba8");
  const auto clauses = [&](const std::string& vertex, const std::string& fragment) {
    std::string text;
    for (const Finding& finding : draw(vertex, fragment).findings) text += finding.clause + " ";
    return text;
  };
  const std::string integers = R"(
layout(location = 0) out uvec4 color;
void main() { color = uvec4(1); })";
  EXPECT_EQ(clauses(rectangle, integers), "framebuffer.output-type-mismatch ");
  EXPECT_EQ(at(1, 1).state, Definedness::undefined);
  EXPECT_EQ(clauses(rectangle, red), "");
  const std::string reads = R"(
layout(location = 5) in float absent;
layout(location = 0) out float value;
void main() {
  value = absent;
  gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1, 0, 1);
})";
  EXPECT_EQ(clauses(reads, red), "vertex-fetch.attribute-missing ");
  state.input_assembly.topology = Topology::point_list;
  const std::string point = R"(
layout(set = 0, binding = 0) readonly buffer Size { float size; };
void main() { gl_Position = vec4(0, 0, 0, 1); gl_PointSize = size; })";
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4);
  EXPECT_EQ(clauses(point, red), "rasterization.point-size-not-positive ");
  bindings.buffers[{0, 0, 0}].bytes[3] = std::byte{0x40};  // 2
  EXPECT_EQ(clauses(point, red), "");
  state.input_assembly.topology = Topology::triangle_strip;
  ShadowedBytes indices = ShadowedBytes::zero(4);
  call.index_buffer = IndexBuffer{&indices, 0, IndexType::uint8};
  EXPECT_EQ(clauses(rectangle, red), "");
  indices.shadow[2] = Definedness::uninitialized;
  EXPECT_EQ(clauses(rectangle, red), "vertex-fetch.index-undefined ");
  policy.ignored_kinds = {"undefined-address"};
  EXPECT_EQ(clauses(rectangle, red), "");
}

TEST_F(DrawTest, OutputsThatAreNotWrittenAreUndefined) {
  add_color("rgba8");
  draw(rectangle, R"(
layout(location = 0) out vec4 color;
void main() { if (gl_FragCoord.x < 4) color = vec4(1); })");
  EXPECT_EQ(at(1, 0).state, Definedness::defined);
  EXPECT_EQ(at(5, 0).state, Definedness::undefined);
  // Components that no output has, too; attachments without an output are not changed.
  framebuffer.color.clear();
  add_color("rgba8");
  add_color("rgba8");
  draw(rectangle, R"(
layout(location = 0) out vec2 color;
void main() { color = vec2(1); })");
  EXPECT_EQ(at(1, 0, 1).state, Definedness::defined);
  EXPECT_EQ(at(1, 0, 2).state, Definedness::undefined);
  EXPECT_EQ(at(1, 0, 0, 1), (ColorComponent{0, 0, Definedness::defined}));
}

TEST_F(DrawTest, HostileVerticesAreReported) {
  add_color("rgba8");
  const auto clause_of = [&](const std::string& position) {
    const DrawResult result = draw(
        "layout(location = 0) out vec2 uv; layout(set = 0, binding = 0) buffer Zero { float zero; "
        "};"
        "void main() { uv = vec2(0); gl_PointSize = 1; gl_Position = " +
            position + "; }",
        red);
    return result.findings.empty() ? "" : result.findings.back().clause;
  };
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4);
  EXPECT_EQ(clause_of("vec4(0, uintBitsToFloat(0x7FC00000u), 0, 1)"),
            "rasterization.position-not-finite");
  EXPECT_EQ(clause_of("vec4(4294967296.0, -4294967296.0, 1e-45, -0.0)"), "");
  EXPECT_EQ(clause_of("vec4(0, -4294967808.0, 0, 1)"), "rasterization.position-too-large");
  EXPECT_EQ(clause_of("vec4(3e38, -3e38, 1e-45, -0.0)"), "rasterization.position-too-large");
  EXPECT_EQ(clause_of("vec4(zero, zero, 0, 1)"), "");
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::uninitialized(4);
  EXPECT_EQ(clause_of("vec4(zero, zero, 0, 1)"), "rasterization.position-undefined");
}

// The modules of two stages have a finding at the same word; one must not hide the other.
TEST_F(DrawTest, FindingsOfStagesStayApart) {
  add_color("rgba8");
  const std::string divides = R"(
layout(set = 0, binding = 0) buffer Divisor { uint zero; uint result; };
void main() { result = 1u / zero; )";
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(8);
  const DrawResult result =
      draw(divides +
               "gl_Position = vec4(vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1, 0, "
               "1); }",
           "layout(location = 0) out vec4 color;" + divides + "color = vec4(1); }");
  std::vector<std::optional<Stage>> stages;
  for (const Finding& finding : result.findings) {
    if (finding.clause == "OpUDiv.operand-2-zero") stages.push_back(finding.stage);
  }
  EXPECT_EQ(stages, (std::vector<std::optional<Stage>>{Stage::vertex, Stage::fragment}));
}

}  // namespace
}  // namespace spirv_oracle
