#include "interpreter/lowering/synchronization/look_back_loops.h"

#include <algorithm>

#include "interpreter/ir/imported_functions.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

// Limits the work on hostile modules.
constexpr std::size_t most_instructions = 4000;

bool is_zero(const Module& module, Id id) {
  const Instruction* constant = module.definition(id);
  return constant != nullptr &&
         (constant->opcode == spv::Op::OpConstantNull ||
          (constant->opcode == spv::Op::OpConstant && constant->number(2) == 0));
}

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

}  // namespace

// --- what belongs to a loop ---

// A variable of the shader through which workgroups access the same memory.
bool LookBackLoops::is_shared_buffer(Id pointer) const {
  const Instruction* definition = module_.definition(pointer);
  while (definition != nullptr && (definition->opcode == spv::Op::OpAccessChain ||
                                   definition->opcode == spv::Op::OpInBoundsAccessChain))
    definition = module_.definition(base_of(*definition));
  if (definition == nullptr || definition->opcode != spv::Op::OpVariable) return false;
  const auto storage = static_cast<spv::StorageClass>(definition->literal(2));
  return storage == spv::StorageClass::StorageBuffer || storage == spv::StorageClass::Uniform ||
         storage == spv::StorageClass::PushConstant;
}

bool LookBackLoops::is_in_registers(Id variable) const {
  const Instruction* definition = module_.definition(variable);
  return definition != nullptr && definition->opcode == spv::Op::OpVariable &&
         static_cast<spv::StorageClass>(definition->literal(2)) == spv::StorageClass::Function &&
         std::ranges::all_of(analysis_.uses(variable), [&](const Use& use) {
           const spv::Op opcode = module_.instruction(use.instruction).opcode;
           return opcode == spv::Op::OpLoad || (opcode == spv::Op::OpStore && use.operand == 0);
         });
}

bool LookBackLoops::is_load_of_loop(const Instruction& instruction) const {
  switch (instruction.opcode) {
    case spv::Op::OpAtomicLoad:
      break;
    case spv::Op::OpAtomicIAdd:
    case spv::Op::OpAtomicISub:
    case spv::Op::OpAtomicOr:
    case spv::Op::OpAtomicXor:
      if (!is_zero(module_, instruction.id(5))) return false;
      break;
    default:
      return false;
  }
  return is_shared_buffer(instruction.id(2)) && !analysis_.uses(instruction.result).empty();
}

// Whether the instruction has no effect but its result, which depends only on its operands and on shared memory.
bool LookBackLoops::belongs(const Instruction& instruction) const {
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
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
      return true;
    case spv::Op::OpLoad:
      return is_in_registers(instruction.id(2)) || is_shared_buffer(instruction.id(2));
    case spv::Op::OpStore:
      return is_in_registers(instruction.id(0));
    default:
      break;
  }
  if (is_load_of_loop(instruction)) return true;
  const InstructionDefinition* definition = definition_of(registry_, module_, instruction);
  if (definition == nullptr) return false;
  static constexpr std::string_view classes[] = {"Arithmetic", "Bit", "Composite", "Conversion",
                                                 "Relational_and_Logical"};
  return std::ranges::find(classes, definition->instruction_class) != std::end(classes) ||
         CommutingUpdates::is_extremum(module_, instruction);
}

// --- loops ---

const std::vector<LookBackLoops::Loop>& LookBackLoops::loops_of(std::uint32_t number) {
  const auto [known, is_new] = loops_.try_emplace(number);
  if (!is_new) return known->second;
  const Function& function = module_.functions()[number];
  const auto analysis = analysis_.function(function);
  if (!analysis || !(*analysis)->control_flow.structured) return known->second;
  const ControlFlow& flow = (*analysis)->control_flow;
  std::vector<Loop> found;
  for (std::uint32_t c = 0; c < flow.constructs.size(); ++c) {
    const std::uint32_t header = flow.constructs[c].header;
    const bool is_inside =
        std::ranges::any_of(found, [&](const Loop& loop) { return loop.blocks[header]; });
    if (is_inside || flow.constructs[c].kind != Construct::Kind::loop) continue;
    if (auto loop = loop_at(function, **analysis, c)) found.push_back(std::move(*loop));
  }
  return loops_[number] = std::move(found);
}

// The blocks of the construct from its header up to those that have an effect.
std::optional<LookBackLoops::Loop> LookBackLoops::loop_at(const Function& function,
                                                          const FunctionAnalysis& analysis,
                                                          std::uint32_t construct) {
  const ControlFlow& flow = analysis.control_flow;
  Loop loop;
  loop.blocks.resize(function.blocks.size());
  loop.exits.resize(function.blocks.size());
  std::size_t instructions = 0;
  bool loads = false;
  std::vector<std::uint32_t> reached{flow.constructs[construct].header};
  while (!reached.empty()) {
    const std::uint32_t block = reached.back();
    reached.pop_back();
    if (loop.blocks[block] || loop.exits[block]) continue;
    const Block& body = function.blocks[block];
    instructions += body.last - body.first + 1;
    if (instructions > most_instructions) return std::nullopt;
    const auto all = module_.instructions().subspan(body.first, body.last - body.first + 1);
    const bool is_inside =
        flow.contains(construct, block) &&
        std::ranges::all_of(all, [&](const Instruction& each) { return belongs(each); });
    (is_inside ? loop.blocks : loop.exits)[block] = true;
    if (!is_inside) continue;
    loads |=
        std::ranges::any_of(all, [&](const Instruction& each) { return is_load_of_loop(each); });
    reached.insert(reached.end(), flow.successors[block].begin(), flow.successors[block].end());
  }
  if (!loads) return std::nullopt;
  find_variables(loop, function, analysis_.place(function.blocks[0].first).function);
  return loop.sums.empty() ? std::nullopt : std::optional(std::move(loop));
}

