// Draws what any bytes describe: hostile vertices, states and attachments with fixed shaders.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "graphics/hostile_draw_for_test.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const spirv_oracle::test::HostileShaders shaders;
  spirv_oracle::test::HostileDraw draw(shaders, {data, size});
  const std::string problem = draw.problem();
  if (problem.empty()) return 0;
  std::fprintf(stderr, "%s\n", problem.c_str());
  std::abort();
}
