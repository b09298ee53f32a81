// Tessellation and geometry shaders, from end to end. The expected values are computed here, from the texts.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "graphics/draw_for_test.h"

namespace spirv_oracle {
namespace {

using test::DrawTest, test::red;

std::uint32_t word_of(const Bindings& bindings, std::size_t index) {
  std::uint32_t word = 0;
  std::memcpy(&word, bindings.buffers.at({0, 0, 0}).bytes.data() + 4 * index, 4);
  return word;
}

// The corners of a patch that covers everything, in the order of a quad's domain: (0,0), (1,0), (0,1), (1,1).
constexpr const char* corners = R"(
layout(location = 0) out vec2 place;
void main() {
  place = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1;
  gl_Position = vec4(place, 0, 1);
})";

std::string control_of(const std::string& outer, const std::string& inner,
                       const std::string& more = "") {
  return R"(
layout(vertices = 4) out;
layout(location = 0) in vec2 place[];
layout(location = 0) out vec2 corner[];
)" + (more.empty() ? "void more() {}" : more) +
         R"(
void main() {
  corner[gl_InvocationID] = place[gl_InvocationID];
  gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
  for (int i = 0; i < 4; ++i) gl_TessLevelOuter[i] = )" +
         outer + "; for (int i = 0; i < 2; ++i) gl_TessLevelInner[i] = " + inner + "; more(); }";
}

std::string evaluation_of(const std::string& layout) {
  return "layout(" + layout + R"() in;
layout(location = 0) in vec2 corner[];
layout(location = 0) out vec2 coordinate;
void main() {
  coordinate = gl_TessCoord.xy;
  vec2 bottom = mix(corner[0], corner[1], gl_TessCoord.x);
  vec2 top = mix(corner[2], corner[3], gl_TessCoord.x);
  gl_Position = vec4(mix(bottom, top, gl_TessCoord.y), 0, 1);
  gl_PointSize = 1;
})";
}

class StagesTest : public DrawTest {
 public:
  StagesTest() {
    state.input_assembly.topology = Topology::patch_list;
    state.input_assembly.patch_control_points = 4;
  }
};

class StageSizes : public StagesTest, public testing::WithParamInterface<std::uint32_t> {};

constexpr const char* shows_coordinate = R"(
layout(location = 0) in vec2 coordinate;
layout(location = 0) out vec4 color;
void main() { color = vec4(coordinate, gl_PrimitiveID, 1); })";

