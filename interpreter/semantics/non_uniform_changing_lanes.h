// What ChangingContributions find out, for full tangles of 32 lanes at once: sets of lanes are the bits of numbers.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "interpreter/semantics/group_combination.h"
#include "interpreter/semantics/non_uniform_avx512_orders.h"
#include "interpreter/semantics/non_uniform_avx512_scan.h"
#include "interpreter/semantics/non_uniform_few_orders.h"
#include "interpreter/semantics/non_uniform_five_orders.h"
#include "interpreter/semantics/non_uniform_float_format.h"
#include "interpreter/semantics/non_uniform_telling_digits.h"

namespace spirv_oracle {

// Finite magnitudes whose combinations are normal numbers, or 0: powers of two from 2^least on, `count` of them.
struct ExponentWindow {
  int least = 0;
  unsigned count = 1;  // a power of two

  // Of 32 summands, or of 32 factors beside zeros.
  template <class Operation, class T>
  static constexpr ExponentWindow of() {
    if (std::is_same_v<T, double>)
      return Operation::multiplies ? ExponentWindow{-33, 64} : ExponentWindow{-511, 1024};
    if (std::is_same_v<T, float>)
      return Operation::multiplies ? ExponentWindow{-13, 16} : ExponentWindow{-63, 128};
    return Operation::multiplies ? ExponentWindow{-8, 16} : ExponentWindow{-4, 8};
  }
};

// OrdersOfFive of the first five of some lanes; of fewer, only what is asked of so many counts.
template <class Operation, class T>
class OrdersOfFirst : public OrdersOfFive<RoundedSteps<Operation, T>, T> {
 public:
  static constexpr unsigned looked_at = 32;

  [[gnu::always_inline]] OrdersOfFirst(const T* values, std::uint32_t lanes)
      : OrdersOfFirst(first_five(values, lanes)) {}
  const std::array<T, 5>& five() const { return five_; }

 private:
  [[gnu::always_inline]] explicit OrdersOfFirst(const std::array<T, 5>& five)
      : OrdersOfFive<RoundedSteps<Operation, T>, T>(five.data()), five_(five) {}
  [[gnu::always_inline]] static std::array<T, 5> first_five(const T* values, std::uint32_t lanes) {
    std::array<T, 5> five;
    const unsigned first = static_cast<unsigned>(std::countr_zero(lanes)) % 32;
    for (T& value : five) {
      value = values[lanes != 0 ? static_cast<unsigned>(std::countr_zero(lanes)) % 32 : first];
      lanes &= lanes - 1;
    }
    return five;
  }

  std::array<T, 5> five_;
};

template <class Operation, class T, class Machine>
struct OrdersOfFirstBy {
  using type = OrdersOfFirst<Operation, T>;
};
#if defined(__x86_64__)
template <class Operation, class T>
struct OrdersOfFirstBy<Operation, T, Avx512Scan> {
  using type = Avx512Orders<Operation, T>;
};
#endif

// Machine: as in non_uniform_wide_scan.h.
template <class Operation, class T, class Machine>
class ChangingLanes {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  using Orders = typename OrdersOfFirstBy<Operation, T, Machine>::type;
  using Lanes = std::uint32_t;

 public:
  [[gnu::always_inline]] explicit ChangingLanes(const T* values)
      : values_(values),
        telling_(
            Machine::template lanes_with<T>(values, 0, Operation::Telling::template digits<T>)) {}

  // Whether digits tell that the order matters to some combination of more contributions than are tried.
  [[gnu::always_inline]] bool tell() const { return (telling_ & (telling_ - 1)) != 0; }

