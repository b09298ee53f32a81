#include "cli/repeat_command.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

TEST(RepeatCommand, ChoicesReplaceThoseOfTheCommand) {
  Freedom freedom;
  freedom.subgroup_size = 16;
  freedom.reconvergence = Reconvergence::minimal;
  EXPECT_EQ(repeat_command({"a.comp", "--subgroup-size", "8", "--check-portability",
                            "--portability-sizes=8,16", "--seed=4"},
                           freedom),
            "spirv-run a.comp --subgroup-size 16 --reconvergence minimal");
}

TEST(RepeatCommand, TheUsualChoicesNeedNoOptions) {
  EXPECT_EQ(repeat_command({"--arithmetic", "contract", "a.comp", "--check-arithmetic"}, {}),
            "spirv-run a.comp");
}

TEST(RepeatCommand, EveryChoiceHasItsOption) {
  Freedom freedom;
  freedom.seed = 2;
  freedom.mapping.order = SubgroupOrder::random;
  freedom.mapping.seed = 1;
  freedom.arithmetic.contract = true;
  freedom.rasterization = *find_raster_variation("single-quads");
  EXPECT_EQ(repeat_command({"a.comp", "--rasterization", "large-points"}, freedom),
            "spirv-run a.comp --seed 2 --subgroup-mapping random:1 --arithmetic contract "
            "--rasterization single-quads");
}

TEST(RepeatCommand, WordsAreQuotedForTheShell) {
  EXPECT_EQ(repeat_command({"it's.comp", "--buffer", "0.0=uint32:iota(8)", ""}, {}),
            R"(spirv-run 'it'\''s.comp' --buffer '0.0=uint32:iota(8)' '')");
}

}  // namespace
}  // namespace spirv_oracle
