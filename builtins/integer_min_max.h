// Minimum and maximum of integers.
#pragma once

#include "interpreter/instructions/common/families.h"

namespace spirv_oracle::extended {

// y if y < x; otherwise x
template <class G, class Domain>
struct IntegerMinimum : Binary<G, Domain> {
  template <class T>
  static T component(T x, T y) {
    return y < x ? y : x;
  }
};

// y if x < y; otherwise x
template <class G, class Domain>
struct IntegerMaximum : Binary<G, Domain> {
  template <class T>
  static T component(T x, T y) {
    return x < y ? y : x;
  }
};

}  // namespace spirv_oracle::extended
