// Group instructions whose contributions are indeterminate in some of their bits, against the definition: a bit of a
// result is indeterminate unless it is the same for all patterns of the indeterminate bits of its contributions.
#include <algorithm>
#include <functional>

#include "interpreter/exec/lanes/indeterminate_bit_rules.h"
#include "interpreter/instructions/group/non_uniform_group_model_for_test.h"
#include "interpreter/instructions/scalar_bits_for_test.h"

namespace spirv_oracle {
namespace {

using test::Bits;
using test::GroupInstance;
using test::GroupOperation;
using test::Instance;
using test::mask_of;

constexpr unsigned most_indeterminate_bits = 10;  // of all contributions together

struct Contribution {
  Bits value = 0;
  Bits indeterminate = 0;
};

// Calls action(values) for all patterns of the indeterminate bits.
template <class Action>
void for_each_pattern(const std::vector<Contribution>& contributions, Action action) {
  std::vector<std::pair<std::size_t, unsigned>> places;  // contribution, bit
  for (std::size_t i = 0; i < contributions.size(); ++i) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      if ((contributions[i].indeterminate >> bit & 1) != 0) places.emplace_back(i, bit);
    }
  }
  for (Bits pattern = 0; pattern < Bits{1} << places.size(); ++pattern) {
    std::vector<Bits> values;
    for (const Contribution& contribution : contributions)
      values.push_back(contribution.value & ~contribution.indeterminate);
    for (std::size_t i = 0; i < places.size(); ++i)
      values[places[i].first] |= (pattern >> i & 1) << places[i].second;
    action(values);
  }
}

// The bits that are equal for all patterns, and a mask of the others.
template <class Result>
Contribution result_of_model(const std::vector<Contribution>& contributions, Result result) {
  std::optional<Bits> first;
  Bits differing = 0;
  for_each_pattern(contributions, [&](const std::vector<Bits>& values) {
    const Bits value = result(values);
    if (!first) first = value;
    differing |= *first ^ value;
  });
  return {*first & ~differing, differing};
}

void put(Instance& instance, unsigned width, unsigned lane, const Contribution& contribution,
         bool is_undefined, unsigned component = 0) {
  Subgroup& subgroup = instance.subgroup();
  const Slot slot = instance.input_slot(0, component);
  PlaneHeader& header = subgroup.header(slot);
  header.undefined.reset(lane);
  header.implementation_dependent.reset(lane);
  if (width == 1) {
    subgroup.truth(slot).reset(lane);
    if (contribution.value != 0) subgroup.truth(slot).set(lane);
  } else {
    std::memcpy(subgroup.values<std::byte>(slot) + lane * width / 8, &contribution.value,
                width / 8);
  }
  if (contribution.indeterminate == 0) return;
  (is_undefined ? header.undefined : header.implementation_dependent).set(lane);
  if (contribution.indeterminate == mask_of(width)) {
    subgroup.indeterminate_bits.set_all(slot, lane);
  } else {
    subgroup.indeterminate_bits.set(slot, lane, contribution.indeterminate);
  }
}

Contribution result_of(Instance& instance, unsigned width, unsigned lane) {
  Subgroup& subgroup = instance.subgroup();
  const Slot slot = instance.result_slot();
  Contribution result;
  if (width == 1) {
    result.value = subgroup.truth(slot).test(lane) ? 1 : 0;
  } else {
    std::memcpy(&result.value, subgroup.values<std::byte>(slot) + lane * width / 8, width / 8);
  }
  const PlaneHeader& header = subgroup.header(slot);
  if (header.undefined.test(lane) || header.implementation_dependent.test(lane)) {
    result.indeterminate =
        width == 1 ? 1 : subgroup.indeterminate_bits.of(slot, lane) & mask_of(width);
  }
  result.value &= ~result.indeterminate;
  return result;
}

