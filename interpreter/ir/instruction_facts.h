// Facts about an instruction that several parts of the interpreter need. Each is a member of the instruction's
// declaration, or of its family (ir/instruction_list.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace spirv_oracle {

// An operand through which an instruction accesses memory: a pointer, or an image.
struct MemoryOperand {
  unsigned operand = 0;  // its index among the operands in the grammar
  bool reads = false;
  bool writes = false;
  // Whether it accesses exactly what the pointer points to. False: at an offset, several values, or possibly nothing.
  bool only_pointee = true;
  // The operand with the number of bytes, if there is one. If it is a constant that covers the pointee, that counts as
  // only_pointee, though more may be accessed.
  std::optional<unsigned> size = {};
};

// Which integers an instruction interprets as signed. The types of integers in kernels do not say.
struct Signedness {
  bool operands = false;
  bool result = false;
  // The result is signed if these operands are: every `kept_step`-th one from `kept_from` on. 0: none.
  unsigned kept_from = 0;
  unsigned kept_step = 1;

  static constexpr Signedness kept(unsigned from = 2, unsigned step = 1) {
    return {false, false, from, step};
  }
};

// A binary operator of GLSL, HLSL and OpenCL C.
struct SourceOperator {
  // In ascending order. Bitwise operators and shifts have no place in it: few readers know theirs, so they always get
  // parentheses, and so do their operands.
  enum class Precedence : std::uint8_t { bitwise, logical, comparison, additive, multiplicative };

  std::string_view symbol = {};  // "": not an operator
  Precedence precedence = Precedence::bitwise;

  static constexpr SourceOperator bitwise(std::string_view symbol) {
    return {symbol, Precedence::bitwise};
  }
  static constexpr SourceOperator logical(std::string_view symbol) {
    return {symbol, Precedence::logical};
  }
  static constexpr SourceOperator comparison(std::string_view symbol) {
    return {symbol, Precedence::comparison};
  }
  static constexpr SourceOperator additive(std::string_view symbol) {
    return {symbol, Precedence::additive};
  }
  static constexpr SourceOperator multiplicative(std::string_view symbol) {
    return {symbol, Precedence::multiplicative};
  }
};

enum class IntegerRelation : std::uint32_t { none, equal, less_unsigned, less_signed };

// A comparison of integers: the relation that decides it, or its opposite.
struct ComparedIntegers {
  IntegerRelation relation = IntegerRelation::none;
  bool is_negated = false;
  bool is_swapped = false;  // between operand 2 and operand 1
};

// What IEEE 754 defines on the sign alone.
enum class SignOperation : std::uint8_t {
  none,
  negates,
  sets,  // even that of a zero
};

// Which zeros of a result may have either sign, whatever the module declares.
enum class EitherZero : std::uint8_t {
  none,
  of_nonzero,  // a zero whose operand is not zero
  of_zeros,    // the result for two zeros with different signs
};

// How the rules about floats apply to an instruction.
struct FloatFacts {
  // Float arithmetic with a float result. Excludes moves of bits, and conversions from integers: they have one zero.
  bool computes = false;
  bool flushes_denormals = false;     // must respect DenormFlushToZero
  bool only_moves = false;            // only moves values, so that execution modes do not apply
  bool takes_math_defaults = false;   // FPFastMathDefault applies
  bool ignores_special_mode = false;  // SignedZeroInfNanPreserve does not apply
  bool rounds_on_request =
      false;  // -cl-fp32-correctly-rounded-divide-sqrt makes the result correctly rounded
  SignOperation sign = SignOperation::none;
  EitherZero either_zero = EitherZero::none;
  // The instruction with the same results for numbers, and others for NaNs: opcode, or number within the extended set.
  std::uint32_t twin_for_nans = 0;
  // The FP Fast Math Mode that permits the result false, because the instruction tests for what the mode excludes.
  std::uint32_t false_under = 0;
};

// A component of the result and one of an operand.
struct ComponentPair {
  unsigned operand =
      0;  // its number after the result type, the result and the extended instruction
  std::size_t of_result = 0, result_count = 0;
  std::size_t of_operand = 0, operand_count = 0;
  std::size_t result_rows = 0;  // of a matrix
};
// Whether the component of the result depends on that of the operand.
using ComponentRule = bool (*)(const ComponentPair&);

// Instructions that work component by component and apply a scalar operand to all components.
constexpr bool depends_by_component(const ComponentPair& pair) {
  return pair.operand_count != pair.result_count || pair.of_result == pair.of_operand;
}
constexpr bool depends_on_all(const ComponentPair&) { return true; }
// A cross product.
constexpr bool depends_on_others(const ComponentPair& pair) {
  return pair.of_operand != pair.of_result;
}
// The result is a structure of results that are each computed component by component.
constexpr bool depends_by_member(const ComponentPair& pair) {
  return pair.of_operand == pair.of_result % pair.operand_count;
}

}  // namespace spirv_oracle
