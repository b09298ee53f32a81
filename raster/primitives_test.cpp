// The expected primitives are those of the equations in "Primitive Topologies".
#include "raster/primitives.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

namespace spirv_oracle {
namespace {

// "0 1 2/0, 1 3 2/0": vertices, and which of them is the provoking vertex.
std::string text_of(Topology topology, std::vector<std::uint32_t> vertices,
                    ProvokingVertex provoking = ProvokingVertex::first) {
  std::string text;
  std::uint32_t id = 0;
  for (const Primitive& primitive : assemble_primitives(topology, provoking, vertices)) {
    EXPECT_EQ(primitive.id, id++);
    if (!text.empty()) text += ", ";
    for (unsigned i = 0; i < primitive.count; ++i)
      text += (i == 0 ? "" : " ") + std::to_string(primitive.vertices[i]);
    text += "/" + std::to_string(primitive.vertices[primitive.provoking]);
  }
  return text;
}

std::vector<std::uint32_t> first(std::uint32_t count) {
  std::vector<std::uint32_t> vertices(count);
  std::iota(vertices.begin(), vertices.end(), 0);
  return vertices;
}

TEST(Primitives, OfEachTopology) {
  EXPECT_EQ(text_of(Topology::point_list, first(2)), "0/0, 1/1");
  EXPECT_EQ(text_of(Topology::line_list, first(5)), "0 1/0, 2 3/2");
  EXPECT_EQ(text_of(Topology::line_strip, first(3)), "0 1/0, 1 2/1");
  EXPECT_EQ(text_of(Topology::triangle_list, first(7)), "0 1 2/0, 3 4 5/3");
  EXPECT_EQ(text_of(Topology::triangle_strip, first(5)), "0 1 2/0, 1 3 2/1, 2 3 4/2");
  EXPECT_EQ(text_of(Topology::triangle_fan, first(5)), "1 2 0/1, 2 3 0/2, 3 4 0/3");
  EXPECT_EQ(text_of(Topology::line_list_with_adjacency, first(8)), "1 2/1, 5 6/5");
  EXPECT_EQ(text_of(Topology::line_strip_with_adjacency, first(5)), "1 2/1, 2 3/2");
  EXPECT_EQ(text_of(Topology::triangle_list_with_adjacency, first(12)), "0 2 4/0, 6 8 10/6");
  EXPECT_EQ(text_of(Topology::triangle_strip_with_adjacency, first(10)),
            "0 2 4/0, 2 6 4/2, 4 6 8/4");
  EXPECT_EQ(text_of(Topology::patch_list, first(9)), "");
}

TEST(Primitives, LastProvokingVertices) {
  const auto last = [](Topology topology, std::uint32_t count) {
    return text_of(topology, first(count), ProvokingVertex::last);
  };
  EXPECT_EQ(last(Topology::line_strip, 3), "0 1/1, 1 2/2");
  EXPECT_EQ(last(Topology::triangle_list, 3), "0 1 2/2");
  EXPECT_EQ(last(Topology::triangle_strip, 4), "0 1 2/2, 2 1 3/3");
  EXPECT_EQ(last(Topology::triangle_fan, 4), "0 1 2/2, 0 2 3/3");
  EXPECT_EQ(last(Topology::line_list_with_adjacency, 4), "1 2/2");
  EXPECT_EQ(last(Topology::triangle_list_with_adjacency, 6), "0 2 4/4");
  EXPECT_EQ(last(Topology::triangle_strip_with_adjacency, 8), "0 2 4/4, 4 2 6/6");
}

// The equations of the adjacency topologies, as geometry shaders get the vertices.
TEST(Primitives, GeometryShadersSeeAdjacentVertices) {
  const auto inputs = [](Topology topology, std::uint32_t count,
                         ProvokingVertex provoking = ProvokingVertex::first) {
    std::string text;
    for (const Primitive& primitive : assemble_primitives(topology, provoking, first(count))) {
      const GeometryInput input = geometry_input(primitive);
      if (!text.empty()) text += ", ";
      for (unsigned i = 0; i < input.count; ++i)
        text += (i == 0 ? "" : " ") + std::to_string(input.vertices[i]);
    }
    return text;
  };
  EXPECT_EQ(inputs(Topology::triangle_list, 3), "0 1 2");
  EXPECT_EQ(inputs(Topology::line_list_with_adjacency, 8), "0 1 2 3, 4 5 6 7");
  EXPECT_EQ(inputs(Topology::line_strip_with_adjacency, 5), "0 1 2 3, 1 2 3 4");
  EXPECT_EQ(inputs(Topology::triangle_list_with_adjacency, 12), "0 1 2 3 4 5, 6 7 8 9 10 11");
  EXPECT_EQ(inputs(Topology::triangle_strip_with_adjacency, 6), "0 1 2 5 4 3");
  EXPECT_EQ(inputs(Topology::triangle_strip_with_adjacency, 8), "0 1 2 6 4 3, 2 5 6 7 4 0");
  EXPECT_EQ(inputs(Topology::triangle_strip_with_adjacency, 12),
            "0 1 2 6 4 3, 2 5 6 8 4 0, 4 2 6 10 8 7, 6 9 10 11 8 4");
  // In the same rotational order, but from the second vertex.
  EXPECT_EQ(inputs(Topology::triangle_strip_with_adjacency, 8, ProvokingVertex::last),
            "0 1 2 6 4 3, 4 0 2 5 6 7");
}

TEST(Primitives, PatchesTakeTheirControlPoints) {
  using Patches = std::vector<std::vector<std::uint32_t>>;
  EXPECT_EQ(assemble_patches(2, first(5)), (Patches{{0, 1}, {2, 3}}));
  EXPECT_EQ(assemble_patches(3, std::vector<std::uint32_t>{0, 1, restart_vertex, 2, 3, 4}),
            (Patches{{2, 3, 4}}));
  EXPECT_EQ(assemble_patches(1, {}), Patches{});
}

TEST(Primitives, RestartDiscardsIncompletePrimitives) {
  constexpr std::uint32_t cut = restart_vertex;
  EXPECT_EQ(text_of(Topology::triangle_strip, {0, 1, cut, 2, 3, 4, 5, cut, cut, 6, 7, 8}),
            "2 3 4/2, 3 5 4/3, 6 7 8/6");
  EXPECT_EQ(text_of(Topology::triangle_fan, {0, 1, 2, cut, 3, 4, 5}), "1 2 0/1, 4 5 3/4");
  EXPECT_EQ(text_of(Topology::line_strip, {cut, 0, 1, 2, cut}), "0 1/0, 1 2/1");
  EXPECT_EQ(text_of(Topology::triangle_list, {0, 1, cut, 2, 3, 4}), "2 3 4/2");
  EXPECT_EQ(text_of(Topology::triangle_list, {cut, cut}), "");
}

}  // namespace
}  // namespace spirv_oracle
