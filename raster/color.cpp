#include "raster/color.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>

#include "interpreter/images/texel_value.h"
#include "interpreter/kernels/float16.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {
namespace {

Definedness dependent_unless(bool exact, Definedness state) {
  return exact ? state : worse(state, Definedness::implementation_dependent);
}

// The text calls the product a floating-point value, so it is one of 32 bits.
EncodedComponent encode_normalized(const TexelComponent& format, const ColorComponent& component) {
  const float value = static_cast<float>(component.number);
  if (std::isnan(value)) return {0, worse(component.state, Definedness::implementation_dependent)};
  const float lowest = format.encoding == TexelEncoding::snorm ? -1.0f : 0.0f;
  const float product = std::clamp(value, lowest, 1.0f) * largest_normalized(format);
  const std::int64_t nearest = std::lrint(product);
  const bool is_exact = product == static_cast<float>(nearest) && std::isfinite(value);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - format.bits);
  return {static_cast<std::uint64_t>(nearest) & mask, dependent_unless(is_exact, component.state)};
}

// Only 0 and 1 are certain: no text states the precision of the transfer function.
EncodedComponent encode_srgb(const ColorComponent& component) {
  const double encoded = srgb_encoded(component.number);
  const bool is_exact = component.number <= 0 || component.number >= 1;
  return {static_cast<std::uint64_t>(std::lrint(encoded * 255)),
          dependent_unless(is_exact, component.state)};
}

EncodedComponent encode_float(const TexelComponent& format, const ColorComponent& component) {
  const float value = static_cast<float>(component.number);
  if (format.encoding == TexelEncoding::ufloat) {
    const SmallFloat small = to_small_float(value, format.bits - 5u);
    return {small.bits, dependent_unless(small.exact, component.state)};
  }
  if (format.bits == 32) return {std::bit_cast<std::uint32_t>(value), component.state};
  const Float16 half = to_float16(value);
  const bool is_exact = std::isnan(value) || to_float(half) == value;
  return {half.bits, dependent_unless(is_exact, component.state)};
}

EncodedComponent encode_integer(const TexelComponent& format, const ColorComponent& component) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - format.bits);
  const EncodedComponent encoded{static_cast<std::uint64_t>(component.integer) & mask,
                                 component.state};
  const bool fits = integer_value(format, encoded.bits) == component.integer;
  return fits ? encoded : EncodedComponent{encoded.bits, Definedness::undefined};
}

// Copies of 1, 2 or 4 bytes, whose number the compiler knows in each case: other copies are calls.
template <class Action>
void for_bytes(unsigned bytes, const Action& action) {
  if (bytes == 1) return action(std::integral_constant<std::size_t, 1>{});
  if (bytes == 2) return action(std::integral_constant<std::size_t, 2>{});
  action(std::integral_constant<std::size_t, 4>{});
}

}  // namespace

EncodedComponent encode(const TexelComponent& format, const ColorComponent& component) {
  switch (format.encoding) {
    case TexelEncoding::unorm:
    case TexelEncoding::snorm:
      return encode_normalized(format, component);
    case TexelEncoding::srgb:
      return encode_srgb(component);
    case TexelEncoding::sfloat:
    case TexelEncoding::ufloat:
      return encode_float(format, component);
    case TexelEncoding::uint:
    case TexelEncoding::sint:
      break;
  }
  return encode_integer(format, component);
}

ColorComponent decode(const TexelComponent& format, std::uint64_t bits, Definedness state) {
  if (format.is_integer()) return {0, integer_value(format, bits), state};
  if (format.encoding == TexelEncoding::srgb)
    return {srgb_decoded(static_cast<double>(bits) / 255), 0, state};
  // As a quotient of doubles, which is closer to the exact one than a float.
  if (format.is_normalized()) {
    const double largest = largest_normalized(format);
    const double number = format.encoding == TexelEncoding::unorm
                              ? static_cast<double>(bits)
                              : static_cast<double>(sign_extended(bits, format.bits));
    return {std::max(-1.0, number / largest), 0, state};
  }
  return {float_value(format, bits), 0, state};
}

TexelRange exact_range(const TexelFormat& format, const std::array<EncodedComponent, 4>& values) {
  TexelRange range;
  for (unsigned i = 0; i < 4; ++i) {
    const TexelComponent& component = format.components[i];
    if (component.bits == 0) continue;
    range[i] =
        exact_range(decode(component, values[i].bits, values[i].state), component.is_integer());
  }
  return range;
}

Result<Surface> Surface::of(Attachment& attachment) {
  if (!attachment.shape.format) return bad_input("an attachment has no format");
  Surface surface;
  surface.format_ = *attachment.shape.format;
  const std::string name(surface.format_.name);
  for (unsigned i = 0; i < 4; ++i) {
    const TexelComponent& component = surface.format_.components[i];
    if (component.bits == 0) continue;
    if (component.bits > 32) return unsupported("attachments of format " + name);
    surface.components_[i].emplace(component);
  }
  surface.is_packed_ = surface.format_.is_packed();
  const ImageShape& shape = attachment.shape;
  if (shape.is_texel_buffer()) return bad_input("an attachment must be an image with an extent");
  const ImageLayout layout = ImageLayout::of(shape, surface.format_.bytes, 0);
  if (attachment.level >= layout.levels.size())
    return bad_input("an attachment has no level " + std::to_string(attachment.level));
  surface.level_ = layout.levels[attachment.level];
  if (attachment.first_layer >= surface.level_.extent[2])
    return bad_input("an attachment has no layer " + std::to_string(attachment.first_layer));
  if (attachment.contents.bytes.size() != layout.size ||
      attachment.contents.shadow.size() != layout.size)
    return bad_input("an attachment of format " + name + " must have " +
                     std::to_string(layout.size) + " bytes, but has " +
                     std::to_string(attachment.contents.size()));
  surface.first_layer_ = attachment.first_layer;
  surface.samples_ = shape.samples;
  surface.bytes_ = attachment.contents.bytes.data();
  surface.shadow_ = attachment.contents.shadow.data();
  surface.size_ = attachment.contents.size();
  if (attachment.follows_ranges) surface.ranges_ = &attachment.ranges;
  return surface;
}

