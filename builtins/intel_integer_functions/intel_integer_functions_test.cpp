// Each instruction against its text in numbers without bounds: in whole modules, for all widths, vectors, subgroup sizes and partial
// tangles.

#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "builtins/group_shader_for_test.h"

namespace spirv_oracle::test {
namespace {

__extension__ using Number = __int128;

// One instruction, and its result as a number, which the result type holds in its low bits.
struct IntegerFunction {
  const char* name;
  bool is_signed;  // its operands
  bool takes_any_width;
  unsigned operands;
  Number (*result)(Number x, Number y, unsigned bits);
};

Number clamped(Number x, Number least, Number greatest) {
  return x < least ? least : x > greatest ? greatest : x;
}
Number clamped_signed(Number x, unsigned bits) {
  const Number end = Number{1} << (bits - 1);
  return clamped(x, -end, end - 1);
}
Number clamped_unsigned(Number x, unsigned bits) { return clamped(x, 0, (Number{1} << bits) - 1); }
Number zeros_before(Number x, unsigned bits) {
  Number count = 0;
  while (count < bits && (x >> (bits - 1 - static_cast<unsigned>(count)) & 1) == 0) ++count;
  return count;
}
Number zeros_after(Number x, unsigned bits) {
  Number count = 0;
  while (count < bits && (x >> static_cast<unsigned>(count) & 1) == 0) ++count;
  return count;
}
Number magnitude(Number x) { return x < 0 ? -x : x; }
// The low 16 bits, as a number with or without a sign.
Number low_half(Number x, bool is_signed) {
  const Number bits = x & 0xFFFF;
  return is_signed && bits >= 0x8000 ? bits - 0x10000 : bits;
}

constexpr IntegerFunction integer_functions[] = {
    {"OpUCountLeadingZerosINTEL", false, false, 1,
     [](Number x, Number, unsigned bits) { return zeros_before(x, bits); }},
    {"OpUCountTrailingZerosINTEL", false, false, 1,
     [](Number x, Number, unsigned bits) { return zeros_after(x, bits); }},
    {"OpAbsISubINTEL", true, true, 2,
     [](Number x, Number y, unsigned bits) { return clamped_unsigned(magnitude(x - y), bits); }},
    {"OpAbsUSubINTEL", false, true, 2,
     [](Number x, Number y, unsigned bits) { return clamped_unsigned(magnitude(x - y), bits); }},
    {"OpIAddSatINTEL", true, true, 2,
     [](Number x, Number y, unsigned bits) { return clamped_signed(x + y, bits); }},
    {"OpUAddSatINTEL", false, true, 2,
     [](Number x, Number y, unsigned bits) { return clamped_unsigned(x + y, bits); }},
    {"OpISubSatINTEL", true, true, 2,
     [](Number x, Number y, unsigned bits) { return clamped_signed(x - y, bits); }},
    {"OpUSubSatINTEL", false, true, 2,
     [](Number x, Number y, unsigned bits) { return clamped_unsigned(x - y, bits); }},
    {"OpIAverageINTEL", true, true, 2, [](Number x, Number y, unsigned) { return (x + y) >> 1; }},
    {"OpUAverageINTEL", false, true, 2, [](Number x, Number y, unsigned) { return (x + y) >> 1; }},
    {"OpIAverageRoundedINTEL", true, true, 2,
     [](Number x, Number y, unsigned) { return (x + y + 1) >> 1; }},
    {"OpUAverageRoundedINTEL", false, true, 2,
     [](Number x, Number y, unsigned) { return (x + y + 1) >> 1; }},
    {"OpIMul32x16INTEL", true, false, 2,
     [](Number x, Number y, unsigned) { return x * low_half(y, true); }},
    {"OpUMul32x16INTEL", false, false, 2,
     [](Number x, Number y, unsigned) { return x * low_half(y, false); }}};

constexpr const char* integer_module = R"(
    OpCapability Shader
    OpCapability Int8
    OpCapability Int16
    OpCapability Int64
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpCapability IntegerFunctions2INTEL
    OpExtension "SPV_INTEL_shader_integer_functions2"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %index %xs %ys %results
    OpExecutionMode %main LocalSize INVOCATIONS 1 1
    OpDecorate %index BuiltIn LocalInvocationIndex
    OpDecorate %xs DescriptorSet 0
    OpDecorate %xs Binding 0
    OpDecorate %ys DescriptorSet 0
    OpDecorate %ys Binding 1
    OpDecorate %results DescriptorSet 0
    OpDecorate %results Binding 2
    OpDecorate %array ArrayStride STRIDE
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %bool = OpTypeBool
    %u32 = OpTypeInt 32 0
    SCALAR
    VECTOR
    %zero = OpConstant %u32 0
    %one = OpConstant %u32 1
    %three = OpConstant %u32 3
    %array = OpTypeRuntimeArray %type
    %block = OpTypeStruct %array
    %to_block = OpTypePointer StorageBuffer %block
    %to_value = OpTypePointer StorageBuffer %type
    %to_input = OpTypePointer Input %u32
    %index = OpVariable %to_input Input
    %xs = OpVariable %to_block StorageBuffer
    %ys = OpVariable %to_block StorageBuffer
    %results = OpVariable %to_block StorageBuffer
    %main = OpFunction %void None %function
    %entry = OpLabel
    %i = OpLoad %u32 %index
    %remainder = OpUMod %u32 %i %three
    %takes_part = OpINotEqual %bool %remainder %one
    OpSelectionMerge %end None
    OpBranchConditional %takes_part %then %end
    %then = OpLabel
    %x_place = OpAccessChain %to_value %xs %zero %i
    %y_place = OpAccessChain %to_value %ys %zero %i
    %result_place = OpAccessChain %to_value %results %zero %i
    %x = OpLoad %type %x_place
    %y = OpLoad %type %y_place
    %result = INSTRUCTION %type OPERANDS
    OpStore %result_place %result
    OpBranch %end
    %end = OpLabel
    OpReturn
    OpFunctionEnd
)";

// Components of operands: those at the ends, and random ones.
struct IntegerCase {
  static constexpr unsigned invocations = 150;

