#include "raster/primitives.h"

#include <algorithm>
#include <cstddef>

namespace spirv_oracle {
namespace {

// The vertices of primitive `i` of a topology, as offsets in the list.
struct Pattern {
  std::array<std::size_t, 3> offsets = {};
  std::uint8_t count = 0;
  std::uint8_t last = 0;  // the provoking vertex for ProvokingVertex::last; for `first` it is 0
};

Pattern pattern_of(Topology topology, std::size_t i) {
  const std::size_t odd = i % 2;
  switch (topology) {
    case Topology::point_list:
      return {{i}, 1, 0};
    case Topology::line_list:
      return {{2 * i, 2 * i + 1}, 2, 1};
    case Topology::line_strip:
      return {{i, i + 1}, 2, 1};
    case Topology::triangle_list:
      return {{3 * i, 3 * i + 1, 3 * i + 2}, 3, 2};
    case Topology::triangle_strip:
      return {{i, i + 1 + odd, i + 2 - odd}, 3, static_cast<std::uint8_t>(2 - odd)};
    case Topology::triangle_fan:
      return {{i + 1, i + 2, 0}, 3, 1};
    case Topology::line_list_with_adjacency:
      return {{4 * i + 1, 4 * i + 2}, 2, 1};
    case Topology::line_strip_with_adjacency:
      return {{i + 1, i + 2}, 2, 1};
    case Topology::triangle_list_with_adjacency:
      return {{6 * i, 6 * i + 2, 6 * i + 4}, 3, 2};
    case Topology::triangle_strip_with_adjacency:
      return {
          {2 * i, 2 * i + 2 + 2 * odd, 2 * i + 4 - 2 * odd}, 3, static_cast<std::uint8_t>(2 - odd)};
    case Topology::patch_list:
      break;
  }
  return {};
}

std::size_t primitive_count(Topology topology, std::size_t vertices) {
  const auto beyond = [&](std::size_t n) { return vertices - std::min(vertices, n); };
  switch (topology) {
    case Topology::point_list:
      return vertices;
    case Topology::line_list:
      return vertices / 2;
    case Topology::line_strip:
      return beyond(1);
    case Topology::triangle_list:
      return vertices / 3;
    case Topology::triangle_strip:
    case Topology::triangle_fan:
      return beyond(2);
    case Topology::line_list_with_adjacency:
      return vertices / 4;
    case Topology::line_strip_with_adjacency:
      return beyond(3);
    case Topology::triangle_list_with_adjacency:
      return vertices / 6;
    case Topology::triangle_strip_with_adjacency:
      return beyond(4) / 2;
    case Topology::patch_list:
      break;
  }
  return 0;
}

}  // namespace

std::vector<Primitive> assemble_primitives(Topology topology, ProvokingVertex provoking,
                                           std::span<const std::uint32_t> vertices) {
  std::vector<Primitive> primitives;
  auto begin = vertices.begin();
  while (begin != vertices.end()) {
    const auto end = std::find(begin, vertices.end(), restart_vertex);
    const std::span<const std::uint32_t> part(begin, end);
    const std::size_t count = primitive_count(topology, part.size());
    for (std::size_t i = 0; i < count; ++i) {
      const Pattern pattern = pattern_of(topology, i);
      Primitive primitive;
      primitive.count = pattern.count;
      for (unsigned v = 0; v < pattern.count; ++v) primitive.vertices[v] = part[pattern.offsets[v]];
      primitive.provoking = provoking == ProvokingVertex::last ? pattern.last : std::uint8_t{0};
      primitive.id = static_cast<std::uint32_t>(primitives.size());
      primitives.push_back(primitive);
    }
    if (end == vertices.end()) break;
    begin = end + 1;
  }
  return primitives;
}

}  // namespace spirv_oracle
