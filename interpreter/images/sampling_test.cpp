// Sampling against the formulas of "Image Addressing and Filtering", in their original form.
#include "interpreter/images/sampling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

// An image of one float for each texel.
struct TestImage {
  ImageShape shape;
  ImageLayout layout;
  std::vector<std::byte> bytes;
  std::vector<Definedness> shadow;

  TestImage(std::array<std::uint32_t, 3> extent, std::uint32_t layers, std::mt19937& random) {
    shape.format = *find_texel_format("r32f");
    shape.extent = extent;
    shape.layers = layers;
    layout = ImageLayout::of(shape, 4, 0);
    bytes.resize(layout.size);
    shadow.assign(layout.size, Definedness::defined);
    for (std::size_t i = 0; i < layout.size / 4; ++i) {
      const auto value = static_cast<float>(random() % 1000);
      std::memcpy(bytes.data() + 4 * i, &value, 4);
    }
  }
  SampledImage image() const { return {&layout, bytes.data(), shadow.data(), *shape.format}; }
  // The texel at (x, y, z), or the border color.
  double at(std::int64_t x, std::int64_t y, std::int64_t z, double border) const {
    const auto& e = layout.levels[0].extent;
    if (x < 0 || y < 0 || z < 0 || x >= e[0] || y >= e[1] || z >= e[2]) return border;
    float value = 0;
    const auto index = static_cast<std::size_t>((z * e[1] + y) * e[0] + x);
    std::memcpy(&value, bytes.data() + 4 * index, 4);
    return value;
  }
};

// i0, i1 and a of one axis, from the normalized coordinate s; for nearest filtering i0 is the texel.
struct Axis {
  std::int64_t i0 = 0, i1 = 0;
  double a = 0;
};

Axis axis_of(double s, double w, AddressMode mode, bool linear) {
  const auto integer = [](double value) { return static_cast<std::int64_t>(value); };
  const auto size = integer(w);
  Axis axis;
  double u = s * w;
  if (mode == AddressMode::repeat) {
    u = (s - std::floor(s)) * w;
    if (!linear) {
      axis.i0 = integer(std::floor(u));
      if (axis.i0 > size - 1) axis.i0 -= size;
      return axis;
    }
    axis.i0 = integer(std::floor(u - 0.5));
    axis.i1 = axis.i0 + 1;
    if (axis.i0 < 0) axis.i0 += size;
    if (axis.i1 > size - 1) axis.i1 -= size;
  } else if (mode == AddressMode::mirrored_repeat) {
    u = std::fabs(s - 2.0 * std::rint(0.5 * s)) * w;
    if (!linear) {
      axis.i0 = std::min(integer(std::floor(u)), size - 1);
      return axis;
    }
    axis.i0 = integer(std::floor(u - 0.5));
    axis.i1 = std::min(axis.i0 + 1, size - 1);
    axis.i0 = std::max<std::int64_t>(axis.i0, 0);
  } else {
    const auto address = [&](double coordinate) {
      const std::int64_t index = integer(std::floor(coordinate));
      if (mode == AddressMode::clamp_to_border) return std::clamp<std::int64_t>(index, -1, size);
      return std::clamp<std::int64_t>(index, 0, size - 1);
    };
    if (!linear) {
      axis.i0 = address(u);
      return axis;
    }
    axis.i0 = address(u - 0.5);
    axis.i1 = address(std::floor(u - 0.5) + 1);
  }
  axis.a = (u - 0.5) - std::floor(u - 0.5);
  return axis;
}

class SamplingModes
    : public testing::TestWithParam<std::tuple<AddressMode, SamplerFilter, SampledDimension>> {};