  IntegerFunction function;
  unsigned bits = 32, components = 1, lanes = 32;

  unsigned bytes() const { return bits / 8; }
  std::size_t count() const { return std::size_t{invocations} * components; }

  std::shared_ptr<const Module> module() const {
    const bool is_word = bits == 32;
    const std::string scalar = is_word ? "%u32" : "%scalar";
    std::string text =
        replaced(integer_module, "SCALAR",
                 is_word ? "" : "%scalar = OpTypeInt " + std::to_string(bits) + " 0");
    text = replaced(
        text, "VECTOR",
        components == 1 ? "" : "%type = OpTypeVector " + scalar + " " + std::to_string(components));
    if (components == 1) {
      text = replaced(text, "%type ", scalar + " ");
      text = replaced(text, "%type\n", scalar + "\n");
    }
    const std::pair<const char*, std::string> settings[] = {
        {"INVOCATIONS", std::to_string(invocations)},
        {"STRIDE", std::to_string(bytes() * components)},
        {"INSTRUCTION", function.name},
        {"OPERANDS", function.operands == 1 ? "%x" : "%x %y"}};
    for (const auto& [name, value] : settings) text = replaced(text, name, value);
    return load(text);
  }

  std::vector<std::uint64_t> operands(unsigned seed) const {
    std::mt19937_64 random(seed);
    const std::uint64_t ends[] = {0,
                                  1,
                                  2,
                                  ~std::uint64_t{0},
                                  std::uint64_t{1} << (bits - 1),
                                  (std::uint64_t{1} << (bits - 1)) - 1,
                                  0x8000,
                                  0x7FFF,
                                  0xFFFF};
    std::vector<std::uint64_t> values;
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
    for (std::size_t i = 0; i < count(); ++i)
      values.push_back(
          (random() % 2 == 0 ? ends[random() % std::size(ends)] : random() >> random() % 64) &
          mask);
    return values;
  }

  ShadowedBytes buffer(const std::vector<std::uint64_t>& values) const {
    ShadowedBytes buffer = ShadowedBytes::zero(values.size() * bytes());
    for (std::size_t i = 0; i < values.size(); ++i)
      std::memcpy(buffer.bytes.data() + i * bytes(), &values[i], bytes());
    return buffer;
  }

  Number number(std::uint64_t value) const {
    const bool is_negative = function.is_signed && (value >> (bits - 1) & 1) != 0;
    return Number{value} - (is_negative ? Number{1} << bits : Number{0});
  }

  void check() const {
    SCOPED_TRACE(std::string(function.name) + ", " + std::to_string(bits) + " bits, " +
                 std::to_string(components) + " components, subgroups of " + std::to_string(lanes));
    const auto shader = module();
    ASSERT_NE(shader, nullptr);
    const std::vector<std::uint64_t> xs = operands(bits), ys = operands(bits + 1);
    Dispatch dispatch;
    dispatch.subgroup_size = lanes;
    dispatch.buffers[{0, 0, 0}] = buffer(xs);
    dispatch.buffers[{0, 1, 0}] = buffer(ys);
    dispatch.buffers[{0, 2, 0}] = buffer(std::vector<std::uint64_t>(count()));
    const auto result = run(*shader, default_registry(), dispatch);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(clauses_of(*result), std::vector<std::string>());
    std::vector<std::uint64_t> expected(count());
    for (std::size_t i = 0; i < count(); ++i) {
      if (i / components % 3 != 1)
        expected[i] =
            static_cast<std::uint64_t>(function.result(number(xs[i]), number(ys[i]), bits));
    }
    EXPECT_EQ(result->buffers.at({0, 2, 0}).contents.bytes, buffer(expected).bytes);
  }
};

TEST(IntelIntegerFunctions, HaveTheResultsOfTheirTexts) {
  unsigned lanes = 1;
  for (const IntegerFunction& function : integer_functions) {
    for (const unsigned bits : {8u, 16u, 32u, 64u}) {
      if (bits != 32 && !function.takes_any_width) continue;
      for (const unsigned components : {1u, 2u, 4u}) {
        IntegerCase{function, bits, components, lanes}.check();
        lanes = lanes == 128 ? 1 : lanes * 2;
      }
    }
  }
}

TEST(IntelIntegerFunctions, HaveTheSameResultsInSubgroupsOfAllSizes) {
  for (const IntegerFunction& function : integer_functions) {
    for (unsigned lanes = 1; lanes <= 128; lanes *= 2) IntegerCase{function, 32, 1, lanes}.check();
  }
}

}  // namespace
}  // namespace spirv_oracle::test
