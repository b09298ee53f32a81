#include "interpreter/kernels/integer_dot_product.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/dispatch.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

__extension__ using Wide = __int128;
using Random = std::mt19937_64;

template <class T>
T random_component(Random& random) {
  using Limits = std::numeric_limits<T>;
  switch (random() % 6) {
    case 0:
      return Limits::min();
    case 1:
      return Limits::max();
    case 2:
      return static_cast<T>(-1);
    case 3:
      return static_cast<T>(random() % 4);
    default:
      return static_cast<T>(random());
  }
}

template <class R>
bool fits(Wide value) {
  return value >= Wide{std::numeric_limits<R>::min()} &&
         value <= Wide{std::numeric_limits<R>::max()};
}

// --- the arithmetic against 128-bit integers (components of at most 32 bits, so that these suffice) ---

// Whether some order of the additions has a partial sum that does not fit: all subsets are tried.
template <class R>
bool some_order_overflows(const std::vector<Wide>& products) {
  for (unsigned subset = 1; subset < 1u << products.size(); ++subset) {
    Wide sum = 0;
    for (std::size_t i = 0; i < products.size(); ++i) sum += subset >> i & 1 ? products[i] : 0;
    if (!fits<R>(sum)) return true;
  }
  return false;
}

template <class R, class A, class B>
void check_dot(std::size_t count, Random& random) {
  std::vector<Wide> products;
  ExactDot<R> dot;
  std::make_unsigned_t<R> modular = 0;
  Wide exact = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const A a = random_component<A>(random);
    const B b = random_component<B>(random);
    products.push_back(Wide{a} * Wide{b});
    exact += products.back();
    dot.add_product(a, b);
    modular = MultiplyAdd::component(modular, a, b);
  }
  EXPECT_EQ(modular, static_cast<std::make_unsigned_t<R>>(exact));
  EXPECT_EQ(dot.overflows(), some_order_overflows<R>(products));
  if (!dot.overflows()) {
    EXPECT_EQ(dot.sum(), static_cast<R>(exact));
    const R accumulator = random_component<R>(random);
    const Wide sum = exact + accumulator;
    const R saturated = sum > Wide{std::numeric_limits<R>::max()}   ? std::numeric_limits<R>::max()
                        : sum < Wide{std::numeric_limits<R>::min()} ? std::numeric_limits<R>::min()
                                                                    : static_cast<R>(sum);
    EXPECT_EQ(saturating_add(dot.sum(), accumulator), saturated);
  }
}

template <class R, class A, class B>
void check_dots() {
  Random random(11);
  for (int i = 0; i < 3000; ++i) check_dot<R, A, B>(2 + random() % 3, random);
}

template <class R, class C>
void check_signs() {
  using S = std::make_signed_t<C>;
  using U = std::make_unsigned_t<C>;
  check_dots<std::make_signed_t<R>, S, S>();
  check_dots<std::make_signed_t<R>, S, U>();
  check_dots<std::make_unsigned_t<R>, U, U>();
}

TEST(IntegerDotProduct, AgreesWithExactArithmetic) {
  check_signs<std::uint8_t, std::uint8_t>();
  check_signs<std::uint16_t, std::uint8_t>();
  check_signs<std::uint32_t, std::uint8_t>();
  check_signs<std::uint64_t, std::uint8_t>();
  check_signs<std::uint16_t, std::uint16_t>();
  check_signs<std::uint32_t, std::uint16_t>();
  check_signs<std::uint64_t, std::uint16_t>();
  check_signs<std::uint32_t, std::uint32_t>();
  check_signs<std::uint64_t, std::uint32_t>();
}

TEST(IntegerDotProduct, HandlesProductsOf64Bits) {
  ExactDot<std::uint64_t> unsigned_dot;
  unsigned_dot.add_product(std::uint64_t{1} << 32, std::uint64_t{1} << 31);
  EXPECT_FALSE(unsigned_dot.overflows());
  unsigned_dot.add_product(std::uint64_t{1} << 32, std::uint64_t{1} << 31);
  EXPECT_TRUE(unsigned_dot.overflows());

  ExactDot<std::int64_t> mixed;  // -1 times 2^63 fits, 1 times 2^63 does not
  mixed.add_product(std::int64_t{-1}, std::uint64_t{1} << 63);
  EXPECT_FALSE(mixed.overflows());
  EXPECT_EQ(mixed.sum(), std::numeric_limits<std::int64_t>::min());
  mixed.add_product(std::int64_t{1}, std::uint64_t{1} << 63);
  EXPECT_TRUE(mixed.overflows());

  ExactDot<std::int64_t> zero;
  zero.add_product(std::int64_t{0}, ~std::uint64_t{0});
  EXPECT_FALSE(zero.overflows());

  EXPECT_EQ(MultiplyAdd::component(std::uint64_t{5}, std::int64_t{-1}, ~std::uint64_t{0}), 6u);
}

