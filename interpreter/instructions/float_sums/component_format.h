// The parameters of float formats that the rules about sums use.
#pragma once

#include "interpreter/kernels/number_format.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// The format of a float type.
struct ComponentFormat {
  explicit ComponentFormat(ScalarType type);
  explicit ComponentFormat(const EncodedFormat& format);
  // One of IEEE 754.
  explicit ComponentFormat(const NumberFormat& format)
      : precision(format.digits),
        min_exponent(format.least_exponent),
        max_exponent(format.greatest_exponent) {}

  int precision = 0;     // bits of the significand
  int min_exponent = 0;  // of normal numbers
  int max_exponent = 0;  // the greatest one for which all significands are numbers
};

}  // namespace spirv_oracle
