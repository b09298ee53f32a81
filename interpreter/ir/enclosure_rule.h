// Rules for enclosing the results of conforming implementations, for each instruction: a table for
// the core and one for each extended set. Used only in runs with Policy::record_enclosures.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "interpreter/enclosures/polynomial.h"

namespace spirv_oracle {

// The enclosures of the operands of one invocation. Integers and Booleans (0 and 1) are numbers as
// well.
struct EnclosedOperands {
  std::array<std::span<const Computed>, 3> operand;
  std::size_t component = 0;  // of the result
  std::size_t component_count = 1;
  FloatRules rules;          // of the result, or if it is not a float, of the operands
  FloatRules operand_rules;  // of the operands
  Interval representable;    // for an integer result: all values of its type
  Interval usual;            // the result of this run, a point
  bool are_exact = false;    // the operands have their usual values, also the signs of zeros
  bool is_kernel = false;
  bool divides_exactly = false;  // KernelMath::correctly_rounded_division
  bool is_one_value = false;     // operands 0 and 1 are the same value

  // The operands for the component, if the instruction works component by component; a scalar
  // applies to all.
  const Computed& x() const { return operand[0].front(); }
  const Computed& y() const { return operand[1].front(); }
  const Computed& z() const { return operand[2].front(); }
};

enum class EnclosureKind : std::uint8_t {
  computes,            // by EnclosureRule::enclose
  bounded,             // by the error bound of the client API
  moves,               // gives one of its operands, bit by bit; operand 0 may select it (OpSelect)
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

struct EnclosureRule {
  std::uint32_t number = 0;  // opcode, or number within the extended set
  EnclosureKind kind = EnclosureKind::unknown;
  bool takes_components =
      true;  // false: each component of the result depends on all of the operands
  // Encloses all results of the operands. Results that are Booleans or integers are intervals of
  // numbers as well. With EnclosureKind::bounded, called for operands that are not exact; null:
  // nothing is known for those.
  Computed (*enclose)(const EnclosedOperands&) = nullptr;
  // Whether its error bound is wider than one rounding, and so the reason for a wide result.
  bool is_loose = false;
  // Whether the rule encloses results that the instruction itself marks as
  // implementation-dependent.
  bool encloses_marked = false;
};

using Enclose = Computed (*)(const EnclosedOperands&);

namespace internal {
constexpr EnclosureRule rounded_rule(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::computes, true, enclose};
}
constexpr EnclosureRule loose_rule(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::computes, true, enclose, true};
}
constexpr EnclosureRule vector_rule(std::uint32_t number, Enclose enclose) {
  return {number, EnclosureKind::computes, false, enclose, true};
}
constexpr EnclosureRule rule_of(std::uint32_t number, EnclosureKind kind) {
  return {number, kind, true, nullptr, kind == EnclosureKind::unknown};
}
constexpr EnclosureRule bounded_rule(std::uint32_t number, Enclose of_inexact = nullptr,
                                     bool takes_components = true) {
  return {number, EnclosureKind::bounded, takes_components, of_inexact, true};
}
}  // namespace internal

// The steps of formulas from which precisions are inherited, and common parts with instructions.
struct FormulaRules {
  FloatRules rules;

  // A formula may be transformed into an equivalent one.
  explicit FormulaRules(const EnclosedOperands& in) : rules(in.rules) {
    rules.may_contract = rules.may_reassociate = true;
  }
  Computed add(const Computed& a, const Computed& b) const {
    return spirv_oracle::add(rules, a, b);
  }
  Computed subtract(const Computed& a, const Computed& b) const {
    return spirv_oracle::subtract(rules, a, b);
  }
  Computed multiply(const Computed& a, const Computed& b) const {
    return spirv_oracle::multiply(rules, a, b);
  }
  Computed divide(const Computed& a, const Computed& b) const;
  // "x[0] * y[0] + x[1] * y[1] + ..."
  Computed dot(std::span<const Computed> x, std::span<const Computed> y) const;
};

// OpFDiv of Vulkan: 2.5 ULP, for divisors in a certain range.
Interval enclose_division(const FloatRules& rules, const Interval& x, const Interval& y);

// A result that is as accurate as a formula, whose least and greatest results are given, around the
// exact result. "If NaN is one of the permitted values then the operation may return any result."
Interval inherited(const FloatRules& rules, const Interval& exact, const Interval& formula);

// The results within an error bound (instructions/bounded_result.h), if no rounding, flushing or
// rearranging is permitted in addition. `of_inexact` encloses the results of operands that are not
// exact, after flushing.
struct BoundedOperands;
Interval enclose_by_bound(Range (*bound)(const BoundedOperands&), Enclose of_inexact,
                          const EnclosedOperands& in);

std::span<const EnclosureRule> core_enclosure_rules();

}  // namespace spirv_oracle
