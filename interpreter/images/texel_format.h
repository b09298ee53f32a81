// The formats of texels: the bits of each component and their meaning.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace spirv_oracle {

// How the bits of a component represent a value. Small floats have no sign, an exponent of 5 bits,
// and the rest as fraction.
enum class TexelEncoding : std::uint8_t { unorm, snorm, uint, sint, sfloat, ufloat, srgb };

struct TexelComponent {
  std::uint8_t bits = 0;  // 0: the format lacks this component
  std::uint8_t first_bit = 0;
  TexelEncoding encoding = TexelEncoding::uint;

  std::uint32_t first_byte() const { return first_bit / 8; }
  std::uint32_t bytes() const { return bits / 8; }
  bool is_integer() const {
    return encoding == TexelEncoding::uint || encoding == TexelEncoding::sint;
  }
  bool is_normalized() const {
    return encoding == TexelEncoding::unorm || encoding == TexelEncoding::snorm;
  }
  friend bool operator==(const TexelComponent&, const TexelComponent&) = default;
};

// SPIR-V "Image Channel Order", with the numbers of its enumerants. Only kernels can query it.
enum class ChannelOrder : std::uint8_t {
  r,
  a,
  rg,
  ra,
  rgb,
  rgba,
  bgra,
  argb,
  intensity,
  luminance,
  rx,
  rgx,
  rgbx,
  depth,
  depth_stencil,
  srgb,
  srgbx,
  srgba,
  sbgra,
  abgr
};

// Texels are little-endian: bit 0 is the lowest one of the first byte.
struct TexelFormat {
  std::string_view name;
  std::uint8_t bytes = 0;                         // of a texel
  std::array<TexelComponent, 4> components = {};  // red, green, blue, alpha
  ChannelOrder order = ChannelOrder::rgba;

  // The first component of the format.
  const TexelComponent& first_component() const;
  // Whether values are integers, not floats.
  bool is_integer() const { return first_component().is_integer(); }
  // Whether components are not whole bytes, so that the texel is one word of 8, 16 or 32 bits.
  bool is_packed() const;
  // Whether the component repeats an earlier one, such as green, blue and alpha of an intensity.
  bool is_repeated(unsigned component) const;
  // The components that are not repetitions.
  unsigned component_count() const;
  // Whether the formats give the same bits the same meaning, whatever their names.
  bool same_texels(const TexelFormat& other) const {
    return bytes == other.bytes && components == other.components;
  }

  bool operator==(const TexelFormat&) const = default;
};

// The format of an enumerant in section "Image Format"; null for Unknown.
const TexelFormat* find_texel_format(std::uint32_t image_format);

// The format with a name of SPIR-V or GLSL ("Rgba8", "rgba8_snorm"), or with a channel order and type of OpenCL
// ("bgra/unorm_int8"); null if there is none.
const TexelFormat* find_texel_format(std::string_view name);

}  // namespace spirv_oracle
