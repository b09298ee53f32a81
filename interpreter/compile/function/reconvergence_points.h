// Numbers the reconvergence points of a function with unstructured control flow
// (exec/tangles/reconvergence_point.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/compile/function/frames.h"
#include "interpreter/compile/function/inlined_call.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Points are indices into Program::reconvergence_points, and loops are constructs. Each block has a
// point, and so has the edge back to the header of each loop. Edges with records of their own have
// one where these records begin.
class ReconvergencePoints {
 public:
  // Emits the record that begins the graph of the function, which must have a frame. `caller`: the
  // graph of the function that calls it, or Subgroup::no_graph.
  ReconvergencePoints(Lowering& lowering, const InlinedCall& call, BlockInfos& infos,
                      std::uint32_t caller);

  // Index into Program::graphs.
  std::uint32_t graph() const { return graph_; }
  // Where lanes wait that have left a block and come to another one.
  std::uint32_t of_edge(std::uint32_t from, std::uint32_t to) const;
  // Where lanes continue after a conditional branch: at the records of the edge, or else of_edge().
  std::uint32_t of_branch(std::uint32_t from, std::uint32_t to) const;
  // The points where the records of edges begin, by successor of the block; ControlFlow::none for an
  // edge without records.
  std::span<const std::uint32_t> of_edge_records(std::uint32_t from) const {
    return edge_records_[from];
  }
  // The loops that an edge enters other than through their headers, the outermost one first.
  std::vector<std::uint32_t> loops_entered_beside_header(std::uint32_t from,
                                                         std::uint32_t to) const;

  // The next record is the first one of the block.
  void place_block(std::uint32_t block) const;
  // The next record is the first one of an iteration.
  void place_iteration(std::uint32_t loop) const;
  // Emits the records before a loop. Its frame counts the iterations. Changes the origin of the
  // following records.
  void enter_loop(std::uint32_t loop) const;

 private:
  std::uint32_t depth_in(std::uint32_t loop) const;
  const Instruction& terminator(std::uint32_t block) const;
  bool edge_has_records(std::uint32_t from, std::uint32_t to) const;
  std::uint32_t join_info(BlockInfos& infos, std::uint32_t block) const;
  void number_block(BlockInfos& infos, std::uint32_t block);
  void number_edges(BlockInfos& infos, std::uint32_t from);
  void number_loops(BlockInfos& infos, std::uint32_t block, std::uint32_t next);

  Lowering& lowering_;
  const InlinedCall& call_;
  std::vector<std::uint32_t> blocks_;                     // by block
  std::vector<std::uint32_t> loops_;                      // by construct: the edge to its header
  std::vector<std::vector<std::uint32_t>> edge_records_;  // by block and successor
  std::uint32_t graph_ = 0;
};

}  // namespace spirv_oracle