TEST_P(StageSizes, QuadsAreCoveredOnce) {
  subgroup_size = GetParam();
  add_color("rgba32f");
  for (const char* level : {"1", "2", "5"}) {
    control = control_of(level, level);
    evaluation = evaluation_of("quads, equal_spacing, ccw");
    const DrawResult result = draw_silently(corners, shows_coordinate);
    EXPECT_EQ(result.samples_passed, 64u);
    for (std::uint32_t y = 0; y < 8; ++y) {
      for (std::uint32_t x = 0; x < 8; ++x) {
        EXPECT_NEAR(at(x, y, 0).number, (x + 0.5) / 8, 1e-6);
        EXPECT_NEAR(at(x, y, 1).number, (y + 0.5) / 8, 1e-6);
        EXPECT_EQ(at(x, y, 2).number, 0);  // the patch
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SubgroupSizes, StageSizes, testing::Values(1, 2, 8, 32, 128));

// The invocations of a patch read each other's outputs after a barrier, in subgroups of any size.
TEST_P(StageSizes, ControlInvocationsShareOutputs) {
  subgroup_size = GetParam();
  add_color("rgba32f");
  call.vertex_count = 8;  // two patches
  policy.check_races = true;
  control = R"(
layout(vertices = 5) out;
layout(location = 0) out uint number[];
layout(location = 1) patch out uint sum;
layout(location = 2) patch out uvec4 inputs;
void main() {
  number[gl_InvocationID] = gl_PrimitiveID * 100 + gl_InvocationID;
  barrier();
  if (gl_InvocationID == 3) {
    sum = 0;
    for (int i = 0; i < 5; ++i) sum += number[i];
    inputs = uvec4(gl_PatchVerticesIn, gl_PrimitiveID, 7, 8);
    gl_TessLevelOuter = float[](1, 1, 1, 1);
    gl_TessLevelInner = float[](1, 1);
  }
})";
  evaluation = R"(
layout(quads, equal_spacing, ccw) in;
layout(location = 0) in uint number[];
layout(location = 1) patch in uint sum;
layout(location = 2) patch in uvec4 inputs;
layout(set = 0, binding = 0) buffer Found { uint found[]; };
void main() {
  gl_Position = vec4(gl_TessCoord.xy * 2 - 1, 0, 1);
  const uint base = gl_PrimitiveID * 8;
  atomicMax(found[base], sum);
  atomicMax(found[base + 1], number[4]);
  atomicMax(found[base + 2], inputs.x);
  atomicMax(found[base + 3], inputs.w);
  atomicMax(found[base + 4], uint(gl_PatchVerticesIn));
  atomicMax(found[base + 5], uint(gl_TessLevelOuter[3] + gl_TessLevelInner[1]));
})";
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4 * 16);
  draw_silently("void main() {}", red);
  for (std::uint32_t patch = 0; patch < 2; ++patch) {
    const std::uint32_t base = patch * 8;
    EXPECT_EQ(word_of(bindings, base), 10 + 500 * patch);
    EXPECT_EQ(word_of(bindings, base + 1), 4 + 100 * patch);
    EXPECT_EQ(word_of(bindings, base + 2), 4u);
    EXPECT_EQ(word_of(bindings, base + 3), 8u);
    EXPECT_EQ(word_of(bindings, base + 4), 5u);
    EXPECT_EQ(word_of(bindings, base + 5), 2u);
  }
}

// Without the barrier, an invocation reads what another one writes.
TEST_P(StageSizes, ControlInvocationsRaceWithoutBarrier) {
  subgroup_size = GetParam();
  add_color("rgba8");
  policy.check_races = true;
  const auto clause_with = [&](const std::string& barrier) {
    control = R"(
layout(vertices = 4) out;
layout(location = 0) out float value[];
void main() {
  value[gl_InvocationID] = gl_InvocationID;
  )" + barrier +
              R"(
  gl_TessLevelOuter[gl_InvocationID] = value[3 - gl_InvocationID] + 1;
  if (gl_InvocationID < 2) gl_TessLevelInner[gl_InvocationID] = 1;
})";
    evaluation = R"(
layout(quads, equal_spacing, ccw) in;
void main() { gl_Position = vec4(gl_TessCoord.xy * 2 - 1, 0, 1); })";
    const DrawResult result = draw("void main() {}", red);
    return result.findings.empty() ? "" : result.findings[0].kind;
  };
  EXPECT_EQ(clause_with("barrier();"), "");
  EXPECT_EQ(clause_with(""), "data-race");
}

TEST_F(StagesTest, DomainsAndPoints) {
  framebuffer.width = framebuffer.height = 5;
  // Points at the centers of the pixels of a 5 x 5 framebuffer.
  const std::string points = R"(
layout(location = 0) in vec2 corner[];
void main() {
  gl_Position = vec4((gl_TessCoord.xy * 4 + 0.5) / 5 * 2 - 1, 0, 1);
  gl_PointSize = 1;
})";
  const auto picture_of = [&](const std::string& layout, const std::string& outer,
                              const std::string& inner) {
    framebuffer.color.clear();
    add_color("rgba8");
    control = control_of(outer, inner);
    evaluation = "layout(" + layout + ", point_mode) in;" + points;
    draw_silently(corners, red);
    return picture();
  };
  EXPECT_EQ(picture_of("quads, equal_spacing", "4", "4"), "11111/11111/11111/11111/11111");
  EXPECT_EQ(picture_of("quads, equal_spacing", "1", "4"), "1...1/.111./.111./.111./1...1");
  EXPECT_EQ(picture_of("isolines, equal_spacing", "2", "0"), "1.1.1/...../1.1.1/...../.....");
  EXPECT_EQ(picture_of("isolines, fractional_even_spacing", "4", "0"),
            "11111/11111/11111/11111/.....");
  // Corners (0,0), (1,0), (0,1); the middles of the edges; the center is at 1/3, in the second pixel.
  EXPECT_EQ(picture_of("triangles, equal_spacing", "2", "2"), "1.1.1/.1.../1.1../...../1....");
  EXPECT_EQ(picture_of("triangles, equal_spacing", "0", "2"), "...../...../...../...../.....");
}

