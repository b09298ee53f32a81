#include "interpreter/checks/atomics/atomic_effect.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "interpreter/ir/registry.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle {
namespace {

AtomicOperation operation_of(spv::Op opcode) {
  static const InstructionRegistry registry = [] {
    InstructionRegistry core;
    register_core_instructions(core);
    return core;
  }();
  return registry.find(opcode)->atomic_operation.value();
}

// The effects of the instructions on bytes.
std::uint8_t new_value(spv::Op opcode, std::uint8_t original, std::uint8_t value,
                       std::uint8_t comparator) {
  const auto as_signed = [](std::uint8_t bits) { return static_cast<std::int8_t>(bits); };
  switch (opcode) {
    case spv::Op::OpAtomicExchange:
      return value;
    case spv::Op::OpAtomicCompareExchange:
      return original == comparator ? value : original;
    case spv::Op::OpAtomicIAdd:
      return static_cast<std::uint8_t>(original + value);
    case spv::Op::OpAtomicISub:
      return static_cast<std::uint8_t>(original - value);
    case spv::Op::OpAtomicSMin:
      return as_signed(value) < as_signed(original) ? value : original;
    case spv::Op::OpAtomicUMin:
      return std::min(value, original);
    case spv::Op::OpAtomicSMax:
      return as_signed(value) > as_signed(original) ? value : original;
    case spv::Op::OpAtomicUMax:
      return std::max(value, original);
    case spv::Op::OpAtomicAnd:
      return original & value;
    case spv::Op::OpAtomicOr:
      return original | value;
    case spv::Op::OpAtomicXor:
      return original ^ value;
    default:
      return original;
  }
}

constexpr std::array opcodes = {
    spv::Op::OpAtomicLoad, spv::Op::OpAtomicExchange, spv::Op::OpAtomicCompareExchange,
    spv::Op::OpAtomicIAdd, spv::Op::OpAtomicISub,     spv::Op::OpAtomicSMin,
    spv::Op::OpAtomicUMin, spv::Op::OpAtomicSMax,     spv::Op::OpAtomicUMax,
    spv::Op::OpAtomicAnd,  spv::Op::OpAtomicOr,       spv::Op::OpAtomicXor};

AtomicEffect effect_of(spv::Op opcode, std::uint8_t original, std::uint8_t value,
                       std::uint8_t comparator, bool is_certain = true) {
  return atomic_effect(operation_of(opcode), {1, original, value, comparator, is_certain});
}

constexpr std::array<std::uint8_t, 3> comparators = {0, 5, 0xFF};

TEST(AtomicEffect, ChangesWhatItChanges) {
  for (const spv::Op opcode : opcodes) {
    for (const std::uint8_t comparator : comparators) {
      for (unsigned i = 0; i < 0x10000; ++i) {
        const auto original = static_cast<std::uint8_t>(i),
                   value = static_cast<std::uint8_t>(i >> 8);
        const AtomicEffect effect = effect_of(opcode, original, value, comparator);
        EXPECT_EQ(effect.changes, new_value(opcode, original, value, comparator) != original)
            << static_cast<int>(opcode) << " " << i;
      }
    }
  }
}

TEST(AtomicEffect, ALoadLeavesEveryValueAsItIs) {
  for (const spv::Op opcode : opcodes) {
    for (const std::uint8_t comparator : comparators) {
      for (unsigned value = 0; value < 256; ++value) {
        bool leaves_all = true;
        for (unsigned i = 0; i < 256; ++i) {
          const auto original = static_cast<std::uint8_t>(i);
          leaves_all = leaves_all && new_value(opcode, original, static_cast<std::uint8_t>(value),
                                               comparator) == original;
        }
        const AtomicEffect effect =
            effect_of(opcode, 7, static_cast<std::uint8_t>(value), comparator);
        const bool is_extreme = opcode == spv::Op::OpAtomicSMin || opcode == spv::Op::OpAtomicSMax;
        if (effect.operation == AtomicOperation::load) {
          EXPECT_TRUE(leaves_all) << static_cast<int>(opcode);
        } else if (!is_extreme) {
          EXPECT_FALSE(leaves_all) << static_cast<int>(opcode) << " " << value;
        }
      }
    }
  }
}

TEST(AtomicEffect, OperationsOfOneKindCommute) {
  std::mt19937 random(1);
  for (int i = 0; i < 100000; ++i) {
    const spv::Op first = opcodes[random() % opcodes.size()];
    const spv::Op second = opcodes[random() % opcodes.size()];
    const auto byte = [&] { return static_cast<std::uint8_t>(random()); };
    const std::uint8_t original = byte(), a = byte(), b = byte(), comparator = byte();
    const AtomicEffect one = effect_of(first, original, a, comparator);
    const AtomicEffect other = effect_of(second, original, b, comparator);
    const bool is_store = one.operation == AtomicOperation::store;
    const bool commute = one.operation == other.operation &&
                         one.operation != AtomicOperation::compare_exchange && one.commutes &&
                         other.commutes && (!is_store || one.stored == other.stored);
    if (!commute) continue;
    EXPECT_EQ(new_value(first, new_value(second, original, b, comparator), a, comparator),
              new_value(second, new_value(first, original, a, comparator), b, comparator));
  }
}

TEST(AtomicEffect, UncertainOperandsMayChangeTheValue) {
  EXPECT_TRUE(effect_of(spv::Op::OpAtomicIAdd, 1, 0, 0, false).changes);
  EXPECT_TRUE(effect_of(spv::Op::OpAtomicOr, 1, 1, 0, false).changes);
  EXPECT_FALSE(effect_of(spv::Op::OpAtomicExchange, 1, 1, 0, false).commutes);
  EXPECT_FALSE(effect_of(spv::Op::OpAtomicLoad, 1, 1, 0, false).changes);
}

// --- floats ---

AtomicEffect float_effect(spv::Op opcode, float original, float value) {
  return atomic_effect(operation_of(opcode), {4, std::bit_cast<std::uint32_t>(original),
                                              std::bit_cast<std::uint32_t>(value), 0, true});
}

// Whether the sum is the same in all orders, as far as that can be decided without adding.
bool is_exact(float start, const std::vector<float>& terms) {
  double sum = 0;
  int quantum = 1 << 14;
  unsigned signs = 0;
  bool may_be_denormal = false;
  float original = start;
  for (const float term : terms) {
    const AtomicEffect effect = float_effect(spv::Op::OpAtomicFAddEXT, original, term);
    if (!effect.commutes) return false;
    if (original == start && sum == 0) sum = effect.original_magnitude;
    sum += effect.operand_magnitude;
    quantum = std::min<int>(quantum, effect.quantum);
    signs |= effect.signs;
    may_be_denormal = may_be_denormal || effect.may_be_denormal;
    original += term;
  }
  return sum < std::ldexp(1.0, quantum + 24) && !(may_be_denormal && signs == 3);
}

TEST(AtomicEffect, SumsThatAreExactAreTheSameInAllOrders) {
  std::mt19937 random(1);
  int exact = 0;
  for (int i = 0; i < 20000; ++i) {
    const int spread = static_cast<int>(random() % 26);
    const auto number = [&] {
      const auto integer = static_cast<float>(static_cast<int>(random() % 2001) - 1000);
      return std::ldexp(integer, -static_cast<int>(random() % static_cast<unsigned>(spread + 1)));
    };
    const float start = number();
    std::vector<float> terms(4);
    for (float& term : terms) term = number();
    if (!is_exact(start, terms)) continue;
    ++exact;
    std::ranges::sort(terms);
    std::optional<std::uint32_t> sum;
    do {
      float value = start;
      for (const float term : terms) value += term;
      const auto bits = std::bit_cast<std::uint32_t>(value);
      EXPECT_EQ(sum.value_or(bits), bits);
      sum = bits;
    } while (std::next_permutation(terms.begin(), terms.end()));
  }
  EXPECT_GT(exact, 2000);
}

// Two additions to a half, each of which may flush a denormal sum to zero.
TEST(AtomicEffect, SumsOfHalvesThatAreExactAreTheSameInBothOrders) {
  const auto add = [](Float16 a, Float16 b, bool flushes) {
    const Float16 sum = to_float16(double{to_float(a)} + to_float(b));
    return flushes && std::abs(to_float(sum)) < 0x1p-14f ? Float16{} : sum;
  };
  const auto effect_of_half = [](Float16 original, Float16 value) {
    return atomic_effect(AtomicOperation::float_add, {2, original.bits, value.bits, 0, true});
  };
  std::mt19937 random(1);
  int exact = 0;
  for (int i = 0; i < 200000; ++i) {
    const auto half = [&] { return Float16{static_cast<std::uint16_t>(random() & 0xFFC0u)}; };
    const Float16 start = i % 2 == 0 ? Float16{} : half();
    const Float16 a = half(), b = half();
    const AtomicEffect first = effect_of_half(start, a);
    const AtomicEffect second = effect_of_half(add(start, a, false), b);
    const double magnitude = std::max(first.original_magnitude, second.original_magnitude) +
                             first.operand_magnitude + second.operand_magnitude;
    const int quantum = std::min(first.quantum, second.quantum);
    const bool may_be_flushed =
        (first.may_be_denormal || second.may_be_denormal) && (first.signs | second.signs) == 3;
    if (!first.commutes || !second.commutes || may_be_flushed ||
        magnitude >= std::ldexp(1.0, quantum + 11)) {
      continue;
    }
    ++exact;
    const std::uint16_t sum = add(add(start, a, false), b, false).bits;
    for (const bool flushes : {false, true}) {
      EXPECT_EQ(add(add(start, a, flushes), b, flushes).bits, sum);
      EXPECT_EQ(add(add(start, b, flushes), a, flushes).bits, sum);
    }
  }
  EXPECT_GT(exact, 1000);
}

TEST(AtomicEffect, SumsThatMayOverflowOrBeFlushedAreNotExact) {
  EXPECT_FALSE(is_exact(0x1p127f, {0x1p127f, -0x1p127f}));
  EXPECT_FALSE(is_exact(0, {0x1p-140f, 0x1p-140f}));
  EXPECT_FALSE(is_exact(0, {-0x1p-126f, 0x1.8p-126f}));
  EXPECT_TRUE(is_exact(0, {0x1p-126f, 0x1.8p-126f}));
  EXPECT_TRUE(is_exact(0, {-0.0f, 1}));
  EXPECT_FALSE(is_exact(-0.0f, {0, 1}));
  EXPECT_FALSE(is_exact(0, {std::nanf(""), 1}));
  EXPECT_TRUE(is_exact(0, {1, 2, 3}));
}

TEST(AtomicEffect, AnExtremeOfNumbersCommutes) {
  const AtomicEffect effect = float_effect(spv::Op::OpAtomicFMaxEXT, 1, 2);
  EXPECT_TRUE(effect.changes);
  EXPECT_TRUE(effect.commutes);
  EXPECT_FALSE(float_effect(spv::Op::OpAtomicFMinEXT, 1, 2).changes);
  EXPECT_TRUE(float_effect(spv::Op::OpAtomicFMinEXT, 1, -INFINITY).commutes);
  EXPECT_FALSE(float_effect(spv::Op::OpAtomicFMinEXT, 1, std::nanf("")).commutes);
  EXPECT_FALSE(float_effect(spv::Op::OpAtomicFMaxEXT, 0, -0.0f).commutes);
}

// x + -0 is x for every x; 0 + +0 is not, because -0 + +0 is +0.
TEST(AtomicEffect, AnAdditionOfNegativeZeroIsALoad) {
  for (const float original : {0.0F, -0.0F, 1.0F, -2.5F, 1e30F}) {
    const AtomicEffect effect = float_effect(spv::Op::OpAtomicFAddEXT, original, -0.0F);
    EXPECT_EQ(effect.operation, AtomicOperation::load) << original;
    EXPECT_FALSE(effect.changes) << original;
  }
  EXPECT_NE(float_effect(spv::Op::OpAtomicFAddEXT, 1e-40F, -0.0F).operation, AtomicOperation::load);
  EXPECT_NE(float_effect(spv::Op::OpAtomicFAddEXT, -0.0F, 0.0F).operation, AtomicOperation::load);
}

}  // namespace
}  // namespace spirv_oracle
