// Reductions and scans over all lanes of a full subgroup, several lanes at a time, for operations
// that give the same in every order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "interpreter/semantics/numeric/float16.h"

namespace spirv_oracle {

// The type in which lanes of a storage type are combined.
template <class T>
struct LaneTypeOf {
  using type = T;
};
template <>
struct LaneTypeOf<Float16> {
  using type = float;
};
template <class T>
using LaneType = typename LaneTypeOf<T>::type;

// Whether it is one that a vector unit computes with.
template <class T>
inline constexpr bool has_lane_vectors = std::is_arithmetic_v<LaneType<T>>;

template <class T>
struct LaneVector {
  static constexpr unsigned lanes = 16 / sizeof(T);
  using type [[gnu::vector_size(16), gnu::may_alias]] = T;

  [[gnu::always_inline]] static type load(const T* values) {
    return *reinterpret_cast<const type*>(values);
  }
  [[gnu::always_inline]] static void store(T* values, type vector) {
    *reinterpret_cast<type*>(values) = vector;
  }
  [[gnu::always_inline]] static void store_anywhere(T* values, type vector) {
    using Unaligned [[gnu::aligned(sizeof(T)), gnu::may_alias]] = type;
    *reinterpret_cast<Unaligned*>(values) = vector;
  }
  [[gnu::always_inline]] static type splat(T value) { return value - type{}; }

  // Element I of the result is element I ^ Distance.
  template <unsigned Distance>
  [[gnu::always_inline]] static type exchange(type v) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      return __builtin_shufflevector(v, v, (I ^ Distance)...);
    }
    (std::make_index_sequence<lanes>{});
  }
  // Moves the elements up by Distance; the lowest ones come from `low`.
  template <unsigned Distance>
  [[gnu::always_inline]] static type move_up(type v, type low) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      return __builtin_shufflevector(low, v, (I < Distance ? I : lanes + I - Distance)...);
    }
    (std::make_index_sequence<lanes>{});
  }
  [[gnu::always_inline]] static type splat_last(type v) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      return __builtin_shufflevector(v, v, (I * 0 + lanes - 1)...);
    }
    (std::make_index_sequence<lanes>{});
  }
};

// Rounds floats to the digits of 16-bit floats, to nearest even. Right for finite numbers up to the largest one of
// those, and for small ones that are multiples of the smallest one.
template <class Packed>
[[gnu::always_inline]] inline Packed round_to_half_digits(Packed value) {
  using Bits = typename LaneVector<std::uint32_t>::type;
  auto bits = reinterpret_cast<Bits>(value);
  bits += 0xFFFu + (bits >> 13 & 1u);
  return reinterpret_cast<Packed>(bits & ~0x1FFFu);
}

// The same for all numbers below 2^115 and for infinities: large ones become infinite, and small ones multiples of the
// smallest 16-bit float. Only where float additions round to nearest even.
template <class Packed>
[[gnu::always_inline]] inline Packed round_to_half(Packed value) {
  using Bits = typename LaneVector<std::uint32_t>::type;
  constexpr std::uint32_t smallest_normal = 113u << 23;  // 2^-14
  const auto bits = reinterpret_cast<Bits>(value);
  // What has its last place where a 16-bit float next to the value has it: 1.5 * 2^13 times a power of two, that below
  // the magnitude or the smallest normal number. Adding it takes away the digits below that place.
  const auto power = reinterpret_cast<Packed>(bits & 0x7F800000u);
  const auto least = reinterpret_cast<Packed>(Bits{} + smallest_normal);
  const auto above = reinterpret_cast<Bits>(power > least ? power : least);
  const auto large = reinterpret_cast<Packed>(above + (13u << 23 | 1u << 22));
  const Packed digits = (value + large) - large;
  const Packed in_range = digits * 0x1p112f * 0x1p-112f;
  return reinterpret_cast<Packed>(reinterpret_cast<Bits>(in_range) | (bits & 0x80000000u));
}

// What follows a step on lanes that are wider than their storage type.
enum class StepRounding : std::uint8_t { none, half_digits, half };