TEST_F(StagesTest, OrderDecidesAboutFacing) {
  add_color("rgba8");
  control = control_of("3", "3");
  state.rasterization.cull_mode = CullMode::back;
  // In an upper left domain that is not mirrored, triangles keep their order on the screen.
  for (const bool clockwise : {false, true}) {
    evaluation =
        evaluation_of(clockwise ? "quads, equal_spacing, cw" : "quads, equal_spacing, ccw");
    EXPECT_EQ(draw_silently(corners, red).samples_passed, clockwise ? 0u : 64u);
  }
  state.input_assembly.has_lower_left_origin = true;
  EXPECT_EQ(draw_silently(corners, red).samples_passed, 64u);
}

TEST_F(StagesTest, LevelsThatAreNotWrittenAreReported) {
  add_color("rgba8");
  const auto clause_with = [&](const std::string& written) {
    control = "layout(vertices = 1) out; void main() { " + written + "}";
    evaluation = R"(
layout(triangles, equal_spacing, ccw) in;
void main() { gl_Position = vec4(gl_TessCoord.xy * 2 - 1, 0, 1); })";
    const DrawResult result = draw("void main() {}", red);
    return result.findings.empty() ? "" : result.findings[0].clause;
  };
  EXPECT_EQ(clause_with("gl_TessLevelOuter[0] = 1; gl_TessLevelOuter[1] = 1;"
                        "gl_TessLevelInner[0] = 1;"),
            "tessellation.level-undefined");
  // The fourth outer level and the second inner one do not matter.
  EXPECT_EQ(clause_with("for (int i = 0; i < 3; ++i) gl_TessLevelOuter[i] = 1;"
                        "gl_TessLevelInner[0] = 1;"),
            "");
}

// Implementations place the vertices of fractional spacing differently.
TEST_F(StagesTest, FractionalCoordinatesAreDependent) {
  add_color("rgba32f");
  const auto state_at_center = [&](const std::string& level) {
    control = control_of(level, level);
    evaluation = evaluation_of("quads, fractional_odd_spacing, ccw");
    draw(corners, shows_coordinate);
    return at(4, 4, 0).state;
  };
  EXPECT_EQ(state_at_center("3"), Definedness::defined);
  EXPECT_EQ(state_at_center("2.5"), Definedness::implementation_dependent);
}

// --- geometry ---

constexpr const char* numbers = R"(
layout(location = 0) out uint number;
void main() { number = gl_VertexIndex; gl_Position = vec4(0, 0, 0, 1); gl_PointSize = 1; })";

