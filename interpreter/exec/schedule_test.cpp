#include "interpreter/exec/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace spirv_oracle {
namespace {

std::vector<std::uint64_t> order_of(std::uint64_t count, std::uint64_t seed) {
  std::vector<std::uint64_t> numbers;
  for (WorkgroupOrder order(count, seed); !order.empty();) numbers.push_back(order.next());
  return numbers;
}

TEST(WorkgroupOrder, EachNumberComesOnce) {
  for (std::uint64_t count = 0; count < 70; ++count) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      std::vector<std::uint64_t> numbers = order_of(count, seed);
      if (seed == 0) {
        EXPECT_TRUE(std::ranges::is_sorted(numbers));
      }
      std::ranges::sort(numbers);
      ASSERT_EQ(numbers.size(), count);
      for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(numbers[i], i);
    }
  }
}

TEST(WorkgroupOrder, EveryOrderComesWithSomeSeed) {
  std::set<std::vector<std::uint64_t>> orders;
  for (std::uint64_t seed = 1; seed < 400; ++seed) orders.insert(order_of(4, seed));
  EXPECT_EQ(orders.size(), 24u);
}

TEST(WorkgroupOrder, TheFirstOfVeryManyComeSoon) {
  WorkgroupOrder order(~std::uint64_t{0}, 1);
  std::set<std::uint64_t> numbers;
  for (int i = 0; i < 1000; ++i) numbers.insert(order.next());
  EXPECT_EQ(numbers.size(), 1000u);
}

}  // namespace
}  // namespace spirv_oracle
