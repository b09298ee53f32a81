#include "golden/make/tickets.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>

#include "builtins/register_all.h"
#include "interpreter/loader/types/specialized_module_builder.h"

namespace spirv_oracle::golden {
namespace {

using spv::Op;

bool is_chain(Op opcode) {
  return opcode == Op::OpAccessChain || opcode == Op::OpInBoundsAccessChain;
}

class TicketSearch {
 public:
  TicketSearch(const Module& module, const EntryPoint& entry)
      : module_(module), function_(*module.function(entry.function)) {}

  std::vector<TicketStore> find();

 private:
  struct Use {
    const Instruction* user = nullptr;
    const Block* block = nullptr;
  };

  bool is_simple() const;
  void collect_uses();
  std::span<const Use> uses(Id id) const {
    const auto found = uses_.find(id);
    return found == uses_.end() ? std::span<const Use>{} : found->second;
  }
  const Instruction* root(Id pointer) const;
  spv::StorageClass storage(const Instruction& variable) const {
    return static_cast<spv::StorageClass>(variable.literal(2));
  }
  bool is_written(Id variable) const;
  bool is_certain(Id id);
  bool is_computed_from_certain(Id id);
  bool is_float(Id id) const;
  bool depends_on_operands_alone(const Instruction& instruction) const;
  bool has_certain_indices(Id pointer);
  bool is_certain_load(const Instruction& load);
  bool has_certain_branches();

  std::optional<TicketStore> store_of(const Use& atomic);
  std::optional<Use> only_store_of(const Use& atomic, std::set<Id>& tickets) const;
  bool follow(const Use& use, const Block* block, std::set<Id>& tickets,
              std::vector<Use>& stores) const;
  bool is_used_once(const Instruction& chain) const { return uses(chain.result).size() == 1; }
  bool are_used_alone(const Instruction& counter, const Instruction& target) const;
  std::optional<BindingKey> key_of(const Instruction& variable) const;
  std::optional<std::uint64_t> constant(Id id) const;
  std::optional<std::uint64_t> offset_of(const Instruction& chain, unsigned count, Id& type) const;

  const Module& module_;
  const Function& function_;
  std::unordered_map<Id, std::vector<Use>> uses_;
  enum class Certainty : std::uint8_t { assumed, certain, uncertain };
  std::unordered_map<Id, Certainty> certainty_;
  bool has_loops_ = false;
};

// One function without pointers whose target is unknown, and no memory with two names.
bool TicketSearch::is_simple() const {
  const auto has = [&](spv::Capability capability) {
    return std::ranges::count(module_.capabilities(), capability) != 0;
  };
  if (module_.functions().size() != 1 || has(spv::Capability::PhysicalStorageBufferAddresses) ||
      has(spv::Capability::VariablePointers) ||
      has(spv::Capability::VariablePointersStorageBuffer) || has(spv::Capability::Kernel))
    return false;
  std::set<BindingKey> keys;
  for (const Instruction& instruction : module_.instructions()) {
    if (instruction.opcode != Op::OpVariable) continue;
    if (module_.has_decoration(instruction.result, spv::Decoration::Aliased)) return false;
    const auto key = key_of(instruction);
    if (key && !keys.insert(*key).second) return false;
  }
  return true;
}

void TicketSearch::collect_uses() {
  for (const Block& block : function_.blocks) {
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      const Instruction& instruction = module_.instruction(i);
      has_loops_ |= instruction.opcode == Op::OpLoopMerge;
      if (instruction.opcode == Op::OpExtInst &&
          is_without_semantics(module_.extended_set(instruction.id(2))))
        continue;
      for (unsigned k = instruction.result != 0 ? 2 : 0; k < instruction.operand_count(); ++k) {
        if (instruction.operands[k].operand_class == OperandClass::id)
          uses_[instruction.id(k)].push_back({&instruction, &block});
      }
    }
  }
}

// The variable to which a pointer points; null if it is not a chain of indices.
const Instruction* TicketSearch::root(Id pointer) const {
  const Instruction* definition = module_.definition(pointer);
  while (definition != nullptr && is_chain(definition->opcode))
    definition = module_.definition(definition->id(2));
  return definition != nullptr && definition->opcode == Op::OpVariable ? definition : nullptr;
}

// By anything but loads. Pointers to parts of the variable count as well.
bool TicketSearch::is_written(Id pointer) const {
  return std::ranges::any_of(uses(pointer), [&](const Use& use) {
    const Instruction& user = *use.user;
    if (is_chain(user.opcode)) return is_written(user.result);
    return user.opcode != Op::OpLoad && user.opcode != Op::OpArrayLength;
  });
}

bool TicketSearch::is_float(Id id) const {
  const Instruction* definition = module_.definition(id);
  const Instruction* type = definition != nullptr ? module_.definition(definition->type) : nullptr;
  while (type != nullptr &&
         (type->opcode == Op::OpTypeVector || type->opcode == Op::OpTypeMatrix))
    type = module_.definition(type->id(1));
  return type != nullptr && type->opcode == Op::OpTypeFloat;
}

// Moves, and what computes integers and Booleans from each other: the result depends on nothing else.
bool TicketSearch::depends_on_operands_alone(const Instruction& instruction) const {
  const InstructionDefinition* declared = default_registry().find(instruction.opcode);
  if (declared == nullptr || !declared->memory_operands.empty() || declared->depends_on_tangle)
    return false;
  if (declared->floats.only_moves || declared->instruction_class == "Composite") return true;
  static constexpr std::string_view classes[] = {"Arithmetic", "Bit", "Conversion",
                                                 "Relational_and_Logical"};
  if (std::ranges::count(classes, declared->instruction_class) == 0) return false;
  for (unsigned i = 2; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class == OperandClass::id && is_float(instruction.id(i)))
      return false;
  }
  return !is_float(instruction.result);
}

