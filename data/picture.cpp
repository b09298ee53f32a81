#include "data/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "interpreter/images/image_shape.h"
#include "interpreter/images/texel_component.h"
#include "support/file.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t channels = 4;
constexpr double largest_byte = 255;

// The brightness of a component, up to 255. The bytes of a picture are encoded like those of sRGB formats.
double brightness(std::uint64_t bits, const TexelComponent& component) {
  if (component.is_integer()) return static_cast<double>(integer_value(component, bits));
  if (component.encoding == TexelEncoding::srgb) return static_cast<double>(bits);
  return largest_byte * double{float_value(component, bits)};
}

std::byte to_byte(double brightness) {
  if (!(brightness > 0)) return std::byte{0};  // or a NaN
  return static_cast<std::byte>(std::lround(std::min(brightness, largest_byte)));
}

std::uint64_t component_of(std::byte channel, const TexelComponent& component) {
  const auto number = std::to_integer<std::uint64_t>(channel);
  if (component.is_integer() || component.encoding == TexelEncoding::srgb) return number;
  const auto value = static_cast<float>(static_cast<double>(number) / largest_byte);
  return float_bits(component, value).value_or(0);  // never a NaN
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
      if (component.bits == 0 || format.is_repeated(static_cast<unsigned>(c))) continue;
      ComponentBytes(component).insert(component_of(picture.texels[i * channels + c], component),
                                       texels.data() + i * format.bytes);
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
      pixel[c] = to_byte(brightness(ComponentBytes(component).extract(texel), component));
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
