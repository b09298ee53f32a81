// Quads with all masks of coverage, in which all masks of invocations are demoted: what their invocations exchange.
#include <array>
#include <cstring>

#include "golden/suite/fragments.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint32_t masks = 16, quad_size = 2;

// The corners of a triangle that covers some pixels of a quad, in sixteenths of a pixel from its corner. No side is close to
// the middle of a pixel.
using Corners = std::array<std::array<int, 2>, 3>;
constexpr std::array<Corners, masks> triangle_of_coverage = {{
    {},                                // nothing
    {{{4, 4}, {14, 4}, {4, 14}}},      // pixel 0
    {{{20, 4}, {30, 4}, {20, 14}}},    // 1
    {{{4, 4}, {30, 8}, {4, 12}}},      // 0 and 1
    {{{4, 20}, {14, 20}, {4, 30}}},    // 2
    {{{4, 4}, {12, 4}, {8, 30}}},      // 0 and 2
    {{{28, 2}, {30, 4}, {0, 32}}},     // 1 and 2
    {{{4, 4}, {32, 4}, {4, 32}}},      // all but 3
    {{{20, 20}, {30, 20}, {20, 30}}},  // 3
    {{{2, 4}, {4, 2}, {32, 32}}},      // 0 and 3
    {{{20, 4}, {28, 4}, {24, 30}}},    // 1 and 3
    {{{1, 4}, {28, 4}, {28, 31}}},     // all but 2
    {{{4, 20}, {30, 24}, {4, 28}}},    // 2 and 3
    {{{4, 1}, {4, 28}, {31, 28}}},     // all but 1
    {{{28, 1}, {28, 28}, {1, 28}}},    // all but 0
    {{{-2, 7}, {34, 7}, {16, 43}}},    // all
}};

template <class T>
void append(ShadowedBytes& buffer, T value) {
  const std::size_t size = buffer.size();
  buffer.bytes.resize(size + sizeof(T));
  buffer.shadow.resize(size + sizeof(T), Definedness::defined);
  std::memcpy(buffer.bytes.data() + size, &value, sizeof(T));
}

// The quad in column c and row d has the coverage c, and demotes d.
SuiteDraw draw_quads(const char* format) {
  SuiteDraw draw;
  draw.vertex_glsl = R"(#version 460
layout(location = 0) in vec2 place;
layout(location = 1) in uint demoted;
layout(location = 0) flat out uint mask;
void main() {
  mask = demoted;
  gl_Position = vec4(place, 0.5, 1);
}
)";
  ShadowedBytes vertices;
  for (std::uint32_t demoted = 0; demoted < masks; ++demoted) {
    for (std::uint32_t covered = 1; covered < masks; ++covered) {
      for (const auto& [x, y] : triangle_of_coverage[covered]) {
        const auto place = [](std::uint32_t quad, int sixteenths) {
          return static_cast<float>(quad) / 8 - 1 + static_cast<float>(sixteenths) / 256;
        };
        append(vertices, place(covered, x));
        append(vertices, place(demoted, y));
        append(vertices, demoted);
      }
    }
  }
  draw.call.vertex_count = 3 * masks * (masks - 1);
  draw.vertex_buffers[0] = std::move(vertices);
  draw.state.vertex_input.bindings = {{0, 12, VertexInputRate::vertex, 1}};
  draw.state.vertex_input.attributes = {{0, 0, texel_format("rg32f"), false, 0},
                                        {1, 0, texel_format("r32ui"), false, 8}};
  draw.framebuffer.width = draw.framebuffer.height = masks * quad_size;
  draw.framebuffer.color.emplace_back(attachment_of(draw.framebuffer, texel_format(format)));
  return draw;
}

// What an observer of quads computes: `result` from `pixel`, the number of the invocation in its quad. Demoted invocations
// are helper invocations then.
struct QuadObserver {
  const char* name;
  const char* text;
  bool is_maximal =
      true;  // whether helper invocations take part only because of maximal reconvergence
  bool has_floats = false;
};

