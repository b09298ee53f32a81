// Minimum, maximum and clamp of integers.
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

// min(max(x, least), greatest). `Rule` has the clause min_greater_than_max.
template <class G, class Domain, class Rule>
struct IntegerClamp : Ternary<G, Domain>, Rule {
  static constexpr auto clauses = clause_list(Rule::min_greater_than_max);

  template <class T>
  static T clamped(T x, T least, T greatest) {
    return IntegerMinimum<G, Domain>::component(IntegerMaximum<G, Domain>::component(x, least),
                                                greatest);
  }
  template <class T>
  static Checked<T> component(T x, T least, T greatest) {
    const T result = clamped(x, least, greatest);
    if (least > greatest) return {Rule::min_greater_than_max, result};
    return result;
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> x, PartlyIndeterminate<T> least,
                              PartlyIndeterminate<T> greatest) {
    if (range_of(least).greatest > range_of(greatest).least) return all_indeterminate<T>;
    struct Clamp {
      static T component(T a, T b, T c) { return clamped(a, b, c); }
    };
    return indeterminate_bits_if_monotonic<Clamp>(x, least, greatest);
  }
};

}  // namespace spirv_oracle::extended
