#include "interpreter/images/sampling.h"

#include <algorithm>
#include <cmath>

#include "interpreter/images/sample_location.h"
#include "interpreter/images/texel_component.h"

namespace spirv_oracle {
namespace {

using internal::AxisTexels;
using internal::choose_levels;
using internal::is_within_one;
using internal::leaves_face;
using internal::LevelChoice;
using internal::LevelCoordinates;
using internal::linear_on_axis;
using internal::mark;
using internal::place_in_level;
using internal::snap_distance;
using internal::texel_at;
using internal::texel_index;
using internal::wrapped;

SampledComponent read_component(const SampledImage& image, std::uint64_t at,
                                const TexelComponent& component) {
  const ComponentBytes bytes(component);
  const std::uint64_t bits = bytes.extract(image.bytes + at);
  SampledComponent value;
  value.state = bytes.state(image.shadow + at);
  if (component.is_integer()) {
    value.integer = integer_value(component, bits);
  } else {
    value.number = float_value(component, bits);
  }
  return value;
}

// Of a texel without memory.
SampledComponent unbound_component(const ImageLayout& layout) {
  return {0, 0, layout.unbound_reads_zero ? Definedness::defined : Definedness::undefined};
}

void mark_missing_as_defined(SampledTexel& texel, const TexelFormat& format) {
  for (unsigned i = 0; i < 4; ++i) {
    if (format.components[i].bits == 0) texel[i].state = Definedness::defined;
  }
}

// --- filtering; `fetch(index)` returns the value of a texel ---

// Whether all texels that a coordinate within the tolerance may select are the same one.
bool selects_one_texel(const SampledImage& image, const LevelCoordinates& place, unsigned axis) {
  const std::int64_t first = texel_index(place.coordinate[axis] - place.tolerance[axis]);
  const std::int64_t last = texel_index(place.coordinate[axis] + place.tolerance[axis]);
  if (first == last) return true;
  const std::uint32_t size = image.layout->levels[place.level].extent[axis];
  return last == first + 1 &&
         wrapped(first, size, place.address[axis]) == wrapped(last, size, place.address[axis]);
}

template <class Fetch>
SampledTexel filter_nearest(const SampledImage& image, const LevelCoordinates& place,
                            const Fetch& fetch) {
  std::array<std::int64_t, 3> index = {};
  bool certain = true;
  for (unsigned axis = 0; axis < place.axes; ++axis) {
    index[axis] = texel_index(place.coordinate[axis]);
    certain &= selects_one_texel(image, place, axis);
  }
  SampledTexel texel = fetch(index);
  if (!certain) mark(texel, Definedness::implementation_dependent);
  return texel;
}

template <class Fetch>
SampledTexel filter_linear(const SampledImage& image, const LevelCoordinates& place,
                           const Fetch& fetch) {
  std::array<AxisTexels, 3> on_axis;
  bool exact = true;
  for (unsigned axis = 0; axis < place.axes; ++axis) {
    on_axis[axis] = linear_on_axis(place.coordinate[axis]);
    exact &= on_axis[axis].weight == 0 && place.error[axis] == 0 &&
             !leaves_face(image, place, axis, on_axis[axis]);
  }
  SampledTexel sum;
  bool first = true;
  for (unsigned corner = 0; corner < 1u << place.axes; ++corner) {
    double weight = 1;
    std::array<std::int64_t, 3> index = {};
    for (unsigned axis = 0; axis < place.axes; ++axis) {
      const bool second = (corner >> axis & 1) != 0;
      index[axis] = on_axis[axis].index + (second ? 1 : 0);
      weight *= second ? on_axis[axis].weight : 1 - on_axis[axis].weight;
    }
    if (weight == 0) continue;
    const SampledTexel texel = fetch(index);
    for (unsigned i = 0; i < 4; ++i) {
      sum[i].number += weight * texel[i].number;
      sum[i].state = std::max(sum[i].state, texel[i].state);
      if (first) sum[i].integer = texel[i].integer;
      // "If any of the image elements is INF or NaN, the color value is undefined."
      if (!exact && !std::isfinite(texel[i].number)) sum[i].state = Definedness::undefined;
    }
    first = false;
  }
  if (!exact) mark(sum, Definedness::implementation_dependent);
  return sum;
}

// --- levels ---

// The texel, marked unless its layer is certain.
SampledTexel certain_layer(const LevelCoordinates& place, SampledTexel texel) {
  if (!place.layer_is_certain) mark(texel, Definedness::implementation_dependent);
  return texel;
}

// `fetch(level place, index)` returns the value of a texel.
template <class Fetch>
SampledTexel sample_levels(const SampledImage& image, const SamplerState& sampler,
                           const SampleCoordinates& place, const Fetch& fetch) {
  const LevelChoice choice = choose_levels(image, sampler, place);
  const SamplerFilter filter = choice.magnified ? sampler.magnification : sampler.minification;
  const auto sample_level = [&](std::uint32_t level) {
    const LevelCoordinates in_level = place_in_level(image, sampler, place, level);
    const auto at = [&](const std::array<std::int64_t, 3>& index) {
      return fetch(in_level, index);
    };
    if (filter == SamplerFilter::nearest || image.format.is_integer())
      return certain_layer(in_level, filter_nearest(image, in_level, at));
    return certain_layer(in_level, filter_linear(image, in_level, at));
  };
  SampledTexel texel = sample_level(choice.first);
  if (choice.weight > 0) {
    const SampledTexel second = sample_level(choice.second);
    for (unsigned i = 0; i < 4; ++i) {
      texel[i].number = (1 - choice.weight) * texel[i].number + choice.weight * second[i].number;
      texel[i].state = std::max(texel[i].state, second[i].state);
    }
  }
  if (!choice.is_certain) mark(texel, Definedness::implementation_dependent);
  return texel;
}

bool compares(CompareOperation operation, double reference, double texel) {
  switch (operation) {
    case CompareOperation::never:
      return false;
    case CompareOperation::less:
      return reference < texel;
    case CompareOperation::equal:
      return reference == texel;
    case CompareOperation::less_or_equal:
      return reference <= texel;
    case CompareOperation::greater:
      return reference > texel;
    case CompareOperation::not_equal:
      return reference != texel;
    case CompareOperation::greater_or_equal:
      return reference >= texel;
    case CompareOperation::always:
      break;
  }
  return true;
}

// The texel value that a comparison uses. The reference is clamped if the format is.
SampledTexel compared(const SampledTexel& texel, const TexelFormat& format,
                      const SamplerState& sampler, double reference) {
  const bool normalized = format.first_component().encoding == TexelEncoding::unorm;
  const double clamped = normalized ? std::clamp(reference, 0.0, 1.0) : reference;
  SampledTexel result;
  const bool holds =
      compares(sampler.compare.value_or(CompareOperation::always), clamped, texel[0].number);
  result[0].number = holds ? 1 : 0;
  result[0].state = texel[0].state;
  return result;
}

// Coordinates that are not normalized snap as well, because the footprint is that of linear filtering.
double gather_tolerance(const SampleCoordinates& place, const LevelCoordinates& in_level,
                        unsigned axis) {
  return std::max(in_level.tolerance[axis], in_level.error[axis] + snap_distance(place));
}

template <class Fetch>
SampledTexel gather_texels(const SampledImage& image, const SamplerState& sampler,
                           const SampleCoordinates& place, const Fetch& fetch) {
  const LevelCoordinates in_level = place_in_level(image, sampler, place, 0);
  const AxisTexels x = linear_on_axis(in_level.coordinate[0]);
  const AxisTexels y = linear_on_axis(in_level.coordinate[1]);
  const bool certain =
      in_level.layer_is_certain &&
      is_within_one(in_level.coordinate[0] - 0.5, gather_tolerance(place, in_level, 0)) &&
      is_within_one(in_level.coordinate[1] - 0.5, gather_tolerance(place, in_level, 1)) &&
      !leaves_face(image, in_level, 0, x) && !leaves_face(image, in_level, 1, y);
  constexpr std::array<std::array<int, 2>, 4> order = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
  SampledTexel result;
  for (unsigned i = 0; i < 4; ++i) {
    result[i] = fetch(
        texel_at(image, sampler, in_level, {x.index + order[i][0], y.index + order[i][1], 0}));
  }
  if (!certain) mark(result, Definedness::implementation_dependent);
  return result;
}

// The scale factor of the derivatives in x or in y: a length, or the least or greatest of its permitted approximations.
double scale_factor(const std::array<double, 3>& magnitudes, Filtering filtering) {
  const auto [u, v, w] = magnitudes;
  if (filtering == Filtering::lower_levels) return std::max({u, v, w});
  if (filtering == Filtering::higher_levels) return std::sqrt(2.0) * (u + v + w);
  return std::sqrt(u * u + v * v + w * w);
}

}  // namespace

bool is_finite(const SampleCoordinates& place) {
  return std::ranges::all_of(place.coordinate, [](double c) { return std::isfinite(c); }) &&
         std::isfinite(place.layer) && !std::isnan(place.lod) && !std::isnan(place.min_lod);
}

bool has_no_level(const SamplerState& sampler, const SampleCoordinates& place) {
  return place.min_lod > std::max(double{sampler.min_lod}, double{sampler.max_lod});
}

double lod_of_derivatives(const ImageLayout& layout, SampledDimension dimension,
                          const std::array<double, 3>& dx, const std::array<double, 3>& dy,
                          Filtering filtering) {
  const auto factor = [&](const std::array<double, 3>& derivative) {
    std::array<double, 3> magnitudes = {};
    for (unsigned axis = 0; axis < 3; ++axis) {
      const bool is_layer = axis == 2 && dimension != SampledDimension::three;
      const double scale = dimension == SampledDimension::cube ? layout.levels[0].extent[0] / 2.0
                           : is_layer                          ? 0.0
                                      : double{static_cast<double>(layout.levels[0].extent[axis])};
      magnitudes[axis] = std::fabs(derivative[axis]) * scale;
    }
    return scale_factor(magnitudes, filtering);
  };
  const double longest = std::max(factor(dx), factor(dy));
  return longest == 0 ? -1000.0 : std::log2(longest);
}

SampledTexel read_texel(const SampledImage& image, std::uint32_t level, std::uint32_t x,
                        std::uint32_t y, std::uint32_t z) {
  const LevelLayout& layout = image.layout->levels[level];
  const std::uint64_t at =
      layout.offset + x * layout.pitch[0] + y * layout.pitch[1] + z * layout.pitch[2];
  SampledTexel texel;
  texel[3].number = texel[3].integer = 1;
  const bool is_unbound = image.layout->is_unbound(level, {x, y, z});
  for (unsigned i = 0; i < 4; ++i) {
    const TexelComponent& component = image.format.components[i];
    if (component.bits == 0) continue;
    texel[i] = is_unbound ? unbound_component(*image.layout) : read_component(image, at, component);
  }
  return texel;
}

SampledLevel sampled_level(const SampledImage& image, const SamplerState& sampler,
                           const SampleCoordinates& place) {
  const LevelChoice choice = choose_levels(image, sampler, place);
  return {choice.first + choice.weight, place.lod + static_cast<double>(sampler.bias)};
}

SampledTexel sample(const SampledImage& image, const SamplerState& sampler,
                    const SampleCoordinates& place) {
  SampledTexel texel = sample_levels(
      image, sampler, place,
      [&](const LevelCoordinates& in_level, const std::array<std::int64_t, 3>& index) {
        return texel_at(image, sampler, in_level, index);
      });
  // Without an addressing mode the whole color may be undefined.
  if (sampler.address[0] != AddressMode::none) mark_missing_as_defined(texel, image.format);
  return texel;
}

bool samples_outside(const SampledImage& image, const SamplerState& sampler,
                     const SampleCoordinates& place) {
  if (sampler.address[0] != AddressMode::none) return false;
  bool outside = false;
  sample_levels(image, sampler, place,
                [&](const LevelCoordinates& in_level, const std::array<std::int64_t, 3>& index) {
                  const LevelLayout& level = image.layout->levels[in_level.level];
                  for (unsigned axis = 0; axis < in_level.axes; ++axis)
                    outside |= !wrapped(index[axis], level.extent[axis], in_level.address[axis]);
                  return SampledTexel{};
                });
  return outside;
}

SampledTexel sample_comparison(const SampledImage& image, const SamplerState& sampler,
                               const SampleCoordinates& place, double reference) {
  return sample_levels(
      image, sampler, place,
      [&](const LevelCoordinates& in_level, const std::array<std::int64_t, 3>& index) {
        return compared(texel_at(image, sampler, in_level, index), image.format, sampler,
                        reference);
      });
}

SampledTexel gather(const SampledImage& image, const SamplerState& sampler,
                    const SampleCoordinates& place, unsigned component) {
  SampledTexel texel = gather_texels(image, sampler, place,
                                     [&](const SampledTexel& found) { return found[component]; });
  if (image.format.components[component].bits == 0) {
    for (SampledComponent& value : texel) value.state = Definedness::defined;
  }
  return texel;
}

SampledTexel gather_comparison(const SampledImage& image, const SamplerState& sampler,
                               const SampleCoordinates& place, double reference) {
  return gather_texels(image, sampler, place, [&](const SampledTexel& found) {
    return compared(found, image.format, sampler, reference)[0];
  });
}

}  // namespace spirv_oracle
