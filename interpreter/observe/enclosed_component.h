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

// The format of a float type.
NumberFormat format_of(ScalarType type);

std::uint64_t bits_of_float(const NumberFormat& format, Real number);
// The bits of a number of a float or an integer type.
std::uint64_t bits_of_number(ScalarType type, Real number);
// The number with these bits. Booleans are 0 and 1.
Real number_of_bits(ScalarType type, std::uint64_t bits);

// The bits of all floats of an interval as unsigned integers, if these are an interval as well: if all have one sign.
// Otherwise everything. The integers are as wide as the floats.
Interval bits_between(const Interval& floats, ScalarType type);

// All numbers of a type in an interval; none if there are more than `max`, or a NaN.
std::optional<std::vector<Real>> numbers_in(const Interval& x, ScalarType type, std::size_t max);

}  // namespace spirv_oracle::internal
