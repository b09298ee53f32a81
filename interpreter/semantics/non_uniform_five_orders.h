// Five floats added or multiplied in many orders at once, each step rounded:
// whether some of the orders give different results. For what is usual where
// steps round: that this is so is found out soon.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "interpreter/semantics/kernel.h"
#include "interpreter/semantics/non_uniform_float_format.h"
#include "interpreter/semantics/non_uniform_lane_vector.h"

namespace spirv_oracle {

// Four lanes.
template <class Lane>
struct Four {
  using Vector = LaneVector<Lane>;
  using Packed = typename Vector::type;
  static constexpr std::size_t parts = 4 / Vector::lanes;

  Packed part[parts];

  [[gnu::always_inline]] static Four splat(Lane value) {
    Four result;
    for (std::size_t i = 0; i < parts; ++i) result.part[i] = Vector::splat(value);
    return result;
  }
  // Element I of the result is element (I + By) % 4.
  template <unsigned By>
  [[gnu::always_inline]] Four turned() const {
    constexpr unsigned lanes = Vector::lanes;
    return [&]<std::size_t... P>(std::index_sequence<P...>) __attribute__((always_inline)) {
      return Four{{turned_part<By % lanes>(part[(P + By / lanes) % parts],
                                           part[(P + By / lanes + 1) % parts])...}};
    }
    (std::make_index_sequence<parts>{});
  }

 private:
  template <unsigned By>
  [[gnu::always_inline]] static Packed turned_part(Packed low, Packed high) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      return __builtin_shufflevector(low, high, (I + By)...);
    }
    (std::make_index_sequence<Vector::lanes>{});
  }
};

// By steps of `Steps`, on lanes of the storage type T.
template <class Steps, class T>
class OrdersOfFive {
  using Lane = LaneType<T>;
  using Lanes = Four<Lane>;
  using Bits = typename LaneVector<typename FloatFormat<Lane>::Bits>::type;

 public:
  // values[0 .. 4]
  [[gnu::always_inline]] explicit OrdersOfFive(const T* values) {
    const Lanes v = first_four(values);
    const Lanes e = Lanes::splat(widen<Lane>(values[4]));
    const Lanes v_1 = v.template turned<1>(), v_2 = v.template turned<2>(),
                v_3 = v.template turned<3>();
    // ab, bc, cd, da; ac, bd, ca, db
    const Lanes next = step(v, v_1);
    const Lanes next_but_one = step(v, v_2);
    // ab + c, bc + d, cd + a, da + b; ab + d, bc + a, cd + b, da + c; ac + b,
    // bd + c, ca + d, db + a
    const Lanes three_1 = step(next, v_2);
    const Lanes three_2 = step(next, v_3);
    const Lanes three_3 = step(next_but_one, v_1);
    const Lane of_three = three_1.part[0][0];
    three_differ_ = (of_three != three_2.part[0][1]) | (of_three != three_3.part[0][0]);
    // Those and the fourth, and two pairs: all fifteen orders.
    const Lanes four_1 = step(three_1, v_3);
    four_differ_ = differ(four_1, step(three_2, v_2), step(three_3, v_3),
                          step(next, next.template turned<2>()),
                          step(next_but_one, next_but_one.template turned<1>()));
    const Lanes with_e = step(v, e);
    // Sixteen orders that seldom agree where others do not.
    five_differ_ = differ(step(four_1, e), step(three_2, with_e.template turned<2>()),
                          step(step(step(next, e), v_2), v_3),
                          step(step(next_but_one, with_e.template turned<1>()), v_3));
    if (!five_differ_) five_differ_ = in_all_orders(values);
  }

  bool three_differ() const { return three_differ_; }
  bool four_differ() const { return four_differ_; }
  bool five_differ() const { return five_differ_; }