TEST_P(StageSizes, GeometryShadersGetPrimitives) {
  subgroup_size = GetParam();
  add_color("rgba8");
  struct Case {
    Topology topology;
    std::uint32_t vertices;
    const char* layout;
    std::vector<std::uint32_t> expected;  // of each primitive: its vertices as decimal digits
  };
  const std::vector<Case> cases = {
      {Topology::point_list, 2, "points", {1, 2}},
      {Topology::line_strip, 3, "lines", {12, 23}},
      {Topology::triangle_fan, 4, "triangles", {231, 341}},
      {Topology::line_list_with_adjacency, 4, "lines_adjacency", {1234}},
      {Topology::triangle_strip_with_adjacency, 8, "triangles_adjacency", {123754, 367851}},
  };
  for (const Case& c : cases) {
    state.input_assembly.topology = c.topology;
    call.vertex_count = c.vertices;
    geometry = "layout(" + std::string(c.layout) + R"(, invocations = 2) in;
layout(points, max_vertices = 1) out;
layout(location = 0) in uint number[];
layout(set = 0, binding = 0) buffer Found { uint found[]; };
void main() {
  uint digits = 0;
  for (int i = 0; i < number.length(); ++i) digits = digits * 10 + number[i] + 1;
  found[gl_PrimitiveIDIn * 2 + gl_InvocationID] = digits + gl_InvocationID * 1000000;
})";
    bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4 * 8);
    const DrawResult result = draw_silently(numbers, red);
    EXPECT_EQ(result.primitives, 0u);
    for (std::uint32_t i = 0; i < c.expected.size(); ++i) {
      EXPECT_EQ(word_of(bindings, 2 * i), c.expected[i]) << c.layout;
      EXPECT_EQ(word_of(bindings, 2 * i + 1), c.expected[i] + 1000000) << c.layout;
    }
  }
}

// Each point becomes strips of pixel columns; an incomplete strip draws nothing.
TEST_P(StageSizes, EmitsStrips) {
  subgroup_size = GetParam();
  add_color("rgba32f");
  state.input_assembly.topology = Topology::point_list;
  call.vertex_count = 2;
  geometry = R"(
layout(points) in;
layout(triangle_strip, max_vertices = 10) out;
layout(location = 0) in uint number[];
layout(location = 0) flat out vec2 value;
void corner(float x, float y) {
  gl_Position = vec4(x / 4 - 1, y, 0, 1);
  value = vec2(x, y);
  gl_PrimitiveID = int(number[0]) * 10 + 5;
  EmitVertex();
}
void main() {
  const float left = number[0] * 4.0;
  corner(left, -1); corner(left, 1); corner(left + 1, -1); corner(left + 1, 1);
  EndPrimitive();
  corner(left, -1); corner(left, 1);  // incomplete
  EndPrimitive();
  corner(left + 2, -1); corner(left + 2, 1); corner(left + 3, -1); corner(left + 3, 1);
})";
  const DrawResult result = draw_silently(numbers, R"(
layout(location = 0) flat in vec2 value;
layout(location = 0) out vec4 color;
void main() { color = vec4(1, value.x, gl_PrimitiveID, 1); })");
  EXPECT_EQ(result.primitives, 8u);
  EXPECT_EQ(picture(), "1.1.1.1./1.1.1.1./1.1.1.1./1.1.1.1./1.1.1.1./1.1.1.1./1.1.1.1./1.1.1.1.");
  for (std::uint32_t x = 0; x < 8; x += 2) EXPECT_EQ(at(x, 0, 2).number, x < 4 ? 5 : 15);
  // The provoking vertices: the first ones of the two triangles, at the left and, for the odd one, also there.
  EXPECT_EQ(at(4, 0, 1).number, 4);
}

TEST_F(StagesTest, GeometryShadersSelectLayersAndViewports) {
  framebuffer.layers = 2;
  Attachment layered = attachment(*find_texel_format("rgba8"));
  layered.shape.layers = 2;
  layered.contents = ShadowedBytes::zero(2 * layered.contents.size());
  framebuffer.color.emplace_back(layered);
  state.viewports = {{0, 0, 4, 8, 0, 1}, {4, 0, 4, 8, 0, 1}};
  state.input_assembly.topology = Topology::point_list;
  call.vertex_count = 1;
  geometry = R"(
layout(points) in;
layout(triangle_strip, max_vertices = 6) out;
void main() {
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 3; ++k) {
      gl_Layer = 1 - i;
      gl_ViewportIndex = i;
      gl_Position = vec4(k == 1 ? 3 : -1, k == 2 ? 3 : -1, 0, 1);
      EmitVertex();
    }
    EndPrimitive();
  }
})";
  draw_silently(numbers, red);
  EXPECT_EQ(picture(), "....1111/....1111/....1111/....1111/....1111/....1111/....1111/....1111");
  const Surface surface = *Surface::of(*framebuffer.color[0]);
  EXPECT_EQ(surface.read(surface.texel(3, 0, 1, 0))[0].number, 1);
  EXPECT_EQ(surface.read(surface.texel(4, 0, 1, 0))[0].number, 0);
}

