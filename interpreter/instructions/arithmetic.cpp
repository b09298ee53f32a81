// Arithmetic Instructions

#include <cmath>
#include <limits>

#include "grammar/core.h"
#include "interpreter/exec/lanes/indeterminate_integers.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/fused_multiply_add.h"
#include "interpreter/instructions/no_wrap.h"
#include "interpreter/kernels/wrapping.h"
#include "interpreter/loader/validation/feature_table.h"

namespace spirv_oracle {
namespace {

// --- the indeterminate bits of sums, differences and products ---

// The least and the greatest result of unsigned operands; `wraps`: some results wrap around.
template <class T>
struct UnsignedResults {
  IntegerRange<T> range;
  bool wraps = false;
};

// The lowest bits of the result depend only on those of the operands. `results_of`: from two ranges of unsigned integers.
template <class T, class Results>
T bits_with_carries(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2,
                    const Results& results_of) {
  using Bits = std::make_unsigned_t<T>;
  const auto indeterminate = static_cast<Bits>(operand_1.indeterminate | operand_2.indeterminate);
  if (indeterminate == 0) return 0;
  const auto from_lowest = static_cast<Bits>(~Bits{0} << std::countr_zero(indeterminate));
  const auto unsigned_range = [](PartlyIndeterminate<T> operand) {
    return range_of(PartlyIndeterminate<Bits>{static_cast<Bits>(operand.value),
                                              static_cast<Bits>(operand.indeterminate)});
  };
  const UnsignedResults<Bits> results =
      results_of(unsigned_range(operand_1), unsigned_range(operand_2));
  if (results.wraps) return static_cast<T>(from_lowest);
  return static_cast<T>(from_lowest & differing_bits(results.range));
}

// --- component by component ---

struct OpSNegate : MayPromiseNoWrap<Unary<grammar::OpSNegate, AnyInt>>,
                   NoWrapClauses<grammar::OpSNegate> {
  static constexpr auto enclosure = &integer_enclosures::negation;
  static constexpr Signedness signedness{.operands = true, .result = true};
  static constexpr auto clauses = clause_list(signed_wrap);

  template <class T>
  static T component(T operand) {
    return wrapping_subtract(T{0}, operand);
  }
  template <class T>
  static bool wraps(T operand) {
    T result;
    return __builtin_sub_overflow(T{0}, operand, &result);
  }
};

struct OpFNegate : Unary<grammar::OpFNegate, AnyFloat> {
  static constexpr auto enclosure = &enclosures::negation;
  static constexpr auto sign_operation = SignOperation::negates;

  template <class T>
  static T component(T operand) {
    return -operand;
  }
};

struct OpIAdd : MayPromiseNoWrap<Binary<grammar::OpIAdd, AnyInt>>, NoWrapClauses<grammar::OpIAdd> {
  static constexpr auto enclosure = &integer_enclosures::sum;
  static constexpr auto source_operator = SourceOperator::additive("+");
  static constexpr auto clauses = clause_list(signed_wrap, unsigned_wrap);

  template <class T>
  static T component(T operand_1, T operand_2) {
    return wrapping_add(operand_1, operand_2);
  }
  template <class T>
  static bool wraps(T operand_1, T operand_2) {
    T result;
    return __builtin_add_overflow(operand_1, operand_2, &result);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2) {
    return bits_with_carries(
        operand_1, operand_2, []<class U>(IntegerRange<U> a, IntegerRange<U> b) {
          UnsignedResults<U> results;
          results.range.least = wrapping_add(a.least, b.least);
          results.wraps = __builtin_add_overflow(a.greatest, b.greatest, &results.range.greatest);
          return results;
        });
  }
};

struct OpFAdd : Binary<grammar::OpFAdd, AnyFloat> {
  static constexpr auto enclosure = &enclosures::sum;
  static constexpr auto source_operator = SourceOperator::additive("+");

  template <class T>
  static T component(T operand_1, T operand_2) {
    return operand_1 + operand_2;
  }
};

struct OpISub : MayPromiseNoWrap<Binary<grammar::OpISub, AnyInt>>, NoWrapClauses<grammar::OpISub> {
  static constexpr auto enclosure = &integer_enclosures::difference;
  static constexpr auto source_operator = SourceOperator::additive("-");
  static constexpr auto clauses = clause_list(signed_wrap, unsigned_wrap);

