#include "interpreter/instructions/atomic/atomic_kernels.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

struct Free {
  void operator()(std::byte* bytes) const { std::free(bytes); }
};

// A subgroup with three planes of 64-bit components and a result plane, and one object in memory.
class Machine {
 public:
  static constexpr Slot addresses = 0, value = 64, comparator = 128, result = 192;
  static constexpr std::size_t units = 256;

  Machine(unsigned size, std::size_t object_size)
      : registers_(static_cast<std::byte*>(std::aligned_alloc(64, units * slot_unit))) {
    std::memset(registers_.get(), 0, units * slot_unit);
    object_ = memory_.allocate(object_size, MemoryKind::buffer, "object");
    subgroup.registers = registers_.get();
    subgroup.memory = &memory_;
    subgroup.size = size;
    subgroup.padded_lanes = (size + 7) / 8 * 8;
    subgroup.active = LaneMask::first(size);
    record.operand[0] = addresses;
    record.operand[1] = value;
    record.operand[2] = comparator;
    record.result = result;
  }

  void point(unsigned lane, std::uint64_t offset) {
    subgroup.values<std::uint64_t>(addresses)[lane] = AddressSpace::base_of(object_) + offset;
  }
  void point_like(const Machine& other, unsigned lane, std::uint64_t offset) {
    subgroup.values<std::uint64_t>(addresses)[lane] = AddressSpace::base_of(other.object_) + offset;
  }
  const ObjectEntry& object() const { return memory_.object(object_); }
  void fill(Definedness state) { std::fill_n(object().shadow, object().size, state); }

  Subgroup subgroup;
  Record record;

 private:
  std::unique_ptr<std::byte, Free> registers_;
  AddressSpace memory_;
  std::uint32_t object_ = 0;
};

// New Value, computed from Original Value and Value. CompareExchange has its own rule.
template <class T>
struct Model {
  std::function<T(T, T)> new_value;
  bool compares = false;
};

using Random = std::mt19937_64;

Definedness random_state(Random& random) {
  const auto choice = random() % 8;
  return choice == 0   ? Definedness::undefined
         : choice == 1 ? Definedness::implementation_dependent
                       : Definedness::defined;
}

void set_plane_state(PlaneHeader& header, unsigned lane, Definedness state) {
  if (state == Definedness::undefined) header.undefined.set(lane);
  if (state == Definedness::implementation_dependent) header.implementation_dependent.set(lane);
}

