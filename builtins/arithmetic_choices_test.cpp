// The results of expressions under the choices of PipelineOptions::arithmetic, compared with the same expressions on the host, and
// the declarations that prevent a choice.

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "builtins/choices_for_test.h"

namespace spirv_oracle::test {
namespace {

using Operands = FloatOperands<float>;
using Choice = bool ArithmeticChoices::*;
using A = ArithmeticChoices;

std::vector<Operands> samples() {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> values(-100, 100);
  std::vector<Operands> operands;
  for (int i = 0; i < 200; ++i) {
    const float x = values(random), y = values(random), z = values(random);
    operands.push_back({x, y, z});
  }
  return operands;
}

// Expects that `body` under a choice has the results of `expected`, and that some result differs from that without the
// choice.
void expect_computed(const FloatProgram& program, Choice choice,
                     float (*expected)(float x, float y, float z)) {
  const auto operands = samples();
  const auto chosen = run_floats(program, operands, choose(choice));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const auto& [x, y, z] = operands[i];
    EXPECT_EQ(chosen[i], expected(x, y, z)) << program.body;
  }
  EXPECT_NE(chosen, run_floats(program, operands)) << program.body;
}

void expect_unchanged(const FloatProgram& program, Choice choice) {
  const auto operands = samples();
  EXPECT_EQ(run_floats(program, operands, choose(choice)), run_floats(program, operands))
      << program.body << program.modes << program.decorations;
}

FloatProgram shader(const std::string& body) { return {.body = body}; }

struct Rearrangement {
  const char* inner;
  const char* outer;
  float (*expected)(float x, float y, float z);
};

const Rearrangement groupings[] = {
    {"OpFAdd %T %x %y", "OpFAdd %T %i %z", [](float x, float y, float z) { return x + (y + z); }},
    {"OpFAdd %T %x %y", "OpFSub %T %i %z", [](float x, float y, float z) { return x + (y - z); }},
    {"OpFSub %T %x %y", "OpFAdd %T %i %z", [](float x, float y, float z) { return x - (y - z); }},
    {"OpFSub %T %x %y", "OpFSub %T %i %z", [](float x, float y, float z) { return x - (y + z); }},
    {"OpFAdd %T %x %y", "OpFAdd %T %z %i", [](float x, float y, float z) { return (z + x) + y; }},
    {"OpFAdd %T %x %y", "OpFSub %T %z %i", [](float x, float y, float z) { return (z - x) - y; }},
    {"OpFSub %T %x %y", "OpFAdd %T %z %i", [](float x, float y, float z) { return (z + x) - y; }},
    {"OpFSub %T %x %y", "OpFSub %T %z %i", [](float x, float y, float z) { return (z - x) + y; }},
    {"OpFMul %T %x %y", "OpFMul %T %i %z", [](float x, float y, float z) { return x * (y * z); }},
    {"OpFMul %T %x %y", "OpFMul %T %z %i", [](float x, float y, float z) { return (z * x) * y; }},
    {"OpFAdd %T %x %y", "OpFSub %T %i %x", [](float, float y, float) { return y; }},
    {"OpFMul %T %x %y", "OpFDiv %T %i %y", [](float x, float, float) { return x; }},
};

std::string body_of(const Rearrangement& rearrangement) {
  return std::string("%i = ") + rearrangement.inner + "\n%r = " + rearrangement.outer;
}

TEST(ArithmeticChoicesTest, SumsAndProductsAreGroupedTheOtherWay) {
  for (const Rearrangement& grouping : groupings)
    expect_computed(shader(body_of(grouping)), &A::reassociate, grouping.expected);
}

TEST(ArithmeticChoicesTest, NoContractionKeepsBothOperations) {
  for (const Rearrangement& grouping : groupings) {
    for (const char* decorated : {"%i", "%r"}) {
      FloatProgram program = shader(body_of(grouping));
      program.decorations = "OpDecorate " + std::string(decorated) + " NoContraction\n";
      expect_unchanged(program, &A::reassociate);
      expect_unchanged(program, &A::contract);
    }
  }
}

TEST(ArithmeticChoicesTest, QuotientsByReciprocals) {
  FloatProgram program = shader("%r = OpFDiv %T %x %y");
  expect_computed(program, &A::reciprocal, [](float x, float y, float) { return x * (1 / y); });
  program.decorations = "OpDecorate %r NoContraction\n";
  expect_unchanged(program, &A::reciprocal);
}

TEST(ArithmeticChoicesTest, KernelsChooseLess) {
  const FloatProgram sum{"%i = OpFAdd %T %x %y\n%r = OpFSub %T %i %z", true};
  const FloatProgram quotient{"%r = OpFDiv %T %x %y", true};
  expect_unchanged(sum, &A::reassociate);
  expect_unchanged(sum, &A::toward_zero);
  expect_unchanged(quotient, &A::reciprocal);
  // Flags that allow the choice enable it.
  FloatProgram flagged = sum;
  flagged.decorations = "OpDecorate %i FPFastMathMode Fast\nOpDecorate %r FPFastMathMode Fast\n";
  expect_computed(flagged, &A::reassociate, [](float x, float y, float z) { return x + (y - z); });
  FloatProgram fast_quotient = quotient;
  fast_quotient.decorations = "OpDecorate %r FPFastMathMode AllowRecip\n";
  expect_computed(fast_quotient, &A::reciprocal,
                  [](float x, float y, float) { return x * (1 / y); });
}

TEST(ArithmeticChoicesTest, ContractionOffIsForKernels) {
  FloatProgram kernel{"%i = OpFMul %T %x %y\n%r = OpFAdd %T %i %z", true};
  expect_computed(kernel, &A::contract,
                  [](float x, float y, float z) { return std::fma(x, y, z); });
  kernel.modes = "OpExecutionMode %main ContractionOff";
  expect_unchanged(kernel, &A::contract);
}

TEST(ArithmeticChoicesTest, MadRoundsItsProduct) {
  expect_computed({"%r = OpExtInst %T %set mad %x %y %z", true}, &A::split_fma,
                  [](float x, float y, float z) { return x * y + z; });
  expect_unchanged({"%r = OpExtInst %T %set fma %x %y %z", true}, &A::split_fma);
}

// --- denormals ---

constexpr float smallest = std::numeric_limits<float>::min();
constexpr float denormal = smallest / 4;

TEST(ArithmeticChoicesTest, ResultsAreFlushedAndOperandsAreNot) {
  const FloatProgram product = shader("%r = OpFMul %T %x %y");
  // A denormal operand with a normal result, and a normal operand with a denormal result.
  EXPECT_EQ(run_float<float>(product, {denormal, 16, 0}, choose(&A::flush_results)), denormal * 16);
  EXPECT_EQ(run_float<float>(product, {denormal, 16, 0}, choose(&A::flush_denormals)), 0);
  EXPECT_EQ(run_float<float>(product, {smallest, 0.5f, 0}, choose(&A::flush_results)), 0);
}

TEST(ArithmeticChoicesTest, KernelsFlushFunctionsToo) {
  const auto flush = choose(&A::flush_denormals);
  const FloatProgram absolute{"%r = OpExtInst %T %set fabs %x", true};
  EXPECT_EQ(run_float<float>(absolute, {-denormal, 0, 0}), denormal);
  EXPECT_EQ(run_float<float>(absolute, {-denormal, 0, 0}, flush), 0);
  const FloatOperands<double> tiny{std::numeric_limits<double>::denorm_min(), 0, 0};
  EXPECT_EQ(run_float<double>(absolute, tiny, flush), tiny.x);
  // "The sign of the zero is undefined."
  const FloatProgram product{"%r = OpFMul %T %x %y", true};
  const float zero = run_float<float>(product, {smallest, 0.5f, 0}, choose(&A::flush_results));
  EXPECT_TRUE(zero == 0 && std::signbit(zero));
}

// "nextafter(+smallest normal, y < +smallest normal) = +0", "nextafter(-0, y > 0) returns smallest positive normal value"
TEST(ArithmeticChoicesTest, NextafterAmongNormalNumbers) {
  const FloatProgram next{"%r = OpExtInst %T %set nextafter %x %y", true};
  const auto flush = choose(&A::flush_denormals);
  for (const float sign : {1.0f, -1.0f}) {
    const float below = run_float<float>(next, {sign * smallest, 0, 0}, flush);
    EXPECT_EQ(below, 0);
    EXPECT_EQ(std::signbit(below), sign < 0);
    for (const float zero : {0.0f, -0.0f})
      EXPECT_EQ(run_float<float>(next, {zero, sign, 0}, flush), sign * smallest);
    EXPECT_EQ(run_float<float>(next, {sign, 2 * sign, 0}, flush), std::nextafterf(sign, 2 * sign));
  }
}

TEST(ArithmeticChoicesTest, FastNormalizeDropsSmallComponents) {
  const FloatProgram normalize{R"(
    %v = OpCompositeConstruct %v2 %x %y
    %n_v = OpExtInst %v2 %set fast_normalize %v
    %r = OpCompositeExtract %T %n_v 0
)",
                               true};
  // 2^-64 is less than the root of the smallest normal number, 2^-126.
  EXPECT_GT(run_float<float>(normalize, {0x1p-64f, 0x1p-60f, 0}), 0.06f);
  EXPECT_EQ(run_float<float>(normalize, {0x1p-64f, 0x1p-60f, 0}, choose(&A::flush_denormals)), 0);
  EXPECT_GT(run_float<float>(normalize, {0x1p-62f, 0x1p-60f, 0}, choose(&A::flush_denormals)),
            0.2f);
}

