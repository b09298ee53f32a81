// Primitive assembly (Vulkan, "Primitive Topologies" and "Primitive Restart").
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "raster/state.h"

namespace spirv_oracle {

// A point, line or triangle, without the vertices that only geometry shaders can see.
struct Primitive {
  std::array<std::uint32_t, 3> vertices = {};
  std::uint8_t count = 0;      // of vertices: 1 to 3
  std::uint8_t provoking = 0;  // which of them is the provoking vertex
  std::uint32_t id = 0;        // PrimitiveId

  friend bool operator==(const Primitive&, const Primitive&) = default;
};

// The primitive restart index in a list of vertices.
inline constexpr std::uint32_t restart_vertex = std::numeric_limits<std::uint32_t>::max();

// The primitives of one instance, in primitive order. `vertices`: any numbers, in the order of the draw. A patch list, whose
// primitives only tessellation makes, has none.
std::vector<Primitive> assemble_primitives(Topology topology, ProvokingVertex provoking,
                                           std::span<const std::uint32_t> vertices);

}  // namespace spirv_oracle