TEST_F(StagesTest, RulesOfGeometryShaders) {
  add_color("rgba8");
  state.input_assembly.topology = Topology::point_list;
  call.vertex_count = 1;
  const auto draw_points = [&](unsigned max_vertices, const std::string& body) {
    geometry = "layout(points) in; layout(points, max_vertices = " + std::to_string(max_vertices) +
               ") out; void point() { gl_Position = vec4(0, 0, 0, 1); gl_PointSize = 1; "
               "EmitVertex(); } void main() { " +
               body + "}";
    return draw(numbers, red);
  };
  EXPECT_EQ(draw_points(2, "point(); point();").findings.size(), 0u);
  EXPECT_EQ(draw_points(1, "point(); point();").findings.at(0).clause,
            "OpEmitVertex.too-many-vertices");
  // "After execution, the values of all output variables are undefined."
  EXPECT_EQ(draw_points(2, "point(); EmitVertex();").findings.at(0).clause,
            "rasterization.position-undefined");
  // PrimitiveId has no value that the geometry shader does not write.
  geometry = R"(
layout(points) in;
layout(points, max_vertices = 1) out;
void main() { gl_Position = vec4(0.1, 0.1, 0, 1); gl_PointSize = 1; EmitVertex(); })";
  draw(numbers, R"(
layout(location = 0) out vec4 color;
void main() { color = vec4(gl_PrimitiveID); })");
  EXPECT_EQ(at(4, 4).state, Definedness::undefined);
}

TEST_F(StagesTest, GeometryFollowsTessellation) {
  add_color("rgba32f");
  control = control_of("2", "2");
  evaluation = evaluation_of("quads, equal_spacing, ccw");
  geometry = R"(
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec2 coordinate[];
layout(location = 0) out vec2 passed;
void main() {
  for (int i = 0; i < 3; ++i) {
    gl_Position = gl_in[i].gl_Position;
    passed = coordinate[i];
    gl_PrimitiveID = 7;
    EmitVertex();
  }
})";
  const DrawResult result = draw_silently(corners, shows_coordinate);
  EXPECT_EQ(result.samples_passed, 64u);
  EXPECT_NEAR(at(5, 6, 0).number, 5.5 / 8, 1e-6);
  EXPECT_NEAR(at(5, 6, 1).number, 6.5 / 8, 1e-6);
  EXPECT_EQ(at(5, 6, 2).number, 7);
}

TEST_F(StagesTest, RefusesStagesThatDoNotFit) {
  add_color("rgba8");
  const auto message = [&] {
    draw(corners, red);
    return error.message;
  };
  control = control_of("1", "1");
  EXPECT_EQ(message(), "tessellation needs both a control and an evaluation shader");
  evaluation = evaluation_of("quads, equal_spacing, ccw");
  EXPECT_EQ(message(), "");
  state.input_assembly.patch_control_points = 0;
  EXPECT_EQ(message(), "a patch has 1 to 128 control points, not 0");
  state.input_assembly.topology = Topology::triangle_list;
  EXPECT_EQ(message(), "a pipeline with tessellation shaders must draw patch lists");
  control = evaluation = "";
  geometry = "layout(lines) in; layout(points, max_vertices = 1) out; void main() {}";
  EXPECT_EQ(message(), "the geometry shader takes primitives of 2 vertices, but gets those of 3");
  state.input_assembly.topology = Topology::line_strip;
  EXPECT_EQ(message(), "");
}

}  // namespace
}  // namespace spirv_oracle