  template <class T>
  static T component(T operand_1, T operand_2) {
    return wrapping_subtract(operand_1, operand_2);
  }
  template <class T>
  static bool wraps(T operand_1, T operand_2) {
    T result;
    return __builtin_sub_overflow(operand_1, operand_2, &result);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2) {
    return bits_with_carries(
        operand_1, operand_2, []<class U>(IntegerRange<U> a, IntegerRange<U> b) {
          UnsignedResults<U> results;
          results.wraps = __builtin_sub_overflow(a.least, b.greatest, &results.range.least);
          results.range.greatest = wrapping_subtract(a.greatest, b.least);
          return results;
        });
  }
};

struct OpFSub : Binary<grammar::OpFSub, AnyFloat> {
  static constexpr auto enclosure = &enclosures::difference;
  static constexpr auto source_operator = SourceOperator::additive("-");

  template <class T>
  static T component(T operand_1, T operand_2) {
    return operand_1 - operand_2;
  }
};

struct OpIMul : MayPromiseNoWrap<Binary<grammar::OpIMul, AnyInt>>, NoWrapClauses<grammar::OpIMul> {
  static constexpr auto enclosure = &integer_enclosures::product;
  static constexpr auto source_operator = SourceOperator::multiplicative("*");
  static constexpr auto clauses = clause_list(signed_wrap, unsigned_wrap);

  template <class T>
  static T component(T operand_1, T operand_2) {
    return wrapping_multiply(operand_1, operand_2);
  }
  template <class T>
  static bool wraps(T operand_1, T operand_2) {
    T result;
    return __builtin_mul_overflow(operand_1, operand_2, &result);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2) {
    return bits_with_carries(
        operand_1, operand_2, []<class U>(IntegerRange<U> a, IntegerRange<U> b) {
          UnsignedResults<U> results;
          results.range.least = wrapping_multiply(a.least, b.least);
          results.wraps = __builtin_mul_overflow(a.greatest, b.greatest, &results.range.greatest);
          return results;
        });
  }
};

struct OpFMul : Binary<grammar::OpFMul, AnyFloat> {
  static constexpr auto enclosure = &enclosures::product;
  static constexpr auto source_operator = SourceOperator::multiplicative("*");

  template <class T>
  static T component(T operand_1, T operand_2) {
    return operand_1 * operand_2;
  }
};

// The most negative value divided by -1.
template <class T>
bool quotient_overflows(T operand_1, T operand_2) {
  return std::is_signed_v<T> && operand_2 == static_cast<T>(-1) &&
         operand_1 == std::numeric_limits<T>::min();
}

// Integer divisions with Grammar G: a divisor of 0, and the possible values of undefined operands.
template <class G>
struct Division {
  static constexpr Clause operand_2_zero{internal::ClauseId<G, ".operand-2-zero">::view,
                                         "division-by-zero", Effect::undefined_behavior,
                                         "division by zero: Operand 2 is 0",
                                         ArithmeticPoison::result_is_poison};
  static constexpr Clause operand_undefined{
      internal::ClauseId<G, ".operand-undefined">::view, "undefined-operand",
      Effect::undefined_behavior,
      "an operand is undefined, so the division may be by 0 or may overflow",
      ArithmeticPoison::propagates};

  // Whether all, or some, values of the undefined bits divide by 0, or some value divides the minimum by -1.
  template <class T>
  static const Clause* may_break(PartlyIndeterminate<T> operand_1,
                                 PartlyIndeterminate<T> operand_2) {
    const auto can_be = [](PartlyIndeterminate<T> operand, T value) {
      return ((operand.value ^ value) & ~operand.indeterminate) == 0;
    };
    if (operand_2.indeterminate == 0 && operand_2.value == 0) return &operand_2_zero;
    const bool may_overflow = std::is_signed_v<T> && can_be(operand_2, static_cast<T>(-1)) &&
                              can_be(operand_1, std::numeric_limits<T>::min());
    return may_overflow || can_be(operand_2, T{0}) ? &operand_undefined : nullptr;
  }
};

struct OpUDiv : Binary<grammar::OpUDiv, UnsignedInt>, Division<grammar::OpUDiv> {
  static constexpr auto enclosure = &integer_enclosures::unsigned_quotient;
  static constexpr auto source_operator = SourceOperator::multiplicative("/");
  static constexpr auto clauses = clause_list(operand_2_zero, operand_undefined);

