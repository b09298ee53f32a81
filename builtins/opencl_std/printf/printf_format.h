// The format strings of printf, by "printf Format String" of the OpenCL C specification and "Printf
// Operands" of the OpenCL SPIR-V environment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/loader/types/types.h"

namespace spirv_oracle::opencl_std {

// One conversion specification: % flags width .precision vn length letter.
struct PrintfConversion {
  std::string flags;                       // without duplicates
  std::uint32_t width = 0;                 // in characters
  std::optional<std::uint32_t> precision;  // "%.f" has 0
  unsigned vector_size = 0;                // 0: a scalar
  std::string length;                      // hh, h, hl, l, z, t or none
  char letter = 0;
};

// Ordinary characters, or a conversion.
struct PrintfPart {
  std::string text;  // as in the format, but %% is a single %
  std::optional<PrintfConversion> conversion;
  std::string_view mistake = {};  // why the specification is invalid; "" if it is valid
};

// Splits a format. An invalid specification is one part, up to its letter. Numbers beyond
// `max_printf_field` become one more than that.
std::vector<PrintfPart> parse_printf_format(std::string_view format);
inline constexpr std::uint32_t max_printf_field = 1 << 16;

// Whether the conversion accepts `count` components of that type (not for pointers).
bool takes_printf_argument(const PrintfConversion& conversion, ScalarType type, unsigned count);

// Whether the conversion is of a single integer.
bool is_integer_conversion(const PrintfConversion& conversion);

// The conversion of one component in the form of the C library: a long long for components of 8
// bytes, an int for smaller ones, a double for floats.
std::string c_format(const PrintfConversion& conversion, ScalarType type);

}  // namespace spirv_oracle::opencl_std
