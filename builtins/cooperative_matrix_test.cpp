// Loads, products and stores of cooperative matrices in whole modules, and their definition: a few lines over numbers.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "builtins/group_shader_for_test.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle {
namespace {

using test::replaced;

__extension__ using Wide = __int128;

struct ComponentType {
  const char* name;  // in the module
  unsigned bytes;
  bool is_float = false;
};

constexpr ComponentType f16{"f16", 2, true}, f32{"f32", 4, true}, f64{"f64", 8, true},
    bf16{"bf16", 2, true}, i8{"i8", 1}, i16{"i16", 2}, i32{"i32", 4}, i64{"i64", 8}, u8{"u8", 1},
    u16{"u16", 2}, u32{"u32", 4}, u64{"u64", 8};

// One module: the product of the matrices in three buffers, which begin at element FIRST, goes to a fourth one.
constexpr const char* declarations = R"(
    OpCapability Shader
    OpCapability Int8
    OpCapability Int16
    OpCapability Int64
    OpCapability Float16
    OpCapability Float64
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpCapability BFloat16TypeKHR
    OpCapability BFloat16CooperativeMatrixKHR
    OpCapability CooperativeMatrixKHR
    OpCapability VulkanMemoryModel
    OpExtension "SPV_KHR_bfloat16"
    OpExtension "SPV_KHR_cooperative_matrix"
    OpMemoryModel Logical Vulkan
    OpEntryPoint GLCompute %main "main" %a_buffer %b_buffer %c_buffer %r_buffer
    OpExecutionMode %main LocalSize INVOCATIONS 1 1
    OpDecorate %a_buffer DescriptorSet 0
    OpDecorate %a_buffer Binding 0
    OpDecorate %b_buffer DescriptorSet 0
    OpDecorate %b_buffer Binding 1
    OpDecorate %c_buffer DescriptorSet 0
    OpDecorate %c_buffer Binding 2
    OpDecorate %r_buffer DescriptorSet 0
    OpDecorate %r_buffer Binding 3
    ANNOTATIONS
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %u8 = OpTypeInt 8 0
    %u16 = OpTypeInt 16 0
    %u32 = OpTypeInt 32 0
    %u64 = OpTypeInt 64 0
    %i8 = OpTypeInt 8 1
    %i16 = OpTypeInt 16 1
    %i32 = OpTypeInt 32 1
    %i64 = OpTypeInt 64 1
    %f16 = OpTypeFloat 16
    %bf16 = OpTypeFloat 16 BFloat16KHR
    %f32 = OpTypeFloat 32
    %f64 = OpTypeFloat 64
    %zero = OpConstant %u32 0
    %one = OpConstant %u32 1
    %two = OpConstant %u32 2
    %scope = OpConstant %u32 SCOPE
    %first = OpConstant %u32 FIRST
    %m = OpConstant %u32 ROWS
    %n = OpConstant %u32 COLUMNS
    %k = OpConstant %u32 INNER
    %layout = OpConstant %u32 LAYOUT
    %stride = OpConstant %u32 STRIDE
    %A = OpTypeCooperativeMatrixKHR %A_TYPE %scope %m %k %zero
    %B = OpTypeCooperativeMatrixKHR %B_TYPE %scope %k %n %one
    %C = OpTypeCooperativeMatrixKHR %C_TYPE %scope %m %n %two
    RESULT_DECLARATION
)";
constexpr const char* buffer_types = R"(
    OpDecorate %X_array ArrayStride BYTES
    OpDecorate %X_block Block
    OpMemberDecorate %X_block 0 Offset 0
)";
constexpr const char* buffer_variables = R"(
    %X_array = OpTypeRuntimeArray %TYPE
    %X_block = OpTypeStruct %X_array
    %X_block_pointer = OpTypePointer StorageBuffer %X_block
    %X_pointer = OpTypePointer StorageBuffer %TYPE
    %X_buffer = OpVariable %X_block_pointer StorageBuffer
)";
constexpr const char* body = R"(
    %main = OpFunction %void None %function
    %entry = OpLabel
    %a_place = OpAccessChain %a_pointer %a_buffer %zero %first
    %b_place = OpAccessChain %b_pointer %b_buffer %zero %first
    %c_place = OpAccessChain %c_pointer %c_buffer %zero %first
    %r_place = OpAccessChain %r_pointer %r_buffer %zero %first
    %a = OpCooperativeMatrixLoadKHR %A %a_place %layout %stride
    %b = OpCooperativeMatrixLoadKHR %B %b_place %layout %stride
    %c = OpCooperativeMatrixLoadKHR %C %c_place %layout %stride
    %r = OpCooperativeMatrixMulAddKHR %R %a %b %c FLAGS
    OpCooperativeMatrixStoreKHR %r_place %r %layout %stride
    OpReturn
    OpFunctionEnd
)";

