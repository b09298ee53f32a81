// Group operations on floats against all orders of their contributions.

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "interpreter/instructions/group/non_uniform_group_model_for_test.h"

namespace spirv_oracle {
namespace {

using test::GroupInstance;
using test::GroupOperation;
using test::lanes_text;

// A float type as the model sees it: bits in planes, exact values as doubles.
struct Half {
  using Bits = std::uint16_t;
  static constexpr const char* name = "f16";
  static constexpr double min_normal = 0x1p-14;
  static constexpr double integers = 0x1p11;  // up to this all are values
  static double value(Bits bits) {
    const int exponent = (bits >> 10) & 31;
    const double fraction = bits & 1023;
    double magnitude = 0;
    if (exponent == 31) {
      magnitude = fraction != 0 ? std::nan("") : HUGE_VAL;
    } else {
      magnitude =
          exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
    }
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
  }
  // To nearest, ties to even, by scaling to the last place.
  static Bits round(double value) {
    const Bits sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(value);
    if (std::isnan(value)) return 0x7E00;
    if (magnitude >= 65520.0) return sign | 0x7C00;
    if (magnitude == 0) return sign;
    const int exponent = std::max(std::ilogb(magnitude), -14);
    const double places = std::nearbyint(std::ldexp(magnitude, 10 - exponent));
    return static_cast<Bits>(sign + (exponent + 14) * 1024 + static_cast<int>(places));
  }
};

struct Single {
  using Bits = std::uint32_t;
  static constexpr const char* name = "f32";
  static constexpr double min_normal = 0x1p-126;
  static constexpr double integers = 0x1p24;  // up to this all are values
  static double value(Bits bits) { return std::bit_cast<float>(bits); }
  static Bits round(double value) { return std::bit_cast<Bits>(static_cast<float>(value)); }
};

struct Double {
  using Bits = std::uint64_t;
  static constexpr const char* name = "f64";
  static constexpr double min_normal = 0x1p-1022;
  static constexpr double integers = 0x1p53;  // up to this all are values
  static double value(Bits bits) { return std::bit_cast<double>(bits); }
  static Bits round(double value) { return std::bit_cast<Bits>(value); }
};

// A sum or product of two halves or singles is exact in a double or rounds the same twice; NaN bits
// make no difference.
template <class F, bool Multiply>
typename F::Bits step(typename F::Bits a, typename F::Bits b) {
  const double result = Multiply ? F::value(a) * F::value(b) : F::value(a) + F::value(b);
  return std::isnan(result) ? F::round(std::nan("")) : F::round(result);
}

// The results of all orders and associations.
template <class F, bool Multiply>
struct Orders {
  std::vector<typename F::Bits> results;
  bool denormal = false;  // some step takes or gives one