// The steps of an operation on lanes of 16-bit floats, whatever they come to.
template <class Combine>
struct HalfSteps : Combine {
  static constexpr StepRounding rounding = StepRounding::half;
  template <class Packed>
  [[gnu::always_inline]] static Packed combine(Packed a, Packed b) {
    return round_to_half(Combine::combine(a, b));
  }
};

// The steps of an operation on lanes of the storage type T, each rounded as T is.
template <class Combine, class T>
struct RoundedSteps : Combine {
  static constexpr StepRounding rounding =
      std::is_same_v<T, Float16> ? StepRounding::half_digits : StepRounding::none;
  template <class Packed>
  [[gnu::always_inline]] static Packed combine(Packed a, Packed b) {
    if constexpr (rounding == StepRounding::half_digits) {
      return round_to_half_digits(Combine::combine(a, b));
    } else {
      return Combine::combine(a, b);
    }
  }
};

// Every element becomes the combination of its aligned cluster of `Cluster` elements.
template <class Combine, class T, unsigned Cluster, unsigned Distance = 1>
[[gnu::always_inline]] inline typename LaneVector<T>::type combine_within(
    typename LaneVector<T>::type v) {
  if constexpr (Distance >= Cluster) {
    return v;
  } else {
    v = Combine::combine(v, LaneVector<T>::template exchange<Distance>(v));
    return combine_within<Combine, T, Cluster, 2 * Distance>(v);
  }
}

// out[i] = values[0] op ... op values[count - 1]; `count` is a multiple of a vector's lanes.
template <class Combine, class T>
[[gnu::always_inline]] inline void reduce_lanes(const T* values, T* out, unsigned count) {
  using Vector = LaneVector<T>;
  constexpr unsigned lanes = Vector::lanes;
  auto sum = Vector::load(values);
  unsigned lane = lanes;
  if (count >= 4 * lanes) {
    auto sum_1 = Vector::load(values + lanes);
    auto sum_2 = Vector::load(values + 2 * lanes);
    auto sum_3 = Vector::load(values + 3 * lanes);
    for (lane = 4 * lanes; lane < count; lane += 4 * lanes) {
      sum = Combine::combine(sum, Vector::load(values + lane));
      sum_1 = Combine::combine(sum_1, Vector::load(values + lane + lanes));
      sum_2 = Combine::combine(sum_2, Vector::load(values + lane + 2 * lanes));
      sum_3 = Combine::combine(sum_3, Vector::load(values + lane + 3 * lanes));
    }
    sum = Combine::combine(Combine::combine(sum, sum_1), Combine::combine(sum_2, sum_3));
  } else {
    for (; lane < count; lane += lanes) sum = Combine::combine(sum, Vector::load(values + lane));
  }
  sum = combine_within<Combine, T, lanes>(sum);
  for (lane = 0; lane < count; lane += lanes) Vector::store(out + lane, sum);
}

template <class Combine, class T, unsigned Distance = 1>
[[gnu::always_inline]] inline typename LaneVector<T>::type scan_within(
    typename LaneVector<T>::type v, typename LaneVector<T>::type neutral) {
  if constexpr (Distance >= LaneVector<T>::lanes) {
    return v;
  } else {
    v = Combine::combine(v, LaneVector<T>::template move_up<Distance>(v, neutral));
    return scan_within<Combine, T, 2 * Distance>(v, neutral);
  }
}

