// Which results conforming implementations may give: rules that declarations of instructions name as their `enclosure`.
#pragma once

namespace spirv_oracle {

struct EnclosureRule;  // ir/enclosure_rule.h

// See EnclosureKind. Their definitions are in core_enclosures.cpp.
namespace enclosures {

extern const EnclosureRule bits, reinterprets, moves, moves_across_lanes, neighbor, accesses;
extern const EnclosureRule group_sum, group_product, group_minimum, group_maximum;

extern const EnclosureRule negation, sum, difference, product, fused, quotient;
extern const EnclosureRule truncated_remainder, floored_remainder;
extern const EnclosureRule dot_product, mixed_dot_product, matrix_times_vector, vector_times_matrix;
extern const EnclosureRule matrix_times_matrix;
extern const EnclosureRule to_integer, to_float, float_to_float, round_to_tf32, quantize_to_f16;
extern const EnclosureRule bfloat16_as_integer;
extern const EnclosureRule is_nan, is_infinite, is_finite, is_normal, ordered, unordered;

// Comparisons that are false, or true, if an operand is a NaN.
extern const EnclosureRule ordered_equal, ordered_not_equal, ordered_less, ordered_less_or_equal,
    ordered_greater, ordered_greater_or_equal;
extern const EnclosureRule unordered_equal, unordered_not_equal, unordered_less,
    unordered_less_or_equal, unordered_greater, unordered_greater_or_equal;

}  // namespace enclosures

// Of integers that floats have decided (integer_enclosures.cpp).
namespace integer_enclosures {

extern const EnclosureRule sum, difference, product, negation;
extern const EnclosureRule unsigned_quotient, unsigned_remainder;
extern const EnclosureRule signed_quotient, truncated_remainder, floored_remainder;
extern const EnclosureRule bitwise_and, bitwise_or, bitwise_xor, complement;
extern const EnclosureRule shift_left, shift_right, shift_right_arithmetic;
extern const EnclosureRule unsigned_conversion, signed_conversion;
extern const EnclosureRule equal, not_equal;
extern const EnclosureRule unsigned_less, unsigned_less_or_equal, unsigned_greater,
    unsigned_greater_or_equal;
extern const EnclosureRule signed_less, signed_less_or_equal, signed_greater,
    signed_greater_or_equal;

}  // namespace integer_enclosures
}  // namespace spirv_oracle