// --- zeros, NaNs and infinities ---

constexpr float inf = std::numeric_limits<float>::infinity();

bool negative(const FloatProgram& program, const Operands& operands, Choice choice) {
  return std::signbit(run_float(program, operands, choose(choice)));
}

TEST(ArithmeticChoicesTest, ZerosOfTheOtherSign) {
  EXPECT_TRUE(negative(shader("%r = OpFSub %T %x %x"), {1, 0, 0}, &A::other_zeros));
  EXPECT_FALSE(negative(shader("%r = OpFNegate %T %x"), {0, 0, 0}, &A::other_zeros));
  EXPECT_TRUE(negative(shader("%r = OpExtInst %T %set Sin %x"), {0, 0, 0}, &A::other_zeros));
  // Instructions that only move values or work on the sign preserve the bits.
  EXPECT_FALSE(negative(shader("%r = OpCopyObject %T %x"), {0, 0, 0}, &A::other_zeros));
  EXPECT_FALSE(negative(shader("%r = OpExtInst %T %set FAbs %x"), {0, 0, 0}, &A::other_zeros));
}

TEST(ArithmeticChoicesTest, SignsOfZerosThatAreKept) {
  FloatProgram difference = shader("%r = OpFSub %T %x %x");
  difference.modes = "OpExecutionMode %main SignedZeroInfNanPreserve 32";
  EXPECT_FALSE(negative(difference, {1, 0, 0}, &A::other_zeros));
  // The mode does not apply to GLSL.std.450.
  FloatProgram function = shader("%r = OpExtInst %T %set Sin %x");
  function.modes = difference.modes;
  EXPECT_TRUE(negative(function, {0, 0, 0}, &A::other_zeros));
  FloatProgram kernel{"%r = OpFSub %T %x %x", true};
  EXPECT_FALSE(negative(kernel, {1, 0, 0}, &A::other_zeros));
  kernel.decorations = "OpDecorate %r FPFastMathMode NSZ\n";
  EXPECT_TRUE(negative(kernel, {1, 0, 0}, &A::other_zeros));
}

