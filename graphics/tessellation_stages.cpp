#include "graphics/tessellation_stages.h"

#include <algorithm>
#include <string>

#include "graphics/stage_inputs.h"
#include "raster/choices.h"

namespace spirv_oracle {
namespace {

TessellationModes modes_of(const StageInterface& control, const StageInterface& evaluation,
                           const GraphicsPipeline& pipeline) {
  const auto has = [&](spv::ExecutionMode mode) {
    return control.has(mode) || evaluation.has(mode);
  };
  TessellationModes modes;
  if (has(spv::ExecutionMode::Quads)) modes.domain = TessellationDomain::quads;
  if (has(spv::ExecutionMode::Isolines)) modes.domain = TessellationDomain::isolines;
  if (has(spv::ExecutionMode::SpacingFractionalEven))
    modes.spacing = TessellationSpacing::fractional_even;
  if (has(spv::ExecutionMode::SpacingFractionalOdd))
    modes.spacing = TessellationSpacing::fractional_odd;
  modes.is_clockwise = has(spv::ExecutionMode::VertexOrderCw);
  modes.point_mode = has(spv::ExecutionMode::PointMode);
  modes.has_lower_left_origin = pipeline.state.input_assembly.has_lower_left_origin;
  modes.is_varied = pipeline.variation.divides_otherwise;
  return modes;
}

InterfaceComponent level_output(spv::BuiltIn which, std::uint32_t element) {
  InterfaceComponent place = built_in(which, element);
  place.per_patch = true;
  return place;
}

}  // namespace

struct TessellationStages::ShadedPatches {
  const LaunchOutputs& outputs;
  std::span<const Patch> patches;
  std::uint32_t stride = 1;  // of the numbers of the patches in the outputs
};

struct TessellationStages::Domain {
  struct Vertex {
    DomainPoint point;
    std::uint32_t patch = 0;  // among those that were shaded
  };
  std::vector<Vertex> vertices;
  std::vector<Primitive> primitives;
};

TessellationStages::TessellationStages(const GraphicsPipeline& pipeline, StageLauncher& launcher,
                                       DrawFindings& findings)
    : pipeline_(pipeline),
      launcher_(launcher),
      findings_(findings),
      control_(stage_interface(*pipeline.tessellation_control)),
      evaluation_(stage_interface(*pipeline.tessellation_evaluation)),
      modes_(modes_of(control_, evaluation_, pipeline)),
      output_vertices_(control_.literal(spv::ExecutionMode::OutputVertices, 1)) {}

Result<void> TessellationStages::check() const {
  using Mode = spv::ExecutionMode;
  if (!has(Mode::Triangles) && !has(Mode::Quads) && !has(Mode::Isolines))
    return bad_input("no tessellation shader has the execution mode Triangles, Quads or Isolines");
  if (!has(Mode::SpacingEqual) && !has(Mode::SpacingFractionalEven) &&
      !has(Mode::SpacingFractionalOdd))
    return bad_input("no tessellation shader has an execution mode for the spacing");
  if (modes_.domain != TessellationDomain::isolines && !modes_.point_mode &&
      !has(Mode::VertexOrderCw) && !has(Mode::VertexOrderCcw))
    return bad_input(
        "no tessellation shader has the execution mode VertexOrderCw or VertexOrderCcw");
  return {};
}

std::uint32_t TessellationStages::primitive_size() const {
  if (modes_.point_mode) return 1;
  return modes_.domain == TessellationDomain::isolines ? 2 : 3;
}

LaunchInputs TessellationStages::control_inputs(const ShadedVertices& vertices,
                                                std::span<const Patch> patches) {
  const Pipeline& pipeline = *pipeline_.tessellation_control;
  LaunchInputs inputs = LaunchInputs::of_patches(pipeline, patches.size(), output_vertices_);
  const std::uint32_t stride = patch_stride(pipeline);
  const InputSource source = [&](std::size_t invocation,
                                 std::uint32_t vertex) -> std::optional<std::uint32_t> {
    const Patch& patch = patches[invocation / stride];
    if (vertex >= patch.vertices.size()) return std::nullopt;
    return patch.vertices[vertex];
  };
  for (const auto& [place, declared] : control_.inputs) {
    const auto which = static_cast<spv::BuiltIn>(place.number);
    if (place.kind == InterfaceComponent::Kind::location || is_of_vertices(which)) {
      // Compilers declare as many elements as a patch may have.
      if (place.vertex >= pipeline_.state.input_assembly.patch_control_points) continue;
      InterfaceComponent from = place;
      from.vertex = 0;
      fill_from_outputs(vertices.outputs(), from, place, source, findings_, inputs);
      continue;
    }
    StageColumn column = inputs.add(place);
    for (std::size_t i = 0; i < inputs.count(); ++i) {
      const Patch& patch = patches[i / stride];
      if (which == spv::BuiltIn::PrimitiveId) column.set(i, patch.id);
      if (which == spv::BuiltIn::InvocationId) column.set(i, i % stride);
      if (which == spv::BuiltIn::PatchVertices) column.set(i, patch.vertices.size());
    }
  }
  return inputs;
}

std::optional<TessellationLevels> TessellationStages::levels_of(const LaunchOutputs& outputs,
                                                                std::uint32_t patch,
                                                                std::uint32_t number) {
  const bool has_triangles = modes_.domain == TessellationDomain::triangles;
  const bool has_quads = modes_.domain == TessellationDomain::quads;
  const unsigned outer = has_triangles ? 3 : has_quads ? 4 : 2;
  const unsigned inner = has_triangles ? 1 : has_quads ? 2 : 0;
  TessellationLevels levels;
  bool is_defined = true;
  const auto read = [&](spv::BuiltIn which, unsigned count, std::span<float> values) {
    for (unsigned i = 0; i < count; ++i) {
      const StageOutput output = outputs.find(level_output(which, i));
      is_defined = is_defined && output && output.state(number) != Definedness::undefined;
      if (output) values[i] = static_cast<float>(float_of(output.bits(number), 32));
    }
  };
  read(spv::BuiltIn::TessLevelOuter, outer, levels.outer);
  read(spv::BuiltIn::TessLevelInner, inner, levels.inner);
  if (is_defined) return levels;
  findings_.report(draw_clauses::level_undefined, "a tessellation level of patch " +
                                                      std::to_string(patch) +
                                                      " is undefined, and the patch is not drawn");
  return std::nullopt;
}

void TessellationStages::fill_built_in(const ShadedPatches& shaded, const Domain& domain,
                                       const InterfaceComponent& place, LaunchInputs& inputs) {
  const auto which = static_cast<spv::BuiltIn>(place.number);
  StageColumn column = inputs.add(place);
  for (std::size_t i = 0; i < inputs.count(); ++i) {
    const Domain::Vertex& vertex = domain.vertices[i];
    if (which == spv::BuiltIn::TessCoord && place.component < 3) {
      column.set(
          i, float_bits_of(vertex.point.coordinates[place.component], 32),
          vertex.point.is_dependent ? Definedness::implementation_dependent : Definedness::defined);
    }
    if (which == spv::BuiltIn::PrimitiveId) column.set(i, shaded.patches[vertex.patch].id);
    if (which == spv::BuiltIn::PatchVertices) column.set(i, output_vertices_);
  }
}

LaunchInputs TessellationStages::evaluation_inputs(const ShadedPatches& shaded,
                                                   const Domain& domain) {
  LaunchInputs inputs(*pipeline_.tessellation_evaluation, domain.vertices.size());
  const InputSource source = [&](std::size_t invocation, std::uint32_t) {
    return std::optional(domain.vertices[invocation].patch * shaded.stride);
  };
  for (const auto& [place, declared] : evaluation_.inputs) {
    const auto which = static_cast<spv::BuiltIn>(place.number);
    const bool is_location = place.kind == InterfaceComponent::Kind::location;
    const bool is_level = !is_location && (which == spv::BuiltIn::TessLevelOuter ||
                                           which == spv::BuiltIn::TessLevelInner);
    if (is_location || is_level || is_of_vertices(which)) {
      // Compilers declare as many elements as a patch may have.
      if (place.vertex < output_vertices_)
        fill_from_outputs(shaded.outputs, place, place, source, findings_, inputs);
    } else {
      fill_built_in(shaded, domain, place, inputs);
    }
  }
  return inputs;
}

Result<void> TessellationStages::evaluate(const ShadedPatches& shaded, Domain& domain,
                                          const PrimitiveSink& sink) {
  if (domain.primitives.empty()) return {};
  auto launch =
      launcher_.run(*pipeline_.tessellation_evaluation, evaluation_inputs(shaded, domain));
  if (!launch) return tl::unexpected(launch.error());
  if (launcher_.must_end()) return {};
  const ShadedVertices vertices(*std::move(launch), evaluation_);
  auto done = sink(vertices, domain.primitives);
  domain = {};
  return done;
}

Result<void> TessellationStages::run_some(const ShadedVertices& vertices,
                                          std::span<const Patch> patches,
                                          const PrimitiveSink& sink) {
  const Pipeline& control = *pipeline_.tessellation_control;
  auto launch = launcher_.run(control, control_inputs(vertices, patches));
  if (!launch) return tl::unexpected(launch.error());
  const ShadedPatches shaded{*launch, patches, patch_stride(control)};
  Domain domain;
  for (std::uint32_t p = 0; p < patches.size() && !launcher_.must_end(); ++p) {
    const auto levels = levels_of(*launch, patches[p].id, p * shaded.stride);
    if (!levels) continue;
    const TessellatedPatch patch = tessellate(modes_, *levels);
    const auto first = static_cast<std::uint32_t>(domain.vertices.size());
    for (const DomainPoint& point : patch.points) domain.vertices.push_back({point, p});
    for (std::size_t i = 0; i < patch.primitives.size(); i += patch.primitive_size) {
      Primitive primitive;
      primitive.count = static_cast<std::uint8_t>(patch.primitive_size);
      const bool is_last = pipeline_.state.rasterization.provoking_vertex == ProvokingVertex::last;
      primitive.provoking = is_last ? static_cast<std::uint8_t>(primitive.count - 1) : 0;
      primitive.id = patches[p].id;
      for (unsigned v = 0; v < patch.primitive_size; ++v)
        primitive.vertices[v] = first + patch.primitives[i + v];
      domain.primitives.push_back(primitive);
    }
    if (domain.vertices.size() < RasterChoices::fragments_per_launch) continue;
    if (auto done = evaluate(shaded, domain, sink); !done) return done;
  }
  return launcher_.must_end() ? Result<void>() : evaluate(shaded, domain, sink);
}

Result<void> TessellationStages::run(const ShadedVertices& vertices, std::span<const Patch> patches,
                                     const PrimitiveSink& sink) {
  const std::size_t most = std::max<std::uint32_t>(
      1, RasterChoices::fragments_per_launch / patch_stride(*pipeline_.tessellation_control));
  while (!patches.empty() && !launcher_.must_end()) {
    const auto some = patches.first(std::min(most, patches.size()));
    patches = patches.subspan(some.size());
    if (auto done = run_some(vertices, some, sink); !done) return done;
  }
  return {};
}

}  // namespace spirv_oracle