// Runs the handler and the model on random lanes, addresses, values and states.
template <class T>
void compare_with_model(Handler handler, std::uint32_t extra, const Model<T>& model) {
  Random random(7);
  constexpr unsigned locations = 4;
  for (int round = 0; round < 400; ++round) {
    const unsigned size = 1u << (random() % 8);
    Machine machine(size, locations * sizeof(T));
    machine.record.extra = extra;
    Subgroup& subgroup = machine.subgroup;
    const bool clean = round % 2 == 0;  // everything is defined
    const bool one_location = round % 3 == 0;
    T memory[locations];
    Definedness states[locations];
    for (unsigned i = 0; i < locations; ++i) {
      memory[i] = static_cast<T>(random() % 5);
      states[i] = clean ? Definedness::defined : random_state(random);
      std::memcpy(machine.object().bytes + i * sizeof(T), &memory[i], sizeof(T));
      std::fill_n(machine.object().shadow + i * sizeof(T), sizeof(T), states[i]);
    }
    for (unsigned lane = 0; lane < size; ++lane) {
      if (size > 1 && random() % 4 == 0) subgroup.active.reset(lane);
    }
    if (subgroup.active.none()) subgroup.active.set(0);

    T expected[128] = {};
    Definedness expected_state[128] = {};
    for (unsigned lane = 0; lane < size; ++lane) {
      const std::size_t location = one_location ? 1 : random() % locations;
      const T value = random() % 2 == 0 ? static_cast<T>(random()) : static_cast<T>(random() % 5);
      const T comparator = static_cast<T>(random() % 5);
      const Definedness value_state = clean ? Definedness::defined : random_state(random);
      const Definedness comparator_state = clean ? Definedness::defined : random_state(random);
      machine.point(lane, location * sizeof(T));
      subgroup.values<T>(Machine::value)[lane] = value;
      subgroup.values<T>(Machine::comparator)[lane] = comparator;
      set_plane_state(subgroup.header(Machine::value), lane, value_state);
      set_plane_state(subgroup.header(Machine::comparator), lane, comparator_state);
      if (!subgroup.active.test(lane)) continue;
      T& cell = memory[location];
      Definedness& state = states[location];
      expected[lane] = cell;
      expected_state[lane] = state;
      if (model.compares) {
        const Definedness comparison = std::max(state, comparator_state);
        const bool equal = cell == comparator;
        if (equal || comparison != Definedness::defined) state = std::max(comparison, value_state);
        if (equal) cell = value;
      } else {
        cell = model.new_value(cell, value);
        state = std::max(state, value_state);
      }
    }
    ASSERT_EQ(handler(subgroup, &machine.record), &machine.record + 1);
    subgroup.active.for_each([&](unsigned lane) {
      EXPECT_EQ(subgroup.values<T>(Machine::result)[lane], expected[lane]) << "lane " << lane;
      EXPECT_EQ(internal::state_of(subgroup.header(Machine::result), lane), expected_state[lane]);
    });
    for (unsigned i = 0; i < locations; ++i) {
      T bytes;
      std::memcpy(&bytes, machine.object().bytes + i * sizeof(T), sizeof(T));
      EXPECT_EQ(bytes, memory[i]) << "location " << i;
      for (std::size_t b = 0; b < sizeof(T); ++b) {
        EXPECT_EQ(machine.object().shadow[i * sizeof(T) + b], states[i]);
      }
    }
    if (testing::Test::HasFailure()) FAIL() << "round " << round;
  }
}

template <class T>
class AtomicKernels : public testing::Test {};
using Widths = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(AtomicKernels, Widths);

template <class Operation, class T, class NewValue>
void check_modify(NewValue new_value, std::uint32_t extra = 0) {
  const Model<T> model{new_value};
  compare_with_model<T>(&ModifyKernel<Operation, T, Sharing::exclusive>::execute, extra, model);
  compare_with_model<T>(&ModifyKernel<Operation, T, Sharing::shared>::execute, extra, model);
}

TYPED_TEST(AtomicKernels, AddAndSubtract) {
  using T = TypeParam;
  check_modify<AtomicAddition, T>([](T a, T b) { return static_cast<T>(a + b); });
  check_modify<AtomicAddition, T>([](T a, T b) { return static_cast<T>(a - b); },
                                  AtomicAddition::negated);
}

TYPED_TEST(AtomicKernels, Bitwise) {
  using T = TypeParam;
  check_modify<AtomicAnd, T>([](T a, T b) { return static_cast<T>(a & b); });
  check_modify<AtomicOr, T>([](T a, T b) { return static_cast<T>(a | b); });
  check_modify<AtomicXor, T>([](T a, T b) { return static_cast<T>(a ^ b); });
}

TYPED_TEST(AtomicKernels, MinimumAndMaximum) {
  using T = TypeParam;
  using S = std::make_signed_t<T>;
  check_modify<Minimum<false>, T>([](T a, T b) { return b < a ? b : a; });
  check_modify<Maximum<false>, T>([](T a, T b) { return a < b ? b : a; });
  check_modify<Minimum<true>, S>([](S a, S b) { return b < a ? b : a; });
  check_modify<Maximum<true>, S>([](S a, S b) { return a < b ? b : a; });
}

TYPED_TEST(AtomicKernels, CompareExchange) {
  using T = TypeParam;
  compare_with_model<T>(&execute_atomic<CompareExchangeStep, T>, 0, {nullptr, true});
}

