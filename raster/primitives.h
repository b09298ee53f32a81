// Primitive assembly (Vulkan, "Primitive Topologies" and "Primitive Restart").
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "raster/state.h"

namespace spirv_oracle {

// A point, line or triangle. With ProvokingVertex::last, the last vertex is the provoking vertex.
struct Primitive {
  std::array<std::uint32_t, 3> vertices = {};
  std::uint8_t count = 0;        // of vertices: 1 to 3
  std::uint8_t provoking = 0;    // which of them is the provoking vertex
  std::uint32_t id = 0;          // PrimitiveId
  bool continues_strip = false;  // of lines: it begins where the one before it ends
  // With an adjacency topology, the vertices that only geometry shaders see: of a line, before and after it; of a triangle,
  // at the edges that begin at each vertex.
  bool has_adjacency = false;
  std::array<std::uint32_t, 3> adjacent = {};

  friend bool operator==(const Primitive&, const Primitive&) = default;
};

// The primitive restart index in a list of vertices.
inline constexpr std::uint32_t restart_vertex = std::numeric_limits<std::uint32_t>::max();

// The vertices in the order in which a geometry shader gets them, and their number.
struct GeometryInput {
  std::array<std::uint32_t, 6> vertices = {};
  std::uint8_t count = 0;
};
GeometryInput geometry_input(const Primitive& primitive);
// That number for the primitives of a topology; 0 for patches.
std::uint32_t vertices_of_primitive(Topology topology);

// The patches of one instance: in each, `control_points` vertices follow each other. Vertices that do not fill a patch are
// left out.
std::vector<std::vector<std::uint32_t>> assemble_patches(std::uint32_t control_points,
                                                         std::span<const std::uint32_t> vertices);

// The primitives of one instance, in primitive order. `vertices`: any numbers, in the order of the draw. A patch list, whose
// primitives only tessellation makes, has none.
std::vector<Primitive> assemble_primitives(Topology topology, ProvokingVertex provoking,
                                           std::span<const std::uint32_t> vertices);

}  // namespace spirv_oracle
