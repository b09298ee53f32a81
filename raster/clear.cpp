#include "raster/clear.h"

#include <algorithm>
#include <string>

#include "raster/color.h"

namespace spirv_oracle {
namespace {

constexpr std::array<bool, 4> all_components = {true, true, true, true};

// Calls action(texel) for all samples in the rectangle, in all layers.
template <class Action>
void for_each_texel(const Surface& surface, const std::optional<ScissorRectangle>& rectangle,
                    const Action& action) {
  std::int64_t left = 0, top = 0, right = surface.width(), bottom = surface.height();
  if (rectangle) {
    left = std::max<std::int64_t>(left, rectangle->x);
    top = std::max<std::int64_t>(top, rectangle->y);
    right = std::min<std::int64_t>(right, std::int64_t{rectangle->x} + rectangle->width);
    bottom = std::min<std::int64_t>(bottom, std::int64_t{rectangle->y} + rectangle->height);
  }
  for (std::uint32_t layer = 0; layer < surface.layers(); ++layer) {
    for (std::int64_t y = top; y < bottom; ++y) {
      for (std::int64_t x = left; x < right; ++x) {
        for (std::uint32_t s = 0; s < surface.samples(); ++s) {
          action(surface.texel(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), layer,
                               s));
        }
      }
    }
  }
}

// "Render Pass Multisample Resolve Operations": the mode AVERAGE, or SAMPLE_ZERO for integers. The text does not define the
// precision of averages, but those of equal samples are certain.
ColorComponent average(const Surface& surface, std::size_t texel, unsigned component) {
  const TexelComponent& format = surface.format().components[component];
  ColorComponent result;
  bool are_equal = true;
  const EncodedComponent first = surface.read(texel, component);
  for (std::uint32_t s = 0; s < surface.samples(); ++s) {
    const EncodedComponent sample =
        surface.read(texel + std::size_t{s} * surface.format().bytes, component);
    result.number += decode(format, sample.bits, {}).number;
    result.state = worse(result.state, sample.state);
    are_equal = are_equal && sample.bits == first.bits;
  }
  result.number /= surface.samples();
  if (are_equal) result.number = decode(format, first.bits, {}).number;
  return result;
}

}  // namespace

Result<void> clear_color(Attachment& attachment, const ClearColor& color,
                         const std::optional<ScissorRectangle>& rectangle) {
  auto surface = Surface::of(attachment);
  if (!surface) return tl::unexpected(surface.error());
  Color values;
  for (unsigned i = 0; i < 4; ++i) values[i] = {color.floats[i], color.integers[i], {}};
  const std::array<EncodedComponent, 4> encoded = surface->encode(values);
  for_each_texel(*surface, rectangle,
                 [&](std::size_t texel) { surface->write(texel, encoded, all_components); });
  return {};
}

Result<void> clear_depth_stencil(Attachment& attachment, const ClearDepthStencil& values,
                                 const std::optional<ScissorRectangle>& rectangle) {
  auto surface = Surface::of(attachment);
  if (!surface) return tl::unexpected(surface.error());
  if (values.depth && !(*values.depth >= 0 && *values.depth <= 1))
    return bad_input("depth must be cleared to a value from 0 to 1");
  const Color color = {{{values.depth.value_or(0), 0, {}}, {0, values.stencil.value_or(0), {}}}};
  std::array<EncodedComponent, 4> encoded = surface->encode(color);
  encoded[1].state = Definedness::defined;  // only the bits of the stencil that exist are used
  for_each_texel(*surface, rectangle, [&](std::size_t texel) {
    surface->write(texel, encoded,
                   {values.depth.has_value(), values.stencil.has_value(), false, false});
  });
  return {};
}

Result<void> resolve(Attachment& from, Attachment& to) {
  auto source = Surface::of(from);
  if (!source) return tl::unexpected(source.error());
  auto target = Surface::of(to);
  if (!target) return tl::unexpected(target.error());
  if (!source->format().same_texels(target->format()))
    return bad_input("a resolve attachment must have the format of its color attachment");
  if (target->samples() != 1 || source->width() != target->width() ||
      source->height() != target->height())
    return bad_input("a resolve attachment must have one sample and the size of the framebuffer");
  const std::uint32_t layers = std::min(source->layers(), target->layers());
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    for (std::uint32_t y = 0; y < source->height(); ++y) {
      for (std::uint32_t x = 0; x < source->width(); ++x) {
        const std::size_t texel = source->texel(x, y, layer, 0);
        std::array<EncodedComponent, 4> values = {};
        for (unsigned i = 0; i < 4; ++i) {
          if (!source->has(i)) continue;
          const TexelComponent& format = source->format().components[i];
          values[i] = format.is_integer() ? source->read(texel, i)
                                          : encode(format, average(*source, texel, i));
        }
        target->write(target->texel(x, y, layer, 0), values, all_components);
      }
    }
  }
  return {};
}

Result<void> resolve(Framebuffer& framebuffer) {
  for (std::size_t i = 0; i < std::min(framebuffer.color.size(), framebuffer.resolve.size()); ++i) {
    if (!framebuffer.color[i] || !framebuffer.resolve[i]) continue;
    if (auto resolved = resolve(*framebuffer.color[i], *framebuffer.resolve[i]); !resolved)
      return resolved;
  }
  return {};
}

}  // namespace spirv_oracle
