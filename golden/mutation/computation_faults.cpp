// Faults in computations of single invocations: conversions, arithmetic, functions and atomics.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "builtins/register_all.h"
#include "data/scalar.h"
#include "golden/mutation/fault.h"
#include "grammar/glsl_std_450.h"
#include "interpreter/kernels/float_encoding.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle::golden {
namespace {

using enum spv::Op;
namespace glsl = grammar::glsl_std_450;

constexpr std::string_view glsl_prefix = "GLSL.std.450 ";

template <std::size_t N>
bool is_one_of(std::string_view name, const std::string_view (&names)[N]) {
  return std::ranges::find(names, name) != std::end(names);
}

bool is_computation(std::string_view name) {
  return name.starts_with(glsl_prefix) || computes_alone(name);
}

bool rounds_to_float(std::string_view name) {
  return is_one_of(name, {"OpConvertSToF", "OpConvertUToF", "OpFConvert"});
}
bool converts_floats(std::string_view name) { return name == "OpFConvert"; }
bool converts_to_integer(std::string_view name) {
  return is_one_of(name, {"OpConvertFToS", "OpConvertFToU"});
}
bool extracts_bits(std::string_view name) { return name == "OpBitcastExtractEXT"; }
bool is_quantization(std::string_view name) { return name == "OpQuantizeToF16"; }
bool is_precise(std::string_view name) {
  return is_one_of(name, {"OpFAdd", "OpFSub", "OpFMul", "OpFDiv", "OpConvertSToF", "OpConvertUToF",
                          "GLSL.std.450 Sqrt", "GLSL.std.450 InverseSqrt", "GLSL.std.450 Exp",
                          "GLSL.std.450 Exp2", "GLSL.std.450 Fma", "GLSL.std.450 FMix",
                          "GLSL.std.450 Length", "GLSL.std.450 Normalize"});
}

// --- numbers ---

void slightly_wrong(ExchangeView& view) {
  constexpr double excess = 1.02;
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const ScalarType type = view.result_type(c);
    const std::uint64_t bits = view.result(c, lane);
    if (!is_float_type(type)) return view.set_result(c, lane, bits ^ 1);
    const double value = float_value(float_kind(type), bits);
    if (std::isfinite(value))
      view.set_result(c, lane, float_bits(float_kind(type), value * excess));
  });
}

// The precision that RelaxedPrecision permits.
void short_fractions(ExchangeView& view) {
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const ScalarType type = view.result_type(c);
    if (!is_float_type(type) || type.bytes < 4) return;
    constexpr unsigned kept = 10;
    const unsigned lost = (type.bytes == 4 ? 23 : 52) - kept;
    const std::uint64_t bits = view.result(c, lane);
    if (!is_nan_bits_of(type, bits)) view.set_result(c, lane, bits >> lost << lost);
  });
}

// One float nearer to zero if the result is greater than the operand. Doubles represent the relevant operands exactly.
void rounded_toward_zero(ExchangeView& view) {
  const bool is_signed = view.name() == "OpConvertSToF";
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const ScalarType type = view.result_type(c);
    const std::uint64_t bits = view.result(c, lane);
    const double exact = number_of(view.operand_type(0), view.operand(0, c, lane), is_signed);
    if (std::fabs(number_of(type, bits, true)) > std::fabs(exact))
      view.set_result(c, lane, bits - 1);
  });
}

void rounded_to_nearest(ExchangeView& view) {
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const double value = number_of(view.operand_type(0), view.operand(0, c, lane), true);
    if (std::fabs(value) < 0x1p62) {
      const auto nearest =
          static_cast<std::uint64_t>(static_cast<std::int64_t>(std::nearbyint(value)));
      view.set_result(c, lane, nearest & all_bits_of(view.result_type(c)));
    }
  });
}

void next_integer(ExchangeView& view) {
  view.for_each_result([&](std::size_t c, unsigned lane) {
    view.set_result(c, lane, (view.result(c, lane) + 1) & all_bits_of(view.result_type(c)));
  });
}

// --- 8-bit floats ---

bool is_float8(ScalarType type) {
  return type.encoding == FloatEncoding::float8_e4m3 || type.encoding == FloatEncoding::float8_e5m2;
}

