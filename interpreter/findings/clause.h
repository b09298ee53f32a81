// Clauses: the conditions under which the specification permits several results or any behavior.
// Each is declared once, with its instruction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spirv_oracle {

// What the specification says happens if the condition holds.
enum class Effect : std::uint8_t {
  undefined_behavior,      // "behavior is undefined"
  undefined_result,        // "the resulting value is undefined"
  implementation_defined,  // "implementation-defined", or one of several permitted results
  defined,                 // one result, which a user may not expect
};

// The most clauses that an instruction may have, so that its handlers need no allocation to collect them.
inline constexpr std::size_t max_clauses = 16;

// What "behavior is undefined" becomes in a module with the execution mode ArithmeticPoisonKHR
// (SPV_KHR_poison_freeze).
enum class ArithmeticPoison : std::uint8_t {
  unchanged,
  result_is_poison,
  propagates,  // the condition concerns an undefined operand; the result is as undefined as the operand
};

struct Clause {
  std::string_view id;    // "OpName.short-condition", unique in the program
  std::string_view kind;  // class of the condition, as --ignore takes it
  Effect effect;
  std::string_view condition;  // a sentence without a period, for example "Operand 2 is 0"
  ArithmeticPoison under_arithmetic_poison = ArithmeticPoison::unchanged;
  std::string_view help = {};  // advice for reports
};

// A value, or the clause under which there is none. `value` is then what the lane gets.
template <class T>
struct Checked {
  T value{};
  const Clause* broken = nullptr;

  constexpr Checked(T v) : value(v) {}  // NOLINT: reads like the specification
  constexpr Checked(const Clause& clause) : broken(&clause) {}  // NOLINT
  constexpr Checked(const Clause& clause, T v) : value(v), broken(&clause) {}
};

template <class... C>
constexpr std::array<const Clause*, sizeof...(C)> clause_list(const C&... clauses) {
  return {&clauses...};
}

}  // namespace spirv_oracle
