// Which results of cooperative matrices are marked or enclosed: those that depend on the order of operations, on undefined
// elements, and on the copy of an element.

#include <random>
#include <string>
#include <vector>

#include "builtins/cooperative_matrix_for_test.h"

namespace spirv_oracle::test {
namespace {

// A random float of which the product needs more bits than the result.
ShadowedBytes inexact_buffer(const ComponentType& type, std::mt19937_64& random) {
  ShadowedBytes buffer = ShadowedBytes::zero(MatrixProduct::buffer_size * type.bytes);
  for (std::size_t i = 0; i < MatrixProduct::buffer_size; ++i) {
    const double number = 1 + static_cast<double>(random() % 1024) / 1024;
    const std::uint64_t bits = bits_of_float(number, type);
    std::memcpy(buffer.bytes.data() + i * type.bytes, &bits, type.bytes);
  }
  return buffer;
}

TEST(CooperativeMatrix, MarksSumsThatDependOnTheOrder) {
  std::mt19937_64 random(5);
  const MatrixProduct product{.a = f16, .b = f16, .c = f16, .r = f16};
  DispatchResult result;
  const ShadowedBytes a = inexact_buffer(f16, random), b = inexact_buffer(f16, random);
  const ShadowedBytes c = inexact_buffer(f16, random);
  const ShadowedBytes r = product.run(a, b, c, result);
  ASSERT_FALSE(r.bytes.empty());
  const auto clauses = test::clauses_of(result);
  EXPECT_TRUE(std::ranges::count(clauses, "OpCooperativeMatrixMulAddKHR.order"));
  for (unsigned row = 0; row < 16; ++row) {
    for (unsigned column = 0; column < 16; ++column)
      EXPECT_EQ(r.shadow[2 * product.place(row, column)], Definedness::implementation_dependent);
  }
}

// The sum of numbers in a random order and association, each step in the precision of a 16-bit float or of a wider one, and rounded
// to nearest or toward zero. The last step rounds to 16 bits.
double some_sum(std::vector<double> numbers, std::mt19937_64& random) {
  const bool is_narrow = random() % 2 != 0, is_nearest = random() % 2 != 0;
  const auto rounded = [&](double value) -> double {
    return is_nearest ? to_float(to_float16(value))
                      : to_float(Float16{to_float16_toward_zero(value).bits});
  };
  if (is_narrow) {
    for (double& number : numbers) number = rounded(number);
  }
  while (numbers.size() > 1) {
    std::swap(numbers[random() % numbers.size()], numbers.back());
    const double last = numbers.back();
    numbers.pop_back();
    double& other = numbers[random() % numbers.size()];
    other = is_narrow ? rounded(other + last) : other + last;
  }
  return rounded(numbers.front());
}

void expect_enclosures(const MatrixProduct& product, std::mt19937_64& random) {
  DispatchResult result;
  const ShadowedBytes a = inexact_buffer(f16, random), b = inexact_buffer(f16, random);
  const ShadowedBytes c = inexact_buffer(f16, random);
  ASSERT_FALSE(product.run(a, b, c, result).bytes.empty());
  ASSERT_TRUE(result.encloses_values);
  const auto& enclosures = result.buffers.at({0, 3, 0}).enclosures;
  unsigned several = 0;
  for (unsigned row = 0; row < 16; ++row) {
    for (unsigned column = 0; column < 16; ++column) {
      const std::uint64_t offset = 2 * product.place(row, column);
      const auto found = std::ranges::find(enclosures, offset, &EnclosedComponent::offset);
      ASSERT_NE(found, enclosures.end());
      ASSERT_FALSE(found->is_unknown);
      std::vector<double> numbers{float_of(bits_at(c, 2, product.place(row, column)), f16)};
      for (unsigned k = 0; k < 16; ++k) {
        numbers.push_back(float_of(bits_at(a, 2, product.place(row, k)), f16) *
                          float_of(bits_at(b, 2, product.place(k, column)), f16));
      }
      double least = 1e9, greatest = -1e9;
      for (unsigned i = 0; i < 20; ++i) {
        const double sum = some_sum(numbers, random);
        EXPECT_LE(found->low, sum);
        EXPECT_GE(found->high, sum);
        least = std::min(least, sum);
        greatest = std::max(greatest, sum);
      }
      several += least != greatest ? 1 : 0;
      // Some 40 roundings of 2^-10, relatively.
      EXPECT_LT(found->high - found->low, 0.2 * greatest);
    }
  }
  EXPECT_GT(several, 200u);
}

TEST(CooperativeMatrix, EnclosesTheResultsOfEveryOrder) {
  std::mt19937_64 random(8);
  MatrixProduct product{.a = f16, .b = f16, .c = f16, .r = f16, .encloses = true};
  expect_enclosures(product, random);
  product.lanes = 8;
  product.subgroups = 5;
  expect_enclosures(product, random);
}

// Exact sums have no enclosures, except for zeros, which may have either sign.
TEST(CooperativeMatrix, ExactSumsAreNotEnclosed) {
  std::mt19937_64 random(9);
  const MatrixProduct product{.a = f16, .b = f16, .c = f32, .r = f32, .encloses = true};
  DispatchResult result;
  const ShadowedBytes a = random_buffer(f16, random), b = random_buffer(f16, random);
  const ShadowedBytes sums = product.run(a, b, random_buffer(f32, random), result);
  ASSERT_FALSE(sums.bytes.empty());
  EXPECT_TRUE(result.encloses_values);
  const auto& enclosures = result.buffers.at({0, 3, 0}).enclosures;
  std::size_t zeros = 0;
  for (unsigned row = 0; row < 16; ++row) {
    for (unsigned column = 0; column < 16; ++column)
      zeros += float_of(bits_at(sums, 4, product.place(row, column)), f32) == 0 ? 1 : 0;
  }
  EXPECT_GT(zeros, 0u);
  EXPECT_EQ(enclosures.size(), zeros);
  for (const EnclosedComponent& enclosed : enclosures) {
    EXPECT_EQ(float_of(bits_at(sums, 4, enclosed.offset / 4), f32), 0);
    EXPECT_TRUE(enclosed.low == 0 && enclosed.high == 0 && !enclosed.is_unknown);
  }
}

// An undefined element reaches a row or a column of the result, and nothing else.
TEST(CooperativeMatrix, FollowsUndefinedElements) {
  std::mt19937_64 random(6);
  for (const ComponentType& type : {f32, i32}) {
    for (const MatrixMapping mapping : mappings) {
      const MatrixProduct product{.a = type,
                                  .b = type,
                                  .c = type,
                                  .r = type,
                                  .mapping = mapping,
                                  .subgroups = static_cast<unsigned>(random() % 4)};
      ShadowedBytes a = random_buffer(type, random), b = random_buffer(type, random);
      ShadowedBytes c = random_buffer(type, random);
      const auto undefine = [&](ShadowedBytes& buffer, unsigned row, unsigned column) {
        std::fill_n(
            buffer.shadow.begin() + static_cast<std::ptrdiff_t>(4 * product.place(row, column)), 4,
            Definedness::undefined);
      };
      undefine(a, 3, 7);
      undefine(b, 2, 9);
      undefine(c, 11, 12);
      DispatchResult result;
      const ShadowedBytes r = product.run(a, b, c, result);
      ASSERT_FALSE(r.bytes.empty());
      for (unsigned row = 0; row < 16; ++row) {
        for (unsigned column = 0; column < 16; ++column) {
          const bool is_undefined = row == 3 || column == 9 || (row == 11 && column == 12);
          EXPECT_EQ(r.shadow[4 * product.place(row, column)],
                    is_undefined ? Definedness::undefined : Definedness::defined)
              << "row " << row << ", column " << column;
        }
      }
    }
  }
}

// --- copies ---

constexpr const char* stores_of_lanes = R"(
    OpCapability Shader
    OpCapability CooperativeMatrixKHR
    OpCapability VulkanMemoryModel
    OpExtension "SPV_KHR_cooperative_matrix"
    OpMemoryModel Logical Vulkan
    OpEntryPoint GLCompute %main "main" %buffer %index
    OpExecutionMode %main LocalSize 32 1 1
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    OpDecorate %array ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %index BuiltIn LocalInvocationIndex
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %u32 = OpTypeInt 32 0
    %zero = OpConstant %u32 0
    %two = OpConstant %u32 2
    %three = OpConstant %u32 3
    %four = OpConstant %u32 4
    %C = OpTypeCooperativeMatrixKHR %u32 %three %four %four %two
    %null = OpConstantNull %C
    %array = OpTypeRuntimeArray %u32
    %block = OpTypeStruct %array
    %block_pointer = OpTypePointer StorageBuffer %block
    %pointer = OpTypePointer StorageBuffer %u32
    %input = OpTypePointer Input %u32
    %buffer = OpVariable %block_pointer StorageBuffer
    %index = OpVariable %input Input
    %main = OpFunction %void None %function
    %entry = OpLabel
    %place = OpAccessChain %pointer %buffer %zero %zero
    %lane = OpLoad %u32 %index
    %x = OPERATION %u32 %lane OPERAND
    %matrix = OpCompositeInsert %C %x %null 0
    OpCooperativeMatrixStoreKHR %place %matrix %zero %four
    OpReturn
    OpFunctionEnd
)";

// 16 elements are in 32 lanes. Lanes 16 to 31 hold copies.
TEST(CooperativeMatrix, CopiesThatDifferAreImplementationDependent) {
  const auto stored = [](const char* operation, const char* operand) {
    std::string text = replaced(stores_of_lanes, "OPERATION", operation);
    const auto module = test::load(replaced(text, "OPERAND", operand));
    Dispatch dispatch;
    dispatch.buffers[{0, 0, 0}] = ShadowedBytes::uninitialized(64);
    auto result = spirv_oracle::run(*module, default_registry(), dispatch);
    EXPECT_TRUE(result) << result.error().message;
    return result ? result->buffers.at({0, 0, 0}).contents : ShadowedBytes();
  };
  const ShadowedBytes different = stored("OpIAdd", "%four");
  const ShadowedBytes equal = stored("OpIMul", "%zero");
  ASSERT_EQ(different.bytes.size(), 64u);
  ASSERT_EQ(equal.bytes.size(), 64u);
  for (unsigned i = 0; i < 16; ++i) {
    EXPECT_EQ(different.shadow[std::size_t{i} * 4], Definedness::implementation_dependent);
    EXPECT_EQ(test::element<std::uint32_t>(different, i), i + 4);
    EXPECT_EQ(equal.shadow[std::size_t{i} * 4], Definedness::defined);
    EXPECT_EQ(test::element<std::uint32_t>(equal, i), 0u);
  }
}

}  // namespace
}  // namespace spirv_oracle::test