// Values at the ends of the range are as frequent as others, and many lanes have no indeterminate bit.
std::vector<Contribution> random_contributions(unsigned width, unsigned count,
                                               std::mt19937_64& random) {
  const Bits all = mask_of(width), sign = Bits{1} << (width - 1);
  const Bits edges[] = {
      0, 1, all, sign, all ^ sign, random() & all, random() & all, 2 * random() & all};
  std::vector<Contribution> contributions(count);
  unsigned left = most_indeterminate_bits;
  for (Contribution& contribution : contributions) {
    contribution.value = edges[random() % std::size(edges)];
    const unsigned wanted = static_cast<unsigned>(random() % 6);
    if (wanted == 5 && width <= left) contribution.indeterminate = all;
    for (unsigned i = 3; i < wanted && contribution.indeterminate != all; ++i)
      contribution.indeterminate |= Bits{1} << random() % width;
    const auto taken = static_cast<unsigned>(std::popcount(contribution.indeterminate));
    if (taken > left) contribution.indeterminate = 0;
    if (taken <= left) left -= taken;
  }
  return contributions;
}

struct Operation {
  std::string name;  // behind OpGroupNonUniform
  std::string type;
  unsigned width;
  Bits identity;
  std::function<Bits(Bits, Bits)> combine;
  bool is_exact = true;  // false: more bits may be said to be indeterminate
};

std::vector<Operation> operations() {
  const auto lesser = [](unsigned width, bool is_signed) {
    return [=](Bits a, Bits b) {
      const bool less = is_signed ? test::as_signed(a, width) < test::as_signed(b, width) : a < b;
      return less ? a : b;
    };
  };
  const auto greater = [=](unsigned width, bool is_signed) {
    return [=, lesser = lesser(width, is_signed)](Bits a, Bits b) {
      return lesser(a, b) == a ? b : a;
    };
  };
  std::vector<Operation> all;
  for (const unsigned width : {8u, 16u, 32u, 64u}) {
    const std::string u = "u" + std::to_string(width), i = "i" + std::to_string(width);
    const Bits ones = mask_of(width), sign = Bits{1} << (width - 1);
    all.push_back({"BitwiseAnd", u, width, ones, [](Bits a, Bits b) { return a & b; }});
    all.push_back({"BitwiseOr", i, width, 0, [](Bits a, Bits b) { return a | b; }});
    all.push_back({"BitwiseXor", u, width, 0, [](Bits a, Bits b) { return a ^ b; }});
    all.push_back({"UMin", u, width, ones, lesser(width, false)});
    all.push_back({"UMax", u, width, 0, greater(width, false)});
    all.push_back({"SMin", i, width, ones ^ sign, lesser(width, true)});
    all.push_back({"SMax", i, width, sign, greater(width, true)});
    all.push_back({"IAdd", i, width, 0, [=](Bits a, Bits b) { return (a + b) & ones; }, false});
    all.push_back({"IMul", u, width, 1, [=](Bits a, Bits b) { return (a * b) & ones; }, false});
  }
  all.push_back({"LogicalAnd", "bool", 1, 1, [](Bits a, Bits b) { return a & b; }});
  all.push_back({"LogicalOr", "bool", 1, 0, [](Bits a, Bits b) { return a | b; }});
  all.push_back({"LogicalXor", "bool", 1, 0, [](Bits a, Bits b) { return a ^ b; }});
  return all;
}

void expect_agreement(const Operation& operation, const GroupOperation& form, unsigned size,
                      std::mt19937_64& random) {
  SCOPED_TRACE(operation.name + " of " + operation.type + " " + form.name);
  GroupInstance group("OpGroupNonUniform" + operation.name, operation.type, form, size,
                      form.groups == GroupOperation::Groups::clusters ? 2 : 1);
  ASSERT_TRUE(group.instance.ready());
  for (unsigned round = 0; round < 12; ++round) {
    const LaneMask tangle =
        round % 2 == 0 ? LaneMask::first(size)
                       : LaneMask{{1 + random() % mask_of(size), 0}} & LaneMask::first(size);
    group.choose_groups(tangle, random);
    const auto contributions = random_contributions(operation.width, size, random);
    for (unsigned lane = 0; lane < size; ++lane)
      put(group.instance, operation.width, lane, contributions[lane], round % 3 != 0);
    group.instance.run(tangle);
    EXPECT_TRUE(group.instance.clauses().empty());
    tangle.for_each([&](unsigned lane) {
      std::vector<Contribution> own;
      for (const unsigned from : group.contributors(tangle, lane))
        own.push_back(contributions[from]);
      const Contribution expected = result_of_model(own, [&](const std::vector<Bits>& values) {
        Bits result = operation.identity;
        for (const Bits value : values) result = operation.combine(result, value);
        return result;
      });
      const Contribution result = result_of(group.instance, operation.width, lane);
      if (operation.is_exact) {
        ASSERT_EQ(result.indeterminate, expected.indeterminate) << "lane " << lane;
      } else {
        ASSERT_EQ(expected.indeterminate & ~result.indeterminate, 0u) << "lane " << lane;
      }
      ASSERT_EQ(result.value, expected.value & ~result.indeterminate) << "lane " << lane;
    });
  }
}

