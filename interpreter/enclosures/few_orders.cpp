#include "interpreter/enclosures/few_orders.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spirv_oracle {
namespace {

using Numbers = std::vector<Real>;

// The result of one subset of the contributions.
constexpr std::size_t max_results = 128;

class AllOrders {
 public:
  AllOrders(const FloatRules& rules, Combination combination)
      : rules_(rules), unflushed_(rules), combination_(combination) {
    unflushed_.may_flush = false;
  }

  // The results of all subsets, by the bits of the subset. Each combines those of its parts, for each way to split it.
  std::optional<Numbers> of(std::span<const Real> numbers) {
    const unsigned all = (1u << numbers.size()) - 1;
    for (std::size_t i = 0; i < numbers.size(); ++i) add_operand(results_[1u << i], numbers[i]);
    for (unsigned subset = 1; subset <= all; ++subset) {
      if (!combine_parts(subset)) return std::nullopt;
    }
    return std::move(results_[all]);
  }

 private:
  bool is_denormal(Real x) const { return x != 0 && std::fabs(x) < rules_.least_normal(); }

  void add_operand(Numbers& results, Real x) const {
    results.push_back(x);
    if (rules_.may_flush && is_denormal(x)) results.push_back(0);
  }

  bool combine_parts(unsigned subset) {
    Numbers& results = results_[subset];
    const unsigned lowest = subset & (0u - subset);
    // The first part contains the lowest contribution, so that each split occurs once.
    for (unsigned part = (subset - 1) & subset; part != 0; part = (part - 1) & subset) {
      if ((part & lowest) == 0) continue;
      for (const Real a : results_[part]) {
        for (const Real b : results_[subset ^ part]) {
          if (!add_step(results, a, b)) return false;
        }
      }
      keep_each_once(results);
      if (results.size() > max_results) return false;
    }
    keep_each_once(results);
    return true;
  }

  bool add_step(Numbers& results, Real a, Real b) const {
    const Interval x = Interval::point(a), y = Interval::point(b);
    const Interval exact =
        combination_ == Combination::sum ? exact::add(x, y) : exact::multiply(x, y);
    const Interval rounded = unflushed_.rounded(exact);
    if (!rounded.is_finite()) return false;
    add_operand(results, rounded.low);
    if (rounded.high != rounded.low) add_operand(results, rounded.high);
    // "The result of an operation may be considered denormal whenever the infinitely precise result is", even if it
    // rounds to a normal number.
    if (rules_.may_flush && !exact.contains_zero() &&
        exact.least_magnitude() < rules_.least_normal())
      results.push_back(0);
    return true;
  }

  static void keep_each_once(Numbers& results) {
    std::ranges::sort(results);
    results.erase(std::unique(results.begin(), results.end()), results.end());
  }

  FloatRules rules_, unflushed_;
  Combination combination_;
  std::array<Numbers, 1u << max_enclosed_in_all_orders> results_;
};

}  // namespace

std::optional<std::vector<Real>> combinations_in_all_orders(const FloatRules& rules,
                                                            Combination combination,
                                                            std::span<const Real> numbers) {
  const bool are_finite = std::ranges::all_of(numbers, [](Real x) { return std::isfinite(x); });
  if (numbers.empty() || numbers.size() > max_enclosed_in_all_orders || !are_finite)
    return std::nullopt;
  return AllOrders(rules, combination).of(numbers);
}

Interval HullOfOrders::exact(const Interval& a, const Interval& b) const {
  if (combination_ == Combination::product) return exact::multiply(a, b);
  return {exact::add_down(a.low, b.low), exact::add_up(a.high, b.high), false};
}

void HullOfOrders::add(const Interval& contribution) {
  const std::size_t added = std::size_t{1} << count_++;
  by_subset_.resize(2 * added, Interval::everything());
  by_subset_[added] = rules_.operand(contribution);
  for (std::size_t others = 1; others < added; ++others) {
    Interval all = Interval::only_nan();
    all.nan = false;
    bool is_bounded = true;
    // Each way to split the subset: `part` of the others are on the side of the added contribution.
    for (std::size_t part = (others - 1) & others;; part = (part - 1) & others) {
      const Interval &a = by_subset_[added | part], &b = by_subset_[others ^ part];
      is_bounded = is_bounded && a.is_finite() && b.is_finite();
      if (!is_bounded) break;
      all = spirv_oracle::hull(all, exact(a, b));
      if (part == 0) break;
    }
    // Rounding is monotonic, so that it can follow.
    const Interval rounded = is_bounded ? rules_.rounded(all) : Interval::everything();
    by_subset_[added | others] = rounded.is_finite() ? rounded : Interval::everything();
  }
}

std::uint64_t HullOfOrders::steps(std::size_t count) {
  std::uint64_t power = 1;
  for (std::size_t i = 0; i < count; ++i) power *= 3;
  return power / 2;
}

}  // namespace spirv_oracle