struct Product {
  ComponentType a, b, c, r;
  unsigned rows = 16, columns = 16, inner = 16;
  bool column_major = false;
  std::string flags{};
  unsigned lanes = 32;
  MatrixMapping mapping = MatrixMapping::rows;
  bool encloses = false;
  unsigned subgroups = 0;  // of a workgroup, which is the scope; 0: the scope is the subgroup

  static constexpr unsigned first = 3, stride = 37;

  std::string invocations() const { return std::to_string(lanes * std::max(subgroups, 1u)); }
  bool has(const char* flag) const { return flags.find(flag) != std::string::npos; }
  // The index in a buffer of an element of a matrix.
  std::size_t place(unsigned row, unsigned column) const {
    return first +
           (column_major ? std::size_t{column} * stride + row : std::size_t{row} * stride + column);
  }
  static constexpr std::size_t buffer_size = first + 36 * stride;

  std::shared_ptr<const Module> module() const {
    std::string text = declarations;
    // Annotations precede types.
    std::string annotations, variables;
    for (const auto& [name, type] :
         {std::pair{"a", a}, std::pair{"b", b}, std::pair{"c", c}, std::pair{"r", r}}) {
      annotations += replaced(replaced(buffer_types, "X_", name + std::string("_")), "BYTES",
                              std::to_string(type.bytes));
      variables += replaced(replaced(buffer_variables, "X_", name + std::string("_")), "%TYPE",
                            std::string("%") + type.name);
    }
    text = replaced(text, "ANNOTATIONS", annotations);
    text += variables + body;
    // Types must not be declared twice.
    const bool is_type_of_c = std::string_view(r.name) == c.name;
    if (is_type_of_c) text = replaced(text, "%R ", "%C ");
    text =
        replaced(text, "RESULT_DECLARATION",
                 is_type_of_c ? "" : "%R = OpTypeCooperativeMatrixKHR %R_TYPE %scope %m %n %two");
    const std::pair<const char*, std::string> settings[] = {{"A_TYPE", a.name},
                                                            {"B_TYPE", b.name},
                                                            {"C_TYPE", c.name},
                                                            {"R_TYPE", r.name},
                                                            {"ROWS", std::to_string(rows)},
                                                            {"COLUMNS", std::to_string(columns)},
                                                            {"INNER", std::to_string(inner)},
                                                            {"LAYOUT", column_major ? "1" : "0"},
                                                            {"STRIDE", std::to_string(stride)},
                                                            {"FIRST", std::to_string(first)},
                                                            {"INVOCATIONS", invocations()},
                                                            {"SCOPE", subgroups == 0 ? "3" : "2"},
                                                            {"FLAGS", flags}};
    for (const auto& [name, value] : settings) text = replaced(text, name, value);
    return test::load(text);
  }

  ShadowedBytes run(const ShadowedBytes& of_a, const ShadowedBytes& of_b, const ShadowedBytes& of_c,
                    DispatchResult& result) const {
    Dispatch dispatch;
    dispatch.subgroup_size = lanes;
    dispatch.matrix_mapping = mapping;
    dispatch.record_enclosures = encloses;
    dispatch.buffers[{0, 0, 0}] = of_a;
    dispatch.buffers[{0, 1, 0}] = of_b;
    dispatch.buffers[{0, 2, 0}] = of_c;
    dispatch.buffers[{0, 3, 0}] = ShadowedBytes::uninitialized(buffer_size * r.bytes);
    const auto shader = module();
    if (shader == nullptr) return {};
    auto done = spirv_oracle::run(*shader, default_registry(), dispatch);
    if (!done) {
      ADD_FAILURE() << done.error().message;
      return {};
    }
    result = std::move(*done);
    return result.buffers.at({0, 3, 0}).contents;
  }
};

