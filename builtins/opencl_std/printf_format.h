// The format strings of printf, by "printf Format String" of the OpenCL C specification and "Printf
// Operands" of the OpenCL SPIR-V environment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/loader/types.h"

namespace spirv_oracle::opencl_std {

// One conversion specification: % flags width .precision vn length letter.
struct PrintfConversion {
  std::string flags;                       // each once
  std::uint32_t width = 0;                 // in characters
  std::optional<std::uint32_t> precision;  // of "%.f" 0
  unsigned vector_size = 0;                // 0: a scalar
  std::string length;                      // hh, h, hl, l, z, t or none
  char letter = 0;
};

// Ordinary characters, where there is no conversion, or a conversion.
struct PrintfPart {
  std::string text;  // as in the format; %% is a single % here
  std::optional<PrintfConversion> conversion;
  std::string_view mistake = {};  // why the specification is invalid; "": it is not
};

// Takes a format apart. A specification that is invalid is one part, up to its letter. Numbers beyond
// `max_printf_field` are that and one more.
std::vector<PrintfPart> parse_printf_format(std::string_view format);
inline constexpr std::uint32_t max_printf_field = 1 << 16;

// Whether the conversion may be applied to `count` components of that type (pointers are not asked for).
bool takes_printf_argument(const PrintfConversion& conversion, ScalarType type, unsigned count);

// The conversion of one component as the C library takes it: a long long where the component has 8
// bytes, an int for fewer, a double for floats.
std::string c_format(const PrintfConversion& conversion, ScalarType type);

}  // namespace spirv_oracle::opencl_std
