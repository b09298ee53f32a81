#include "interpreter/images/texel_component.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "interpreter/images/texel_value.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {

std::uint64_t ComponentBytes::word(const std::byte* texel) const {
  std::uint64_t word = 0;
  if (end_ - first_ == 1) {  // most formats; the copy is no call
    std::memcpy(&word, texel + first_, 1);
  } else {
    std::memcpy(&word, texel + first_, end_ - first_);
  }
  return word;
}

void ComponentBytes::insert(std::uint64_t bits, std::byte* texel) const {
  const std::uint64_t changed = (word(texel) & ~(mask_ << shift_)) | (bits & mask_) << shift_;
  std::memcpy(texel + first_, &changed, end_ - first_);
}

Definedness ComponentBytes::state(const Definedness* shadow) const {
  return value_state(*std::max_element(shadow + first_, shadow + end_));
}

std::int64_t integer_value(const TexelComponent& component, std::uint64_t bits) {
  return component.encoding == TexelEncoding::sint ? sign_extended(bits, component.bits)
                                                   : static_cast<std::int64_t>(bits);
}

float float_value(const TexelComponent& component, std::uint64_t bits) {
  const auto word = static_cast<std::uint32_t>(bits);
  switch (component.encoding) {
    case TexelEncoding::unorm:
      return normalized_value(word, largest_normalized(component));
    case TexelEncoding::snorm:
      return normalized_value(static_cast<std::int32_t>(sign_extended(bits, component.bits)),
                              largest_normalized(component));
    case TexelEncoding::srgb:
      return srgb_value(static_cast<std::uint8_t>(bits));
    case TexelEncoding::ufloat:
      return small_float_value(word, component.bits - 5u);
    default:
      return component.bits == 16 ? to_float(Float16{static_cast<std::uint16_t>(bits)})
                                  : std::bit_cast<float>(word);
  }
}

std::optional<std::uint64_t> float_bits(const TexelComponent& component, float value) {
  const bool may_be_nan =
      component.encoding == TexelEncoding::sfloat || component.encoding == TexelEncoding::ufloat;
  if (std::isnan(value) && !may_be_nan) return std::nullopt;
  switch (component.encoding) {
    case TexelEncoding::unorm:
      return static_cast<std::uint64_t>(
          std::nearbyint(std::clamp(value, 0.0f, 1.0f) * double{largest_normalized(component)}));
    case TexelEncoding::snorm: {
      const double number =
          std::nearbyint(std::clamp(value, -1.0f, 1.0f) * double{largest_normalized(component)});
      const std::uint64_t mask = (std::uint64_t{1} << component.bits) - 1;
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) & mask;
    }
    case TexelEncoding::srgb:
      return static_cast<std::uint64_t>(std::nearbyint(srgb_encoded(value) * 255));
    case TexelEncoding::ufloat:
      return to_small_float(value, component.bits - 5u).bits;
    default:
      return component.bits == 16 ? to_float16(value).bits : std::bit_cast<std::uint32_t>(value);
  }
}

}  // namespace spirv_oracle
