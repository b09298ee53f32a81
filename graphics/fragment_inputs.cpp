#include "graphics/fragment_inputs.h"

#include <algorithm>
#include <bit>
#include <string>

#include "graphics/stage_inputs.h"

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
bool has_built_in(spv::BuiltIn which, const FragmentPart& part) {
  if (which == spv::BuiltIn::PointCoord) return part.raster.is_point;
  if (which == spv::BuiltIn::BaryCoordKHR || which == spv::BuiltIn::BaryCoordNoPerspKHR)
    return part.raster.has_barycentrics;
  return which != spv::BuiltIn::PrimitiveId || part.source.has_id;
}

// PointCoord of what is not a point, BaryCoord and PerVertexKHR of an edge or a vertex of a polygon, a fourth vertex, PrimitiveId
// that a geometry shader does not write.
void report_without_value(const InterfaceComponent& place, const FragmentPart& part,
                          DrawFindings& findings) {
  findings.report(draw_clauses::input_without_value, name_of_input(place) +
                                                         " has no value in primitive " +
                                                         std::to_string(part.source.primitive.id));
}

std::uint64_t bits_of(double value) { return float_bits_of(value, 32); }

// Fills it where it is: a copy of many small members would wait for their stores.
void set_invocation(const FragmentQuad& quad, const FragmentPart& part, unsigned pixel,
                    std::uint32_t samples, FragmentInvocation& invocation) {
  invocation.part = &part;
  invocation.x = static_cast<std::uint32_t>(quad.quad.x) + pixel % 2;
  invocation.y = static_cast<std::uint32_t>(quad.quad.y) + pixel / 2;
  invocation.samples = quad.quad.coverage[pixel] & samples;
  const SampleCoverage& coverage = quad.coverage[pixel];
  invocation.coverage.covered = coverage.covered & samples;
  invocation.coverage.undefined = coverage.undefined & samples;
  invocation.coverage.dependent = coverage.dependent & samples;
}

