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
  // Of the first `size` lanes.
  ChangingContributions(const T* values, unsigned size) : group_(LaneMask::first(size)) {
    for (unsigned lane = 0; lane < size; ++lane) add(lane, values[lane]);
  }
  // Of those lanes.
  ChangingContributions(const T* values, const LaneMask& group) : group_(group) {
    group.for_each([&](unsigned lane) { add(lane, values[lane]); });
  }

  // The lanes whose results are the same in every order; nothing where that is not seen so easily. The others depend on
  // the order.
  std::optional<LaneMask> exact_results(Form form) {
    if (!steps_stay_normal()) return std::nullopt;
    const LaneMask zeros = ~LaneMask::first(first_zero_);
    const bool reduces = form == Form::reduce;
    if (reduces && zeros.any()) return group_;
    if (count_ > max_tried) {
      if (!order_matters_to_more_than_tried(reduces ? count_ : max_tried + 1)) return std::nullopt;
      if (reduces) return LaneMask{};
    }
    const std::array<bool, max_tried + 1> matters = order_matters_to_first();
    if (reduces) return matters[count_] ? LaneMask{} : group_;
    LaneMask exact = zeros;
    for (unsigned n = 0; n <= std::min(count_, max_tried); ++n) {
      const unsigned begin = n == 0 ? 0 : lanes_[n - 1];
      const unsigned end = n == count_ ? max_lanes : lanes_[n];
      if (!matters[n]) exact |= LaneMask::first(end) & ~LaneMask::first(begin);
    }
    if (form == Form::exclusive_scan) exact = exact.moved(1) | LaneMask::first(1);
    return exact & group_;
  }

 private:
  static constexpr unsigned max_lanes = 128;

  void add(unsigned lane, T value) {
    changing_[count_] = value;
    lanes_[count_] = lane;
    count_ += changes_digits(value) ? 1 : 0;
    if constexpr (Operation::multiplies)
      first_zero_ = std::min(first_zero_, Format::is_zero(value) ? lane : max_lanes);
  }
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
    return first_zero_ == max_lanes || products_stay_in_range(changing_.data(), count_);
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

  LaneMask group_;
  unsigned first_zero_ = max_lanes, count_ = 0;
  std::array<T, max_lanes> changing_;
  std::array<unsigned, max_lanes> lanes_;
};

// What combine_group() does, for a group in one subgroup, where ChangingContributions say which results depend on the
// order. False, and nothing is done, in other cases.
template <class Operation, class T>
bool combine_changing(Form form, const Op& op, GroupPart& part) {
  Subgroup& subgroup = *part.subgroup;
  const T* contributions = subgroup.values<T>(op.operand[contribution_place]);
  const auto exact =
      ChangingContributions<Operation, T>(contributions, part.lanes).exact_results(form);
  if (!exact) return false;
  reach_results(form, op, std::span(&part, 1));
  T* results = subgroup.values<T>(op.result);
  T combined = typename Operation::template Accumulator<T>{}.value;
  const unsigned first = part.lanes.lowest();
  part.lanes.for_each([&](unsigned lane) {
    const T contribution = contributions[lane];
    if (form == Form::exclusive_scan) results[lane] = combined;
    combined = lane == first ? contribution : rounded_step<Operation>(combined, contribution);
    if (form == Form::inclusive_scan) results[lane] = combined;
  });
  if (form == Form::reduce) part.lanes.for_each([&](unsigned lane) { results[lane] = combined; });
  const LaneMask by_order = part.lanes & ~*exact & ~subgroup.header(op.result).undefined;
  if (by_order.any()) part.broken.add(Operation::order, by_order);
  return true;
}

}  // namespace spirv_oracle
