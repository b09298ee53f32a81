// Minimum and maximum of integers.
#pragma once

#include "interpreter/exec/lanes/indeterminate_integers.h"
#include "interpreter/instructions/common/families.h"

namespace spirv_oracle::extended {

// y if y < x; otherwise x
template <class G, class Domain>
struct IntegerMinimum : Binary<G, Domain> {
  template <class T>
  static T component(T x, T y) {
    return y < x ? y : x;
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> x, PartlyIndeterminate<T> y) {
    return indeterminate_bits_if_monotonic<IntegerMinimum>(x, y);
  }
};

// y if x < y; otherwise x
template <class G, class Domain>
struct IntegerMaximum : Binary<G, Domain> {
  template <class T>
  static T component(T x, T y) {
    return x < y ? y : x;
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> x, PartlyIndeterminate<T> y) {
    return indeterminate_bits_if_monotonic<IntegerMaximum>(x, y);
  }
};

// Of min(max(x, least), greatest); the result is undefined if least > greatest.
template <class Min, class Max, class T>
T indeterminate_bits_of_clamp(PartlyIndeterminate<T> x, PartlyIndeterminate<T> least,
                              PartlyIndeterminate<T> greatest) {
  if (range_of(least).greatest > range_of(greatest).least) return all_indeterminate<T>;
  struct Clamp {
    static T component(T x, T least, T greatest) {
      return Min::component(Max::component(x, least), greatest);
    }
  };
  return indeterminate_bits_if_monotonic<Clamp>(x, least, greatest);
}

}  // namespace spirv_oracle::extended
