#include "interpreter/images/texel_format.h"

#include <algorithm>
#include <string>

#include "interpreter/images/opencl_format.h"

namespace spirv_oracle {
namespace {

// `count` components of the same width, one after another.
constexpr TexelFormat components(std::string_view name, unsigned count, unsigned bits,
                                 TexelEncoding encoding) {
  TexelFormat format{name, static_cast<std::uint8_t>(count * bits / 8), {}};
  format.order = count == 1 ? ChannelOrder::r : count == 2 ? ChannelOrder::rg : ChannelOrder::rgba;
  for (unsigned i = 0; i < count; ++i) {
    format.components[i] = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(i * bits),
                            encoding};
  }
  return format;
}

// Components of these widths in a word of 32 bits, red in the lowest bits.
constexpr TexelFormat packed(std::string_view name, const std::array<std::uint8_t, 4>& bits,
                             TexelEncoding encoding) {
  TexelFormat format{name, 4, {}};
  if (bits[3] == 0) format.order = ChannelOrder::rgb;
  std::uint8_t first_bit = 0;
  for (unsigned i = 0; i < 4; ++i) {
    if (bits[i] == 0) continue;  // like any component that a format lacks
    format.components[i] = {bits[i], first_bit, encoding};
    first_bit = static_cast<std::uint8_t>(first_bit + bits[i]);
  }
  return format;
}

using enum TexelEncoding;

// By the enumerants of Image Format, from 1 on.
constexpr std::array formats = {
    components("Rgba32f", 4, 32, sfloat),
    components("Rgba16f", 4, 16, sfloat),
    components("R32f", 1, 32, sfloat),
    components("Rgba8", 4, 8, unorm),
    components("Rgba8Snorm", 4, 8, snorm),
    components("Rg32f", 2, 32, sfloat),
    components("Rg16f", 2, 16, sfloat),
    packed("R11fG11fB10f", {11, 11, 10, 0}, ufloat),
    components("R16f", 1, 16, sfloat),
    components("Rgba16", 4, 16, unorm),
    packed("Rgb10A2", {10, 10, 10, 2}, unorm),
    components("Rg16", 2, 16, unorm),
    components("Rg8", 2, 8, unorm),
    components("R16", 1, 16, unorm),
    components("R8", 1, 8, unorm),
    components("Rgba16Snorm", 4, 16, snorm),
    components("Rg16Snorm", 2, 16, snorm),
    components("Rg8Snorm", 2, 8, snorm),
    components("R16Snorm", 1, 16, snorm),
    components("R8Snorm", 1, 8, snorm),
    components("Rgba32i", 4, 32, sint),
    components("Rgba16i", 4, 16, sint),
    components("Rgba8i", 4, 8, sint),
    components("R32i", 1, 32, sint),
    components("Rg32i", 2, 32, sint),
    components("Rg16i", 2, 16, sint),
    components("Rg8i", 2, 8, sint),
    components("R16i", 1, 16, sint),
    components("R8i", 1, 8, sint),
    components("Rgba32ui", 4, 32, uint),
    components("Rgba16ui", 4, 16, uint),
    components("Rgba8ui", 4, 8, uint),
    components("R32ui", 1, 32, uint),
    packed("Rgb10a2ui", {10, 10, 10, 2}, uint),
    components("Rg32ui", 2, 32, uint),
    components("Rg16ui", 2, 16, uint),
    components("Rg8ui", 2, 8, uint),
    components("R16ui", 1, 16, uint),
    components("R8ui", 1, 8, uint),
    components("R64ui", 1, 64, uint),
    components("R64i", 1, 64, sint),
};

// Lower case without underscores, which makes the names of SPIR-V and GLSL comparable.
std::string simplified(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c != '_') text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

}  // namespace

bool TexelFormat::is_packed() const {
  // No integer type has the 24 bits of this depth format.
  return std::ranges::any_of(components, [](const TexelComponent& component) {
    return component.bits % 8 != 0 || component.first_bit % 8 != 0 || component.bits == 24;
  });
}

const TexelComponent& TexelFormat::first_component() const {
  const auto found = std::ranges::find_if(
      components, [](const TexelComponent& component) { return component.bits != 0; });
  return found == components.end() ? components[0] : *found;
}

bool TexelFormat::is_repeated(unsigned component) const {
  return components[component].bits != 0 &&
         std::find(components.begin(), components.begin() + component, components[component]) !=
             components.begin() + component;
}

unsigned TexelFormat::component_count() const {
  unsigned count = 0;
  for (unsigned i = 0; i < components.size(); ++i)
    count += components[i].bits != 0 && !is_repeated(i) ? 1 : 0;
  return count;
}

const TexelFormat* find_texel_format(std::uint32_t image_format) {
  if (image_format == 0 || image_format > formats.size()) return nullptr;
  return &formats[image_format - 1];
}

const TexelFormat* find_texel_format(std::string_view name) {
  if (name.find('/') != std::string_view::npos) return find_opencl_format(name);
  const std::string wanted = simplified(name);
  const auto found = std::ranges::find_if(
      formats, [&](const TexelFormat& format) { return simplified(format.name) == wanted; });
  return found == formats.end() ? nullptr : &*found;
}

}  // namespace spirv_oracle
