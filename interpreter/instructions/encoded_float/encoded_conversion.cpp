#include "interpreter/instructions/encoded_float/encoded_conversion.h"

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/kernels/float_encoding.h"

namespace spirv_oracle {
namespace {

// Of a record. Each instruction declares its own.
constexpr Clause any_least_mxint8{".least-mxint8", "conversion-out-of-range",
                                  Effect::undefined_result, least_mxint8_condition};
constexpr Clause any_not_representable{".not-representable", "conversion-out-of-range",
                                       Effect::implementation_defined, not_representable_condition};

// Reports the active lanes whose operand is known and for which `breaks` holds.
template <class Breaks>
void report_lanes(Subgroup& subgroup, const Record& record, const Clause& clause,
                  const Breaks& breaks) {
  BrokenClauses broken;
  const LaneMask known = subgroup.active & ~indeterminate_lanes(subgroup.header(record.operand[0]));
  known.for_each([&](unsigned lane) {
    if (breaks(lane)) broken.add(clause, lane);
  });
  broken.report(subgroup, record);
}

// extra: the encoding.
template <class Encoded>
const Record* decode_component(Subgroup& subgroup, const Record* record) {
  const EncodedFormat& format = format_of(static_cast<FloatEncoding>(record->extra));
  const Encoded* encoded = subgroup.values<Encoded>(record->operand[0]);
  float* result = subgroup.values<float>(record->result);
  combine_headers(subgroup, record->result, record->operand[0]);
  for (unsigned lane = 0; lane < subgroup.size; ++lane)
    result[lane] = static_cast<float>(decode(format, encoded[lane]));
  if (format.form == EncodedForm::fixed_point)
    report_lanes(subgroup, *record, any_least_mxint8,
                 [&](unsigned lane) { return encoded[lane] == format.sign(); });
  return record + 1;
}

// extra: the encoding, the rounding << 8, and whether it saturates << 16.
constexpr unsigned rounding_shift = 8, saturation_shift = 16;

template <class Encoded, class Float>
const Record* encode_component(Subgroup& subgroup, const Record* record) {
  const EncodedFormat& format = format_of(static_cast<FloatEncoding>(record->extra & 0xFF));
  const auto rounding = static_cast<EncodedRounding>(record->extra >> rounding_shift & 0xFF);
  const bool saturates = record->extra >> saturation_shift != 0;
  const Float* floats = subgroup.values<Float>(record->operand[0]);
  Encoded* result = subgroup.values<Encoded>(record->result);
  combine_headers(subgroup, record->result, record->operand[0]);
  for (unsigned lane = 0; lane < subgroup.size; ++lane)
    result[lane] = static_cast<Encoded>(encode(format, floats[lane], rounding, saturates));
  if (!format.converts_all_values())
    report_lanes(subgroup, *record, any_not_representable, [&](unsigned lane) {
      return !represents(format, static_cast<double>(floats[lane]));
    });
  return record + 1;
}

template <class Encoded>
Handler encoder_of(unsigned float_bytes) {
  return float_bytes == 4 ? &encode_component<Encoded, float> : &encode_component<Encoded, double>;
}

EncodedRounding encoded_rounding(spv::FPRoundingMode mode) {
  switch (mode) {
    case spv::FPRoundingMode::RTZ:
      return EncodedRounding::toward_zero;
    case spv::FPRoundingMode::RTP:
      return EncodedRounding::upward;
    case spv::FPRoundingMode::RTN:
      return EncodedRounding::downward;
    default:
      return EncodedRounding::nearest_even;
  }
}

}  // namespace

ScalarType converted_through(FloatEncoding encoding) {
  return {ScalarType::Class::floating,
          static_cast<std::uint8_t>(encoding == FloatEncoding::bfloat16 ? 4 : 8)};
}

std::vector<Slot> emit_decoded(Lowering& lowering, std::span<const Slot> encoded,
                               FloatEncoding encoding) {
  const unsigned bytes = format_of(encoding).bytes();
  const Handler handler =
      bytes == 1 ? &decode_component<std::uint8_t> : &decode_component<std::uint16_t>;
  std::vector<Slot> floats;
  for (const Slot component : encoded) {
    lowering.check_width(component, bytes);
    floats.push_back(lowering.new_plane({ScalarType::Class::floating, 4}));
    lowering.emit(handler, floats.back(), {component}, static_cast<std::uint32_t>(encoding));
  }
  return floats;
}

EncodedTarget::EncodedTarget(Lowering& lowering, FloatEncoding to) : encoding(to) {
  if (lowering.chooses(&ArithmeticChoices::toward_zero)) rounding = EncodedRounding::toward_zero;
}

EncodedTarget::EncodedTarget(Lowering& lowering, const Instruction& instruction)
    : EncodedTarget(lowering, lowering.type(instruction.type).scalar.encoding) {
  using enum spv::Decoration;
  const Module& module = lowering.module();
  if (const auto mode = module.decoration(instruction.result, FPRoundingMode))
    rounding = encoded_rounding(static_cast<spv::FPRoundingMode>(*mode));
  saturates =
      module.has_decoration(instruction.result, SaturatedToLargestFloat8NormalConversionEXT);
}

void emit_encoded(Lowering& lowering, std::span<const Slot> results, std::span<const Slot> floats,
                  unsigned float_bytes, const EncodedTarget& target) {
  const unsigned bytes = format_of(target.encoding).bytes();
  const Handler handler =
      bytes == 1 ? encoder_of<std::uint8_t>(float_bytes) : encoder_of<std::uint16_t>(float_bytes);
  const std::uint32_t extra = static_cast<std::uint32_t>(target.encoding) |
                              static_cast<std::uint32_t>(target.rounding) << rounding_shift |
                              static_cast<std::uint32_t>(target.saturates ? 1 : 0)
                                  << saturation_shift;
  for (std::size_t i = 0; i < results.size() && i < floats.size(); ++i) {
    lowering.check_width(results[i], bytes);
    lowering.check_width(floats[i], float_bytes);
    lowering.emit(handler, results[i], {floats[i]}, extra);
  }
}

}  // namespace spirv_oracle
