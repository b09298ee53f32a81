#include "amber/expect_pixels.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "amber/expected_value.h"
#include "amber/script/script_images.h"
#include "interpreter/images/sampling.h"

namespace spirv_oracle::amber {
namespace {

// On the scale of the expectation. The rounding of a division in single precision must not count against a tolerance.
double scaled(double number, double scale) {
  constexpr double rounding = 1.0 / (1 << 24);
  constexpr double steps = 255;
  const double color = number * steps;
  const double whole = std::round(color);
  return (std::fabs(color - whole) < rounding * steps ? whole : color) / steps * scale;
}

struct Pixel {
  std::uint32_t x = 0, y = 0;
  std::uint64_t index = 0;
  std::uint64_t byte = 0;  // where it begins
};

// Component values as the expectation compares them.
std::array<double, 4> values_of(const SampledTexel& texel, bool is_integer,
                                const ExpectPixels& expect) {
  std::array<double, 4> values = {};
  for (std::size_t i = 0; i < expect.color.size(); ++i) {
    values[i] =
        is_integer ? static_cast<double>(texel[i].integer) : scaled(texel[i].number, expect.scale);
  }
  return values;
}

std::string values_text(std::span<const double> values) {
  std::string text;
  for (const double value : values) text += fmt::format("{}{:.6g}", text.empty() ? "" : " ", value);
  return text;
}

// Returns whether the pixel is certainly as expected.
bool compare_pixel(const SampledTexel& texel, bool is_integer, const Pixel& pixel,
                   const ExpectPixels& expect, Comparison& comparison) {
  const std::array<double, 4> values = values_of(texel, is_integer, expect);
  bool differs = false, may_differ = false, is_uncertain = false, is_certain = false;
  bool is_undefined = false;
  for (std::size_t i = 0; i < expect.color.size(); ++i) {
    if (texel[i].state == Definedness::undefined) {
      comparison.note_undefined(pixel.index);
      is_undefined = true;
      continue;
    }
    const Tolerance otherwise{expect.default_tolerance, false};
    const bool holds =
        within(values[i], expect.color[i], tolerance_of(expect.tolerances, i, otherwise));
    const bool certain = texel[i].state == Definedness::defined;
    (certain ? is_certain : is_uncertain) = true;
    if (!holds) (certain ? differs : may_differ) = true;
  }
  if (is_certain) ++comparison.compared;
  const auto difference = [&] {
    return Difference{pixel.byte, fmt::format("pixel ({}, {})", pixel.x, pixel.y),
                      values_text(std::span(values).first(expect.color.size())),
                      values_text(expect.color)};
  };
  if (differs) {
    comparison.note_difference(difference);
  } else if (may_differ) {
    comparison.note_refuted(pixel.index, difference);
  } else if (is_uncertain) {
    comparison.note_undecided(pixel.index);
  } else {
    return is_certain && !is_undefined;
  }
  return false;
}

// Whether the texels at two bytes have the same contents and states.
bool is_same_texel(const ShadowedBytes& contents, std::uint64_t a, std::uint64_t b,
                   std::size_t bytes) {
  return std::memcmp(&contents.bytes[a], &contents.bytes[b], bytes) == 0 &&
         std::memcmp(&contents.shadow[a], &contents.shadow[b], bytes) == 0;
}

}  // namespace

Result<Comparison> compare_pixels(const ShadowedBytes& contents, const Buffer& buffer,
                                  const ExpectPixels& expect) {
  const auto shape = image_shape_of(buffer);
  if (!shape) return tl::unexpected(shape.error());
  const auto& extent = shape->extent;
  if (expect.x > extent[0] || expect.width > extent[0] - expect.x || expect.y > extent[1] ||
      expect.height > extent[1] - expect.y) {
    return bad_input(fmt::format("the {} x {} pixels from {}, {} on are not inside image '{}'",
                                 expect.width, expect.height, expect.x, expect.y, buffer.name));
  }
  if (shape->samples > 1) {
    return bad_input(
        fmt::format("image '{}' has {} samples, so its pixels have no values: resolve it",
                    buffer.name, shape->samples));
  }
  const ImageLayout layout = ImageLayout::of(*shape, shape->format->bytes, 0);
  const SampledImage image{&layout, contents.bytes.data(), contents.shadow.data(), *shape->format};
  Comparison comparison;
  comparison.unit = "pixels";
  const std::uint32_t bytes = shape->format->bytes;
  std::optional<std::uint64_t> good;  // the byte of the last pixel that is certainly as expected
  for (std::uint32_t y = expect.y; y < expect.y + expect.height; ++y) {
    for (std::uint32_t x = expect.x; x < expect.x + expect.width; ++x) {
      const std::uint64_t index = std::uint64_t{y} * extent[0] + x;
      const std::uint64_t byte = index * bytes;
      if (good && is_same_texel(contents, *good, byte, bytes)) {  // most pixels of most images
        ++comparison.compared;
      } else if (compare_pixel(read_texel(image, 0, x, y, 0), shape->format->is_integer(),
                               {x, y, index, byte}, expect, comparison)) {
        good = byte;
      }
    }
  }
  return comparison;
}

}  // namespace spirv_oracle::amber
