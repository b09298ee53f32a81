#include "interpreter/instructions/float_sums/sum_enclosure.h"

namespace spirv_oracle {

Interval enclosure_of(const Sums& sums, std::size_t count, const ComponentFormat& format) {
  const double steps = 2 * static_cast<double>(count) +
                       4;  // twice what is needed, for the rounding errors of this computation
  const double unit = std::ldexp(1.0, 1 - format.precision);
  const double flushes = steps * std::ldexp(1.0, format.min_exponent);
  const double relative = steps * unit / (1 - steps * unit);
  const double error = (relative * sums.magnitudes + sums.radius) * (1 + 0x1p-40) + flushes;
  const bool is_bounded = steps * unit < 0.5 && std::isfinite(error) &&
                          sums.magnitudes + error < std::ldexp(1.0, format.max_exponent);
  if (!is_bounded) return Interval::everything();
  return {sums.value - error, sums.value + error, false};
}

}  // namespace spirv_oracle