constexpr std::array quad_observers = std::to_array<QuadObserver>({
    {"ballot", R"(
  uint here = 0, helpers = 0, even = 0;
  const uvec4 all = subgroupBallot(true), helper = subgroupBallot(helperInvocationEXT());
  const uvec4 of_even = subgroupBallot((pixel & 1) == 0);
  const uint first = gl_SubgroupInvocationID & ~3u;
  for (uint i = 0; i < 4; ++i) {
    here |= uint(subgroupBallotBitExtract(all, first + i)) << i;
    helpers |= uint(subgroupBallotBitExtract(helper, first + i)) << i;
    even |= uint(subgroupBallotBitExtract(of_even, first + i)) << i;
  }
  result = uvec4(here, helpers, even, gl_SubgroupInvocationID & 3);)"},
    {"clusters", R"(
  result = uvec4(subgroupClusteredAdd(1 << 4 * pixel, 4), subgroupClusteredMax(pixel * 5, 4),
                 subgroupClusteredAnd(pixel + 4, 4), uint(helperInvocationEXT()));)"},
    {"shuffles", R"(
  const uint first = gl_SubgroupInvocationID & ~3u;
  result = uvec4(subgroupShuffle(pixel, first), subgroupShuffle(pixel, first + 3),
                 subgroupShuffleXor(pixel + 10, 1), subgroupShuffleXor(pixel + 10, 2));)"},
    {"swaps", R"(
  const uint value = pixel * 16 + 1;
  result = uvec4(subgroupQuadSwapHorizontal(value), subgroupQuadSwapVertical(value),
                 subgroupQuadSwapDiagonal(value), subgroupQuadBroadcast(value, 2));)",
     false},
    {"quad_votes", R"(
  const bool is_demoted = (mask >> pixel & 1) != 0;
  result = uvec4(uint(subgroupQuadAll(is_demoted)), uint(subgroupQuadAny(is_demoted)),
                 uint(subgroupQuadAny(pixel == 3)), uint(subgroupQuadAll(pixel < 4)));)",
     false},
    {"derivatives", R"(
  const float line = float(3 * x + 5 * y), curve = float(pixel * pixel * 3 + pixel * 5);
  result = vec4(dFdx(line) + 16 * dFdy(line) + 256 * fwidth(line),
                dFdxFine(curve) + 64 * dFdyFine(curve), fwidthFine(curve),
                dFdxCoarse(line) + 16 * dFdyCoarse(line) + 256 * fwidthCoarse(line));)",
     false, true},
});

std::string shader_of(const QuadObserver& observer) {
  std::string text = R"(#version 460
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_EXT_maximal_reconvergence : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_shuffle : require
)";
  if (std::string_view(observer.name) == "quad_votes")
    text +=
        "#extension GL_EXT_shader_quad_control : require\n"
        "#extension GL_KHR_shader_subgroup_vote : require\n";
  text += "layout(location = 0) flat in uint mask;\nlayout(location = 0) out ";
  text += observer.has_floats ? "vec4" : "uvec4";
  text += " result;\nvoid main()";
  if (observer.is_maximal) text += " [[maximally_reconverges]]";
  return text + R"( {
  const uint x = uint(gl_FragCoord.x), y = uint(gl_FragCoord.y);
  const uint pixel = (x & 1) | (y & 1) << 1;
  if ((mask >> pixel & 1) != 0) demote;)" +
         observer.text + "\n}\n";
}

struct Interpolated {
  const char* name;
  const char* qualifier;
};
constexpr std::array interpolated = std::to_array<Interpolated>({
    {"perspective", ""},
    {"linear", "noperspective "},
    {"flat", "flat "},
});

// A triangle whose vertices have different distances from the eye.
SuiteDraw draw_interpolated(const char* qualifier) {
  SuiteDraw draw;
  draw.vertex_glsl = std::string("#version 460\nlayout(location = 0) ") + qualifier +
                     R"(out vec4 value;
void main() {
  const vec2 places[] = {vec2(-1, -1), vec2(3, -1), vec2(-1, 3)};
  const vec4 values[] = {vec4(1, 0, -4, 0.5), vec4(0, 1, 8, 0.5), vec4(0, 0, 100, 0.5)};
  const float w = 1 + gl_VertexIndex;
  value = values[gl_VertexIndex];
  gl_Position = vec4(places[gl_VertexIndex] * w, w / 2, w);
}
)";
  draw.call.vertex_count = 3;
  draw.framebuffer.width = draw.framebuffer.height = 8;
  draw.framebuffer.color.emplace_back(attachment_of(draw.framebuffer, texel_format("rgba32f")));
  return draw;
}

}  // namespace

void add_quad_tests(std::vector<FragmentTest>& tests) {
  for (const QuadObserver& observer : quad_observers) {
    const char* format = observer.has_floats ? "rgba32f" : "rgba32ui";
    tests.push_back({std::string("quads.") + observer.name, shader_of(observer),
                     [format] { return draw_quads(format); }});
  }
  for (const Interpolated& one : interpolated) {
    const char* qualifier = one.qualifier;
    tests.push_back({std::string("interpolation.") + one.name,
                     std::string("#version 460\nlayout(location = 0) ") + qualifier +
                         "in vec4 value;\nlayout(location = 0) out vec4 color;\n"
                         "void main() { color = value; }\n",
                     [qualifier] { return draw_interpolated(qualifier); }});
  }
}

}  // namespace spirv_oracle::golden
