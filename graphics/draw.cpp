#include "graphics/draw.h"

#include <algorithm>
#include <string>

#include "graphics/draw_findings.h"
#include "graphics/fragment_stage.h"
#include "graphics/stage_launch.h"
#include "graphics/vertex_fetch.h"
#include "graphics/vertex_stage.h"
#include "raster/attachment_operations.h"
#include "raster/choices.h"
#include "raster/rasterizer.h"

namespace spirv_oracle {
namespace {

// Gathers the quads of primitives, and has them shaded when they are many.
class FragmentCollector : public FragmentSink {
 public:
  FragmentCollector(FragmentStage& stage, const ShadedVertices& vertices, StageLauncher& launcher,
                    const RasterVariation& variation)
      : stage_(stage), vertices_(vertices), launcher_(launcher), variation_(variation) {}

  void begin_primitive(const ShadedPrimitive& primitive) { primitive_ = primitive; }

  bool begin_part(const RasterizedPrimitive& part) override {
    // The last part covered nothing, and needs no memory.
    const std::size_t used = batch_.quads.empty() ? 0 : std::size_t{batch_.quads.back().part} + 1;
    batch_.parts.resize(used);
    batch_.parts.push_back({part, primitive_});
    return true;
  }

  bool add_quad(const Quad& quad) override {
    FragmentQuad added{quad, static_cast<std::uint32_t>(batch_.parts.size() - 1), {}};
    if (!stage_.test_early(batch_.parts.back(), added)) return true;
    batch_.quads.push_back(added);
    if (batch_.quads.size() * stage_.invocations_per_quad() < variation_.fragments_per_launch)
      return true;
    const FragmentPart current = batch_.parts.back();
    if (!flush()) return false;
    batch_.parts.push_back(current);
    return true;
  }

  // Shades what there is. False after an error, or if the draw must end.
  bool flush() {
    if (variation_.reverses_order) {
      const auto is_before = [](const FragmentQuad& a, const FragmentQuad& b) {
        return a.part < b.part;
      };
      std::ranges::reverse(batch_.quads);
      std::ranges::stable_sort(batch_.quads, is_before);
    }
    if (auto shaded = stage_.shade(batch_, vertices_); !shaded) result_ = shaded;
    batch_.parts.clear();
    batch_.quads.clear();
    return result_.has_value() && !launcher_.must_end();
  }

  const Result<void>& result() const { return result_; }

 private:
  FragmentStage& stage_;
  const ShadedVertices& vertices_;
  StageLauncher& launcher_;
  const RasterVariation& variation_;
  ShadedPrimitive primitive_;
  FragmentBatch batch_;
  Result<void> result_;
};

class Draw {
 public:
  Draw(const GraphicsPipeline& pipeline, const DrawCall& call, Bindings& bindings,
       AttachmentOperations& attachments, const Framebuffer& framebuffer, const Policy& policy,
       const Observers& observers)
      : pipeline_(pipeline),
        call_(call),
        interface_(stage_interface(*pipeline.vertex)),
        findings_(policy),
        launcher_(bindings, policy, observers, findings_, result_),
        rasterizer_(pipeline.state,
                    {framebuffer.width, framebuffer.height, attachments.depth_format(),
                     output_count(interface_, spv::BuiltIn::ClipDistance),
                     output_count(interface_, spv::BuiltIn::CullDistance), pipeline.variation}),
        layers_(framebuffer.layers),
        fragments_(pipeline, rasterizer_, attachments, launcher_, findings_, result_) {}

  Result<DrawResult> run() {
    const bool robust = pipeline_.vertex->options().robust_buffer_access;
    InstanceBatches batches(
        call_, pipeline_.state,
        vertex_indices(call_, pipeline_.state.input_assembly, robust, findings_),
        RasterChoices::fragments_per_launch);
    VertexBatch batch;
    while (!launcher_.must_end() && batches.next(batch)) {
      if (auto drawn = draw(batch, robust); !drawn) return tl::unexpected(drawn.error());
    }
    result_.findings = findings_.take();
    if (result_.status == Status::ok && findings_.has_undefined_behavior())
      result_.status = Status::undefined_behavior;
    return std::move(result_);
  }

 private:
  Result<void> draw(const VertexBatch& batch, bool robust) {
    LaunchInputs inputs(*pipeline_.vertex, batch.invocations.size());
    if (auto fetched =
            fetch_vertices(pipeline_.state.vertex_input, call_, interface_, batch.invocations,
                           {robust, pipeline_.variation.attribute_steps}, findings_, inputs);
        !fetched)
      return fetched;
    auto launch = launcher_.run(*pipeline_.vertex, inputs);
    if (!launch) return tl::unexpected(launch.error());
    result_.vertices += batch.invocations.size();
    if (launcher_.must_end() || pipeline_.state.rasterization.rasterizer_discard) return {};
    const ShadedVertices vertices(*std::move(launch), interface_);
    FragmentCollector collector(fragments_, vertices, launcher_, pipeline_.variation);
    bool goes_on = true;
    for (std::size_t i = 0; goes_on && i < batch.primitives.size(); ++i) {
      // Primitives without fragments reach no other check.
      goes_on = rasterize(batch.primitives[i], vertices, collector) &&
                (i % 1024 != 0 || !launcher_.must_end());
    }
    if (goes_on) collector.flush();
    return collector.result();
  }

