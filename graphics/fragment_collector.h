// Gathers the fragments of primitives for launches of the fragment shader.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "graphics/fragment_stage.h"
#include "graphics/stage_launch.h"
#include "graphics/vertex_stage.h"
#include "raster/choices.h"
#include "raster/rasterizer.h"

namespace spirv_oracle {

// Gathers quads, and has them shaded when they are many. If the shader has a critical section, no place has two quads in a
// launch: so later fragments see what earlier ones did ("Fragment Interlock"), and so do their helper invocations.
class FragmentCollector : public FragmentSink {
 public:
  // All arguments must outlive it.
  FragmentCollector(FragmentStage& stage, const ShadedVertices& vertices, StageLauncher& launcher,
                    const RasterVariation& variation)
      : stage_(stage), vertices_(vertices), launcher_(launcher), variation_(variation) {}

  void begin_primitive(const ShadedPrimitive& primitive) { primitive_ = primitive; }
  bool begin_part(const RasterizedPrimitive& part) override;
  bool add_quad(const Quad& quad) override;
  // Shades what there is. False after an error, or if the draw must end.
  bool flush();
  const Result<void>& result() const { return result_; }

 private:
  bool flush_within_part();

  FragmentStage& stage_;
  const ShadedVertices& vertices_;
  StageLauncher& launcher_;
  const RasterVariation& variation_;
  ShadedPrimitive primitive_;
  FragmentBatch batch_;
  std::uint64_t tested_quads_ = 0;
  std::unordered_set<std::uint64_t> places_;  // with interlock: those of the quads of the batch
  Result<void> result_;
};

}  // namespace spirv_oracle
