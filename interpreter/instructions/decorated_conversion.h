// Conversions with the decorations SaturatedConversion and FPRoundingMode: convert_uchar_sat,
// convert_int_rte and others of OpenCL C. The lowering examines the decorations; conversions
// without them are elsewhere.
#pragma once

#include <cfenv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "interpreter/exec/report/report.h"
#include "interpreter/instructions/common/families.h"

namespace spirv_oracle {

struct ConversionDecorations {
  bool saturated = false;
  std::optional<spv::FPRoundingMode> rounding;

  static ConversionDecorations of(Lowering& lowering, const Instruction& instruction) {
    ConversionDecorations decorations;
    const Module& module = lowering.module();
    decorations.saturated =
        module.has_decoration(instruction.result, spv::Decoration::SaturatedConversion);
    if (const auto mode = module.decoration(instruction.result, spv::Decoration::FPRoundingMode))
      decorations.rounding = static_cast<spv::FPRoundingMode>(*mode);
    return decorations;
  }
  bool any() const { return saturated || rounding; }
};

namespace internal {

// During its lifetime, the host rounds to nearest. Otherwise it may round toward zero, because of
// an execution mode (exec/lanes/copy.h).
class NearestRounding {
 public:
  NearestRounding() : before_(std::fegetround()) { std::fesetround(FE_TONEAREST); }
  ~NearestRounding() { std::fesetround(before_); }
  NearestRounding(const NearestRounding&) = delete;
  NearestRounding& operator=(const NearestRounding&) = delete;

 private:
  int before_;
};

// The nearest representable value.
template <class To, class From>
To clamp_to(From value) {
  using Limits = std::numeric_limits<To>;
  if (std::cmp_less(value, Limits::min())) return Limits::min();
  if (std::cmp_greater(value, Limits::max())) return Limits::max();
  return static_cast<To>(value);
}

// This function and round_to_float must run under NearestRounding.
inline double round_to_integer(double value, spv::FPRoundingMode mode) {
  switch (mode) {
    case spv::FPRoundingMode::RTE:
      return std::nearbyint(value);
    case spv::FPRoundingMode::RTP:
      return std::ceil(value);
    case spv::FPRoundingMode::RTN:
      return std::floor(value);
    default:
      return std::trunc(value);
  }
}

// Converts a float, as the exact number, or an integer of any width, as a long double that holds it
// exactly, to one of the two neighbors in the float type To, according to the mode.
template <class To>
To round_to_float(long double value, spv::FPRoundingMode mode) {
  constexpr To infinity = std::numeric_limits<To>::infinity();
  const To nearest = static_cast<To>(value);
  const bool below = static_cast<long double>(nearest) < value;
  const bool above = static_cast<long double>(nearest) > value;
  const bool up =
      mode == spv::FPRoundingMode::RTP || (mode == spv::FPRoundingMode::RTZ && std::signbit(value));
  const bool down = mode == spv::FPRoundingMode::RTN ||
                    (mode == spv::FPRoundingMode::RTZ && !std::signbit(value));
  if (below && up) return std::nextafter(nearest, infinity);
  if (above && down) return std::nextafter(nearest, -infinity);
  return nearest;
}

// Records: operand 0: the value; extra: an FP Rounding Mode, and `saturates`.
constexpr std::uint32_t saturates = 0x100;

inline spv::FPRoundingMode rounding_of(const Record& record) {
  return static_cast<spv::FPRoundingMode>(record.extra & ~saturates);
}

template <class To, class From>
const Record* clamp_integers(Subgroup& subgroup, const Record* record) {
  combine_headers(subgroup, record->result, record->operand[0]);
  const From* value = subgroup.values<From>(record->operand[0]);
  To* result = subgroup.values<To>(record->result);
  for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane)
    result[lane] = clamp_to<To>(value[lane]);
  return record + 1;
}

template <class To, class From>
const Record* round_to_floats(Subgroup& subgroup, const Record* record) {
  const NearestRounding nearest;
  combine_headers(subgroup, record->result, record->operand[0]);
  const From* value = subgroup.values<From>(record->operand[0]);
  To* result = subgroup.values<To>(record->result);
  for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane)
    result[lane] = round_to_float<To>(static_cast<long double>(value[lane]), rounding_of(*record));
  return record + 1;
}

// Integers that a double cannot represent exactly exceed all 16-bit floats.
template <class From>
const Record* round_to_halves(Subgroup& subgroup, const Record* record) {
  combine_headers(subgroup, record->result, record->operand[0]);
  const From* value = subgroup.values<From>(record->operand[0]);
  auto* result = subgroup.values<std::uint16_t>(record->result);
  const auto bits_of = [&](double number) -> unsigned {
    using half_float::detail::float2half;
    switch (rounding_of(*record)) {
      case spv::FPRoundingMode::RTE:
        return float2half<std::round_to_nearest>(number);
      case spv::FPRoundingMode::RTP:
        return float2half<std::round_toward_infinity>(number);
      case spv::FPRoundingMode::RTN:
        return float2half<std::round_toward_neg_infinity>(number);
      default:
        return float2half<std::round_toward_zero>(number);
    }
  };
  for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane)
    result[lane] = static_cast<std::uint16_t>(bits_of(static_cast<double>(value[lane])));
  return record + 1;
}

