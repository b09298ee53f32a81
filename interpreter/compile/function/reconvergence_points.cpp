#include "interpreter/compile/function/reconvergence_points.h"

#include <algorithm>

#include "interpreter/compile/function/phis.h"
#include "interpreter/exec/report/control_flow_clauses.h"
#include "interpreter/exec/report/report_always.h"
#include "interpreter/exec/tangles/reconvergence_point.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t none = ControlFlow::none;

}  // namespace

ReconvergencePoints::ReconvergencePoints(Lowering& lowering, const InlinedCall& call,
                                         BlockInfos& infos, std::uint32_t caller)
    : lowering_(lowering),
      call_(call),
      blocks_(call.flow().successors.size(), none),
      loops_(call.flow().constructs.size(), none),
      edge_records_(call.flow().successors.size()) {
  ProgramBuilder& builder = lowering.builder();
  const std::uint32_t first_word = builder.align_reconvergence_points();
  const auto& order = call.flow().order;
  for (std::size_t i = 0; i < order.size(); ++i) {
    number_block(infos, order[i]);
    number_edges(infos, order[i]);
    number_loops(infos, order[i], i + 1 == order.size() ? none : order[i + 1]);
  }
  const std::uint32_t end_word = builder.align_reconvergence_points();
  graph_ = builder.add(FlowGraph{first_word, end_word, call.base_depth - 1, caller});
  lowering.emit(&enter_graph, no_slot, {}, graph_);
}

// The depth of the innermost frame in a loop, or outside all loops.
std::uint32_t ReconvergencePoints::depth_in(std::uint32_t loop) const {
  if (loop == none) return call_.base_depth - 1;
  return call_.base_depth + call_.flow().constructs[loop].depth;
}

const Instruction& ReconvergencePoints::terminator(std::uint32_t block) const {
  return lowering_.module().instruction(call_.function.blocks[block].last);
}

// Names a block where lanes join; 0 for other blocks.
std::uint32_t ReconvergencePoints::join_info(BlockInfos& infos, std::uint32_t block) const {
  const auto& predecessors = call_.flow().predecessors[block];
  // Lanes with different selector values join as well.
  const bool joins =
      predecessors.size() > 1 || std::ranges::any_of(predecessors, [&](std::uint32_t from) {
        return terminator(from).opcode == spv::Op::OpSwitch;
      });
  return joins ? infos.of(lowering_, call_, block) : 0;
}

void ReconvergencePoints::number_block(BlockInfos& infos, std::uint32_t block) {
  const ControlFlow& flow = call_.flow();
  const std::uint32_t headed = flow.construct_of_header[block];
  const std::uint32_t outside =
      headed == none ? flow.construct_of_block[block] : flow.constructs[headed].parent;
  blocks_[block] = lowering_.builder().add(
      ReconvergencePoint{0, depth_in(outside), join_info(infos, block), false});
}

void ReconvergencePoints::number_edges(BlockInfos& infos, std::uint32_t from) {
  const bool is_conditional = terminator(from).opcode != spv::Op::OpBranch;
  const std::uint32_t depth = depth_in(call_.flow().construct_of_block[from]);
  for (const std::uint32_t to : call_.flow().successors[from]) {
    std::uint32_t point = none;
    if (is_conditional && edge_has_records(from, to)) {
      point = lowering_.builder().add(ReconvergencePoint{0, depth, join_info(infos, to), false});
    }
    edge_records_[from].push_back(point);
  }
}

// Numbers the edges back to the headers of the loops that the block ends. `next`: the block that
// follows in the order of the function; none if there is none.
void ReconvergencePoints::number_loops(BlockInfos& infos, std::uint32_t block, std::uint32_t next) {
  const ControlFlow& flow = call_.flow();
  for (std::uint32_t loop = flow.construct_of_block[block];
       loop != none && (next == none || !flow.contains(loop, next));
       loop = flow.constructs[loop].parent) {
    loops_[loop] = lowering_.builder().add(
        ReconvergencePoint{0, depth_in(loop), join_info(infos, block), true});
  }
}

void ReconvergencePoints::place_block(std::uint32_t block) const {
  lowering_.builder().place(blocks_[block]);
}

void ReconvergencePoints::place_iteration(std::uint32_t loop) const {
  lowering_.builder().place(loops_[loop]);
}

void ReconvergencePoints::enter_loop(std::uint32_t loop) const {
  const std::uint32_t header = call_.flow().constructs[loop].header;
  lowering_.builder().set_origin(call_.function.blocks[header].last, call_.origin);
  if (call_.flow().is_entered_beside_header(loop))
    lowering_.emit(&report_always<UnstructuredControlFlow::irreducible>, no_slot);
  emit_enter_frame(lowering_, depth_in(loop), Frame::Kind::loop,
                   add_construct_info(lowering_, ConstructInfo::Kind::loop));
}

std::vector<std::uint32_t> ReconvergencePoints::loops_entered_beside_header(
    std::uint32_t from, std::uint32_t to) const {
  const ControlFlow& flow = call_.flow();
  std::vector<std::uint32_t> loops;
  for (std::uint32_t loop = flow.construct_of_block[to]; loop != none && !flow.contains(loop, from);
       loop = flow.constructs[loop].parent) {
    if (flow.constructs[loop].header != to) loops.push_back(loop);
  }
  std::ranges::reverse(loops);
  return loops;
}

bool ReconvergencePoints::edge_has_records(std::uint32_t from, std::uint32_t to) const {
  return begins_with_phi(lowering_.module(), call_.function.blocks[to]) ||
         !loops_entered_beside_header(from, to).empty();
}

std::uint32_t ReconvergencePoints::of_edge(std::uint32_t from, std::uint32_t to) const {
  const ControlFlow& flow = call_.flow();
  const std::uint32_t loop = flow.construct_of_header[to];
  const bool is_back_edge = loop != none && flow.contains(loop, from);
  return is_back_edge ? loops_[loop] : blocks_[to];
}

std::uint32_t ReconvergencePoints::of_branch(std::uint32_t from, std::uint32_t to) const {
  const auto& successors = call_.flow().successors[from];
  const auto index = std::ranges::find(successors, to) - successors.begin();
  const std::uint32_t own = edge_records_[from][static_cast<std::size_t>(index)];
  return own != none ? own : of_edge(from, to);
}

}  // namespace spirv_oracle
