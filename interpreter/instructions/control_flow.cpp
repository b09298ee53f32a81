// Control-Flow Instructions

#include "grammar/core.h"
#include "interpreter/exec/report/control_flow_clauses.h"
#include "interpreter/exec/tangles/tangle.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

// An instruction that function lowering handles. It is invalid elsewhere.
template <class G, auto Method>
struct Placed {
  using Grammar = G;
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (lowering.function() == nullptr) lowering.fail_input("is outside a function");
    (lowering.function()->*Method)(instruction);
  }
};

// Ends the lanes of the tangle.
template <class G, const Record* (*Handler)(Subgroup&, const Record*)>
struct EndOfLanes {
  using Grammar = G;
  template <class Self>
  static void lower(Lowering& lowering, const Instruction&) {
    if (lowering.function() != nullptr) lowering.function()->emit_end_of_lanes(Handler);
  }
};

// Function lowering emits phis on the edges to their block.
struct LoweredOpPhi : Arrangement<grammar::OpPhi> {
  static constexpr auto signedness = Signedness::kept(2, 2);  // of each Variable
  static constexpr bool only_moves = true;

  static void arrange(Lowering&, const Instruction&) {}
};
struct LoweredOpLabel : Arrangement<grammar::OpLabel> {
  static void arrange(Lowering&, const Instruction&) {}
};

struct LoweredOpLoopMerge : Placed<grammar::OpLoopMerge, &LoweredFunction::lower_merge> {};
struct LoweredOpSelectionMerge : Placed<grammar::OpSelectionMerge, &LoweredFunction::lower_merge> {
};
struct LoweredOpBranch : Placed<grammar::OpBranch, &LoweredFunction::lower_branch> {};
struct LoweredOpBranchConditional
    : Placed<grammar::OpBranchConditional, &LoweredFunction::lower_branch_conditional> {
  static constexpr auto clauses = clause_list(OpBranchConditional::condition_undefined);
};
struct LoweredOpSwitch : Placed<grammar::OpSwitch, &LoweredFunction::lower_switch> {
  static constexpr auto clauses = clause_list(OpSwitch::selector_undefined);
};
struct LoweredOpReturn : Placed<grammar::OpReturn, &LoweredFunction::lower_return> {};
struct LoweredOpReturnValue : Placed<grammar::OpReturnValue, &LoweredFunction::lower_return> {};
struct LoweredOpKill : EndOfLanes<grammar::OpKill, &terminate> {};
struct LoweredOpTerminateInvocation : EndOfLanes<grammar::OpTerminateInvocation, &terminate> {};
struct LoweredOpUnreachable : EndOfLanes<grammar::OpUnreachable, &unreachable> {
  static constexpr auto clauses = clause_list(OpUnreachable::reached);
};

// A variable is undefined before its lifetime starts and after it stops, so both undefine it. Parts of a
// variable are left unchanged.
void undefine_variable(Lowering& lowering, const Instruction& lifetime) {
  constexpr unsigned size = 1;
  const Instruction* variable = lowering.module().definition(lifetime.id(0));
  while (variable != nullptr &&
         (variable->opcode == spv::Op::OpBitcast || variable->opcode == spv::Op::OpCopyObject)) {
    variable = lowering.module().definition(variable->id(2));
  }
  if (variable == nullptr || !is_variable(variable->opcode) ||
      lowering.type(variable->type).storage_class != spv::StorageClass::Function) {
    return;
  }
  const Type& pointee = lowering.type(lowering.type(variable->type).element);
  if (lifetime.literal(size) != 0 && lifetime.literal(size) < pointee.size) return;
  const Value value = lowering.value(variable->result);
  Instruction without_initializer = *variable;
  without_initializer.operands = variable->operands.first(initializer_operand(variable->opcode));
  initialize_private_variable(lowering, without_initializer, value);
}

struct LoweredOpLifetimeStart : Arrangement<grammar::OpLifetimeStart> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    undefine_variable(lowering, instruction);
  }
};
struct LoweredOpLifetimeStop : Arrangement<grammar::OpLifetimeStop> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    undefine_variable(lowering, instruction);
  }
};

struct OpFunctionCall : Placed<grammar::OpFunctionCall, &LoweredFunction::lower_call> {
  static constexpr auto enclosure = &enclosures::bits;
  static constexpr bool only_moves = true;
};

}  // namespace

std::span<const InstructionDefinition> control_flow_instructions() {
  return InstructionList<LoweredOpPhi, LoweredOpLoopMerge, LoweredOpSelectionMerge, LoweredOpLabel,
                         LoweredOpBranch, LoweredOpBranchConditional, LoweredOpSwitch,
                         LoweredOpKill, LoweredOpTerminateInvocation, LoweredOpReturn,
                         LoweredOpReturnValue, LoweredOpUnreachable, LoweredOpLifetimeStart,
                         LoweredOpLifetimeStop>::definitions;
}

std::span<const InstructionDefinition> function_instructions() {
  return InstructionList<OpFunctionCall>::definitions;
}

}  // namespace spirv_oracle
