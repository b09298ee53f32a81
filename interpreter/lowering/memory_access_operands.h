// The optional operands of instructions that access memory, according to Memory Operands.
#pragma once

#include <cstdint>
#include <optional>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

class Lowering;

// How an access takes part in the memory model.
struct MemoryModelOperands {
  bool is_volatile = false, non_private = false;
  Id available_scope = 0, visible_scope = 0;  // 0: none
};

// The operands after a mask of the kind Memory Operands, in the order of its bits. Reading one takes its bit of the mask; an operand
// that the lowering does not take is not supported.
class MemoryAccessOperands {
 public:
  using Mask = spv::MemoryAccessMask;

  // No operands.
  MemoryAccessOperands() = default;

  bool is_present() const { return is_present_; }
  // The index after the list in the instruction.
  unsigned end() const { return end_; }
  // None without Aligned; at least 1.
  std::optional<std::uint32_t> alignment() const;
  MemoryModelOperands memory_model() const;
  // Takes all operands that only concern how the memory is accessed: it is in registers, or only read.
  void take_for_registers() const;

 private:
  template <class Use>
  friend void with_memory_access(const Lowering& lowering, const Instruction& instruction,
                                 unsigned first, const Use& use);

  MemoryAccessOperands(const Instruction& instruction, unsigned first);
  bool is_taken(Mask bit) const;
  void refuse_others(const Lowering& lowering) const;

  bool is_present_ = false;
  unsigned end_ = 0;
  std::uint32_t mask_ = 0;
  mutable std::uint32_t taken_ = 0;
  std::uint32_t alignment_ = 1;
  Id available_scope_ = 0, visible_scope_ = 0;
};

// Calls use(operands), which lowers the instruction, and then fails for operands that it has not taken. `first`: the index of
// the mask, if the instruction has one.
template <class Use>
void with_memory_access(const Lowering& lowering, const Instruction& instruction, unsigned first,
                        const Use& use) {
  const MemoryAccessOperands operands(instruction, first);
  use(operands);
  operands.refuse_others(lowering);
}

}  // namespace spirv_oracle