void saturation_forgotten(ExchangeView& view) {
  const bool is_signed = view.name() == "OpConvertSToF";
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const ScalarType type = view.result_type(c);
    if (!is_float8(type)) return;
    const EncodedFormat& format = format_of(type.encoding);
    const double number = number_of(view.operand_type(0), view.operand(0, c, lane), is_signed);
    view.set_result(c, lane, encode(format, number, EncodedRounding::nearest_even));
  });
}

// Confuses the formats with 4 and with 5 bits of exponent.
void other_float8(ExchangeView& view) {
  const bool is_signed = view.name() == "OpConvertSToF";
  const auto other = [](ScalarType type) -> const EncodedFormat& {
    return type.encoding == FloatEncoding::float8_e4m3 ? float8_e5m2_format : float8_e4m3_format;
  };
  const ScalarType from = view.operand_type(0);
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const ScalarType type = view.result_type(c);
    const std::uint64_t bits = view.operand(0, c, lane);
    const double number = is_float8(from) ? decode(other(from), static_cast<std::uint32_t>(bits))
                                          : number_of(from, bits, is_signed);
    if (is_float8(type)) {
      view.set_result(c, lane, encode(other(type), number, EncodedRounding::nearest_even));
    } else if (is_float8(from) && is_float_type(type)) {
      view.set_result(c, lane, float_bits(float_kind(type), number));
    }
  });
}

// --- types of SPV_EXT_ocp_microscaling_types ---

const EncodedFormat& confused_format(FloatEncoding encoding) {
  switch (encoding) {
    case FloatEncoding::float6_e2m3:
      return float6_e3m2_format;
    case FloatEncoding::float6_e3m2:
      return float6_e2m3_format;
    case FloatEncoding::float8_e8m0:
      return float8_e4m3_format;
    default:
      return float8_e5m2_format;
  }
}

void other_microscaling_format(ExchangeView& view) {
  const ScalarType from = view.operand_type(0);
  if (!is_microscaling(from.encoding)) return;
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const ScalarType type = view.result_type(c);
    if (!is_float_type(type)) return;
    const double number = decode(confused_format(from.encoding),
                                 static_cast<std::uint32_t>(view.operand(0, c, lane)));
    view.set_result(c, lane, float_bits(float_kind(type), number));
  });
}

void extracted_from_highest_bit(ExchangeView& view) {
  const unsigned width = view.operand_type(0).bits(), kept = view.result_type(0).bits();
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const std::uint64_t offset = view.operand(1, 0, lane);
    if (offset > width - kept) return;
    const std::uint64_t field = view.operand(0, c, lane) >> (width - kept - offset);
    view.set_result(c, lane, field & ~std::uint64_t{0} >> (64 - kept));
  });
}

void not_quantized(ExchangeView& view) {
  view.for_each_result(
      [&](std::size_t c, unsigned lane) { view.set_result(c, lane, view.operand(0, c, lane)); });
}

// --- another instruction instead ---

using Pair = std::pair<spv::Op, spv::Op>;

// In both directions.
template <std::size_t N>
std::optional<spv::Op> partner(const Pair (&pairs)[N], spv::Op opcode) {
  for (const auto& [a, b] : pairs) {
    if (opcode == a) return b;
    if (opcode == b) return a;
  }
  return std::nullopt;
}
template <std::size_t N>
bool has_partner(const Pair (&pairs)[N], std::string_view name) {
  return std::ranges::any_of(pairs, [name](const Pair& pair) {
    return default_registry().find(pair.first)->name == name ||
           default_registry().find(pair.second)->name == name;
  });
}

constexpr Pair axes[] = {{OpDPdx, OpDPdy}, {OpDPdxFine, OpDPdyFine}, {OpDPdxCoarse, OpDPdyCoarse}};
constexpr Pair signs[] = {{OpConvertSToF, OpConvertUToF},
                          {OpSConvert, OpUConvert},
                          {OpSDiv, OpUDiv},
                          {OpShiftRightLogical, OpShiftRightArithmetic},
                          {OpSMulExtended, OpUMulExtended},
                          {OpBitFieldSExtract, OpBitFieldUExtract},
                          {OpUGreaterThan, OpSGreaterThan},
                          {OpUGreaterThanEqual, OpSGreaterThanEqual},
                          {OpULessThan, OpSLessThan},
                          {OpULessThanEqual, OpSLessThanEqual},
                          {OpAtomicSMin, OpAtomicUMin},
                          {OpAtomicSMax, OpAtomicUMax}};
