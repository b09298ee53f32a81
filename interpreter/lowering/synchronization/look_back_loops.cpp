#include "interpreter/lowering/synchronization/look_back_loops.h"

#include <algorithm>
#include <iterator>

#include "interpreter/ir/imported_functions.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/cfg/dominators.h"
#include "interpreter/loader/cfg/post_dominators.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/synchronization/atomic_uses.h"
#include "interpreter/lowering/synchronization/commuting_updates.h"
#include "interpreter/lowering/synchronization/register_variable.h"
#include "interpreter/lowering/synchronization/storage_behind.h"

namespace spirv_oracle {
namespace {

// Limits the work on hostile modules.
constexpr std::size_t most_instructions = 4000;

// The ids that the instruction reads.
template <class Action>
void for_each_operand(const Instruction& instruction, Action action) {
  for (unsigned i = instruction.result != 0 ? 2 : 0; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class == OperandClass::id) action(instruction.id(i));
  }
}

// Whether other instructions of the function compute the id; false for variables, constants and labels.
bool is_computed(const Module& module, const Function& function, Id id) {
  if (id < function.first_local || id >= function.last_local) return false;
  const Instruction* definition = module.definition(id);
  return definition != nullptr && definition->opcode != spv::Op::OpVariable &&
         definition->opcode != spv::Op::OpLabel;
}

// The block after a loop of a kernel, to which all paths from it lead; or the number of blocks.
std::uint32_t join_after(const ControlFlow& flow, std::uint32_t loop) {
  std::vector<std::uint32_t> ends;
  for (const std::uint32_t block : flow.order) {
    if (flow.successors[block].empty()) ends.push_back(block);
  }
  const auto next = immediate_post_dominators(flow, ends);
  std::uint32_t block = flow.constructs[loop].header;
  while (block < next.size() && flow.contains(loop, block)) block = next[block];
  return block;
}

// Inputs of an invocation never change.
bool is_load_of_input(const Module& module, const Instruction& instruction) {
  return instruction.opcode == spv::Op::OpLoad &&
         storage_behind(module, instruction.id(2)) == spv::StorageClass::Input;
}

bool finds_bit(const InstructionDefinition& definition) {
  static constexpr std::string_view names[] = {"FindILsb", "FindSMsb", "FindUMsb"};
  return definition.instruction_class == "GLSL.std.450" &&
         std::ranges::find(names, definition.name) != std::end(names);
}

// Whether a variable, or a result that precedes each path to the block.
bool is_available(const Module& module, const ModuleAnalysis& analysis,
                  const Dominators& dominators, Id id, std::uint32_t block) {
  const Instruction& definition = *module.definition(id);
  if (definition.opcode == spv::Op::OpVariable) return true;
  const std::uint32_t begin = analysis.place(analysis.index_of(definition)).block;
  while (block != begin && block != dominators.immediate[block])
    block = dominators.immediate[block];
  return block == begin;
}

}  // namespace

// --- what belongs to a loop ---

// Whether workgroups access the same memory through the pointer.
bool LookBackLoops::is_shared_buffer(Id pointer) const {
  switch (storage_behind(module_, pointer)) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::PushConstant:
    case spv::StorageClass::PhysicalStorageBuffer:
    case spv::StorageClass::CrossWorkgroup:
      return true;
    default:
      return false;
  }
}

// Whether another workgroup may write to the memory.
bool LookBackLoops::is_written_by_workgroups(Id pointer) const {
  const spv::StorageClass storage = storage_behind(module_, pointer);
  return storage != spv::StorageClass::Uniform && storage != spv::StorageClass::PushConstant;
}

// At Subgroup scope, or of the own operands of each invocation.
bool LookBackLoops::is_group_operation(const Instruction& instruction) const {
  const InstructionDefinition* definition = definition_of(registry_, module_, instruction);
  return definition != nullptr && definition->instruction_class == "Non-Uniform";
}