TEST(ArithmeticChoicesTest, QuantizedToAZeroOfEitherSign) {
  FloatProgram quantize = shader("%r = OpQuantizeToF16 %T %x");
  // Vulkan does not list the instruction among those that respect the mode.
  quantize.modes = "OpExecutionMode %main SignedZeroInfNanPreserve 32";
  EXPECT_TRUE(negative(quantize, {1e-10f, 0, 0}, &A::other_zeros));
  EXPECT_FALSE(negative(quantize, {-1e-10f, 0, 0}, &A::other_zeros));
  EXPECT_TRUE(negative(quantize, {0, 0, 0}, &A::other_zeros));
}

// 1 + 2^-11 + 2^-12 lies between 1 and 1 + 2^-10, and nearer to that.
TEST(ArithmeticChoicesTest, QuantizedTowardZero) {
  const FloatProgram quantize = shader("%r = OpQuantizeToF16 %T %x");
  const Operands between{1 + 0x1.8p-11f, 0, 0};
  EXPECT_EQ(run_float<float>(quantize, between), 1 + 0x1p-10f);
  EXPECT_EQ(run_float<float>(quantize, between, choose(&A::toward_zero)), 1);
  EXPECT_EQ(run_float<float>(quantize, {65519, 0, 0}, choose(&A::toward_zero)), 65504);
}

