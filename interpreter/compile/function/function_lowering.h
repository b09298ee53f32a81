// Lowers functions: their blocks, constructs, and calls, which are inlined.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "interpreter/compile/function/branch_joins.h"
#include "interpreter/compile/function/branch_lowering.h"
#include "interpreter/compile/function/function_instance.h"
#include "interpreter/compile/instruction/instruction_lowering.h"
#include "interpreter/deadline.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {

class FunctionLowering final : public LoweredFunction {
 public:
  FunctionLowering(InstructionLowering& lowering, Deadline deadline);
  ~FunctionLowering() override;

  // Lowers the body of the entry point and all functions that it calls.
  void lower_entry_function(const Function& function);

  const Value* local_value(Id id) const override;
  bool bind_local(Id id, const Value& value) override;
  std::span<const Function* const> calls() const override { return call_stack_; }
  bool physical_pointers_escape() override;
  std::vector<IndependentLoop> independent_loops() const override;
  std::vector<Slot> lower_element_call(Id function, std::span<const Value> arguments) override;
  void lower_call(const Instruction& call) override;
  void lower_merge(const Instruction& merge) override;
  void lower_branch(const Instruction& branch) override;
  void lower_branch_conditional(const Instruction& branch) override;
  void lower_switch(const Instruction& branch) override;
  void lower_return(const Instruction& instruction) override;
  void emit_end_of_lanes(Handler handler) override;
  std::uint32_t emit_control(Handler handler, std::initializer_list<Slot> planes = {},
                             std::initializer_list<std::uint32_t> numbers = {}) override;

 private:
  // Fails if the function cannot be inlined.
  void check_call(const Function& callee, std::size_t arguments) const;
  // Inlines a call, and gives the value that the function returns; none for void.
  std::optional<Value> inline_call(const Function& callee, Id return_type,
                                   std::span<const Value> arguments);
  // Emits the beginning of a call that has a frame.
  void enter_call(FunctionInstance& instance);
  void lower_body(FunctionInstance& instance);
  void lower_block(FunctionInstance& instance, std::uint32_t block);
  // Emits what precedes the records of the instructions of a block.
  void begin_block(FunctionInstance& instance, std::uint32_t block);
  void lower_instruction(const InlinedCall& call, const Instruction& instruction);
  void enter_construct(std::uint32_t construct, ConstructInfo::Kind info_kind);
  std::uint32_t current_depth() const;
  BranchLowering branch_lowering() { return {lowering_, *this, *instance_, branch_joins_}; }

  InstructionLowering& lowering_;
  Deadline deadline_;
  BranchJoins branch_joins_;
  std::optional<bool> physical_pointers_escape_;  // computed on the first call
  FunctionInstance* instance_ = nullptr;
  std::vector<const Function*> call_stack_;
  unsigned element_calls_ = 0;  // calls for elements of matrices around the current instruction
  std::uint32_t cost_ = 0;      // instructions since the last control record
};

}  // namespace spirv_oracle
