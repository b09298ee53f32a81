#include "interpreter/instructions/float_sums/agreement.h"

namespace spirv_oracle {
namespace {

Agreement agreement_of_special(const Contributions& contributions, const ComponentFormat& format) {
  double sum = 0, magnitudes = 0;
  contributions.for_each([&](double value) {
    sum += value;
    if (std::isfinite(value)) magnitudes += std::fabs(value);
  });
  if (std::isnan(sum)) return Agreement::nan_or_denormal;
  return magnitudes < std::ldexp(1.0, format.max_exponent) ? Agreement::exact : Agreement::order;
}

}  // namespace

// All partial sums are multiples of one power of two. If the sum of the magnitudes has no more bits than the result, none
// of them rounds.
Agreement agreement(const Contributions& contributions, const NumberRange& row,
                    const NumberRange& column, const ComponentFormat& format) {
  NumberRange c;
  c.add(contributions.c, format.min_exponent);
  if (!row.is_finite || !column.is_finite || !c.is_finite)
    return agreement_of_special(contributions, format);
  if (row.has_denormal || column.has_denormal || c.has_denormal) return Agreement::nan_or_denormal;
  const bool has_products = row.magnitude != 0 && column.magnitude != 0;
  const int quantum = std::min(has_products ? row.quantum + column.quantum : c.quantum, c.quantum);
  if (!has_products && contributions.c == 0) return Agreement::exact;
  const double limit =
      std::ldexp(1.0, std::min(quantum + format.precision, format.max_exponent + 1));
  double bound = static_cast<double>(contributions.count) * row.magnitude * column.magnitude +
                 std::fabs(contributions.c);
  if (!(bound < limit)) {
    bound = 0;
    contributions.for_each([&](double value) { bound += std::fabs(value); });
  }
  if (!(bound < limit)) return Agreement::order;
  return quantum >= format.min_exponent ? Agreement::exact : Agreement::nan_or_denormal;
}

}  // namespace spirv_oracle
