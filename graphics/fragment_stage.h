// Runs the fragment shader on quads, and passes its outputs to the attachments.
#pragma once

#include <cstdint>
#include <vector>

#include "graphics/draw_findings.h"
#include "graphics/fragment_inputs.h"
#include "graphics/stage_launch.h"
#include "graphics/vertex_stage.h"
#include "raster/attachment_operations.h"
#include "raster/rasterizer.h"

namespace spirv_oracle {

class DrawObserver;  // graphics/draw_observer.h

// The fragment shader of a pipeline. All arguments must outlive it.
class FragmentStage {
 public:
  // Without a shader, fragments only reach depth and stencil.
  FragmentStage(const GraphicsPipeline& pipeline, const Rasterizer& rasterizer,
                AttachmentOperations& attachments, StageLauncher& launcher, DrawFindings& findings,
                DrawResult& result);

  // Null: no observer.
  void set_observer(DrawObserver* observer) { observer_ = observer; }
  // Performs the tests that come before the shader, and returns whether anything is left of the quad.
  bool test_early(const FragmentPart& part, FragmentQuad& quad);
  // Shades and writes the fragments of a batch, in order.
  Result<void> shade(const FragmentBatch& batch, const ShadedVertices& vertices);
  // Whether the shader has a critical section in which overlapping fragments must not be at a time.
  bool has_interlock() const { return has_interlock_; }
  // How many invocations a quad has at most.
  std::uint32_t invocations_per_quad() const { return is_per_sample_ ? 4 * samples_ : 4; }

 private:
  class Outputs;

  void write_all(const std::vector<FragmentInvocation>& invocations, const LaunchOutputs& launch);
  void write(const FragmentInvocation& invocation, std::size_t number, Outputs& outputs);
  // `outputs`: null before the shader.
  void test(const FragmentPart& part, const FragmentPosition& place, const Outputs* outputs,
            std::size_t number, SampleCoverage& coverage);
  FragmentTest test_of(const FragmentPart& part, const FragmentPosition& place,
                       const Outputs* outputs, std::size_t number,
                       const SampleCoverage& coverage) const;
  void check_outputs();
  void check_test(const FragmentTest& fragment, const SampleCoverage& coverage) const;
  // Reports integers that the attachment, which has an integer format, cannot represent.
  void check_color(const Color& color, std::uint32_t location, const FragmentPosition& place) const;

  const GraphicsPipeline& pipeline_;
  const Rasterizer& rasterizer_;
  AttachmentOperations& attachments_;
  StageLauncher& launcher_;
  DrawFindings& findings_;
  DrawResult& result_;
  DrawObserver* observer_ = nullptr;
  StageInterface interface_;
  std::uint32_t samples_;
  bool tests_early_ = false;  // EarlyFragmentTests
  bool has_interlock_ = false;
  bool is_per_sample_ = false;  // "Sample Shading"
};

}  // namespace spirv_oracle