TYPED_TEST(AtomicKernels, ExchangeMakesTheMemoryAsDefinedAsTheValue) {
  using T = TypeParam;
  Machine machine(8, 8 * sizeof(T));
  for (unsigned lane = 0; lane < 8; ++lane) {
    machine.point(lane, lane * sizeof(T));
    machine.subgroup.values<T>(Machine::value)[lane] = static_cast<T>(10 + lane);
  }
  machine.subgroup.header(Machine::value).undefined.set(3);
  machine.subgroup.header(Machine::value).implementation_dependent.set(4);
  execute_atomic<ExchangeStep, T>(machine.subgroup, &machine.record);
  EXPECT_EQ(machine.subgroup.header(Machine::result).undefined, LaneMask::first(8));
  execute_atomic<ExchangeStep, T>(machine.subgroup, &machine.record);
  EXPECT_EQ(machine.subgroup.header(Machine::result).undefined, LaneMask::single(3));
  EXPECT_EQ(machine.subgroup.header(Machine::result).implementation_dependent, LaneMask::single(4));
  for (unsigned lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(machine.subgroup.values<T>(Machine::result)[lane], static_cast<T>(10 + lane));
  }
}

TYPED_TEST(AtomicKernels, LoadAndStore) {
  using T = TypeParam;
  Machine machine(8, 8 * sizeof(T));
  for (unsigned lane = 0; lane < 8; ++lane) {
    machine.point(lane, lane * sizeof(T));
    machine.subgroup.values<T>(Machine::value)[lane] = static_cast<T>(200 - lane);
  }
  machine.subgroup.active.reset(5);
  Record store = machine.record;
  store.result = no_slot;
  EXPECT_FALSE(machine.object().allocation->written);
  execute_atomic<ExchangeStep, T>(machine.subgroup, &store);
  EXPECT_TRUE(machine.object().allocation->written);
  machine.subgroup.active = LaneMask::first(8);
  execute_atomic<LoadStep, T>(machine.subgroup, &machine.record);
  EXPECT_EQ(machine.subgroup.header(Machine::result).undefined, LaneMask::single(5));
  EXPECT_EQ(machine.subgroup.values<T>(Machine::result)[7], static_cast<T>(193));
}

TYPED_TEST(AtomicKernels, WhatCannotBeAccessedIsLeftAlone) {
  using T = TypeParam;
  for (const bool same : {false, true}) {
    Machine machine(8, 8 * sizeof(T));
    machine.fill(Definedness::defined);
    for (unsigned lane = 0; lane < 8; ++lane) {
      machine.point(lane, same ? 8 * sizeof(T) : lane * sizeof(T));
      machine.subgroup.values<T>(Machine::value)[lane] = 1;
    }
    LaneMask bad = LaneMask::first(8);
    if (!same) {
      bad = LaneMask{};
      machine.subgroup.values<std::uint64_t>(Machine::addresses)[1] = 0;
      bad.set(1);
      machine.subgroup.values<std::uint64_t>(Machine::addresses)[2] = reported_address;
      bad.set(2);
      machine.subgroup.header(Machine::addresses).undefined.set(3);
      bad.set(3);
      if (sizeof(T) > 1) {
        machine.point(4, 4 * sizeof(T) + 1);
        bad.set(4);
      }
    }
    ModifyKernel<AtomicAddition, T, Sharing::exclusive>::execute(machine.subgroup, &machine.record);
    EXPECT_EQ(machine.subgroup.header(Machine::result).undefined, bad);
    for (unsigned lane = 0; lane < 8; ++lane) {
      T bytes;
      std::memcpy(&bytes, machine.object().bytes + lane * sizeof(T), sizeof(T));
      EXPECT_EQ(bytes, bad.test(lane) ? 0 : 1) << "lane " << lane;
    }
  }
}

TYPED_TEST(AtomicKernels, ReadOnlyMemoryIsNotWritten) {
  using T = TypeParam;
  Machine machine(4, sizeof(T));
  machine.object().allocation->writable = false;
  for (unsigned lane = 0; lane < 4; ++lane) machine.point(lane, 0);
  ModifyKernel<Maximum<false>, T, Sharing::exclusive>::execute(machine.subgroup, &machine.record);
  EXPECT_FALSE(machine.object().allocation->written);
  EXPECT_EQ(machine.subgroup.header(Machine::result).undefined, LaneMask::first(4));
}