bool TicketSearch::has_certain_indices(Id pointer) {
  const Instruction* chain = module_.definition(pointer);
  for (; chain != nullptr && is_chain(chain->opcode); chain = module_.definition(chain->id(2))) {
    for (unsigned i = 3; i < chain->operand_count(); ++i)
      if (!is_certain(chain->id(i))) return false;
  }
  return true;
}

bool TicketSearch::is_certain_load(const Instruction& load) {
  const Instruction* variable = root(load.id(2));
  if (variable == nullptr || !has_certain_indices(load.id(2))) return false;
  switch (storage(*variable)) {
    case spv::StorageClass::Input:
      return true;
    case spv::StorageClass::PushConstant:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::StorageBuffer:
      return !is_written(variable->result);
    case spv::StorageClass::Function:
    case spv::StorageClass::Private:
      break;
    default:
      return false;
  }
  // Whatever any store wrote.
  const auto stores_certain_values = [&](const auto& self, Id pointer) -> bool {
    return std::ranges::all_of(uses(pointer), [&](const Use& use) {
      const Instruction& user = *use.user;
      if (user.opcode == Op::OpLoad) return true;
      if (is_chain(user.opcode)) return has_certain_indices(user.result) && self(self, user.result);
      return user.opcode == Op::OpStore && user.id(0) == pointer && is_certain(user.id(1));
    });
  };
  return stores_certain_values(stores_certain_values, variable->result);
}

bool TicketSearch::is_certain(Id id) {
  const auto [entry, is_new] = certainty_.try_emplace(id, Certainty::assumed);
  if (!is_new) return entry->second != Certainty::uncertain;
  const bool certain = is_computed_from_certain(id);
  // While a cycle was examined, others have relied on this id.
  if (!certain) {
    std::erase_if(certainty_, [](const auto& other) { return other.second == Certainty::certain; });
  }
  certainty_[id] = certain ? Certainty::certain : Certainty::uncertain;
  return certain;
}

bool TicketSearch::is_computed_from_certain(Id id) {
  const Instruction* definition = module_.definition(id);
  if (definition == nullptr) return false;
  const Op opcode = definition->opcode;
  if (opcode == Op::OpUndef || opcode == Op::OpPoisonKHR) return false;
  if (opcode == Op::OpSpecConstantOp) return !is_float(id);
  if (declares_constant(opcode) || opcode == Op::OpArrayLength) return true;
  if (opcode == Op::OpLoad) return is_certain_load(*definition);
  if (!depends_on_operands_alone(*definition)) return false;
  const unsigned step = opcode == Op::OpPhi ? 2 : 1;  // the others are labels
  for (unsigned i = 2; i < definition->operand_count(); i += step) {
    if (definition->operands[i].operand_class == OperandClass::id && !is_certain(definition->id(i)))
      return false;
  }
  return true;
}

