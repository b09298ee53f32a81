// Against all values of 8 bits.
#include "interpreter/exec/tangles/known_comparisons.h"

#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <random>

namespace spirv_oracle {
namespace {

constexpr unsigned lane = 3;

// A subgroup with an implementation-dependent integer of 8 bits, and a certain one.
class Compared {
 public:
  static constexpr Slot value = 0, other = 2;

  Compared() {
    subgroup.registers = registers_.data();
    subgroup.header(value).implementation_dependent.set(lane);
  }
  std::uint8_t& at(Slot slot) { return subgroup.values<std::uint8_t>(slot)[lane]; }
  bool is_certain() { return !subgroup.header(value).implementation_dependent.test(lane); }

  Subgroup subgroup;

 private:
  alignas(slot_unit) std::array<std::byte, std::size_t{4} * slot_unit> registers_{};
};

struct Decision {
  IntegerRelation relation;
  bool is_swapped, is_negated, truth;
  std::uint8_t other;

  static Decision random(std::mt19937& random) {
    constexpr std::array relations{IntegerRelation::equal, IntegerRelation::less_unsigned,
                                   IntegerRelation::less_signed};
    constexpr std::array<std::uint8_t, 8> numbers{0, 1, 2, 3, 127, 128, 129, 255};
    return {relations[random() % 3], random() % 2 == 0, random() % 2 == 0, random() % 2 == 0,
            numbers[random() % 8]};
  }
  Comparison comparison() const {
    Comparison comparison{relation, is_negated, Compared::value, Compared::other, 1};
    if (is_swapped) std::swap(comparison.operand_1, comparison.operand_2);
    return comparison;
  }
  bool agrees(std::uint8_t value) const {
    const std::uint8_t a = is_swapped ? other : value, b = is_swapped ? value : other;
    const bool holds = relation == IntegerRelation::equal ? a == b
                       : relation == IntegerRelation::less_unsigned
                           ? a < b
                           : static_cast<std::int8_t>(a) < static_cast<std::int8_t>(b);
    return (holds != is_negated) == truth;
  }
};

TEST(KnownComparisons, KnowWhichDecisionsArePossible) {
  std::mt19937 random(1);
  unsigned impossible = 0, certain = 0;
  for (unsigned round = 0; round < 5000; ++round) {
    Compared compared;
    compared.at(Compared::value) = static_cast<std::uint8_t>(random());
    KnownComparisons known;
    std::bitset<256> possible;
    possible.set();
    for (unsigned i = 0; i < 4 && !compared.is_certain(); ++i) {
      const Decision decision = Decision::random(random);
      for (unsigned value = 0; value < 256; ++value) {
        if (!decision.agrees(static_cast<std::uint8_t>(value))) possible.reset(value);
      }
      compared.at(Compared::other) = decision.other;
      const LaneMask lanes = LaneMask::single(lane);
      const LaneMask found = known.assume(compared.subgroup, decision.comparison(), lanes,
                                          decision.truth ? lanes : LaneMask{});
      ASSERT_EQ(found.any(), possible.any());
      if (found.none()) {
        ++impossible;
        break;
      }
      ASSERT_TRUE(possible.test(compared.at(Compared::value)));
      if (compared.is_certain()) {
        EXPECT_EQ(possible.count(), 1u);
        ++certain;
      }
    }
  }
  EXPECT_GT(impossible, 500u);
  EXPECT_GT(certain, 500u);
}

// A value of which only some bits are implementation-dependent keeps the others.
TEST(KnownComparisons, KeepBitsThatAreCertain) {
  const LaneMask lanes = LaneMask::single(lane);
  for (const std::uint8_t dependent : {1, 4}) {
    Compared compared;
    compared.at(Compared::value) = compared.at(Compared::other) = 8;
    compared.subgroup.indeterminate_bits.set(Compared::value, lane, dependent);
    const Comparison less{IntegerRelation::less_unsigned, false, Compared::other, Compared::value,
                          1};
    KnownComparisons known;
    EXPECT_EQ(known.assume(compared.subgroup, less, lanes, lanes), lanes);
    EXPECT_EQ((compared.at(Compared::value) ^ 8) & ~dependent, 0);
  }
}

// Such as in the next iteration of a loop.
TEST(KnownComparisons, ForgetAValueThatWasReplaced) {
  Compared compared;
  compared.at(Compared::value) = 7;
  compared.at(Compared::other) = 7;
  const LaneMask lanes = LaneMask::single(lane);
  const Comparison equal{IntegerRelation::equal, false, Compared::value, Compared::other, 1};
  KnownComparisons known;
  known.note(compared.subgroup, equal, lanes, lanes);
  EXPECT_TRUE(known.assume(compared.subgroup, equal, lanes, {}).none());
  EXPECT_TRUE(known.lanes_with_value(compared.subgroup, Compared::value, 1, 8, lanes).none());
  compared.at(Compared::value) = 9;
  EXPECT_EQ(known.lanes_with_value(compared.subgroup, Compared::value, 1, 8, lanes), lanes);
  EXPECT_EQ(known.assume(compared.subgroup, equal, lanes, {}), lanes);
}

// Each use of an undefined value may have another one.
TEST(KnownComparisons, KnowNothingAboutUndefinedAndCertainValues) {
  Compared compared;
  const LaneMask lanes = LaneMask::single(lane);
  const Comparison equal{IntegerRelation::equal, false, Compared::value, Compared::other, 1};
  KnownComparisons known;
  compared.subgroup.header(Compared::value).undefined.set(lane);
  known.note(compared.subgroup, equal, lanes, lanes);
  compared.subgroup.header(Compared::value) = {};
  known.note(compared.subgroup, equal, lanes, lanes);
  EXPECT_EQ(known.size(), 0u);
}

}  // namespace
}  // namespace spirv_oracle