TEST(GroupIndeterminateBits, OfReductionsAndScans) {
  std::mt19937_64 random(51);
  for (const Operation& operation : operations()) {
    for (const GroupOperation& form : test::group_operations()) {
      for (const unsigned size : {1u, 4u, 8u}) {
        if (form.groups == GroupOperation::Groups::clusters && size == 1) continue;
        expect_agreement(operation, form, size, random);
      }
    }
  }
}

// The effect of a factor of 0 on a product, and a sum below its lowest indeterminate bit.
TEST(GroupIndeterminateBits, OfSumsAndProducts) {
  const auto reduced = [](const std::string& name, const std::vector<Contribution>& contributions) {
    Instance instance(
        "", "%x = OpUndef %u8\n%r = OpGroupNonUniform" + name + " %u8 %subgroup Reduce %x",
        static_cast<unsigned>(contributions.size()));
    for (unsigned lane = 0; lane < contributions.size(); ++lane)
      put(instance, 8, lane, contributions[lane], true);
    instance.run(LaneMask::first(static_cast<unsigned>(contributions.size())));
    return result_of(instance, 8, 0);
  };
  const Contribution unknown{0x55, 0xFF};
  EXPECT_EQ(reduced("IMul", {unknown, {0, 0}, unknown, {7, 0}}).indeterminate, 0u);
  EXPECT_EQ(reduced("IMul", {unknown, {0, 0}, unknown, {7, 0}}).value, 0u);
  EXPECT_EQ(reduced("IMul", {unknown, {4, 0}, {6, 0}, {7, 0}}).indeterminate, 0xF8u);
  EXPECT_EQ(reduced("IMul", {unknown, {16, 0}, {16, 0}, {7, 0}}).indeterminate, 0u);
  EXPECT_EQ(reduced("IMul", {unknown, {1, 0}}).indeterminate, 0xFFu);
  EXPECT_EQ(reduced("IAdd", {{5, 0x10}, {6, 0}}).indeterminate, 0xF0u);
  EXPECT_EQ(reduced("IAdd", {{5, 0x10}, {6, 0}}).value, 11u);
  EXPECT_EQ(reduced("IAdd", {unknown, {0, 0}}).indeterminate, 0xFFu);
}

TEST(GroupIndeterminateBits, OfVotes) {
  std::mt19937_64 random(52);
  constexpr unsigned size = 8;
  struct Vote {
    std::string name;
    bool is_of_quads;
    std::function<bool(const std::vector<Bits>&)> model;
  };
  const auto all = [](const std::vector<Bits>& values) {
    return std::ranges::count(values, 0) == 0;
  };
  const auto any = [](const std::vector<Bits>& values) {
    return std::ranges::count(values, 1) != 0;
  };
  const auto equal = [](const std::vector<Bits>& values) {
    return std::ranges::count(values, values[0]) == std::ssize(values);
  };
  const Vote votes[] = {{"OpGroupNonUniformAll %bool %subgroup", false, all},
                        {"OpGroupNonUniformAny %bool %subgroup", false, any},
                        {"OpGroupNonUniformAllEqual %bool %subgroup", false, equal},
                        {"OpSubgroupAllKHR %bool", false, all},
                        {"OpSubgroupAnyKHR %bool", false, any},
                        {"OpSubgroupAllEqualKHR %bool", false, equal},
                        {"OpGroupAll %bool %subgroup", false, all},
                        {"OpGroupAny %bool %subgroup", false, any},
                        {"OpGroupNonUniformQuadAllKHR %bool", true, all},
                        {"OpGroupNonUniformQuadAnyKHR %bool", true, any}};
  for (const Vote& vote : votes) {
    SCOPED_TRACE(vote.name);
    Instance instance("", "%x = OpUndef %bool\n%r = " + vote.name + " %x", size);
    ASSERT_TRUE(instance.ready());
    for (unsigned round = 0; round < 100; ++round) {
      const bool whole = vote.name.starts_with("OpGroupA") || round % 2 == 0;
      const LaneMask tangle = whole ? LaneMask::first(size) : LaneMask{{1 + random() % 255, 0}};
      const unsigned ones = static_cast<unsigned>(random() % 3),
                     indeterminate = static_cast<unsigned>(random() % 3);
      std::vector<Contribution> contributions(size);
      for (unsigned lane = 0; lane < size; ++lane) {
        contributions[lane] = {ones == 0   ? 0
                               : ones == 1 ? 1
                                           : random() % 2,
                               indeterminate == 0   ? random() % 2
                               : indeterminate == 1 ? Bits{random() % 6 == 0}
                                                    : 0};
        if (random() % 8 == 0) contributions[lane].value ^= 1;
        put(instance, 1, lane, contributions[lane], round % 3 != 0);
      }
      instance.run(tangle);
      EXPECT_TRUE(instance.clauses().empty());
      tangle.for_each([&](unsigned lane) {
        std::vector<Contribution> own;
        tangle.for_each([&](unsigned other) {
          if (!vote.is_of_quads || other / 4 == lane / 4) own.push_back(contributions[other]);
        });
        const Contribution expected = result_of_model(
            own, [&](const std::vector<Bits>& values) { return Bits{vote.model(values)}; });
        const Contribution result = result_of(instance, 1, lane);
        ASSERT_EQ(result.indeterminate, expected.indeterminate);
        ASSERT_EQ(result.value, expected.value);
      });
    }
  }
}