// Whether the place in the primitive determines the input.
bool depends_on_location(const InterfaceComponent& place, const InterfaceVariable& input) {
  if (place.kind == InterfaceComponent::Kind::location)
    return input.is_float && !input.is_flat && !input.is_per_vertex;
  switch (static_cast<spv::BuiltIn>(place.number)) {
    case spv::BuiltIn::FragCoord:
      return place.component >= 2;
    case spv::BuiltIn::ClipDistance:
    case spv::BuiltIn::CullDistance:
    case spv::BuiltIn::BaryCoordKHR:
    case spv::BuiltIn::BaryCoordNoPerspKHR:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::vector<FragmentInvocation> invocations_of(const FragmentBatch& batch, bool is_per_sample,
                                               std::uint32_t samples) {
  std::vector<FragmentInvocation> invocations;
  invocations.reserve(batch.quads.size() * 4 * (is_per_sample ? samples : 1));
  for (const FragmentQuad& quad : batch.quads) {
    const FragmentPart& part = batch.parts[quad.part];
    if (!is_per_sample) {
      for (unsigned pixel = 0; pixel < 4; ++pixel)
        set_invocation(quad, part, pixel, ~0u, invocations.emplace_back());
      continue;
    }
    std::uint32_t any = 0;
    for (const SampleCoverage& coverage : quad.coverage) any |= coverage.possible();
    for (std::uint32_t s = 0; s < samples; ++s) {
      if ((any >> s & 1u) == 0) continue;
      for (unsigned pixel = 0; pixel < 4; ++pixel) {
        set_invocation(quad, part, pixel, 1u << s, invocations.emplace_back());
        invocations.back().sample = static_cast<std::uint8_t>(s);
      }
    }
  }
  return invocations;
}

FragmentInputs::FragmentInputs(const StageInterface& interface,
                               const std::vector<FragmentInvocation>& invocations,
                               const ShadedVertices& vertices, const Rasterizer& rasterizer,
                               bool is_per_sample)
    : interface_(interface),
      invocations_(invocations),
      vertices_(vertices),
      rasterizer_(rasterizer),
      is_per_sample_(is_per_sample) {
  const bool needs_locations = std::ranges::any_of(interface.inputs, [](const auto& input) {
    return depends_on_location(input.first, input.second);
  });
  if (!needs_locations) return;
  locations_.resize(invocations.size());
  for (std::size_t i = 0; i < invocations.size(); ++i)
    invocations[i].part->raster.interpolator.locate(place_of(invocations[i]), locations_[i]);
}

FramebufferPoint FragmentInputs::place_of_sample(const FragmentInvocation& invocation,
                                                 std::uint32_t sample) const {
  const SampleLocation& location = rasterizer_.samples()[sample];
  return {invocation.x + location.x / 16.0, invocation.y + location.y / 16.0};
}

// The center of a pixel that is covered completely or not at all, otherwise the first covered sample.
FramebufferPoint FragmentInputs::centroid_of(const FragmentInvocation& invocation) const {
  const std::size_t count = rasterizer_.samples().size();
  if (is_per_sample_ || invocation.samples == 0 || invocation.samples == (1u << count) - 1)
    return place_of(invocation);
  return place_of_sample(invocation,
                         static_cast<std::uint32_t>(std::countr_zero(invocation.samples)));
}

std::uint64_t FragmentInputs::built_in_bits(spv::BuiltIn which, std::uint32_t component,
                                            std::size_t number) const {
  const FragmentInvocation& invocation = invocations_[number];
  const FragmentPart& part = *invocation.part;
  switch (which) {
    case spv::BuiltIn::PointCoord: {
      const FramebufferPoint place = place_of(invocation);
      return bits_of(
          (component == 0 ? place.x - part.raster.corner.x : place.y - part.raster.corner.y) /
          part.raster.point_size);
    }
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
      return bits_of(locations_[number].perspective[component % 3]);
    case spv::BuiltIn::BaryCoordNoPerspKHR:
      return bits_of(part.raster.interpolator.linear_weights(locations_[number])[component % 3]);
    default:
      return 0;
  }
}

void FragmentInputs::fill_frag_coord(std::uint32_t component, StageColumn column) const {
  const auto fill = [&](auto number_of) {
    for (std::size_t i = 0; i < invocations_.size(); ++i) column.set(i, bits_of(number_of(i)));
  };
  switch (component) {
    case 0:
      return fill([&](std::size_t i) { return place_of(invocations_[i]).x; });
    case 1:
      return fill([&](std::size_t i) { return place_of(invocations_[i]).y; });
    case 2:
      return fill([&](std::size_t i) {
        return rasterizer_.depth_at(invocations_[i].part->raster, locations_[i]);
      });
    default:
      return fill([&](std::size_t i) { return locations_[i].reciprocal_w; });
  }
}

bool FragmentInputs::fill_built_in(const InterfaceComponent& place, DrawFindings& findings,
                                   LaunchInputs& inputs) const {
  const auto which = static_cast<spv::BuiltIn>(place.number);
  if (!is_of_fragments(which)) return false;
  StageColumn column = inputs.add(place);
  if (which == spv::BuiltIn::FragCoord) {
    fill_frag_coord(place.component, column);
    return true;
  }
  for (std::size_t i = 0; i < invocations_.size(); ++i) {
    const bool has_value = has_built_in(which, *invocations_[i].part);
    if (!has_value) report_without_value(place, *invocations_[i].part, findings);
    column.set(i, built_in_bits(which, place.component, i),
               has_value ? Definedness::defined : Definedness::undefined);
  }
  return true;
}

namespace {

// The values of an output at the vertices of a primitive.
struct VertexValues {
  std::array<double, 3> numbers = {};
  Definedness state = Definedness::defined;

  VertexValues() = default;
  VertexValues(const Primitive& primitive, const StageOutput& output, unsigned bits) {
    for (unsigned v = 0; v < 3; ++v) {
      const std::uint32_t vertex = primitive.vertices[v < primitive.count ? v : 0];
      numbers[v] = float_of(output.bits(vertex), bits);
      state = worse(state, output.state(vertex));
    }
  }
};

double interpolated(const VertexValues& values, const Interpolator& interpolator,
                    const LocationInPrimitive& location, const InterfaceVariable& input,
                    const RasterVariation& variation) {
  return variation.interpolation_factor * interpolate(input.has_no_perspective
                                                          ? interpolator.linear_weights(location)
                                                          : location.perspective,
                                                      values.numbers);
}

}  // namespace

void FragmentInputs::interpolate_all(const StageOutput& output, const InterfaceVariable& input,
                                     StageColumn column) const {
  const FragmentPart* part = nullptr;
  VertexValues values;
  for (std::size_t i = 0; i < invocations_.size(); ++i) {
    const FragmentInvocation& invocation = invocations_[i];
    if (invocation.part != part) {
      part = invocation.part;
      values = VertexValues(part->source.primitive, output, input.bits);
    }
    const Interpolator& interpolator = part->raster.interpolator;
    const LocationInPrimitive location =
        input.is_centroid ? interpolator.at(centroid_of(invocation)) : locations_[i];
    const double number =
        interpolated(values, interpolator, location, input, rasterizer_.variation());
    column.set(i, float_bits_of(number, input.bits), values.state);
  }
}

void FragmentInputs::fill_from_vertex(const StageOutput& output, const InterfaceComponent& place,
                                      DrawFindings& findings, StageColumn column) const {
  for (std::size_t i = 0; i < invocations_.size(); ++i) {
    const FragmentPart& part = *invocations_[i].part;
    // "Reads of per-vertex values for missing vertices ... from the valid vertex with the highest index".
    const Primitive& primitive = part.source.primitive;
    const std::uint32_t number =
        primitive.vertices[std::min<std::uint32_t>(place.vertex, primitive.count - 1u)];
    const bool has_value = part.raster.has_barycentrics && place.vertex < primitive.vertices.size();
    if (!has_value) report_without_value(place, part, findings);
    column.set(i, output.bits(number), has_value ? output.state(number) : Definedness::undefined);
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
                    name_of_input(place) + " is not an output of the stage before");
    for (std::size_t i = 0; i < invocations_.size(); ++i) column.set(i, 0, Definedness::undefined);
    return;
  }
  if (input.is_per_vertex) return fill_from_vertex(output, place, findings, column);
  if (!input.is_flat && input.is_float) return interpolate_all(output, input, column);
  for (std::size_t i = 0; i < invocations_.size(); ++i) {
    const std::uint32_t vertex = invocations_[i].part->source.provoking();
    column.set(i, output.bits(vertex), output.state(vertex));
  }
}

void FragmentInputs::fill(DrawFindings& findings, LaunchInputs& inputs) const {
  for (const auto& [place, input] : interface_.inputs) {
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
      fill_built_in(place, findings, inputs);
    }
  }
  for (std::size_t i = 0; i < invocations_.size(); ++i)
    if (invocations_[i].is_helper()) inputs.set_helper(i);
}

