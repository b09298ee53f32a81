// How the records that enclose values read a component (observe/enclosures.h).
#pragma once

#include "interpreter/observe/enclosures.h"

namespace spirv_oracle::internal {

inline bool is_finite_number(const Interval& x) { return x.is_finite() && x.has_numbers(); }

// The component as a number; Booleans are 0 and 1.
Real number_of(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane);

std::uint64_t bits_of(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane);

// All numbers of an integer or Boolean type.
Interval representable(ScalarType type);

// The integers of a type that have the same bits as those of the interval, which may be of the type with the other
// signedness.
Interval as_integers(const Interval& x, ScalarType type);

}  // namespace spirv_oracle::internal
