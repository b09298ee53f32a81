#include "graphics/draw.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "graphics/draw_findings.h"
#include "graphics/draw_observer.h"
#include "graphics/fragment_collector.h"
#include "graphics/fragment_stage.h"
#include "graphics/geometry_stage.h"
#include "graphics/stage_launch.h"
#include "graphics/tessellation_stages.h"
#include "graphics/vertex_fetch.h"
#include "graphics/vertex_stage.h"
#include "raster/attachment_operations.h"
#include "raster/choices.h"
#include "raster/rasterizer.h"

namespace spirv_oracle {
namespace {

// "Floating-Point Computation": "the maximum representable magnitude".
bool is_representable(const ClipCoordinates& position) {
  constexpr double largest = 4294967296.0;  // 2^32
  return std::ranges::none_of(position, [](double coordinate) {
    return std::isfinite(coordinate) && std::fabs(coordinate) > largest;
  });
}

// The last stage before rasterization.
const Pipeline& last_stage(const GraphicsPipeline& pipeline) {
  if (pipeline.geometry != nullptr) return *pipeline.geometry;
  if (pipeline.tessellation_evaluation != nullptr) return *pipeline.tessellation_evaluation;
  return *pipeline.vertex;
}

RasterTarget target_of(const Framebuffer& framebuffer, const AttachmentOperations& attachments,
                       const StageInterface& last, const RasterVariation& variation) {
  return {framebuffer.width,
          framebuffer.height,
          attachments.depth_format(),
          output_count(last, spv::BuiltIn::ClipDistance),
          output_count(last, spv::BuiltIn::CullDistance),
          variation};
}

class Draw {
 public:
  Draw(const GraphicsPipeline& pipeline, const DrawCall& call, Bindings& bindings,
       AttachmentOperations& attachments, const Framebuffer& framebuffer, const Policy& policy,
       const Observers& observers, const DrawWatch& watch)
      : pipeline_(pipeline),
        call_(call),
        interface_(stage_interface(*pipeline.vertex)),
        findings_(policy),
        watch_(watch),
        launcher_(bindings, policy, observers, findings_, result_),
        rasterizer_(pipeline.state,
                    target_of(framebuffer, attachments, stage_interface(last_stage(pipeline)),
                              pipeline.variation)),
        layers_(framebuffer.layers),
        fragments_(pipeline, rasterizer_, attachments, launcher_, findings_, result_) {
    fragments_.set_observer(watch.observer);
    if (watch.only_fragments) launcher_.watch_only_fragments();
    if (pipeline.tessellation_control != nullptr)
      tessellation_.emplace(pipeline, launcher_, findings_);
    if (pipeline.geometry != nullptr) geometry_.emplace(pipeline, launcher_, findings_);
  }

  Result<DrawResult> run() {
    if (auto checked = check_stages(); !checked) return tl::unexpected(checked.error());
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
    if (watch_.observer != nullptr) watch_.observer->start_vertices(batch.invocations);
    auto launch = launcher_.run(*pipeline_.vertex, inputs);
    if (!launch) return tl::unexpected(launch.error());
    result_.vertices += batch.invocations.size();
    if (launcher_.must_end()) return {};
    const ShadedVertices vertices(*std::move(launch), interface_);
    if (tessellation_) {
      return tessellation_->run(
          vertices, batch.patches,
          [&](const ShadedVertices& evaluated, std::span<const Primitive> primitives) {
            return draw_primitives(evaluated, primitives);
          });
    }
    return draw_primitives(vertices, batch.primitives);
  }

  // Primitives that a geometry shader may follow.
  Result<void> draw_primitives(const ShadedVertices& vertices,
                               std::span<const Primitive> primitives) {
    if (!geometry_) return rasterize_all(vertices, primitives);
    return geometry_->run(vertices, primitives,
                          [&](const ShadedVertices& emitted, std::span<const Primitive> made) {
                            return rasterize_all(emitted, made);
                          });
  }

  Result<void> rasterize_all(const ShadedVertices& vertices,
                             std::span<const Primitive> primitives) {
    if (pipeline_.state.rasterization.rasterizer_discard) return {};
    FragmentCollector collector(fragments_, vertices, launcher_, pipeline_.variation);
    for (const Primitive& primitive : primitives) {
      // Primitives without fragments reach no other check.
      if (!rasterize(primitive, vertices, collector) || launcher_.must_end())
        return collector.result();
    }
    collector.flush();
    return collector.result();
  }

