#include "amber/expect_pixels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "amber/expected_value.h"
#include "amber/script/script_images.h"
#include "amber/script/values.h"
#include "interpreter/images/sampling.h"
#include "interpreter/kernels/sign_extension.h"
#include "raster/color.h"

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

// A number of an integer format, or of another one, as the expectation compares it.
double compared_number(double number, bool is_integer, const ExpectPixels& expect) {
  return is_integer ? number : scaled(number, expect.scale);
}

// Component values as the expectation compares them.
std::array<double, 4> values_of(const SampledTexel& texel, bool is_integer,
                                const ExpectPixels& expect) {
  std::array<double, 4> values = {};
  for (std::size_t i = 0; i < expect.color.size(); ++i) {
    const double number = is_integer ? static_cast<double>(texel[i].integer) : texel[i].number;
    values[i] = compared_number(number, is_integer, expect);
  }
  return values;
}

// Whether the expectation holds for all numbers of a range, or for none; no value if neither.
std::optional<bool> decision(const ComponentRange& range, bool is_integer, std::size_t component,
                             const Tolerance& tolerance, const ExpectPixels& expect) {
  if (range.state != Definedness::defined || range.is_nan()) return std::nullopt;
  const double expected = expect.color[component];
  const double low = compared_number(range.low, is_integer, expect);
  const double high = compared_number(range.high, is_integer, expect);
  const bool low_holds = within(low, expected, tolerance);
  const bool high_holds = within(high, expected, tolerance);
  if (low_holds && high_holds) return true;
  const bool is_between = low <= expected && expected <= high;
  return low_holds || high_holds || is_between ? std::nullopt : std::optional(false);
}

std::string values_text(std::span<const double> values) {
  std::string text;
  for (const double value : values) text += fmt::format("{}{:.6g}", text.empty() ? "" : " ", value);
  return text;
}

// Returns whether the pixel is certainly as expected.
bool compare_pixel(const SampledTexel& texel, const TexelRange* range, bool is_integer,
                   const Pixel& pixel, const ExpectPixels& expect, Comparison& comparison) {
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
    const Tolerance tolerance = tolerance_of(expect.tolerances, i, otherwise);
    std::optional<bool> decided;
    if (texel[i].state != Definedness::defined && range != nullptr)
      decided = decision((*range)[i], is_integer, i, tolerance, expect);
    const bool holds = decided.value_or(within(values[i], expect.color[i], tolerance));
    const bool certain = texel[i].state == Definedness::defined || decided.has_value();
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

// A float, or the integer that represents a number.
double stored_number(const TexelComponent& component, double number) {
  if (component.encoding == TexelEncoding::sfloat || component.is_integer()) return number;
  const std::uint64_t bits = encode(component, {number, 0, {}}).bits;
  return component.encoding == TexelEncoding::snorm
             ? static_cast<double>(sign_extended(bits, component.bits))
             : static_cast<double>(bits);
}

// Whether the texels at two bytes have the same contents and states.
bool is_same_texel(const ShadowedBytes& contents, std::uint64_t a, std::uint64_t b,
                   std::size_t bytes) {
  return std::memcmp(&contents.bytes[a], &contents.bytes[b], bytes) == 0 &&
         std::memcmp(&contents.shadow[a], &contents.shadow[b], bytes) == 0;
}

}  // namespace

Result<Comparison> compare_pixels(const ShadowedBytes& contents, const Buffer& buffer,
                                  const std::vector<TexelRange>& ranges,
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
      const TexelRange* range = ranges.empty() ? nullptr : &ranges[index];
      const bool has_same_range = range == nullptr || (good && ranges[*good / bytes] == *range);
      // Most pixels of most images are like the last one.
      if (good && has_same_range && is_same_texel(contents, *good, byte, bytes)) {
        ++comparison.compared;
      } else if (compare_pixel(read_texel(image, 0, x, y, 0), range, shape->format->is_integer(),
                               {x, y, index, byte}, expect, comparison)) {
        good = byte;
      }
    }
  }
  return comparison;
}

PossibleValues possible_texels(const Buffer& buffer, const std::vector<TexelRange>& ranges,
                               const ExpectValues& expect) {
  PossibleValues values;
  const auto shape = image_shape_of(buffer);
  if (!shape || ranges.empty()) return values;
  const TexelFormat& format = *shape->format;
  const std::uint64_t end =
      end_of_values(*expect.layout, expect.offset, expect.first_field + expect.bits.size());
  const std::uint64_t first = expect.offset / format.bytes;
  const std::uint64_t last =
      std::min<std::uint64_t>(ranges.size(), (end + format.bytes - 1) / format.bytes);
  for (std::uint64_t texel = first; texel < last; ++texel) {
    for (unsigned i = 0; i < 4; ++i) {
      const TexelComponent& component = format.components[i];
      const ComponentRange& range = ranges[texel][i];
      const bool is_whole = component.bits % 8 == 0 && component.first_bit % 8 == 0;
      if (component.bits == 0 || !is_whole || range.state != Definedness::defined) continue;
      EnclosedComponent& value = values[texel * format.bytes + component.first_byte()];
      value.bytes = component.bytes();
      value.is_float = component.encoding == TexelEncoding::sfloat;
      value.has_numbers = !range.is_nan();
      value.may_be_nan = range.is_nan();
      value.low = stored_number(component, range.low);
      value.high = stored_number(component, range.high);
    }
  }
  return values;
}

}  // namespace spirv_oracle::amber
