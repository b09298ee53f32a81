// Runs the geometry shader on primitives (Vulkan, "Geometry Shading").
#pragma once

#include <span>

#include "graphics/draw.h"
#include "graphics/draw_findings.h"
#include "graphics/stage_launch.h"
#include "graphics/vertex_stage.h"

namespace spirv_oracle {

class GeometryStage {
 public:
  // All arguments must outlive it. The pipeline must have a geometry shader.
  GeometryStage(const GraphicsPipeline& pipeline, StageLauncher& launcher, DrawFindings& findings);

  // Errors: limit (too many invocations).
  Result<void> check() const;
  // How many vertices a primitive must have that the shader takes.
  std::uint32_t input_size() const;
  // Gives the primitives that the shader makes of some, in order.
  Result<void> run(const ShadedVertices& vertices, std::span<const Primitive> primitives,
                   const PrimitiveSink& sink);

 private:
  LaunchInputs inputs_for(const ShadedVertices& vertices, std::span<const Primitive> primitives);
  std::vector<Primitive> primitives_of(const EmittedVertices& emitted,
                                       std::size_t invocations) const;

  const GraphicsPipeline& pipeline_;
  StageLauncher& launcher_;
  DrawFindings& findings_;
  StageInterface interface_;
  std::uint32_t invocations_, max_vertices_;
};

}  // namespace spirv_oracle