  template <class T>
  static Checked<T> component(T operand_1, T operand_2) {
    if (operand_2 == 0) return operand_2_zero;
    return T(operand_1 / operand_2);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2) {
    if (operand_2.indeterminate != 0 || operand_2.value == 0) return all_indeterminate<T>;
    const IntegerRange<T> dividend = range_of(operand_1);
    return differing_bits<T>({static_cast<T>(dividend.least / operand_2.value),
                              static_cast<T>(dividend.greatest / operand_2.value)});
  }
};

struct OpSDiv : Binary<grammar::OpSDiv, SignedInt>, Division<grammar::OpSDiv> {
  static constexpr auto enclosure = &integer_enclosures::signed_quotient;
  static constexpr auto source_operator = SourceOperator::multiplicative("/");
  static constexpr Clause overflow{
      "OpSDiv.overflow", "signed-division-overflow", Effect::undefined_behavior,
      "the quotient overflows: Operand 1 is the minimum representable value and Operand 2 is -1",
      ArithmeticPoison::result_is_poison};
  static constexpr auto clauses = clause_list(operand_2_zero, overflow, operand_undefined);

  template <class T>
  static Checked<T> component(T operand_1, T operand_2) {
    if (operand_2 == 0) return operand_2_zero;
    if (quotient_overflows(operand_1, operand_2)) return {overflow, operand_1};
    return T(operand_1 / operand_2);
  }
};

struct OpFDiv : Binary<grammar::OpFDiv, AnyFloat> {
  static constexpr auto enclosure = &enclosures::quotient;
  static constexpr auto source_operator = SourceOperator::multiplicative("/");
  static constexpr bool rounds_on_request = true;

  template <class T>
  static T component(T operand_1, T operand_2) {
    return operand_1 / operand_2;
  }
};

struct OpUMod : Binary<grammar::OpUMod, UnsignedInt>, Division<grammar::OpUMod> {
  static constexpr auto enclosure = &integer_enclosures::unsigned_remainder;
  static constexpr auto source_operator = SourceOperator::multiplicative("%");
  static constexpr auto clauses = clause_list(operand_2_zero, operand_undefined);

  template <class T>
  static Checked<T> component(T operand_1, T operand_2) {
    if (operand_2 == 0) return operand_2_zero;
    return T(operand_1 % operand_2);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2) {
    const T divisor = operand_2.value;
    if (operand_2.indeterminate != 0 || divisor == 0) return all_indeterminate<T>;
    if (std::has_single_bit(divisor)) return operand_1.indeterminate & static_cast<T>(divisor - 1);
    const auto [least, greatest] = range_of(operand_1);
    if (least / divisor != greatest / divisor)
      return differing_bits<T>({T{0}, static_cast<T>(divisor - 1)});
    return differing_bits<T>({static_cast<T>(least % divisor), static_cast<T>(greatest % divisor)});
  }
};

// "If either operand to OpSRem and OpSMod instructions is negative the result is poison" (Vulkan, without
// maintenance8). There, the lowering selects a handler that checks this.
template <class Family>
struct NonNegativeInVulkan : Family {
  static constexpr Clause operand_negative{
      internal::ClauseId<typename Family::Grammar, ".operand-negative">::view, "negative-operand",
      Effect::undefined_result,
      "an operand is negative; Vulkan defines the result only with maintenance8 (--features "
      "maintenance8)"};

