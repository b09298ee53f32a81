// Uses the installed library as another project would: runs a shader that stores 42 to a buffer.

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"

namespace {

// OpStore of the constant 42 to the only member of the block at binding 0.0.
constexpr std::uint32_t words[] = {
    0x07230203, 0x00010300, 0x00070000, 0x0000000d, 0x00000000, 0x00020011, 0x00000001, 0x0003000e,
    0x00000000, 0x00000001, 0x0005000f, 0x00000005, 0x00000001, 0x6e69616d, 0x00000000, 0x00060010,
    0x00000001, 0x00000011, 0x00000001, 0x00000001, 0x00000001, 0x00050048, 0x00000002, 0x00000000,
    0x00000023, 0x00000000, 0x00030047, 0x00000002, 0x00000002, 0x00040047, 0x00000003, 0x00000022,
    0x00000000, 0x00040047, 0x00000003, 0x00000021, 0x00000000, 0x00020013, 0x00000004, 0x00030021,
    0x00000005, 0x00000004, 0x00040015, 0x00000006, 0x00000020, 0x00000000, 0x0003001e, 0x00000002,
    0x00000006, 0x00040020, 0x00000007, 0x0000000c, 0x00000002, 0x00040020, 0x00000008, 0x0000000c,
    0x00000006, 0x0004002b, 0x00000006, 0x00000009, 0x00000000, 0x0004002b, 0x00000006, 0x0000000a,
    0x0000002a, 0x0004003b, 0x00000007, 0x00000003, 0x0000000c, 0x00050036, 0x00000004, 0x00000001,
    0x00000000, 0x00000005, 0x000200f8, 0x0000000b, 0x00050041, 0x00000008, 0x0000000c, 0x00000003,
    0x00000009, 0x0003003e, 0x0000000c, 0x0000000a, 0x000100fd, 0x00010038,
};

int complain(const spirv_oracle::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return static_cast<int>(error.status);
}

}  // namespace

int main() {
  const auto module = spirv_oracle::load_module(words);
  if (!module) return complain(module.error());
  spirv_oracle::Dispatch dispatch;
  dispatch.buffers[{0, 0, 0}] = spirv_oracle::ShadowedBytes::uninitialized(4);
  const auto result = spirv_oracle::run(**module, spirv_oracle::default_registry(), dispatch);
  if (!result) return complain(result.error());
  std::uint32_t value = 0;
  std::memcpy(&value, result->buffers.at({0, 0, 0}).contents.bytes.data(), sizeof value);
  std::printf("stored %u\n", static_cast<unsigned>(value));
  return value == 42 ? 0 : 1;
}