  // Reports what is wrong with a primitive that is not drawn. False to end.
  bool rasterize(const Primitive& primitive, const ShadedVertices& vertices,
                 FragmentCollector& collector) {
    const std::string name = "primitive " + std::to_string(primitive.id);
    ShadedPrimitive shaded{primitive, 0, 0};
    shaded.layer = vertices.integer(spv::BuiltIn::Layer, shaded.provoking());
    shaded.viewport = vertices.integer(spv::BuiltIn::ViewportIndex, shaded.provoking());
    std::array<ClipVertex, 3> corners;
    for (unsigned i = 0; i < primitive.count; ++i) {
      if (!vertices.is_placed(primitive.vertices[i], primitive.count == 1)) {
        findings_.report(draw_clauses::position_undefined,
                         "the position, distance or size of a vertex of " + name +
                             " is undefined, and the primitive is not drawn");
        return true;
      }
      corners[i] = vertices.clip_vertex(primitive.vertices[i]);
    }
    if (shaded.layer >= layers_) {
      findings_.report(draw_clauses::layer_out_of_range,
                       "the Layer of " + name + " is " + std::to_string(shaded.layer) +
                           ", but the framebuffer has " + std::to_string(layers_));
      return true;
    }
    if (shaded.viewport >= rasterizer_.viewport_count()) {
      findings_.report(draw_clauses::viewport_out_of_range,
                       "the ViewportIndex of " + name + " is " + std::to_string(shaded.viewport) +
                           ", but the number of viewports is " +
                           std::to_string(rasterizer_.viewport_count()));
      return true;
    }
    ++result_.primitives;
    collector.begin_primitive(shaded);
    switch (rasterizer_.rasterize(std::span(corners.data(), primitive.count), shaded.viewport,
                                  collector)) {
      case RasterOutcome::rasterized:
        return true;
      case RasterOutcome::ended:
        return false;
      case RasterOutcome::not_finite:
        findings_.report(draw_clauses::position_not_finite,
                         "a vertex of " + name +
                             " has a coordinate or distance that is infinite or NaN, and the "
                             "primitive is not drawn");
        return true;
      case RasterOutcome::bad_size:
        findings_.report(draw_clauses::point_size_not_positive,
                         "the PointSize of " + name + " is not greater than 0");
        return true;
    }
    return true;
  }

  const GraphicsPipeline& pipeline_;
  const DrawCall& call_;
  DrawResult result_;
  StageInterface interface_;
  DrawFindings findings_;
  StageLauncher launcher_;
  Rasterizer rasterizer_;
  std::uint32_t layers_;
  FragmentStage fragments_;
};

Result<void> check_draw(const GraphicsPipeline& pipeline, const DrawCall& call,
                        const Framebuffer& framebuffer, const Policy& policy) {
  if (pipeline.vertex == nullptr) return bad_input("a graphics pipeline needs a vertex shader");
  if (pipeline.state.input_assembly.topology == Topology::patch_list)
    return unsupported("patch lists, because tessellation is not supported yet");
  if (call.index_buffer && call.index_buffer->contents == nullptr)
    return bad_input("no index buffer is bound");
  if (framebuffer.width > max_image_extent || framebuffer.height > max_image_extent)
    return bad_input("a framebuffer has at most " + std::to_string(max_image_extent) +
                     " pixels in each dimension");
  // Each vertex of an instance takes about this much: indices, inputs, outputs, primitives.
  constexpr std::uint64_t bytes_per_vertex = 256;
  if (call.vertex_count > policy.limits.max_memory / bytes_per_vertex)
    return limit_reached("a draw of " + std::to_string(call.vertex_count) +
                         " vertices does not fit into the memory limit");
  return check_state(pipeline.state);
}

}  // namespace

Result<DrawResult> draw(const GraphicsPipeline& pipeline, const DrawCall& call, Bindings& bindings,
                        Framebuffer& framebuffer, const Policy& policy,
                        const Observers& observers) {
  if (auto checked = check_draw(pipeline, call, framebuffer, policy); !checked)
    return tl::unexpected(checked.error());
  auto attachments = AttachmentOperations::create(pipeline.state, framebuffer);
  if (!attachments) return tl::unexpected(attachments.error());
  return Draw(pipeline, call, bindings, *attachments, framebuffer, policy, observers).run();
}

}  // namespace spirv_oracle
