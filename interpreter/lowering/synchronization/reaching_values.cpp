#include "interpreter/lowering/synchronization/reaching_values.h"

#include "interpreter/lowering/synchronization/register_variable.h"

namespace spirv_oracle {
namespace {

// Limits the work on hostile modules.
constexpr std::size_t longest_path = 400;
constexpr unsigned most_copies = 16;

}  // namespace

// 0: several paths lead to the instruction.
std::uint32_t ReachingValues::before(std::uint32_t instruction) const {
  const auto place = analysis_.place(instruction);
  const Function& function = module_.functions()[place.function];
  const Block& block = function.blocks[place.block];
  if (instruction > block.first) return instruction - 1;
  const auto analysis = analysis_.function(function);
  if (!analysis) return 0;
  const auto& predecessors = (*analysis)->control_flow.predecessors[place.block];
  return predecessors.size() == 1 ? function.blocks[predecessors[0]].last : 0;
}

ReachingValues::Path ReachingValues::path_to(const Instruction& instruction) const {
  Path path;
  std::uint32_t at = before(analysis_.index_of(instruction));
  for (; at != 0 && path.size() < longest_path; at = before(at)) path.push_back(at);
  return path;
}

// The latest store on the path decides. `from` becomes its place.
ReachingValues::Symbol ReachingValues::content(Id variable, const Path& path,
                                               Path::const_iterator& from, Id unknown) const {
  from = std::find_if(from, path.end(), [&](std::uint32_t at) {
    const Instruction& store = module_.instruction(at);
    return store.opcode == spv::Op::OpStore &&
           variable_behind(module_, analysis_, store.id(0)) == variable;
  });
  if (from != path.end()) return {module_.instruction(*from).id(1)};
  // A path that is cut short does not show an earlier store.
  return path.size() < longest_path ? Symbol{variable, true} : Symbol{unknown};
}

ReachingValues::Symbol ReachingValues::resolve(Id id, const Path& path,
                                               Path::const_iterator from) const {
  for (unsigned copies = 0; copies < most_copies; ++copies) {
    const Instruction* definition = module_.definition(id);
    if (definition == nullptr || definition->opcode != spv::Op::OpLoad) return {id};
    const Id variable = variable_behind(module_, analysis_, definition->id(2));
    from = std::find(from, path.end(), analysis_.index_of(*definition));
    if (variable == 0 || from == path.end()) return {id};
    const Symbol held = content(variable, path, from, id);
    if (from == path.end()) return held;
    id = held.id;
  }
  return {id};
}

ReachingValues::Symbol ReachingValues::loaded(Id id) const {
  const Instruction* load = module_.definition(id);
  if (load == nullptr || load->opcode != spv::Op::OpLoad) return {id};
  Path path = path_to(*load);
  path.insert(path.begin(), analysis_.index_of(*load));
  return resolve(id, path);
}

bool ReachingValues::is_value(Id id, const Path& path, const Symbol& symbol) const {
  const Symbol found = resolve(id, path);
  return found == symbol ||
         (symbol.is_variable && !found.is_variable && is_copy(found.id, symbol.id, path));
}

bool ReachingValues::is_copy(Id phi, Id variable, const Path& path) const {
  const Instruction* definition = module_.definition(phi);
  if (definition == nullptr || definition->opcode != spv::Op::OpPhi || !contains(path, *definition))
    return false;
  const auto place = analysis_.place(path.back());
  const Function& function = module_.functions()[place.function];
  const auto analysis = analysis_.function(function);
  if (!analysis || analysis_.place(analysis_.index_of(*definition)).block != place.block)
    return false;
  for (unsigned k = 2; k + 1 < definition->operand_count(); k += 2) {
    const Id label = definition->id(k + 1);
    if (label < function.first_local || label >= function.last_local) return false;
    const std::uint32_t parent = (*analysis)->block_of_label[label - function.first_local];
    const Path to_end = path_to(module_.instruction(function.blocks[parent].last));
    auto from = to_end.cbegin();
    Symbol held = content(variable, to_end, from, 0);
    if (from != to_end.end()) held = resolve(held.id, to_end, from);
    if (resolve(definition->id(k), to_end) != held) return false;
  }
  return true;
}

}  // namespace spirv_oracle
