#include "interpreter/instructions/float_sums/component_format.h"

namespace spirv_oracle {

ComponentFormat::ComponentFormat(const EncodedFormat& format)
    : precision(format.fraction_bits + 1),
      min_exponent(format.least_exponent()),
      // Without infinities, the greatest significand of the highest exponent is a NaN.
      max_exponent(format.greatest_exponent() - (format.has_infinity() ? 0 : 1)) {}

ComponentFormat::ComponentFormat(ScalarType type)
    : ComponentFormat(type.is_encoded() ? ComponentFormat(format_of(type.encoding))
                      : type.bytes == 2 ? ComponentFormat(binary16)
                      : type.bytes == 4 ? ComponentFormat(binary32)
                                        : ComponentFormat(binary64)) {}

}  // namespace spirv_oracle
