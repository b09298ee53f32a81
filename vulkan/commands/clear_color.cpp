#include "vulkan/commands/clear_color.h"

#include "interpreter/images/texel_component.h"

namespace spirv_oracle::vulkan {

std::vector<std::byte> texel_of(const TexelFormat& format, const VkClearColorValue& color) {
  std::vector<std::byte> texel(format.bytes);
  for (std::size_t c = 0; c < format.components.size(); ++c) {
    const TexelComponent& component = format.components[c];
    if (component.bits == 0) continue;
    // Integers keep their low bits; numbers that do not fit are undefined.
    const std::uint64_t bits = component.is_integer()
                                   ? color.uint32[c]
                                   : float_bits(component, color.float32[c]).value_or(0);
    ComponentBytes(component).insert(bits, texel.data());
  }
  return texel;
}

}  // namespace spirv_oracle::vulkan
