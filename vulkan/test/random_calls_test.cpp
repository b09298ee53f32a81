#include <gtest/gtest.h>

#include <utility>

#include "support/text.h"
#include "vulkan/test/random_calls_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

constexpr std::size_t bytes_per_seed = 50'000;  // about 3000 calls

// For longer runs: RANDOM_CALLS_SEEDS=1-1000, or one seed.
std::pair<std::uint64_t, std::uint64_t> seeds() {
  const char* text = std::getenv("RANDOM_CALLS_SEEDS");
  const auto range = parse_number_range(text == nullptr ? "1-10" : text);
  if (!range) stop(range.error().message.c_str());
  return *range;
}

TEST(RandomCalls, LeaveTheDeviceUsable) {
  setenv("SPIRV_ORACLE_QUIET", "1", 1);
  setenv("SPIRV_ORACLE_TIMEOUT", "5", 1);  // modules with other words may have endless loops
  const std::vector<ShaderWords> shaders = shaders_for_random_calls();
  std::uint64_t calls = 0;
  const auto [first, last] = seeds();
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const std::vector<std::uint8_t> bytes =
        random_bytes(static_cast<unsigned>(seed), bytes_per_seed);
    calls += RandomCalls(bytes, shaders).run();
  }
  RecordProperty("calls", std::to_string(calls));
  EXPECT_GT(calls, 1000 * (last - first + 1));
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
