// Which vertices a draw has, and the inputs of its vertex shader (Vulkan, "Fixed-Function Vertex Processing").
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graphics/draw.h"
#include "graphics/draw_findings.h"
#include "graphics/stage_launch.h"

namespace spirv_oracle {

// The VertexIndex of each vertex of an instance, in the order of the draw. None: primitive restart.
using VertexIndices = std::vector<std::optional<std::uint32_t>>;

// Reads the index buffer if there is one. `robust`: robust buffer access.
VertexIndices vertex_indices(const DrawCall& call, const InputAssemblyState& state, bool robust,
                             DrawFindings& findings);

struct VertexInvocation {
  std::uint32_t vertex = 0;    // VertexIndex
  std::uint32_t instance = 0;  // InstanceIndex
};

struct FetchSettings {
  bool robust = false;      // robust buffer access
  int attribute_steps = 0;  // as in RasterVariation
};

// Fills all inputs of the vertex shader. Errors: bad_input (attributes whose type the shader does not read).
Result<void> fetch_vertices(const VertexInputState& state, const DrawCall& call,
                            const StageInterface& interface,
                            const std::vector<VertexInvocation>& vertices,
                            const FetchSettings& settings, DrawFindings& findings,
                            LaunchInputs& inputs);

}  // namespace spirv_oracle
