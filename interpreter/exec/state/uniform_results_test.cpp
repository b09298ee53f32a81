#include "interpreter/exec/state/uniform_results.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

using Two = std::pair<std::uint32_t, std::uint32_t>;

TEST(UniformResults, ComparesWhenAllSubgroupsCame) {
  UniformResults results;
  results.start(3);
  EXPECT_EQ(results.add(1, 10, 2, {7}), std::nullopt);
  EXPECT_EQ(results.add(1, 10, 0, {8}), std::nullopt);
  EXPECT_EQ(results.add(1, 10, 1, {7}), Two(2, 0));
}

TEST(UniformResults, EqualValuesAreNotReported) {
  UniformResults results;
  results.start(2);
  EXPECT_EQ(results.add(1, 10, 0, {7, 8}), std::nullopt);
  EXPECT_EQ(results.add(1, 10, 1, {7, 8}), std::nullopt);
}

TEST(UniformResults, DynamicInstancesAndWorkgroupsAreApart) {
  UniformResults results;
  results.start(2);
  EXPECT_EQ(results.add(1, 10, 0, {7}), std::nullopt);
  EXPECT_EQ(results.add(2, 10, 1, {8}), std::nullopt);
  EXPECT_EQ(results.add(1, 11, 1, {8}), std::nullopt);
  results.start(2);
  EXPECT_EQ(results.add(1, 10, 1, {8}), std::nullopt);
}

}  // namespace
}  // namespace spirv_oracle