std::uint32_t FragmentInputs::samples() const {
  return static_cast<std::uint32_t>(rasterizer_.samples().size());
}

InterpolatedValue FragmentInputs::value(const InterfaceComponent& input, std::size_t number,
                                        const InterpolationPosition& place) const {
  const auto declared = interface_.inputs.find(input);
  const StageOutput output = vertices_.find(input);
  const bool exists = place.kind != InterpolationPosition::Kind::sample || place.sample < samples();
  if (declared == interface_.inputs.end() || !output || !exists) return {0, Definedness::undefined};
  const FragmentInvocation& invocation = invocations_[number];
  const ShadedPrimitive& source = invocation.part->source;
  if (declared->second.is_flat)
    return {output.bits(source.provoking()), output.state(source.provoking())};
  FramebufferPoint at{invocation.x + 0.5 + place.x, invocation.y + 0.5 + place.y};
  if (place.kind == InterpolationPosition::Kind::centroid) at = centroid_of(invocation);
  if (place.kind == InterpolationPosition::Kind::sample)
    at = place_of_sample(invocation, place.sample);
  const VertexValues values(source.primitive, output, declared->second.bits);
  const Interpolator& interpolator = invocation.part->raster.interpolator;
  const double result = interpolated(values, interpolator, interpolator.at(at), declared->second,
                                     rasterizer_.variation());
  return {float_bits_of(result, declared->second.bits), values.state};
}

}  // namespace spirv_oracle
