// The components of a texel in memory: their bits, and the values that these represent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "interpreter/images/texel_format.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// The bytes of a texel that contain a component. There are at most 8: components of 64 bits begin at whole words.
class ComponentBytes {
 public:
  // The format must have the component.
  explicit ComponentBytes(const TexelComponent& component)
      : first_(component.first_bit / 8u),
        end_((component.first_bit + component.bits + 7u) / 8),
        shift_(component.first_bit % 8u),
        mask_(~std::uint64_t{0} >> (64 - component.bits)) {}

  // The bytes from first() to before end().
  std::uint32_t first() const { return first_; }
  std::uint32_t end() const { return end_; }
  // Reads or writes the bits of the component.
  std::uint64_t extract(const std::byte* texel) const { return word(texel) >> shift_ & mask_; }
  void insert(std::uint64_t bits, std::byte* texel) const;
  // The worst state of these bytes, as a value has it. `shadow`: of the texel.
  Definedness state(const Definedness* shadow) const;

 private:
  std::uint64_t word(const std::byte* texel) const;

  std::uint32_t first_, end_;
  unsigned shift_;
  std::uint64_t mask_;
};

// The value of an integer component.
std::int64_t integer_value(const TexelComponent& component, std::uint64_t bits);

// The value of a normalized or float component.
float float_value(const TexelComponent& component, std::uint64_t bits);

// The inverse, rounded to the nearest. Numbers beyond the range of a normalized or small float component become the nearest
// one in it. None for a NaN that the format cannot represent.
std::optional<std::uint64_t> float_bits(const TexelComponent& component, float value);

}  // namespace spirv_oracle