// Whether the loop does nothing but add to the variable.
bool LookBackLoops::is_sum(const Loop& loop, std::uint32_t function, Id variable) {
  return std::ranges::all_of(analysis_.uses(variable), [&](const Use& use) {
    if (!is_in(loop, function, use.instruction)) return true;
    const Instruction& user = module_.instruction(use.instruction);
    const auto update =
        user.opcode == spv::Op::OpStore ? updates_.of_store(user) : updates_.of_load(user);
    return update && update->operation == AtomicOperation::add;
  });
}

void LookBackLoops::find_variables(Loop& loop, const Function& function, std::uint32_t number) {
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
    if (!loop.blocks[b]) continue;
    for (std::uint32_t i = function.blocks[b].first; i <= function.blocks[b].last; ++i) {
      const Instruction& instruction = module_.instruction(i);
      if (instruction.opcode == spv::Op::OpStore) {
        const Id variable = instruction.id(0);
        const bool is_known = std::ranges::find(loop.sums, variable) != loop.sums.end() ||
                              std::ranges::find(loop.others, variable) != loop.others.end();
        if (!is_known)
          (is_sum(loop, number, variable) ? loop.sums : loop.others).push_back(variable);
      } else if (instruction.result != 0 &&
                 std::ranges::any_of(analysis_.uses(instruction.result), [&](const Use& use) {
                   return !is_in(loop, number, use.instruction);
                 })) {
        loop.others.push_back(instruction.result);
      }
    }
  }
  // Which value a phi after the loop has depends on where the loop ends.
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
    if (!loop.exits[b]) continue;
    for (std::uint32_t i = function.blocks[b].first; i <= function.blocks[b].last; ++i) {
      if (module_.instruction(i).opcode == spv::Op::OpPhi)
        loop.others.push_back(module_.instruction(i).result);
    }
  }
}

// --- what is live ---

void LookBackLoops::step_back(const Loop& loop, const Function& function,
                              const Instruction& instruction, Live& live) const {
  if (instruction.result != 0) live.erase(instruction.result);
  if (instruction.opcode == spv::Op::OpPhi) return;
  if (instruction.opcode == spv::Op::OpLoad && is_in_registers(instruction.id(2))) {
    if (std::ranges::find(loop.sums, instruction.id(2)) == loop.sums.end())
      live.insert(instruction.id(2));
    return;
  }
  if (instruction.opcode == spv::Op::OpStore) live.erase(instruction.id(0));
  for_each_operand(instruction, [&](Id id) {
    if (is_computed(module_, function, id)) live.insert(id);
  });
}

LookBackLoops::Live LookBackLoops::live_at_end(const Loop& loop, const Function& function,
                                               const FunctionAnalysis& analysis,
                                               const std::vector<Live>& at_begin,
                                               std::uint32_t block) const {
  Live live;
  const Id label = function.blocks[block].label;
  for (const std::uint32_t next : analysis.control_flow.successors[block]) {
    if (!loop.blocks[next]) continue;
    live.insert(at_begin[next].begin(), at_begin[next].end());
    const Block& body = function.blocks[next];
    for (std::uint32_t i = body.first; i <= body.last; ++i) {
      const Instruction& phi = module_.instruction(i);
      if (phi.opcode != spv::Op::OpPhi) continue;
      for (unsigned k = 2; k + 1 < phi.operand_count(); k += 2) {
        if (phi.id(k + 1) == label && is_computed(module_, function, phi.id(k)))
          live.insert(phi.id(k));
      }
    }
  }
  return live;
}

std::optional<LookBackLoops::Load> LookBackLoops::of_load(const Instruction& atomic) {
  if (!is_load_of_loop(atomic)) return std::nullopt;
  const std::uint32_t index = analysis_.index_of(atomic);
  const auto place = analysis_.place(index);
  const auto& loops = loops_of(place.function);
  const auto found =
      std::ranges::find_if(loops, [&](const Loop& loop) { return loop.blocks[place.block]; });
  if (found == loops.end()) return std::nullopt;
  const Function& function = module_.functions()[place.function];
  const FunctionAnalysis& analysis = **analysis_.function(function);
  std::vector<Live> at_begin(function.blocks.size());
  const auto live_from = [&](std::uint32_t block, std::uint32_t first) {
    Live live = live_at_end(*found, function, analysis, at_begin, block);
    for (std::uint32_t i = function.blocks[block].last + 1; i-- > first;)
      step_back(*found, function, module_.instruction(i), live);
    return live;
  };
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::uint32_t b = static_cast<std::uint32_t>(function.blocks.size()); b-- > 0;) {
      if (!found->blocks[b]) continue;
      Live live = live_from(b, function.blocks[b].first);
      has_changed |= live != at_begin[b];
      at_begin[b] = std::move(live);
    }
  }
  Live live = live_from(place.block, index + 1);
  live.erase(atomic.result);
  return Load{&*found, {live.begin(), live.end()}};
}

std::vector<const LookBackLoops::Loop*> LookBackLoops::before(const Instruction& instruction) {
  const std::uint32_t index = analysis_.index_of(instruction);
  const auto place = analysis_.place(index);
  const Block& block = module_.functions()[place.function].blocks[place.block];
  std::uint32_t first = block.first;
  while (first < block.last && module_.instruction(first).opcode == spv::Op::OpPhi) ++first;
  std::vector<const Loop*> found;
  if (index != first) return found;
  for (const Loop& loop : loops_of(place.function)) {
    if (loop.exits[place.block]) found.push_back(&loop);
  }
  return found;
}

}  // namespace spirv_oracle