bool LookBackLoops::is_load_of_loop(const Instruction& instruction) const {
  return is_atomic_load(module_, instruction) && is_shared_buffer(instruction.id(2)) &&
         !analysis_.uses(instruction.result).empty();
}

// Whether the instruction has no effect but its result, which depends only on its operands and on shared memory.
bool LookBackLoops::belongs(const Instruction& instruction, Kind kind) const {
  switch (instruction.opcode) {
    case spv::Op::OpNop:
    case spv::Op::OpLine:
    case spv::Op::OpNoLine:
    case spv::Op::OpPhi:
    case spv::Op::OpBranch:
    case spv::Op::OpBranchConditional:
    case spv::Op::OpSwitch:
    case spv::Op::OpSelectionMerge:
    case spv::Op::OpLoopMerge:
    case spv::Op::OpMemoryBarrier:
      return true;
    case spv::Op::OpLoad:
      return is_in_registers(module_, analysis_, instruction.id(2)) ||
             (is_shared_buffer(instruction.id(2)) &&
              (kind == Kind::alone || !is_written_by_workgroups(instruction.id(2)))) ||
             is_load_of_input(module_, instruction);
    case spv::Op::OpStore:
      return is_in_registers(module_, analysis_, instruction.id(0));
    default:
      break;
  }
  if (is_load_of_loop(instruction) || is_access_chain(instruction.opcode)) return true;
  if (is_group_operation(instruction)) return kind == Kind::together;
  const InstructionDefinition* definition = definition_of(registry_, module_, instruction);
  if (definition == nullptr) return false;
  static constexpr std::string_view classes[] = {"Arithmetic", "Bit", "Composite", "Conversion",
                                                 "Relational_and_Logical"};
  return std::ranges::find(classes, definition->instruction_class) != std::end(classes) ||
         CommutingUpdates::is_extremum(module_, instruction) || finds_bit(*definition);
}

// --- loops ---

const std::vector<LookBackLoops::Loop>& LookBackLoops::loops_of(std::uint32_t number) {
  const auto [known, is_new] = loops_.try_emplace(number);
  if (!is_new) return known->second;
  const auto analysis = analysis_.function(module_.functions()[number]);
  if (!analysis) return known->second;
  const ControlFlow& flow = (*analysis)->control_flow;
  std::vector<Loop> found;
  for (std::uint32_t c = 0; c < flow.constructs.size(); ++c) {
    const std::uint32_t header = flow.constructs[c].header;
    const bool is_inside =
        std::ranges::any_of(found, [&](const Loop& loop) { return loop.part.has(header); });
    if (is_inside || flow.constructs[c].kind != Construct::Kind::loop) continue;
    auto loop = loop_at(**analysis, number, c, Kind::together);
    if (!loop || !loop->has_group_operations) loop = loop_at(**analysis, number, c, Kind::alone);
    if (loop) found.push_back(std::move(*loop));
  }
  return loops_[number] = std::move(found);
}

