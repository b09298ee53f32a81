// Finds the values to which a part of a function does nothing but add integers (docs/soundness.md, "Look-back").
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "interpreter/lowering/analysis.h"

namespace spirv_oracle {

// Some blocks of a function.
class FunctionPart {
 public:
  FunctionPart(const Module& module, const ModuleAnalysis& analysis, const FunctionAnalysis& flow,
               std::uint32_t function)
      : module_(&module),
        analysis_(&analysis),
        flow_(&flow),
        function_(function),
        blocks_(module.functions()[function].blocks.size()) {}

  const Function& function() const { return module_->functions()[function_]; }
  const FunctionAnalysis& analysis() const { return *flow_; }
  void add(std::uint32_t block) { blocks_[block] = true; }
  bool has(std::uint32_t block) const { return blocks_[block]; }
  bool has_label(Id label) const;
  // By the index in the module.
  bool has_instruction(std::uint32_t instruction) const {
    const auto place = analysis_->place(instruction);
    return place.function == function_ && has(place.block);
  }
  // Whether the part reads the operand. OpPhi reads it at the end of its Parent.
  bool reads(const Use& use) const;
  // Calls `action` with each instruction of the part.
  template <class Action>
  void for_each(Action action) const {
    const Function& function = this->function();
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      if (!has(b)) continue;
      for (std::uint32_t i = function.blocks[b].first; i <= function.blocks[b].last; ++i)
        action(module_->instruction(i));
    }
  }

 private:
  const Module* module_;
  const ModuleAnalysis* analysis_;
  const FunctionAnalysis* flow_;
  std::uint32_t function_;
  std::vector<bool> blocks_;
};

class RunningSums {
 public:
  // One value has several names: variables of the function that hold it, and results. Each instruction of the part that makes a new
  // value of such a name copies the old value, or adds something to it that does not depend on any of the names.
  using Names = std::set<Id>;

  RunningSums(const Module& module, const ModuleAnalysis& analysis)
      : module_(module), analysis_(analysis) {}

  // No two of them have a name in common: otherwise, one would depend on the other.
  std::vector<Names> of(const FunctionPart& part) const;

 private:
  Names names_from(const FunctionPart& part, Id first) const;
  Id name_made_by(const Use& use) const;
  bool keeps_sum(const FunctionPart& part, const Names& names, Id name) const;

  const Module& module_;
  const ModuleAnalysis& analysis_;
};

}  // namespace spirv_oracle