  // Whether the stages fit together.
  Result<void> check_stages() const {
    const Topology topology = pipeline_.state.input_assembly.topology;
    if (tessellation_) {
      if (auto checked = tessellation_->check(); !checked) return checked;
    }
    if (!geometry_) return {};
    if (auto checked = geometry_->check(); !checked) return checked;
    const std::uint32_t size =
        tessellation_ ? tessellation_->primitive_size() : vertices_of_primitive(topology);
    if (geometry_->input_size() == size) return {};
    return bad_input("the geometry shader takes primitives of " +
                     std::to_string(geometry_->input_size()) + " vertices, but gets those of " +
                     std::to_string(size));
  }

  // Reports what is wrong with a primitive that is not drawn. False to end.
  bool rasterize(const Primitive& primitive, const ShadedVertices& vertices,
                 FragmentCollector& collector) {
    const std::string name = "primitive " + std::to_string(primitive.id);
    ShadedPrimitive shaded{primitive, 0, 0};
    if (geometry_) {
      const StageOutput id = vertices.find(built_in(spv::BuiltIn::PrimitiveId));
      shaded.has_id = id && id.state(shaded.provoking()) != Definedness::undefined;
      shaded.primitive.id = vertices.integer(spv::BuiltIn::PrimitiveId, shaded.provoking());
    }
    for (const spv::BuiltIn which : {spv::BuiltIn::Layer, spv::BuiltIn::ViewportIndex}) {
      const StageOutput index = vertices.find(built_in(which));
      if (!index || index.state(shaded.provoking()) != Definedness::undefined) continue;
      findings_.report(draw_clauses::viewport_undefined,
                       std::string("the ") +
                           (which == spv::BuiltIn::Layer ? "Layer" : "ViewportIndex") + " of " +
                           name + " is undefined, and the primitive is not drawn");
      return true;
    }
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
      if (!is_representable(corners[i].position)) {
        findings_.report(draw_clauses::position_too_large,
                         "a vertex of " + name +
                             " has a coordinate beyond 2^32, which implementations need not "
                             "represent, so they may draw something else");
      }
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
    if (!primitive.continues_strip) stipple_.restart();
    switch (rasterizer_.rasterize(std::span(corners.data(), primitive.count), shaded.viewport,
                                  collector, stipple_)) {
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
  const DrawWatch& watch_;
  StageLauncher launcher_;
  Rasterizer rasterizer_;
  StippleCounter stipple_;
  std::uint32_t layers_;
  FragmentStage fragments_;
  std::optional<TessellationStages> tessellation_;
  std::optional<GeometryStage> geometry_;
};

// VUID-VkGraphicsPipelineCreateInfo-pStages-00729, -pStages-00730, -pStages-08888 and -topology-08889.
Result<void> check_tessellation(const GraphicsPipeline& pipeline) {
  const bool has_control = pipeline.tessellation_control != nullptr;
  if (has_control != (pipeline.tessellation_evaluation != nullptr))
    return bad_input("tessellation needs both a control and an evaluation shader");
  const InputAssemblyState& assembly = pipeline.state.input_assembly;
  if (has_control != (assembly.topology == Topology::patch_list)) {
    return bad_input(has_control ? "a pipeline with tessellation shaders must draw patch lists"
                                 : "a patch list needs tessellation shaders");
  }
  constexpr std::uint32_t most = 128;  // maxTessellationPatchSize
  if (has_control && (assembly.patch_control_points == 0 || assembly.patch_control_points > most))
    return bad_input("a patch has 1 to " + std::to_string(most) + " control points, not " +
                     std::to_string(assembly.patch_control_points));
  return {};
}

Result<void> check_draw(const GraphicsPipeline& pipeline, const DrawCall& call,
                        const Framebuffer& framebuffer, const Policy& policy) {
  if (pipeline.vertex == nullptr) return bad_input("a graphics pipeline needs a vertex shader");
  if (auto checked = check_tessellation(pipeline); !checked) return checked;
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
  return draw(pipeline, call, bindings, framebuffer, policy, observers, {});
}

Result<DrawResult> draw(const GraphicsPipeline& pipeline, const DrawCall& call, Bindings& bindings,
                        Framebuffer& framebuffer, const Policy& policy, const Observers& observers,
                        const DrawWatch& watch) {
  if (auto checked = check_draw(pipeline, call, framebuffer, policy); !checked)
    return tl::unexpected(checked.error());
  auto attachments = AttachmentOperations::create(pipeline.state, framebuffer);
  if (!attachments) return tl::unexpected(attachments.error());
  return Draw(pipeline, call, bindings, *attachments, framebuffer, policy, observers, watch).run();
}

}  // namespace spirv_oracle