TEST(IntegerDotProduct, UnpacksFromTheLeastSignificantByte) {
  EXPECT_EQ(unpack<std::uint8_t>(0x807F0102, 0), 0x02);
  EXPECT_EQ(unpack<std::uint8_t>(0x807F0102, 3), 0x80);
  EXPECT_EQ(unpack<std::int8_t>(0x807F0102, 3), -128);
  EXPECT_EQ((packed_dot<std::int32_t, std::int8_t, std::int8_t>(0x80808080, 0x80808080)), 65536);
  EXPECT_EQ((packed_dot<std::int32_t, std::int8_t, std::uint8_t>(0x80808080, 0xFFFFFFFF)), -130560);
  EXPECT_EQ((packed_dot<std::uint32_t, std::uint8_t, std::uint8_t>(~0u, ~0u)), 260100u);
  EXPECT_EQ((packed_dot<std::uint8_t, std::uint8_t, std::uint8_t>(~0u, ~0u)), 4);
}

// --- whole instructions ---

struct DotResult {
  std::uint64_t bits = 0;
  Definedness state = Definedness::undefined;
  std::vector<std::string> clauses;
};

// Runs `instruction`, whose result has the type `result` of `bytes` bytes, after `constants`.
DotResult run_dot(const std::string& result_type, std::size_t bytes, const std::string& constants,
                  const std::string& instruction) {
  const std::string text = test::shader_header(
                               "OpCapability Int8\nOpCapability Int16\nOpCapability Int64\n"
                               "OpCapability DotProduct\nOpCapability DotProductInputAll\n"
                               "OpCapability DotProductInput4x8Bit\n"
                               "OpCapability DotProductInput4x8BitPacked\n",
                               "%buffer") +
                           R"(
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %u8 = OpTypeInt 8 0
    %i8 = OpTypeInt 8 1
    %u16 = OpTypeInt 16 0
    %i16 = OpTypeInt 16 1
    %u32 = OpTypeInt 32 0
    %i32 = OpTypeInt 32 1
    %u64 = OpTypeInt 64 0
    %i64 = OpTypeInt 64 1
    %v4u8 = OpTypeVector %u8 4
    %v4i8 = OpTypeVector %i8 4
    %v2u32 = OpTypeVector %u32 2
    %v2i32 = OpTypeVector %i32 2
    %v3u16 = OpTypeVector %u16 3
    %zero = OpConstant %u32 0
)" + constants + "%block = OpTypeStruct " +
                           result_type + R"(
    %to_block = OpTypePointer StorageBuffer %block
    %to_result = OpTypePointer StorageBuffer )" +
                           result_type + R"(
    %buffer = OpVariable %to_block StorageBuffer
    %main = OpFunction %void None %function
    %entry = OpLabel
    %r = )" + instruction + R"(
    %p = OpAccessChain %to_result %buffer %zero
    OpStore %p %r
    OpReturn
    OpFunctionEnd
)";
  DotResult result;
  const auto module = test::load(text);
  if (module == nullptr) return result;
  InstructionRegistry registry;
  register_core_instructions(registry);
  Dispatch dispatch;
  dispatch.subgroup_size = 1;
  dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(bytes);
  auto ran = run(*module, registry, dispatch);
  if (!ran) {
    ADD_FAILURE() << ran.error().message;
    return result;
  }
  const ShadowedBytes& contents = ran->buffers[{0, 0, 0}].contents;
  std::memcpy(&result.bits, contents.bytes.data(), bytes);
  result.state = *std::max_element(contents.shadow.begin(), contents.shadow.end());
  for (const Finding& finding : ran->findings) result.clauses.push_back(finding.clause);
  return result;
}

void expect_value(const DotResult& result, std::uint64_t bits) {
  EXPECT_EQ(result.bits, bits);
  EXPECT_EQ(result.state, Definedness::defined);
  EXPECT_EQ(result.clauses, std::vector<std::string>{});
}

TEST(IntegerDotProductInstructions, TakePackedVectors) {
  const std::string constants = R"(
    %a = OpConstant %u32 0x80FF0203
    %b = OpConstant %u32 0xFF017F04
    %most = OpConstant %i32 0x7FFFFFFF
    %most_unsigned = OpConstant %u32 0xFFFFFFFF
  )";  // a: -128 -1 2 3 or 128 255 2 3; b: -1 1 127 4 or 255 1 127 4
  expect_value(run_dot("%i32", 4, constants, "OpSDot %i32 %a %b PackedVectorFormat4x8Bit"),
               128 - 1 + 254 + 12);
  expect_value(run_dot("%u32", 4, constants, "OpUDot %u32 %a %b PackedVectorFormat4x8Bit"),
               128 * 255 + 255 + 254 + 12);
  expect_value(run_dot("%i32", 4, constants, "OpSUDot %i32 %a %b PackedVectorFormat4x8Bit"),
               static_cast<std::uint32_t>(-128 * 255 - 1 + 254 + 12));
  expect_value(
      run_dot("%i32", 4, constants, "OpSDotAccSat %i32 %a %b %most PackedVectorFormat4x8Bit"),
      0x7FFFFFFF);
  expect_value(
      run_dot("%i32", 4, constants, "OpSUDotAccSat %i32 %a %b %most PackedVectorFormat4x8Bit"),
      0x7FFFFFFFu - (128 * 255 + 1 - 254 - 12));
  expect_value(run_dot("%u32", 4, constants,
                       "OpUDotAccSat %u32 %a %b %most_unsigned PackedVectorFormat4x8Bit"),
               0xFFFFFFFF);
}