  template <class Instruction>
  struct InVulkan : Instruction {
    template <class T>
    static Checked<T> component(T operand_1, T operand_2) {
      const Checked<T> result = Instruction::component(operand_1, operand_2);
      if (result.broken == nullptr && (operand_1 < 0 || operand_2 < 0))
        return {operand_negative, result.value};
      return result;
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ProgramRequest& request = lowering.request();
    if (request.vulkan_environment && !defines(request.features, Family::Grammar::opcode)) {
      Family::template lower<InVulkan<Self>>(lowering, instruction);
    } else {
      Family::template lower<Self>(lowering, instruction);
    }
  }
};

// The sign of a non-zero result comes from Operand 1.
struct OpSRem : NonNegativeInVulkan<Binary<grammar::OpSRem, SignedInt>>, Division<grammar::OpSRem> {
  static constexpr auto enclosure = &integer_enclosures::truncated_remainder;
  static constexpr auto source_operator = SourceOperator::multiplicative("%");
  static constexpr Clause overflow{
      "OpSRem.overflow", "signed-division-overflow", Effect::undefined_behavior,
      "the quotient overflows: Operand 1 is the minimum representable value and Operand 2 is -1",
      ArithmeticPoison::result_is_poison};
  static constexpr auto clauses =
      clause_list(operand_2_zero, overflow, operand_undefined, operand_negative);

  template <class T>
  static Checked<T> component(T operand_1, T operand_2) {
    if (operand_2 == 0) return operand_2_zero;
    if (quotient_overflows(operand_1, operand_2)) return {overflow, T{0}};
    return T(operand_1 % operand_2);
  }
};

// The sign of a non-zero result comes from Operand 2.
struct OpSMod : NonNegativeInVulkan<Binary<grammar::OpSMod, SignedInt>>, Division<grammar::OpSMod> {
  static constexpr auto enclosure = &integer_enclosures::floored_remainder;
  static constexpr Clause overflow{
      "OpSMod.overflow", "signed-division-overflow", Effect::undefined_behavior,
      "the quotient overflows: Operand 1 is the minimum representable value and Operand 2 is -1",
      ArithmeticPoison::result_is_poison};
  static constexpr auto clauses =
      clause_list(operand_2_zero, overflow, operand_undefined, operand_negative);

  template <class T>
  static Checked<T> component(T operand_1, T operand_2) {
    if (operand_2 == 0) return operand_2_zero;
    if (quotient_overflows(operand_1, operand_2)) return {overflow, T{0}};
    const T remainder = T(operand_1 % operand_2);
    return remainder != 0 && (remainder < 0) != (operand_2 < 0) ? T(remainder + operand_2)
                                                                : remainder;
  }
};

// The sign of a non-zero result comes from Operand 1.
struct OpFRem : Binary<grammar::OpFRem, AnyFloat> {
  static constexpr auto enclosure = &enclosures::truncated_remainder;
  static constexpr bool ignores_special_mode = true;
  static constexpr Clause operand_2_zero{"OpFRem.operand-2-zero", "division-by-zero",
                                         Effect::undefined_result,
                                         "division by zero: Operand 2 is 0"};
  static constexpr auto clauses = clause_list(operand_2_zero);

  template <class T>
  static Checked<T> component(T operand_1, T operand_2) {
    if (operand_2 == 0) return {operand_2_zero, std::numeric_limits<T>::quiet_NaN()};
    return std::fmod(operand_1, operand_2);
  }
};

// The sign of a non-zero result comes from Operand 2.
struct OpFMod : Binary<grammar::OpFMod, AnyFloat> {
  static constexpr auto enclosure = &enclosures::floored_remainder;
  static constexpr bool ignores_special_mode = true;
  static constexpr Clause operand_2_zero{"OpFMod.operand-2-zero", "division-by-zero",
                                         Effect::undefined_result,
                                         "division by zero: Operand 2 is 0"};
  static constexpr auto clauses = clause_list(operand_2_zero);