TYPED_TEST(AtomicKernels, ThreadsLoseNothing) {
  using T = TypeParam;
  constexpr unsigned threads = 4, rounds = 500, lanes = 8;
  Machine shared(lanes, 2 * sizeof(T));
  shared.fill(Definedness::defined);
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t) {
    workers.emplace_back([&shared, t] {
      Machine own(lanes, 1);
      own.subgroup.memory = shared.subgroup.memory;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        own.point_like(shared, lane, t % 2 == 0 ? 0 : lane % 2 * sizeof(T));
        own.subgroup.values<T>(Machine::value)[lane] = 1;
      }
      for (unsigned round = 0; round < rounds; ++round) {
        ModifyKernel<AtomicAddition, T, Sharing::shared>::execute(own.subgroup, &own.record);
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  T sums[2];
  std::memcpy(sums, shared.object().bytes, sizeof sums);
  EXPECT_EQ(static_cast<T>(sums[0] + sums[1]), static_cast<T>(threads * rounds * lanes));
}

// --- floats ---

template <class T>
T from_bits(std::uint64_t bits) {
  return std::bit_cast<T>(static_cast<UnsignedOfSize<sizeof(T)>>(bits));
}
std::uint64_t bits(Float16 value) { return value.bits; }
std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

struct TestMinimum : FloatExtreme<TestMinimum, false> {
  static constexpr Clause zeros_of_both_signs{"test.min-zeros", "", Effect::implementation_defined,
                                              ""};
  static constexpr Clause signaling_nan{"test.min-nan", "", Effect::implementation_defined, ""};
};
struct TestMaximum : FloatExtreme<TestMaximum, true> {
  static constexpr Clause zeros_of_both_signs{"test.max-zeros", "", Effect::implementation_defined,
                                              ""};
  static constexpr Clause signaling_nan{"test.max-nan", "", Effect::implementation_defined, ""};
};

struct FloatCase {
  std::uint64_t original, value, minimum, maximum;
  bool minimum_indeterminate = false, maximum_indeterminate = false;
};

template <class T>
void check_extremes(const std::vector<FloatCase>& cases) {
  for (const FloatCase& c : cases) {
    const auto minimum = TestMinimum::combine(from_bits<T>(c.original), from_bits<T>(c.value));
    const auto maximum = TestMaximum::combine(from_bits<T>(c.original), from_bits<T>(c.value));
    EXPECT_EQ(bits(minimum.value), c.minimum) << std::hex << c.original << ", " << c.value;
    EXPECT_EQ(bits(maximum.value), c.maximum) << std::hex << c.original << ", " << c.value;
    EXPECT_EQ(minimum.broken != nullptr, c.minimum_indeterminate);
    EXPECT_EQ(maximum.broken != nullptr, c.maximum_indeterminate);
  }
}

TEST(AtomicFloatExtremes, HaveTheNanAndZeroRulesOfTheExtension) {
  check_extremes<float>({
      {0x3F800000, 0x40000000, 0x3F800000, 0x40000000},              // 1, 2
      {0xFF800000, 0x7F800000, 0xFF800000, 0x7F800000},              // -inf, inf
      {0x80000000, 0x00000001, 0x80000000, 0x00000001},              // -0, smallest denormal
      {0x80000000, 0x00000000, 0x80000000, 0x00000000, true, true},  // -0, +0
      {0x00000000, 0x80000000, 0x80000000, 0x00000000, true, true},
      {0x80000000, 0x80000000, 0x80000000, 0x80000000},
      {0x7FC00000, 0x3F800000, 0x3F800000, 0x3F800000},  // quiet NaN, 1
      {0x3F800000, 0xFFC00001, 0x3F800000, 0x3F800000},
      {0x7FC00001, 0x7FC00002, 0x7FC00001, 0x7FC00001},              // two quiet NaNs
      {0x7F800001, 0x3F800000, 0x3F800000, 0x3F800000, true, true},  // signaling NaN, 1
      {0x3F800000, 0x7FA00000, 0x3F800000, 0x3F800000, true, true},
      {0x7F800001, 0x7FC00000, 0x7FC00001, 0x7FC00001},  // signaling and quiet NaN
  });
  check_extremes<Float16>({
      {0x3C00, 0x4000, 0x3C00, 0x4000},
      {0xFC00, 0x7BFF, 0xFC00, 0x7BFF},
      {0x8000, 0x0000, 0x8000, 0x0000, true, true},
      {0x7E00, 0x3C00, 0x3C00, 0x3C00},
      {0x7C01, 0x3C00, 0x3C00, 0x3C00, true, true},
      {0x7C01, 0x7E00, 0x7E01, 0x7E01},
  });
  check_extremes<double>({
      {0x3FF0000000000000, 0xC000000000000000, 0xC000000000000000, 0x3FF0000000000000},
      {0x8000000000000000, 0, 0x8000000000000000, 0, true, true},
      {0x7FF8000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x3FF0000000000000},
      {0x7FF0000000000001, 0x3FF0000000000000, 0x3FF0000000000000, 0x3FF0000000000000, true, true},
  });
}

TEST(AtomicFloatExtremes, AgreeWithFminForRandomNumbers) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const auto a = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    const auto b = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isnan(a) || std::isnan(b)) continue;
    EXPECT_EQ(TestMinimum::combine(a, b).value, std::fmin(a, b));
    EXPECT_EQ(TestMaximum::combine(a, b).value, std::fmax(a, b));
  }
}