TEST_P(SamplingModes, FollowTheFormulas) {
  const auto [mode, filter, dimension] = GetParam();
  std::mt19937 random(7);
  const unsigned axes = dimension == SampledDimension::one   ? 1
                        : dimension == SampledDimension::two ? 2
                                                             : 3;
  const TestImage image({5, axes > 1 ? 3u : 1u, axes > 2 ? 4u : 1u}, 1, random);
  SamplerState sampler;
  sampler.magnification = sampler.minification = filter;
  sampler.address.fill(mode);
  sampler.border = BorderColor::opaque_white;
  const bool linear = filter == SamplerFilter::linear;
  for (int i = 0; i < 2000; ++i) {
    SampleCoordinates place;
    place.dimension = dimension;
    std::array<Axis, 3> axis;
    for (unsigned k = 0; k < axes; ++k) {
      // Multiples of 1/64: the formulas for the repeating modes are exact for them.
      place.coordinate[k] = static_cast<double>(static_cast<int>(random() % 512) - 256) / 64;
      axis[k] = axis_of(place.coordinate[k], image.layout.levels[0].extent[k], mode, linear);
    }
    double expected = 0;
    if (!linear) {
      expected = image.at(axis[0].i0, axis[1].i0, axis[2].i0, 1);
    } else {
      for (unsigned corner = 0; corner < 1u << axes; ++corner) {
        double weight = 1;
        std::array<std::int64_t, 3> at = {};
        for (unsigned k = 0; k < axes; ++k) {
          const bool second = (corner >> k & 1) != 0;
          weight *= second ? axis[k].a : 1 - axis[k].a;
          at[k] = second ? axis[k].i1 : axis[k].i0;
        }
        expected += weight * image.at(at[0], at[1], at[2], 1);
      }
    }
    const SampledTexel texel = sample(image.image(), sampler, place);
    // On the border between two texels either is right.
    if (!linear && texel[0].state != Definedness::defined) continue;
    EXPECT_NEAR(texel[0].number, expected, 1e-9)
        << place.coordinate[0] << ", " << place.coordinate[1] << ", " << place.coordinate[2];
    EXPECT_EQ(texel[3].number, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sampling, SamplingModes,
    testing::Combine(testing::Values(AddressMode::repeat, AddressMode::mirrored_repeat,
                                     AddressMode::clamp_to_edge, AddressMode::clamp_to_border),
                     testing::Values(SamplerFilter::nearest, SamplerFilter::linear),
                     testing::Values(SampledDimension::one, SampledDimension::two,
                                     SampledDimension::three)));

Definedness state_at(const TestImage& image, const SamplerState& sampler, double x) {
  SampleCoordinates place;
  place.dimension = SampledDimension::one;
  place.coordinate = {x, 0, 0};
  return sample(image.image(), sampler, place)[0].state;
}

TEST(Sampling, ClaimsOnlyWhatNoPrecisionChanges) {
  std::mt19937 random(8);
  const TestImage image({4, 1, 1}, 1, random);
  SamplerState sampler;
  EXPECT_EQ(state_at(image, sampler, 0.125), Definedness::defined);
  EXPECT_EQ(state_at(image, sampler, 0.25), Definedness::implementation_dependent);
  // Coordinates may snap to a grid of 4 bits: 1/16 texel is 1/64 of this image.
  EXPECT_EQ(state_at(image, sampler, 0.26), Definedness::implementation_dependent);
  EXPECT_EQ(state_at(image, sampler, 0.24), Definedness::implementation_dependent);
  EXPECT_EQ(state_at(image, sampler, 0.27), Definedness::defined);
  EXPECT_EQ(state_at(image, sampler, 0.23), Definedness::defined);
  // Both neighbors are the same texel.
  sampler.address.fill(AddressMode::clamp_to_edge);
  EXPECT_EQ(state_at(image, sampler, 0.0), Definedness::defined);
  sampler.address.fill(AddressMode::repeat);
  EXPECT_EQ(state_at(image, sampler, 0.0), Definedness::implementation_dependent);
  sampler.magnification = sampler.minification = SamplerFilter::linear;
  EXPECT_EQ(state_at(image, sampler, 0.125), Definedness::defined);
  EXPECT_EQ(state_at(image, sampler, 0.1251), Definedness::implementation_dependent);
  sampler.normalized_coordinates = false;
  sampler.magnification = sampler.minification = SamplerFilter::nearest;
  EXPECT_EQ(state_at(image, sampler, 1.0), Definedness::defined);
}

TEST(Sampling, ConsidersHowFarCoordinatesAreOff) {
  std::mt19937 random(12);
  const TestImage image({4, 1, 1}, 1, random);
  SamplerState sampler;
  SampleCoordinates place;
  place.dimension = SampledDimension::one;
  place.coordinate = {0.375, 0, 0};  // the center of texel 1
  const auto state = [&] { return sample(image.image(), sampler, place)[0].state; };
  // 0.5 texel, less 1/16, is the distance to the border, at which coordinates snap.
  place.coordinate_error[0] = 0.4 / 4;
  EXPECT_EQ(state(), Definedness::defined);
  place.coordinate_error[0] = 0.45 / 4;
  EXPECT_EQ(state(), Definedness::implementation_dependent);
  sampler.magnification = sampler.minification = SamplerFilter::linear;
  place.coordinate_error[0] = 0;
  EXPECT_EQ(state(), Definedness::defined);
  place.coordinate_error[0] = 1e-6;
  EXPECT_EQ(state(), Definedness::implementation_dependent);
}

TEST(Sampling, UndefinedTexelsMakeTheResultUndefinedWhereTheyTakePart) {
  std::mt19937 random(9);
  TestImage image({4, 1, 1}, 1, random);
  image.shadow[4] = Definedness::uninitialized;
  SamplerState sampler;
  sampler.magnification = sampler.minification = SamplerFilter::linear;
  EXPECT_EQ(state_at(image, sampler, 0.125), Definedness::defined);
  EXPECT_EQ(state_at(image, sampler, 0.2), Definedness::undefined);
  EXPECT_EQ(state_at(image, sampler, 0.375), Definedness::undefined);
  EXPECT_EQ(state_at(image, sampler, 0.875), Definedness::defined);
}

TEST(Sampling, TheFacesOfACubeAreWhereTheirAxesPoint) {
  std::mt19937 random(10);
  const TestImage image({1, 1, 1}, 6, random);
  constexpr double directions[6][3] = {{1, 0.2, 0.3},  {-1, 0.2, 0.3}, {0.1, 1, 0.3},
                                       {0.1, -1, 0.3}, {0.1, 0.2, 1},  {0.1, 0.2, -1}};
  for (std::uint32_t face = 0; face < 6; ++face) {
    SampleCoordinates place;
    place.dimension = SampledDimension::cube;
    for (unsigned i = 0; i < 3; ++i) place.coordinate[i] = directions[face][i];
    EXPECT_EQ(sample(image.image(), SamplerState{}, place)[0].number, image.at(0, 0, face, 0));
  }
}

TEST(Sampling, LayersAreRoundedAndClamped) {
  std::mt19937 random(11);
  const TestImage image({1, 1, 1}, 4, random);
  constexpr double layers[][2] = {{-3, 0}, {0.4, 0}, {0.6, 1}, {1.5, 2}, {2.5, 2}, {9, 3}};
  for (const auto& [given, expected] : layers) {
    SampleCoordinates place;
    place.arrayed = true;
    place.coordinate = {0.5, 0.5, 0};
    place.layer = given;
    const SampledComponent found = sample(image.image(), SamplerState{}, place)[0];
    EXPECT_EQ(found.number, image.at(0, 0, static_cast<std::int64_t>(expected), 0));
    // Vulkan rounds ties to even, or up; OpenCL to even.
    const bool is_certain = given != 2.5;
    EXPECT_EQ(found.state == Definedness::defined, is_certain) << given;
    place.is_kernel = true;
    EXPECT_EQ(sample(image.image(), SamplerState{}, place)[0].state, Definedness::defined);
  }
}

TEST(Sampling, OutsideIsWhereATexelOfAnyWeightIs) {
  std::mt19937 random(12);
  constexpr std::array<std::uint32_t, 2> extent = {4, 3};
  const TestImage image({extent[0], extent[1], 1}, 1, random);
  int outside_count = 0;
  for (int i = 0; i < 4000; ++i) {
    const bool linear = i % 2 != 0;
    SamplerState sampler;
    sampler.magnification = sampler.minification =
        linear ? SamplerFilter::linear : SamplerFilter::nearest;
    sampler.normalized_coordinates = false;
    sampler.address.fill(AddressMode::none);
    SampleCoordinates place;
    bool outside = false;
    for (unsigned axis = 0; axis < 2; ++axis) {
      const double u = static_cast<double>(random() % 49) / 8 - 1;
      place.coordinate[axis] = u;
      // The first and the last texel with a weight above 0.
      const double first = linear ? std::floor(u - 0.5) : std::floor(u);
      const double last = linear ? std::ceil(u - 0.5) : std::floor(u);
      outside = outside || first < 0 || last > extent[axis] - 1.0;
    }
    EXPECT_EQ(samples_outside(image.image(), sampler, place), outside)
        << linear << " " << place.coordinate[0] << " " << place.coordinate[1];
    sampler.address.fill(AddressMode::clamp_to_edge);
    EXPECT_FALSE(samples_outside(image.image(), sampler, place));
    outside_count += outside ? 1 : 0;
  }
  EXPECT_GT(outside_count, 1000);
  EXPECT_LT(outside_count, 3000);
}

}  // namespace
}  // namespace spirv_oracle
