// Float components of any format as numbers.
#pragma once

#include <bit>
#include <cstdint>

#include "interpreter/exec/state/component_bits.h"
#include "interpreter/kernels/float16.h"
#include "interpreter/kernels/float_encoding.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// A type as a word of a record.
inline std::uint32_t word_of_scalar(ScalarType type) {
  return static_cast<std::uint32_t>(type.scalar_class) |
         static_cast<std::uint32_t>(type.bytes) << 8 |
         static_cast<std::uint32_t>(type.encoding) << 16 |
         static_cast<std::uint32_t>(type.is_signed ? 1 : 0) << 24;
}
inline ScalarType scalar_of_word(std::uint32_t word) {
  ScalarType type;
  type.scalar_class = static_cast<ScalarType::Class>(word & 0xFF);
  type.bytes = static_cast<std::uint8_t>(word >> 8);
  type.encoding = static_cast<FloatEncoding>(word >> 16 & 0xFF);
  type.is_signed = word >> 24 != 0;
  return type;
}

// The value of the bits, exactly.
inline double float_of_bits(ScalarType type, std::uint64_t bits) {
  if (type.is_encoded()) return decode(format_of(type.encoding), static_cast<std::uint32_t>(bits));
  if (type.bytes == 2) return to_float(Float16{static_cast<std::uint16_t>(bits)});
  if (type.bytes == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

inline double float_component(const Subgroup& subgroup, ScalarType type, Slot slot, unsigned lane) {
  return float_of_bits(type, component_bits(subgroup, slot, type.bytes, lane));
}

// The nearest value of the type, or the even one of two.
inline std::uint64_t bits_of_float(ScalarType type, double number) {
  if (type.is_encoded())
    return encode(format_of(type.encoding), number, EncodedRounding::nearest_even);
  if (type.bytes == 2) return to_float16(number).bits;
  if (type.bytes == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  return std::bit_cast<std::uint64_t>(number);
}

inline void set_component(Subgroup& subgroup, Slot slot, unsigned bytes, unsigned lane,
                          std::uint64_t bits) {
  for_width(bytes, [&]<class T>() {
    if constexpr (!std::is_same_v<T, bool>) subgroup.values<T>(slot)[lane] = static_cast<T>(bits);
  });
}

}  // namespace spirv_oracle
