// The state of an inlined call during lowering. Only for the files of FunctionLowering.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "interpreter/checks/loop_control.h"
#include "interpreter/compile/function_lowering.h"
#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

// One inlined call of a function.
struct FunctionLowering::Instance {
  struct Fixup {
    std::uint32_t index;  // of a record, or of a word in Program::data
    unsigned operand;     // of the record; in_data for a word
    std::uint32_t block;  // end_block: after the call
  };
  static constexpr unsigned in_data = ~0u;

  const Function& function;
  const FunctionAnalysis& analysis;
  std::uint32_t call_origin;  // 0 for the entry point
  std::uint32_t base_depth;   // frames outside the function
  bool has_frame;             // whether returns reconverge in a frame of the call
  Instance* caller = nullptr;
  std::vector<Value> locals{};
  std::vector<Slot> return_slots{};           // where returns reconverge in a frame
  Value returned{};                           // otherwise
  std::vector<std::uint32_t> block_start{};   // record index by block; header label of loops apart
  std::vector<std::uint32_t> header_start{};  // where the next iteration starts
  std::vector<Fixup> fixups{};
  std::vector<Fixup> header_fixups{};
  std::uint32_t position = 0;  // in control_flow.order
  std::uint32_t block = 0;     // being lowered
  const Instruction* merge = nullptr;
  // For loops whose Loop Control asserts something, by header.
  std::unordered_map<std::uint32_t, LoopCounter> loop_counters{};
  std::unordered_map<std::uint32_t, std::uint32_t>
      counted_loop_before{};  // by merge block: the header
  // By block with phis: which of their pairs to examine first.
  std::unordered_map<std::uint32_t, unsigned> next_pair_of_phi{};
  // Loops whose iterations are declared independent: by construct, and those around the call.
  std::unordered_map<std::uint32_t, IndependentLoop> independent_loops{};
  std::vector<IndependentLoop> loops_around_call{};
  // By block where lanes may join without a guarantee: index into Program::constructs, which names
  // it.
  std::unordered_map<std::uint32_t, std::uint32_t> join_info{};

  // For unstructured control flow: the reconvergence points of each block, of the edge back to the
  // header of each loop, and of each edge with records of its own (by block and successor; none: it
  // has none).
  std::uint32_t graph = Subgroup::no_graph;
  std::vector<std::uint32_t> point_of_block{};
  std::vector<std::uint32_t> point_of_loop{};
  std::vector<std::vector<std::uint32_t>> points_of_edges{};

  std::uint32_t end_block() const { return static_cast<std::uint32_t>(function.blocks.size()); }
  const ControlFlow& flow() const { return analysis.control_flow; }
};

// Debug information and other instructions without effect that may be between a label and the phis
// of its block.
bool is_debug_information(const Module& module, const Instruction& instruction);
bool begins_with_phi(const Module& module, const Block& block);

}  // namespace spirv_oracle