// The blocks of the construct from its header up to those that have an effect.
std::optional<LookBackLoops::Loop> LookBackLoops::loop_at(const FunctionAnalysis& analysis,
                                                          std::uint32_t number,
                                                          std::uint32_t construct,
                                                          Kind kind) const {
  const ControlFlow& flow = analysis.control_flow;
  const Function& function = module_.functions()[number];
  // In a kernel, nothing shows which invocations are in the loop.
  if (kind == Kind::together && !flow.structured) return std::nullopt;
  Loop loop{FunctionPart(module_, analysis_, analysis, number),
            flow.constructs[construct].header,
            {},
            {},
            {}};
  const std::uint32_t join = flow.structured ? ControlFlow::none : join_after(flow, construct);
  std::vector<bool> seen(function.blocks.size());
  std::size_t instructions = 0;
  bool loads = false;
  std::vector<std::uint32_t> reached{flow.constructs[construct].header};
  while (!reached.empty()) {
    const std::uint32_t block = reached.back();
    reached.pop_back();
    if (seen[block]) continue;
    seen[block] = true;
    const Block& body = function.blocks[block];
    instructions += body.last - body.first + 1;
    if (instructions > most_instructions) return std::nullopt;
    const auto all = module_.instructions().subspan(body.first, body.last - body.first + 1);
    const bool is_inside =
        (flow.structured ? flow.contains(construct, block) : block != join) &&
        std::ranges::all_of(all, [&](const Instruction& each) { return belongs(each, kind); });
    if (!is_inside) {
      loop.exits.push_back({block, false, {}, {}});
      continue;
    }
    loop.part.add(block);
    loads |=
        std::ranges::any_of(all, [&](const Instruction& each) { return is_load_of_loop(each); });
    reached.insert(reached.end(), flow.successors[block].begin(), flow.successors[block].end());
  }
  if (!loads) return std::nullopt;
  loop.part.for_each([&](const Instruction& each) {
    if (is_load_of_input(module_, each)) note_input(each, loop);
    loop.has_group_operations |= is_group_operation(each);
  });
  for (Exit& exit : loop.exits) exit.may_return = may_return(loop.part, exit.block);
  name_sums(loop);
  if (loop.sums.empty()) return std::nullopt;
  find_others(loop);
  return loop;
}

void LookBackLoops::note_input(const Instruction& load, Loop& loop) const {
  const Instruction* variable = module_.definition(load.id(2));
  while (variable != nullptr && is_access_chain(variable->opcode))
    variable = module_.definition(base_of(*variable));
  const auto built_in = variable == nullptr
                            ? std::nullopt
                            : module_.decoration(variable->result, spv::Decoration::BuiltIn);
  static constexpr spv::BuiltIn inside_workgroup[] = {
      spv::BuiltIn::LocalInvocationId, spv::BuiltIn::LocalInvocationIndex, spv::BuiltIn::SubgroupId,
      spv::BuiltIn::SubgroupLocalInvocationId};
  const bool is_inside =
      built_in && std::ranges::find(inside_workgroup, static_cast<spv::BuiltIn>(*built_in)) !=
                      std::end(inside_workgroup);
  loop.depends_on_invocation = true;
  loop.depends_on_workgroup |= !is_inside;
}

// Whether something that is not a part of the loop, nor a phi that the loop ends with, reads the id.
bool LookBackLoops::is_read_outside(const FunctionPart& part, Id id) const {
  return std::ranges::any_of(analysis_.uses(id), [&](const Use& use) {
    const bool is_pointer_of_store =
        use.operand == 0 && module_.instruction(use.instruction).opcode == spv::Op::OpStore;
    return !is_pointer_of_store && !part.reads(use);
  });
}

// The phi of the exit that has the value of one of the names, whichever block of the loop precedes it; 0: there is none.
Id LookBackLoops::name_of_phi(const FunctionPart& part, const RunningSums::Names& names,
                              std::uint32_t exit) const {
  const Block& block = part.function().blocks[exit];
  for (std::uint32_t i = block.first; i <= block.last; ++i) {
    const Instruction& phi = module_.instruction(i);
    if (phi.opcode != spv::Op::OpPhi || analysis_.uses(phi.result).empty()) continue;
    bool follows = false, has_others = false;
    for (unsigned k = 2; k + 1 < phi.operand_count(); k += 2) {
      if (!part.has_label(phi.id(k + 1))) continue;
      (names.contains(phi.id(k)) ? follows : has_others) = true;
    }
    if (follows && !has_others) return phi.result;
  }
  return 0;
}

