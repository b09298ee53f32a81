#include "data/picture.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>
#include <span>

namespace spirv_oracle {
namespace {

// One row.
PngImage picture(std::initializer_list<int> bytes) {
  PngImage image;
  for (const int byte : bytes) image.texels.push_back(static_cast<std::byte>(byte));
  image.width = static_cast<std::uint32_t>(bytes.size() / 4);
  image.height = 1;
  return image;
}

const TexelFormat& format(std::string_view name) { return *find_texel_format(name); }

TEST(Picture, EveryFormatThatHoldsBytesGivesThemBack) {
  const PngImage image = picture({0, 1, 127, 255, 255, 254, 128, 3});
  for (const char* name : {"rgba8", "rgba16", "rgba16f", "rgba32f", "rgba8ui", "rgba16ui",
                           "rgba32ui", "rgba16i", "rgba32i"}) {
    const auto texels = texels_of_picture(image, format(name));
    ASSERT_TRUE(texels.has_value()) << name;
    EXPECT_EQ(picture_of_texels(*texels, format(name), 2).texels, image.texels) << name;
  }
}

TEST(Picture, FewerComponentsAreTheFirstOnes) {
  const PngImage image = picture({10, 20, 30, 40});
  const auto red = texels_of_picture(image, format("r8"));
  EXPECT_EQ(picture_of_texels(*red, format("r8"), 1).texels, picture({10, 10, 10, 255}).texels);
  const auto two = texels_of_picture(image, format("rg32f"));
  EXPECT_EQ(picture_of_texels(*two, format("rg32f"), 1).texels, picture({10, 20, 0, 255}).texels);
}

TEST(Picture, IntensityIsRed) {
  const auto texels = texels_of_picture(picture({10, 20, 30, 40}), format("intensity/unorm_int8"));
  EXPECT_EQ(*texels, std::vector<std::byte>{std::byte{10}});
}

TEST(Picture, PackedFormats) {
  const PngImage image = picture({0, 255, 0, 255});
  for (const char* name : {"rgb10_a2", "r11f_g11f_b10f"}) {
    const auto texels = texels_of_picture(image, format(name));
    ASSERT_TRUE(texels.has_value()) << name;
    EXPECT_EQ(picture_of_texels(*texels, format(name), 1).texels, image.texels) << name;
  }
}

TEST(Picture, ValuesOutOfRangeAreClamped) {
  const std::vector<float> values{-1, 0.5F, 2, std::numeric_limits<float>::quiet_NaN()};
  const PngImage image = picture_of_texels(std::as_bytes(std::span(values)), format("rgba32f"), 1);
  EXPECT_EQ(image.texels, picture({0, 128, 255, 0}).texels);
}

TEST(Picture, SmallIntegersHoldNoBytes) {
  const auto texels = texels_of_picture(picture({1, 2, 3, 4}), format("rgba8i"));
  ASSERT_FALSE(texels.has_value());
  EXPECT_NE(texels.error().message.find("do not fit into components of"), std::string::npos);
}

TEST(Picture, ElementsOfBuffers) {
  EXPECT_EQ(picture_format({ScalarKind::uint32, 1})->components,
            picture_format({ScalarKind::uint8, 4})->components);
  EXPECT_EQ(picture_format({ScalarKind::float16, 3})->bytes, 6);
  EXPECT_FALSE(picture_format({ScalarKind::float64, 1}).has_value());
  EXPECT_EQ(picture_height(12, 4).value(), 3U);
  EXPECT_FALSE(picture_height(13, 4).has_value());
  EXPECT_FALSE(picture_height(0, 4).has_value());
  EXPECT_FALSE(picture_height(70000, 1).has_value());
}

TEST(Picture, FilesReadBack) {
  const PngImage image = picture({1, 2, 3, 4, 255, 0, 9, 0});
  const auto file = encode_png(image);
  ASSERT_TRUE(file.has_value());
  const auto back = decode_png(*file, 16, 1024);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->texels, image.texels);
  EXPECT_EQ(back->width, 2U);
}

}  // namespace
}  // namespace spirv_oracle
