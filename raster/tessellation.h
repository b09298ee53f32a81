// The tessellator (Vulkan, "Tessellation"): divides a patch into points, lines or triangles in its parameter space.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace spirv_oracle {

enum class TessellationDomain : std::uint8_t { triangles, quads, isolines };
enum class TessellationSpacing : std::uint8_t { equal, fractional_even, fractional_odd };

// What the execution modes of the tessellation shaders and the pipeline declare.
struct TessellationModes {
  TessellationDomain domain = TessellationDomain::triangles;
  TessellationSpacing spacing = TessellationSpacing::equal;
  bool is_clockwise = false;  // VertexOrderCw
  bool point_mode = false;
  bool has_lower_left_origin = false;  // VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT
  // Places vertices, rounds their coordinates, and connects them to triangles, in another way that the text permits.
  bool is_varied = false;
};

// TessLevelOuter and TessLevelInner.
struct TessellationLevels {
  std::array<float, 4> outer = {};
  std::array<float, 2> inner = {};
};

// A vertex in parameter space: (u, v, w) of triangles, and (u, v, 0) otherwise.
struct DomainPoint {
  std::array<float, 3> coordinates = {};
  // Implementations may place it elsewhere, because of its spacing.
  bool is_dependent = false;
};

struct TessellatedPatch {
  std::vector<DomainPoint> points;
  unsigned primitive_size = 3;            // 1, 2 or 3 points
  std::vector<std::uint32_t> primitives;  // the points of each, one primitive after another
};

// maxTessellationGenerationLevel
inline constexpr float max_tessellation_level = 64;

// The patch is empty if a relevant outer level is not greater than 0.
TessellatedPatch tessellate(const TessellationModes& modes, const TessellationLevels& levels);

}  // namespace spirv_oracle
