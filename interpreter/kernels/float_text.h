// Formats floats for text and JSON.
#pragma once

#include <cstdint>
#include <string>

#include "interpreter/kernels/float_encoding.h"

namespace spirv_oracle {

// The fewest significant digits that read back as the same value. Plain digits from 1e-4 to 1e16,
// otherwise an exponent. A whole number with more digits is written in full, such as 5152 for a
// 16-bit value although 5.15e+03 would suffice, unless the exponent makes it shorter. NaNs are
// "nan", whatever their sign and payload.
std::string float_text(float value);
std::string float_text(double value);
std::string encoded_text(const EncodedFormat& format, std::uint32_t bits);

}  // namespace spirv_oracle