bool TicketSearch::has_certain_branches() {
  for (const Block& block : function_.blocks) {
    const Instruction& end = module_.instruction(block.last);
    const bool decides = end.opcode == Op::OpBranchConditional || end.opcode == Op::OpSwitch;
    if (decides && !is_certain(end.id(0))) return false;
  }
  return true;
}

std::optional<BindingKey> TicketSearch::key_of(const Instruction& variable) const {
  const auto set = module_.decoration(variable.result, spv::Decoration::DescriptorSet);
  const auto binding = module_.decoration(variable.result, spv::Decoration::Binding);
  if (!set || !binding) return std::nullopt;
  return BindingKey{*set, *binding, 0};
}

std::optional<std::uint64_t> TicketSearch::constant(Id id) const {
  const Instruction* definition = module_.definition(id);
  if (definition == nullptr || definition->opcode != Op::OpConstant) return std::nullopt;
  return definition->number(2);
}

// The offset of the first `count` indices of a chain, which must be constants, and the type of the component.
std::optional<std::uint64_t> TicketSearch::offset_of(const Instruction& chain, unsigned count,
                                                     Id& type) const {
  const Instruction* variable = module_.definition(chain.id(2));
  if (variable->opcode != Op::OpVariable) return std::nullopt;
  type = module_.definition(variable->type)->id(2);
  std::uint64_t offset = 0;
  for (unsigned i = 3; i < 3 + count; ++i) {
    const auto index = constant(chain.id(i));
    if (!index) return std::nullopt;
    const Instruction& composite = *module_.definition(type);
    if (composite.opcode == Op::OpTypeStruct) {
      const auto member = static_cast<std::uint32_t>(*index);
      offset += module_.member_decoration(type, member, spv::Decoration::Offset).value_or(0);
      type = composite.id(1 + member);
    } else if (composite.opcode == Op::OpTypeArray || composite.opcode == Op::OpTypeRuntimeArray) {
      offset += *index * module_.decoration(type, spv::Decoration::ArrayStride).value_or(0);
      type = composite.id(1);
    } else {
      return std::nullopt;
    }
  }
  return offset;
}

// Whether each of two pointers is used once, and nothing else uses their buffers. They may point to two members of one buffer.
bool TicketSearch::are_used_alone(const Instruction& counter, const Instruction& target) const {
  const Id counter_buffer = counter.id(2), target_buffer = target.id(2);
  const auto is_alone = [&](Id buffer) {
    const Instruction* variable = module_.definition(buffer);
    return variable->opcode == Op::OpVariable &&
           storage(*variable) == spv::StorageClass::StorageBuffer &&
           std::ranges::all_of(uses(buffer), [&](const Use& use) {
             return use.user == &counter || use.user == &target;
           });
  };
  const bool are_apart =
      counter_buffer != target_buffer || (constant(counter.id(3)) && constant(target.id(3)) &&
                                          constant(counter.id(3)) != constant(target.id(3)));
  return are_apart && is_alone(counter_buffer) && is_alone(target_buffer) &&
         is_used_once(counter) && is_used_once(target);
}

// Adds what a use makes of a ticket. False if that is more than a copy, or a store of a buffer.
bool TicketSearch::follow(const Use& use, const Block* block, std::set<Id>& tickets,
                          std::vector<Use>& stores) const {
  const Instruction& user = *use.user;
  if (use.block != block) return false;
  switch (user.opcode) {
    case Op::OpCopyObject:
    case Op::OpBitcast:
      tickets.insert(user.result);
      return true;
    case Op::OpAccessChain:
    case Op::OpInBoundsAccessChain:
      // The last index.
      if (uses(user.result).size() != 1 || tickets.count(user.id(user.operand_count() - 1)) == 0)
        return false;
      stores.push_back(uses(user.result)[0]);
      return uses(user.result)[0].user->opcode == Op::OpStore;
    case Op::OpStore:
      break;
    default:
      return false;
  }
  const Instruction* variable = module_.definition(user.id(0));
  if (variable->opcode != Op::OpVariable || storage(*variable) != spv::StorageClass::Function) {
    stores.push_back(use);
    return true;
  }
  // A variable that has no other value: it is written here, and read later in this block.
  bool is_stored = false;
  for (std::uint32_t i = block->first; i <= block->last; ++i) {
    const Instruction& instruction = module_.instruction(i);
    is_stored |= &instruction == &user;
    if (instruction.opcode != Op::OpLoad || instruction.id(2) != variable->result) continue;
    if (!is_stored) return false;
    tickets.insert(instruction.result);
  }
  return std::ranges::all_of(uses(variable->result), [&](const Use& other) {
    return other.user == &user || (other.user->opcode == Op::OpLoad && other.block == block);
  });
}