 private:
  [[gnu::always_inline]] static Lanes first_four(const T* values) {
    Lanes v;
    for (unsigned i = 0; i < 4; ++i)
      v.part[i / Lanes::Vector::lanes][i % Lanes::Vector::lanes] = widen<Lane>(values[i]);
    return v;
  }

  // Of all 105 orders of five: 15 for each value that comes last, and 3 for
  // each pair that is added to the rest.
  [[gnu::noinline]] static bool in_all_orders(const T* values) {
    const Lanes v = first_four(values);
    const Lanes e = Lanes::splat(widen<Lane>(values[4]));
    const Lanes v_1 = v.template turned<1>(), v_2 = v.template turned<2>(),
                v_3 = v.template turned<3>();
    const Lanes next = step(v, v_1), next_but_one = step(v, v_2), with_e = step(v, e);
    const Lanes next_2 = next.template turned<2>();
    const Lanes e_1 = with_e.template turned<1>(), e_2 = with_e.template turned<2>(),
                e_3 = with_e.template turned<3>();
    const Lanes three_1 = step(next, v_2), three_2 = step(next, v_3),
                three_3 = step(next_but_one, v_1);
    const Lanes pairs = step(next_but_one, next_but_one.template turned<1>());
    // Of a, b and e, and so on: with d and a, or with a and c as neighbours.
    const Lanes e_ab = step(next, e), ae_b = step(with_e, v_1), ae_d = step(with_e, v_3);
    const Lanes e_ac = step(next_but_one, e), ae_c = step(with_e, v_2);
    const Lanes other_pair = next_but_one.template turned<1>();
    const auto then = [](const Lanes& three, const Lanes& fourth, const Lanes& fifth)
        __attribute__((always_inline)) {
      return step(step(three, fourth), fifth);
    };
    return differ(
        // e last
        then(three_1, v_3, e), then(three_2, v_2, e), then(three_3, v_3, e),
        step(step(next, next_2), e), step(pairs, e),
        // a, b, c or d last, e next to last
        then(three_1, e, v_3), then(three_2, e, v_2), then(three_3, e, v_3),
        // two of a, b, c, d last
        then(e_ab, v_2, v_3), then(e_ab, v_3, v_2), then(ae_b, v_2, v_3), then(ae_b, v_3, v_2),
        then(ae_d, v_1, v_2), then(ae_d, v_2, v_1), then(e_ac, v_1, v_3), then(e_ac, v_3, v_1),
        then(ae_c, v_1, v_3), then(ae_c, v_3, v_1),
        // two pairs first
        then(next, e_2, v_3), then(next, e_3, v_2), then(next_but_one, e_1, v_3),
        // three and two
        step(three_1, e_3), step(three_2, e_2), step(three_3, e_3), step(e_ab, next_2),
        step(ae_b, next_2), step(ae_d, next.template turned<1>()), step(e_ac, other_pair),
        step(ae_c, other_pair));
  }

  [[gnu::always_inline]] static Lanes step(const Lanes& a, const Lanes& b) {
    Lanes result;
    for (std::size_t i = 0; i < Lanes::parts; ++i)
      result.part[i] = Steps::combine(a.part[i], b.part[i]);
    return result;
  }
  // Whether any two elements do.
  template <class... More>
  [[gnu::always_inline]] static bool differ(const Lanes& first, const More&... more) {
    const auto all = Lanes::Vector::splat(first.part[0][0]);
    Bits any{};
    const auto look = [&](const Lanes& lanes) __attribute__((always_inline)) {
      for (std::size_t i = 0; i < Lanes::parts; ++i)
        any |= reinterpret_cast<Bits>(lanes.part[i] != all);
    };
    look(first);
    (look(more), ...);
    const auto words = reinterpret_cast<LaneVector<std::uint64_t>::type>(any);
    return (words[0] | words[1]) != 0;
  }

  bool three_differ_ = false, four_differ_ = false, five_differ_ = false;
};

}  // namespace spirv_oracle
