// The phis of one inlined function.
#pragma once

#include <unordered_map>

#include "interpreter/compile/function/inlined_call.h"
#include "interpreter/compile/instruction/instruction_lowering.h"

namespace spirv_oracle {

// Whether the first instruction of the block other than debug information is an OpPhi.
bool begins_with_phi(const Module& module, const Block& block);
// Creates the planes of all phis, which branches to their blocks write.
void declare_phis(Lowering& lowering, const InlinedCall& call);

// The edges into blocks with phis.
class PhiEdges {
 public:
  // Emits the copies to the phis of the block `to`, for lanes that come from `from`.
  void emit_copies(InstructionLowering& lowering, const Function& function, std::uint32_t from,
                   std::uint32_t to);

 private:
  std::unordered_map<std::uint32_t, unsigned> next_pair_;  // by block: which to examine first
};

}  // namespace spirv_oracle
