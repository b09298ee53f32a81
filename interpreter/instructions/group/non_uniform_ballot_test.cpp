// Ballots, broadcasts and partitions against models that process one lane after the other.

#include <cmath>

#include "interpreter/instructions/group/combination/non_uniform_for_test.h"

namespace spirv_oracle {
namespace {

using test::Instance;
using test::lanes_text;
using Clauses = std::vector<std::string>;

constexpr const char* ballot_type = "%ballot = OpTypeVector %u32 4\n";

bool bit(const std::uint32_t (&words)[4], unsigned index) {
  return (words[index / 32] >> (index % 32) & 1) != 0;
}

TEST(NonUniformBallot, CollectsThePredicatesOfTheTangle) {
  std::mt19937_64 random(10);
  for (const std::string name : {"OpGroupNonUniformBallot", "OpSubgroupBallotKHR"}) {
    const std::string scope = name == "OpSubgroupBallotKHR" ? "" : " %subgroup";
    for (const unsigned size : test::subgroup_sizes()) {
      Instance instance(ballot_type,
                        "%p = OpUndef %bool\n%r = " + name + " %ballot" + scope + " %p", size);
      ASSERT_TRUE(instance.ready());
      test::for_each_tangle(size, random, 30, [&](const LaneMask& tangle) {
        const LaneMask truth{{random(), random()}};
        LaneMask undefined;
        if (random() % 2 != 0) undefined = {{random() & random() & random(), random() & random()}};
        *instance.input<LaneMask>(0) = truth;
        instance.input_header(0) = {undefined, {}};
        instance.run(tangle);
        for (unsigned word = 0; word < 4; ++word) {
          std::uint32_t expected = 0;
          bool word_undefined = false;
          for (unsigned lane = 32 * word; lane < 32 * word + 32; ++lane) {
            if (lane >= size || !tangle.test(lane)) continue;
            if (truth.test(lane)) expected |= 1u << (lane - 32 * word);
            word_undefined |= undefined.test(lane);
          }
          tangle.for_each([&](unsigned lane) {
            EXPECT_EQ(instance.result_header(word).undefined.test(lane), word_undefined);
            if (!word_undefined) {
              EXPECT_EQ(instance.result<std::uint32_t>(word)[lane], expected);
            } else {
              const auto bits = static_cast<std::uint32_t>((undefined & tangle).words[word / 2] >>
                                                           (32 * (word % 2)));
              EXPECT_EQ(
                  instance.subgroup().indeterminate_bits.of(instance.result_slot(word), lane) &
                      0xFFFFFFFF,
                  bits);
              EXPECT_EQ(instance.result<std::uint32_t>(word)[lane] & ~bits, expected & ~bits);
            }
          });
        }
      });
    }
  }
}

// Random ballots, each lane its own or all the same.
void fill_ballots(Instance& instance, unsigned size, bool same, std::mt19937_64& random) {
  for (unsigned word = 0; word < 4; ++word) {
    instance.input_header(0, word) = {};
    const auto common = static_cast<std::uint32_t>(random() & random());
    for (unsigned lane = 0; lane < size; ++lane) {
      instance.input<std::uint32_t>(0, word)[lane] =
          same ? common : static_cast<std::uint32_t>(random() & random() & random());
    }
  }
}
void ballot_of(Instance& instance, unsigned lane, std::uint32_t (&words)[4]) {
  for (unsigned word = 0; word < 4; ++word)
    words[word] = instance.input<std::uint32_t>(0, word)[lane];
}

TEST(NonUniformBallot, InverseBallotGivesEachLaneItsBit) {
  std::mt19937_64 random(11);
  for (const unsigned size : test::subgroup_sizes()) {
    Instance instance(
        ballot_type, "%b = OpUndef %ballot\n%r = OpGroupNonUniformInverseBallot %bool %subgroup %b",
        size);
    ASSERT_TRUE(instance.ready());
    test::for_each_tangle(size, random, 30, [&](const LaneMask& tangle) {
      fill_ballots(instance, size, true, random);
      // The values of inactive lanes do not matter.
      for (unsigned lane = 0; lane < size; ++lane) {
        if (tangle.test(lane)) continue;
        instance.input<std::uint32_t>(0, 1)[lane] = static_cast<std::uint32_t>(random());
        instance.input_header(0, 0).undefined.set(lane);
      }
      instance.run(tangle);
      std::uint32_t words[4];
      ballot_of(instance, tangle.lowest(), words);
      tangle.for_each([&](unsigned lane) {
        EXPECT_EQ(instance.truth().test(lane), bit(words, lane));
        EXPECT_FALSE(instance.result_header().undefined.test(lane));
      });
      EXPECT_TRUE(instance.clauses().empty());
    });
  }
}

TEST(NonUniformBallot, InverseBallotMustBeUniform) {
  Instance instance(ballot_type,
                    "%b = OpUndef %ballot\n%r = OpGroupNonUniformInverseBallot %bool %subgroup %b",
                    8);
  ASSERT_TRUE(instance.ready());
  std::mt19937_64 random(12);
  const LaneMask tangle{{0b1010, 0}};
  for (unsigned word = 0; word < 4; ++word) {
    fill_ballots(instance, 8, true, random);
    instance.input<std::uint32_t>(0, word)[3] ^= 0x100;
    instance.run(tangle);
    EXPECT_EQ(instance.clauses(), Clauses{"OpGroupNonUniformInverseBallot.value-not-uniform"});
    EXPECT_TRUE(instance.result_header().undefined.contains(tangle));
    fill_ballots(instance, 8, true, random);
    instance.input_header(0, word).undefined.set(1);
    instance.run(tangle);
    EXPECT_EQ(instance.clauses(), Clauses{"OpGroupNonUniformInverseBallot.value-undefined"});
    EXPECT_EQ(instance.findings()[0].severity, Severity::undefined_behavior);
    EXPECT_EQ(instance.reported("OpGroupNonUniformInverseBallot.value-undefined"), tangle);
  }
}

template <class T>
void expect_bit_extract(const std::string& type) {
  std::mt19937_64 random(13);
  for (const unsigned size : test::subgroup_sizes()) {
    Instance instance(ballot_type,
                      "%b = OpUndef %ballot\n%i = OpUndef " + type +
                          "\n%r = OpGroupNonUniformBallotBitExtract %bool %subgroup %b %i",
                      size);
    ASSERT_TRUE(instance.ready());
    test::for_each_tangle(size, random, 20, [&](const LaneMask& tangle) {
      fill_ballots(instance, size, false, random);
      LaneMask out_of_range;
      instance.input_header(1) = {};
      for (unsigned lane = 0; lane < size; ++lane) {
        T index = static_cast<T>(random() % size);
        if (random() % 8 == 0) index = static_cast<T>(size);
        if (random() % 8 == 0) index = static_cast<T>(random());
        if (sizeof(T) == 8 && random() % 8 == 0)
          index = static_cast<T>((std::uint64_t{1} << 32) + 1);
        instance.input<T>(1)[lane] = index;
        if (random() % 8 == 0) {
          instance.input_header(1).undefined.set(lane);
        } else if (index >= size && tangle.test(lane)) {
          out_of_range.set(lane);
        }
        if (random() % 8 == 0) instance.input_header(0, random() % 4).undefined.set(lane);
      }
      instance.run(tangle);
      tangle.for_each([&](unsigned lane) {
        std::uint32_t words[4];
        ballot_of(instance, lane, words);
        const T index = instance.input<T>(1)[lane];
        const bool undefined =
            instance.input_header(1).undefined.test(lane) || index >= size ||
            instance.input_header(0, static_cast<unsigned>(index / 32)).undefined.test(lane);
        EXPECT_EQ(instance.result_header().undefined.test(lane), undefined);
        if (!undefined) {
          EXPECT_EQ(instance.truth().test(lane), bit(words, static_cast<unsigned>(index)));
        }
      });
      EXPECT_EQ(instance.reported("OpGroupNonUniformBallotBitExtract.index-out-of-range"),
                out_of_range);
    });
  }
}

TEST(NonUniformBallot, BitExtractWithIndicesOfAnyWidth) {
  expect_bit_extract<std::uint8_t>("%u8");
  expect_bit_extract<std::uint16_t>("%u16");
  expect_bit_extract<std::uint32_t>("%u32");
  expect_bit_extract<std::uint64_t>("%u64");
}

template <class T>
void expect_counts_and_finds(const std::string& type) {
  std::mt19937_64 random(14);
  const std::vector<std::string> names = {
      "OpGroupNonUniformBallotBitCount " + type + " %subgroup Reduce %b",
      "OpGroupNonUniformBallotBitCount " + type + " %subgroup InclusiveScan %b",
      "OpGroupNonUniformBallotBitCount " + type + " %subgroup ExclusiveScan %b",
      "OpGroupNonUniformBallotFindLSB " + type + " %subgroup %b",
      "OpGroupNonUniformBallotFindMSB " + type + " %subgroup %b"};
  for (unsigned kind = 0; kind < names.size(); ++kind) {
    for (const unsigned size : test::subgroup_sizes()) {
      Instance instance(ballot_type, "%b = OpUndef %ballot\n%r = " + names[kind], size);
      ASSERT_TRUE(instance.ready());
      test::for_each_tangle(size, random, 15, [&](const LaneMask& tangle) {
        fill_ballots(instance, size, false, random);
        for (unsigned lane = 0; lane < size; ++lane) {
          if (random() % 8 == 0) {
            for (unsigned word = 0; word < 4; ++word) {
              instance.input<std::uint32_t>(0, word)[lane] = 0;
            }
          }
          if (random() % 8 == 0) instance.input_header(0, random() % 4).undefined.set(lane);
        }
        instance.run(tangle);
        LaneMask without_bit;
        tangle.for_each([&](unsigned lane) {
          std::uint32_t words[4];
          ballot_of(instance, lane, words);
          std::vector<unsigned> set, unknown;
          for (unsigned index = 0; index < size; ++index) {
            if (kind == 1 && index > lane) continue;
            if (kind == 2 && index >= lane) continue;
            if (instance.input_header(0, index / 32).undefined.test(lane)) {
              unknown.push_back(index);
            } else if (bit(words, index)) {
              set.push_back(index);
            }
          }
          // A set bit before all indeterminate ones decides the result.
          bool undefined = !unknown.empty();
          if (kind == 3 && undefined && !set.empty()) undefined = unknown.front() < set.front();
          if (kind == 4 && undefined && !set.empty()) undefined = unknown.back() > set.back();
          const bool no_bit = kind >= 3 && set.empty();
          if (no_bit && !undefined) without_bit.set(lane);
          ASSERT_EQ(instance.result_header().undefined.test(lane), undefined || no_bit)
              << names[kind] << ' ' << size << ' ' << lane;
          if (undefined || no_bit) return;
          const std::size_t expected = kind < 3 ? set.size() : kind == 3 ? set.front() : set.back();
          ASSERT_EQ(instance.result<T>()[lane], expected) << names[kind] << ' ' << size;
        });
        EXPECT_EQ(instance.reported("OpGroupNonUniformBallotFindLSB.no-bit") |
                      instance.reported("OpGroupNonUniformBallotFindMSB.no-bit"),
                  without_bit);
      });
    }
  }
}

TEST(NonUniformBallot, CountsAndFindsOfAnyWidth) {
  expect_counts_and_finds<std::uint8_t>("%u8");
  expect_counts_and_finds<std::uint16_t>("%u16");
  expect_counts_and_finds<std::uint32_t>("%u32");
  expect_counts_and_finds<std::uint64_t>("%u64");
}

TEST(NonUniformBallot, CountsBitsOfLanesOutsideOfTheTangle) {
  Instance instance(ballot_type,
                    "%b = OpUndef %ballot\n"
                    "%r = OpGroupNonUniformBallotBitCount %u32 %subgroup Reduce %b",
                    8);
  ASSERT_TRUE(instance.ready());
  for (unsigned word = 0; word < 4; ++word) {
    instance.input_header(0, word) = {};
    std::fill_n(instance.input<std::uint32_t>(0, word), 8, 0xFFFFFFFFu);
  }
  instance.run(LaneMask{{0b100, 0}});
  EXPECT_EQ(instance.result<std::uint32_t>()[2], 8u);
}

// --- broadcast ---

template <class T>
void fill_values(Instance& instance, unsigned size, std::mt19937_64& random) {
  instance.input_header(0) = {{{random() & random(), random() & random()}},
                              {{random() & random(), random() & random()}}};
  for (unsigned lane = 0; lane < size; ++lane)
    instance.input<T>(0)[lane] = static_cast<T>(random());
}

template <class T>
void expect_lane(Instance& instance, unsigned lane, unsigned source) {
  ASSERT_EQ(instance.result<T>()[lane], instance.input<T>(0)[source]);
  ASSERT_EQ(instance.result_header().undefined.test(lane),
            instance.input_header(0).undefined.test(source));
  ASSERT_EQ(instance.result_header().implementation_dependent.test(lane),
            instance.input_header(0).implementation_dependent.test(source));
}

template <class T>
void expect_broadcast_first(const std::string& type) {
  std::mt19937_64 random(15);
  for (const std::string name :
       {"OpGroupNonUniformBroadcastFirst", "OpSubgroupFirstInvocationKHR"}) {
    const std::string scope = name == "OpSubgroupFirstInvocationKHR" ? "" : " %subgroup";
    for (const unsigned size : test::subgroup_sizes()) {
      Instance instance("", "%x = OpUndef " + type + "\n%r = " + name + " " + type + scope + " %x",
                        size);
      ASSERT_TRUE(instance.ready());
      test::for_each_tangle(size, random, 20, [&](const LaneMask& tangle) {
        fill_values<T>(instance, size, random);
        instance.run(tangle);
        tangle.for_each([&](unsigned lane) { expect_lane<T>(instance, lane, tangle.lowest()); });
      });
    }
  }
}

TEST(NonUniformBroadcast, First) {
  expect_broadcast_first<std::uint8_t>("%u8");
  expect_broadcast_first<std::uint16_t>("%f16");
  expect_broadcast_first<std::uint32_t>("%f32");
  expect_broadcast_first<std::uint64_t>("%i64");
}

template <class T, class U>
void expect_broadcast(const std::string& type, const std::string& id_type) {
  std::mt19937_64 random(16);
  for (const bool khr : {false, true}) {
    const std::string name = khr ? "OpSubgroupReadInvocationKHR" : "OpGroupNonUniformBroadcast";
    const std::string prefix = khr ? name + ".index" : name + ".id";
    const std::string scope = khr ? "" : " %subgroup";
    for (const unsigned size : test::subgroup_sizes()) {
      Instance instance("",
                        "%x = OpUndef " + type + "\n%i = OpUndef " + id_type + "\n%r = " + name +
                            " " + type + scope + " %x %i",
                        size);
      ASSERT_TRUE(instance.ready());
      test::for_each_tangle(size, random, 30, [&](const LaneMask& tangle) {
        fill_values<T>(instance, size, random);
        U id = static_cast<U>(random() % size);
        if (random() % 8 == 0) id = static_cast<U>(size + random() % 2);
        if (random() % 8 == 0) id = static_cast<U>(random());
        for (unsigned lane = 0; lane < size; ++lane) {
          instance.input<U>(1)[lane] = tangle.test(lane) ? id : static_cast<U>(random());
        }
        instance.input_header(1) = {~tangle, ~tangle};
        instance.run(tangle);
        Clauses expected;
        if (id >= size) {
          expected = {prefix + "-out-of-range"};
        } else if (!tangle.test(static_cast<unsigned>(id))) {
          expected = {prefix + "-not-in-tangle"};
        }
        ASSERT_EQ(instance.clauses(), expected);
        if (!expected.empty()) {
          EXPECT_EQ(instance.reported(expected[0]), tangle);
          EXPECT_TRUE(instance.result_header().undefined.contains(tangle));
          EXPECT_EQ(instance.findings()[0].severity, Severity::undefined_value);
          return;
        }
        tangle.for_each(
            [&](unsigned lane) { expect_lane<T>(instance, lane, static_cast<unsigned>(id)); });

        if (tangle.count() == 1) return;
        const Severity severity = khr ? Severity::undefined_value : Severity::undefined_behavior;
        instance.input<U>(1)[tangle.highest()] ^= static_cast<U>(U{1} << (8 * sizeof(U) - 1));
        instance.run(tangle);
        ASSERT_EQ(instance.clauses(), Clauses{prefix + "-not-uniform"});
        EXPECT_EQ(instance.findings()[0].severity, severity);
        EXPECT_TRUE(instance.result_header().undefined.contains(tangle));
        instance.input_header(1).undefined.set(tangle.highest());
        instance.run(tangle);
        ASSERT_EQ(instance.clauses(), Clauses{prefix + "-undefined"});
        EXPECT_EQ(instance.findings()[0].severity, severity);
        EXPECT_TRUE(instance.result_header().undefined.contains(tangle));
      });
    }
  }
}

TEST(NonUniformBroadcast, IdsOfAnyWidth) {
  expect_broadcast<std::uint8_t, std::uint64_t>("%i8", "%u64");
  expect_broadcast<std::uint16_t, std::uint32_t>("%u16", "%u32");
  expect_broadcast<std::uint32_t, std::uint16_t>("%f32", "%u16");
  expect_broadcast<std::uint32_t, std::uint32_t>("%u32", "%u32");
  expect_broadcast<std::uint64_t, std::uint8_t>("%f64", "%u8");
}

TEST(NonUniformBroadcast, ConstantIds) {
  std::mt19937_64 random(17);
  for (const std::uint64_t id :
       {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{8}, (std::uint64_t{1} << 32) + 1}) {
    Instance instance("%id = OpConstant %u64 " + std::to_string(id),
                      "%x = OpUndef %bool\n"
                      "%r = OpGroupNonUniformBroadcast %bool %subgroup %x %id",
                      8);
    ASSERT_TRUE(instance.ready());
    test::for_each_tangle(8, random, 0, [&](const LaneMask& tangle) {
      const LaneMask truth{{random(), 0}};
      *instance.input<LaneMask>(0) = truth;
      instance.input_header(0) = {};
      instance.run(tangle);
      if (id >= 8) {
        EXPECT_EQ(instance.clauses(), Clauses{"OpGroupNonUniformBroadcast.id-out-of-range"});
      } else if (!tangle.test(static_cast<unsigned>(id))) {
        EXPECT_EQ(instance.clauses(), Clauses{"OpGroupNonUniformBroadcast.id-not-in-tangle"});
      } else {
        tangle.for_each([&](unsigned lane) {
          EXPECT_EQ(instance.truth().test(lane), truth.test(static_cast<unsigned>(id)));
        });
      }
    });
  }
}

// --- partition ---

// `same`: equal as AllEqual defines it; `twins`: NaN with the same bits.
template <class Bits, class Same>
void expect_partition(const std::string& type, unsigned components, const std::vector<Bits>& pool,
                      Same same) {
  std::mt19937_64 random(18);
  const std::string clause = "OpGroupNonUniformPartitionNV.nan";
  for (const unsigned size : test::subgroup_sizes()) {
    const std::string vector =
        components == 1 ? ""
                        : "%v = OpTypeVector " + type + " " + std::to_string(components) + "\n";
    Instance instance(ballot_type + vector,
                      "%x = OpUndef " + (components == 1 ? type : "%v") +
                          "\n%r = OpGroupNonUniformPartitionNV %ballot %x",
                      size);
    ASSERT_TRUE(instance.ready());
    test::for_each_tangle(size, random, 12, [&](const LaneMask& tangle) {
      LaneMask undefined;
      if (random() % 4 == 0) undefined = {{random() & random() & random(), random() & random()}};
      for (unsigned c = 0; c < components; ++c) {
        for (unsigned lane = 0; lane < size; ++lane) {
          instance.input<Bits>(0, c)[lane] = pool[random() % pool.size()];
        }
        instance.input_header(0, c) = {};
      }
      instance.input_header(0, components - 1).undefined = undefined;
      instance.run(tangle);
      const auto equal = [&](unsigned a, unsigned b) {
        for (unsigned c = 0; c < components; ++c) {
          const Bits* values = instance.input<Bits>(0, c);
          if (!same(values[a], values[b])) return false;
        }
        return true;
      };
      const auto same_bits = [&](unsigned a, unsigned b) {
        for (unsigned c = 0; c < components; ++c) {
          const Bits* values = instance.input<Bits>(0, c);
          if (values[a] != values[b]) return false;
        }
        return true;
      };
      LaneMask with_twin;
      tangle.for_each([&](unsigned lane) {
        for (unsigned word = 0; word < 4; ++word) {
          std::uint32_t expected = 0;
          bool word_undefined = false, word_dependent = false;
          for (unsigned other = 32 * word; other < std::min(size, 32 * word + 32); ++other) {
            if (!tangle.test(other)) continue;
            const bool indeterminate = undefined.test(other) || undefined.test(lane);
            if (other == lane || (!indeterminate && equal(lane, other)))
              expected |= 1u << (other % 32);
            if (other == lane) continue;
            word_undefined |= indeterminate;
            word_dependent |= !indeterminate && !equal(lane, lane) && same_bits(lane, other);
          }
          ASSERT_EQ(instance.result_header(word).undefined.test(lane), word_undefined);
          if (word_undefined) continue;
          ASSERT_EQ(instance.result<std::uint32_t>(word)[lane], expected)
              << type << ' ' << size << ' ' << lanes_text(tangle) << ' ' << lane;
          ASSERT_EQ(instance.result_header(word).implementation_dependent.test(lane),
                    word_dependent);
          if (word_dependent) with_twin.set(lane);
        }
      });
      EXPECT_EQ(instance.reported(clause).any(), with_twin.any());
      EXPECT_TRUE(with_twin.contains(instance.reported(clause)));
    });
  }
}

TEST(NonUniformPartition, LanesOfOneValue) {
  const auto same = [](auto a, auto b) { return a == b; };
  expect_partition<std::uint8_t>("%u8", 1, {1, 2, 200}, same);
  expect_partition<std::uint16_t>("%i16", 2, {0, 7}, same);
  expect_partition<std::uint32_t>("%u32", 1, {0, 1, 2, 3, 4}, same);
  expect_partition<std::uint64_t>("%u64", 3, {0, std::uint64_t{1} << 40}, same);
  expect_partition<std::uint32_t>(
      "%f32", 1, {0x00000000, 0x80000000, 0x3F800000, 0x7FC00000, 0x7FC00001},
      [](auto a, auto b) { return std::bit_cast<float>(a) == std::bit_cast<float>(b); });
  expect_partition<std::uint64_t>(
      "%f64", 2, {0x7FF8000000000000, 0x3FF0000000000000},
      [](auto a, auto b) { return std::bit_cast<double>(a) == std::bit_cast<double>(b); });
  expect_partition<std::uint16_t>("%f16", 1, {0x0000, 0x8000, 0x3C00, 0x7E00, 0x7E01},
                                  [](std::uint16_t a, std::uint16_t b) {
                                    if ((a & 0x7FFF) == 0 && (b & 0x7FFF) == 0) return true;
                                    return a == b && (a & 0x7FFF) <= 0x7C00;
                                  });
}

TEST(NonUniformPartition, Booleans) {
  Instance instance(ballot_type, "%x = OpUndef %bool\n%r = OpGroupNonUniformPartitionNV %ballot %x",
                    8);
  ASSERT_TRUE(instance.ready());
  *instance.input<LaneMask>(0) = LaneMask{{0b01100110, 0}};
  instance.input_header(0) = {};
  instance.run(LaneMask{{0b01011110, 0}});
  EXPECT_EQ(instance.result<std::uint32_t>(0)[1], 0b01000110u);
  EXPECT_EQ(instance.result<std::uint32_t>(0)[3], 0b00011000u);
  EXPECT_EQ(instance.result<std::uint32_t>(3)[3], 0u);
}

}  // namespace
}  // namespace spirv_oracle