// One name of each sum is enough: others count as results that depend on the loop.
void LookBackLoops::name_sums(Loop& loop) const {
  const auto& flow = loop.part.analysis().control_flow;
  const Dominators dominators = find_dominators(flow.successors, flow.predecessors, 0);
  for (RunningSums::Names& names : running_.of(loop.part)) {
    bool is_used = false;
    for (Exit& exit : loop.exits) {
      Id name = name_of_phi(loop.part, names, exit.block);
      const auto is_name = [&](Id id, bool is_read) {
        return is_available(module_, analysis_, dominators, id, exit.block) &&
               is_read_outside(loop.part, id) == is_read;
      };
      for (const bool is_read : {true, false}) {
        if (name != 0 || (!is_read && !exit.may_return)) continue;
        const auto found =
            std::ranges::find_if(names, [&](const Id id) { return is_name(id, is_read); });
        if (found != names.end()) name = *found;
      }
      exit.sums.push_back(name);
      is_used |= name != 0;
    }
    if (is_used) {
      loop.sums.push_back(std::move(names));
      continue;
    }
    for (Exit& exit : loop.exits) exit.sums.pop_back();
    loop.unused.insert(names.begin(), names.end());
  }
}

void LookBackLoops::find_others(Loop& loop) const {
  const auto& flow = loop.part.analysis().control_flow;
  const Dominators dominators = find_dominators(flow.successors, flow.predecessors, 0);
  std::set<Id> stored, results;
  loop.part.for_each([&](const Instruction& instruction) {
    if (instruction.opcode == spv::Op::OpStore) stored.insert(instruction.id(0));
    if (instruction.result != 0) results.insert(instruction.result);
  });
  for (Exit& exit : loop.exits) {
    const auto add = [&](Id id) {
      if (std::ranges::find(exit.sums, id) == exit.sums.end()) exit.others.push_back(id);
    };
    std::ranges::for_each(stored, add);
    for (const Id id : results) {
      if (is_available(module_, analysis_, dominators, id, exit.block) &&
          (exit.may_return || is_read_outside(loop.part, id)))
        add(id);
    }
    // Which value a phi has depends on where the loop ends.
    const Block& block = loop.part.function().blocks[exit.block];
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      if (module_.instruction(i).opcode == spv::Op::OpPhi) add(module_.instruction(i).result);
    }
  }
}

// Whether the part comes after the block again.
bool LookBackLoops::may_return(const FunctionPart& part, std::uint32_t block) const {
  const auto& successors = part.analysis().control_flow.successors;
  std::vector<bool> seen(successors.size());
  std::vector<std::uint32_t> reached{block};
  while (!reached.empty()) {
    const std::uint32_t at = reached.back();
    reached.pop_back();
    if (part.has(at)) return true;
    if (seen[at]) continue;
    seen[at] = true;
    reached.insert(reached.end(), successors[at].begin(), successors[at].end());
  }
  return false;
}

// --- what is live ---

void LookBackLoops::step_back(const Loop& loop, const Instruction& instruction, Live& live) const {
  if (instruction.result != 0) live.erase(instruction.result);
  if (instruction.opcode == spv::Op::OpPhi) return;
  if (instruction.opcode == spv::Op::OpLoad &&
      is_in_registers(module_, analysis_, instruction.id(2))) {
    live.insert(instruction.id(2));
    return;
  }
  if (instruction.opcode == spv::Op::OpStore) live.erase(instruction.id(0));
  for_each_operand(instruction, [&](Id id) {
    if (is_computed(module_, loop.part.function(), id)) live.insert(id);
  });
}

LookBackLoops::Live LookBackLoops::live_at_end(const Loop& loop, const std::vector<Live>& at_begin,
                                               std::uint32_t block) const {
  Live live;
  const Function& function = loop.part.function();
  const Id label = function.blocks[block].label;
  for (const std::uint32_t next : loop.part.analysis().control_flow.successors[block]) {
    live.insert(at_begin[next].begin(), at_begin[next].end());
    const Block& body = function.blocks[next];
    for (std::uint32_t i = body.first; i <= body.last; ++i) {
      const Instruction& phi = module_.instruction(i);
      if (phi.opcode != spv::Op::OpPhi) continue;
      // After the loop, only sums count.
      if (!loop.part.has(next) && live.erase(phi.result) == 0) continue;
      for (unsigned k = 2; k + 1 < phi.operand_count(); k += 2) {
        if (phi.id(k + 1) == label && is_computed(module_, function, phi.id(k)))
          live.insert(phi.id(k));
      }
    }
  }
  return live;
}