constexpr Pair bounds[] = {
    {OpUGreaterThan, OpUGreaterThanEqual},     {OpSGreaterThan, OpSGreaterThanEqual},
    {OpULessThan, OpULessThanEqual},           {OpSLessThan, OpSLessThanEqual},
    {OpFOrdLessThan, OpFOrdLessThanEqual},     {OpFOrdGreaterThan, OpFOrdGreaterThanEqual},
    {OpFUnordLessThan, OpFUnordLessThanEqual}, {OpFUnordGreaterThan, OpFUnordGreaterThanEqual}};
constexpr Pair orders[] = {{OpFOrdEqual, OpFUnordEqual},
                           {OpFOrdNotEqual, OpFUnordNotEqual},
                           {OpFOrdLessThan, OpFUnordLessThan},
                           {OpFOrdGreaterThan, OpFUnordGreaterThan},
                           {OpFOrdLessThanEqual, OpFUnordLessThanEqual},
                           {OpFOrdGreaterThanEqual, OpFUnordGreaterThanEqual}};
constexpr Pair opposite_operations[] = {{OpAny, OpAll},
                                        {OpIsNan, OpIsInf},
                                        {OpFRem, OpFMod},
                                        {OpBitwiseAnd, OpBitwiseOr},
                                        {OpLogicalAnd, OpLogicalOr},
                                        {OpIAddCarry, OpISubBorrow},
                                        {OpAtomicIAdd, OpAtomicISub},
                                        {OpAtomicIIncrement, OpAtomicIDecrement},
                                        {OpAtomicAnd, OpAtomicOr},
                                        {OpAtomicSMin, OpAtomicSMax},
                                        {OpAtomicUMin, OpAtomicUMax},
                                        {OpAtomicFMinEXT, OpAtomicFMaxEXT}};

template <const auto& Pairs>
std::optional<spv::Op> swapped(spv::Op opcode) {
  return partner(Pairs, opcode);
}
template <const auto& Pairs>
bool is_swapped(std::string_view name) {
  return has_partner(Pairs, name);
}

struct Function {
  std::string_view name;
  std::uint32_t number, other;
};
constexpr Function functions[] = {
    {"Floor", glsl::Floor::number, glsl::Trunc::number},
    {"Trunc", glsl::Trunc::number, glsl::Floor::number},
    {"Ceil", glsl::Ceil::number, glsl::Floor::number},
    {"RoundEven", glsl::RoundEven::number, glsl::Trunc::number},
    {"FMin", glsl::FMin::number, glsl::FMax::number},
    {"FMax", glsl::FMax::number, glsl::FMin::number},
    {"NMin", glsl::NMin::number, glsl::NMax::number},
    {"NMax", glsl::NMax::number, glsl::NMin::number},
    {"UMin", glsl::UMin::number, glsl::UMax::number},
    {"UMax", glsl::UMax::number, glsl::UMin::number},
    {"SMin", glsl::SMin::number, glsl::UMin::number},
    {"SMax", glsl::SMax::number, glsl::UMax::number},
    {"Sin", glsl::Sin::number, glsl::Cos::number},
    {"Cos", glsl::Cos::number, glsl::Sin::number},
    {"Exp", glsl::Exp::number, glsl::Exp2::number},
    {"Log", glsl::Log::number, glsl::Log2::number},
    {"Asin", glsl::Asin::number, glsl::Acos::number},
    {"FindILsb", glsl::FindILsb::number, glsl::FindUMsb::number},
    {"PackSnorm4x8", glsl::PackSnorm4x8::number, glsl::PackUnorm4x8::number},
    {"UnpackSnorm4x8", glsl::UnpackSnorm4x8::number, glsl::UnpackUnorm4x8::number},
    {"PackSnorm2x16", glsl::PackSnorm2x16::number, glsl::PackUnorm2x16::number},
    {"UnpackSnorm2x16", glsl::UnpackSnorm2x16::number, glsl::UnpackUnorm2x16::number}};