EncodedComponent Surface::read(std::size_t texel, unsigned component) const {
  if (!is_packed_) {
    const TexelComponent& format = format_.components[component];
    const std::size_t first = texel + format.first_byte();
    EncodedComponent result;
    for_bytes(format.bytes(), [&](auto count) {
      std::memcpy(&result.bits, bytes_ + first, count);
      for (std::size_t i = 0; i < count; ++i)
        result.state = worse(result.state, value_state(shadow_[first + i]));
    });
    return result;
  }
  const ComponentBytes& bytes = *components_[component];
  return {bytes.extract(bytes_ + texel), bytes.state(shadow_ + texel)};
}

Color Surface::read(std::size_t texel) const {
  Color color;
  for (unsigned i = 0; i < 4; ++i) {
    if (has(i)) {
      const EncodedComponent encoded = read(texel, i);
      color[i] = decode(format_.components[i], encoded.bits, encoded.state);
    } else if (i == 3) {
      color[i] = {1, 1, Definedness::defined};
    }
  }
  return color;
}

std::array<EncodedComponent, 4> Surface::encode(const Color& color) const {
  std::array<EncodedComponent, 4> values = {};
  for (unsigned i = 0; i < 4; ++i) {
    if (!has(i)) continue;
    const TexelComponent& component = format_.components[i];
    // The most frequent case without a call.
    values[i] = component.is_normalized() ? encode_normalized(component, color[i])
                                          : spirv_oracle::encode(component, color[i]);
  }
  return values;
}

TexelRange Surface::stored_range(const Color& color,
                                 const std::array<EncodedComponent, 4>& values) const {
  TexelRange range;
  for (unsigned i = 0; i < 4; ++i) {
    const TexelComponent& component = format_.components[i];
    if (component.bits == 0) continue;
    range[i] = values[i].state == Definedness::implementation_dependent
                   ? spirv_oracle::stored_range(component, exact_range(color[i], false))
                   : exact_range(decode(component, values[i].bits, values[i].state), false);
  }
  return range;
}

void Surface::write_whole_bytes(std::size_t texel, const std::array<EncodedComponent, 4>& values,
                                const std::array<bool, 4>& mask) {
  for (unsigned i = 0; i < 4; ++i) {
    if (!mask[i] || !has(i)) continue;
    const TexelComponent& component = format_.components[i];
    const std::size_t first = texel + component.first_byte();
    for_bytes(component.bytes(), [&](auto count) {
      std::memcpy(bytes_ + first, &values[i].bits, count);
      std::memset(shadow_ + first, static_cast<int>(values[i].state), count);
    });
  }
}

void Surface::write(std::size_t texel, const std::array<EncodedComponent, 4>& values,
                    const std::array<bool, 4>& mask) {
  if (!is_packed_) return write_whole_bytes(texel, values, mask);
  // A byte is as definite as the least definite component in it. What no component uses becomes defined.
  std::array<Definedness, 32> states = {};
  for (unsigned i = 0; i < 4; ++i) {
    if (!has(i)) continue;
    const ComponentBytes& bytes = *components_[i];
    const bool is_written = mask[i];
    for (std::uint32_t b = bytes.first(); b < bytes.end(); ++b) {
      const Definedness state = is_written ? values[i].state : shadow_[texel + b];
      states[b] = worse(states[b], state);
    }
    if (is_written) bytes.insert(values[i].bits, bytes_ + texel);
  }
  std::copy_n(states.begin(), format_.bytes, shadow_ + texel);
}

TexelRange Surface::range(std::size_t texel) const {
  if (has_ranges()) return (*ranges_)[texel / format_.bytes];
  const Color color = read(texel);
  TexelRange range;
  for (unsigned i = 0; i < 4; ++i) range[i] = exact_range(color[i], format_.is_integer());
  return range;
}

void Surface::set_range(std::size_t texel, const TexelRange& range,
                        const std::array<bool, 4>& mask) {
  if (ranges_->empty()) {
    std::vector<TexelRange> all(size_ / format_.bytes);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = this->range(i * format_.bytes);
    *ranges_ = std::move(all);
  }
  TexelRange& target = (*ranges_)[texel / format_.bytes];
  for (unsigned i = 0; i < 4; ++i)
    if (mask[i]) target[i] = range[i];
}

bool Surface::needs_ranges(const std::array<EncodedComponent, 4>& values) const {
  if (!follows_ranges()) return false;
  return has_ranges() || std::ranges::any_of(values, [](const EncodedComponent& value) {
           return value.state == Definedness::implementation_dependent;
         });
}

Result<void> track_ranges(Attachment& attachment) {
  attachment.follows_ranges = true;
  const auto surface = Surface::of(attachment);
  if (!surface) return tl::unexpected(surface.error());
  std::vector<TexelRange> ranges(attachment.contents.size() / surface->format().bytes);
  for (std::size_t i = 0; i < ranges.size(); ++i)
    ranges[i] = surface->range(i * surface->format().bytes);
  attachment.ranges = std::move(ranges);
  return {};
}

}  // namespace spirv_oracle
