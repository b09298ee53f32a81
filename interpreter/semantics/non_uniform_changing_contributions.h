// Float additions and multiplications in any order where some contributions are zeros, or 1 or -1: what an invocation
// contributes that has nothing to add, or no factor.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "interpreter/exec/lane_mask.h"
#include "interpreter/semantics/group_combination.h"
#include "interpreter/semantics/non_uniform_few_orders.h"
#include "interpreter/semantics/non_uniform_five_orders.h"
#include "interpreter/semantics/non_uniform_float_order.h"
#include "interpreter/semantics/non_uniform_wide_scan.h"

namespace spirv_oracle {

// Those contributions of a group that change digits. A zero changes no sum, 1 and -1 change no digit of a product, and
// a product with a factor of 0 is 0 in any order as long as no other product overflows.
template <class Operation, class T>
class ChangingContributions {
  using Format = FloatFormat<T>;
  using Orders = OrdersOfFive<RoundedSteps<Operation, T>, T>;
  static constexpr unsigned max_tried = max_tried_in_all_orders;

 public:
  // Of `size` lanes, 128 at most.
  ChangingContributions(const T* values, unsigned size) : size_(size), first_zero_(size) {
    for (unsigned lane = 0; lane < size; ++lane) {
      changing_[count_] = values[lane];
      lanes_[count_] = lane;
      count_ += changes_digits(values[lane]) ? 1 : 0;
    }
    if constexpr (Operation::multiplies) {
      const auto* zero = std::find_if(values, values + size, &Format::is_zero);
      first_zero_ = static_cast<unsigned>(zero - values);
    }
  }

  // The lanes whose results are the same in every order; nothing where that is not seen so easily. The others depend on
  // the order.
  std::optional<LaneMask> exact_results(Form form) {
    if (!steps_stay_normal()) return std::nullopt;
    const LaneMask all = LaneMask::first(size_);
    const LaneMask zeros = all & ~LaneMask::first(first_zero_);
    const bool reduces = form == Form::reduce;
    if (reduces && zeros.any()) return all;
    if (count_ > max_tried) {
      if (!order_matters_to_more_than_tried(reduces ? count_ : max_tried + 1)) return std::nullopt;
      if (reduces) return LaneMask{};
    }
    const std::array<bool, max_tried + 1> matters = order_matters_to_first();
    if (reduces) return matters[count_] ? LaneMask{} : all;
    LaneMask exact = zeros;
    for (unsigned n = 0; n <= std::min(count_, max_tried); ++n) {
      const unsigned begin = n == 0 ? 0 : lanes_[n - 1];
      const unsigned end = n == count_ ? size_ : lanes_[n];
      if (!matters[n]) exact |= LaneMask::first(end) & ~LaneMask::first(begin);
    }
    return form == Form::exclusive_scan ? (exact.moved(1) & all) | LaneMask::first(1) : exact;
  }

 private:
  static bool changes_digits(T value) {
    if constexpr (!Operation::multiplies) return !Format::is_zero(value);
    constexpr auto one = static_cast<typename Format::Bits>(Format::bias) << Format::fraction_bits;
    return !Format::is_zero(value) && (Format::bits(value) & Format::magnitude_mask) != one;
  }

  // Which is looked at for eight values at least.
  bool steps_stay_normal() {
    constexpr unsigned least = 8;
    if (count_ == 0) return true;
    for (unsigned i = count_; i < least; ++i) changing_[i] = changing_[0];
    if (!Operation::template steps_stay_normal<T>(changing_.data(), std::max(count_, least)))
      return false;
    return first_zero_ == size_ || products_stay_in_range(changing_.data(), count_);
  }

  // To the first `count` of them, and to any more; it may be false where that is so.
  bool order_matters_to_more_than_tried(unsigned count) const {
    constexpr unsigned quick = 8;
    const std::uint32_t lanes = (1u << std::min(count, quick)) - 1;
    return Operation::Telling::template of<quick, PlainScan>(changing_.data()).tell_of(lanes) ||
           Operation::template order_matters<T>(changing_.data(), count, count_);
  }

  // By their number.
  std::array<bool, max_tried + 1> order_matters_to_first() const {
    if (count_ < 3) return {};
    const Orders orders(changing_.data());
    const bool five_differ =
        count_ >= 5 && (orders.five_are_seen_to_differ() || Orders::five_differ(changing_.data()));
    return {false, false, false, orders.three_differ(), orders.four_differ(), five_differ};
  }

  unsigned size_, first_zero_, count_ = 0;
  std::array<T, 129> changing_;  // one more is written where all are
  std::array<unsigned, 129> lanes_;
};

}  // namespace spirv_oracle