bool has_other_function(std::string_view name) {
  if (!name.starts_with(glsl_prefix)) return false;
  return std::ranges::find(functions, name.substr(glsl_prefix.size()), &Function::name) !=
         std::end(functions);
}
std::uint32_t other_function(std::uint32_t number) {
  return std::ranges::find(functions, number, &Function::number)->other;
}

// --- atomics ---

bool is_atomic(std::string_view name) {
  return name.starts_with("OpAtomic") || name == "OpCooperativeVectorReduceSumAccumulateNV";
}
bool changes_memory(std::string_view name) {
  return name.starts_with("OpAtomic") &&
         !is_one_of(name, {"OpAtomicLoad", "OpAtomicStore", "OpAtomicFlagTestAndSet",
                           "OpAtomicFlagClear", "OpAtomicCompareExchange"});
}

std::uint64_t new_value(spv::Op opcode, ScalarType type, std::uint64_t old, std::uint64_t operand) {
  const auto as_signed = [type](std::uint64_t bits) { return bits ^ sign_of(type); };
  const auto number = [type](std::uint64_t bits) { return float_value(float_kind(type), bits); };
  switch (opcode) {
    case OpAtomicIIncrement:
      return old + 1;
    case OpAtomicIDecrement:
      return old - 1;
    case OpAtomicIAdd:
      return old + operand;
    case OpAtomicISub:
      return old - operand;
    case OpAtomicAnd:
      return old & operand;
    case OpAtomicOr:
      return old | operand;
    case OpAtomicXor:
      return old ^ operand;
    case OpAtomicUMin:
      return std::min(old, operand);
    case OpAtomicUMax:
      return std::max(old, operand);
    case OpAtomicSMin:
      return as_signed(old) < as_signed(operand) ? old : operand;
    case OpAtomicSMax:
      return as_signed(old) > as_signed(operand) ? old : operand;
    case OpAtomicFAddEXT:
      return float_bits(float_kind(type), number(old) + number(operand));
    case OpAtomicFMinEXT:
      return number(old) < number(operand) ? old : operand;
    case OpAtomicFMaxEXT:
      return number(old) > number(operand) ? old : operand;
    default:
      return operand;  // the value of an exchange
  }
}

void new_value_returned(ExchangeView& view) {
  constexpr std::size_t value = 3;  // after pointer, scope and semantics
  const auto opcode = static_cast<spv::Op>(view.instruction().opcode);
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const ScalarType type = view.result_type(c);
    const std::uint64_t changed =
        new_value(opcode, type, view.result(c, lane), view.operand(value, c, lane));
    view.set_result(c, lane, changed & all_bits_of(type));
  });
}

bool gives_texel(std::string_view name) {
  return is_one_of(name, {"OpImageRead", "OpImageFetch", "OpImageSampleExplicitLod"});
}
// Of normalized components with 8 bits.
void next_texel_value(ExchangeView& view) {
  constexpr double step = 1.0 / 255;
  view.for_each_result([&](std::size_t c, unsigned lane) {
    const ScalarType type = view.result_type(c);
    const std::uint64_t bits = view.result(c, lane);
    if (!is_float_type(type)) return view.set_result(c, lane, (bits + 1) & all_bits_of(type));
    const ScalarKind kind = float_kind(type);
    view.set_result(c, lane, float_bits(kind, float_value(kind, bits) + step));
  });
}

// Tickets.
bool counts(std::string_view name) {
  return is_one_of(name, {"OpAtomicIAdd", "OpAtomicIIncrement"});
}
void original_value_repeated(ExchangeView& view) {
  const unsigned lowest = view.active().lowest();
  LaneMask others = view.active();
  others.reset(lowest);
  if (others.any()) view.set_result(0, others.lowest(), view.result(0, lowest));
}

LaneMask lowest_alone(const Subgroup& subgroup) {
  LaneMask mask;
  if (subgroup.active.any()) mask.set(subgroup.active.lowest());
  return mask;
}

