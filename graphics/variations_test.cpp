#include "graphics/variations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace spirv_oracle {
namespace {

TEST(RasterVariations, NamesAreUniqueAndFindTheirVariation) {
  std::set<std::string_view> names;
  for (const NamedVariation& variation : raster_variations()) {
    EXPECT_TRUE(names.insert(variation.name).second) << variation.name;
    const auto found = find_raster_variation(variation.name);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, &variation);
  }
}

TEST(RasterVariations, EveryRuleHasAVariation) {
  for (const Clause* clause : DrawFreedom::clauses) {
    EXPECT_TRUE(std::ranges::any_of(raster_variations(), [&](const NamedVariation& variation) {
      return variation.clause == clause;
    })) << clause->id;
  }
}

// A variation that draws as usual would find nothing.
TEST(RasterVariations, EachDiffersFromTheUsualDraw) {
  const RasterVariation usual;
  for (const NamedVariation& named : raster_variations()) {
    const RasterVariation& v = named.variation;
    const int differences = int{v.sub_pixel_bits != usual.sub_pixel_bits} +
                            int{v.shift_x != usual.shift_x || v.shift_y != usual.shift_y} +
                            int{v.clips_by_guard_band != usual.clips_by_guard_band} +
                            int{v.least_point_size != usual.least_point_size} +
                            int{v.interpolation_factor != usual.interpolation_factor} +
                            int{v.fragments_per_launch != usual.fragments_per_launch} +
                            int{v.attribute_steps != usual.attribute_steps} +
                            int{v.line_mode != usual.line_mode} +
                            int{v.reverses_order != usual.reverses_order} +
                            int{v.divides_otherwise != usual.divides_otherwise} +
                            int{v.divides_clipped_polygons != usual.divides_clipped_polygons} +
                            int{v.interleaves_quads != usual.interleaves_quads};
    EXPECT_EQ(differences, 1) << named.name;
  }
}

TEST(RasterVariations, UnknownNameListsTheKnownOnes) {
  const auto found = find_raster_variation("fine");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().status, Status::bad_input);
  for (const NamedVariation& variation : raster_variations())
    EXPECT_NE(found.error().message.find(variation.name), std::string::npos) << variation.name;
}

}  // namespace
}  // namespace spirv_oracle
