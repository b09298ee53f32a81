#include "cli/image_options.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

TEST(ImageOptions, AnImageHasAFormatAnExtentAndData) {
  const auto image = parse_image("rgba8:4x2:uint8:fill(32,1)");
  ASSERT_TRUE(image);
  EXPECT_EQ(image->shape.format->name, "Rgba8");
  EXPECT_EQ(image->shape.extent, (std::array<std::uint32_t, 3>{4, 2, 1}));
  EXPECT_EQ(image->data, "uint8:fill(32,1)");
}

TEST(ImageOptions, LayersLevelsAndSamplesFollowTheExtent) {
  const auto image = parse_image("R32f:8x8,layers=6,levels=4,samples=2");
  ASSERT_TRUE(image);
  EXPECT_EQ(image->shape.layers, 6u);
  EXPECT_EQ(image->shape.levels, 4u);
  EXPECT_EQ(image->shape.samples, 2u);
  EXPECT_EQ(image->data, "");
}

TEST(ImageOptions, InvalidImagesAreErrors) {
  for (const char* text : {"", "rgba8", "rgba9:4", "rgba8:", "rgba8:0", "rgba8:4x", "rgba8:4x4x4x4",
                           "rgba8:4,layers", "rgba8:4,layers=0", "rgba8:4,depth=2", "rgba8:70000",
                           "rgba8:4,levels=4", "rgba8:4,samples=65"}) {
    EXPECT_FALSE(parse_image(text)) << text;
  }
}

TEST(ImageOptions, LevelsAreHalvedAndFollowEachOther) {
  const auto image = parse_image("r8:5x3,levels=3,layers=2");
  ASSERT_TRUE(image);
  const ImageLayout layout = ImageLayout::of(image->shape, 1, 0);
  ASSERT_EQ(layout.levels.size(), 3u);
  EXPECT_EQ(layout.levels[1].extent, (std::array<std::uint32_t, 3>{2, 1, 2}));
  EXPECT_EQ(layout.levels[1].offset, 30u);
  EXPECT_EQ(layout.levels[2].offset, 34u);
  EXPECT_EQ(layout.size, 36u);
}

TEST(ImageOptions, ASamplerIsAListOfSettings) {
  const auto sampler = parse_sampler(
      "linear,clamp_to_edge,v=repeat,mip=linear,border=opaque_white,min_lod=0.5,"
      "max_lod=2,bias=-1,compare=less,unnormalized");
  ASSERT_TRUE(sampler);
  EXPECT_EQ(sampler->magnification, SamplerFilter::linear);
  EXPECT_EQ(sampler->minification, SamplerFilter::linear);
  EXPECT_EQ(sampler->mipmap, SamplerFilter::linear);
  EXPECT_EQ(sampler->address[0], AddressMode::clamp_to_edge);
  EXPECT_EQ(sampler->address[1], AddressMode::repeat);
  EXPECT_EQ(sampler->border, BorderColor::opaque_white);
  EXPECT_EQ(sampler->min_lod, 0.5f);
  EXPECT_EQ(sampler->max_lod, 2.0f);
  EXPECT_EQ(sampler->bias, -1.0f);
  EXPECT_EQ(sampler->compare, CompareOperation::less);
  EXPECT_FALSE(sampler->normalized_coordinates);
}

TEST(ImageOptions, InvalidSettingsAreErrors) {
  for (const char* text :
       {"", "wobble", "mag=repeat", "u=linear", "border=red", "bias=x", "compare=", "linear,"}) {
    EXPECT_FALSE(parse_sampler(text)) << text;
  }
}

}  // namespace
}  // namespace spirv_oracle
