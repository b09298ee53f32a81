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
  std::array<std::size_t, 3> adjacent = {};
};

// "Triangle Strips With Adjacency", for primitive i of n.
Pattern strip_with_adjacency(std::size_t i, std::size_t n) {
  const std::size_t v = 2 * i;
  const std::size_t before = i == 0 ? 1 : v - 2, after = i + 1 == n ? v + 5 : v + 6;
  if (i % 2 == 1) return {{v, v + 4, v + 2}, 3, 1, {v + 3, after, before}};
  return {{v, v + 2, v + 4}, 3, 2, {before, after, v + 3}};
}

Pattern pattern_of(Topology topology, std::size_t i, std::size_t n) {
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
      return {{4 * i + 1, 4 * i + 2}, 2, 1, {4 * i, 4 * i + 3}};
    case Topology::line_strip_with_adjacency:
      return {{i + 1, i + 2}, 2, 1, {i, i + 3}};
    case Topology::triangle_list_with_adjacency:
      return {{6 * i, 6 * i + 2, 6 * i + 4}, 3, 2, {6 * i + 1, 6 * i + 3, 6 * i + 5}};
    case Topology::triangle_strip_with_adjacency:
      return strip_with_adjacency(i, n);
    case Topology::patch_list:
      break;
  }
  return {};
}

bool has_adjacency(Topology topology) {
  return topology >= Topology::line_list_with_adjacency &&
         topology <= Topology::triangle_strip_with_adjacency;
}

// Moves the provoking vertex to the end ("Barycentric Interpolation").
void rotate(Pattern& pattern) {
  if (pattern.count < 3 || pattern.last == 2) return;
  const unsigned by = pattern.last + 1u;
  std::rotate(pattern.offsets.begin(), pattern.offsets.begin() + by, pattern.offsets.end());
  std::rotate(pattern.adjacent.begin(), pattern.adjacent.begin() + by, pattern.adjacent.end());
  pattern.last = 2;
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

GeometryInput geometry_input(const Primitive& primitive) {
  const auto& v = primitive.vertices;
  const auto& a = primitive.adjacent;
  if (!primitive.has_adjacency) return {{v[0], v[1], v[2]}, primitive.count};
  if (primitive.count == 2) return {{a[0], v[0], v[1], a[1]}, 4};
  return {{v[0], a[0], v[1], a[1], v[2], a[2]}, 6};
}

std::uint32_t vertices_of_primitive(Topology topology) {
  const std::uint32_t count = pattern_of(topology, 0, 1).count;
  return has_adjacency(topology) ? 2 * count : count;
}

std::vector<std::vector<std::uint32_t>> assemble_patches(std::uint32_t control_points,
                                                         std::span<const std::uint32_t> vertices) {
  std::vector<std::vector<std::uint32_t>> patches;
  std::vector<std::uint32_t> patch;
  for (const std::uint32_t vertex : vertices) {
    // "Primitive Restart": the next patch begins after it.
    if (vertex == restart_vertex) {
      patch.clear();
      continue;
    }
    patch.push_back(vertex);
    if (patch.size() < control_points) continue;
    patches.push_back(std::move(patch));
    patch.clear();
  }
  return patches;
}

std::vector<Primitive> assemble_primitives(Topology topology, ProvokingVertex provoking,
                                           std::span<const std::uint32_t> vertices) {
  std::vector<Primitive> primitives;
  auto begin = vertices.begin();
  while (begin != vertices.end()) {
    const auto end = std::find(begin, vertices.end(), restart_vertex);
    const std::span<const std::uint32_t> part(begin, end);
    const std::size_t count = primitive_count(topology, part.size());
    for (std::size_t i = 0; i < count; ++i) {
      Pattern pattern = pattern_of(topology, i, count);
      if (provoking == ProvokingVertex::last) rotate(pattern);
      Primitive primitive;
      primitive.count = pattern.count;
      primitive.has_adjacency = has_adjacency(topology);
      for (unsigned v = 0; v < pattern.count; ++v) {
        primitive.vertices[v] = part[pattern.offsets[v]];
        if (primitive.has_adjacency) primitive.adjacent[v] = part[pattern.adjacent[v]];
      }
      primitive.provoking = provoking == ProvokingVertex::last ? pattern.last : std::uint8_t{0};
      primitive.id = static_cast<std::uint32_t>(primitives.size());
      primitive.continues_strip = i != 0 && (topology == Topology::line_strip ||
                                             topology == Topology::line_strip_with_adjacency);
      primitives.push_back(primitive);
    }
    if (end == vertices.end()) break;
    begin = end + 1;
  }
  return primitives;
}

}  // namespace spirv_oracle
