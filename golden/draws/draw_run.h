// Draws the draw of a bundle again in the oracle.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "golden/bundle/bundle.h"
#include "graphics/draw.h"
#include "interpreter/pipeline.h"

namespace spirv_oracle::golden {

// What an implementation may choose.
struct DrawChoices {
  RasterVariation raster;
  ArithmeticChoices arithmetic;
  Reconvergence reconvergence = Reconvergence::maximal;
  // Whether DrawnBundle::ranges is filled.
  bool tracks_ranges = false;
};

struct DrawnBundle {
  DrawResult result;
  // By name of a resource: what attachments and writable resources contain after the draw. Bits that the format of an
  // attachment does not use are 0.
  std::map<std::string, ShadowedBytes> contents;
  // By name of a color or resolve attachment: Attachment::ranges after the draw.
  std::map<std::string, std::vector<TexelRange>> ranges;
};

class BundleDrawing {
 public:
  // Both must outlive the object. The bundle must be one of a draw. Errors: bad_input (modules, resources).
  static Result<BundleDrawing> create(const Bundle& bundle, const InstructionRegistry& registry);

  // Errors: those of draw().
  Result<DrawnBundle> draw(const DrawChoices& choices, const Policy& policy) const;

  // The modules of the stages that it has.
  const std::map<Stage, std::shared_ptr<const Module>>& modules() const { return modules_; }
  // The options of a stage.
  PipelineOptions options(Stage stage, const DrawChoices& choices) const;

 private:
  BundleDrawing(const Bundle& bundle, const InstructionRegistry& registry)
      : bundle_(&bundle), registry_(&registry) {}
  Result<GraphicsPipeline> pipeline(const DrawChoices& choices, const Limits& limits) const;
  Result<Framebuffer> framebuffer(const DrawChoices& choices) const;
  void collect(Framebuffer& framebuffer, const Bindings& bindings, DrawnBundle& drawn) const;

  const Bundle* bundle_;
  const InstructionRegistry* registry_;
  std::map<Stage, std::shared_ptr<const Module>> modules_;
  Bindings bindings_;
  std::map<std::uint32_t, ShadowedBytes> vertex_buffers_;
  ShadowedBytes indices_;
};

// Whether the draw ended, with values that the bundle accepts.
bool accepts_draw(const Bundle& bundle, const DrawnBundle& drawn);
}  // namespace spirv_oracle::golden
