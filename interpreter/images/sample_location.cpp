#include "interpreter/images/sample_location.h"

#include <algorithm>
#include <cmath>

#include "interpreter/images/cube_faces.h"
#include "interpreter/images/opencl_format.h"

namespace spirv_oracle::internal {
namespace {

// Larger than every coordinate. All smaller integers are exact.
constexpr double largest_index = 1e9;

std::int64_t floor_mod(std::int64_t value, std::int64_t modulus) {
  const std::int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

std::int64_t mirrored(std::int64_t value) { return value >= 0 ? value : -(1 + value); }

// How far a coordinate in texels may be from its exact value. Vulkan, "Floating-Point Computation": operations outside of
// shaders are accurate to 1 part in 10^5.
double coordinate_tolerance(const SampleCoordinates& place, double coordinate) {
  return snap_distance(place) + (place.is_kernel ? 0.0 : std::abs(coordinate) * 1e-5);
}

double nearest_multiple(double value, double step) { return std::floor(value / step + 0.5) * step; }

// Where an implementation samples on an axis, in texels. The center of a texel is exact.
double with_precision(const SampleCoordinates& place, double coordinate, unsigned axis) {
  if (linear_on_axis(coordinate).weight == 0) return coordinate;
  const double off = coordinate_tolerance(place, coordinate);
  switch (place.filtering) {
    case Filtering::exact:
    case Filtering::lower_levels:
    case Filtering::higher_levels:
      return coordinate;
    case Filtering::coarse:
      return nearest_multiple(coordinate, snap_distance(place));
    case Filtering::left_up:
      return coordinate - off;
    case Filtering::left_down:
      return axis == 0 ? coordinate - off : coordinate + off;
    case Filtering::right_up:
      return axis == 0 ? coordinate + off : coordinate - off;
    case Filtering::right_down:
      break;
  }
  return coordinate + off;
}

// The level that an implementation uses. One that was not computed is exact if it is a whole number.
double level_with_precision(const SampleCoordinates& place, double level) {
  if (level == std::floor(level) && place.lod_is_exact) return level;
  const double snap = snap_distance(place);
  if (place.filtering == Filtering::coarse) return nearest_multiple(level, snap);
  if (place.filtering == Filtering::lower_levels) return level - snap;
  return place.filtering == Filtering::higher_levels ? level + snap : level;
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

}  // namespace

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

std::int64_t texel_index(double coordinate) {
  return static_cast<std::int64_t>(
      std::floor(std::clamp(coordinate, -largest_index, largest_index)));
}

AxisTexels linear_on_axis(double coordinate) {
  const double u = std::clamp(coordinate, -largest_index, largest_index) - 0.5;
  const double first = std::floor(u);
  return {static_cast<std::int64_t>(first), u - first};
}

double snap_distance(const SampleCoordinates& place) {
  return place.is_kernel ? 1.0 / 256 : 1.0 / 16;
}

bool is_within_one(double value, double tolerance) {
  return std::floor(value - tolerance) == std::floor(value + tolerance);
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
    const FaceCoordinates on_face = cube_face_of(place.coordinate);
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
    if (!sampler.normalized_coordinates) continue;
    found.tolerance[axis] += coordinate_tolerance(place, found.coordinate[axis]);
    found.coordinate[axis] = with_precision(place, found.coordinate[axis], axis);
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

bool leaves_face(const SampledImage& image, const LevelCoordinates& place, unsigned axis,
                 const AxisTexels& on_axis) {
  const std::int64_t size = image.layout->levels[place.level].extent[axis];
  return place.is_cube &&
         (on_axis.index < 0 || on_axis.index + (on_axis.weight > 0 ? 1 : 0) >= size);
}

LevelChoice choose_levels(const SampledImage& image, const SamplerState& sampler,
                          const SampleCoordinates& place) {
  LevelChoice choice;
  const auto last = static_cast<double>(image.layout->levels.size() - 1);
  const double biased = place.lod + static_cast<double>(sampler.bias);
  const double least = std::max(double{sampler.min_lod}, place.min_lod);
  const double lod = std::clamp(biased, least, std::max(least, double{sampler.max_lod}));
  choice.magnified = lod <= 0;
  const double level =
      std::clamp(level_with_precision(place, std::clamp(lod, 0.0, last)), 0.0, last);
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

}  // namespace spirv_oracle::internal
