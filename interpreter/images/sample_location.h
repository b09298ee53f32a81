// Where a sample reads an image: the levels, the coordinates in them, and the texels that these select. Common to the usual
// result (sampling.h) and to the results of all implementations (sample_ranges.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "interpreter/images/sampling.h"

namespace spirv_oracle::internal {

// The position of a coordinate among the texels of one axis.
struct AxisTexels {
  std::int64_t index = 0;  // nearest: the texel; linear: the first of two
  double weight = 0;       // linear: of the second one
};

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

struct LevelChoice {
  bool magnified = true;
  std::uint32_t first = 0, second = 0;
  double weight = 0;       // of the second one
  bool is_certain = true;  // no implementation chooses others
};

// The index of a texel; none for the border.
std::optional<std::uint32_t> wrapped(std::int64_t index, std::int64_t size, AddressMode mode);

std::int64_t texel_index(double coordinate);
AxisTexels linear_on_axis(double coordinate);

// The distance, in texels or levels, at which a sample may snap to another place. Vulkan requires 4 bits of
// subTexelPrecisionBits and mipmapPrecisionBits. OpenCL does not say; graphics hardware has 8.
double snap_distance(const SampleCoordinates& place);
bool is_within_one(double value, double tolerance);

LevelCoordinates place_in_level(const SampledImage& image, const SamplerState& sampler,
                                const SampleCoordinates& place, std::uint32_t level);
LevelChoice choose_levels(const SampledImage& image, const SamplerState& sampler,
                          const SampleCoordinates& place);

void mark(SampledTexel& texel, Definedness state);
SampledTexel texel_at(const SampledImage& image, const SamplerState& sampler,
                      const LevelCoordinates& place, const std::array<std::int64_t, 3>& index);
// Whether the sample uses a texel beyond the edge of the face, which belongs to another face.
bool leaves_face(const SampledImage& image, const LevelCoordinates& place, unsigned axis,
                 const AxisTexels& on_axis);

}  // namespace spirv_oracle::internal
