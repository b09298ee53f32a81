// Floats as text for people and for JSON.
#pragma once

#include <cstdint>
#include <string>

namespace spirv_oracle {

// The fewest significant digits from which the nearest value of the type is this value again. Plain digits from 1e-4
// up to 1e16, else an exponent. A whole number that has more digits than these is written in full, such as 5152 of 16
// bits for which 5.15e+03 would do, unless the exponent makes it shorter. NaNs are "nan", whatever their sign and payload.
std::string float_text(float value);
std::string float_text(double value);
std::string half_text(std::uint16_t bits);  // of a value of 16 bits

}  // namespace spirv_oracle
