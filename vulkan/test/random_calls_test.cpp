#include <gtest/gtest.h>

#include <charconv>
#include <cstring>

#include "vulkan/test/random_calls_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

constexpr std::size_t bytes_per_seed = 50'000;  // about 5000 calls

// For longer runs: RANDOM_CALLS_SEEDS=1000.
unsigned number_of_seeds() {
  unsigned seeds = 10;
  if (const char* text = std::getenv("RANDOM_CALLS_SEEDS"); text != nullptr)
    std::from_chars(text, text + std::strlen(text), seeds);
  return seeds;
}

TEST(RandomCalls, LeaveTheDeviceUsable) {
  setenv("SPIRV_ORACLE_QUIET", "1", 1);
  setenv("SPIRV_ORACLE_TIMEOUT", "5", 1);  // modules with other words may have endless loops
  const std::vector<ShaderWords> shaders = shaders_for_random_calls();
  std::uint64_t calls = 0;
  for (unsigned seed = 1; seed <= number_of_seeds(); ++seed) {
    SCOPED_TRACE(seed);
    const std::vector<std::uint8_t> bytes = random_bytes(seed, bytes_per_seed);
    calls += RandomCalls(bytes, shaders).run();
  }
  EXPECT_GT(calls, 1000 * number_of_seeds());
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
