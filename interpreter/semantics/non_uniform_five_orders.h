// Five floats added or multiplied in many orders at once, each step rounded:
// whether some of the orders give different results. For what is usual where
// steps round: that this is so is found out soon.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "interpreter/semantics/kernel.h"
#include "interpreter/semantics/non_uniform_float_format.h"
#include "interpreter/semantics/non_uniform_lane_vector.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace spirv_oracle {

// Vectors of four doubles are values of functions that are always inlined, so that no ABI matters.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

// Four lanes.
template <class Lane>
struct Four {
  using Packed [[gnu::vector_size(4 * sizeof(Lane)), gnu::may_alias]] = Lane;
  // All ones or none for each lane.
  using Flags [[gnu::vector_size(4 * sizeof(Lane)), gnu::may_alias]] =
      typename FloatFormat<Lane>::Bits;

  Packed packed;

  [[gnu::always_inline]] static Four splat(Lane value) { return {value - Packed{}}; }
  // Element I of the result is element (I + By) % 4.
  template <unsigned By>
  [[gnu::always_inline]] Four turned() const {
    return {
        __builtin_shufflevector(packed, packed, By % 4, (1 + By) % 4, (2 + By) % 4, (3 + By) % 4)};
  }
  // Flags the lanes that have another value.
  [[gnu::always_inline]] void differ_from(const Four& value, Flags& flags) const {
    flags |= reinterpret_cast<Flags>(packed != value.packed);
  }
  // The lanes as the bits of a number.
  [[gnu::always_inline]] static unsigned bits(const Flags& flags) {
#if defined(__x86_64__)
    if constexpr (sizeof(Lane) == 4) {
      return static_cast<unsigned>(_mm_movemask_ps(*reinterpret_cast<const __m128*>(&flags)));
    } else {
      const auto* halves = reinterpret_cast<const __m128d*>(&flags);
      return static_cast<unsigned>(_mm_movemask_pd(halves[0]) | _mm_movemask_pd(halves[1]) << 2);
    }
#else
    unsigned result = 0;
    for (unsigned i = 0; i < 4; ++i) result |= flags[i] != 0 ? 1u << i : 0u;
    return result;
#endif
  }
};

// By steps of `Steps`, on lanes of the storage type T.
template <class Steps, class T>
class OrdersOfFive {
  using Lane = LaneType<T>;
  using Lanes = Four<Lane>;

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
    three_differ_ =
        (differing(three_1, three_2) & 2u) != 0 || (differing(three_1, three_3) & 1u) != 0;
    // Those and the fourth, and two pairs: all fifteen orders.
    const Lanes four_1 = step(three_1, v_3);
    four_differ_ = differ(four_1, step(three_2, v_2), step(three_3, v_3),
                          step(next, next.template turned<2>()),
                          step(next_but_one, next_but_one.template turned<1>()));
    const Lanes with_e = step(v, e);
    // Sixteen orders that seldom agree where others do not.
    five_are_seen_to_differ_ = differ(step(four_1, e), step(three_2, with_e.template turned<2>()),
                                      step(step(step(next, e), v_2), v_3),
                                      step(step(next_but_one, with_e.template turned<1>()), v_3));
  }

  bool three_differ() const { return three_differ_; }
  bool four_differ() const { return four_differ_; }
  // Only some of the orders have been tried, so they may differ all the same.
  bool five_are_seen_to_differ() const { return five_are_seen_to_differ_; }

  // Whether they do in any of all 105 orders: 15 for each value that comes last, and 3 for each pair that is added to
  // the rest.
  [[gnu::noinline]] static bool five_differ(const T* values) {
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

 private:
  [[gnu::always_inline]] static Lanes first_four(const T* values) {
    using Packed = typename Lanes::Packed;
    return {Packed{widen<Lane>(values[0]), widen<Lane>(values[1]), widen<Lane>(values[2]),
                   widen<Lane>(values[3])}};
  }

  // Not by Steps::combine() where that takes vectors of four doubles: it is not among what is compiled for them here.
  [[gnu::always_inline]] static Lanes step(const Lanes& a, const Lanes& b) {
    if constexpr (std::is_same_v<T, Lane>) {
      return {Steps::multiplies ? a.packed * b.packed : a.packed + b.packed};
    } else {
      return {Steps::combine(a.packed, b.packed)};
    }
  }
  // The lanes in which any of `others` is not what the first lane of `first` is.
  template <class... Others>
  [[gnu::always_inline]] static unsigned differing(const Lanes& first, const Others&... others) {
    const Lanes all = Lanes::splat(first.packed[0]);
    typename Lanes::Flags flags{};
    (others.differ_from(all, flags), ...);
    return Lanes::bits(flags);
  }
  // Whether any two lanes differ.
  template <class... More>
  [[gnu::always_inline]] static bool differ(const Lanes& first, const More&... more) {
    return differing(first, first, more...) != 0;
  }

  bool three_differ_ = false, four_differ_ = false, five_are_seen_to_differ_ = false;
};

#pragma GCC diagnostic pop

}  // namespace spirv_oracle