// out[i] = values[0] op ... op values[i], or without values[i] if Exclusive; out[0] is then left alone
// or neutral. Four vectors at a time are scanned by themselves, so that few steps depend on all before
// them.
template <class Combine, bool Exclusive, class T>
[[gnu::always_inline]] inline void scan_lanes(const T* values, T* out, unsigned count, T neutral) {
  using Vector = LaneVector<T>;
  using Packed = typename Vector::type;
  constexpr unsigned lanes = Vector::lanes;
  const Packed neutral_vector = Vector::splat(neutral);
  Packed before = neutral_vector;
  const auto scan = [&](unsigned lane) __attribute__((always_inline)) {
    return scan_within<Combine, T>(Vector::load(values + lane), neutral_vector);
  };
  const auto put = [&](unsigned lane, Packed scanned, Packed last_below)
      __attribute__((always_inline)) {
    const Packed own = Combine::combine(before, scanned);
    if (!Exclusive) {
      Vector::store(out + lane, own);
    } else if (lane + lanes < count) {
      Vector::store_anywhere(out + lane + 1, own);
    } else {
      // The last lane's own value is for nobody.
      Vector::store(out + lane,
                    Vector::template move_up<1>(own, Combine::combine(before, last_below)));
    }
  };
  unsigned lane = 0;
  for (; lane + 4 * lanes <= count; lane += 4 * lanes) {
    const Packed a = scan(lane);
    const Packed last_a = Vector::splat_last(a);
    const Packed b = Combine::combine(last_a, scan(lane + lanes));
    const Packed last_b = Vector::splat_last(b);
    const Packed own_c = scan(lane + 2 * lanes);
    const Packed own_d = Combine::combine(Vector::splat_last(own_c), scan(lane + 3 * lanes));
    const Packed c = Combine::combine(last_b, own_c);
    const Packed d = Combine::combine(last_b, own_d);
    put(lane, a, neutral_vector);
    put(lane + lanes, b, last_a);
    put(lane + 2 * lanes, c, last_b);
    put(lane + 3 * lanes, d, Vector::splat_last(c));
    before = Combine::combine(before, Vector::splat_last(d));
  }
  for (; lane < count; lane += lanes) {
    const Packed scanned = scan(lane);
    put(lane, scanned, neutral_vector);
    before = Combine::combine(before, Vector::splat_last(scanned));
  }
}

// The same lane by lane, for what the processor does not do in vectors. Blocks of lanes are scanned by
// themselves, so that few steps depend on all before them.
template <class Combine, bool Exclusive, class T>
inline void scan_blocks(const T* values, T* out, unsigned count, T neutral) {
  constexpr unsigned shift = Exclusive ? 1 : 0;
  const unsigned block = std::min(count, 8u);
  T scanned[128];
  for (unsigned first = 0; first < count; first += block) {
    T combined = scanned[first] = values[first];
    for (unsigned i = first + 1; i < first + block; ++i)
      scanned[i] = combined = Combine::combine(combined, values[i]);
  }
  T before = neutral;
  for (unsigned first = 0; first < count; first += block) {
    if (Exclusive) out[first] = before;
    for (unsigned i = first; i + shift < first + block; ++i)
      out[i + shift] = Combine::combine(before, scanned[i]);
    before = Combine::combine(before, scanned[first + block - 1]);
  }
}

template <class Combine, class T, unsigned Cluster>
[[gnu::always_inline]] inline void reduce_small_clusters(const T* values, T* out, unsigned count) {
  using Vector = LaneVector<T>;
  for (unsigned lane = 0; lane < count; lane += Vector::lanes) {
    Vector::store(out + lane, combine_within<Combine, T, Cluster>(Vector::load(values + lane)));
  }
}

// The reduction of each cluster of `cluster` adjacent lanes, a power of two.
template <class Combine, class T>
[[gnu::always_inline]] inline void reduce_clusters(const T* values, T* out, unsigned count,
                                                   unsigned cluster) {
  constexpr unsigned lanes = LaneVector<T>::lanes;
  const auto reduce_each = [=](auto size) __attribute__((always_inline)) {
    for (unsigned first = 0; first < count; first += size)
      reduce_lanes<Combine>(values + first, out + first, size);
  };
  if (cluster >= lanes) {
    if (cluster == 8) return reduce_each(std::integral_constant<unsigned, std::max(8u, lanes)>{});
    return reduce_each(cluster);
  }
  switch (cluster) {
    case 1:
      return reduce_small_clusters<Combine, T, 1>(values, out, count);
    case 2:
      return reduce_small_clusters<Combine, T, 2>(values, out, count);
    case 4:
      return reduce_small_clusters < Combine, T, 4 <= lanes ? 4 : 1 > (values, out, count);
    default:
      return reduce_small_clusters < Combine, T, 8 <= lanes ? 8 : 1 > (values, out, count);
  }
}

}  // namespace spirv_oracle
