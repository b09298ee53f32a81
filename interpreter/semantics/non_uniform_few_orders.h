// A few floats added or multiplied in every order and association, each step rounded: whether all give the
// same.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "interpreter/semantics/kernel.h"
#include "interpreter/semantics/non_uniform_float_format.h"
#include "interpreter/semantics/non_uniform_lane_vector.h"

namespace spirv_oracle {

enum class AnyOrder : std::uint8_t {
  exact,            // every order gives the same
  order,            // orders may differ
  nan_or_denormal,  // depends on how a NaN or a denormal is treated
};

// More contributions than this are never tried in all orders.
inline constexpr unsigned max_tried_in_all_orders = 5;

// One step of the operation `Combine` on storage values.
template <class Combine, class T>
inline T rounded_step(T a, T b) {
  using Compute = typename ComputeTypeOf<Combine, T>::type;
  return narrow<T>(Combine::combine(widen<Compute>(a), widen<Compute>(b)));
}

// Tries all orders and associations of values, `max_tried_in_all_orders` at most, one after the other.
template <class Combine, class T>
class AllOrders {
  using Format = FloatFormat<T>;
  using Values = std::array<T, max_tried_in_all_orders>;

 public:
  // `expected`: their combination in one of the orders.
  static AnyOrder compare(std::span<const T> values, T expected) {
    AllOrders all;
    all.expected_ = Format::bits(expected);
    Values rest{};
    std::ranges::copy(values, rest.begin());
    all.combine_two(rest, static_cast<unsigned>(values.size()));
    return all.outcome_;
  }

 private:
  void combine_two(const Values& values, unsigned count) {
    if (count == 1) {
      if (Format::bits(values[0]) != expected_) outcome_ = AnyOrder::order;
      return;
    }
    for (unsigned i = 0; i + 1 < count; ++i) {
      for (unsigned j = i + 1; j < count; ++j) {
        Values rest = values;
        rest[i] = rounded_step<Combine>(values[i], values[j]);
        rest[j] = values[count - 1];
        if (Format::is_denormal(rest[i])) {
          outcome_ = AnyOrder::nan_or_denormal;
        } else {
          combine_two(rest, count - 1);
        }
        if (outcome_ != AnyOrder::exact) return;
      }
    }
  }

  typename Format::Bits expected_{};
  AnyOrder outcome_ = AnyOrder::exact;
};

// The same of normal numbers whose magnitudes do not add up to an infinity, for the first 1, 2, 3, ... of them
// at once. A step is monotone in both of its operands, so what a subset of the values can combine to lies
// between the combinations of the least, and of the greatest, that its parts can combine to; and both
// of these do come about. For products this is so of the magnitudes.
template <class Combine, class T>
class FirstFewInAnyOrder {
  using Format = FloatFormat<T>;
  using Lane = LaneType<T>;
  using LaneFormat = FloatFormat<Lane>;
  using Vector = LaneVector<Lane>;
  using Packed = typename Vector::type;
  using Steps = RoundedSteps<Combine, T>;
  static constexpr unsigned max_count = max_tried_in_all_orders;

 public:
  // values[0 .. max_tried_in_all_orders - 1]
  explicit FirstFewInAnyOrder(const T* values) : values_(values) {
    for (unsigned i = 0; i < max_count; ++i) {
      const Lane own = widen<Lane>(values[i]);
      const Lane value = Combine::of_magnitudes ? std::fabs(own) : own;
      ranges_[1u << i] = Packed{value, -value};
    }
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (settle_up_to<static_cast<unsigned>(I) + 1>(), ...);
    }
    (std::make_index_sequence<max_count - 1>{});
  }

  AnyOrder of_first(unsigned count) const {
    if (count < 2) return AnyOrder::exact;
    for (unsigned last = 1; last < std::min(count, max_count); ++last) {
      // A step may give 0, or a denormal number.
      if (nearest_to_zero_[last] < smallest_normal) return compare_all(count);
    }
    if (std::is_same_v<T, Float16> && overflows(count)) return compare_all(count);
    const Packed all = ranges_[(1u << count) - 1];
    return all[0] == -all[1] ? AnyOrder::exact : AnyOrder::order;
  }

