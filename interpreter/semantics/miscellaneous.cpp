// Miscellaneous Instructions, and those of other sections that do nothing when executed

#include "grammar/core.h"
#include "interpreter/semantics/families.h"
#include "interpreter/semantics/lists.h"

namespace spirv_oracle {
namespace {

template <class G>
struct NoEffect {
  using Grammar = G;
  template <class Self>
  static void lower(Lowering&, const Instruction&) {}
};
struct OpNop : NoEffect<grammar::OpNop> {};
struct OpLine : NoEffect<grammar::OpLine> {};
struct OpNoLine : NoEffect<grammar::OpNoLine> {};

// Each use may see another value; the value as such is undefined in every lane.
struct OpUndef : Arrangement<grammar::OpUndef> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    std::vector<Slot> planes;
    if (lowering.type(instruction.type).kind == Type::Kind::pointer) {
      planes.push_back(lowering.undefined_plane(ScalarType::pointer()));
    } else {
      for (const ScalarType scalar : lowering.components(instruction.type)) {
        planes.push_back(lowering.undefined_plane(scalar));
      }
    }
    lowering.bind(instruction.result, std::move(planes));
  }
};

// The expectation is a hint; the result is Value.
struct OpExpectKHR : Arrangement<grammar::OpExpectKHR> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lowering.bind(instruction.result, lowering.value(instruction.id(2)));
  }
};

// Nothing here moves or combines operations, with or without the fence.
struct OpArithmeticFenceEXT : Arrangement<grammar::OpArithmeticFenceEXT> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lowering.bind(instruction.result, lowering.value(instruction.id(Grammar::target)));
  }
};

struct OpAssumeTrueKHR {
  using Grammar = grammar::OpAssumeTrueKHR;
  static constexpr Clause not_true{"OpAssumeTrueKHR.not-true", "false-assumption",
                                   Effect::undefined_behavior, "Condition is not true"};
  static constexpr auto clauses = clause_list(not_true);

  static const Op* execute(Subgroup& subgroup, const Op* op) {
    const LaneMask undefined = subgroup.header(op->operand[0]).undefined;
    const LaneMask wrong = subgroup.active & (~subgroup.truth(op->operand[0]) | undefined);
    if (wrong.any()) [[unlikely]]
      report(subgroup, *op, not_true, wrong);
    return op + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    lowering.emit(&execute, no_slot, {lowering.slot(instruction.id(0), 0, ScalarType::boolean())});
  }
};

}  // namespace

std::span<const InstructionDefinition> miscellaneous_instructions() {
  return InstructionList<OpNop, OpUndef, OpLine, OpNoLine, OpExpectKHR, OpAssumeTrueKHR,
                         OpArithmeticFenceEXT>::definitions;
}

}  // namespace spirv_oracle
