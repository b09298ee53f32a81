#include "interpreter/images/opencl_format.h"

#include <gtest/gtest.h>

#include <string>

namespace spirv_oracle {
namespace {

// The places of a format's components: "R0:8 G8:8" and so on, in the order of the bits.
std::string places(std::string_view name) {
  const TexelFormat* format = find_opencl_format(name);
  if (format == nullptr) return "none";
  std::string text;
  for (unsigned i = 0; i < 4; ++i) {
    const TexelComponent& component = format->components[i];
    if (component.bits == 0) continue;
    text += (text.empty() ? "" : " ") + std::string(1, "RGBA"[i]) +
            std::to_string(component.first_bit) + ":" + std::to_string(component.bits);
  }
  return text + " of " + std::to_string(format->bytes);
}

TEST(OpenClFormats, ChannelsLieInTheOrderOfTheirName) {
  EXPECT_EQ(places("rgba/unorm_int8"), "R0:8 G8:8 B16:8 A24:8 of 4");
  EXPECT_EQ(places("bgra/unorm_int8"), "R16:8 G8:8 B0:8 A24:8 of 4");
  EXPECT_EQ(places("argb/snorm_int8"), "R8:8 G16:8 B24:8 A0:8 of 4");
  EXPECT_EQ(places("abgr/unsigned_int8"), "R24:8 G16:8 B8:8 A0:8 of 4");
  EXPECT_EQ(places("a/float"), "A0:32 of 4");
  EXPECT_EQ(places("ra/half_float"), "R0:16 A16:16 of 4");
  EXPECT_EQ(places("rgx/signed_int16"), "R0:16 G16:16 of 4");
}

TEST(OpenClFormats, PackedTypesHaveTheBitsOfTheSpecification) {
  EXPECT_EQ(places("rgb/unorm_short_565"), "R11:5 G5:6 B0:5 of 2");
  EXPECT_EQ(places("rgb/unorm_short_555"), "R10:5 G5:5 B0:5 of 2");
  EXPECT_EQ(places("rgbx/unorm_int_101010"), "R20:10 G10:10 B0:10 of 4");
  EXPECT_EQ(places("rgba/unorm_int_101010_2"), "R22:10 G12:10 B2:10 A0:2 of 4");
}

TEST(OpenClFormats, BrightnessIsEveryChannel) {
  EXPECT_EQ(places("intensity/unorm_int8"), "R0:8 G0:8 B0:8 A0:8 of 1");
  EXPECT_EQ(places("luminance/float"), "R0:32 G0:32 B0:32 of 4");
  EXPECT_EQ(find_opencl_format("intensity/float")->component_count(), 1u);
  EXPECT_EQ(find_opencl_format("luminance/float")->component_count(), 1u);
}

TEST(OpenClFormats, NamesMayBeThoseOfTheApi) {
  EXPECT_EQ(find_opencl_format("CL_RGBA/CL_UNORM_INT8"), find_opencl_format("rgba/unorm_int8"));
  EXPECT_NE(find_texel_format("CL_sRGBA/CL_UNORM_INT8"), nullptr);
}

TEST(OpenClFormats, OnlyPairsOfTheSpecificationExist) {
  for (const char* name :
       {"rgb/float", "bgra/float", "intensity/signed_int8", "depth/unorm_int8", "srgba/float",
        "rgba/unorm_short_565", "depth_stencil/unorm_int24", "rgba", "rgba/", "/float"})
    EXPECT_EQ(places(name), "none") << name;
}

TEST(OpenClFormats, QueriesAnswerWithTheEnumerants) {
  const auto type_of = [](std::string_view name) {
    return channel_data_type(*find_texel_format(name));
  };
  EXPECT_EQ(type_of("r/snorm_int8"), 0u);
  EXPECT_EQ(type_of("srgba/unorm_int8"), 2u);
  EXPECT_EQ(type_of("rgb/unorm_short_565"), 4u);
  EXPECT_EQ(type_of("rgb/unorm_short_555"), 5u);
  EXPECT_EQ(type_of("rgb/unorm_int_101010"), 6u);
  EXPECT_EQ(type_of("rgba/unorm_int_101010_2"), 16u);
  EXPECT_EQ(type_of("rgba16f"), 13u);
  EXPECT_EQ(type_of("r32ui"), 12u);
  EXPECT_FALSE(type_of("r11f_g11f_b10f").has_value());
}

}  // namespace
}  // namespace spirv_oracle
