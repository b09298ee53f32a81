#include "interpreter/images/residency.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace spirv_oracle {
namespace {

TEST(Residency, RegionsNameTexels) {
  ImageShape shape;
  shape.extent = {8, 4, 1};
  shape.layers = 3;
  shape.levels = 2;
  shape.unbound = {{.axes = {{{2, 3}, {0, 1}, {}}}, .layers = {1, 1}, .levels = {0, 0}},
                   {.axes = {}, .layers = {2, 2}, .levels = {1, 1}}};
  const ImageLayout layout = ImageLayout::of(shape, 4, 0);
  for (std::uint32_t level = 0; level < 2; ++level) {
    for (std::uint32_t layer = 0; layer < 3; ++layer) {
      for (std::uint32_t y = 0; y < 4u >> level; ++y) {
        for (std::uint32_t x = 0; x < 8u >> level; ++x) {
          const bool expected = level == 0 ? layer == 1 && (x == 2 || x == 3) && y < 2 : layer == 2;
          EXPECT_EQ(layout.is_unbound(level, {x, y, layer}), expected);
        }
      }
    }
  }
  // Slices are the third coordinate of an image without layers.
  shape = ImageShape();
  shape.extent = {4, 4, 4};
  shape.unbound = {{.axes = {{{}, {}, {3, 3}}}, .layers = {}, .levels = {}}};
  EXPECT_TRUE(ImageLayout::of(shape, 4, 0).is_unbound(0, {1, 2, 3}));
  EXPECT_FALSE(ImageLayout::of(shape, 4, 0).is_unbound(0, {1, 2, 2}));
}

// A naive model of one row: which texels a sample at `u` (in texels) reads. Null: the border.
constexpr int row_size = 8;

bool reads_unbound(double u, SamplerFilter filter, AddressMode mode, bool gathers,
                   const ImageLayout& layout) {
  const auto is_unbound = [&](int index) {
    if (mode == AddressMode::repeat) index = ((index % row_size) + row_size) % row_size;
    if (mode == AddressMode::clamp_to_edge) index = std::clamp(index, 0, row_size - 1);
    if (index < 0 || index >= row_size) return false;
    return layout.is_unbound(0, {static_cast<std::uint32_t>(index), 0, 0});
  };
  if (filter == SamplerFilter::nearest && !gathers)
    return is_unbound(static_cast<int>(std::floor(u)));
  const int first = static_cast<int>(std::floor(u - 0.5));
  const bool reads_second = gathers || u - 0.5 != first;
  return is_unbound(first) || (reads_second && is_unbound(first + 1));
}

// Every coordinate that an implementation may use instead reads what the result says.
TEST(Residency, HoldsForAllCoordinatesWithinThePrecision) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(-2, row_size + 2);
  std::uniform_real_distribution<double> offset(-1.0 / 16, 1.0 / 16);
  unsigned found[3] = {};
  for (int i = 0; i < 3000; ++i) {
    ImageShape shape;
    shape.extent = {row_size, 1, 1};
    const auto first = static_cast<std::uint32_t>(random() % row_size);
    shape.unbound = {{.axes = {{{first, first + static_cast<std::uint32_t>(random() % 3)}, {}, {}}},
                      .layers = {},
                      .levels = {}}};
    const ImageLayout layout = ImageLayout::of(shape, 4, 0);
    const SampledImage image{&layout, nullptr, nullptr, *find_texel_format("R32f")};
    SamplerState sampler;
    const bool gathers = random() % 4 == 0;
    const auto filter = random() % 2 == 0 ? SamplerFilter::nearest : SamplerFilter::linear;
    const AddressMode modes[] = {AddressMode::repeat, AddressMode::clamp_to_edge,
                                 AddressMode::clamp_to_border};
    const AddressMode mode = modes[random() % 3];
    sampler.magnification = sampler.minification = filter;
    sampler.address.fill(mode);
    SampleCoordinates place;
    const double u = random() % 4 == 0 ? std::floor(anywhere(random)) + 0.5 : anywhere(random);
    place.coordinate = {u / row_size, 0.5, 0};
    const Residency result = residency_of_sample(image, sampler, place, gathers);
    ++found[static_cast<unsigned>(result)];
    bool all = true, any = false;
    for (int n = 0; n < 60; ++n) {
      // The usual coordinate, or another. At the center of a texel, linear filtering reads others only with weight 0.
      const bool is_exact =
          filter == SamplerFilter::linear && u - 0.5 == std::floor(u - 0.5) && !gathers;
      const double used = n == 0 || is_exact ? u : u + offset(random);
      const bool unbound = reads_unbound(used, filter, mode, gathers, layout);
      all &= unbound;
      any |= unbound;
    }
    if (result == Residency::resident) {
      EXPECT_FALSE(any) << u;
    }
    if (result == Residency::not_resident) {
      EXPECT_TRUE(all) << u;
    }
  }
  for (const unsigned count : found) EXPECT_GT(count, 100u);
}

}  // namespace
}  // namespace spirv_oracle
