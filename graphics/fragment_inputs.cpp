#include "graphics/fragment_inputs.h"

#include <bit>
#include <string>

namespace spirv_oracle {
namespace {

// Whether a fragment shader may read this built-in, and it is computed here.
bool is_of_fragments(spv::BuiltIn which) {
  switch (which) {
    case spv::BuiltIn::FragCoord:
    case spv::BuiltIn::PointCoord:
    case spv::BuiltIn::FrontFacing:
    case spv::BuiltIn::SampleId:
    case spv::BuiltIn::SamplePosition:
    case spv::BuiltIn::SampleMask:
    case spv::BuiltIn::PrimitiveId:
    case spv::BuiltIn::Layer:
    case spv::BuiltIn::ViewportIndex:
    case spv::BuiltIn::BaryCoordKHR:
    case spv::BuiltIn::BaryCoordNoPerspKHR:
    case spv::BuiltIn::ViewIndex:
    case spv::BuiltIn::DeviceIndex:
      return true;
    default:
      return false;
  }
}

// Whether the built-in has a value for fragments of such a part.
bool has_built_in(spv::BuiltIn which, const RasterizedPrimitive& part) {
  if (which == spv::BuiltIn::PointCoord) return part.is_point;
  if (which == spv::BuiltIn::BaryCoordKHR || which == spv::BuiltIn::BaryCoordNoPerspKHR)
    return part.has_barycentrics;
  return true;
}

std::uint64_t bits_of(double value) { return float_bits_of(value, 32); }

FragmentInvocation invocation_of(const FragmentQuad& quad, const FragmentPart& part, unsigned pixel,
                                 std::uint32_t samples) {
  FragmentInvocation invocation;
  invocation.part = &part;
  invocation.x = static_cast<std::uint32_t>(quad.quad.x) + pixel % 2;
  invocation.y = static_cast<std::uint32_t>(quad.quad.y) + pixel / 2;
  invocation.samples = quad.quad.coverage[pixel] & samples;
  invocation.coverage = quad.coverage[pixel];
  invocation.coverage.covered &= samples;
  invocation.coverage.undefined &= samples;
  invocation.coverage.dependent &= samples;
  return invocation;
}

}  // namespace

std::vector<FragmentInvocation> invocations_of(const FragmentBatch& batch, bool is_per_sample,
                                               std::uint32_t samples) {
  std::vector<FragmentInvocation> invocations;
  for (const FragmentQuad& quad : batch.quads) {
    const FragmentPart& part = batch.parts[quad.part];
    if (!is_per_sample) {
      for (unsigned pixel = 0; pixel < 4; ++pixel)
        invocations.push_back(invocation_of(quad, part, pixel, ~0u));
      continue;
    }
    std::uint32_t any = 0;
    for (const SampleCoverage& coverage : quad.coverage) any |= coverage.possible();
    for (std::uint32_t s = 0; s < samples; ++s) {
      if ((any >> s & 1u) == 0) continue;
      for (unsigned pixel = 0; pixel < 4; ++pixel) {
        invocations.push_back(invocation_of(quad, part, pixel, 1u << s));
        invocations.back().sample = static_cast<std::uint8_t>(s);
      }
    }
  }
  return invocations;
}

FragmentInputs::FragmentInputs(const std::vector<FragmentInvocation>& invocations,
                               const ShadedVertices& vertices, const Rasterizer& rasterizer,
                               bool is_per_sample)
    : invocations_(invocations),
      vertices_(vertices),
      rasterizer_(rasterizer),
      is_per_sample_(is_per_sample) {
  locations_.reserve(invocations.size());
  for (const FragmentInvocation& invocation : invocations)
    locations_.push_back(invocation.part->raster.interpolator.at(place_of(invocation)));
}

FramebufferPoint FragmentInputs::place_of(const FragmentInvocation& invocation) const {
  if (!is_per_sample_) return {invocation.x + 0.5, invocation.y + 0.5};
  const SampleLocation& sample = rasterizer_.samples()[invocation.sample];
  return {invocation.x + sample.x / 16.0, invocation.y + sample.y / 16.0};
}

// The center of a pixel that is covered completely or not at all, otherwise the first covered sample.
FramebufferPoint FragmentInputs::centroid_of(const FragmentInvocation& invocation) const {
  const std::size_t count = rasterizer_.samples().size();
  if (is_per_sample_ || invocation.samples == 0 || invocation.samples == (1u << count) - 1)
    return place_of(invocation);
  const SampleLocation& sample =
      rasterizer_.samples()[static_cast<std::size_t>(std::countr_zero(invocation.samples))];
  return {invocation.x + sample.x / 16.0, invocation.y + sample.y / 16.0};
}

std::uint64_t FragmentInputs::built_in_bits(spv::BuiltIn which, std::uint32_t component,
                                            std::size_t number) const {
  const FragmentInvocation& invocation = invocations_[number];
  const FragmentPart& part = *invocation.part;
  const LocationInPrimitive& location = locations_[number];
  const FramebufferPoint place = place_of(invocation);
  switch (which) {
    case spv::BuiltIn::FragCoord:
      if (component < 2) return bits_of(component == 0 ? place.x : place.y);
      return bits_of(component == 2 ? rasterizer_.depth_at(part.raster, location)
                                    : location.reciprocal_w);
    case spv::BuiltIn::PointCoord:
      return bits_of(
          (component == 0 ? place.x - part.raster.corner.x : place.y - part.raster.corner.y) /
          part.raster.point_size);
    case spv::BuiltIn::FrontFacing:
      return part.raster.front_facing ? 1 : 0;
    case spv::BuiltIn::SampleId:
      return invocation.sample;
    case spv::BuiltIn::SamplePosition: {
      const SampleLocation& sample = rasterizer_.samples()[invocation.sample];
      return bits_of((component == 0 ? sample.x : sample.y) / 16.0);
    }
    case spv::BuiltIn::SampleMask:
      return component == 0 ? invocation.samples : 0;
    case spv::BuiltIn::PrimitiveId:
      return part.source.primitive.id;
    case spv::BuiltIn::Layer:
      return part.source.layer;
    case spv::BuiltIn::ViewportIndex:
      return part.source.viewport;
    case spv::BuiltIn::BaryCoordKHR:
      return bits_of(location.perspective[component % 3]);
    case spv::BuiltIn::BaryCoordNoPerspKHR:
      return bits_of(location.linear[component % 3]);
    default:
      return 0;
  }
}

bool FragmentInputs::fill_built_in(const InterfaceComponent& place, LaunchInputs& inputs) const {
  const auto which = static_cast<spv::BuiltIn>(place.number);
  if (!is_of_fragments(which)) return false;
  StageColumn column = inputs.add(place);
  for (std::size_t i = 0; i < invocations_.size(); ++i) {
    column.set(i, built_in_bits(which, place.component, i),
               has_built_in(which, invocations_[i].part->raster) ? Definedness::defined
                                                                 : Definedness::undefined);
  }
  return true;
}

void FragmentInputs::interpolate_all(const StageOutput& output, const InterfaceVariable& input,
                                     StageColumn column) const {
  const FragmentPart* part = nullptr;
  std::array<double, 3> values = {};
  Definedness state = Definedness::defined;
  for (std::size_t i = 0; i < invocations_.size(); ++i) {
    const FragmentInvocation& invocation = invocations_[i];
    if (invocation.part != part) {
      part = invocation.part;
      const Primitive& primitive = part->source.primitive;
      state = Definedness::defined;
      for (unsigned v = 0; v < primitive.count; ++v) {
        values[v] = float_of(output.bits(primitive.vertices[v]), input.bits);
        state = worse(state, output.state(primitive.vertices[v]));
      }
      for (unsigned v = primitive.count; v < 3; ++v) values[v] = values[0];
    }
    const LocationInPrimitive location =
        input.is_centroid ? part->raster.interpolator.at(centroid_of(invocation)) : locations_[i];
    const double value =
        interpolate(input.has_no_perspective ? location.linear : location.perspective, values);
    column.set(i, float_bits_of(value * rasterizer_.variation().interpolation_factor, input.bits),
               state);
  }
}

void FragmentInputs::fill_from_vertices(const InterfaceComponent& place,
                                        const InterfaceVariable& input, DrawFindings& findings,
                                        LaunchInputs& inputs) const {
  InterfaceComponent source = place;
  source.vertex = 0;
  const StageOutput output = vertices_.find(source);
  StageColumn column = inputs.add(place);
  if (!output) {
    findings.report(draw_clauses::input_not_written,
                    "component " + std::to_string(place.component) +
                        " of the input with Location " + std::to_string(place.number) +
                        " is not an output of the vertex shader");
    for (std::size_t i = 0; i < invocations_.size(); ++i) column.set(i, 0, Definedness::undefined);
    return;
  }
  if (!input.is_flat && input.is_float) return interpolate_all(output, input, column);
  for (std::size_t i = 0; i < invocations_.size(); ++i) {
    const std::uint32_t vertex = invocations_[i].part->source.provoking();
    column.set(i, output.bits(vertex), output.state(vertex));
  }
}

void FragmentInputs::fill(const StageInterface& interface, DrawFindings& findings,
                          LaunchInputs& inputs) const {
  for (const auto& [place, input] : interface.inputs) {
    if (place.kind == InterfaceComponent::Kind::location) {
      fill_from_vertices(place, input, findings, inputs);
      continue;
    }
    const auto which = static_cast<spv::BuiltIn>(place.number);
    const bool is_distance =
        which == spv::BuiltIn::ClipDistance || which == spv::BuiltIn::CullDistance;
    if (is_distance) {
      fill_from_vertices(place, input, findings, inputs);
    } else {
      fill_built_in(place, inputs);
    }
  }
  for (std::size_t i = 0; i < invocations_.size(); ++i)
    if (invocations_[i].is_helper()) inputs.set_helper(i);
}

}  // namespace spirv_oracle