TEST(GroupIndeterminateBits, OfAllEqualOfIntegers) {
  std::mt19937_64 random(53);
  constexpr unsigned size = 4;
  Instance instance("%u8x2 = OpTypeVector %u8 2\n",
                    "%x = OpUndef %u8x2\n%r = OpGroupNonUniformAllEqual %bool %subgroup %x", size);
  ASSERT_TRUE(instance.ready());
  for (unsigned round = 0; round < 400; ++round) {
    const LaneMask tangle =
        round % 2 == 0 ? LaneMask::first(size) : LaneMask{{1 + random() % 15, 0}};
    std::vector<Contribution> own;
    for (unsigned lane = 0; lane < size; ++lane) {
      for (unsigned component = 0; component < 2; ++component) {
        Contribution c{random() % 8 == 0 ? 3u : 1u, 0};
        if (random() % 4 == 0) c.indeterminate = random() % 4;
        put(instance, 8, lane, c, true, component);
        if (tangle.test(lane)) own.push_back(c);
      }
    }
    instance.run(tangle);
    const Contribution expected = result_of_model(own, [&](const std::vector<Bits>& values) {
      bool equal = true;
      for (std::size_t i = 2; i < values.size(); ++i) equal &= values[i] == values[i - 2];
      return Bits{equal};
    });
    const Contribution result = result_of(instance, 1, tangle.lowest());
    ASSERT_EQ(result.indeterminate, expected.indeterminate);
    ASSERT_EQ(result.value, expected.value);
  }
}

// A NaN equals nothing, and two numbers may be equal unless both are known.
TEST(GroupIndeterminateBits, OfAllEqualOfFloats) {
  const auto decided = [](const std::vector<float>& values, const LaneMask& undefined) {
    Instance instance("", "%x = OpUndef %f32\n%r = OpGroupNonUniformAllEqual %bool %subgroup %x",
                      static_cast<unsigned>(values.size()));
    std::ranges::copy(values, instance.input<float>(0));
    instance.input_header(0) = {undefined, {}};
    instance.run(LaneMask::first(static_cast<unsigned>(values.size())));
    EXPECT_FALSE(!instance.result_header().undefined.test(0) && values.size() > 1 &&
                 instance.truth().test(0));
    return !instance.result_header().undefined.test(0);
  };
  EXPECT_FALSE(decided({1, 1, 5, 1}, LaneMask::single(2)));
  EXPECT_TRUE(decided({1, 2, 5, 1}, LaneMask::single(2)));
  EXPECT_FALSE(decided({0.0f, -0.0f, 5, 0}, LaneMask::single(2)));
  EXPECT_TRUE(decided({1, std::nanf(""), 1, 1}, LaneMask{{0b1101, 0}}));
  EXPECT_TRUE(decided({1}, LaneMask::single(0)));
}

