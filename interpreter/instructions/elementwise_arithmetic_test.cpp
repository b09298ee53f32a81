// The arithmetic instructions that work component by component, compared with exact arithmetic: 128-bit integers, and
// numbers of thousands of digits that are rounded once. Excludes operands without a defined result (division by zero, broken
// promises of no wrap).

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/instructions/elementwise_for_test.h"

namespace spirv_oracle::test {
namespace {

// --- integers ---

enum class Types { any, unsigned_only };

// `exact`: the mathematical result of the operands' values, read as the instruction reads them.
struct IntegerInstruction {
  const char* name;
  unsigned arity;
  bool is_signed;
  Types types;
  std::function<std::optional<Wide>(const std::vector<Wide>&, unsigned width)> exact;
};

bool quotient_overflows(const std::vector<Wide>& x, unsigned width) {
  return x[0] == -(Wide{1} << (width - 1)) && x[1] == -1;
}

// The remainder with the sign of Operand 1, by subtraction of the greatest multiple below.
Wide remainder_like_dividend(Wide dividend, Wide divisor) {
  const Wide magnitude = dividend < 0 ? -dividend : dividend;
  const Wide step = divisor < 0 ? -divisor : divisor;
  const Wide rest = magnitude - magnitude / step * step;
  return dividend < 0 ? -rest : rest;
}

const std::vector<IntegerInstruction>& integer_instructions() {
  using Values = std::vector<Wide>;
  using Result = std::optional<Wide>;
  static const std::vector<IntegerInstruction> all{
      {"OpSNegate", 1, true, Types::any, [](const Values& x, unsigned) -> Result { return -x[0]; }},
      {"OpIAdd", 2, false, Types::any,
       [](const Values& x, unsigned) -> Result { return x[0] + x[1]; }},
      {"OpISub", 2, false, Types::any,
       [](const Values& x, unsigned) -> Result { return x[0] - x[1]; }},
      {"OpIMul", 2, true, Types::any,
       [](const Values& x, unsigned) -> Result { return x[0] * x[1]; }},
      {"OpUDiv", 2, false, Types::unsigned_only,
       [](const Values& x, unsigned) -> Result {
         if (x[1] == 0) return std::nullopt;
         return x[0] / x[1];
       }},
      {"OpSDiv", 2, true, Types::any,
       [](const Values& x, unsigned width) -> Result {
         if (x[1] == 0 || quotient_overflows(x, width)) return std::nullopt;
         return (x[0] - remainder_like_dividend(x[0], x[1])) / x[1];
       }},
      {"OpUMod", 2, false, Types::unsigned_only,
       [](const Values& x, unsigned) -> Result {
         if (x[1] == 0) return std::nullopt;
         return remainder_like_dividend(x[0], x[1]);
       }},
      {"OpSRem", 2, true, Types::any,
       [](const Values& x, unsigned width) -> Result {
         if (x[1] == 0 || quotient_overflows(x, width)) return std::nullopt;
         return remainder_like_dividend(x[0], x[1]);
       }},
      {"OpSMod", 2, true, Types::any, [](const Values& x, unsigned width) -> Result {
         if (x[1] == 0 || quotient_overflows(x, width)) return std::nullopt;
         const Wide rest = remainder_like_dividend(x[0], x[1]);
         return rest == 0 || (rest < 0) == (x[1] < 0) ? rest : rest + x[1];
       }}};
  return all;
}

Model model_of(const IntegerInstruction& instruction, unsigned width) {
  return [&instruction, width](const Row& operands) -> std::optional<Row> {
    std::vector<Wide> values;
    for (const Bits bits : operands) {
      values.push_back(instruction.is_signed ? as_signed(bits, width) : Wide{bits});
    }
    const auto exact = instruction.exact(values, width);
    if (!exact) return std::nullopt;
    return Row{low_bits(*exact, width)};
  };
}

// The type of the same width and the other signedness.
std::string other_signedness(const std::string& type) {
  return (type[0] == 'u' ? "i" : "u") + type.substr(1);
}

TEST(ElementwiseArithmetic, IntegersAgreeWithExactArithmetic) {
  for (const IntegerInstruction& instruction : integer_instructions()) {
    for (const std::string& type : integer_types()) {
      if (instruction.types == Types::unsigned_only && type[0] != 'u') continue;
      check_all_sizes({instruction.name, type, std::vector<std::string>(instruction.arity, type)},
                      model_of(instruction, width_of(type)));
    }
  }
}

// The instruction, not the type, determines how an operand is read.
TEST(ElementwiseArithmetic, SignednessIsThatOfTheInstruction) {
  for (const IntegerInstruction& instruction : integer_instructions()) {
    if (instruction.types == Types::unsigned_only || instruction.arity < 2) continue;
    for (const std::string& type : integer_types()) {
      check_elementwise({instruction.name, type, {other_signedness(type), type}},
                        model_of(instruction, width_of(type)));
    }
  }
}

// --- two results ---

struct ExtendedInstruction {
  const char* name;
  bool is_signed;
  std::function<std::pair<Wide, Wide>(Wide, Wide, unsigned width)> exact;
};

TEST(ElementwiseArithmetic, ExtendedResultsHaveBothHalves) {
  __extension__ using UnsignedWide = unsigned __int128;
  const std::vector<ExtendedInstruction> all{
      {"OpIAddCarry", false,
       [](Wide a, Wide b, unsigned width) { return std::pair(a + b, (a + b) >> width); }},
      {"OpISubBorrow", false,
       [](Wide a, Wide b, unsigned) { return std::pair(a - b, Wide{a < b ? 1 : 0}); }},
      {"OpUMulExtended", false,
       [](Wide a, Wide b, unsigned width) {
         const UnsignedWide product = static_cast<UnsignedWide>(a) * static_cast<UnsignedWide>(b);
         return std::pair(static_cast<Wide>(product), static_cast<Wide>(product >> width));
       }},
      {"OpSMulExtended", true,
       [](Wide a, Wide b, unsigned width) { return std::pair(a * b, (a * b) >> width); }}};
  for (const ExtendedInstruction& instruction : all) {
    for (const std::string& type : integer_types()) {
      if (!instruction.is_signed && type[0] != 'u') continue;
      const unsigned width = width_of(type);
      const Model model = [&](const Row& x) -> std::optional<Row> {
        const auto value = [&](Bits bits) {
          return instruction.is_signed ? as_signed(bits, width) : Wide{bits};
        };
        const auto [low, high] = instruction.exact(value(x[0]), value(x[1]), width);
        return Row{low_bits(low, width), low_bits(high, width)};
      };
      check_all_sizes(
          {.instruction = instruction.name, .result = type, .operands = {type, type}, .members = 2},
          model);
    }
  }
}

// --- floats ---

using Operation = std::function<void(mpfr_ptr, mpfr_srcptr, mpfr_srcptr)>;

Model rounded_once(const Operation& operation, const FloatFormat& format, Rounding rounding) {
  return [=](const Row& operands) -> std::optional<Row> {
    const Number a = Number::of_float(operands[0], format);
    const Number b = Number::of_float(operands[1], format);
    Number result;
    operation(result.get(), a.get(), b.get());
    return Row{result.to_float(format, rounding)};
  };
}

const std::vector<std::pair<const char*, Operation>>& float_instructions() {
  static const std::vector<std::pair<const char*, Operation>> all{
      {"OpFAdd", [](auto r, auto a, auto b) { mpfr_add(r, a, b, MPFR_RNDN); }},
      {"OpFSub", [](auto r, auto a, auto b) { mpfr_sub(r, a, b, MPFR_RNDN); }},
      {"OpFMul", [](auto r, auto a, auto b) { mpfr_mul(r, a, b, MPFR_RNDN); }},
      {"OpFDiv", [](auto r, auto a, auto b) { mpfr_div(r, a, b, MPFR_RNDN); }}};
  return all;
}

TEST(ElementwiseArithmetic, FloatsAreRoundedOnce) {
  for (const auto& [name, operation] : float_instructions()) {
    for (const std::string& type : float_types()) {
      check_all_sizes({name, type, {type, type}},
                      rounded_once(operation, format_of(type), Rounding::to_nearest_even));
    }
  }
}

TEST(ElementwiseArithmetic, RoundingModeRtzRoundsFloatsTowardZero) {
  for (const auto& [name, operation] : float_instructions()) {
    for (const std::string& type : float_types()) {
      Elementwise test{name, type, {type, type}};
      test.modes = "OpExecutionMode %main RoundingModeRTZ " + std::to_string(width_of(type));
      check_elementwise(test, rounded_once(operation, format_of(type), Rounding::toward_zero));
    }
  }
}

// A mode applies to one width.
TEST(ElementwiseArithmetic, OtherWidthsAreNotRoundedTowardZero) {
  for (const std::string& type : float_types()) {
    Elementwise test{"OpFAdd", type, {type, type}};
    for (const std::string& other : float_types()) {
      if (other != type)
        test.modes +=
            "OpExecutionMode %main RoundingModeRTZ " + std::to_string(width_of(other)) + "\n";
    }
    check_elementwise(test, rounded_once(float_instructions()[0].second, format_of(type),
                                         Rounding::to_nearest_even));
  }
}

// DenormFlushToZero replaces denormal operands and results by zeros. Excludes results that are denormal before they round to
// the least normal number.
TEST(ElementwiseArithmetic, DenormFlushToZeroFlushesDenormals) {
  for (const auto& instruction : float_instructions()) {
    const auto& operation = instruction.second;
    for (const std::string& type : float_types()) {
      const FloatFormat format = format_of(type);
      const Bits least_normal = format.fraction() + 1;
      const auto flush = [&](Bits bits) {
        return (bits & ~format.sign()) < least_normal ? bits & format.sign() : bits;
      };
      Elementwise test{instruction.first, type, {type, type}};
      test.modes = "OpExecutionMode %main DenormFlushToZero " + std::to_string(width_of(type));
      check_elementwise(test, [&](const Row& x) -> std::optional<Row> {
        const Row flushed{flush(x[0]), flush(x[1])};
        const Bits result =
            rounded_once(operation, format, Rounding::to_nearest_even)(flushed)->front();
        const Bits cut = rounded_once(operation, format, Rounding::toward_zero)(flushed)->front();
        if (flush(cut) != cut && flush(result) == result) return std::nullopt;
        return Row{flush(result)};
      });
    }
  }
}

TEST(ElementwiseArithmetic, NegationChangesTheSignOnly) {
  for (const std::string& type : float_types()) {
    check_all_sizes({"OpFNegate", type, {type}}, [&](const Row& x) -> std::optional<Row> {
      return Row{x[0] ^ format_of(type).sign()};
    });
  }
}

// "if r is not 0, the sign of r is the same as the sign of Operand 1" or "of Operand 2": the sign of a zero is not
// specified, nor are remainders of infinities and by infinities.
Model float_remainder(const FloatFormat& format, bool sign_of_divisor, Rounding rounding) {
  return [=](const Row& operands) -> std::optional<Row> {
    for (const Bits operand : operands) {
      if (is_infinity(operand, format)) return std::nullopt;
    }
    if (is_zero(operands[1], format)) return std::nullopt;
    const Number a = Number::of_float(operands[0], format);
    const Number b = Number::of_float(operands[1], format);
    Number result;
    mpfr_fmod(result.get(), a.get(), b.get(), MPFR_RNDN);
    if (mpfr_zero_p(result.get()) != 0) return std::nullopt;
    if (sign_of_divisor && (mpfr_sgn(result.get()) < 0) != (mpfr_sgn(b.get()) < 0))
      mpfr_add(result.get(), result.get(), b.get(), MPFR_RNDN);
    return Row{result.to_float(format, rounding)};
  };
}

TEST(ElementwiseArithmetic, FloatRemaindersTakeTheirSignFromOneOperand) {
  for (const std::string& type : float_types()) {
    for (const Rounding rounding : {Rounding::to_nearest_even, Rounding::toward_zero}) {
      for (const bool sign_of_divisor : {false, true}) {
        Elementwise test{sign_of_divisor ? "OpFMod" : "OpFRem", type, {type, type}};
        if (rounding == Rounding::toward_zero)
          test.modes = "OpExecutionMode %main RoundingModeRTZ " + std::to_string(width_of(type));
        check_all_sizes(test, float_remainder(format_of(type), sign_of_divisor, rounding));
      }
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::test
