// Floats whose arithmetic rounds only far beyond what the code under test computes.
#pragma once

#include <mpfr.h>

#include "interpreter/kernels/number_format.h"

namespace spirv_oracle::test {

template <mpfr_prec_t digits>
struct BigFloat {
  mpfr_t value;
  BigFloat() { mpfr_init2(value, digits); }
  explicit BigFloat(Real x) : BigFloat() { mpfr_set_ld(value, x, MPFR_RNDN); }
  BigFloat(const BigFloat&) = delete;
  BigFloat& operator=(const BigFloat&) = delete;
  ~BigFloat() { mpfr_clear(value); }
};

}  // namespace spirv_oracle::test