// "NaN is converted to 0" by saturating conversions. Clauses: those of OpConvertFToU or FToS.
template <class Clauses, class To, class From>
const Record* round_to_integers(Subgroup& subgroup, const Record* record) {
  const NearestRounding nearest;
  combine_headers(subgroup, record->result, record->operand[0]);
  const From* values = subgroup.values<From>(record->operand[0]);
  To* result = subgroup.values<To>(record->result);
  const bool saturated = (record->extra & saturates) != 0;
  const double end = std::ldexp(1.0, std::numeric_limits<To>::digits);
  const double begin = std::is_signed_v<To> ? -end : 0.0;
  const LaneMask indeterminate = indeterminate_lanes(subgroup.header(record->operand[0]));
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    double value = 0;
    if constexpr (std::is_same_v<From, Float16>) {
      value = to_float(values[lane]);
    } else {
      value = values[lane];
    }
    const double rounded = round_to_integer(value, rounding_of(*record));
    if (rounded >= begin && rounded < end) {
      result[lane] = static_cast<To>(rounded);
    } else {
      using Limits = std::numeric_limits<To>;
      result[lane] = std::isnan(rounded) ? To{0} : rounded < 0 ? Limits::min() : Limits::max();
      if (!saturated && !indeterminate.test(lane)) broken.add(Clauses::not_representable, lane);
    }
    if (!saturated && subgroup.header(record->operand[0]).undefined.test(lane))
      broken.add(Clauses::value_undefined, lane);
  });
  broken.report(subgroup, *record);
  return record + 1;
}

inline void emit_decorated(Lowering& lowering, const Instruction& instruction, Handler handler,
                           ScalarType from, const ConversionDecorations& decorations) {
  if (handler == nullptr) return fail_no_handler(lowering);
  const auto mode = decorations.rounding.value_or(spv::FPRoundingMode::RTZ);
  const std::uint32_t extra =
      static_cast<std::uint32_t>(mode) | (decorations.saturated ? saturates : 0);
  const std::vector<Slot> results = lowering.define(instruction).slots;
  for (std::size_t i = 0; i < results.size(); ++i)
    lowering.emit(handler, results[i], {lowering.slot(instruction.id(2), i, from)}, extra);
}

}  // namespace internal

// Converts integers to the nearest integer that the result can hold.
template <class FromDomain, class ToDomain>
void lower_saturated(Lowering& lowering, const Instruction& instruction) {
  const ScalarType from = internal::operand_scalar(lowering, instruction, 0);
  const ScalarType to = lowering.type(instruction.type).scalar;
  const Handler handler = internal::for_storage(ToDomain{}, to, false, [&]<class To>() -> Handler {
    return internal::for_storage(FromDomain{}, from, false, []<class From>() -> Handler {
      return &internal::clamp_integers<To, From>;
    });
  });
  internal::emit_decorated(lowering, instruction, handler, from, {true, {}});
}

// Floats to integers. Without a rounding mode, truncates the fraction.
template <class Clauses, class ToDomain>
void lower_rounded_to_integer(Lowering& lowering, const Instruction& instruction,
                              const ConversionDecorations& decorations) {
  using Float = TypeList<Float16, float, double>;
  const ScalarType from = internal::operand_scalar(lowering, instruction, 0);
  const ScalarType to = lowering.type(instruction.type).scalar;
  const Handler handler = internal::for_storage(ToDomain{}, to, false, [&]<class To>() -> Handler {
    return internal::for_storage(Float{}, from, false, []<class From>() -> Handler {
      return &internal::round_to_integers<Clauses, To, From>;
    });
  });
  internal::emit_decorated(lowering, instruction, handler, from, decorations);
}

// Integers to floats, and doubles to 32-bit floats.
template <class FromDomain>
void lower_rounded_to_float(Lowering& lowering, const Instruction& instruction,
                            const ConversionDecorations& decorations) {
  using Wide = TypeList<float, double>;
  const ScalarType from = internal::operand_scalar(lowering, instruction, 0);
  const ScalarType to = lowering.type(instruction.type).scalar;
  const bool is_half = to.scalar_class == ScalarType::Class::floating && to.bytes == 2;
  const Handler to_half = internal::for_storage(
      FromDomain{}, from, false,
      []<class From>() -> Handler { return &internal::round_to_halves<From>; });
  const Handler to_wide = internal::for_storage(Wide{}, to, false, [&]<class To>() -> Handler {
    return internal::for_storage(FromDomain{}, from, false, []<class From>() -> Handler {
      return &internal::round_to_floats<To, From>;
    });
  });
  const Handler handler = is_half ? to_half : to_wide;
  internal::emit_decorated(lowering, instruction, handler, from, decorations);
}

}  // namespace spirv_oracle
