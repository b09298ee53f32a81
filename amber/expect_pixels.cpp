#include "amber/expect_pixels.h"

#include <fmt/format.h>

#include <cmath>

#include "amber/expected_value.h"
#include "amber/script/script_images.h"
#include "interpreter/images/sampling.h"

namespace spirv_oracle::amber {
namespace {

constexpr double color_scale = 255;
// The default tolerance: less than half a step of 8 bits, on the scale to 255.
constexpr Tolerance default_color_tolerance{0.5, false};

// Components on the scale to 255, where 8-bit components are integers. The rounding of the division by 255 in
// single precision must not count against a tolerance.
double scaled(double number) {
  constexpr double rounding = color_scale / (1 << 24);
  const double color = number * color_scale;
  const double whole = std::round(color);
  return std::fabs(color - whole) < rounding ? whole : color;
}

void compare_pixel(const SampledTexel& texel, bool is_integer, std::uint64_t pixel,
                   std::uint64_t offset, const std::string& name, const ExpectPixels& expect,
                   Comparison& comparison) {
  for (std::size_t i = 0; i < expect.color.size(); ++i) {
    const bool is_certain = texel[i].state == Definedness::defined;
    if (texel[i].state == Definedness::undefined) {
      comparison.note_undefined(pixel);
      continue;
    }
    const double actual =
        is_integer ? static_cast<double>(texel[i].integer) : scaled(texel[i].number);
    const Tolerance tolerance = tolerance_of(expect.tolerances, i, default_color_tolerance);
    if (is_certain) ++comparison.compared;
    if (within(actual, expect.color[i], tolerance)) {
      if (!is_certain) comparison.note_undecided(pixel);
      continue;
    }
    const auto difference = [&] {
      return Difference{offset, fmt::format("{}, component {}", name, i),
                        fmt::format("{:.6g}", actual), fmt::format("eq {:.6g}", expect.color[i])};
    };
    if (is_certain)
      comparison.note_difference(difference);
    else
      comparison.note_refuted(pixel, difference);
  }
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
  const ImageLayout layout = ImageLayout::of(*shape, shape->format->bytes, 0);
  const SampledImage image{&layout, contents.bytes.data(), contents.shadow.data(), *shape->format};
  Comparison comparison;
  for (std::uint32_t y = expect.y; y < expect.y + expect.height; ++y) {
    for (std::uint32_t x = expect.x; x < expect.x + expect.width; ++x) {
      const std::uint64_t pixel = std::uint64_t{y} * extent[0] + x;
      compare_pixel(read_texel(image, 0, x, y, 0), shape->format->is_integer(), pixel,
                    pixel * shape->format->bytes, fmt::format("pixel {}, {}", x, y), expect,
                    comparison);
    }
  }
  return comparison;
}

}  // namespace spirv_oracle::amber
