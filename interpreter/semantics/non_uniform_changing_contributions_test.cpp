// Against contributions that are combined one after the other.
#include "interpreter/semantics/non_uniform_changing_contributions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "interpreter/semantics/group_float_operations.h"

namespace spirv_oracle {
namespace {

template <class Operation, class T>
struct AccumulatorOf;
template <class T>
struct AccumulatorOf<FloatSum, T> {
  using type = SumInAnyOrder<FloatSum, T>;
};
template <class T>
struct AccumulatorOf<FloatProduct, T> {
  using type = ProductInAnyOrder<FloatProduct, T>;
};

template <class Operation, class T>
LaneMask exact_one_after_the_other(const std::vector<T>& values, const LaneMask& group, Form form) {
  typename AccumulatorOf<Operation, T>::type combined;
  LaneMask exact;
  const auto note = [&](unsigned lane) {
    if (combined.any_order() == AnyOrder::exact) exact.set(lane);
  };
  group.for_each([&](unsigned lane) {
    if (form == Form::exclusive_scan) note(lane);
    combined.add(values[lane]);
    if (form == Form::inclusive_scan) note(lane);
  });
  if (form != Form::reduce) return exact;
  return combined.any_order() == AnyOrder::exact ? group : LaneMask{};
}

class Contributions {
 public:
  Contributions(unsigned seed, double neutral, double other)
      : random_(seed), unusual_(random_() % 8 == 0), neutral_values_{neutral, other} {
    neutral_ = random_() % 5;
    digits_ = 1 + static_cast<int>(random_() % 24);
  }
  std::size_t count() { return std::size_t{1} << (1 + random_() % 7); }
  double next() {
    const double sign = random_() % 2 == 0 ? -1 : 1;
    if (random_() % 4 < neutral_) return sign * neutral_values_[random_() % 8 == 0 ? 1 : 0];
    if (unusual_ && random_() % 16 == 0) return sign * unusual_values_[random_() % 4];
    const double unit = std::ldexp(1.0, -digits_);
    return sign * (1 + unit * static_cast<double>(random_() % (1u << digits_)));
  }
  LaneMask some_of(const LaneMask& lanes) {
    if (random_() % 2 == 0) return lanes;
    const std::uint64_t some = random_() | random_() | std::uint64_t{random_()} << 32;
    return lanes & LaneMask{{some, some}};
  }

 private:
  std::mt19937 random_;
  bool unusual_;
  unsigned neutral_ = 0;  // quarters of all
  int digits_ = 1;
  std::array<double, 2> neutral_values_;
  std::array<double, 4> unusual_values_{std::numeric_limits<double>::infinity(),
                                        std::numeric_limits<double>::quiet_NaN(), 0x1p-15, 0x1p14};
};

template <class T>
class ChangingContributionsOf : public ::testing::Test {
 protected:
  template <class Operation>
  void compare(double neutral, double other) {
    unsigned seen = 0;
    for (unsigned seed = 0; seed < 20'000; ++seed) {
      Contributions contributions(seed, neutral, other);
      std::vector<T> values(contributions.count());
      for (T& value : values) value = narrow<T>(static_cast<LaneType<T>>(contributions.next()));
      for (const Form form : {Form::reduce, Form::inclusive_scan, Form::exclusive_scan}) {
        const LaneMask all = LaneMask::first(static_cast<unsigned>(values.size()));
        const LaneMask group = contributions.some_of(all);
        const auto exact =
            group == all
                ? ChangingContributions<Operation, T>(values.data(),
                                                      static_cast<unsigned>(values.size()))
                      .exact_results(form)
                : ChangingContributions<Operation, T>(values.data(), group).exact_results(form);
        if (!exact) continue;
        ++seen;
        ASSERT_EQ(*exact, (exact_one_after_the_other<Operation, T>(values, group, form)))
            << "seed " << seed << ", form " << static_cast<int>(form);
      }
    }
    EXPECT_GT(seen, 20'000u);
  }
};
using Types = ::testing::Types<Float16, float, double>;
TYPED_TEST_SUITE(ChangingContributionsOf, Types);

TYPED_TEST(ChangingContributionsOf, Sums) { this->template compare<FloatSum>(0, 0); }

// A factor of 0 stands among some of 1 and -1.
TYPED_TEST(ChangingContributionsOf, Products) { this->template compare<FloatProduct>(1, 0); }

}  // namespace
}  // namespace spirv_oracle