  // Finds out which lanes change digits. False: the rest is not seen so easily.
  [[gnu::always_inline]] bool settle() {
    constexpr Bits one =
        Operation::multiplies ? Bits{Format::bias} << Format::fraction_bits : Bits{0};
    changing_ = Machine::template lanes_with<T>(values_, static_cast<Bits>(0 - one),
                                                Format::magnitude_mask);
    if constexpr (Operation::multiplies) {
      zeros_ = ~Machine::template lanes_with<T>(values_, 0, Format::magnitude_mask);
      changing_ &= ~zeros_;
    }
    constexpr ExponentWindow window = ExponentWindow::of<Operation, T>();
    constexpr Bits least = static_cast<Bits>(window.least + Format::bias) << Format::fraction_bits;
    constexpr Bits beyond =
        Format::magnitude_mask & ~((Bits{window.count} << Format::fraction_bits) - 1);
    const Lanes outside =
        Machine::template lanes_with<T>(values_, static_cast<Bits>(0 - least), beyond);
    return (changing_ & outside) == 0 && half_products_stay_normal();
  }

  // The lanes of the group whose results are the same in every order. Nothing where that is not seen so easily.
  [[gnu::always_inline]] std::optional<Lanes> exact_results(Form form,
                                                            Lanes group = ~Lanes{0}) const {
    const bool reduces = form == Form::reduce;
    const Lanes changing = changing_ & group;
    const Lanes zeros = zeros_ & group;
    const int count = std::popcount(changing);
    if (count < 3 || (reduces && zeros != 0)) return group;
    if (count > 5) {
      const Lanes first_six = changing & static_cast<Lanes>(2 * nth<6>(changing) - 1);
      const Lanes telling = telling_ & (reduces ? changing : first_six);
      if ((telling & (telling - 1)) == 0) return std::nullopt;
      if (reduces) return Lanes{0};
    }
    const std::uint64_t fifth = nth<5>(changing);
    const auto first_five = changing & static_cast<Lanes>(2 * fifth - 1);
    const unsigned begin = Orders::looked_at < 32 && (first_five & 0xFFFF) == 0 ? 16 : 0;
    if (Orders::looked_at < 32 && begin == 0 && first_five >> 16 != 0) return std::nullopt;
    const Orders orders(values_ + begin, first_five >> begin);
    const bool five_differ =
        count > 4 && (orders.five_are_seen_to_differ() || five_differ_in_any(orders.five()));
    if (reduces) {
      const bool differ = count == 5   ? five_differ
                          : count == 4 ? orders.four_differ()
                                       : orders.three_differ();
      return differ ? 0 : group;
    }
    const std::uint64_t third = nth<3>(changing), fourth = nth<4>(changing);
    std::uint64_t exact = third - 1;
    exact |= orders.three_differ() ? 0 : fourth - third;
    exact |= orders.four_differ() ? 0 : fifth - fourth;
    exact |= five_differ ? 0 : nth<6>(changing) - fifth;
    exact |= 0 - nth<1>(zeros);
    return static_cast<Lanes>(form == Form::exclusive_scan ? exact << 1 | 1 : exact) & group;
  }

 private:
  // The bit of the N-th of the lanes, or one behind all lanes.
  template <int N>
  [[gnu::always_inline]] static std::uint64_t nth(Lanes lanes) {
    std::uint64_t rest = lanes | ~std::uint64_t{0} << 32;
    for (int i = 1; i < N; ++i) rest &= rest - 1;
    return rest & (0 - rest);
  }
  [[gnu::noinline]] static bool five_differ_in_any(const std::array<T, 5>& five) {
    return OrdersOfFive<RoundedSteps<Operation, T>, T>::five_differ(five.data());
  }

  [[gnu::always_inline]] bool half_products_stay_normal() const {
    if constexpr (Operation::multiplies && std::is_same_v<T, Float16>) {
      SumsOfLogarithms sums = SumsOfLogarithms::of(values_, 32);
      sums.below += std::popcount(zeros_) * (Format::bias << Format::fraction_bits);
      return sums.is_below_infinity() && sums.is_above_denormals();
    } else {
      return true;
    }
  }

  const T* values_;
  Lanes telling_;
  Lanes changing_ = 0, zeros_ = 0;
};

}  // namespace spirv_oracle
