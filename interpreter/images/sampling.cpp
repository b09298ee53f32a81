#include "interpreter/images/sampling.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "interpreter/images/opencl_format.h"
#include "interpreter/images/texel_component.h"

namespace spirv_oracle {
namespace {

// Larger than every coordinate. All smaller integers are exact.
constexpr double largest_index = 1e9;

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

SampledTexel border_texel(const TexelFormat& format, BorderColor color) {
  SampledTexel texel;
  for (unsigned i = 0; i < 4; ++i) {
    const bool missing = format.components[i].bits == 0;
    const bool is_one = missing ? i == 3 && !has_transparent_border(format.order)
                                : color == BorderColor::opaque_white ||
                                      (color == BorderColor::opaque_black && i == 3);
    texel[i].number = texel[i].integer = is_one ? 1 : 0;
  }
  return texel;
}

// --- addressing ---

std::int64_t floor_mod(std::int64_t value, std::int64_t modulus) {
  const std::int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

std::int64_t mirrored(std::int64_t value) { return value >= 0 ? value : -(1 + value); }

// The index of a texel; none for the border.
std::optional<std::uint32_t> wrapped(std::int64_t index, std::int64_t size, AddressMode mode) {
  switch (mode) {
    case AddressMode::repeat:
      index = floor_mod(index, size);
      break;
    case AddressMode::mirrored_repeat:
      index = size - 1 - mirrored(floor_mod(index, 2 * size) - size);
      break;
    case AddressMode::clamp_to_edge:
      index = std::clamp<std::int64_t>(index, 0, size - 1);
      break;
    case AddressMode::mirror_clamp_to_edge:
      index = std::clamp<std::int64_t>(mirrored(index), 0, size - 1);
      break;
    case AddressMode::clamp_to_border:
    case AddressMode::none:
      if (index < 0 || index >= size) return std::nullopt;
      break;
  }
  return static_cast<std::uint32_t>(index);
}

// The position of a coordinate among the texels of one axis.
struct AxisTexels {
  std::int64_t index = 0;  // nearest: the texel; linear: the first of two
  double weight = 0;       // linear: of the second one
};

std::int64_t texel_index(double coordinate) {
  return static_cast<std::int64_t>(
      std::floor(std::clamp(coordinate, -largest_index, largest_index)));
}

AxisTexels linear_on_axis(double coordinate) {
  const double u = std::clamp(coordinate, -largest_index, largest_index) - 0.5;
  const double first = std::floor(u);
  return {static_cast<std::int64_t>(first), u - first};
}

// The distance, in texels or levels, at which a sample may snap to another place. Vulkan requires 4 bits of
// subTexelPrecisionBits and mipmapPrecisionBits. OpenCL does not say; graphics hardware has 8.
double snap_distance(const SampleCoordinates& place) {
  return place.is_kernel ? 1.0 / 256 : 1.0 / 16;
}

// How far a coordinate in texels may be from its exact value. Vulkan, "Floating-Point Computation": operations outside of
// shaders are accurate to 1 part in 10^5.
double coordinate_tolerance(const SampleCoordinates& place, double coordinate) {
  return snap_distance(place) + (place.is_kernel ? 0.0 : std::abs(coordinate) * 1e-5);
}

bool is_within_one(double value, double tolerance) {
  return std::floor(value - tolerance) == std::floor(value + tolerance);
}

// Common to all texels of one sample in one level.
struct LevelCoordinates {
  std::uint32_t level = 0;
  unsigned axes = 2;
  std::array<double, 3> coordinate = {};  // in texels
  std::array<double, 3> error = {};       // of what the shader computed, in texels
  std::array<double, 3> tolerance = {};   // all that it may be off
  std::optional<std::uint32_t> layer;     // of images with layers or faces
  bool layer_is_certain = true;
  std::array<AddressMode, 3> address = {};
  bool is_cube = false;
};

// A face of a cube and the coordinates on it, from 0 to 1.
struct FaceCoordinates {
  std::uint32_t face = 0;
  double s = 0, t = 0;
};

FaceCoordinates face_of(const std::array<double, 3>& direction) {
  const auto& [x, y, z] = direction;
  const double ax = std::abs(x), ay = std::abs(y), az = std::abs(z);
  double major = az, sc = z < 0 ? -x : x, tc = -y;
  std::uint32_t face = z < 0 ? 5 : 4;
  if (az < ax || az < ay) {
    if (ay >= ax) {
      major = ay;
      sc = x;
      tc = y < 0 ? -z : z;
      face = y < 0 ? 3 : 2;
    } else {
      major = ax;
      sc = x < 0 ? z : -z;
      tc = -y;
      face = x < 0 ? 1 : 0;
    }
  }
  return {face, (sc / major + 1) / 2, (tc / major + 1) / 2};
}

// Vulkan rounds ties to even, or up.
void place_in_layer(const SampleCoordinates& place, std::uint32_t layers, std::uint32_t faces,
                    std::uint32_t face, LevelCoordinates& found) {
  const double most = layers - 1.0;
  const double layer = place.arrayed ? std::clamp(std::nearbyint(place.layer), 0.0, most) : 0.0;
  found.layer = static_cast<std::uint32_t>(layer) * faces + face;
  if (!place.arrayed || place.is_kernel) return;
  const double least = std::nearbyint(place.layer - place.layer_error);
  const double greatest = std::floor(place.layer + place.layer_error + 0.5);
  found.layer_is_certain = std::clamp(least, 0.0, most) == std::clamp(greatest, 0.0, most);
}

LevelCoordinates place_in_level(const SampledImage& image, const SamplerState& sampler,
                                const SampleCoordinates& place, std::uint32_t level) {
  LevelCoordinates found;
  const LevelLayout& layout = image.layout->levels[level];
  found.level = level;
  found.axes = place.dimension == SampledDimension::one     ? 1
               : place.dimension == SampledDimension::three ? 3
                                                            : 2;
  found.address = sampler.address;
  std::array<double, 3> coordinate = place.coordinate;
  std::uint32_t layers = layout.extent[2];
  std::uint32_t face = 0;
  found.is_cube = place.dimension == SampledDimension::cube;
  if (found.is_cube) {
    const FaceCoordinates on_face = face_of(place.coordinate);
    coordinate = {on_face.s, on_face.t, 0};
    face = on_face.face;
    layers /= 6;
    found.address.fill(AddressMode::clamp_to_edge);
  }
  if (place.arrayed || found.is_cube)
    place_in_layer(place, layers, found.is_cube ? 6 : 1, face, found);
  const bool cube_is_uncertain =
      found.is_cube &&
      std::ranges::any_of(place.coordinate_error, [](double error) { return error > 0; });
  for (unsigned axis = 0; axis < found.axes; ++axis) {
    const double scale = sampler.normalized_coordinates ? layout.extent[axis] : 1.0;
    found.coordinate[axis] = coordinate[axis] * scale + place.offset[axis];
    found.error[axis] = cube_is_uncertain ? largest_index : place.coordinate_error[axis] * scale;
    found.tolerance[axis] = found.error[axis];
    // Coordinates that are not normalized need no computation.
    if (sampler.normalized_coordinates)
      found.tolerance[axis] += coordinate_tolerance(place, found.coordinate[axis]);
  }
  return found;
}

void mark(SampledTexel& texel, Definedness state) {
  for (SampledComponent& component : texel) component.state = std::max(component.state, state);
}

SampledTexel texel_at(const SampledImage& image, const SamplerState& sampler,
                      const LevelCoordinates& place, const std::array<std::int64_t, 3>& index) {
  const LevelLayout& layout = image.layout->levels[place.level];
  std::array<std::uint32_t, 3> at = {0, 0, place.layer.value_or(0)};
  for (unsigned axis = 0; axis < place.axes; ++axis) {
    const auto found = wrapped(index[axis], layout.extent[axis], place.address[axis]);
    if (!found) {
      SampledTexel texel = border_texel(image.format, sampler.border);
      if (place.address[axis] == AddressMode::none) mark(texel, Definedness::undefined);
      return texel;
    }
    at[axis] = *found;
  }
  return read_texel(image, place.level, at[0], at[1], at[2]);
}

// Whether the sample uses a texel beyond the edge of the face, which belongs to another face.
bool leaves_face(const SampledImage& image, const LevelCoordinates& place, unsigned axis,
                 const AxisTexels& on_axis) {
  const std::int64_t size = image.layout->levels[place.level].extent[axis];
  return place.is_cube &&
         (on_axis.index < 0 || on_axis.index + (on_axis.weight > 0 ? 1 : 0) >= size);
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

struct LevelChoice {
  bool magnified = true;
  std::uint32_t first = 0, second = 0;
  double weight = 0;       // of the second one
  bool is_certain = true;  // no implementation chooses others
};

LevelChoice choose_levels(const SampledImage& image, const SamplerState& sampler,
                          const SampleCoordinates& place) {
  LevelChoice choice;
  const auto last = static_cast<double>(image.layout->levels.size() - 1);
  const double biased = place.lod + static_cast<double>(sampler.bias);
  const double least = std::max(double{sampler.min_lod}, place.min_lod);
  const double lod = std::clamp(biased, least, std::max(least, double{sampler.max_lod}));
  choice.magnified = lod <= 0;
  const double level = std::clamp(lod, 0.0, last);
  const bool exact = place.lod_is_exact || lod != biased;
  if (sampler.magnification != sampler.minification) choice.is_certain = exact;
  if (last == 0) return choice;
  if (sampler.mipmap == SamplerFilter::nearest) {
    choice.first = choice.second = static_cast<std::uint32_t>(std::ceil(level + 0.5) - 1);
    // At the midpoint, either level may be selected.
    choice.is_certain &= exact && is_within_one(level + 0.5, snap_distance(place));
  } else {
    choice.first = static_cast<std::uint32_t>(std::floor(level));
    choice.second = static_cast<std::uint32_t>(std::min(std::floor(level) + 1, last));
    choice.weight = level - std::floor(level);
    choice.is_certain &= exact && choice.weight == 0;
  }
  return choice;
}

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

}  // namespace

bool is_finite(const SampleCoordinates& place) {
  return std::ranges::all_of(place.coordinate, [](double c) { return std::isfinite(c); }) &&
         std::isfinite(place.layer) && !std::isnan(place.lod) && !std::isnan(place.min_lod);
}

bool has_no_level(const SamplerState& sampler, const SampleCoordinates& place) {
  return place.min_lod > std::max(double{sampler.min_lod}, double{sampler.max_lod});
}

double lod_of_derivatives(const ImageLayout& layout, SampledDimension dimension,
                          const std::array<double, 3>& dx, const std::array<double, 3>& dy) {
  const auto length = [&](const std::array<double, 3>& derivative) {
    double sum = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
      const bool is_layer = axis == 2 && dimension != SampledDimension::three;
      const double scale = dimension == SampledDimension::cube ? layout.levels[0].extent[0] / 2.0
                           : is_layer                          ? 0.0
                                      : double{static_cast<double>(layout.levels[0].extent[axis])};
      sum += derivative[axis] * scale * derivative[axis] * scale;
    }
    return std::sqrt(sum);
  };
  const double longest = std::max(length(dx), length(dy));
  return longest == 0 ? -1000.0 : std::log2(longest);
}

SampledTexel read_texel(const SampledImage& image, std::uint32_t level, std::uint32_t x,
                        std::uint32_t y, std::uint32_t z) {
  const LevelLayout& layout = image.layout->levels[level];
  const std::uint64_t at =
      layout.offset + x * layout.pitch[0] + y * layout.pitch[1] + z * layout.pitch[2];
  SampledTexel texel;
  texel[3].number = texel[3].integer = 1;
  for (unsigned i = 0; i < 4; ++i) {
    const TexelComponent& component = image.format.components[i];
    if (component.bits != 0) texel[i] = read_component(image, at, component);
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
