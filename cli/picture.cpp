#include "cli/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "cli/file.h"
#include "interpreter/images/image_shape.h"
#include "interpreter/images/texel_value.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t channels = 4;
constexpr double largest_byte = 255;

// The bits of a component of at most 32 bits, which are in whole bytes or in a 32-bit word.
std::uint32_t read_bits(const std::byte* texel, std::size_t texel_bytes,
                        const TexelComponent& component) {
  std::uint64_t word = 0;
  const std::size_t first = component.first_bit / 8;
  for (std::size_t i = 0; i < 5 && first + i < texel_bytes; ++i)
    word |= std::to_integer<std::uint64_t>(texel[first + i]) << (8 * i);
  const std::uint64_t mask = (std::uint64_t{1} << component.bits) - 1;
  return static_cast<std::uint32_t>(word >> (component.first_bit % 8) & mask);
}

void write_bits(std::byte* texel, std::size_t texel_bytes, const TexelComponent& component,
                std::uint32_t bits) {
  const std::size_t first = component.first_bit / 8;
  const std::uint64_t word = std::uint64_t{bits} << (component.first_bit % 8);
  for (std::size_t i = 0; i < 5 && first + i < texel_bytes; ++i)
    texel[first + i] |= static_cast<std::byte>(word >> (8 * i) & 0xFF);
}

std::int32_t signed_bits(std::uint32_t bits, unsigned width) {
  const unsigned unused = 32 - width;
  return static_cast<std::int32_t>(bits << unused) >> unused;
}

// Half and single precision.
double float_component(std::uint32_t bits, unsigned width) {
  return width == 16 ? to_float(Float16{static_cast<std::uint16_t>(bits)})
                     : std::bit_cast<float>(bits);
}

// The brightness of a component, up to 255.
double brightness(std::uint32_t bits, const TexelComponent& component) {
  const std::int32_t number = signed_bits(bits, component.bits);
  switch (component.encoding) {
    case TexelEncoding::unorm:
      return bits * largest_byte / largest_normalized(component);
    case TexelEncoding::snorm:
      return number * largest_byte / largest_normalized(component);
    case TexelEncoding::srgb:
    case TexelEncoding::uint:
      return bits;
    case TexelEncoding::sint:
      return number;
    case TexelEncoding::sfloat:
      return largest_byte * float_component(bits, component.bits);
    case TexelEncoding::ufloat:
      return largest_byte * small_float_value(bits, component.bits - 5U);
  }
  return 0;
}

std::byte to_byte(double brightness) {
  if (!(brightness > 0)) return std::byte{0};  // or a NaN
  return static_cast<std::byte>(std::lround(std::min(brightness, largest_byte)));
}

std::uint32_t component_of(std::byte channel, const TexelComponent& component) {
  const auto number = std::to_integer<std::uint32_t>(channel);
  const auto value = static_cast<float>(number / largest_byte);
  switch (component.encoding) {
    case TexelEncoding::unorm:
    case TexelEncoding::snorm:
      return static_cast<std::uint32_t>(
          std::lround(number * double{largest_normalized(component)} / largest_byte));
    case TexelEncoding::sfloat:
      return component.bits == 16 ? to_float16(value).bits : std::bit_cast<std::uint32_t>(value);
    case TexelEncoding::ufloat:
      return to_small_float(value, component.bits - 5U).bits;
    case TexelEncoding::srgb:
    case TexelEncoding::uint:
    case TexelEncoding::sint:
      break;
  }
  return number;
}

bool holds_bytes(const TexelComponent& component) {
  const unsigned bits = component.encoding == TexelEncoding::uint   ? component.bits
                        : component.encoding == TexelEncoding::sint ? component.bits - 1U
                                                                    : 8;
  return component.bits == 0 || bits >= 8;
}

}  // namespace

bool is_picture_file(std::string_view path) { return path.ends_with(".png"); }

Result<PngImage> read_picture(std::string_view path, std::uint64_t max_bytes) {
  const std::string name(path);
  const auto file = read_file(name, max_bytes);
  if (!file) return tl::unexpected(file.error());
  auto picture = decode_png(*file, max_image_extent, max_bytes);
  if (!picture)
    return tl::unexpected(
        Error{picture.error().status, fmt::format("{}: {}", name, picture.error().message)});
  return picture;
}

Result<std::vector<std::byte>> texels_of_picture(const PngImage& picture,
                                                 const TexelFormat& format) {
  if (!std::ranges::all_of(format.components, holds_bytes)) {
    return bad_input(
        fmt::format("a picture has numbers from 0 to 255, which do not fit into components of {}",
                    format.name));
  }
  const std::size_t count = picture.texels.size() / channels;
  std::vector<std::byte> texels(count * format.bytes);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < channels; ++c) {
      const TexelComponent& component = format.components[c];
      if (component.bits == 0) continue;
      write_bits(texels.data() + i * format.bytes, format.bytes, component,
                 component_of(picture.texels[i * channels + c], component));
    }
  }
  return texels;
}

PngImage picture_of_texels(std::span<const std::byte> texels, const TexelFormat& format,
                           std::uint32_t width) {
  PngImage picture;
  const std::size_t count = texels.size() / format.bytes;
  picture.width = width;
  picture.height = static_cast<std::uint32_t>(count / width);
  picture.texels.resize(count * channels);
  const bool is_grey = format.component_count() == 1;
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* const pixel = picture.texels.data() + i * channels;
    pixel[3] = std::byte{0xFF};
    for (std::size_t c = 0; c < channels; ++c) {
      const TexelComponent& component = format.components[c];
      if (component.bits == 0) continue;
      const std::byte* const texel = texels.data() + i * format.bytes;
      pixel[c] = to_byte(brightness(read_bits(texel, format.bytes, component), component));
    }
    if (is_grey) pixel[1] = pixel[2] = pixel[0];
  }
  return picture;
}

Result<TexelFormat> picture_format(ElementType type) {
  TexelFormat format;
  format.name = "elements";
  if (type == ElementType{ScalarKind::uint32, 1}) type = {ScalarKind::uint8, 4};
  const bool is_float = type.scalar == ScalarKind::float16 || type.scalar == ScalarKind::float32;
  if (!is_float && type.scalar != ScalarKind::uint8) {
    return bad_input(
        fmt::format("elements of type {} cannot form a picture: use uint8, float16 or float32, "
                    "with x2, x3 or x4 for several components, or uint32 for four bytes",
                    element_name(type)));
  }
  const std::size_t size = scalar_size(type.scalar);
  format.bytes = static_cast<std::uint8_t>(element_size(type));
  for (unsigned c = 0; c < type.components; ++c) {
    format.components[c] = {static_cast<std::uint8_t>(8 * size),
                            static_cast<std::uint8_t>(8 * size * c),
                            is_float ? TexelEncoding::sfloat : TexelEncoding::unorm};
  }
  return format;
}

Result<std::uint32_t> picture_height(std::uint64_t elements, std::uint32_t width) {
  if (elements == 0 || elements % width != 0)
    return bad_input(
        fmt::format("{} elements do not fill rows of {}: give another width", elements, width));
  if (std::max<std::uint64_t>(width, elements / width) > max_image_extent)
    return bad_input(fmt::format("a picture of {} x {} is too large", width, elements / width));
  return static_cast<std::uint32_t>(elements / width);
}

}  // namespace spirv_oracle