TEST(IntegerDotProductInstructions, TakeVectors) {
  const std::string constants = R"(
    %m1 = OpConstant %i8 -1
    %m128 = OpConstant %i8 -128
    %c255 = OpConstant %u8 255
    %c2 = OpConstant %u8 2
    %s = OpConstantComposite %v4i8 %m1 %m128 %m1 %m128
    %u = OpConstantComposite %v4u8 %c255 %c2 %c255 %c2
    %c60000 = OpConstant %u16 60000
    %w = OpConstantComposite %v3u16 %c60000 %c60000 %c60000
    %acc = OpConstant %i64 -5
  )";
  expect_value(run_dot("%i32", 4, constants, "OpSDot %i32 %s %s"), 2 + 2 * 16384);
  expect_value(run_dot("%u32", 4, constants, "OpUDot %u32 %u %u"), 2 * 65025 + 8);
  expect_value(run_dot("%i32", 4, constants, "OpSUDot %i32 %s %u"),
               static_cast<std::uint32_t>(2 * -255 + 2 * -256));
  expect_value(run_dot("%u32", 4, constants, "OpUDot %u32 %w %w"),
               std::uint32_t{static_cast<std::uint32_t>(std::uint64_t{3} * 60000 * 60000)});
  expect_value(run_dot("%u64", 8, constants, "OpUDot %u64 %w %w"),
               std::uint64_t{3} * 60000 * 60000);
  expect_value(run_dot("%i64", 8, constants, "OpSUDotAccSat %i64 %s %u %acc"),
               static_cast<std::uint64_t>(-5 + 2 * -255 + 2 * -256));
}

TEST(IntegerDotProductInstructions, AreUndefinedWhereASumOverflowsBeforeTheAccumulation) {
  const std::string constants = R"(
    %big = OpConstant %i32 0x40000000
    %two = OpConstant %i32 2
    %minus_two = OpConstant %i32 -2
    %ubig = OpConstant %u32 0x80000000
    %utwo = OpConstant %u32 2
    %zero_int = OpConstant %i32 0
    %a = OpConstantComposite %v2i32 %big %big
    %b = OpConstantComposite %v2i32 %two %minus_two
    %c = OpConstantComposite %v2i32 %minus_two %zero_int
    %ua = OpConstantComposite %v2u32 %ubig %ubig
    %ub = OpConstantComposite %v2u32 %utwo %zero
    %nothing = OpUndef %v2i32
  )";
  const auto expect_clause = [](const DotResult& result, const std::string& clause) {
    EXPECT_EQ(result.state, Definedness::undefined);
    EXPECT_EQ(std::count(result.clauses.begin(), result.clauses.end(), clause), 1);
  };
  expect_clause(run_dot("%i32", 4, constants, "OpSDotAccSat %i32 %a %b %zero_int"),
                "OpSDotAccSat.intermediate-overflow");
  expect_value(run_dot("%i32", 4, constants, "OpSDotAccSat %i32 %a %c %zero_int"), 0x80000000);
  expect_value(run_dot("%i32", 4, constants, "OpSDotAccSat %i32 %a %c %minus_two"), 0x80000000);
  expect_clause(run_dot("%u32", 4, constants, "OpUDotAccSat %u32 %ua %ub %zero"),
                "OpUDotAccSat.intermediate-overflow");
  expect_clause(run_dot("%i32", 4, constants, "OpSUDotAccSat %i32 %a %ub %zero_int"),
                "OpSUDotAccSat.intermediate-overflow");
  // An undefined operand makes the result undefined, but breaks no rule of this instruction.
  const DotResult undefined =
      run_dot("%i32", 4, constants, "OpSDotAccSat %i32 %a %nothing %zero_int");
  EXPECT_EQ(undefined.state, Definedness::undefined);
  EXPECT_EQ(std::count(undefined.clauses.begin(), undefined.clauses.end(),
                       "OpSDotAccSat.intermediate-overflow"),
            0);
}

TEST(IntegerDotProductInstructions, CheckPackedSumsOfNarrowResults) {
  const std::string constants = R"(
    %a = OpConstant %u32 0x00000011
    %b = OpConstant %u32 0x0000000F
    %c = OpConstant %u32 0x00000010
    %one = OpConstant %u8 1
  )";
  expect_value(run_dot("%u8", 1, constants, "OpUDotAccSat %u8 %a %b %one PackedVectorFormat4x8Bit"),
               255);
  const DotResult overflow =
      run_dot("%u8", 1, constants, "OpUDotAccSat %u8 %a %c %one PackedVectorFormat4x8Bit");
  EXPECT_EQ(overflow.state, Definedness::undefined);
  expect_value(run_dot("%u8", 1, constants, "OpUDot %u8 %a %c PackedVectorFormat4x8Bit"), 0x10);
}

}  // namespace
}  // namespace spirv_oracle