constexpr Fault computation_fault_table[] = {
    {.name = "result-slightly-wrong",
     .description = "Floats are 2 % too large; other results are wrong in their lowest bit",
     .concerns = is_computation,
     .change = slightly_wrong},
    {.name = "fractions-of-10-bits",
     .description = "Results of 32 and 64 bits are as precise as 16-bit floats",
     .concerns = is_precise,
     .change = short_fractions},
    {.name = "conversion-rounds-toward-zero",
     .description = "Numbers that a float cannot represent are rounded toward zero",
     .concerns = rounds_to_float,
     .change = rounded_toward_zero},
    {.name = "conversion-rounds-to-nearest",
     .description = "Floats are converted to the nearest integer, not toward zero",
     .concerns = converts_to_integer,
     .change = rounded_to_nearest},
    {.name = "conversion-off-by-one",
     .description = "The integer after the right one results",
     .concerns = converts_to_integer,
     .change = next_integer},
    {.name = "float8-saturation-forgotten",
     .description = "A conversion to an 8-bit float overflows, although it should saturate",
     .concerns = rounds_to_float,
     .change = saturation_forgotten},
    {.name = "float8-other-format",
     .description = "The formats of 8-bit floats are exchanged",
     .concerns = rounds_to_float,
     .change = other_float8},
    {.name = "microscaling-other-format",
     .description = "Types of SPV_EXT_ocp_microscaling_types are read as those of other formats",
     .concerns = converts_floats,
     .change = other_microscaling_format},
    {.name = "bits-numbered-from-highest",
     .description = "BitcastExtract numbers bits from the highest one",
     .concerns = extracts_bits,
     .change = extracted_from_highest_bit},
    {.name = "quantization-ignored",
     .description = "QuantizeToF16 gives its operand",
     .concerns = is_quantization,
     .change = not_quantized},
    {.name = "derivative-of-other-axis",
     .description = "Derivatives by x are those by y, and the reverse: of the wrong neighbor",
     .concerns = is_swapped<axes>,
     .least_size = 4,
     .opcode = swapped<axes>},
    {.name = "sign-mistaken",
     .description = "Signed integers are treated as unsigned, and the reverse",
     .concerns = is_swapped<signs>,
     .opcode = swapped<signs>},
    {.name = "equality-lost",
     .description = "Less becomes less or equal, and the reverse",
     .concerns = is_swapped<bounds>,
     .opcode = swapped<bounds>},
    {.name = "ordered-and-unordered-swapped",
     .description = "Comparisons give the other answer where an operand is NaN",
     .concerns = is_swapped<orders>,
     .opcode = swapped<orders>},
    {.name = "operation-mistaken",
     .description = "A related instruction is executed: And for Or, a difference for a sum",
     .concerns = is_swapped<opposite_operations>,
     .opcode = swapped<opposite_operations>},
    {.name = "function-mistaken",
     .description = "A related function is computed: Trunc for Floor, Cos for Sin",
     .concerns = has_other_function,
     .function = other_function},
    {.name = "new-value-returned",
     .description = "Atomics return the new value, not the original one",
     .concerns = changes_memory,
     .change = new_value_returned},
    {.name = "texel-off-by-one",
     .description = "The value after that of a texel is read",
     .concerns = gives_texel,
     .change = next_texel_value},
    {.name = "original-value-repeated",
     .description = "The two lowest lanes get the same original value, such as a ticket",
     .concerns = counts,
     .least_size = 2,
     .change = original_value_repeated},
    {.name = "one-of-many-atomics",
     .description = "Of the lanes that execute an atomic together, only the lowest one executes it",
     .concerns = is_atomic,
     .least_size = 2,
     .tangle = lowest_alone},
};

}  // namespace

bool computes_alone(std::string_view name) {
  static const std::set<std::string_view> names = [] {
    std::set<std::string_view> all;
    for (const auto& [number, definition] : default_registry().core()) {
      const std::string_view of = definition.instruction_class;
      if (of == "Conversion" || of == "Arithmetic" || of == "Bit" || of == "Relational_and_Logical")
        all.insert(definition.name);
    }
    return all;
  }();
  return names.contains(name);
}

std::span<const Fault> computation_faults() { return computation_fault_table; }

}  // namespace spirv_oracle::golden
