// Reductions and scans of an array, as loops that compilers vectorize. They combine in their own
// order, so they require operations and values that give the same result in every order.
#pragma once

#include <algorithm>
#include <type_traits>

namespace spirv_oracle {

// values[0] op ... op values[count - 1]; `count` is a power of two.
template <class Combine, class T, class Count>
[[gnu::always_inline]] inline T reduce_lanes(const T* values, Count count) {
  const unsigned width = std::min<unsigned>(32 / sizeof(T), count);
  T partial[32 / sizeof(T)] = {};
  for (unsigned i = 0; i < width; ++i) partial[i] = values[i];
  for (unsigned lane = width; lane < count; lane += width) {
    for (unsigned i = 0; i < width; ++i)
      partial[i] = Combine::combine(partial[i], values[lane + i]);
  }
  for (unsigned half = width / 2; half != 0; half /= 2) {
    for (unsigned i = 0; i < half; ++i)
      partial[i] = Combine::combine(partial[i], partial[half + i]);
  }
  return partial[0];
}

// out[i] = the reduction of the cluster of `cluster` adjacent lanes that contains lane i.
template <class Combine, class T>
[[gnu::always_inline]] inline void reduce_clusters(const T* values, T* out, unsigned count,
                                                   unsigned cluster) {
  const auto reduce_each = [=](auto size) __attribute__((always_inline)) {
    for (unsigned first = 0; first < count; first += size) {
      const T combined = reduce_lanes<Combine>(values + first, size);
      for (unsigned i = 0; i < size; ++i) out[first + i] = combined;
    }
  };
  // Short loops are fast if the compiler knows their length.
  switch (cluster) {
    case 2:
      return reduce_each(std::integral_constant<unsigned, 2>{});
    case 4:
      return reduce_each(std::integral_constant<unsigned, 4>{});
    case 8:
      return reduce_each(std::integral_constant<unsigned, 8>{});
    case 16:
      return reduce_each(std::integral_constant<unsigned, 16>{});
    default:
      return reduce_each(cluster);
  }
}

// out[i] = values[0] op ... op values[i], or without values[i] if Exclusive; out[0] is then
// `neutral`, which leaves any other value unchanged.
template <class Combine, bool Exclusive, class T>
[[gnu::always_inline]] inline void scan_lanes(const T* values, T* out, unsigned count, T neutral) {
  T combined = neutral;
  for (unsigned i = 0; i < count; ++i) {
    if (Exclusive) out[i] = combined;
    combined = Combine::combine(combined, values[i]);
    if (!Exclusive) out[i] = combined;
  }
}

}  // namespace spirv_oracle
