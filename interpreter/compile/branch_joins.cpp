// Records for shadow runs where the paths of each branch join (exec/uncertain_branches.h).

#include "interpreter/compile/function_instance.h"
#include "interpreter/exec/uncertain_branches.h"
#include "interpreter/loader/post_dominators.h"

namespace spirv_oracle {

const std::vector<std::uint32_t>& FunctionLowering::post_dominators(const Instance& instance) {
  const auto [entry, is_new] = post_dominators_.try_emplace(&instance.function);
  if (!is_new) return entry->second;
  // No lane reaches OpUnreachable.
  std::vector<std::uint32_t> ends;
  for (const std::uint32_t block : instance.flow().order) {
    const spv::Op last =
        lowering_.module().instruction(instance.function.blocks[block].last).opcode;
    if (instance.flow().successors[block].empty() && last != spv::Op::OpUnreachable)
      ends.push_back(block);
  }
  return entry->second = immediate_post_dominators(instance.flow(), std::move(ends));
}

// The place where lanes from the block `from` wait before they execute `block`; none if they do not wait.
std::optional<PathJoinPlace> FunctionLowering::place_before(const Instance& instance,
                                                            std::uint32_t from,
                                                            std::uint32_t block) const {
  const ControlFlow& flow = instance.flow();
  if (!flow.structured) {
    const std::uint32_t loop = flow.construct_of_header[block];
    const bool is_back = loop != ControlFlow::none && flow.contains(loop, from);
    return PathJoinPlace{PathJoin::reconvergence_point,
                         is_back ? instance.point_of_loop[loop] : instance.point_of_block[block]};
  }
  const std::uint32_t own = flow.construct_of_header[from];
  const bool heads_selection =
      own != ControlFlow::none && flow.constructs[own].kind != Construct::Kind::loop;
  for (std::uint32_t c = heads_selection ? own : flow.construct_of_block[from];
       c != ControlFlow::none; c = flow.constructs[c].parent) {
    const Construct& construct = flow.constructs[c];
    const std::uint32_t depth = instance.base_depth + construct.depth;
    if (construct.merge == block) return PathJoinPlace{PathJoin::merge_block, depth};
    if (construct.kind != Construct::Kind::loop) continue;
    if (construct.header == block) return PathJoinPlace{PathJoin::next_iteration, depth};
    if (construct.continue_target == block) return PathJoinPlace{PathJoin::continue_target, depth};
  }
  return std::nullopt;
}

void FunctionLowering::note_branch_join(std::uint32_t record, unsigned selector_bytes) {
  if (!lowering_.dispatch().pass.follows_uncertain_branches) return;
  const std::uint32_t words[] = {static_cast<std::uint32_t>(PathJoin::end), 0, record, 0,
                                 selector_bytes};
  const std::uint32_t data = lowering_.add_data(words);
  lowering_.builder().set_branch_join(record, data);
  const auto set = [&](const PathJoinPlace& place) {
    lowering_.builder().set_data(data, static_cast<std::uint32_t>(place.join));
    lowering_.builder().set_data(data + 1, place.number);
  };
  Instance* instance = instance_;
  std::uint32_t from = instance->block;
  for (; instance != nullptr; instance = instance->caller) {
    from = instance->block;
    const auto& next = post_dominators(*instance);
    std::optional<PathJoinPlace> place;
    std::uint32_t block = next[from];
    for (; block != instance->end_block(); block = next[block]) {
      place = place_before(*instance, from, block);
      if (place) break;
    }
    fix_range(*instance, from, block, data);
    if (place) return set(*place);
    if (instance->has_frame) return set({PathJoin::merge_block, instance->base_depth - 1});
  }
}

// Sets the range of records between the branch and the place. It includes a whole loop if the lanes may be inside it
// and the place is outside.
void FunctionLowering::fix_range(Instance& instance, std::uint32_t from, std::uint32_t place,
                                 std::uint32_t data) {
  const ControlFlow& flow = instance.flow();
  const bool is_behind =
      place == instance.end_block() || flow.position[place] > flow.position[from];
  instance.fixups.push_back(
      {data + 3, Instance::in_data, is_behind ? place : instance.end_block()});
  for (std::uint32_t c = flow.construct_of_block[from]; c != ControlFlow::none;
       c = flow.constructs[c].parent) {
    const bool holds_place = place != instance.end_block() && flow.contains(c, place);
    if (flow.constructs[c].kind == Construct::Kind::loop && !holds_place)
      instance.fixups.push_back({data + 2, Instance::in_data, flow.constructs[c].header});
  }
}

}  // namespace spirv_oracle
