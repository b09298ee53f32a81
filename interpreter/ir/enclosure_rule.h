// Rules for the results of conforming implementations. The declarations of core instructions name theirs
// (instructions/common/enclosures.h); each extended set has a table. Runs with Policy::record_enclosures enclose all results.
// PipelineOptions::arithmetic selects the least or the greatest result of operands that are numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "interpreter/enclosures/formula_steps.h"
#include "interpreter/enclosures/polynomial.h"
#include "interpreter/kernels/float_encoding.h"

namespace spirv_oracle {

// What is permitted for floats in formats other than those of IEEE 754. Their enclosures are those of their bits, as unsigned
// integers.
struct EncodedRules {
  FloatEncoding result{};
  std::array<FloatEncoding, 3> operands{};
  bool may_flush = false;          // denormal operands and results
  bool keeps_sign_of_zero = true;  // of a result that is 0
  bool assumes_finite = false;     // as FloatRules::assumes_finite
  bool saturates = false;          // numbers that are too large, and infinities
};

// The enclosures of the operands of one invocation. Integers and Booleans (0 and 1) are numbers as
// well.
struct EnclosedOperands {
  std::array<std::span<const Computed>, 3> operand;
  std::size_t component = 0;  // of the result
  std::size_t component_count = 1;
  FloatRules rules;          // of the result, or if it is not a float, of the operands
  FloatRules operand_rules;  // of the operands
  EncodedRules encoded;
  Interval representable;  // for an integer result: all values of its type
  Interval usual;          // the result of this run, a point
  bool are_exact = false;  // the operands have their usual values, also the signs of zeros
  bool is_kernel = false;
  bool divides_exactly = false;  // KernelMath::correctly_rounded_division
  bool is_one_value = false;     // operands 0 and 1 are the same value

  // The result shall be one that is permitted for these operands, which are numbers or NaNs, or
  // everything if a NaN is permitted. The rules do not flush. Formulas are computed as written, and
  // an assumed bound replaces one that the client API does not state (docs/decisions.md).
  bool selects = false;
  bool flushes_steps = false;  // with `selects`: denormal results of steps in formulas may be 0

  // The operands for the component, if the instruction works component by component; a scalar
  // applies to all.
  const Computed& x() const { return operand[0].front(); }
  const Computed& y() const { return operand[1].front(); }
  const Computed& z() const { return operand[2].front(); }
};

// An operand that is a number or a NaN.
inline Real number_in(const Computed& operand) {
  return operand.value.has_numbers() ? operand.value.low : std::numeric_limits<Real>::quiet_NaN();
}

enum class EnclosureKind : std::uint8_t {
  computes,      // by EnclosureRule::enclose
  integers,      // likewise, an integer or a Boolean from integers; bits without a mark are exact
  reinterprets,  // gives the bits of operand 0 another type
  moves,         // gives one of its operands, bit by bit; operand 0 may select it (OpSelect)
  moves_across_lanes,  // gives a component of operand 0 in an invocation of the tangle
  bits,                // exact for exact operands; nothing is known otherwise
  neighbor,            // likewise, but with one rounding in either direction
  sum,                 // of a group
  product,
  minimum,
  maximum,
  accesses,  // memory: its loads and stores are tracked
  unknown,   // nothing is known about the result
};

// Operands for which a formula certainly does not give a NaN, so that no closer check is needed.
enum class SafeOperands : std::uint8_t {
  numbers,        // all except NaN
  finite,         // nor infinity
  exponents,      // exp of them is far from overflow
  factors,        // products of three of them are far from overflow
  small_factors,  // products of six
  lengths,        // factors that are 0, or so large that their squares are far from underflow
  divisors,       // such lengths, but not 0
};

// Client APIs that permit an error in the results of an instruction.
struct ErrorBounds {
  bool of_shaders = false, of_kernels = false;
  // For a bound that shaders inherit from a formula.
  std::optional<SafeOperands> safe = {};
};

struct EnclosureRule {
  std::uint32_t number = 0;  // of the instruction within the extended set
  EnclosureKind kind = EnclosureKind::unknown;
  bool takes_components =
      true;  // false: each component of the result depends on all of the operands
  // Encloses all results of the operands. Results that are Booleans or integers are intervals of
  // numbers as well. With EnclosureKind::unknown, only called for EnclosedOperands::selects.
  Computed (*enclose)(const EnclosedOperands&) = nullptr;
  // Whether its error bound is wider than one rounding, and so the reason for a wide result.
  bool is_loose = false;
  // Whether the rule encloses results that the instruction itself marks as
  // implementation-dependent.
  bool encloses_marked = false;
  ErrorBounds error = {};
  // Whether the rule also encloses what the instruction stores through a pointer: as further components of the result.
  bool encloses_stored = false;
  // Whether the rule knows floats in formats other than those of IEEE 754.
  bool knows_encodings = false;
  // The integers among the operands and results are the bits of such floats.
  FloatEncoding of_integers{};
};

using Enclose = Computed (*)(const EnclosedOperands&);

namespace internal {
constexpr EnclosureRule rounded_rule(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::computes, true, enclose};
}
constexpr EnclosureRule loose_rule(std::uint32_t number, Enclose enclose, ErrorBounds error = {}) {
  return {number, EnclosureKind::computes, true, enclose, true, false, error};
}
constexpr EnclosureRule vector_rule(std::uint32_t number, Enclose enclose, ErrorBounds error = {}) {
  return {number, EnclosureKind::computes, false, enclose, true, false, error};
}
constexpr EnclosureRule rule_of(std::uint32_t number, EnclosureKind kind) {
  return {number, kind, true, nullptr, kind == EnclosureKind::unknown};
}
}  // namespace internal

