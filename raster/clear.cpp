#include "raster/clear.h"

#include <algorithm>
#include <string>
#include <vector>

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

// "Render Pass Multisample Resolve Operations": the mode AVERAGE. Of integers, whose average may be none, the value of sample 0.
class Resolver {
 public:
  Resolver(const Surface& from, Surface& to) : from_(from), to_(to), ranges_(from.samples()) {}

  void resolve(std::size_t from, std::size_t to) {
    std::array<EncodedComponent, 4> values = {};
    TexelRange range;
    for (unsigned i = 0; i < 4; ++i) {
      if (!from_.has(i)) continue;
      values[i] = value(from, i);
      if (!to_.follows_ranges()) continue;
      for (std::uint32_t s = 0; s < from_.samples(); ++s) ranges_[s] = from_.range(at(from, s))[i];
      range[i] = resolved_range(from_.format().components[i], ranges_);
    }
    if (to_.needs_ranges(values)) to_.set_range(to, range, all_components);
    to_.write(to, values, all_components);
  }

 private:
  std::size_t at(std::size_t texel, std::uint32_t sample) const {
    return texel + std::size_t{sample} * from_.format().bytes;
  }

  EncodedComponent value(std::size_t texel, unsigned i) {
    const TexelComponent& format = from_.format().components[i];
    double sum = 0;
    bool are_equal = true;
    EncodedComponent first;
    for (std::uint32_t s = 0; s < from_.samples(); ++s) {
      const EncodedComponent sample = from_.read(at(texel, s), i);
      if (s == 0) first = sample;
      are_equal = are_equal && sample.bits == first.bits;
      ranges_[s] = exact_range(decode(format, sample.bits, sample.state), format.is_integer());
      sum += ranges_[s].low;
    }
    const ComponentRange range = resolved_range(format, ranges_);
    Definedness state = range.state;
    if (!are_equal && !range.is_single())
      state = worse(state, Definedness::implementation_dependent);
    if (are_equal || format.is_integer()) return {first.bits, state};
    return encode(format, {sum / from_.samples(), 0, state});
  }

  const Surface& from_;
  Surface& to_;
  std::vector<ComponentRange> ranges_;  // of the samples of a component
};

}  // namespace

Result<void> clear_color(Attachment& attachment, const ClearColor& color,
                         const std::optional<ScissorRectangle>& rectangle) {
  auto surface = Surface::of(attachment);
  if (!surface) return tl::unexpected(surface.error());
  Color values;
  for (unsigned i = 0; i < 4; ++i) values[i] = {color.floats[i], color.integers[i], {}};
  const std::array<EncodedComponent, 4> encoded = surface->encode(values);
  const TexelRange range = surface->format().is_integer() ? exact_range(surface->format(), encoded)
                                                          : surface->stored_range(values, encoded);
  for_each_texel(*surface, rectangle, [&](std::size_t texel) {
    if (surface->needs_ranges(encoded)) surface->set_range(texel, range, all_components);
    surface->write(texel, encoded, all_components);
  });
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
  if (target->follows_ranges() && !source->follows_ranges())
    return bad_input("the ranges of a resolve attachment need those of its color attachment");
  Resolver resolver(*source, *target);
  const std::uint32_t layers = std::min(source->layers(), target->layers());
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    for (std::uint32_t y = 0; y < source->height(); ++y) {
      for (std::uint32_t x = 0; x < source->width(); ++x) {
        resolver.resolve(source->texel(x, y, layer, 0), target->texel(x, y, layer, 0));
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