TEST(GroupIndeterminateBits, OfBallots) {
  constexpr unsigned size = 64;
  std::mt19937_64 random(54);
  Instance instance("%ballot = OpTypeVector %u32 4\n",
                    "%x = OpUndef %bool\n%r = OpGroupNonUniformBallot %ballot %subgroup %x", size);
  ASSERT_TRUE(instance.ready());
  for (unsigned round = 0; round < 40; ++round) {
    const LaneMask tangle = round % 2 == 0 ? LaneMask::first(size) : LaneMask{{random() | 1, 0}};
    const LaneMask truth{{random(), 0}};
    const LaneMask indeterminate{{round % 3 == 0 ? 0 : random() & random() & random(), 0}};
    *instance.input<LaneMask>(0) = truth;
    instance.input_header(0) = {indeterminate, {}};
    instance.run(tangle);
    tangle.for_each([&](unsigned lane) {
      for (unsigned word = 0; word < 2; ++word) {
        const auto bits = partly_indeterminate<std::uint32_t>(instance.subgroup(),
                                                              instance.result_slot(word), lane);
        const auto of = [&](const LaneMask& lanes) {
          return static_cast<std::uint32_t>((lanes & tangle).words[0] >> 32 * word);
        };
        ASSERT_EQ(bits.indeterminate, of(indeterminate));
        ASSERT_EQ(bits.value & ~bits.indeterminate, of(truth & ~indeterminate));
      }
    });
  }
}

TEST(GroupIndeterminateBits, OfNumbersFromBallots) {
  constexpr unsigned size = 8;
  std::mt19937_64 random(55);
  struct Number {
    std::string text;  // after the ballot %b
    std::function<std::optional<unsigned>(Bits, unsigned)> model;
  };
  const auto counted = [](Bits bits) { return static_cast<unsigned>(std::popcount(bits)); };
  const std::string op = "OpGroupNonUniformBallot";
  const Number numbers[] = {
      {op + "BitCount %u32 %subgroup Reduce %b",
       [=](Bits b, unsigned) { return counted(b & 0xFF); }},
      {op + "BitCount %u32 %subgroup InclusiveScan %b",
       [=](Bits b, unsigned lane) { return counted(b & mask_of(lane + 1)); }},
      {op + "BitCount %u32 %subgroup ExclusiveScan %b",
       [=](Bits b, unsigned lane) { return counted(b & mask_of(lane)); }},
      {op + "FindLSB %u32 %subgroup %b",
       [](Bits b, unsigned) -> std::optional<unsigned> {
         if ((b & 0xFF) == 0) return std::nullopt;
         return std::countr_zero(b);
       }},
      {op + "FindMSB %u32 %subgroup %b",
       [](Bits b, unsigned) -> std::optional<unsigned> {
         if ((b & 0xFF) == 0) return std::nullopt;
         return 63 - std::countl_zero(b & 0xFF);
       }},
  };
  for (const Number& number : numbers) {
    SCOPED_TRACE(number.text);
    Instance instance("%ballot = OpTypeVector %u32 4\n",
                      "%b = OpUndef %ballot\n%r = " + number.text, size);
    ASSERT_TRUE(instance.ready());
    for (unsigned word = 0; word < 4; ++word) instance.input_header(0, word) = {};
    for (unsigned round = 0; round < 100; ++round) {
      std::vector<Contribution> ballots(size);
      for (unsigned lane = 0; lane < size; ++lane) {
        ballots[lane] = {random() & 0x1FF, 0};
        if (random() % 4 != 0) ballots[lane].value |= Bits{1} << random() % 8;
        for (std::uint64_t i = random() % 4; i > 0; --i)
          ballots[lane].indeterminate |= Bits{1} << random() % 9;
        put(instance, 32, lane, ballots[lane], true);
      }
      instance.run(LaneMask::first(size));
      for (unsigned lane = 0; lane < size; ++lane) {
        bool differs = false;
        std::optional<unsigned> first;
        bool is_first = true;
        for_each_pattern({ballots[lane]}, [&](const std::vector<Bits>& values) {
          const auto result = number.model(values[0], lane);
          if (std::exchange(is_first, false)) first = result;
          differs |= !result || result != first;
        });
        const Contribution result = result_of(instance, 32, lane);
        ASSERT_EQ(result.indeterminate != 0, differs) << "lane " << lane;
        if (differs) continue;
        ASSERT_EQ(result.value, *first) << "lane " << lane;
      }
    }
  }
}

}  // namespace
}  // namespace spirv_oracle
