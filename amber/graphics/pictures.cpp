#include "amber/graphics/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <utility>

#include "amber/script/script_images.h"
#include "data/picture.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::uint32_t channels = 4;
constexpr std::uint32_t gap = 4;  // transparent pixels between two pictures
constexpr int largest_byte = 255;

PngImage make_picture(std::uint32_t width, std::uint32_t height) {
  PngImage picture{width, height, {}};
  picture.texels.resize(std::size_t{channels} * width * height);
  return picture;
}

std::byte* texel(PngImage& picture, std::uint32_t x, std::uint32_t y) {
  return picture.texels.data() + (std::size_t{y} * picture.width + x) * channels;
}
const std::byte* texel(const PngImage& picture, std::uint32_t x, std::uint32_t y) {
  return picture.texels.data() + (std::size_t{y} * picture.width + x) * channels;
}

PngImage part_of(const PngImage& picture, const ExpectPixels& area) {
  PngImage part = make_picture(area.width, area.height);
  for (std::uint32_t y = 0; y < area.height; ++y) {
    std::copy_n(texel(picture, area.x, area.y + y), std::size_t{channels} * area.width,
                texel(part, 0, y));
  }
  return part;
}

int difference_at(const PngImage& a, const PngImage& b, std::size_t byte) {
  return std::abs(std::to_integer<int>(a.texels[byte]) - std::to_integer<int>(b.texels[byte]));
}

// Opaque, with differences of alpha in all colors.
PngImage difference_of(const PngImage& a, const PngImage& b) {
  int largest = 0;
  for (std::size_t i = 0; i < a.texels.size(); ++i)
    largest = std::max(largest, difference_at(a, b, i));
  PngImage difference = make_picture(a.width, a.height);
  for (std::size_t pixel = 0; pixel < a.texels.size(); pixel += channels) {
    const int alpha = difference_at(a, b, pixel + 3);
    for (std::size_t c = 0; c < 3; ++c) {
      const int component = std::max(difference_at(a, b, pixel + c), alpha);
      difference.texels[pixel + c] =
          static_cast<std::byte>(largest == 0 ? 0 : component * largest_byte / largest);
    }
    difference.texels[pixel + 3] = std::byte{largest_byte};
  }
  return difference;
}

PngImage side_by_side(const PngImage& actual, const PngImage& expected) {
  const PngImage difference = difference_of(actual, expected);
  PngImage whole = make_picture(3 * actual.width + 2 * gap, actual.height);
  std::uint32_t x = 0;
  for (const PngImage* part : {&actual, &expected, &difference}) {
    for (std::uint32_t y = 0; y < part->height; ++y)
      std::copy_n(texel(*part, 0, y), std::size_t{channels} * part->width, texel(whole, x, y));
    x += part->width + gap;
  }
  return whole;
}

std::byte expected_byte(const ExpectPixels& expect, std::size_t component) {
  if (component >= expect.color.size()) return std::byte{largest_byte};
  const double value = expect.color[component] / expect.scale * largest_byte;
  return static_cast<std::byte>(std::lround(std::clamp(value, 0.0, double{largest_byte})));
}

}  // namespace

Result<PngImage> picture_of(const Buffer& buffer, const ShadowedBytes& contents) {
  if (!buffer.image) return bad_input(fmt::format("buffer '{}' is not an image", buffer.name));
  auto shape = attachment_shape_of(buffer);
  if (!shape) return tl::unexpected(shape.error());
  if (shape->samples > 1)
    return bad_input(fmt::format("image '{}' has {} samples, so it is not a picture", buffer.name,
                                 shape->samples));
  if (contents.size() == 0)
    return bad_input(fmt::format("the contents of '{}' are not known", buffer.name));
  TexelFormat format = *shape->format;
  const ImageFormat* const name = buffer.type.format;
  const char first = name == nullptr ? 'R' : name->components.front().name;
  if (first == 'D') format.components[1] = {};
  if (first == 'S') std::swap(format.components[0], format.components[1]);
  const std::size_t size = std::size_t{shape->extent[0]} * shape->extent[1] * format.bytes;
  return picture_of_texels(std::span(contents.bytes).first(size), format, shape->extent[0]);
}

Result<PngImage> picture_of_failure(const Buffer& buffer, const ShadowedBytes& contents,
                                    const ExpectPixels& expect) {
  const auto whole = picture_of(buffer, contents);
  if (!whole) return whole;
  PngImage actual = part_of(*whole, expect);
  PngImage expected = make_picture(actual.width, actual.height);
  for (std::size_t i = 0; i < expected.texels.size(); ++i)
    expected.texels[i] = expected_byte(expect, i % channels);
  if (expect.color.size() < channels) {
    for (std::size_t i = channels - 1; i < actual.texels.size(); i += channels)
      actual.texels[i] = std::byte{largest_byte};
  }
  return side_by_side(actual, expected);
}

Result<PngImage> picture_of_failure(const Buffer& buffer, const ShadowedBytes& contents,
                                    const Buffer& other, const ShadowedBytes& other_contents) {
  const auto actual = picture_of(buffer, contents);
  if (!actual) return actual;
  const auto expected = picture_of(other, other_contents);
  if (!expected) return expected;
  if (actual->width != expected->width || actual->height != expected->height)
    return bad_input(fmt::format("'{}' and '{}' have different extents", buffer.name, other.name));
  return side_by_side(*actual, *expected);
}

}  // namespace spirv_oracle::amber