TEST(ArithmeticChoicesTest, OneOfTwoZerosInKernels) {
  const FloatProgram minimum{"%r = OpExtInst %T %set fmin %x %y", true};
  const bool usual = std::signbit(run_float<float>(minimum, {0.0f, -0.0f, 0}));
  EXPECT_EQ(negative(minimum, {0.0f, -0.0f, 0}, &A::other_zeros), !usual);
  EXPECT_FALSE(negative(minimum, {0.0f, 0.0f, 0}, &A::other_zeros));
  EXPECT_TRUE(negative(minimum, {-0.0f, -0.0f, 0}, &A::other_zeros));
}

std::uint32_t bits_of(const FloatProgram& program, std::uint32_t x,
                      const ArithmeticChoices& choices) {
  return std::bit_cast<std::uint32_t>(
      run_float<float>(program, {std::bit_cast<float>(x), 0, 0}, choices));
}

TEST(ArithmeticChoicesTest, NansOfOtherBits) {
  constexpr std::uint32_t quiet = 0x7FC00123, signaling = 0x7F800123, quiet_bit = 0x00400000;
  const auto others = choose(&A::other_nans);
  for (const FloatProgram& program :
       {shader("%r = OpFAdd %T %x %one"), shader("%r = OpQuantizeToF16 %T %x"),
        shader("%r = OpExtInst %T %set Floor %x"),
        FloatProgram{"%r = OpExtInst %T %set ceil %x", true}}) {
    const std::uint32_t bits = bits_of(program, quiet, others);
    EXPECT_TRUE(std::isnan(std::bit_cast<float>(bits))) << program.body;
    EXPECT_NE(bits, bits_of(program, quiet, {})) << program.body;
    EXPECT_NE(bits & quiet_bit, 0u) << program.body;
    // The choice does not change numbers.
    EXPECT_EQ(bits_of(program, 0x3F800000, others), bits_of(program, 0x3F800000, {}));
    EXPECT_EQ(bits_of(program, 0x7F800000, others), bits_of(program, 0x7F800000, {}));
  }
  // Instructions that move bits preserve them. Those that work on the sign preserve all other bits, but may quiet the NaN.
  EXPECT_EQ(bits_of(shader("%r = OpCopyObject %T %x"), signaling, others), signaling);
  EXPECT_EQ(bits_of(shader("%r = OpFNegate %T %x"), quiet, others), quiet | 0x80000000);
  EXPECT_EQ(bits_of(shader("%r = OpFNegate %T %x"), signaling, others),
            signaling | quiet_bit | 0x80000000);
}

// "The nancode may be placed in the significand of the resulting NaN."
TEST(ArithmeticChoicesTest, NanWithoutItsCode) {
  const FloatProgram nan{"%c = OpBitcast %int %x\n%r = OpExtInst %T %set nan %c", true};
  EXPECT_EQ(bits_of(nan, 0x123, {}) & 0x3FFFFF, 0x123u);
  const std::uint32_t other = bits_of(nan, 0x123, choose(&A::other_nans));
  EXPECT_NE(other & 0x3FFFFF, 0x123u);
  EXPECT_TRUE(std::isnan(std::bit_cast<float>(other)));
}

