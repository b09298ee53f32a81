// Parts of invocations, against the bytes of all invocations of small dispatches.
#include "interpreter/ir/own_parts.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace spirv_oracle {
namespace {

// Calls `use(sum)` with the sum of the multiples, for each invocation.
template <class Use>
void each_invocation(const InvocationNumbers& numbers, const Dim3& workgroups,
                     const Dim3& local_size, Use use) {
  std::int64_t remaining = 1;
  for (std::size_t i = 0; i < 3; ++i) remaining *= std::int64_t{workgroups[i]} * local_size[i];
  for (std::int64_t index = 0; index < remaining; ++index) {
    std::int64_t rest = index, sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      sum += rest % workgroups[i] * numbers.by_workgroup[i];
      rest /= workgroups[i];
      sum += rest % local_size[i] * numbers.by_invocation[i];
      rest /= local_size[i];
    }
    use(sum);
  }
}

bool is_divided(const OwnParts& parts, const Dim3& workgroups, const Dim3& local_size) {
  const InvocationNumbers& numbers = parts.bytes.at(1);
  std::set<std::int64_t> seen;
  bool divided = true;
  each_invocation(numbers, workgroups, local_size, [&](std::int64_t sum) {
    for (std::int64_t byte = sum + numbers.low; byte <= sum + numbers.high; ++byte)
      divided = seen.insert(byte).second && divided;
  });
  return divided;
}

bool is_in_bounds(const OwnParts::ArithmeticResult& result, const Dim3& workgroups,
                  const Dim3& local_size) {
  bool inside = true;
  each_invocation(result.numbers, workgroups, local_size, [&](std::int64_t sum) {
    inside = inside && sum + result.numbers.low >= 0 && sum + result.numbers.high <= result.most;
  });
  return inside;
}

TEST(OwnPartsOfObjects, AreThoseThatNoTwoInvocationsShare) {
  std::mt19937 random(7);
  const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  const auto size = [&] { return static_cast<std::uint32_t>(1 + (below(2) == 0 ? 0 : below(4))); };
  unsigned divided = 0, shared = 0;
  for (int i = 0; i < 20000; ++i) {
    InvocationNumbers numbers;
    for (std::size_t k = 0; k < 3; ++k) {
      numbers.by_workgroup[k] = below(4) == 0 ? -below(4) : 4 * below(20);
      numbers.by_invocation[k] = below(12) == 0 ? 0 : 4 << below(5);
    }
    numbers.low = below(20);
    numbers.high = numbers.low + 3 + 4 * below(3);
    const OwnParts parts{{{numbers, 200}}, {{1, numbers}}};
    const Dim3 workgroups{size(), size(), size()}, local_size{size(), size(), size()};
    const bool is_own = is_divided(parts, workgroups, local_size) &&
                        is_in_bounds(parts.results[0], workgroups, local_size);
    if (parts.divide(1, workgroups, local_size)) {
      EXPECT_TRUE(is_own) << i;
      ++divided;
    }
    if (!is_own) ++shared;
  }
  EXPECT_GT(divided, 1000u);
  EXPECT_GT(shared, 1000u);
}

TEST(OwnPartsOfObjects, FollowTheBuiltInsOfCommonIndexes) {
  InvocationNumbers words;  // of 4 * GlobalInvocationId.x, with 64 invocations
  words.by_workgroup = {256, 0, 0};
  words.by_invocation = {4, 0, 0};
  words.high = 3;
  const OwnParts parts{{}, {{1, words}}};
  EXPECT_TRUE(parts.divide(1, {1000, 1, 1}, {64, 1, 1}));
  EXPECT_FALSE(parts.divide(1, {1000, 1, 1}, {65, 1, 1}));
  EXPECT_FALSE(parts.divide(1, {1000, 2, 1}, {64, 1, 1}));
  EXPECT_FALSE(parts.divide(2, {1, 1, 1}, {1, 1, 1}));
}

TEST(OwnPartsOfObjects, HugeFactorsAreNotKnown) {
  InvocationNumbers numbers;
  numbers.by_workgroup = {std::int64_t{1} << 47, 0, 0};
  const OwnParts parts{{}, {{1, numbers}}};
  EXPECT_TRUE(parts.divide(1, {2, 1, 1}, {1, 1, 1}));
  EXPECT_FALSE(parts.divide(1, {0xFFFFFFFF, 1, 1}, {1, 1, 1}));
}

}  // namespace
}  // namespace spirv_oracle
