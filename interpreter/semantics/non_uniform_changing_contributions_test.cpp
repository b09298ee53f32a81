// Against contributions that are combined one after the other.
#include "interpreter/semantics/non_uniform_changing_contributions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "interpreter/semantics/group_float_operations.h"
#include "interpreter/semantics/non_uniform_changing_lanes.h"
#include "interpreter/semantics/non_uniform_wide_scan.h"

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
  Contributions(unsigned seed, double neutral, double other, int digits)
      : random_(seed), unusual_(random_() % 8 == 0), neutral_values_{neutral, other} {
    neutral_ = static_cast<unsigned>(random_() % 5);
    digits_ = random_() % 2 == 0 ? digits : 1 + static_cast<int>(random_() % 24);
  }
  std::size_t count() { return random_() % 2 == 0 ? 32 : std::size_t{1} << (1 + random_() % 7); }
  double next() {
    const double sign = random_() % 2 == 0 ? -1 : 1;
    if (random_() % 4 < neutral_) return sign * neutral_values_[random_() % 8 == 0 ? 1 : 0];
    if (unusual_ && random_() % 16 == 0) return sign * unusual_values_[random_() % 4];
    const double unit = std::ldexp(1.0, -digits_);
    return sign * (1 + unit * static_cast<double>(random_() % (std::uint64_t{1} << digits_)));
  }
  LaneMask some_of(const LaneMask& lanes) {
    if (random_() % 2 == 0) return lanes;
    const std::uint64_t some = random_() | random_();
    return lanes & LaneMask{{some, some}};
  }

 private:
  std::mt19937_64 random_;
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
    unsigned seen = 0, seen_at_once = 0;
    for (unsigned seed = 0; seed < 20'000; ++seed) {
      Contributions contributions(seed, neutral, other, FloatFormat<T>::fraction_bits);
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
        const LaneMask expected = exact_one_after_the_other<Operation, T>(values, group, form);
        if (exact) {
          ++seen;
          ASSERT_EQ(*exact, expected) << "seed " << seed << ", form " << static_cast<int>(form);
        }
        if (values.size() != 32 || (form != Form::reduce && group != all)) continue;
        seen_at_once += compare_at_once<Operation>(values, group, form, expected) ? 1 : 0;
        ASSERT_FALSE(HasFailure()) << "seed " << seed << ", form " << static_cast<int>(form);
      }
    }
    EXPECT_GT(seen, 20'000u);
    EXPECT_GT(seen_at_once, 500u);
#if defined(__x86_64__)
    if (host_has_avx512() && !std::is_same_v<T, Float16>) {
      EXPECT_GT(2 * seen_by_avx512_, seen_at_once);
    }
#endif
  }

 private:
  // By ChangingLanes, for each machine that the host has. Whether they find something out.
  template <class Operation>
  bool compare_at_once(const std::vector<T>& values, const LaneMask& group, Form form,
                       const LaneMask& expected) {
    alignas(32) T in[32];
    std::copy(values.begin(), values.end(), in);
    const auto lanes = static_cast<std::uint32_t>(group.words[0]);
    const auto plain = by_lanes<Operation, PlainScan>(in, lanes, form);
    if (plain) {
      EXPECT_EQ((LaneMask{{*plain, 0}}), expected);
    }
#if defined(__x86_64__)
    if (host_has_avx2()) {
      EXPECT_EQ((by_lanes<Operation, Avx2Scan>(in, lanes, form)), plain);
    }
    if constexpr (!std::is_same_v<T, Float16>) {
      const auto wide = host_has_avx512() ? by_avx512<Operation>(in, lanes, form) : std::nullopt;
      if (wide) {
        EXPECT_EQ(*wide, plain);
        ++seen_by_avx512_;
      }
    }
#endif
    return plain.has_value();
  }
  template <class Operation, class Machine>
  [[gnu::always_inline]] static inline std::optional<std::uint32_t> by_lanes(const T* values,
                                                                             std::uint32_t group,
                                                                             Form form) {
    ChangingLanes<Operation, T, Machine> changing(values);
    if (!changing.tell() || !changing.settle()) return std::nullopt;
    return changing.exact_results(form, group);
  }
#if defined(__x86_64__)
  template <class Operation>
  [[SPIRV_ORACLE_TARGET_AVX512]] static std::optional<std::uint32_t> by_avx512(const T* values,
                                                                               std::uint32_t group,
                                                                               Form form) {
    return by_lanes<Operation, Avx512Scan>(values, group, form);
  }
#endif

  unsigned seen_by_avx512_ = 0;
};
using Types = ::testing::Types<Float16, float, double>;
TYPED_TEST_SUITE(ChangingContributionsOf, Types);

TYPED_TEST(ChangingContributionsOf, Sums) { this->template compare<FloatSum>(0, 0); }

// A factor of 0 stands among some of 1 and -1.
TYPED_TEST(ChangingContributionsOf, Products) { this->template compare<FloatProduct>(1, 0); }

}  // namespace
}  // namespace spirv_oracle