// After the instruction. Of what follows the loop, only the names of sums count.
LookBackLoops::Live LookBackLoops::live_after(const Loop& loop, std::uint32_t block,
                                              std::uint32_t instruction) const {
  const Function& function = loop.part.function();
  std::vector<Live> at_begin(function.blocks.size());
  for (const Exit& exit : loop.exits) {
    for (const Id name : exit.sums) {
      if (name != 0) at_begin[exit.block].insert(name);
    }
  }
  const auto live_from = [&](std::uint32_t b, std::uint32_t first) {
    Live live = live_at_end(loop, at_begin, b);
    for (std::uint32_t i = function.blocks[b].last + 1; i-- > first;)
      step_back(loop, module_.instruction(i), live);
    return live;
  };
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (auto b = static_cast<std::uint32_t>(function.blocks.size()); b-- > 0;) {
      if (!loop.part.has(b)) continue;
      Live live = live_from(b, function.blocks[b].first);
      has_changed |= live != at_begin[b];
      at_begin[b] = std::move(live);
    }
  }
  return live_from(block, instruction + 1);
}

std::optional<LookBackLoops::Load> LookBackLoops::of_load(const Instruction& atomic) {
  if (!is_load_of_loop(atomic)) return std::nullopt;
  const std::uint32_t index = analysis_.index_of(atomic);
  const auto place = analysis_.place(index);
  const Loop* found = loop_around(place);
  if (found == nullptr) return std::nullopt;
  Live live = live_after(*found, place.block, index);
  live.erase(atomic.result);
  Load load{found, {}, {}, 0};
  // Whatever is added before the loop ends is added to the only name that a sum has here.
  for (const RunningSums::Names& names : found->sums) {
    Id name = 0;
    for (const Id id : names) {
      if (live.erase(id) == 0) continue;
      if (name != 0) return std::nullopt;
      name = id;
    }
    if (name == 0) return std::nullopt;
    load.sums.push_back(name);
  }
  std::ranges::set_difference(live, found->unused, std::back_inserter(load.live));
  const auto& constructs = found->part.analysis().control_flow.constructs;
  for (std::uint32_t c = 0; c < constructs.size(); ++c) {
    const bool is_inside = found->part.has(constructs[c].header) &&
                           constructs[c].header != found->header &&
                           found->part.analysis().control_flow.contains(c, place.block);
    load.inner_loops += constructs[c].kind == Construct::Kind::loop && is_inside ? 1 : 0;
  }
  return load;
}

const LookBackLoops::Loop* LookBackLoops::loop_around(const ModuleAnalysis::BlockLocation& place) {
  const auto& loops = loops_of(place.function);
  const auto found =
      std::ranges::find_if(loops, [&](const Loop& loop) { return loop.part.has(place.block); });
  return found == loops.end() ? nullptr : &*found;
}

const LookBackLoops::Loop* LookBackLoops::together(const Instruction& instruction) {
  const Loop* loop = loop_around(analysis_.place(analysis_.index_of(instruction)));
  return loop != nullptr && loop->has_group_operations ? loop : nullptr;
}

std::vector<LookBackLoops::End> LookBackLoops::before(const Instruction& instruction) {
  const std::uint32_t index = analysis_.index_of(instruction);
  const auto place = analysis_.place(index);
  const Block& block = module_.functions()[place.function].blocks[place.block];
  std::uint32_t first = block.first;
  while (first < block.last && module_.instruction(first).opcode == spv::Op::OpPhi) ++first;
  std::vector<End> found;
  if (index != first) return found;
  for (const Loop& loop : loops_of(place.function)) {
    for (const Exit& exit : loop.exits) {
      if (exit.block == place.block) found.push_back({&loop, &exit});
    }
  }
  return found;
}

}  // namespace spirv_oracle
