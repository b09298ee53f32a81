// The names of texels, against an enumeration of all texels in the order of their bytes.
#include "interpreter/images/image_shape.h"

#include <string>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

TEST(ImageLayout, NamesTexelsByTheirBytes) {
  constexpr std::uint32_t texel_bytes = 4;
  ImageShape shape;
  shape.extent = {5, 3, 1};
  shape.layers = 2;
  shape.levels = 3;
  const ImageLayout layout = ImageLayout::of(shape, texel_bytes, 0);
  std::uint64_t byte = 0;
  for (std::uint32_t level = 0; level < 3; ++level) {
    const std::uint32_t width = 5u >> level, height = level == 0 ? 3 : 1;
    for (std::uint32_t layer = 0; layer < 2; ++layer) {
      for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x, byte += texel_bytes) {
          const std::string name = "texel (" + std::to_string(x) + ", " + std::to_string(y) + ", " +
                                   std::to_string(layer) + ") of level " + std::to_string(level);
          EXPECT_EQ(layout.text_of_texel(byte), name);
          EXPECT_EQ(layout.text_of_texel(byte + texel_bytes - 1), name);
        }
      }
    }
  }
  EXPECT_EQ(byte, layout.size);
}

TEST(ImageLayout, NamesTexelsWithFewCoordinates) {
  ImageShape shape;
  shape.extent = {4, 1, 1};
  shape.layers = 3;
  ImageLayout lines = ImageLayout::of(shape, 2, 0);
  lines.coordinates = 2;
  EXPECT_EQ(lines.text_of_texel(2 * (4 * 2 + 3)), "texel (3, 2)");
  shape.extent = {2, 2, 1};
  shape.layers = 1;
  shape.samples = 4;
  ImageLayout planes = ImageLayout::of(shape, 4, 0);
  planes.coordinates = 2;
  EXPECT_EQ(planes.text_of_texel(4 * (3 * 4 + 1)), "sample 1 of texel (1, 1)");
  ImageLayout buffer = ImageLayout::of(ImageShape{}, 8, 80);
  buffer.coordinates = 1;
  EXPECT_EQ(buffer.text_of_texel(79), "texel (9)");
}

}  // namespace
}  // namespace spirv_oracle