// The choice changes a NaN that is stored, not Original Value.
TEST(ArithmeticChoicesTest, AtomicsStoreOtherNans) {
  for (const char* instruction : {"OpAtomicFAddEXT", "OpAtomicFMinEXT", "OpAtomicFMaxEXT"}) {
    const std::string atomic =
        "%old = " + std::string(instruction) + " %T %at_x %scope %first %x\n";
    const FloatProgram stored = shader(atomic + "%r = OpLoad %T %at_x");
    const FloatProgram original = shader(atomic + "%r = OpCopyObject %T %old");
    const auto others = choose(&A::other_nans);
    constexpr std::uint32_t nan = 0x7FC00123;
    EXPECT_EQ(bits_of(original, nan, others), nan) << instruction;
    EXPECT_NE(bits_of(stored, nan, others), bits_of(stored, nan, {})) << instruction;
    EXPECT_TRUE(std::isnan(std::bit_cast<float>(bits_of(stored, nan, others)))) << instruction;
  }
}

const std::string one_or_zero = "\n%r = OpSelect %T %b %one %zero";

TEST(ArithmeticChoicesTest, NansAndInfinitiesTakenForNone) {
  struct Question {
    std::string body;
    float x;
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Question questions[] = {{"%b = OpIsNan %bool %x", nan},
                                {"%b = OpIsInf %bool %x", inf},
                                {"%b = OpFOrdLessThan %bool %x %one", nan},
                                {"%b = OpFUnordGreaterThanEqual %bool %x %one", nan},
                                {"%b = OpFOrdEqual %bool %x %x", nan},
                                {"%b = OpFUnordNotEqual %bool %x %x", nan}};
  for (const auto& [body, x] : questions) {
    FloatProgram program = shader(body + one_or_zero);
    const auto finite = choose(&A::assume_finite);
    EXPECT_NE(run_float<float>(program, {x, 0, 0}, finite), run_float<float>(program, {x, 0, 0}))
        << body;
    for (const float number : {0.5f, 1.0f, 2.0f})
      EXPECT_EQ(run_float<float>(program, {number, 0, 0}, finite),
                run_float<float>(program, {number, 0, 0}));
    program.modes = "OpExecutionMode %main SignedZeroInfNanPreserve 32";
    EXPECT_EQ(run_float<float>(program, {x, 0, 0}, finite), run_float<float>(program, {x, 0, 0}))
        << body;
  }
  const FloatProgram minimum = shader("%r = OpExtInst %T %set NMin %x %y");
  EXPECT_EQ(run_float<float>(minimum, {nan, 1, 0}), 1);
  EXPECT_TRUE(std::isnan(run_float<float>(minimum, {nan, 1, 0}, choose(&A::assume_finite))));
}

TEST(ArithmeticChoicesTest, KernelsHaveNansAndInfinities) {
  FloatProgram kernel{"%b = OpIsNan %bool %x" + one_or_zero, true};
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(run_float<float>(kernel, {nan, 0, 0}, choose(&A::assume_finite)), 1);
}

// --- the choices that a module permits ---

ArithmeticChoices all_choices() {
  return {true, true, true, true, true, true, true, true, true, true, true, true, true};
}

TEST(ArithmeticChoicesTest, OnlyWhatMakesADifferenceIsEffective) {
  const auto effective = [](const FloatProgram& program) {
    const auto module = Module::parse(assemble(internal::module_text<float>(program)));
    Dispatch dispatch;
    for (std::uint32_t binding = 0; binding < 4; ++binding)
      dispatch.buffers[{0, binding, 0}] = ShadowedBytes::zero(4);
    dispatch.arithmetic = all_choices();
    return effective_arithmetic(**module, default_registry(), dispatch).value();
  };
  const ArithmeticChoices of_copy = effective(shader("%r = OpCopyObject %T %x"));
  EXPECT_FALSE(of_copy.low || of_copy.contract || of_copy.other_zeros || of_copy.assume_finite ||
               of_copy.relax);
  const ArithmeticChoices of_sine = effective(shader("%r = OpExtInst %T %set Sin %x"));
  EXPECT_TRUE(of_sine.low && of_sine.high && of_sine.other_zeros && of_sine.other_nans);
  EXPECT_FALSE(of_sine.contract || of_sine.split_fma || of_sine.reciprocal || of_sine.relax);
}

}  // namespace
}  // namespace spirv_oracle::test
