// Lowers control flow: blocks, edges with their phi copies, constructs, and calls, which are
// inlined.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>

#include "interpreter/compile/instruction_lowering.h"
#include "interpreter/deadline.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {

struct PathJoinPlace;  // exec/uncertain_branches.h

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
  struct Instance;  // function_instance.h

  void lower_body(Instance& instance);
  void declare_phis(Instance& instance);
  void lower_block(Instance& instance, std::uint32_t block);
  void add_debug_instance(const Instance& instance);
  void keep_live_out(const Instruction& instruction);
  void mark_temporary(const Instruction& instruction, const Value& value);
  void enter_construct(std::uint32_t construct, ConstructInfo::Kind info_kind);
  void enter_frame(std::uint32_t depth, std::uint32_t kind, std::uint32_t construct_info,
                   std::uint32_t merge_block, std::uint32_t continue_block,
                   std::uint32_t header_block);
  std::uint32_t add_construct_info(ConstructInfo::Kind kind);
  // Must precede the records of a block. Handles the assertions about iterations in the Loop
  // Control of its loop, or of the loop whose merge block it is.
  void start_loop_counter(std::uint32_t header);
  void check_loop_counter(std::uint32_t merge_block);
  void start_loop_dependence(std::uint32_t construct);
  // The effect of the branch from the current block to `to`. Fails for a loop that has no header.
  Edge edge_to(std::uint32_t to);
  // Emits the branch from the current block to `to`.
  void emit_edge(std::uint32_t to);
  void emit_jump(std::uint32_t to);
  // Whether lanes that go to the block may join others there; and the ConstructInfo that names it.
  UnguaranteedReconvergence join_at(std::uint32_t block) const;
  std::uint32_t join_info(std::uint32_t block);
  std::uint32_t add_block_info(std::uint32_t block);
  void emit_phi_copies(std::uint32_t to);
  // The target of a branch: the block itself if the edge to it is a plain jump without copies.
  bool edge_is_plain_jump(std::uint32_t to);
  std::uint32_t block_of(Id label);
  std::uint32_t current_depth() const;
  void fix_operand(std::uint32_t op, unsigned operand, std::uint32_t block);
  void fix_data(std::uint32_t word, std::uint32_t block);
  void resolve_fixups(Instance& instance);

  // --- branch_joins.cpp ---

  // The record is a branch: records where its paths join, for shadow runs.
  void note_branch_join(std::uint32_t record, unsigned selector_bytes);
  const std::vector<std::uint32_t>& post_dominators(const Instance& instance);
  std::optional<PathJoinPlace> place_before(const Instance& instance, std::uint32_t from,
                                            std::uint32_t block) const;
  void fix_range(Instance& instance, std::uint32_t from, std::uint32_t place, std::uint32_t data);

  // --- reconvergence_point_lowering.cpp: unstructured control flow (exec/reconvergence_point.h)
  // ---

  // Numbers the reconvergence points of a function that has a frame, and emits its beginning. No
  // effect if control flow is structured.
  void begin_graph(Instance& instance, std::uint32_t caller);
  std::uint32_t add_reconvergence_point(std::uint32_t depth, std::uint32_t join,
                                        bool next_iteration);
  // Marks the place of the block.
  void place_block(std::uint32_t block);
  void enter_loop(std::uint32_t loop);
  std::uint32_t depth_in(const Instance& instance, std::uint32_t loop) const;
  std::vector<std::uint32_t> loops_entered_in_the_middle(std::uint32_t from,
                                                         std::uint32_t to) const;
  bool edge_has_records(std::uint32_t from, std::uint32_t to) const;
  void lower_unstructured_branch(const Instruction& branch);
  // The destination of a conditional branch: the edge's own reconvergence point, or that of its
  // target.
  std::uint32_t point_of_branch(std::uint32_t to) const;
  std::uint32_t point_of_target(std::uint32_t from, std::uint32_t to) const;
  // Emits the records of edges from the current block that have their own reconvergence point.
  void emit_edges();
  void emit_unstructured_jump(std::uint32_t to);

  InstructionLowering& lowering_;
  Deadline deadline_;
  std::optional<bool> physical_pointers_escape_;  // computed on the first call
  Instance* instance_ = nullptr;
  std::vector<const Function*> call_stack_;
  std::unordered_map<const Function*, std::vector<std::uint32_t>> post_dominators_;
  std::uint32_t cost_ = 0;  // instructions since the last control record
};

}  // namespace spirv_oracle