TEST(AtomicFloatExtremes, MarkTheMemoryNotTheResult) {
  Machine machine(4, 16);
  machine.fill(Definedness::defined);  // +0
  for (unsigned lane = 0; lane < 4; ++lane) {
    machine.point(lane, 4 * lane);
    machine.subgroup.values<float>(Machine::value)[lane] = lane % 2 == 0 ? -0.0f : -1.0f;
  }
  execute_atomic<FloatStep<TestMinimum>, float>(machine.subgroup, &machine.record);
  EXPECT_TRUE(machine.subgroup.header(Machine::result).implementation_dependent.none());
  EXPECT_EQ(machine.object().shadow[0], Definedness::implementation_dependent);
  EXPECT_EQ(machine.object().shadow[4], Definedness::defined);
  execute_atomic<LoadStep, std::uint32_t>(machine.subgroup, &machine.record);
  EXPECT_EQ(machine.subgroup.header(Machine::result).implementation_dependent.words[0], 0b0101u);
}

TEST(AtomicFloatAddition, RoundsOncePerLaneInLaneOrder) {
  Machine machine(8, 4);
  machine.fill(Definedness::defined);
  float sum = 0;
  for (unsigned lane = 0; lane < 8; ++lane) {
    machine.point(lane, 0);
    const float value = lane == 0 ? 16777216.0f : 1.0f;  // adding 1 to 2^24 is lost each time
    machine.subgroup.values<float>(Machine::value)[lane] = value;
    sum += value;
  }
  execute_atomic<FloatStep<AtomicFloatAddition>, float>(machine.subgroup, &machine.record);
  float bytes;
  std::memcpy(&bytes, machine.object().bytes, sizeof bytes);
  EXPECT_EQ(bytes, sum);
  EXPECT_EQ(bytes, 16777216.0f);
  EXPECT_EQ(machine.subgroup.values<float>(Machine::result)[0], 0.0f);
  EXPECT_EQ(machine.subgroup.values<float>(Machine::result)[7], 16777216.0f);
}

TEST(AtomicFloatAddition, RoundsHalvesByTheMode) {
  const Float16 one{0x3C00}, tiny{0x1400};  // 1 + 2^-10: the next half after 1 is 1 + 2^-10
  EXPECT_EQ(AtomicFloatAddition::combine(one, tiny).bits, 0x3C01);
  const Float16 half_step{0x1200};  // 1.5 * 2^-11
  EXPECT_EQ(AtomicFloatAddition::combine(one, half_step).bits, 0x3C01);
  EXPECT_EQ(AtomicFloatAddition::combine(Float16TowardZero{0x3C00}, Float16TowardZero{0x1200}).bits,
            0x3C00);
}

}  // namespace
}  // namespace spirv_oracle