 private:
  static constexpr Lane power_of_two(int exponent) {
    return std::bit_cast<Lane>(static_cast<typename LaneFormat::Bits>(exponent + LaneFormat::bias)
                               << LaneFormat::fraction_bits);
  }
  static constexpr Lane smallest_normal = power_of_two(Format::min_exponent);

  // Whether a combination may be too large for T, which lanes do not see if they are wider.
  bool overflows(unsigned count) const {
    const auto too_large = [](Packed range) {
      return std::max(-range[0], -range[1]) >= power_of_two(Format::max_exponent);
    };
    return std::any_of(ranges_ + 1, ranges_ + (1u << count), too_large);
  }
  AnyOrder compare_all(unsigned count) const {
    T expected = values_[0];
    for (unsigned i = 1; i < count; ++i) expected = rounded_step<Combine>(expected, values_[i]);
    return AllOrders<Combine, T>::compare({values_, count}, expected);
  }

  // The bits of `numbered` that stand where `places` has its set bits.
  static constexpr unsigned deposit(unsigned numbered, unsigned places) {
    unsigned result = 0;
    for (unsigned bit = 1; places != 0; bit <<= 1, places &= places - 1) {
      if ((numbered & bit) != 0) result |= places & (0u - places);
    }
    return result;
  }

  [[gnu::always_inline]] static Packed step(Packed a, Packed b) {
    if constexpr (!Combine::of_magnitudes) return Steps::combine(a, b);
    using Bits = typename LaneVector<typename LaneFormat::Bits>::type;
    constexpr Bits sign{0, LaneFormat::sign_mask};
    return Steps::combine(a, reinterpret_cast<Packed>(reinterpret_cast<Bits>(b) ^ sign));
  }
  [[gnu::always_inline]] static Packed lesser(Packed a, Packed b) { return a < b ? a : b; }

  // Each way to cut a subset in two, once: the first part holds the lowest value.
  template <unsigned Subset>
  [[gnu::always_inline]] Packed range_of() const {
    constexpr unsigned lowest = Subset & (0u - Subset);
    constexpr unsigned others = Subset ^ lowest;
    constexpr std::size_t cuts = (std::size_t{1} << std::popcount(others)) - 1;
    const auto cut = [this]<unsigned Part>() __attribute__((always_inline)) {
      return step(ranges_[lowest | Part], ranges_[others ^ Part]);
    };
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      Packed range = cut.template operator()<0>();
      ((range = lesser(range, cut.template operator()<deposit(I + 1, others)>())), ...);
      return range;
    }
    (std::make_index_sequence<cuts - 1>{});
  }

  // The subsets of more than one value whose last one is `Last`.
  template <unsigned Last>
  [[gnu::always_inline]] void settle_up_to() {
    Packed nearest = Vector::splat(std::numeric_limits<Lane>::infinity());
    const auto settle = [&]<unsigned Subset>() __attribute__((always_inline)) {
      const Packed range = range_of<Subset>();
      ranges_[Subset] = range;
      const Packed other = Vector::template exchange<1>(range);
      nearest = lesser(nearest, range > other ? range : other);
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      (settle.template operator()<(1u << Last) + static_cast<unsigned>(I) + 1>(), ...);
    }
    (std::make_index_sequence<(1u << Last) - 1>{});
    nearest_to_zero_[Last] = nearest[0];
  }

  const T* values_;
  // By the subset: the least combination, and the greatest, negated.
  Packed ranges_[1u << max_count];
  // Of all subsets whose last value is the i-th: the least distance of a combination from 0, or less
  // than 0 where there are combinations on both sides.
  std::array<Lane, max_count> nearest_to_zero_{};
};

// What AllOrders says of the first `count` values, finite numbers that are neither 0 nor denormal.
template <class Combine, class T>
AnyOrder few_in_any_order(const std::array<T, max_tried_in_all_orders>& values, unsigned count,
                          T expected) {
  if constexpr (has_lane_vectors<T>) {
    const auto moderate = [](T value) {
      return FloatFormat<T>::exponent(value) < FloatFormat<T>::max_exponent - 3;
    };
    if (std::all_of(values.begin(), values.begin() + count, moderate)) {
      const FirstFewInAnyOrder<Combine, T> few(values.data());
      return few.of_first(count);
    }
  }
  return AllOrders<Combine, T>::compare({values.data(), count}, expected);
}

}  // namespace spirv_oracle
