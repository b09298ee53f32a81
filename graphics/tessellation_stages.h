// Runs tessellation control on patches, the tessellator, and tessellation evaluation (Vulkan, "Tessellation").
#pragma once

#include <span>

#include "graphics/draw.h"
#include "graphics/draw_findings.h"
#include "graphics/stage_launch.h"
#include "graphics/vertex_stage.h"
#include "raster/tessellation.h"

namespace spirv_oracle {

class TessellationStages {
 public:
  // All arguments must outlive it. The pipeline must have both shaders.
  TessellationStages(const GraphicsPipeline& pipeline, StageLauncher& launcher,
                     DrawFindings& findings);

  // Errors: bad_input (modes that are missing).
  Result<void> check() const;
  // How many vertices the primitives have.
  std::uint32_t primitive_size() const;
  // Gives the primitives of patches, in order.
  Result<void> run(const ShadedVertices& vertices, std::span<const Patch> patches,
                   const PrimitiveSink& sink);

 private:
  struct ShadedPatches;  // the results of tessellation control
  struct Domain;         // vertices of some patches

  bool has(spv::ExecutionMode mode) const { return control_.has(mode) || evaluation_.has(mode); }
  Result<void> run_some(const ShadedVertices& vertices, std::span<const Patch> patches,
                        const PrimitiveSink& sink);
  LaunchInputs control_inputs(const ShadedVertices& vertices, std::span<const Patch> patches);
  std::optional<TessellationLevels> levels_of(const LaunchOutputs& outputs, std::uint32_t patch,
                                              std::uint32_t number);
  LaunchInputs evaluation_inputs(const ShadedPatches& shaded, const Domain& domain);
  void fill_built_in(const ShadedPatches& shaded, const Domain& domain,
                     const InterfaceComponent& place, LaunchInputs& inputs);
  Result<void> evaluate(const ShadedPatches& shaded, Domain& domain, const PrimitiveSink& sink);

  const GraphicsPipeline& pipeline_;
  StageLauncher& launcher_;
  DrawFindings& findings_;
  StageInterface control_, evaluation_;
  TessellationModes modes_;
  std::uint32_t output_vertices_;
};

}  // namespace spirv_oracle