  template <class T>
  static Checked<T> component(T operand_1, T operand_2) {
    if (operand_2 == 0) return {operand_2_zero, std::numeric_limits<T>::quiet_NaN()};
    const T remainder = std::fmod(operand_1, operand_2);
    return remainder != 0 && (remainder < 0) != (operand_2 < 0) ? remainder + operand_2 : remainder;
  }
};

struct OpFmaKHR : FusedMultiplyAdd<grammar::OpFmaKHR> {
  static constexpr auto enclosure = &enclosures::fused;
  static constexpr bool ignores_special_mode = true;
};

// --- two results: the low-order half and the carry, borrow or high-order half ---

// A structure of two results of the operands' type, each computed by a component function.
template <class G, class Domain>
struct TwoResults {
  using Grammar = G;
  static constexpr auto enclosure = &enclosures::bits;
  static constexpr ComponentRule depends = &depends_by_member;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType type = internal::operand_scalar(lowering, instruction, 0);
    const auto handler = [&]<class Part>() {
      return internal::for_storage(Domain{}, type, false, []<class T>() -> Handler {
        return internal::component_handler<Part, T, T, T>();
      });
    };
    const Handler handlers[] = {handler.template operator()<typename Self::Member0>(),
                                handler.template operator()<typename Self::Member1>()};
    if (handlers[0] == nullptr) return internal::fail_no_handler(lowering);
    const std::size_t count = lowering.type_of(instruction.id(2)).component_count;
    const std::vector<Slot> results = lowering.define(instruction).slots;
    if (results.size() != 2 * count)
      lowering.fail_input("Result Type is not a structure of two members of the operands' type");
    for (std::size_t i = 0; i < results.size(); ++i) {
      lowering.check_width(results[i], type.bytes);
      lowering.emit(handlers[i / count], results[i],
                    {lowering.slot(instruction.id(2), i % count, type),
                     lowering.slot(instruction.id(3), i % count, type)});
    }
  }
};

struct OpIAddCarry : TwoResults<grammar::OpIAddCarry, UnsignedInt> {
  using Member0 = OpIAdd;
  struct Member1 {
    template <class T>
    static T component(T operand_1, T operand_2) {
      return wrapping_add(operand_1, operand_2) < operand_1 ? T{1} : T{0};
    }
  };
};

struct OpISubBorrow : TwoResults<grammar::OpISubBorrow, UnsignedInt> {
  using Member0 = OpISub;
  struct Member1 {
    template <class T>
    static T component(T operand_1, T operand_2) {
      return operand_1 < operand_2 ? T{1} : T{0};
    }
  };
};

struct OpUMulExtended : TwoResults<grammar::OpUMulExtended, UnsignedInt> {
  using Member0 = OpIMul;
  struct Member1 {
    template <class T>
    static T component(T operand_1, T operand_2) {
      return multiply_high(operand_1, operand_2);
    }
  };
};

struct OpSMulExtended : TwoResults<grammar::OpSMulExtended, SignedInt> {
  struct Member0 {
    template <class T>
    static T component(T operand_1, T operand_2) {
      return wrapping_multiply(operand_1, operand_2);
    }
  };
  struct Member1 {
    template <class T>
    static T component(T operand_1, T operand_2) {
      return multiply_high(operand_1, operand_2);
    }
  };
};

}  // namespace

Handler internal::ArithmeticHandlers::add(Lowering& lowering, ScalarType type) {
  return internal::for_storage(AnyFloat{}, type, internal::toward_zero(lowering, type),
                               []<class T>() { return component_handler<OpFAdd, T, T, T>(); });
}
Handler internal::ArithmeticHandlers::multiply(Lowering& lowering, ScalarType type) {
  if (type.scalar_class == ScalarType::Class::integer) {
    return internal::for_storage(AnyInt{}, type, false,
                                 []<class T>() { return component_handler<OpIMul, T, T, T>(); });
  }
  return internal::for_storage(AnyFloat{}, type, internal::toward_zero(lowering, type),
                               []<class T>() { return component_handler<OpFMul, T, T, T>(); });
}

std::span<const InstructionDefinition> arithmetic_instructions() {
  return InstructionList<OpSNegate, OpFNegate, OpIAdd, OpFAdd, OpISub, OpFSub, OpIMul, OpFMul,
                         OpUDiv, OpSDiv, OpFDiv, OpUMod, OpSRem, OpSMod, OpFRem, OpFMod, OpFmaKHR,
                         OpIAddCarry, OpISubBorrow, OpUMulExtended, OpSMulExtended>::definitions;
}

}  // namespace spirv_oracle
