#include "graphics/geometry_stage.h"

#include <algorithm>
#include <string>

#include "graphics/stage_inputs.h"
#include "raster/choices.h"

namespace spirv_oracle {

GeometryStage::GeometryStage(const GraphicsPipeline& pipeline, StageLauncher& launcher,
                             DrawFindings& findings)
    : pipeline_(pipeline),
      launcher_(launcher),
      findings_(findings),
      interface_(stage_interface(*pipeline.geometry)),
      invocations_(std::max(1u, interface_.literal(spv::ExecutionMode::Invocations, 1))),
      max_vertices_(interface_.literal(spv::ExecutionMode::OutputVertices, 0)) {}

Result<void> GeometryStage::check() const {
  constexpr std::uint32_t most = 1024;
  if (invocations_ <= most) return {};
  return limit_reached("a geometry shader may have at most " + std::to_string(most) +
                       " invocations, but declares " + std::to_string(invocations_));
}

std::uint32_t GeometryStage::input_size() const {
  if (interface_.has(spv::ExecutionMode::InputPoints)) return 1;
  if (interface_.has(spv::ExecutionMode::InputLines)) return 2;
  if (interface_.has(spv::ExecutionMode::Triangles)) return 3;
  return interface_.has(spv::ExecutionMode::InputLinesAdjacency) ? 4 : 6;
}

LaunchInputs GeometryStage::inputs_for(const ShadedVertices& vertices,
                                       std::span<const Primitive> primitives) {
  std::vector<GeometryInput> read;
  for (const Primitive& primitive : primitives) read.push_back(geometry_input(primitive));
  LaunchInputs inputs(*pipeline_.geometry, primitives.size() * invocations_);
  const InputSource source = [&](std::size_t invocation,
                                 std::uint32_t vertex) -> std::optional<std::uint32_t> {
    const GeometryInput& input = read[invocation / invocations_];
    if (vertex >= input.count) return std::nullopt;
    return input.vertices[vertex];
  };
  for (const auto& [place, declared] : interface_.inputs) {
    const auto which = static_cast<spv::BuiltIn>(place.number);
    if (place.kind == InterfaceComponent::Kind::location || is_of_vertices(which)) {
      InterfaceComponent from = place;
      from.vertex = 0;
      fill_from_outputs(vertices.outputs(), from, place, source, findings_, inputs);
      continue;
    }
    StageColumn column = inputs.add(place);
    for (std::size_t i = 0; i < inputs.count(); ++i) {
      if (which == spv::BuiltIn::PrimitiveId) column.set(i, primitives[i / invocations_].id);
      if (which == spv::BuiltIn::InvocationId) column.set(i, i % invocations_);
    }
  }
  return inputs;
}

// "Geometry Shader Primitive Ordering": by primitive, then by InvocationId.
std::vector<Primitive> GeometryStage::primitives_of(const EmittedVertices& emitted,
                                                    std::size_t invocations) const {
  const Topology topology = interface_.has(spv::ExecutionMode::OutputPoints) ? Topology::point_list
                            : interface_.has(spv::ExecutionMode::OutputLineStrip)
                                ? Topology::line_strip
                                : Topology::triangle_strip;
  std::vector<std::uint32_t> vertices;
  for (std::size_t i = 0; i < invocations; ++i) {
    for (std::uint32_t k = 0; k < emitted.counts[i]; ++k) {
      const std::size_t vertex = i * max_vertices_ + k;
      if (emitted.streams[vertex] != 0) continue;  // only stream 0 is rasterized
      if (emitted.begins_strip[vertex] != 0) vertices.push_back(restart_vertex);
      vertices.push_back(static_cast<std::uint32_t>(vertex));
    }
  }
  return assemble_primitives(topology, pipeline_.state.rasterization.provoking_vertex, vertices);
}

Result<void> GeometryStage::run(const ShadedVertices& vertices,
                                std::span<const Primitive> primitives, const PrimitiveSink& sink) {
  const std::uint64_t of_each = std::uint64_t{std::max(1u, max_vertices_)} * invocations_;
  const std::size_t most =
      std::max<std::uint64_t>(1, RasterChoices::fragments_per_launch / of_each);
  while (!primitives.empty() && !launcher_.must_end()) {
    const auto some = primitives.first(std::min(most, primitives.size()));
    primitives = primitives.subspan(some.size());
    const LaunchInputs inputs = inputs_for(vertices, some);
    auto launch = launcher_.run(*pipeline_.geometry, inputs);
    if (!launch) return tl::unexpected(launch.error());
    const std::vector<Primitive> made = primitives_of(launch->emitted(), inputs.count());
    if (launcher_.must_end()) break;
    const ShadedVertices emitted(*std::move(launch), interface_);
    if (auto done = sink(emitted, made); !done) return done;
  }
  return {};
}

}  // namespace spirv_oracle
