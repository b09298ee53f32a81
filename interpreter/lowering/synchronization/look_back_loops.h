// Finds loops in which an invocation looks back at what others have published: it loads atomics, adds to sums, and writes no memory
// (docs/soundness.md, "Look-back").
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "interpreter/lowering/synchronization/running_sums.h"

namespace spirv_oracle {

class LookBackLoops {
 public:
  // A block that follows the loop.
  struct Exit {
    std::uint32_t block = 0;
    bool may_return = false;  // to the loop
    std::vector<Id> sums;     // for each sum of the loop, its name from here on; 0: it has none
    // Other variables that the loop stores to, and results that depend on it.
    std::vector<Id> others;
  };
  struct Loop {
    FunctionPart part;
    std::uint32_t header = 0;  // its block
    std::vector<RunningSums::Names> sums;
    std::set<Id> unused;  // the names of sums that have none after the loop
    std::vector<Exit> exits;
    // It loads inputs that differ between the invocations of a workgroup, or between workgroups.
    bool depends_on_invocation = false, depends_on_workgroup = false;
    // Its invocations look back together: it has group operations.
    bool has_group_operations = false;
  };
  struct Load {
    const Loop* loop = nullptr;
    std::vector<Id> sums;  // the names that they have at the load
    // The results, and the variables of the function other than the sums, on which the rest of the loop depends.
    std::vector<Id> live;
    unsigned inner_loops = 0;  // around the load, inside of the loop
  };
  struct End {
    const Loop* loop = nullptr;
    const Exit* exit = nullptr;
  };

  LookBackLoops(const Module& module, const InstructionRegistry& registry, ModuleAnalysis& analysis)
      : module_(module), registry_(registry), analysis_(analysis), running_(module, analysis) {}

  // If the atomic instruction is a load of such a loop.
  std::optional<Load> of_load(const Instruction& atomic);
  // The loop with group operations whose part the instruction is; null: there is none.
  const Loop* together(const Instruction& instruction);
  bool is_group_operation(const Instruction& instruction) const;
  // The loops that end before the instruction, the first one of its block that is not a phi.
  std::vector<End> before(const Instruction& instruction);

 private:
  // Ids. That of a variable means what it holds.
  using Live = std::set<Id>;

  // What a loop may have in addition to what all of them may: nothing, or group operations of subgroups.
  enum class Kind : std::uint8_t { alone, together };

  const std::vector<Loop>& loops_of(std::uint32_t function);
  const Loop* loop_around(const ModuleAnalysis::BlockLocation& place);
  std::optional<Loop> loop_at(const FunctionAnalysis& analysis, std::uint32_t function,
                              std::uint32_t construct, Kind kind) const;
  bool belongs(const Instruction& instruction, Kind kind) const;
  bool is_load_of_loop(const Instruction& instruction) const;
  bool is_shared_buffer(Id pointer) const;
  bool is_written_by_workgroups(Id pointer) const;
  bool is_read_outside(const FunctionPart& part, Id id) const;
  bool may_return(const FunctionPart& part, std::uint32_t block) const;
  Id name_of_phi(const FunctionPart& part, const RunningSums::Names& names,
                 std::uint32_t exit) const;
  void note_input(const Instruction& load, Loop& loop) const;
  void name_sums(Loop& loop) const;
  void find_others(Loop& loop) const;
  void step_back(const Loop& loop, const Instruction& instruction, Live& live) const;
  Live live_at_end(const Loop& loop, const std::vector<Live>& at_begin, std::uint32_t block) const;
  Live live_after(const Loop& loop, std::uint32_t block, std::uint32_t instruction) const;

  const Module& module_;
  const InstructionRegistry& registry_;
  ModuleAnalysis& analysis_;
  RunningSums running_;
  std::unordered_map<std::uint32_t, std::vector<Loop>> loops_;  // by function
};

}  // namespace spirv_oracle
