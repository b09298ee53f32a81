// The inputs of fragment shaders: interpolated outputs of vertices, and built-ins.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graphics/draw_findings.h"
#include "graphics/stage_launch.h"
#include "graphics/vertex_stage.h"
#include "raster/attachment_operations.h"
#include "raster/rasterizer.h"

namespace spirv_oracle {

// A part of a primitive, with what its fragments read.
struct FragmentPart {
  RasterizedPrimitive raster;
  ShadedPrimitive source;
};

// A quad with the coverage of each pixel after the tests that precede the shader.
struct FragmentQuad {
  Quad quad;
  std::uint32_t part = 0;
  std::array<SampleCoverage, 4> coverage;
};

// Fragments that are shaded by one launch.
struct FragmentBatch {
  std::vector<FragmentPart> parts;
  std::vector<FragmentQuad> quads;
};

// One invocation of a fragment shader. Four of a quad are consecutive.
struct FragmentInvocation {
  const FragmentPart* part = nullptr;
  std::uint32_t x = 0, y = 0;
  std::uint8_t sample = 0;    // with sample shading
  std::uint32_t samples = 0;  // SampleMask: those that it covers, as rasterized
  SampleCoverage coverage;    // after early tests, of these samples

  bool is_helper() const { return coverage.possible() == 0; }
};

// All invocations of a batch: for each quad one of each pixel or, with sample shading, of each pixel for each sample that a
// pixel of the quad covers.
std::vector<FragmentInvocation> invocations_of(const FragmentBatch& batch, bool is_per_sample,
                                               std::uint32_t samples);

// What fills the inputs of a launch, and evaluates them elsewhere while it runs. All arguments must outlive it.
class FragmentInputs : public InputInterpolator {
 public:
  FragmentInputs(const StageInterface& interface,
                 const std::vector<FragmentInvocation>& invocations, const ShadedVertices& vertices,
                 const Rasterizer& rasterizer, bool is_per_sample);

  void fill(DrawFindings& findings, LaunchInputs& inputs) const;

  std::uint32_t samples() const override;
  InterpolatedValue value(const InterfaceComponent& input, std::size_t invocation,
                          const InterpolationPosition& place) const override;

 private:
  FramebufferPoint place_of(const FragmentInvocation& invocation) const {
    if (is_per_sample_) return place_of_sample(invocation, invocation.sample);
    return {invocation.x + 0.5, invocation.y + 0.5};
  }
  FramebufferPoint centroid_of(const FragmentInvocation& invocation) const;
  bool fill_built_in(const InterfaceComponent& place, DrawFindings& findings,
                     LaunchInputs& inputs) const;
  void fill_frag_coord(std::uint32_t component, StageColumn column) const;
  std::uint64_t built_in_bits(spv::BuiltIn which, std::uint32_t component,
                              std::size_t invocation) const;
  FramebufferPoint place_of_sample(const FragmentInvocation& invocation,
                                   std::uint32_t sample) const;
  void fill_from_vertices(const InterfaceComponent& place, const InterfaceVariable& input,
                          DrawFindings& findings, LaunchInputs& inputs) const;
  void fill_from_vertex(const StageOutput& output, const InterfaceComponent& place,
                        DrawFindings& findings, StageColumn column) const;
  void interpolate_all(const StageOutput& output, const InterfaceVariable& input,
                       StageColumn column) const;

  const StageInterface& interface_;
  const std::vector<FragmentInvocation>& invocations_;
  const ShadedVertices& vertices_;
  const Rasterizer& rasterizer_;
  bool is_per_sample_;
  std::vector<LocationInPrimitive> locations_;  // by invocation; empty if no input depends on them
};

}  // namespace spirv_oracle
