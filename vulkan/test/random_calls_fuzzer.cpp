// Treats any bytes as calls of Vulkan, which it makes on a new device.

#include "vulkan/test/random_calls_for_test.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spirv_oracle::vulkan::test;  // NOLINT: of nobody else
  setenv("SPIRV_ORACLE_QUIET", "1", 1);
  setenv("SPIRV_ORACLE_TIMEOUT", "5", 1);  // modules with other words may have endless loops
  static const std::vector<ShaderWords> shaders = shaders_for_random_calls();
  RandomCalls({data, size}, shaders).run();
  return 0;
}