  void look(typename F::Bits bits) {
    const double magnitude = std::fabs(F::value(bits));
    denormal |= magnitude != 0 && magnitude < F::min_normal;
  }
  void combine(std::vector<typename F::Bits> values) {
    if (values.size() == 1) {
      results.push_back(values[0]);
      return;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t j = i + 1; j < values.size(); ++j) {
        std::vector<typename F::Bits> rest;
        for (std::size_t k = 0; k < values.size(); ++k) {
          if (k != i && k != j) rest.push_back(values[k]);
        }
        rest.push_back(step<F, Multiply>(values[i], values[j]));
        look(rest.back());
        combine(rest);
      }
    }
  }
  bool agree() const {
    for (const auto bits : results) {
      if (bits != results[0]) return false;
    }
    return true;
  }
};

constexpr unsigned pools = 17;

// Numbers with many digits, as programs compute them; not powers of two.
std::vector<double> fractions(double least, double range, double negative) {
  std::mt19937_64 random(11);
  std::vector<double> values(64);
  for (double& value : values) {
    value = least + range * static_cast<double>(random() >> 11) * 0x1p-53;
    if (static_cast<double>(random() % 16) < 16 * negative) value = -value;
  }
  return values;
}

// Values to choose from.
template <class F>
std::vector<double> pool(unsigned number) {
  switch (number) {
    case 0:
      return {0.0, -0.0, 1.0, -1.0};
    case 1:
      return {-0.0};
    case 2:
      return {1.0, 2.0, 0.5, -4.0, 3.0, 0.25};
    case 3:
      return {0.1, 0.3, 1.0, -0.7};
    case 4:
      return {1.0, 1024.0, 0.125, -1024.0, 1e-3, 60000.0, 4096.5};
    case 5:
      return {HUGE_VAL, 1.0, -2.0, 0.0, 60000.0};
    case 6:
      return {std::nan(""), HUGE_VAL, -HUGE_VAL, 1.0, 0.0};
    case 7:
      return {F::integers / 4 - 1, F::integers / 4 - 3, 3.0, 1.0};
    case 8:
      return {3.0, 1.0, 1.0, 5.0};
    case 9:
      return {-1.0, 7.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    case 10:
      return {-0x1p13, 0x1p-13, 0x1p13, 1.0, 0x1p12};
    case 11: {
      std::vector<double> mostly_ones(28, 1.0);
      mostly_ones.push_back(4 * F::min_normal);
      mostly_ones.push_back(0.125 / F::min_normal);
      return mostly_ones;
    }
    case 12:
      return fractions(0.5, 1, 0);
    case 13:
      return fractions(0.9, 0.2, 0.5);
    case 14:
      return fractions(-1, 2, 0);
    case 15: {
      std::vector<double> some_ones = fractions(0.8, 0.5, 0.1);
      some_ones.insert(some_ones.end(), {1.0, -1.0, 1.0, 0.5, 2.0, 4.0, 0.125});
      return some_ones;
    }
    default:
      return {F::min_normal, -F::min_normal, F::min_normal / 2, F::min_normal * 1.5, 1.0, 0.5};
  }
}

// All orders of at most this number of contributions are tried.
constexpr std::size_t few = 5;

// The results of combining the first contributions in all orders.
template <class F, bool Multiply>
struct Prefix {
  bool agrees = false;    // all orders give one result
  bool denormal = false;  // some step of some order takes or gives one
  bool nan = false;       // the result is one

  explicit Prefix(const std::vector<typename F::Bits>& contributions) {
    Orders<F, Multiply> orders;
    for (const auto bits : contributions) orders.look(bits);
    orders.combine(contributions);
    agrees = orders.agree();
    denormal = orders.denormal;
    nan = std::isnan(F::value(orders.results[0]));
  }
};

// Caches prefixes, because the lanes of a scan need the same ones repeatedly.
template <class F, bool Multiply>
class KnownPrefixes {
 public:
  const Prefix<F, Multiply>& of(const std::vector<typename F::Bits>& contributions) {
    return known_.try_emplace(contributions, contributions).first->second;
  }

 private:
  std::map<std::vector<typename F::Bits>, Prefix<F, Multiply>> known_;
};

// In a scan, if the order matters for a prefix, it matters for all longer ones.
struct ShorterPrefixes {
  bool certainly = false;  // the order matters to one of them
  bool maybe = false;      // or a denormal may hide that it does
};

template <class F, bool Multiply>
ShorterPrefixes shorter_prefixes(const std::vector<typename F::Bits>& contributions,
                                 KnownPrefixes<F, Multiply>& known) {
  ShorterPrefixes result;
  for (std::size_t count = 2; count < contributions.size() && count <= few; ++count) {
    const auto& prefix = known.of({contributions.begin(), contributions.begin() + count});
    if (prefix.agrees) continue;
    result.maybe = true;
    result.certainly |= !prefix.denormal && !prefix.nan;
  }
  return result;
}

// Whether no order gives another result: tries all orders of few contributions, and some orders of many.
template <class F, bool Multiply>
void expect_one_result(const std::vector<typename F::Bits>& contributions, typename F::Bits result,
                       std::mt19937_64& random) {
  for (unsigned i = 0; i < 5; ++i) {
    std::vector<typename F::Bits> rest = contributions;
    while (rest.size() > 1) {
      const std::size_t a = random() % rest.size();
      const auto first = rest[a];
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(a));
      auto& second = rest[random() % rest.size()];
      second = step<F, Multiply>(second, first);
    }
    ASSERT_EQ(rest[0], result);
  }
}

// The result of one lane of these contributions.
template <class F, bool Multiply>
void expect_result_of(const std::vector<typename F::Bits>& contributions, bool is_scan,
                      typename F::Bits result, bool is_dependent, KnownPrefixes<F, Multiply>& known,
                      std::mt19937_64& random) {
  if (contributions.empty()) {
    ASSERT_EQ(result, F::round(Multiply ? 1.0 : 0.0));
    ASSERT_FALSE(is_dependent);
    return;
  }
  auto sequential = contributions[0];
  for (std::size_t i = 1; i < contributions.size(); ++i) {
    sequential = step<F, Multiply>(sequential, contributions[i]);
  }
  if (std::isnan(F::value(sequential))) {
    ASSERT_TRUE(std::isnan(F::value(result)) && is_dependent);
    return;
  }
  ASSERT_EQ(result, sequential);
  ShorterPrefixes shorter;
  if (is_scan) shorter = shorter_prefixes(contributions, known);
  if (shorter.certainly) {
    ASSERT_TRUE(is_dependent);
    return;
  }
  if (contributions.size() <= few) {
    const auto& all = known.of(contributions);
    ASSERT_TRUE(is_dependent ? !all.agrees || all.denormal || shorter.maybe : all.agrees);
  } else if (!is_dependent) {
    expect_one_result<F, Multiply>(contributions, result, random);
  }
}

template <class F, bool Multiply>
void expect_results_in_any_order(GroupInstance& group, const LaneMask& tangle,
                                 std::mt19937_64& random) {
  const auto* values = group.instance.input<typename F::Bits>(0);
  LaneMask dependent;
  KnownPrefixes<F, Multiply> known;
  tangle.for_each([&](unsigned lane) {
    const bool is_dependent = group.instance.result_header().implementation_dependent.test(lane);
    if (is_dependent) dependent.set(lane);
    EXPECT_FALSE(group.instance.result_header().undefined.test(lane));
    std::vector<typename F::Bits> contributions;
    for (const unsigned other : group.contributors(tangle, lane)) {
      contributions.push_back(values[other]);
    }
    const auto result = group.instance.result<typename F::Bits>()[lane];
    const bool is_scan = group.operation.form != GroupOperation::Form::reduce;
    expect_result_of<F, Multiply>(contributions, is_scan, result, is_dependent, known, random);
    if (!testing::Test::HasFatalFailure()) return;
    std::string where = lanes_text(tangle) + " lane " + std::to_string(lane) + ":";
    for (const auto bits : contributions) where += " " + std::to_string(F::value(bits));
    ADD_FAILURE() << group.instruction << ' ' << F::name << ' ' << group.operation.name << " of "
                  << group.size << ' ' << where;
  });
  const std::string& name = group.instruction;
  EXPECT_EQ(
      group.instance.reported(name + ".order") | group.instance.reported(name + ".nan-or-denormal"),
      dependent);
  for (const Finding& finding : group.instance.findings()) {
    EXPECT_EQ(finding.severity, Severity::implementation_dependent);
  }
}

template <class F, bool Multiply>
void expect_tangle_in_any_order(GroupInstance& group, const LaneMask& tangle, unsigned pool_number,
                                std::mt19937_64& random) {
  group.choose_groups(tangle, random);
  auto* values = group.instance.input<typename F::Bits>(0);
  const std::vector<double> from = pool<F>(pool_number);
  for (unsigned lane = 0; lane < group.size; ++lane) {
    values[lane] = F::round(from[random() % from.size()]);
  }
  group.instance.input_header(0) = {};
  group.instance.run(tangle);
  expect_results_in_any_order<F, Multiply>(group, tangle, random);
  // Runs twice, because the second run counts known findings.
  group.instance.run_again(tangle);
  expect_results_in_any_order<F, Multiply>(group, tangle, random);
  for (const Finding& finding : group.instance.findings()) EXPECT_EQ(finding.occurrences, 2u);
}

template <class F, bool Multiply>
void expect_any_order(const std::string& name) {
  std::mt19937_64 random(Multiply ? 6 : 7);
  for (const GroupOperation& operation : test::group_operations()) {
    if (!test::takes(name, operation)) continue;
    for (const unsigned size : test::subgroup_sizes()) {
      for (const unsigned cluster : test::cluster_sizes(operation, size)) {
        GroupInstance group(name, F::name, operation, size, cluster);
        ASSERT_TRUE(group.instance.ready());
        test::for_each_tangle(size, random, 8, [&](const LaneMask& tangle) {
          if (size == 8 && random() % 4 != 0) return;
          if (!test::takes(name, tangle, size)) return;
          const auto number = static_cast<unsigned>(random() % pools);
          expect_tangle_in_any_order<F, Multiply>(group, tangle, number, random);
        });
        for (unsigned number = 0; number < pools; ++number) {
          expect_tangle_in_any_order<F, Multiply>(group, LaneMask::first(size), number, random);
        }
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

template <class F>
void expect_sums() {
  for (const char* name : {"OpGroupNonUniformFAdd", "OpGroupFAddNonUniformAMD", "OpGroupFAdd"}) {
    expect_any_order<F, false>(name);
  }
}
template <class F>
void expect_products() {
  for (const char* name : {"OpGroupNonUniformFMul", "OpGroupFMulKHR"}) {
    expect_any_order<F, true>(name);
  }
}

TEST(NonUniformFloatArithmetic, HalfSums) { expect_sums<Half>(); }
TEST(NonUniformFloatArithmetic, SingleSums) { expect_sums<Single>(); }
TEST(NonUniformFloatArithmetic, DoubleSums) { expect_sums<Double>(); }
TEST(NonUniformFloatArithmetic, HalfProducts) { expect_products<Half>(); }
TEST(NonUniformFloatArithmetic, SingleProducts) { expect_products<Single>(); }
TEST(NonUniformFloatArithmetic, DoubleProducts) { expect_products<Double>(); }

// Runs an operation on a subgroup of as many lanes as there are values, which all take part.
template <class T>
struct FullSubgroup {
  LaneMask by_order, by_nan_or_denormal, dependent;
  std::vector<T> results;

  FullSubgroup(const std::string& instruction, const std::string& operation,
               const std::string& type, const std::vector<T>& values) {
    const auto size = static_cast<unsigned>(values.size());
    test::Instance instance("",
                            "%x = OpUndef %" + type + "\n%r = " + instruction + " %" + type +
                                " %subgroup " + operation + " %x",
                            size);
    EXPECT_TRUE(instance.ready());
    std::ranges::copy(values, instance.input<T>(0));
    instance.input_header(0) = {};
    instance.run(LaneMask::first(size));
    by_order = instance.reported(instruction + ".order");
    by_nan_or_denormal = instance.reported(instruction + ".nan-or-denormal");
    dependent = instance.result_header().implementation_dependent;
    results.assign(instance.result<T>(), instance.result<T>() + size);
  }
};

// Every order gives the infinity, but an earlier prefix of the scan depends on the order.
TEST(NonUniformFloatArithmetic, AScanDependsOnTheOrderFromTheFirstPrefixOn) {
  const std::vector<float> sum{0x1p24f, 1, 1, HUGE_VALF};
  const FullSubgroup<float> inclusive("OpGroupNonUniformFAdd", "InclusiveScan", "f32", sum);
  EXPECT_EQ(inclusive.by_order, (LaneMask{{0b1100, 0}}));
  EXPECT_EQ(inclusive.dependent, (LaneMask{{0b1100, 0}}));
  EXPECT_EQ(inclusive.results[3], HUGE_VALF);
  const FullSubgroup<float> exclusive("OpGroupNonUniformFAdd", "ExclusiveScan", "f32", sum);
  EXPECT_EQ(exclusive.by_order, (LaneMask{{0b1000, 0}}));
  const FullSubgroup<float> reduced("OpGroupNonUniformFAdd", "Reduce", "f32", sum);
  EXPECT_TRUE(reduced.dependent.none());

  const std::vector<double> product{0.1, 0.3, 0.7, 0.9, 0, 1, 1, 1};
  const FullSubgroup<double> products("OpGroupNonUniformFMul", "InclusiveScan", "f64", product);
  EXPECT_EQ(products.by_order, (LaneMask{{0b11111100, 0}}));
  EXPECT_EQ(products.results[7], 0);
  const FullSubgroup<double> zero("OpGroupNonUniformFMul", "Reduce", "f64", product);
  EXPECT_TRUE(zero.dependent.none());
}

// A NaN or a denormal after that does not change the clause; one before it does not hide the order.
TEST(NonUniformFloatArithmetic, AScanNamesTheFirstCause) {
  const FullSubgroup<float> later("OpGroupNonUniformFAdd", "InclusiveScan", "f32",
                                  {0x1p24f, 1, 1, std::nanf("")});
  EXPECT_EQ(later.by_order, (LaneMask{{0b1100, 0}}));
  EXPECT_TRUE(later.by_nan_or_denormal.none());
  const FullSubgroup<float> earlier("OpGroupNonUniformFAdd", "InclusiveScan", "f32",
                                    {0x1p-130f, 1, 0x1p24f, HUGE_VALF});
  EXPECT_EQ(earlier.by_nan_or_denormal, (LaneMask{{0b0111, 0}}));
  EXPECT_EQ(earlier.dependent, (LaneMask{{0b0111, 0}}));
}

// Sums that must count as exact.
TEST(NonUniformFloatArithmetic, SumsOfIntegersAreExact) {
  std::mt19937_64 random(8);
  for (const GroupOperation& operation : test::group_operations()) {
    if (operation.groups != GroupOperation::Groups::tangle) continue;
    for (const unsigned size : test::subgroup_sizes()) {
      GroupInstance group("OpGroupNonUniformFAdd", "f32", operation, size, 1);
      ASSERT_TRUE(group.instance.ready());
      test::for_each_tangle(size, random, 10, [&](const LaneMask& tangle) {
        for (unsigned lane = 0; lane < size; ++lane) {
          group.instance.input<float>(0)[lane] =
              static_cast<float>(static_cast<int>(random() % 200001) - 100000);
        }
        group.instance.input_header(0) = {};
        group.instance.run(tangle);
        EXPECT_TRUE(group.instance.clauses().empty());
      });
    }
  }
}

TEST(NonUniformFloatArithmetic, AtTheEdgeOfExactness) {
  test::Instance instance("",
                          "%x = OpUndef %f32\n"
                          "%r = OpGroupNonUniformFAdd %f32 %subgroup Reduce %x",
                          8);
  ASSERT_TRUE(instance.ready());
  const auto clauses_of_sum = [&](const std::vector<float>& values) {
    instance.input_header(0) = {};
    for (unsigned lane = 0; lane < 8; ++lane) {
      instance.input<float>(0)[lane] = lane < values.size() ? values[lane] : 0.0f;
    }
    instance.run(LaneMask::first(8));
    return instance.clauses();
  };
  using Clauses = std::vector<std::string>;
  const Clauses order{"OpGroupNonUniformFAdd.order"};
  const Clauses nan_or_denormal{"OpGroupNonUniformFAdd.nan-or-denormal"};
  EXPECT_EQ(clauses_of_sum({0x1p24f, 1, 1}), order);
  EXPECT_EQ(clauses_of_sum({0x1p24f, 1}), Clauses{});  // rounds, but there is one order
  EXPECT_EQ(clauses_of_sum({0x1p24f - 4, 1, 1, 1}), Clauses{});
  EXPECT_EQ(clauses_of_sum({0x1p24f, -0x1p24f, 1, 0.5f}), order);
  EXPECT_EQ(clauses_of_sum({1, 0x1p-40f, 0x1p-40f}), Clauses{});  // rounds the same in every order
  EXPECT_EQ(clauses_of_sum({3e38f, 3e38f, -3e38f}), order);
  EXPECT_EQ(clauses_of_sum({0x1p-130f, 1}), nan_or_denormal);
  EXPECT_EQ(clauses_of_sum({0x1.8p-126f, -0x1p-126f}), nan_or_denormal);
  EXPECT_EQ(clauses_of_sum({HUGE_VALF, 1, 2, 3}), Clauses{});
  EXPECT_EQ(clauses_of_sum({HUGE_VALF, -HUGE_VALF}), nan_or_denormal);
}

template <class F>
void expect_tangle_extremum(GroupInstance& group, bool maximum, const LaneMask& tangle,
                            std::mt19937_64& random) {
  group.choose_groups(tangle, random);
  auto* values = group.instance.input<typename F::Bits>(0);
  const std::vector<double> from = pool<F>(static_cast<unsigned>(random() % pools));
  const bool with_nan = random() % 2 != 0;
  for (unsigned lane = 0; lane < group.size; ++lane) {
    const bool nan = with_nan && random() % 3 == 0;
    values[lane] = F::round(nan ? std::nan("") : from[random() % from.size()]);
  }
  PlaneHeader input;
  if (random() % 4 == 0) input.undefined = {{random() & random(), random() & random()}};
  group.instance.input_header(0) = input;
  group.instance.run(tangle);
  const PlaneHeader& header = group.instance.result_header();
  tangle.for_each([&](unsigned lane) {
    double expected = maximum ? -HUGE_VAL : HUGE_VAL;
    unsigned count = 0, numbers = 0;
    bool plus_zero = false, minus_zero = false, undefined = false;
    for (const unsigned other : group.contributors(tangle, lane)) {
      const double value = F::value(values[other]);
      ++count;
      undefined |= input.undefined.test(other);
      if (std::isnan(value)) continue;
      ++numbers;
      if (value == 0) (std::signbit(value) ? minus_zero : plus_zero) = true;
      if (value == expected || (maximum ? value > expected : value < expected)) expected = value;
    }
    const bool all_nan = count > 0 && numbers == 0;
    ASSERT_EQ(header.undefined.test(lane), undefined || all_nan)
        << group.operation.name << lanes_text(tangle) << lane;
    if (undefined || all_nan) return;
    const double result = F::value(group.instance.result<typename F::Bits>()[lane]);
    ASSERT_EQ(result, expected) << group.operation.name << ' ' << group.size;
    const bool either = expected == 0 && plus_zero && minus_zero;
    ASSERT_EQ(header.implementation_dependent.test(lane), either);
    ASSERT_TRUE(either || std::signbit(result) == std::signbit(expected));
  });
}

template <class F>
void expect_extremum(bool maximum) {
  const std::string instruction = maximum ? "OpGroupNonUniformFMax" : "OpGroupNonUniformFMin";
  std::mt19937_64 random(9);
  for (const GroupOperation& operation : test::group_operations()) {
    for (const unsigned size : test::subgroup_sizes()) {
      for (const unsigned cluster : test::cluster_sizes(operation, size)) {
        GroupInstance group(instruction, F::name, operation, size, cluster);
        ASSERT_TRUE(group.instance.ready());
        test::for_each_tangle(size, random, 8, [&](const LaneMask& tangle) {
          expect_tangle_extremum<F>(group, maximum, tangle, random);
        });
        for (unsigned i = 0; i < 2 * pools; ++i) {
          expect_tangle_extremum<F>(group, maximum, LaneMask::first(size), random);
        }
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(NonUniformFloatArithmetic, HalfExtrema) {
  expect_extremum<Half>(false);
  expect_extremum<Half>(true);
}
TEST(NonUniformFloatArithmetic, SingleExtrema) {
  expect_extremum<Single>(false);
  expect_extremum<Single>(true);
}
TEST(NonUniformFloatArithmetic, DoubleExtrema) {
  expect_extremum<Double>(false);
  expect_extremum<Double>(true);
}

TEST(NonUniformFloatArithmetic, ClausesOfExtrema) {
  for (const char* name : {"OpGroupNonUniformFMin", "OpGroupNonUniformFMax"}) {
    test::Instance instance(
        "", std::string("%x = OpUndef %f32\n%r = ") + name + " %f32 %subgroup InclusiveScan %x", 4);
    ASSERT_TRUE(instance.ready());
    const float nan = std::nanf("");
    const float values[] = {nan, nan, 0.0f, -0.0f};
    std::copy_n(values, 4, instance.input<float>(0));
    instance.input_header(0) = {};
    instance.run(LaneMask::first(4));
    EXPECT_EQ(instance.reported(std::string(name) + ".all-nan"), (LaneMask{{0b0011, 0}}));
    EXPECT_EQ(instance.reported(std::string(name) + ".signed-zero"), (LaneMask{{0b1000, 0}}));
  }
}

}  // namespace
}  // namespace spirv_oracle
