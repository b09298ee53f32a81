// Treats any bytes as calls of Vulkan, which it makes on a new device.

#include "vulkan/test/random_calls_for_test.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace test = spirv_oracle::vulkan::test;
  setenv("SPIRV_ORACLE_QUIET", "1", 1);
  setenv("SPIRV_ORACLE_TIMEOUT", "5", 1);  // modules with other words may have endless loops
  static const std::vector<test::ShaderWords> shaders = test::shaders_for_random_calls();
  test::RandomCalls({data, size}, shaders).run();
  return 0;
}
