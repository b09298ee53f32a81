// The function that is being lowered, as instructions and checks see it. FunctionLowering
// implements it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "interpreter/ir/record.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

struct Value;  // lowering/lowering.h

// A loop whose iterations are declared independent of each other (checks/loop_dependence.h).
struct IndependentLoop {
  Slot iteration = no_slot;  // plane: counts the iterations of all executions of the loop
  Slot before = no_slot;     // plane: the count before this execution
  std::uint32_t length = 0;  // iterations less than this apart do not depend on each other
};

class LoweredFunction {
 public:
  virtual ~LoweredFunction() = default;

  // The value of an id of the current function (bound or not); null for other ids.
  virtual const Value* local_value(Id id) const = 0;
  // False if the id does not belong to the current function.
  virtual bool bind_local(Id id, const Value& value) = 0;

  // The functions that are being lowered, each called by the one before it.
  virtual std::span<const Function* const> calls() const = 0;

  // Whether a pointer in a register may become a number, or be stored in memory that others read.
  // Then nothing is known about loaded pointers.
  virtual bool physical_pointers_escape() = 0;

  // The loops around the current block, including those around the calls, whose iterations are
  // declared independent.
  virtual std::vector<IndependentLoop> independent_loops() const = 0;

  // Inlines a call that the current instruction makes for elements of a cooperative matrix. The function must not execute
  // tangled instructions. Returns the planes of what it returns.
  virtual std::vector<Slot> lower_element_call(Id function, std::span<const Value> arguments) = 0;

  // The instructions that transfer control; their definitions call these functions.
  virtual void lower_call(const Instruction& call) = 0;
  virtual void lower_merge(const Instruction& merge) = 0;
  virtual void lower_branch(const Instruction& branch) = 0;
  virtual void lower_branch_conditional(const Instruction& branch) = 0;
  virtual void lower_switch(const Instruction& branch) = 0;
  virtual void lower_return(const Instruction& instruction) = 0;
  // For an instruction after which no lane of the tangle continues here.
  virtual void emit_end_of_lanes(Handler handler) = 0;
  // Emits a record that may suspend the subgroup or ends a block. Its operands are `planes` that it reads, then
  // `numbers`. It accounts for the instructions so far.
  virtual std::uint32_t emit_control(Handler handler, std::initializer_list<Slot> planes = {},
                                     std::initializer_list<std::uint32_t> numbers = {}) = 0;
};

}  // namespace spirv_oracle
