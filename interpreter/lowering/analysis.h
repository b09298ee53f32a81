// Facts about the values of a module that the lowering needs, computed once per module and
// specialization.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "interpreter/loader/cfg/cfg.h"
#include "interpreter/loader/types/types.h"
#include "interpreter/result.h"

namespace spirv_oracle {

class InstructionRegistry;  // ir/registry.h

// One use of an id by an instruction inside a function.
struct Use {
  std::uint32_t instruction = 0;  // index into Module::instructions
  std::uint32_t operand = 0;
};

// Whether lanes may reconverge at a block although the specification does not guarantee it: several
// branches lead to it from inside its construct. Does not apply to merge blocks and continue targets.
enum class UnguaranteedReconvergence : std::uint8_t {
  none,
  block,
  switch_case  // also a Target or Default of an OpSwitch
};

struct FunctionAnalysis {
  ControlFlow control_flow;
  std::vector<std::uint32_t> block_of_label;  // by label - first_local
  // By id of the function: defined in a loop and used after it, so that lanes that left the loop
  // earlier must keep their value.
  std::vector<bool> live_out;
  // By block, for structured control flow.
  std::vector<UnguaranteedReconvergence> unguaranteed_reconvergence;
};

// The pointer that results from a use of a pointer: an access chain, a copy, or the parameter that
// receives the argument; 0 for other uses.
Id pointer_made_by(const Module& module, const Use& use);

// Whether a parameter points to a copy of the caller's value: FuncParamAttr ByVal.
bool is_by_value(const Module& module, Id parameter);

class ModuleAnalysis {
 public:
  // Control flow is structured unless the entry point is a kernel.
  ModuleAnalysis(const SpecializedModule& types, bool is_kernel);

  std::span<const Use> uses(Id id) const;
  // The block that contains an instruction, and the index of its function.
  struct BlockLocation {
    std::uint32_t function = 0;
    std::uint32_t block = 0;
  };
  BlockLocation place(std::uint32_t instruction) const { return places_[instruction]; }
  std::uint32_t index_of(const Instruction& instruction) const;

  // The analysis of a called function. Errors: unstructured control flow.
  Result<const FunctionAnalysis*> function(const Function& function);

  // Whether a pointer is only used for loads and stores at constant places, so that its variable
  // can be kept in registers.
  bool only_loaded_and_stored(Id pointer);

  // Whether a pointer certainly stays inside the function's variable that it points into, so that
  // no access through it can reach anything else.
  bool stays_in_variable(Id pointer) const;

  // Whether a load may share the registers of its variable, because nothing can change them before
  // the last use of the loaded value.
  bool load_may_share(const InstructionRegistry& registry, const Instruction& load);

 private:
  bool use_is_load_or_store(const Use& use);
  bool accesses_declared_type(const Use& use) const;
  bool only_has_lifetime(Id pointer) const;
  bool argument_is_loaded_and_stored(const Instruction& call, std::uint32_t operand);
  bool selects_part(const Instruction& chain) const;
  Id root(Id pointer) const;
  bool may_alias(Id root_a, Id root_b) const;
  // The index of the last instruction that reads `id`, or a result in the same planes; 0 if it escapes `block`.
  std::uint32_t last_use_in_block(const InstructionRegistry& registry, Id id, BlockLocation block,
                                  unsigned depth) const;
  std::uint32_t block_that_reads(const Function& function, const FunctionAnalysis& analysis,
                                 const Use& use) const;
  void find_live_out(const Function& function, FunctionAnalysis& analysis) const;

  const SpecializedModule& types_;
  const Module& module_;
  bool is_kernel_;
  std::vector<std::uint32_t> use_begin_;  // by id, into uses_
  std::vector<Use> uses_;
  std::vector<BlockLocation> places_;
  std::unordered_map<Id, bool> only_loaded_and_stored_;
  std::unordered_map<Id, FunctionAnalysis> functions_;
};

}  // namespace spirv_oracle
