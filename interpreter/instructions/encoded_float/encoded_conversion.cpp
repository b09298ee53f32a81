#include "interpreter/instructions/encoded_float/encoded_conversion.h"

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/kernels/float_encoding.h"

namespace spirv_oracle {
namespace {

// extra: the encoding.
const Record* decode_component(Subgroup& subgroup, const Record* record) {
  const EncodedFormat& format = format_of(static_cast<FloatEncoding>(record->extra));
  const std::uint16_t* encoded = subgroup.values<std::uint16_t>(record->operand[0]);
  float* result = subgroup.values<float>(record->result);
  combine_headers(subgroup, record->result, record->operand[0]);
  for (unsigned lane = 0; lane < subgroup.size; ++lane)
    result[lane] = static_cast<float>(decode(format, encoded[lane]));
  return record + 1;
}

// extra: the encoding, and the rounding << 8.
const Record* encode_component(Subgroup& subgroup, const Record* record) {
  const EncodedFormat& format = format_of(static_cast<FloatEncoding>(record->extra & 0xFF));
  const auto rounding = static_cast<EncodedRounding>(record->extra >> 8);
  const float* floats = subgroup.values<float>(record->operand[0]);
  std::uint16_t* result = subgroup.values<std::uint16_t>(record->result);
  combine_headers(subgroup, record->result, record->operand[0]);
  for (unsigned lane = 0; lane < subgroup.size; ++lane)
    result[lane] = static_cast<std::uint16_t>(encode(format, floats[lane], rounding));
  return record + 1;
}

}  // namespace

std::vector<Slot> emit_decoded(Lowering& lowering, std::span<const Slot> encoded,
                               FloatEncoding encoding) {
  std::vector<Slot> floats;
  for (const Slot component : encoded) {
    lowering.check_width(component, 2);
    floats.push_back(lowering.new_plane({ScalarType::Class::floating, 4}));
    lowering.emit(&decode_component, floats.back(), {component},
                  static_cast<std::uint32_t>(encoding));
  }
  return floats;
}

void emit_encoded(Lowering& lowering, std::span<const Slot> results, std::span<const Slot> floats,
                  FloatEncoding encoding) {
  const auto rounding = lowering.chooses(&ArithmeticChoices::toward_zero)
                            ? EncodedRounding::toward_zero
                            : EncodedRounding::nearest_even;
  for (std::size_t i = 0; i < results.size() && i < floats.size(); ++i) {
    lowering.check_width(results[i], 2);
    lowering.check_width(floats[i], 4);
    lowering.emit(&encode_component, results[i], {floats[i]},
                  static_cast<std::uint32_t>(encoding) | static_cast<std::uint32_t>(rounding) << 8);
  }
}

}  // namespace spirv_oracle