// The steps of formulas from which precisions are inherited, and common parts with instructions.
struct FormulaRules {
  FloatRules rules;
  FormulaSteps steps;
  bool as_written;

  // A formula may be transformed into an equivalent one, unless one result is selected.
  explicit FormulaRules(const EnclosedOperands& in)
      : rules(in.rules), steps{in.rules.format, in.flushes_steps}, as_written(in.selects) {
    rules.may_contract = rules.may_reassociate = true;
  }
  Computed add(const Computed& a, const Computed& b) const {
    if (as_written) return {steps.add(a.value, b.value)};
    return spirv_oracle::add(rules, a, b);
  }
  Computed subtract(const Computed& a, const Computed& b) const {
    if (as_written) return {steps.subtract(a.value, b.value)};
    return spirv_oracle::subtract(rules, a, b);
  }
  Computed multiply(const Computed& a, const Computed& b) const {
    if (as_written) return {steps.multiply(a.value, b.value)};
    return spirv_oracle::multiply(rules, a, b);
  }
  Interval square(const Interval& x) const {
    return as_written ? steps.multiply(x, x) : rules.square(x);
  }
  Computed divide(const Computed& a, const Computed& b) const;
  // "x[0] * y[0] + x[1] * y[1] + ..."
  Computed dot(std::span<const Computed> x, std::span<const Computed> y) const;
};

// The whole numbers of an interval, whose ends are whole numbers: one by one if they are few.
Computed whole_numbers(const Interval& x);

// OpFDiv of Vulkan: 2.5 ULP, for divisors in a certain range.
Interval enclose_division(const FloatRules& rules, const Interval& x, const Interval& y);

// A result that is as accurate as a formula, whose least and greatest results are given, around the
// exact result. "If NaN is one of the permitted values then the operation may return any result."
Interval inherited(const FloatRules& rules, const Interval& exact, const Interval& formula);

// The results of a function of kernels. `of_numbers` encloses those of operands that are numbers,
// if no rounding, flushing or rearranging is permitted in addition; none if only the usual result is
// permitted. `of_intervals` encloses those of other operands, after flushing; null: nothing is known
// about them.
using ResultsOfNumbers = std::optional<Interval> (*)(const EnclosedOperands&);
Computed enclose_by_bound(ResultsOfNumbers of_numbers, Enclose of_intervals,
                          const EnclosedOperands& in);

}  // namespace spirv_oracle
