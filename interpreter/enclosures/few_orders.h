// All possible results of adding or multiplying a few numbers in any order and association, as in
// float group operations.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "interpreter/enclosures/float_rules.h"

namespace spirv_oracle {

// More numbers have too many orders to know all results, or the least and the greatest one.
inline constexpr unsigned max_enclosed_in_all_orders = 5;
inline constexpr unsigned max_in_hull_of_orders = 12;

enum class Combination : std::uint8_t { sum, product };

// The results, ascending and without duplicates; zeros of both signs count as one number. Each step
// of each order rounds, and may flush its operands and its result, according to the rules. None if
// there are too many numbers or results, or if a step may overflow.
std::optional<std::vector<Real>> combinations_in_all_orders(const FloatRules& rules,
                                                            Combination combination,
                                                            std::span<const Real> numbers);

// The least and the greatest result of all orders and associations of contributions, one added after the other. Each
// contribution may be any number of its interval. The bounds are those of some order, because each step is monotonic, so that
// the extremes of a set of contributions are combinations of the extremes of its parts.
class HullOfOrders {
 public:
  HullOfOrders(const FloatRules& rules, Combination combination)
      : rules_(rules), combination_(combination) {}

  // Of at most max_in_hull_of_orders; each must contain finite numbers only. Takes time that is exponential in their count.
  void add(const Interval& contribution);
  std::size_t count() const { return count_; }
  // The number of combinations of two parts that adding contributions until there are `count` takes.
  static std::uint64_t steps(std::size_t count);
  // Everything if a step may overflow. There must be a contribution.
  const Interval& hull() const { return by_subset_.back(); }

 private:
  // Before rounding.
  Interval exact(const Interval& a, const Interval& b) const;

  FloatRules rules_;
  Combination combination_;
  std::size_t count_ = 0;
  std::vector<Interval> by_subset_{Interval{}};  // by the bits of the contributions
};

}  // namespace spirv_oracle