// --- numbers ---

std::uint64_t bits_at(const ShadowedBytes& buffer, unsigned bytes, std::size_t index) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, buffer.bytes.data() + index * bytes, bytes);
  return bits;
}

Wide integer_of(std::uint64_t bits, unsigned bytes, bool is_signed) {
  const bool is_negative = is_signed && (bits >> (8 * bytes - 1) & 1) != 0;
  return is_negative ? Wide{bits} - (Wide{1} << (8 * bytes)) : Wide{bits};
}

double float_of(std::uint64_t bits, const ComponentType& type) {
  if (type.name == bf16.name)  // the upper half of a float
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
  if (type.bytes == 2) return to_float(Float16{static_cast<std::uint16_t>(bits)});
  if (type.bytes == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

// Of a number that the type represents.
std::uint64_t bits_of_float(double value, const ComponentType& type) {
  if (type.name == bf16.name) return std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16;
  if (type.bytes == 2) return to_float16(static_cast<float>(value)).bits;
  if (type.bytes == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::bit_cast<std::uint64_t>(value);
}

// Random bits for integers. Floats are small whole numbers, so that all sums are exact.
ShadowedBytes random_buffer(const ComponentType& type, std::mt19937_64& random) {
  ShadowedBytes buffer = ShadowedBytes::zero(Product::buffer_size * type.bytes);
  for (std::size_t i = 0; i < Product::buffer_size; ++i) {
    const double number = static_cast<double>(random() % 7) - 3;
    const std::uint64_t bits = type.is_float ? bits_of_float(number, type) : random();
    std::memcpy(buffer.bytes.data() + i * type.bytes, &bits, type.bytes);
  }
  return buffer;
}

// --- the definition ---

Wide wide_sum(const Product& product, const ShadowedBytes& a, const ShadowedBytes& b, unsigned row,
              unsigned column) {
  Wide sum = 0;
  for (unsigned k = 0; k < product.inner; ++k) {
    sum += integer_of(bits_at(a, product.a.bytes, product.place(row, k)), product.a.bytes,
                      product.has("MatrixASigned")) *
           integer_of(bits_at(b, product.b.bytes, product.place(k, column)), product.b.bytes,
                      product.has("MatrixBSigned"));
  }
  return sum;
}

// The bits of an element of the result.
std::uint64_t expected_bits(const Product& product, const ShadowedBytes& a, const ShadowedBytes& b,
                            const ShadowedBytes& c, unsigned row, unsigned column) {
  const std::uint64_t c_bits = bits_at(c, product.c.bytes, product.place(row, column));
  if (!product.r.is_float) {
    const Wide sum = wide_sum(product, a, b, row, column) +
                     integer_of(c_bits, product.c.bytes, product.has("MatrixCSigned"));
    const std::uint64_t mask =
        product.r.bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * product.r.bytes)) - 1;
    return static_cast<std::uint64_t>(sum) & mask;
  }
  double sum = float_of(c_bits, product.c);
  for (unsigned k = 0; k < product.inner; ++k) {
    sum += float_of(bits_at(a, product.a.bytes, product.place(row, k)), product.a) *
           float_of(bits_at(b, product.b.bytes, product.place(k, column)), product.b);
  }
  return bits_of_float(sum, product.r);
}

void expect_product(const Product& product, std::mt19937_64& random) {
  SCOPED_TRACE(std::string(product.a.name) + " " + product.b.name + " " + product.c.name + " " +
               product.r.name + " " + std::to_string(product.rows) + "x" +
               std::to_string(product.columns) + "x" + std::to_string(product.inner) + ", lanes " +
               std::to_string(product.lanes) + ", subgroups " + std::to_string(product.subgroups) +
               ", mapping " + std::to_string(static_cast<int>(product.mapping)) + " " +
               product.flags);
  const ShadowedBytes a = random_buffer(product.a, random), b = random_buffer(product.b, random);
  const ShadowedBytes c = random_buffer(product.c, random);
  DispatchResult result;
  const ShadowedBytes r = product.run(a, b, c, result);
  ASSERT_EQ(r.bytes.size(), Product::buffer_size * product.r.bytes);
  EXPECT_TRUE(test::clauses_of(result).empty());
  std::vector<bool> written(Product::buffer_size);
  for (unsigned row = 0; row < product.rows; ++row) {
    for (unsigned column = 0; column < product.columns; ++column) {
      const std::size_t at = product.place(row, column);
      written[at] = true;
      ASSERT_EQ(bits_at(r, product.r.bytes, at), expected_bits(product, a, b, c, row, column))
          << "row " << row << ", column " << column;
    }
  }
  // Nothing else is written, and everything written is defined.
  for (std::size_t i = 0; i < r.bytes.size(); ++i) {
    ASSERT_EQ(r.shadow[i],
              written[i / product.r.bytes] ? Definedness::defined : Definedness::uninitialized)
        << "byte " << i;
  }
}

constexpr MatrixMapping mappings[] = {MatrixMapping::rows, MatrixMapping::columns,
                                      MatrixMapping::blocks, MatrixMapping::replicated};

TEST(CooperativeMatrix, MultipliesFloatsOfEveryType) {
  std::mt19937_64 random(1);
  for (const ComponentType& factor : {f16, f32, f64, bf16}) {
    for (const ComponentType& sum : {f16, f32, f64}) {
      expect_product({.a = factor, .b = factor, .c = sum, .r = sum}, random);
      expect_product({.a = factor, .b = factor, .c = sum, .r = sum, .column_major = true}, random);
    }
  }
  expect_product({.a = f16, .b = f32, .c = f16, .r = f32}, random);
}

TEST(CooperativeMatrix, MultipliesIntegersOfEveryTypeAndSign) {
  std::mt19937_64 random(2);
  const std::string flags[] = {"",
                               "MatrixASignedComponentsKHR",
                               "MatrixBSignedComponentsKHR",
                               "MatrixASignedComponentsKHR|MatrixBSignedComponentsKHR",
                               "MatrixCSignedComponentsKHR",
                               "MatrixASignedComponentsKHR|MatrixBSignedComponentsKHR|"
                               "MatrixCSignedComponentsKHR|MatrixResultSignedComponentsKHR"};
  for (const std::string& flag : flags) {
    for (const ComponentType& type : {i8, i16, i32, i64, u8, u16, u32, u64})
      expect_product({.a = type, .b = type, .c = type, .r = type, .flags = flag}, random);
    expect_product({.a = i8, .b = u8, .c = i32, .r = i32, .flags = flag}, random);
    expect_product({.a = u8, .b = u8, .c = u16, .r = u64, .flags = flag}, random);
    expect_product({.a = u16, .b = i8, .c = u32, .r = i64, .flags = flag}, random);
  }
}

TEST(CooperativeMatrix, WorksForEveryShapeMappingAndSubgroupSize) {
  std::mt19937_64 random(3);
  const std::array<unsigned, 3> shapes[] = {{16, 16, 16}, {8, 8, 32}, {1, 1, 1},
                                            {3, 5, 7},    {4, 4, 1},  {32, 8, 16}};
  for (const auto& [rows, columns, inner] : shapes) {
    for (unsigned lanes = 1; lanes <= 128; lanes *= 2) {
      for (const MatrixMapping mapping : mappings) {
        const bool column_major = random() % 2 != 0;
        expect_product({.a = f16,
                        .b = f16,
                        .c = f32,
                        .r = f32,
                        .rows = rows,
                        .columns = columns,
                        .inner = inner,
                        .column_major = column_major,
                        .lanes = lanes,
                        .mapping = mapping},
                       random);
      }
    }
  }
}

// All subgroups of a workgroup hold one matrix.
TEST(CooperativeMatrix, WorksAtWorkgroupScope) {
  std::mt19937_64 random(10);
  const std::array<unsigned, 3> shapes[] = {{16, 16, 16}, {32, 8, 16}, {1, 1, 1}, {3, 5, 7}};
  for (const auto& [rows, columns, inner] : shapes) {
    for (const unsigned lanes : {1u, 4u, 32u, 128u}) {
      for (const unsigned subgroups : {1u, 2u, 3u, 7u}) {
        const MatrixMapping mapping = mappings[random() % std::size(mappings)];
        const bool is_float = random() % 2 != 0;
        expect_product({.a = is_float ? f16 : i8,
                        .b = is_float ? f16 : u8,
                        .c = is_float ? f32 : i32,
                        .r = is_float ? f32 : i32,
                        .rows = rows,
                        .columns = columns,
                        .inner = inner,
                        .column_major = random() % 2 != 0,
                        .lanes = lanes,
                        .mapping = mapping,
                        .subgroups = subgroups},
                       random);
      }
    }
  }
}

// --- saturation ---

TEST(CooperativeMatrix, SaturatesTheSumWithC) {
  std::mt19937_64 random(4);
  const std::string all_signed =
      "MatrixASignedComponentsKHR|MatrixBSignedComponentsKHR|MatrixCSignedComponentsKHR|"
      "MatrixResultSignedComponentsKHR|SaturatingAccumulationKHR";
  for (const bool is_signed : {false, true}) {
    const ComponentType factor = is_signed ? i8 : u8, sum = is_signed ? i16 : u16;
    const Product product{.a = factor,
                          .b = factor,
                          .c = sum,
                          .r = sum,
                          .inner = 2,
                          .flags = is_signed ? all_signed : "SaturatingAccumulationKHR"};
    const ShadowedBytes a = random_buffer(product.a, random), b = random_buffer(product.b, random);
    const ShadowedBytes c = random_buffer(product.c, random);
    DispatchResult result;
    const ShadowedBytes r = product.run(a, b, c, result);
    ASSERT_FALSE(r.bytes.empty());
    const Wide least = is_signed ? -32768 : 0, greatest = is_signed ? 32767 : 65535;
    unsigned saturated = 0;
    for (unsigned row = 0; row < 16; ++row) {
      for (unsigned column = 0; column < 16; ++column) {
        const std::size_t at = product.place(row, column);
        // The sums of the positive and of the negative products: one of them may overflow in some order.
        Wide positive = 0, negative = 0;
        for (unsigned k = 0; k < 2; ++k) {
          const Wide value = integer_of(bits_at(a, 1, product.place(row, k)), 1, is_signed) *
                             integer_of(bits_at(b, 1, product.place(k, column)), 1, is_signed);
          (value < 0 ? negative : positive) += value;
        }
        if (positive > greatest || negative < least) {
          EXPECT_EQ(r.shadow[2 * at], Definedness::undefined);
          continue;
        }
        const Wide exact = positive + negative + integer_of(bits_at(c, 2, at), 2, is_signed);
        const Wide clamped = exact < least ? least : exact > greatest ? greatest : exact;
        saturated += clamped != exact ? 1 : 0;
        EXPECT_EQ(r.shadow[2 * at], Definedness::defined);
        EXPECT_EQ(integer_of(bits_at(r, 2, at), 2, is_signed), clamped);
      }
    }
    EXPECT_GT(saturated, 10u);
  }
}

// --- marks ---

// A random float of which the product needs more bits than the result.
ShadowedBytes inexact_buffer(const ComponentType& type, std::mt19937_64& random) {
  ShadowedBytes buffer = ShadowedBytes::zero(Product::buffer_size * type.bytes);
  for (std::size_t i = 0; i < Product::buffer_size; ++i) {
    const double number = 1 + static_cast<double>(random() % 1024) / 1024;
    const std::uint64_t bits = bits_of_float(number, type);
    std::memcpy(buffer.bytes.data() + i * type.bytes, &bits, type.bytes);
  }
  return buffer;
}

TEST(CooperativeMatrix, MarksSumsThatDependOnTheOrder) {
  std::mt19937_64 random(5);
  const Product product{.a = f16, .b = f16, .c = f16, .r = f16};
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

void expect_enclosures(const Product& product, std::mt19937_64& random) {
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
  Product product{.a = f16, .b = f16, .c = f16, .r = f16, .encloses = true};
  expect_enclosures(product, random);
  product.lanes = 8;
  product.subgroups = 5;
  expect_enclosures(product, random);
}

// Exact sums have no enclosures.
TEST(CooperativeMatrix, ExactSumsAreNotEnclosed) {
  std::mt19937_64 random(9);
  const Product product{.a = f16, .b = f16, .c = f32, .r = f32, .encloses = true};
  DispatchResult result;
  const ShadowedBytes a = random_buffer(f16, random), b = random_buffer(f16, random);
  ASSERT_FALSE(product.run(a, b, random_buffer(f32, random), result).bytes.empty());
  EXPECT_TRUE(result.encloses_values);
  EXPECT_TRUE(result.buffers.at({0, 3, 0}).enclosures.empty());
}

// An undefined element reaches a row or a column of the result, and nothing else.
TEST(CooperativeMatrix, FollowsUndefinedElements) {
  std::mt19937_64 random(6);
  for (const ComponentType& type : {f32, i32}) {
    for (const MatrixMapping mapping : mappings) {
      const Product product{.a = type,
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

// --- bfloat16 ---

constexpr const char* conversion = R"(
    OpCapability Shader
    OpCapability Int8
    OpCapability Int16
    OpCapability Int64
    OpCapability Float16
    OpCapability Float64
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpCapability BFloat16TypeKHR
    OpCapability BFloat16ConversionINTEL
    OpExtension "SPV_KHR_bfloat16"
    OpExtension "SPV_INTEL_bfloat16_conversion"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %index %from_buffer %to_buffer
    OpExecutionMode %main LocalSize 128 1 1
    OpDecorate %index BuiltIn GlobalInvocationId
    OpDecorate %from_buffer DescriptorSet 0
    OpDecorate %from_buffer Binding 0
    OpDecorate %to_buffer DescriptorSet 0
    OpDecorate %to_buffer Binding 1
    OpDecorate %from_array ArrayStride FROM_BYTES
    OpDecorate %to_array ArrayStride TO_BYTES
    OpDecorate %from_block Block
    OpMemberDecorate %from_block 0 Offset 0
    OpDecorate %to_block Block
    OpMemberDecorate %to_block 0 Offset 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %u8 = OpTypeInt 8 0
    %u16 = OpTypeInt 16 0
    %u32 = OpTypeInt 32 0
    %u64 = OpTypeInt 64 0
    %i32 = OpTypeInt 32 1
    %i64 = OpTypeInt 64 1
    %f16 = OpTypeFloat 16
    %bf16 = OpTypeFloat 16 BFloat16KHR
    %f32 = OpTypeFloat 32
    %f64 = OpTypeFloat 64
    %v3 = OpTypeVector %u32 3
    %zero = OpConstant %u32 0
    %from_array = OpTypeRuntimeArray %FROM
    %from_block = OpTypeStruct %from_array
    %from_block_pointer = OpTypePointer StorageBuffer %from_block
    %from_pointer = OpTypePointer StorageBuffer %FROM
    %to_array = OpTypeRuntimeArray %TO
    %to_block = OpTypeStruct %to_array
    %to_block_pointer = OpTypePointer StorageBuffer %to_block
    %to_pointer = OpTypePointer StorageBuffer %TO
    %input = OpTypePointer Input %v3
    %from_buffer = OpVariable %from_block_pointer StorageBuffer
    %to_buffer = OpVariable %to_block_pointer StorageBuffer
    %index = OpVariable %input Input
    %main = OpFunction %void None %function
    %entry = OpLabel
    %id = OpLoad %v3 %index
    %i = OpCompositeExtract %u32 %id 0
    %from = OpAccessChain %from_pointer %from_buffer %zero %i
    %to = OpAccessChain %to_pointer %to_buffer %zero %i
    %x = OpLoad %FROM %from
    %y = INSTRUCTION %TO %x
    OpStore %to %y
    OpReturn
    OpFunctionEnd
)";

template <class To, class From>
std::vector<To> converted(const char* instruction, const ComponentType& from,
                          const ComponentType& to, const std::vector<From>& values) {
  std::string text = conversion;
  const std::pair<const char*, std::string> settings[] = {
      {"FROM_BYTES", std::to_string(from.bytes)},
      {"TO_BYTES", std::to_string(to.bytes)},
      {"FROM", from.name},
      {"%TO", std::string("%") + to.name},
      {"INSTRUCTION", instruction}};
  for (const auto& [name, value] : settings) text = replaced(text, name, value);
  const auto module = test::load(text);
  Dispatch dispatch;
  dispatch.groups = {static_cast<std::uint32_t>(values.size() / 128), 1, 1};
  ShadowedBytes bytes = ShadowedBytes::zero(values.size() * sizeof(From));
  std::memcpy(bytes.bytes.data(), values.data(), bytes.bytes.size());
  dispatch.buffers[{0, 0, 0}] = bytes;
  dispatch.buffers[{0, 1, 0}] = ShadowedBytes::zero(values.size() * sizeof(To));
  const auto result = spirv_oracle::run(*module, default_registry(), dispatch);
  EXPECT_TRUE(result) << result.error().message;
  std::vector<To> results(values.size());
  if (result) {
    std::memcpy(results.data(), result->buffers.at({0, 1, 0}).contents.bytes.data(),
                results.size() * sizeof(To));
  }
  return results;
}

// To the nearest one, ties to even, by the bits of a float.
std::uint16_t nearest_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>((bits >> 16 & 0x8000) | 0x7FC0);
  return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

TEST(CooperativeMatrix, ConvertsBfloat16) {
  std::vector<std::uint16_t> all(65536);
  for (std::uint32_t i = 0; i < 65536; ++i) all[i] = static_cast<std::uint16_t>(i);
  const auto widened = converted<std::uint32_t>("OpFConvert", bf16, f32, all);
  const auto doubles = converted<double>("OpFConvert", bf16, f64, all);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    const float expected = std::bit_cast<float>(i << 16);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(std::bit_cast<float>(widened[i])));
      EXPECT_TRUE(std::isnan(doubles[i]));
      continue;
    }
    ASSERT_EQ(widened[i], i << 16);
    ASSERT_EQ(doubles[i], expected);
  }
  std::mt19937_64 random(7);
  std::vector<float> floats(65536);
  std::vector<double> wide(65536);
  std::vector<std::int32_t> integers(65536);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    floats[i] = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    wide[i] = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                         static_cast<int>(random() % 64) - 64);
    integers[i] = static_cast<std::int32_t>(random());
  }
  const auto of_floats = converted<std::uint16_t>("OpFConvert", f32, bf16, floats);
  // Without a type of its own, a bfloat16 is the bits of an integer.
  const auto bits_of_floats = converted<std::uint16_t>("OpConvertFToBF16INTEL", f32, u16, floats);
  const auto floats_of_bits = converted<std::uint32_t>("OpConvertBF16ToFINTEL", u16, f32, all);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    ASSERT_EQ(bits_of_floats[i], nearest_bfloat16(floats[i])) << floats[i];
    ASSERT_EQ(floats_of_bits[i], widened[i]);
  }
  const auto of_doubles = converted<std::uint16_t>("OpFConvert", f64, bf16, wide);
  const auto of_integers = converted<std::uint16_t>("OpConvertSToF", i32, bf16, integers);
  const auto of_unsigned = converted<std::uint16_t>("OpConvertUToF", u32, bf16, integers);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    ASSERT_EQ(of_floats[i], nearest_bfloat16(floats[i])) << floats[i];
    ASSERT_EQ(of_doubles[i], nearest_bfloat16(static_cast<float>(wide[i]))) << wide[i];
    ASSERT_EQ(of_integers[i], nearest_bfloat16(static_cast<float>(integers[i])));
    ASSERT_EQ(of_unsigned[i],
              nearest_bfloat16(static_cast<float>(static_cast<std::uint32_t>(integers[i]))));
  }
  // Numbers that fit into the integers.
  std::vector<std::uint16_t> small(65536);
  for (std::uint32_t i = 0; i < 65536; ++i)
    small[i] = nearest_bfloat16(static_cast<float>(integers[i]) / 4096);
  const auto truncated = converted<std::int32_t>("OpConvertFToS", bf16, i32, small);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    const float value = std::bit_cast<float>(std::uint32_t{small[i]} << 16);
    ASSERT_EQ(truncated[i], static_cast<std::int32_t>(value));
  }
}

}  // namespace
}  // namespace spirv_oracle
