// Reductions and scans of the lanes of an array, in vectors. They combine in their own order, so they require operations
// and values that give the same result in every order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace spirv_oracle {

// Lanes in a vector that every supported target has. The arrays may end within a vector, so they
// need room for the rest of it.
template <class T>
struct LaneVector {
  using type [[gnu::vector_size(16)]] = T;
  static constexpr unsigned lanes = 16 / sizeof(T);

  [[gnu::always_inline]] static type load(const T* values) {
    type vector;
    std::memcpy(&vector, values, sizeof(vector));
    return vector;
  }
  [[gnu::always_inline]] static void store(T* values, type vector) {
    std::memcpy(values, &vector, sizeof(vector));
  }
  [[gnu::always_inline]] static type splat(T value) {
    type vector;
    for (unsigned i = 0; i < lanes; ++i) vector[i] = value;
    return vector;
  }
};

// Whether vectors combine faster than single lanes. An operation may have an upper limit of the size.
template <class Combine, class T>
inline constexpr bool vectorizes = [] {
  if constexpr (requires { Combine::max_vectorized_bytes; })
    return sizeof(T) <= Combine::max_vectorized_bytes;
  return true;
}();

// Element i of the result is element from(i) of `low` followed by `high`.
template <class Vector, class From>
[[gnu::always_inline]] inline Vector pick_elements(Vector low, Vector high, From) {
  constexpr std::size_t lanes = sizeof(Vector) / sizeof(low[0]);
  return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    return __builtin_shufflevector(low, high, From{}(I, lanes)...);
  }
  (std::make_index_sequence<lanes>{});
}

// The elements of `vector`, moved up by Distance places; the lowest ones come from `fill`.
template <unsigned Distance, class Vector>
[[gnu::always_inline]] inline Vector move_up(Vector vector, Vector fill) {
  return pick_elements(fill, vector, [](std::size_t i, std::size_t lanes) {
    return i < Distance ? i : i + lanes - Distance;
  });
}

// Element i of the result is element i ^ Distance.
template <unsigned Distance, class Vector>
[[gnu::always_inline]] inline Vector exchange(Vector vector) {
  return pick_elements(vector, vector, [](std::size_t i, std::size_t) { return i ^ Distance; });
}

// Every element becomes the combination of its cluster of at most `cluster` elements.
template <class Combine, unsigned Distance = 1, class Vector>
[[gnu::always_inline]] inline Vector reduce_within(Vector vector, unsigned cluster) {
  if constexpr (Distance * sizeof(vector[0]) < sizeof(Vector)) {
    if (cluster <= Distance) return vector;
    vector = Combine::combine(vector, exchange<Distance>(vector));
    return reduce_within<Combine, 2 * Distance>(vector, cluster);
  } else {
    return vector;
  }
}

// out[i] = the combination of the cluster of `cluster` adjacent lanes that contains lane i.
template <class Combine, class T>
[[gnu::always_inline]] inline void reduce_clusters(const T* values, T* out, unsigned count,
                                                   unsigned cluster) {
  using Vector = LaneVector<T>;
  constexpr unsigned lanes = Vector::lanes;
  const unsigned width = std::max(cluster, lanes);
  for (unsigned first = 0; first < count; first += width) {
    auto combined = Vector::load(values + first);
    for (unsigned i = lanes; i < width; i += lanes)
      combined = Combine::combine(combined, Vector::load(values + first + i));
    combined = reduce_within<Combine>(combined, cluster);
    for (unsigned i = 0; i < width; i += lanes) Vector::store(out + first + i, combined);
  }
}

// Element i becomes the combination of the elements 0 to i.
template <class Combine, unsigned Distance = 1, class Vector>
[[gnu::always_inline]] inline Vector scan_within(Vector vector, Vector neutral) {
  if constexpr (Distance * sizeof(vector[0]) < sizeof(Vector)) {
    const Vector earlier = move_up<Distance>(vector, neutral);
    return scan_within<Combine, 2 * Distance>(Combine::combine(earlier, vector), neutral);
  } else {
    return vector;
  }
}

// out[i] = values[0] op ... op values[i], or without values[i] if Exclusive; out[0] is then
// `neutral`, which leaves any other value unchanged.
template <class Combine, bool Exclusive, class T>
[[gnu::always_inline]] inline void scan_lanes(const T* values, T* out, unsigned count, T neutral) {
  if constexpr (!vectorizes<Combine, T>) {
    T total = neutral;
    for (unsigned i = 0; i < count; ++i) {
      if (Exclusive) out[i] = total;
      total = Combine::combine(total, values[i]);
      if (!Exclusive) out[i] = total;
    }
  } else {
    using Vector = LaneVector<T>;
    const auto none = Vector::splat(neutral);
    auto before = none;  // in every element: the combination of all lanes so far
    for (unsigned first = 0; first < count; first += Vector::lanes) {
      const auto within = scan_within<Combine>(Vector::load(values + first), none);
      const auto totals = Combine::combine(before, within);
      Vector::store(out + first, Exclusive ? move_up<1>(totals, before) : totals);
      before =
          pick_elements(totals, totals, [](std::size_t, std::size_t lanes) { return lanes - 1; });
    }
  }
}

}  // namespace spirv_oracle
