// Votes against a model that processes one lane after the other.

#include "interpreter/instructions/group/combination/non_uniform_for_test.h"

#include <cmath>
#include <limits>

namespace spirv_oracle {
namespace {

using test::Instance;
using test::lanes_text;

std::string scoped(const std::string& name, const std::string& type, const std::string& operands) {
  return "%r = " + name + " " + type + " %subgroup" + operands;
}

TEST(NonUniformVote, ElectIsTrueInTheLowestLaneOnly) {
  std::mt19937_64 random(1);
  for (const unsigned size : test::subgroup_sizes()) {
    Instance elect("", scoped("OpGroupNonUniformElect", "%bool", ""), size);
    ASSERT_TRUE(elect.ready());
    test::for_each_tangle(size, random, 30, [&](const LaneMask& tangle) {
      elect.run(tangle);
      bool first = true;
      for (unsigned lane = 0; lane < size; ++lane) {
        if (!tangle.test(lane)) continue;
        EXPECT_EQ(elect.truth().test(lane), first);
        EXPECT_FALSE(elect.result_header().undefined.test(lane));
        first = false;
      }
    });
  }
}

struct Predicate {
  std::string name;
  bool scope;
  bool (*model)(const std::vector<bool>& predicates);
};

bool all_of(const std::vector<bool>& predicates) {
  for (const bool predicate : predicates) {
    if (!predicate) return false;
  }
  return true;
}
bool any_of(const std::vector<bool>& predicates) {
  for (const bool predicate : predicates) {
    if (predicate) return true;
  }
  return false;
}
bool equal_of(const std::vector<bool>& predicates) {
  for (const bool predicate : predicates) {
    if (predicate != predicates[0]) return false;
  }
  return true;
}

TEST(NonUniformVote, PredicatesOfTheTangleDecide) {
  std::mt19937_64 random(2);
  for (const Predicate& vote : std::vector<Predicate>{{"OpGroupNonUniformAll", true, all_of},
                                                      {"OpGroupNonUniformAny", true, any_of},
                                                      {"OpGroupNonUniformAllEqual", true, equal_of},
                                                      {"OpSubgroupAllKHR", false, all_of},
                                                      {"OpSubgroupAnyKHR", false, any_of},
                                                      {"OpSubgroupAllEqualKHR", false, equal_of}}) {
    for (const unsigned size : test::subgroup_sizes()) {
      Instance instance("",
                        "%p = OpUndef %bool\n%r = " + vote.name + " %bool" +
                            (vote.scope ? " %subgroup" : "") + " %p",
                        size);
      ASSERT_TRUE(instance.ready());
      test::for_each_tangle(size, random, 60, [&](const LaneMask& tangle) {
        for (unsigned kind = 0; kind < 4; ++kind) {
          LaneMask truth{{random(), random()}};
          if (kind == 1) truth |= tangle;
          if (kind == 2) truth &= ~tangle;
          LaneMask undefined;
          if (kind == 3) undefined = {{random() & random(), random() & random()}};
          *instance.input<LaneMask>(0) = truth;
          instance.input_header(0) = {undefined, {}};
          instance.run(tangle);
          std::vector<bool> predicates;
          tangle.for_each([&](unsigned lane) { predicates.push_back(truth.test(lane)); });
          // With undefined predicates, a vote is defined only if the other predicates decide it.
          const LaneMask known = tangle & ~undefined;
          const bool any_undefined = known != tangle;
          std::vector<bool> known_predicates;
          known.for_each([&](unsigned lane) { known_predicates.push_back(truth.test(lane)); });
          const bool is_any = vote.name.find("Any") != std::string::npos;
          const bool is_equal = vote.name.find("AllEqual") != std::string::npos;
          const bool is_decided = (is_equal && tangle.count() == 1) ||
                                  (known.any() && vote.model(known_predicates) == is_any);
          const bool expected =
              any_undefined ? is_any || (is_equal && tangle.count() == 1) : vote.model(predicates);
          tangle.for_each([&](unsigned lane) {
            EXPECT_EQ(instance.result_header().undefined.test(lane), any_undefined && !is_decided);
            if (!any_undefined || is_decided) {
              EXPECT_EQ(instance.truth().test(lane), expected)
                  << vote.name << ' ' << size << ' ' << lanes_text(tangle);
            }
          });
        }
      });
    }
  }
}

template <class T>
void expect_all_equal(const std::string& type, const std::vector<T>& pool, unsigned components) {
  std::mt19937_64 random(3);
  for (const unsigned size : test::subgroup_sizes()) {
    const std::string vector =
        "%v = OpTypeVector " + type + " " + std::to_string(components) + "\n";
    const std::string used = components == 1 ? type : "%v";
    Instance instance(
        components == 1 ? "" : vector,
        "%x = OpUndef " + used + "\n" + scoped("OpGroupNonUniformAllEqual", "%bool", " %x"), size);
    ASSERT_TRUE(instance.ready());
    test::for_each_tangle(size, random, 40, [&](const LaneMask& tangle) {
      for (unsigned repeat = 0; repeat < 4; ++repeat) {
        const T same = pool[random() % pool.size()];
        for (unsigned c = 0; c < components; ++c) {
          instance.input_header(0, c) = {};
          for (unsigned lane = 0; lane < size; ++lane) {
            // Inactive lanes differ.
            instance.input<T>(0, c)[lane] = tangle.test(lane) && (repeat < 3 || random() % 8 != 0)
                                                ? same
                                                : pool[random() % pool.size()];
          }
        }
        instance.run(tangle);
        bool expected = true;
        for (unsigned c = 0; c < components; ++c) {
          std::optional<T> first;
          tangle.for_each([&](unsigned lane) {
            const T value = instance.input<T>(0, c)[lane];
            if (first && !(*first == value)) expected = false;
            if (!first) first = value;
          });
        }
        tangle.for_each([&](unsigned lane) {
          EXPECT_EQ(instance.truth().test(lane), expected) << type << ' ' << lanes_text(tangle);
        });
      }
    });
  }
}

TEST(NonUniformVote, AllEqualComparesEveryType) {
  expect_all_equal<std::uint8_t>("%u8", {0, 1, 255}, 1);
  expect_all_equal<std::uint16_t>("%u16", {0, 1, 0x100}, 3);
  expect_all_equal<std::uint32_t>("%u32", {0, 1, 0x80000000}, 1);
  expect_all_equal<std::uint64_t>("%u64", {0, 1, std::uint64_t{1} << 32}, 2);
  expect_all_equal<std::int32_t>("%i32", {0, -1}, 4);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  expect_all_equal<float>("%f32", {0.0f, -0.0f, 1.5f, nan, INFINITY}, 1);
  expect_all_equal<float>("%f32", {0.0f, -0.0f, 1.5f, nan}, 2);
  expect_all_equal<double>("%f64", {0.0, -0.0, 1.5, double{nan}}, 1);
}

TEST(NonUniformVote, AllEqualOfHalves) {
  Instance instance("", "%x = OpUndef %f16\n" + scoped("OpGroupNonUniformAllEqual", "%bool", " %x"),
                    4);
  ASSERT_TRUE(instance.ready());
  const auto equal = [&](std::uint16_t a, std::uint16_t b, std::uint16_t c, std::uint16_t d) {
    const std::uint16_t values[] = {a, b, c, d};
    std::copy_n(values, 4, instance.input<std::uint16_t>(0));
    instance.input_header(0) = {};
    instance.run(LaneMask::first(4));
    return instance.truth().test(2);
  };
  EXPECT_TRUE(equal(0x3C00, 0x3C00, 0x3C00, 0x3C00));
  EXPECT_FALSE(equal(0x3C00, 0x3C00, 0x3C01, 0x3C00));
  EXPECT_TRUE(equal(0x8000, 0x0000, 0x0000, 0x8000));
  EXPECT_TRUE(equal(0x7C00, 0x7C00, 0x7C00, 0x7C00));
  EXPECT_FALSE(equal(0x7E00, 0x7E00, 0x7E00, 0x7E00));
}

TEST(NonUniformVote, AllEqualIsUndefinedIfAComponentIs) {
  Instance instance("%v = OpTypeVector %u32 2\n",
                    "%x = OpUndef %v\n" + scoped("OpGroupNonUniformAllEqual", "%bool", " %x"), 8);
  ASSERT_TRUE(instance.ready());
  for (unsigned c = 0; c < 2; ++c) {
    instance.input_header(0, c) = {};
    std::fill_n(instance.input<std::uint32_t>(0, c), 8, 7u);
  }
  instance.input_header(0, 1).undefined.set(5);
  instance.run(LaneMask{{0b1101, 0}});
  EXPECT_TRUE(instance.truth().test(0));
  EXPECT_FALSE(instance.result_header().undefined.test(0));
  instance.run(LaneMask{{0b101101, 0}});
  EXPECT_TRUE(instance.result_header().undefined.test(0));
  EXPECT_TRUE(instance.result_header().undefined.test(5));
}

TEST(NonUniformVote, OtherScopesAreNotSupported) {
  Instance instance("", "%r = OpGroupNonUniformElect %bool %workgroup", 8);
  ASSERT_TRUE(instance.error().has_value());
  EXPECT_EQ(instance.error()->status, Status::unsupported);
}

}  // namespace
}  // namespace spirv_oracle
