// Shuffles, rotations and quad operations against models that process one lane after the other.

#include <functional>
#include <type_traits>

#include "interpreter/instructions/group/combination/non_uniform_for_test.h"

namespace spirv_oracle {
namespace {

using test::Instance;
using test::lanes_text;
using Clauses = std::vector<std::string>;

// The source of a lane's value, or the reason why there is none.
struct Source {
  std::optional<unsigned> lane;
  std::string clause;
};

template <class T>
void fill_values(Instance& instance, unsigned size, bool plain, std::mt19937_64& random) {
  instance.input_header(0) = {};
  if (!plain) {
    instance.input_header(0) = {{{random() & random(), random() & random()}},
                                {{random() & random(), random() & random()}}};
  }
  if constexpr (std::is_same_v<T, bool>) {
    *instance.input<LaneMask>(0) = {{random(), random()}};
  } else {
    for (unsigned lane = 0; lane < size; ++lane)
      instance.input<T>(0)[lane] = static_cast<T>(random());
  }
}

// Checks every lane of the tangle and the clauses; `undefined`: lanes without a defined operand.
template <class T>
void expect_sources(Instance& instance, const LaneMask& tangle, const LaneMask& undefined,
                    const LaneMask& dependent, const std::function<Source(unsigned lane)>& source) {
  std::map<std::string, LaneMask> expected;
  tangle.for_each([&](unsigned lane) {
    const PlaneHeader& header = instance.result_header();
    if (undefined.test(lane)) {
      ASSERT_TRUE(header.undefined.test(lane));
      return;
    }
    const Source from = source(lane);
    if (!from.lane) {
      expected[from.clause].set(lane);
      ASSERT_TRUE(header.undefined.test(lane)) << lane;
      return;
    }
    if constexpr (std::is_same_v<T, bool>) {
      ASSERT_EQ(instance.truth().test(lane), instance.input<LaneMask>(0)->test(*from.lane));
    } else {
      ASSERT_EQ(instance.result<T>()[lane], instance.input<T>(0)[*from.lane])
          << lanes_text(tangle) << ' ' << lane << " from " << *from.lane;
    }
    ASSERT_EQ(header.undefined.test(lane), instance.input_header(0).undefined.test(*from.lane));
    ASSERT_EQ(
        header.implementation_dependent.test(lane),
        instance.input_header(0).implementation_dependent.test(*from.lane) || dependent.test(lane));
  });
  EXPECT_EQ(instance.clauses().size(), expected.size());
  for (const auto& [clause, lanes] : expected)
    EXPECT_EQ(instance.reported(clause), lanes) << clause;
  for (const Finding& finding : instance.findings()) {
    EXPECT_EQ(finding.severity, Severity::undefined_value);
  }
}

// `source`: of a lane, given the operand at full width. `none` if the id is not that of a lane.
constexpr std::uint64_t none = ~std::uint64_t{0};
struct ShuffleModel {
  std::string name;
  std::string out_of_range, not_in_tangle;  // clauses
  // Broken range rule, or the lane that is named.
  std::function<std::uint64_t(unsigned lane, std::uint64_t operand, unsigned size)> named;
};

const std::vector<ShuffleModel>& shuffles() {
  __extension__ using Wide = unsigned __int128;
  static const std::vector<ShuffleModel> all{
      {"OpGroupNonUniformShuffle", "id-out-of-range", "id-not-in-tangle",
       [](unsigned, std::uint64_t id, unsigned size) { return id < size ? id : none; }},
      {"OpGroupNonUniformShuffleXor", "source-out-of-range", "source-not-in-tangle",
       [](unsigned lane, std::uint64_t mask, unsigned size) {
         return (lane ^ mask) < size ? (lane ^ mask) : none;
       }},
      {"OpGroupNonUniformShuffleUp", "delta-too-large", "source-not-in-tangle",
       [](unsigned lane, std::uint64_t delta, unsigned) {
         return delta <= lane ? lane - delta : none;
       }},
      {"OpGroupNonUniformShuffleDown", "delta-too-large", "source-not-in-tangle",
       [](unsigned lane, std::uint64_t delta, unsigned size) {
         return delta < size ? static_cast<std::uint64_t>(Wide{lane} + delta) : none;
       }}};
  return all;
}

template <class T, class U>
void expect_shuffles(const std::string& type, const std::string& operand_type) {
  std::mt19937_64 random(20);
  for (const ShuffleModel& model : shuffles()) {
    for (const unsigned size : test::subgroup_sizes()) {
      Instance instance("",
                        "%x = OpUndef " + type + "\n%i = OpUndef " + operand_type +
                            "\n%r = " + model.name + " " + type + " %subgroup %x %i",
                        size);
      ASSERT_TRUE(instance.ready());
      test::for_each_tangle(size, random, 30, [&](const LaneMask& tangle) {
        for (unsigned kind = 0; kind < 4; ++kind) {
          fill_values<T>(instance, size, kind != 2, random);
          instance.input_header(1) = {};
          const auto same = static_cast<U>(random() % (size + 2));
          for (unsigned lane = 0; lane < size; ++lane) {
            U operand = static_cast<U>(random() % size);
            if (kind == 0) {  // sources in range
              if (model.name.ends_with("Up")) operand = static_cast<U>(random() % (lane + 1));
              if (model.name.ends_with("Down")) operand = static_cast<U>(random() % (size - lane));
            } else if (kind == 3) {  // the same in all lanes
              operand = same;
            } else {
              if (random() % 8 == 0) operand = static_cast<U>(size + random() % 3);
              if (random() % 16 == 0) operand = static_cast<U>(random());
              if (random() % 16 == 0) operand = static_cast<U>(0 - random() % 8);
              if (random() % 16 == 0) operand = static_cast<U>((std::uint64_t{1} << 32) + lane);
            }
            instance.input<U>(1)[lane] = operand;
          }
          if (kind == 2) {
            instance.input_header(1) = {{{random() & random(), random() & random()}},
                                        {{random() & random(), random() & random()}}};
          }
          const PlaneHeader& operands = instance.input_header(1);
          const auto check = [&] {
            expect_sources<T>(instance, tangle, operands.undefined,
                              operands.implementation_dependent, [&](unsigned lane) -> Source {
                                const std::uint64_t named =
                                    model.named(lane, instance.input<U>(1)[lane], size);
                                if (named == none)
                                  return {{}, model.name + "." + model.out_of_range};
                                if (named >= size || !tangle.test(static_cast<unsigned>(named))) {
                                  return {{}, model.name + "." + model.not_in_tangle};
                                }
                                return {static_cast<unsigned>(named), ""};
                              });
          };
          instance.run(tangle);
          check();
          // Runs twice; the second run finds nothing new.
          instance.run_again(tangle);
          check();
          for (const Finding& finding : instance.findings()) EXPECT_EQ(finding.occurrences, 2u);
          if (testing::Test::HasFailure()) return;
        }
      });
      ASSERT_FALSE(testing::Test::HasFailure()) << model.name << ' ' << type << ' ' << size;
    }
  }
}

TEST(NonUniformShuffle, OperandsOf32Bits) {
  expect_shuffles<bool, std::uint32_t>("%bool", "%u32");
  expect_shuffles<std::uint8_t, std::uint32_t>("%u8", "%u32");
  expect_shuffles<std::uint16_t, std::uint32_t>("%f16", "%u32");
  expect_shuffles<std::uint32_t, std::uint32_t>("%i32", "%u32");
  expect_shuffles<std::uint64_t, std::uint32_t>("%f64", "%u32");
}
TEST(NonUniformShuffle, OperandsOfOtherWidths) {
  expect_shuffles<std::uint32_t, std::uint8_t>("%f32", "%u8");
  expect_shuffles<std::uint32_t, std::uint16_t>("%u32", "%u16");
  expect_shuffles<std::uint32_t, std::uint64_t>("%u32", "%u64");
  expect_shuffles<bool, std::uint64_t>("%bool", "%u64");
}

// Where the operand is a constant, sources are known beforehand. The second time nothing new is found.
template <class T>
void expect_constant_shuffles(const std::string& type) {
  std::mt19937_64 random(24);
  for (const ShuffleModel& model : shuffles()) {
    for (const unsigned size : test::subgroup_sizes()) {
      for (const std::uint64_t constant : {0u, 1u, 3u, size - 1, size, 2 * size, 0xFFFFFFFFu}) {
        Instance instance(
            "%c = OpConstant %u32 " + std::to_string(constant),
            "%x = OpUndef " + type + "\n%r = " + model.name + " " + type + " %subgroup %x %c",
            size);
        ASSERT_TRUE(instance.ready());
        const auto check = [&](const LaneMask& tangle) {
          expect_sources<T>(instance, tangle, {}, {}, [&](unsigned lane) -> Source {
            const std::uint64_t named = model.named(lane, constant, size);
            if (named == none) return {{}, model.name + "." + model.out_of_range};
            if (named >= size || !tangle.test(static_cast<unsigned>(named)))
              return {{}, model.name + "." + model.not_in_tangle};
            return {static_cast<unsigned>(named), ""};
          });
        };
        const auto run = [&](const LaneMask& tangle) {
          fill_values<T>(instance, size, random() % 2 != 0, random);
          instance.run(tangle);
          check(tangle);
          instance.run_again(tangle);
          check(tangle);
          for (const Finding& finding : instance.findings()) EXPECT_EQ(finding.occurrences, 2u);
        };
        for (unsigned i = 0; i < 4; ++i) run(LaneMask::first(size));
        test::for_each_tangle(size, random, 4, run);
        ASSERT_FALSE(testing::Test::HasFailure())
            << model.name << ' ' << type << ' ' << size << ' ' << constant;
      }
    }
  }
}

TEST(NonUniformShuffle, ConstantOperands) {
  expect_constant_shuffles<bool>("%bool");
  expect_constant_shuffles<std::uint8_t>("%i8");
  expect_constant_shuffles<std::uint16_t>("%f16");
  expect_constant_shuffles<std::uint32_t>("%f32");
  expect_constant_shuffles<std::uint64_t>("%u64");
}

TEST(NonUniformShuffle, EachComponentOfAVector) {
  Instance instance("%v = OpTypeVector %u32 2\n",
                    "%x = OpUndef %v\n%i = OpUndef %u32\n"
                    "%r = OpGroupNonUniformShuffle %v %subgroup %x %i",
                    4);
  ASSERT_TRUE(instance.ready());
  for (unsigned lane = 0; lane < 4; ++lane) {
    instance.input<std::uint32_t>(0, 0)[lane] = lane;
    instance.input<std::uint32_t>(0, 1)[lane] = 10 + lane;
    instance.input<std::uint32_t>(1)[lane] = 3 - lane;
  }
  instance.input_header(0, 0) = {};
  instance.input_header(0, 1) = {LaneMask::single(2), {}};
  instance.input_header(1) = {};
  instance.run(LaneMask::first(4));
  EXPECT_EQ(instance.result<std::uint32_t>(0)[1], 2u);
  EXPECT_EQ(instance.result<std::uint32_t>(1)[0], 13u);
  EXPECT_FALSE(instance.result_header(0).undefined.test(1));
  EXPECT_TRUE(instance.result_header(1).undefined.test(1));
}

// --- rotate and quads: operands that are the same for the tangle ---

template <class T, class U>
void expect_uniform(const std::string& text, const std::string& declarations,
                    const std::string& type, const std::string& operand_type, unsigned size,
                    const std::string& name, const std::string& operand_name,
                    std::uint64_t operand_range,
                    const std::function<Source(const LaneMask&, unsigned, std::uint64_t)>& source) {
  std::mt19937_64 random(21);
  Instance instance(declarations,
                    "%x = OpUndef " + type + "\n%i = OpUndef " + operand_type + "\n%r = " + name +
                        " " + type + " %subgroup %x " + text,
                    size);
  ASSERT_TRUE(instance.ready());
  test::for_each_tangle(size, random, 20, [&](const LaneMask& tangle) {
    fill_values<T>(instance, size, random() % 2 != 0, random);
    U operand = static_cast<U>(random() % operand_range);
    if (random() % 8 == 0) operand = static_cast<U>(random());
    const LaneMask dependent = random() % 4 == 0 ? tangle : LaneMask{};
    for (unsigned lane = 0; lane < size; ++lane) {
      instance.input<U>(1)[lane] = tangle.test(lane) ? operand : static_cast<U>(random());
    }
    instance.input_header(1) = {~tangle, dependent};
    instance.run(tangle);
    expect_sources<T>(instance, tangle, {}, dependent,
                      [&](unsigned lane) { return source(tangle, lane, operand); });
    if (tangle.count() == 1 || operand_name.empty()) return;
    instance.input<U>(1)[tangle.highest()] ^= static_cast<U>(U{1} << (8 * sizeof(U) - 1));
    instance.run(tangle);
    EXPECT_EQ(instance.clauses(), Clauses{name + "." + operand_name + "-not-uniform"});
    EXPECT_EQ(instance.findings()[0].severity, Severity::undefined_behavior);
    EXPECT_TRUE(instance.result_header().undefined.contains(tangle));
    instance.input_header(1).undefined.set(tangle.lowest());
    instance.run(tangle);
    EXPECT_EQ(instance.clauses(), Clauses{name + "." + operand_name + "-undefined"});
    EXPECT_EQ(instance.findings()[0].severity, Severity::undefined_behavior);
  });
}

template <class T, class U>
void expect_rotate(const std::string& type, const std::string& delta_type) {
  const std::string name = "OpGroupNonUniformRotateKHR";
  for (const unsigned size : test::subgroup_sizes()) {
    for (unsigned cluster = 0; cluster <= size; cluster = cluster == 0 ? 1 : 2 * cluster) {
      const unsigned turn = cluster == 0 ? size : cluster;
      expect_uniform<T, U>(
          cluster == 0 ? "%i" : "%i %c", "%c = OpConstant %u32 " + std::to_string(turn), type,
          delta_type, size, name, "delta", size + 3,
          [&](const LaneMask& tangle, unsigned lane, std::uint64_t delta) -> Source {
            const unsigned first = lane / turn * turn;
            const unsigned from =
                first + static_cast<unsigned>((lane - first + delta % turn) % turn);
            if (!tangle.test(from)) return {{}, name + ".source-inactive"};
            return {from, ""};
          });
    }
  }
}

TEST(NonUniformRotate, WithAndWithoutClusters) {
  expect_rotate<bool, std::uint32_t>("%bool", "%u32");
  expect_rotate<std::uint8_t, std::uint64_t>("%i8", "%u64");
  expect_rotate<std::uint16_t, std::uint32_t>("%f16", "%u32");
  expect_rotate<std::uint32_t, std::uint32_t>("%f32", "%u32");
  expect_rotate<std::uint32_t, std::uint16_t>("%u32", "%u16");
  expect_rotate<std::uint64_t, std::uint8_t>("%f64", "%u8");
}

template <class T>
void expect_constant_rotate(const std::string& type) {
  std::mt19937_64 random(25);
  const std::string name = "OpGroupNonUniformRotateKHR";
  constexpr unsigned size = 32;
  for (const unsigned turn : {1u, 2u, 8u, 32u}) {
    for (const unsigned delta : {0u, 1u, 5u, 31u, 32u, 77u}) {
      Instance instance("%c = OpConstant %u32 " + std::to_string(turn) + "\n%d = OpConstant %u32 " +
                            std::to_string(delta),
                        "%x = OpUndef " + type + "\n%r = " + name + " " + type +
                            " %subgroup %x %d" + (turn == size ? "" : " %c"),
                        size);
      ASSERT_TRUE(instance.ready());
      for (const LaneMask& tangle :
           {LaneMask::first(size), LaneMask::first(size), LaneMask{{0xF0F0F00F, 0}}}) {
        fill_values<T>(instance, size, random() % 2 != 0, random);
        instance.run(tangle);
        expect_sources<T>(instance, tangle, {}, {}, [&](unsigned lane) -> Source {
          const unsigned first = lane / turn * turn;
          const unsigned from = first + (lane - first + delta) % turn;
          if (!tangle.test(from)) return {{}, name + ".source-inactive"};
          return {from, ""};
        });
      }
    }
  }
}

TEST(NonUniformRotate, ByConstants) {
  expect_constant_rotate<bool>("%bool");
  expect_constant_rotate<std::uint8_t>("%u8");
  expect_constant_rotate<std::uint16_t>("%i16");
  expect_constant_rotate<std::uint32_t>("%f32");
  expect_constant_rotate<std::uint64_t>("%f64");
}

TEST(NonUniformRotate, InvalidClusterSizes) {
  const auto clauses_of = [](const std::string& constant) {
    Instance instance(constant,
                      "%x = OpUndef %u32\n%i = OpUndef %u32\n"
                      "%r = OpGroupNonUniformRotateKHR %u32 %subgroup %x %i %c",
                      8);
    EXPECT_TRUE(instance.ready());
    instance.run(LaneMask{{0b1001, 0}});
    EXPECT_TRUE(instance.result_header().undefined.test(3));
    EXPECT_EQ(instance.findings()[0].severity, Severity::undefined_behavior);
    return instance.clauses();
  };
  const std::string name = "OpGroupNonUniformRotateKHR.cluster-size-";
  EXPECT_EQ(clauses_of("%c = OpConstant %u32 0"), Clauses{name + "not-power-of-two"});
  EXPECT_EQ(clauses_of("%c = OpConstant %u32 6"), Clauses{name + "not-power-of-two"});
  EXPECT_EQ(clauses_of("%c = OpConstant %u32 16"), Clauses{name + "too-large"});
  EXPECT_EQ(clauses_of("%one = OpConstant %u32 1\n%c = OpSpecConstantOp %u32 UDiv %one %one"),
            Clauses{name + "undefined"});
}

TEST(NonUniformQuad, Broadcast) {
  const std::string name = "OpGroupNonUniformQuadBroadcast";
  const auto source = [&](const LaneMask& tangle, unsigned lane, std::uint64_t index) -> Source {
    if (index >= 4) return {{}, name + ".index-out-of-range"};
    const unsigned from = lane / 4 * 4 + static_cast<unsigned>(index);
    if (from >= 128 || !tangle.test(from)) return {{}, name + ".index-not-in-tangle"};
    return {from, ""};
  };
  for (const unsigned size : test::subgroup_sizes()) {
    expect_uniform<std::uint32_t, std::uint32_t>("%i", "", "%f32", "%u32", size, name, "", 5,
                                                 source);
    expect_uniform<bool, std::uint64_t>("%i", "", "%bool", "%u64", size, name, "", 5, source);
    expect_uniform<std::uint16_t, std::uint8_t>("%i", "", "%u16", "%u8", size, name, "", 5, source);
  }
}

// Each quad has its own operand. Quads without a common operand have undefined results.
TEST(NonUniformQuad, BroadcastOfEachQuad) {
  std::mt19937_64 random(24);
  const std::string name = "OpGroupNonUniformQuadBroadcast";
  for (const unsigned size : {8u, 32u, 128u}) {
    Instance instance(
        "", "%x = OpUndef %u32\n%i = OpUndef %u32\n%r = " + name + " %u32 %subgroup %x %i", size);
    ASSERT_TRUE(instance.ready());
    instance.input_header(0) = {};
    for (unsigned lane = 0; lane < size; ++lane)
      instance.input<std::uint32_t>(0)[lane] = 100 + lane;
    for (unsigned round = 0; round < 50; ++round) {
      const LaneMask tangle =
          LaneMask{{random() | random(), random() | random()}} & LaneMask::first(size);
      LaneMask undefined, not_uniform, without_index;
      PlaneHeader& header = instance.input_header(1);
      header = {};
      for (unsigned first = 0; first < size; first += 4) {
        const unsigned kind = static_cast<unsigned>(random() % 6);
        const auto index = static_cast<std::uint32_t>(random() % 4);
        for (unsigned lane = first; lane < first + 4; ++lane)
          instance.input<std::uint32_t>(1)[lane] = kind == 0 ? lane % 4 : index;
        if (kind == 1) header.undefined.set(first + 1);
        const LaneMask quad = tangle & LaneMask::first(first + 4) & ~LaneMask::first(first);
        if (kind == 0 && quad.count() > 1) not_uniform |= quad;
        if (kind == 1 && quad.test(first + 1)) without_index |= quad;
      }
      undefined = not_uniform | without_index;
      instance.run(tangle);
      EXPECT_EQ(instance.reported(name + ".index-not-uniform"), not_uniform);
      EXPECT_EQ(instance.reported(name + ".index-undefined"), without_index);
      tangle.for_each([&](unsigned lane) {
        const unsigned source = lane / 4 * 4 + instance.input<std::uint32_t>(1)[lane];
        const bool is_undefined = undefined.test(lane) || !tangle.test(source);
        ASSERT_EQ(instance.result_header().undefined.test(lane), is_undefined);
        if (is_undefined) return;
        ASSERT_EQ(instance.result<std::uint32_t>()[lane], 100 + source);
      });
    }
  }
}

TEST(NonUniformQuad, Swap) {
  const std::string name = "OpGroupNonUniformQuadSwap";
  const unsigned partner[3][4] = {{1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  for (unsigned direction = 0; direction < 3; ++direction) {
    const auto source = [&](const LaneMask& tangle, unsigned lane, std::uint64_t) -> Source {
      const unsigned from = lane / 4 * 4 + partner[direction][lane % 4];
      if (!tangle.test(from)) return {{}, name + ".source-not-in-tangle"};
      return {from, ""};
    };
    for (const unsigned size : test::subgroup_sizes()) {
      const std::string constant = "%d = OpConstant %u32 " + std::to_string(direction);
      // The second input is not used.
      std::mt19937_64 random(22);
      Instance instance(constant, "%x = OpUndef %u32\n%r = " + name + " %u32 %subgroup %x %d",
                        size);
      ASSERT_TRUE(instance.ready());
      test::for_each_tangle(size, random, 20, [&](const LaneMask& tangle) {
        fill_values<std::uint32_t>(instance, size, random() % 2 != 0, random);
        instance.run(tangle);
        expect_sources<std::uint32_t>(instance, tangle, {}, {},
                                      [&](unsigned lane) { return source(tangle, lane, 0); });
      });
    }
  }
}

TEST(NonUniformQuad, InvalidDirections) {
  const auto clauses_of = [](const std::string& constant) {
    Instance instance(constant,
                      "%x = OpUndef %u32\n%r = OpGroupNonUniformQuadSwap %u32 %subgroup %x %d", 4);
    EXPECT_TRUE(instance.ready());
    instance.run(LaneMask::first(4));
    EXPECT_EQ(instance.findings()[0].severity, Severity::undefined_behavior);
    return instance.clauses();
  };
  EXPECT_EQ(clauses_of("%d = OpConstant %u32 3"),
            Clauses{"OpGroupNonUniformQuadSwap.direction-invalid"});
  EXPECT_EQ(clauses_of("%d = OpConstant %u64 4294967296"),
            Clauses{"OpGroupNonUniformQuadSwap.direction-invalid"});
  EXPECT_EQ(clauses_of("%one = OpConstant %u32 1\n%d = OpSpecConstantOp %u32 UDiv %one %one"),
            Clauses{"OpGroupNonUniformQuadSwap.direction-undefined"});
}

TEST(NonUniformQuad, Votes) {
  std::mt19937_64 random(23);
  for (const bool all : {false, true}) {
    const std::string name = all ? "OpGroupNonUniformQuadAllKHR" : "OpGroupNonUniformQuadAnyKHR";
    for (const unsigned size : test::subgroup_sizes()) {
      Instance instance("", "%p = OpUndef %bool\n%r = " + name + " %bool %p", size);
      ASSERT_TRUE(instance.ready());
      test::for_each_tangle(size, random, 40, [&](const LaneMask& tangle) {
        const LaneMask truth{{all ? random() | random() : random() & random(), random()}};
        LaneMask undefined;
        if (random() % 2 != 0) undefined = {{random() & random() & random(), random() & random()}};
        *instance.input<LaneMask>(0) = truth;
        instance.input_header(0) = {undefined, {}};
        instance.run(tangle);
        tangle.for_each([&](unsigned lane) {
          bool expected = all, any_undefined = false, is_decided = false;
          for (unsigned other = lane / 4 * 4; other < lane / 4 * 4 + 4 && other < size; ++other) {
            if (!tangle.test(other)) continue;
            expected = all ? expected && truth.test(other) : expected || truth.test(other);
            any_undefined |= undefined.test(other);
            is_decided |= !undefined.test(other) && truth.test(other) != all;
          }
          ASSERT_EQ(instance.result_header().undefined.test(lane), any_undefined && !is_decided);
          if (is_decided) expected = !all;
          if (!any_undefined || is_decided) {
            ASSERT_EQ(instance.truth().test(lane), expected) << name << ' ' << lanes_text(tangle);
          }
        });
      });
    }
  }
}

}  // namespace
}  // namespace spirv_oracle