// The store that uses the ticket, if nothing else does.
std::optional<TicketSearch::Use> TicketSearch::only_store_of(const Use& atomic,
                                                             std::set<Id>& tickets) const {
  tickets = {atomic.user->result};
  std::set<Id> followed;
  std::vector<Use> stores;
  while (followed.size() != tickets.size()) {
    const auto next =
        std::ranges::find_if(tickets, [&](Id ticket) { return followed.count(ticket) == 0; });
    const Id ticket = *next;
    followed.insert(ticket);
    for (const Use& use : uses(ticket)) {
      if (!follow(use, atomic.block, tickets, stores)) return std::nullopt;
    }
  }
  if (stores.size() != 1 || stores[0].block != atomic.block) return std::nullopt;
  return stores[0];
}

std::optional<TicketStore> TicketSearch::store_of(const Use& atomic) {
  const Instruction& increment = *atomic.user;
  const Instruction* counter_chain = module_.definition(increment.id(2));
  const Instruction* counter = root(increment.id(2));
  const bool counts_by_one =
      increment.opcode == Op::OpAtomicIIncrement || constant(increment.id(5)) == std::uint64_t{1};
  const Instruction* type = module_.definition(increment.type);
  if (counter == nullptr || !is_chain(counter_chain->opcode) || !counts_by_one ||
      type->literal(1) != 32)
    return std::nullopt;
  std::set<Id> tickets;
  const auto store = only_store_of(atomic, tickets);
  if (!store) return std::nullopt;
  const Instruction* chain = module_.definition(store->user->id(0));
  const Instruction* target = root(store->user->id(0));
  if (target == nullptr || !is_chain(chain->opcode) || chain->operand_count() < 4 ||
      !are_used_alone(*counter_chain, *chain))
    return std::nullopt;
  TicketStore found;
  found.atomic = static_cast<std::uint32_t>(&increment - module_.instructions().data());
  const auto counter_key = key_of(*counter), target_key = key_of(*target);
  Id counter_type = 0;
  const auto counter_at =
      offset_of(*counter_chain, counter_chain->operand_count() - 3, counter_type);
  if (!counter_key || !target_key || !counter_at) return std::nullopt;
  found.counter = *counter_key;
  found.target = *target_key;
  found.counter_at = *counter_at;
  const Id value = store->user->id(1);
  const unsigned last = chain->operand_count() - 1;
  found.appends = tickets.count(chain->id(last)) != 0;
  if (!found.appends) {
    const bool stores_ticket = tickets.count(value) != 0;
    return stores_ticket && !has_loops_ && has_certain_indices(chain->result) ? std::optional(found)
                                                                              : std::nullopt;
  }
  Id array = 0;
  const auto first = offset_of(*chain, last - 3, array);
  const Op array_opcode = first ? module_.definition(array)->opcode : Op::OpNop;
  if ((array_opcode != Op::OpTypeRuntimeArray && array_opcode != Op::OpTypeArray) ||
      !is_certain(value))
    return std::nullopt;
  found.first = *first;
  found.stride = module_.decoration(array, spv::Decoration::ArrayStride).value_or(0);
  return found;
}

std::vector<TicketStore> TicketSearch::find() {
  std::vector<TicketStore> found;
  if (!is_simple()) return found;
  collect_uses();
  if (!has_certain_branches()) return found;
  for (const Block& block : function_.blocks) {
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      const Instruction& instruction = module_.instruction(i);
      if (instruction.opcode != Op::OpAtomicIAdd && instruction.opcode != Op::OpAtomicIIncrement)
        continue;
      if (const auto store = store_of({&instruction, &block})) found.push_back(*store);
    }
  }
  return found;
}

}  // namespace

std::vector<TicketStore> find_ticket_stores(const Module& module, const EntryPoint& entry) {
  return TicketSearch(module, entry).find();
}

}  // namespace spirv_oracle::golden
