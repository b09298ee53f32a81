// Uses the installed library as another project would: loads a shader once, dispatches it twice, and keeps its memory between.

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"

namespace {

// Adds the push constant to the only member of the block at binding 0.0.
constexpr std::uint32_t words[] = {
    0x07230203, 0x00010300, 0x00070000, 0x00000014, 0x00000000, 0x00020011, 0x00000001, 0x0003000e,
    0x00000000, 0x00000001, 0x0005000f, 0x00000005, 0x00000001, 0x6e69616d, 0x00000000, 0x00060010,
    0x00000001, 0x00000011, 0x00000001, 0x00000001, 0x00000001, 0x00050048, 0x00000002, 0x00000000,
    0x00000023, 0x00000000, 0x00030047, 0x00000002, 0x00000002, 0x00050048, 0x00000003, 0x00000000,
    0x00000023, 0x00000000, 0x00030047, 0x00000003, 0x00000002, 0x00040047, 0x00000004, 0x00000022,
    0x00000000, 0x00040047, 0x00000004, 0x00000021, 0x00000000, 0x00020013, 0x00000005, 0x00030021,
    0x00000006, 0x00000005, 0x00040015, 0x00000007, 0x00000020, 0x00000000, 0x0003001e, 0x00000002,
    0x00000007, 0x0003001e, 0x00000003, 0x00000007, 0x00040020, 0x00000008, 0x0000000c, 0x00000002,
    0x00040020, 0x00000009, 0x0000000c, 0x00000007, 0x00040020, 0x0000000a, 0x00000009, 0x00000003,
    0x00040020, 0x0000000b, 0x00000009, 0x00000007, 0x0004002b, 0x00000007, 0x0000000c, 0x00000000,
    0x0004003b, 0x00000008, 0x00000004, 0x0000000c, 0x0004003b, 0x0000000a, 0x0000000d, 0x00000009,
    0x00050036, 0x00000005, 0x00000001, 0x00000000, 0x00000006, 0x000200f8, 0x0000000e, 0x00050041,
    0x0000000b, 0x0000000f, 0x0000000d, 0x0000000c, 0x0004003d, 0x00000007, 0x00000010, 0x0000000f,
    0x00050041, 0x00000009, 0x00000011, 0x00000004, 0x0000000c, 0x0004003d, 0x00000007, 0x00000012,
    0x00000011, 0x00050080, 0x00000007, 0x00000013, 0x00000012, 0x00000010, 0x0003003e, 0x00000011,
    0x00000013, 0x000100fd, 0x00010038,
};

int complain(const spirv_oracle::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return static_cast<int>(error.status);
}

spirv_oracle::ShadowedBytes bytes_of(std::uint32_t value) {
  auto contents = spirv_oracle::ShadowedBytes::zero(sizeof value);
  std::memcpy(contents.bytes.data(), &value, sizeof value);
  return contents;
}

}  // namespace

int main() {
  const auto module = spirv_oracle::load_module(words);
  if (!module) return complain(module.error());
  const auto pipeline =
      spirv_oracle::Pipeline::create(*module, spirv_oracle::default_registry(), {});
  if (!pipeline) return complain(pipeline.error());
  spirv_oracle::Bindings bindings;
  bindings.buffers[{0, 0, 0}] = bytes_of(12);
  for (const std::uint32_t summand : {10, 20}) {
    bindings.push_constants = bytes_of(summand);
    auto result = spirv_oracle::run(**pipeline, spirv_oracle::Launch{}, bindings);
    if (!result) return complain(result.error());
    spirv_oracle::keep_memory(*result, bindings);
  }
  std::uint32_t value = 0;
  std::memcpy(&value, bindings.buffers.at({0, 0, 0}).bytes.data(), sizeof value);
  std::printf("stored %u\n", static_cast<unsigned>(value));
  return value == 42 ? 0 : 1;
}
