// Functions without structured control flow: where their lanes reconverge.
#include <algorithm>

#include "interpreter/compile/function_instance.h"
#include "interpreter/exec/control_flow_clauses.h"
#include "interpreter/exec/reconvergence_point.h"
#include "interpreter/exec/report_always.h"
#include "interpreter/exec/tangle.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t none = ControlFlow::none;

}  // namespace

// The depth of the innermost frame in a loop, or outside all loops.
std::uint32_t FunctionLowering::depth_in(const Instance& instance, std::uint32_t loop) const {
  if (loop == none) return instance.base_depth - 1;
  return instance.base_depth + instance.flow().constructs[loop].depth;
}

std::uint32_t FunctionLowering::add_reconvergence_point(std::uint32_t depth, std::uint32_t join,
                                                        bool next_iteration) {
  return lowering_.builder().add(ReconvergencePoint{0, depth, join, next_iteration});
}

void FunctionLowering::begin_graph(Instance& instance, std::uint32_t caller) {
  const ControlFlow& flow = instance.flow();
  if (flow.structured) return;
  Instance* const outer = std::exchange(instance_, &instance);
  const std::uint32_t first_word = lowering_.builder().align_reconvergence_points();
  instance.point_of_block.assign(flow.successors.size(), none);
  instance.point_of_loop.assign(flow.constructs.size(), none);
  instance.points_of_edges.resize(flow.successors.size());
  const auto ends_with_switch = [&](std::uint32_t block) {
    return lowering_.module().instruction(instance.function.blocks[block].last).opcode ==
           spv::Op::OpSwitch;
  };
  // Lanes with different selector values join as well.
  const auto may_join = [&](std::uint32_t block) {
    return flow.predecessors[block].size() > 1 ||
           std::ranges::any_of(flow.predecessors[block], ends_with_switch);
  };
  for (std::uint32_t i = 0; i < flow.order.size(); ++i) {
    const std::uint32_t block = flow.order[i];
    const std::uint32_t inside = flow.construct_of_block[block];
    const std::uint32_t headed = flow.construct_of_header[block];
    const std::uint32_t outside = headed == none ? inside : flow.constructs[headed].parent;
    const std::uint32_t join = may_join(block) ? join_info(block) : 0;
    instance.point_of_block[block] =
        add_reconvergence_point(depth_in(instance, outside), join, false);
    const bool is_conditional =
        lowering_.module().instruction(instance.function.blocks[block].last).opcode !=
        spv::Op::OpBranch;
    for (const std::uint32_t to : flow.successors[block]) {
      const bool own = is_conditional && edge_has_records(block, to);
      const std::uint32_t join_there = own && may_join(to) ? join_info(to) : 0;
      instance.points_of_edges[block].push_back(
          own ? add_reconvergence_point(depth_in(instance, inside), join_there, false) : none);
    }
    for (std::uint32_t loop = inside;
         loop != none && (i + 1 == flow.order.size() || !flow.contains(loop, flow.order[i + 1]));
         loop = flow.constructs[loop].parent) {
      instance.point_of_loop[loop] = add_reconvergence_point(depth_in(instance, loop), join, true);
    }
  }
  const std::uint32_t end_word = lowering_.builder().align_reconvergence_points();
  instance.graph =
      lowering_.builder().add(FlowGraph{first_word, end_word, instance.base_depth - 1, caller});
  lowering_.emit(&enter_graph, no_slot, {}, instance.graph);
  instance_ = outer;
}

void FunctionLowering::place_block(std::uint32_t block) {
  if (instance_->point_of_block.empty()) return;
  lowering_.builder().place(instance_->point_of_block[block]);
}

// The frame of a loop counts the iterations. The next iteration begins after this record.
void FunctionLowering::enter_loop(std::uint32_t loop) {
  const Construct& construct = instance_->flow().constructs[loop];
  const std::uint32_t depth = depth_in(*instance_, loop);
  lowering_.builder().set_origin(instance_->function.blocks[construct.header].last,
                                 instance_->call_origin);
  if (instance_->flow().is_entered_beside_header(loop))
    lowering_.emit(&report_always<UnstructuredControlFlow::irreducible>, no_slot);
  lowering_.builder().reserve_frame(depth);
  const std::uint32_t words[] = {depth,
                                 static_cast<std::uint32_t>(Frame::Kind::loop),
                                 add_construct_info(ConstructInfo::Kind::loop),
                                 0,
                                 0,
                                 0};
  lowering_.emit(&spirv_oracle::enter_frame, no_slot, {}, lowering_.add_data(words));
  if (instance_->block == construct.header)
    lowering_.builder().place(instance_->point_of_loop[loop]);
}

// The loops that an edge enters other than through their headers, the outermost one first.
std::vector<std::uint32_t> FunctionLowering::loops_entered_in_the_middle(std::uint32_t from,
                                                                         std::uint32_t to) const {
  const ControlFlow& flow = instance_->flow();
  std::vector<std::uint32_t> loops;
  for (std::uint32_t loop = flow.construct_of_block[to]; loop != none && !flow.contains(loop, from);
       loop = flow.constructs[loop].parent) {
    if (flow.constructs[loop].header != to) loops.push_back(loop);
  }
  std::ranges::reverse(loops);
  return loops;
}

bool FunctionLowering::edge_has_records(std::uint32_t from, std::uint32_t to) const {
  return begins_with_phi(lowering_.module(), instance_->function.blocks[to]) ||
         !loops_entered_in_the_middle(from, to).empty();
}

std::uint32_t FunctionLowering::point_of_target(std::uint32_t from, std::uint32_t to) const {
  const ControlFlow& flow = instance_->flow();
  const std::uint32_t loop = flow.construct_of_header[to];
  const bool is_back_edge = loop != none && flow.contains(loop, from);
  return is_back_edge ? instance_->point_of_loop[loop] : instance_->point_of_block[to];
}

std::uint32_t FunctionLowering::point_of_branch(std::uint32_t to) const {
  const std::uint32_t from = instance_->block;
  const auto& successors = instance_->flow().successors[from];
  const auto index = std::ranges::find(successors, to) - successors.begin();
  const std::uint32_t own = instance_->points_of_edges[from][static_cast<std::size_t>(index)];
  return own != none ? own : point_of_target(from, to);
}

void FunctionLowering::lower_unstructured_branch(const Instruction& branch) {
  const Slot condition = lowering_.slot(branch.id(0), 0, ScalarType::boolean());
  const std::uint32_t record = emit_control(
      &branch_unstructured, {condition},
      {point_of_branch(block_of(branch.id(1))), point_of_branch(block_of(branch.id(2)))});
  note_branch_join(record, 0);
  emit_edges();
}

void FunctionLowering::emit_edges() {
  const auto& successors = instance_->flow().successors[instance_->block];
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const std::uint32_t own = instance_->points_of_edges[instance_->block][i];
    if (own == none) continue;
    lowering_.builder().place(own);
    emit_unstructured_jump(successors[i]);
  }
}

void FunctionLowering::emit_unstructured_jump(std::uint32_t to) {
  const std::uint32_t origin = lowering_.builder().origin();
  const std::uint32_t instruction = lowering_.program().origins[origin].instruction;
  emit_phi_copies(to);
  for (const std::uint32_t loop : loops_entered_in_the_middle(instance_->block, to))
    enter_loop(loop);
  lowering_.builder().set_origin(instruction, instance_->call_origin);
  emit_control(&jump_unstructured, {}, {point_of_target(instance_->block, to)});
}

}  // namespace spirv_oracle
