#include "golden/vulkan/formats.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace spirv_oracle::golden {
namespace {

// An encoding, and whether integers become floats with their value.
struct Mode {
  TexelEncoding encoding;
  bool is_scaled = false;
};
constexpr Mode unorm{TexelEncoding::unorm}, snorm{TexelEncoding::snorm}, uint{TexelEncoding::uint},
    sint{TexelEncoding::sint}, sfloat{TexelEncoding::sfloat}, ufloat{TexelEncoding::ufloat},
    srgb{TexelEncoding::srgb}, uscaled{TexelEncoding::uint, true},
    sscaled{TexelEncoding::sint, true};

constexpr std::array bytes{unorm, snorm, uscaled, sscaled, uint, sint, srgb};
constexpr std::array halves{unorm, snorm, uscaled, sscaled, uint, sint, sfloat};
constexpr std::array words{uint, sint, sfloat};
constexpr std::array tens{unorm, snorm, uscaled, sscaled, uint, sint};
constexpr std::array only_unorm{unorm};
constexpr std::array only_ufloat{ufloat};

// Formats with the same bits for red, green, blue and alpha, whose numbers in Vulkan follow each other.
struct Family {
  VkFormat first;
  std::uint8_t texel_bytes;
  std::array<std::uint8_t, 4> bits, first_bits;
  std::span<const Mode> modes;
};
constexpr std::array families = std::to_array<Family>({
    {VK_FORMAT_R8_UNORM, 1, {8}, {0}, bytes},
    {VK_FORMAT_R8G8_UNORM, 2, {8, 8}, {0, 8}, bytes},
    {VK_FORMAT_R8G8B8_UNORM, 3, {8, 8, 8}, {0, 8, 16}, bytes},
    {VK_FORMAT_B8G8R8_UNORM, 3, {8, 8, 8}, {16, 8, 0}, bytes},
    {VK_FORMAT_R8G8B8A8_UNORM, 4, {8, 8, 8, 8}, {0, 8, 16, 24}, bytes},
    {VK_FORMAT_B8G8R8A8_UNORM, 4, {8, 8, 8, 8}, {16, 8, 0, 24}, bytes},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, 4, {10, 10, 10, 2}, {20, 10, 0, 30}, tens},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, {10, 10, 10, 2}, {0, 10, 20, 30}, tens},
    {VK_FORMAT_R16_UNORM, 2, {16}, {0}, halves},
    {VK_FORMAT_R16G16_UNORM, 4, {16, 16}, {0, 16}, halves},
    {VK_FORMAT_R16G16B16_UNORM, 6, {16, 16, 16}, {0, 16, 32}, halves},
    {VK_FORMAT_R16G16B16A16_UNORM, 8, {16, 16, 16, 16}, {0, 16, 32, 48}, halves},
    {VK_FORMAT_R32_UINT, 4, {32}, {0}, words},
    {VK_FORMAT_R32G32_UINT, 8, {32, 32}, {0, 32}, words},
    {VK_FORMAT_R32G32B32_UINT, 12, {32, 32, 32}, {0, 32, 64}, words},
    {VK_FORMAT_R32G32B32A32_UINT, 16, {32, 32, 32, 32}, {0, 32, 64, 96}, words},
    {VK_FORMAT_R64_UINT, 8, {64}, {0}, words},
    {VK_FORMAT_R64G64_UINT, 16, {64, 64}, {0, 64}, words},
    {VK_FORMAT_R64G64B64_UINT, 24, {64, 64, 64}, {0, 64, 128}, words},
    {VK_FORMAT_R64G64B64A64_UINT, 32, {64, 64, 64, 64}, {0, 64, 128, 192}, words},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4, {11, 11, 10}, {0, 11, 22}, only_ufloat},
    {VK_FORMAT_R4G4_UNORM_PACK8, 1, {4, 4}, {4, 0}, only_unorm},
    {VK_FORMAT_R4G4B4A4_UNORM_PACK16, 2, {4, 4, 4, 4}, {12, 8, 4, 0}, only_unorm},
    {VK_FORMAT_B4G4R4A4_UNORM_PACK16, 2, {4, 4, 4, 4}, {4, 8, 12, 0}, only_unorm},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, 2, {5, 6, 5}, {11, 5, 0}, only_unorm},
    {VK_FORMAT_B5G6R5_UNORM_PACK16, 2, {5, 6, 5}, {0, 5, 11}, only_unorm},
    {VK_FORMAT_R5G5B5A1_UNORM_PACK16, 2, {5, 5, 5, 1}, {11, 6, 1, 0}, only_unorm},
    {VK_FORMAT_B5G5R5A1_UNORM_PACK16, 2, {5, 5, 5, 1}, {1, 6, 11, 0}, only_unorm},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, 2, {5, 5, 5, 1}, {10, 5, 0, 15}, only_unorm},
});

// Alpha has no transfer function.
TexelEncoding encoding_of(const Mode& mode, unsigned component) {
  const bool is_alpha_of_srgb = mode.encoding == TexelEncoding::srgb && component == 3;
  return is_alpha_of_srgb ? TexelEncoding::unorm : mode.encoding;
}

bool matches(const Family& family, const Mode& mode, const TexelFormat& format) {
  for (unsigned i = 0; i < 4; ++i) {
    const TexelComponent& component = format.components[i];
    if (component.bits != family.bits[i]) return false;
    if (component.bits == 0) continue;
    if (component.first_bit != family.first_bits[i] || component.encoding != encoding_of(mode, i))
      return false;
  }
  return true;
}

VkFormat find(const TexelFormat& format, bool is_scaled, bool has_size) {
  for (const Family& family : families) {
    if (has_size && family.texel_bytes != format.bytes) continue;
    for (std::size_t i = 0; i < family.modes.size(); ++i) {
      const Mode& mode = family.modes[i];
      if (mode.is_scaled == is_scaled && matches(family, mode, format))
        return static_cast<VkFormat>(family.first + static_cast<int>(i));
    }
  }
  return VK_FORMAT_UNDEFINED;
}

}  // namespace

VkFormat vulkan_format(const TexelFormat& format) { return find(format, false, true); }

VkFormat vulkan_vertex_format(const TexelFormat& format, bool is_scaled) {
  return find(format, is_scaled, false);
}

VkFormat vulkan_depth_format(const TexelFormat& format) {
  const TexelComponent& depth = format.components[0];
  const bool has_stencil = format.components[1].bits != 0;
  switch (depth.bits) {
    case 0:
      return has_stencil ? VK_FORMAT_S8_UINT : VK_FORMAT_UNDEFINED;
    case 8:
      return VK_FORMAT_S8_UINT;
    case 16:
      return has_stencil ? VK_FORMAT_D16_UNORM_S8_UINT : VK_FORMAT_D16_UNORM;
    case 24:
      return has_stencil ? VK_FORMAT_D24_UNORM_S8_UINT : VK_FORMAT_X8_D24_UNORM_PACK32;
    case 32:
      return has_stencil ? VK_FORMAT_D32_SFLOAT_S8_UINT : VK_FORMAT_D32_SFLOAT;
    default:
      return VK_FORMAT_UNDEFINED;
  }
}

}  // namespace spirv_oracle::golden
