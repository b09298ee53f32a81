// Finds loops in which an invocation looks back at what others have published: it loads atomics, adds to variables, and writes
// no memory (docs/soundness.md, "Look-back").
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "interpreter/lowering/synchronization/commuting_updates.h"

namespace spirv_oracle {

class LookBackLoops {
 public:
  struct Loop {
    std::vector<bool> blocks;  // those that belong to it
    std::vector<bool> exits;   // those that follow it
    // Variables of the function to which it adds integers, and does nothing else with them.
    std::vector<Id> sums;
    // Other variables that it stores to, and results of it that instructions after it use.
    std::vector<Id> others;
  };
  struct Load {
    const Loop* loop = nullptr;
    // The results, and the variables of the function other than the sums, on which the rest of the loop depends.
    std::vector<Id> live;
  };

  LookBackLoops(const Module& module, const InstructionRegistry& registry, ModuleAnalysis& analysis)
      : module_(module), registry_(registry), analysis_(analysis), updates_(module, analysis) {}

  // If the atomic instruction is a load of such a loop.
  std::optional<Load> of_load(const Instruction& atomic);
  // The loops that end before the instruction, the first one of its block that is not a phi.
  std::vector<const Loop*> before(const Instruction& instruction);

 private:
  // Ids. That of a variable means what it holds.
  using Live = std::set<Id>;

  const std::vector<Loop>& loops_of(std::uint32_t function);
  std::optional<Loop> loop_at(const Function& function, const FunctionAnalysis& analysis,
                              std::uint32_t construct);
  bool belongs(const Instruction& instruction) const;
  bool is_load_of_loop(const Instruction& instruction) const;
  bool is_shared_buffer(Id pointer) const;
  bool is_in_registers(Id variable) const;
  bool is_sum(const Loop& loop, std::uint32_t function, Id variable);
  void find_variables(Loop& loop, const Function& function, std::uint32_t number);
  void step_back(const Loop& loop, const Function& function, const Instruction& instruction,
                 Live& live) const;
  Live live_at_end(const Loop& loop, const Function& function, const FunctionAnalysis& analysis,
                   const std::vector<Live>& at_begin, std::uint32_t block) const;
  bool is_in(const Loop& loop, std::uint32_t function, std::uint32_t instruction) const {
    const auto place = analysis_.place(instruction);
    return place.function == function && loop.blocks[place.block];
  }

  const Module& module_;
  const InstructionRegistry& registry_;
  ModuleAnalysis& analysis_;
  CommutingUpdates updates_;
  std::unordered_map<std::uint32_t, std::vector<Loop>> loops_;  // by function
};

}  // namespace spirv_oracle
