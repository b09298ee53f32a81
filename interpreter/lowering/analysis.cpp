#include "interpreter/lowering/analysis.h"

#include <algorithm>
#include <utility>

#include "interpreter/ir/registry.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

bool is_ray_query_instruction(spv::Op opcode) {
  return (opcode >= spv::Op::OpRayQueryInitializeKHR &&
          opcode <= spv::Op::OpRayQueryGetIntersectionTypeKHR) ||
         (opcode >= spv::Op::OpRayQueryGetRayTMinKHR &&
          opcode <= spv::Op::OpRayQueryGetIntersectionWorldToObjectKHR);
}

// How far a load searches for a store that forbids sharing. Limits the work on hostile modules.
constexpr std::uint32_t share_window = 400;
constexpr unsigned sharing_depth = 6;

UnguaranteedReconvergence unguaranteed_reconvergence_at(const ControlFlow& flow,
                                                        std::uint32_t block) {
  unsigned branches = 0;
  bool is_case = false;
  for (const std::uint32_t from : flow.predecessors[block]) {
    if (!flow.reachable(from) || classify(flow, from, block).kind != EdgeKind::plain) continue;
    ++branches;
    const std::uint32_t headed = flow.construct_of_header[from];
    is_case |=
        headed != ControlFlow::none && flow.constructs[headed].kind == Construct::Kind::switch_;
  }
  if (branches < 2) return UnguaranteedReconvergence::none;
  return is_case ? UnguaranteedReconvergence::switch_case : UnguaranteedReconvergence::block;
}

std::vector<UnguaranteedReconvergence> find_unguaranteed_reconvergence(const ControlFlow& flow) {
  std::vector<UnguaranteedReconvergence> found(flow.predecessors.size(),
                                               UnguaranteedReconvergence::none);
  if (!flow.structured) return found;
  for (const std::uint32_t block : flow.order)
    found[block] = unguaranteed_reconvergence_at(flow, block);
  return found;
}

}  // namespace

Id pointer_made_by(const Module& module, const Use& use) {
  const Instruction& user = module.instruction(use.instruction);
  if (is_access_chain(user.opcode) || user.opcode == spv::Op::OpCopyObject) return user.result;
  if (user.opcode != spv::Op::OpFunctionCall || use.operand < 3) return 0;
  const Function* callee = module.function(user.id(2));
  const std::uint32_t argument = use.operand - 3;
  const bool is_passed = callee != nullptr && argument < callee->parameters.size();
  return is_passed ? callee->parameters[argument] : 0;
}

bool is_by_value(const Module& module, Id parameter) {
  return std::ranges::any_of(module.decorations(parameter), [](const Decoration& decoration) {
    return decoration.kind == spv::Decoration::FuncParamAttr && !decoration.literals.empty() &&
           decoration.literals[0] ==
               static_cast<std::uint32_t>(spv::FunctionParameterAttribute::ByVal);
  });
}

ModuleAnalysis::ModuleAnalysis(const SpecializedModule& types, bool is_kernel)
    : types_(types), module_(types.module()), is_kernel_(is_kernel) {
  const auto instructions = module_.instructions();
  places_.resize(instructions.size());
  use_begin_.assign(module_.id_count() + 1, 0);
  const auto for_each_use = [&](auto&& action) {
    for (const Function& function : module_.functions()) {
      for (const Block& block : function.blocks) {
        for (std::uint32_t i = block.first; i <= block.last; ++i) {
          const Instruction& instruction = instructions[i];
          for (std::uint32_t k = instruction.result != 0 ? 2 : 0; k < instruction.operands.size();
               ++k) {
            if (instruction.operands[k].operand_class == OperandClass::id)
              action(instruction.id(k), i, k);
          }
        }
      }
    }
  };
  for_each_use([&](Id id, std::uint32_t, std::uint32_t) { ++use_begin_[id]; });
  std::uint32_t total = 0;
  for (std::uint32_t& begin : use_begin_) total += std::exchange(begin, total);
  uses_.resize(total);
  std::vector<std::uint32_t> next(use_begin_);
  for_each_use([&](Id id, std::uint32_t i, std::uint32_t k) { uses_[next[id]++] = {i, k}; });
  for (std::uint32_t f = 0; f < module_.functions().size(); ++f) {
    const Function& function = module_.functions()[f];
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      for (std::uint32_t i = function.blocks[b].first; i <= function.blocks[b].last; ++i) {
        places_[i] = {f, b};
      }
    }
  }
}

std::span<const Use> ModuleAnalysis::uses(Id id) const {
  return std::span(uses_).subspan(use_begin_[id], use_begin_[id + 1] - use_begin_[id]);
}

std::uint32_t ModuleAnalysis::index_of(const Instruction& instruction) const {
  return static_cast<std::uint32_t>(&instruction - module_.instructions().data());
}

Result<const FunctionAnalysis*> ModuleAnalysis::function(const Function& function) {
  if (const auto found = functions_.find(function.id); found != functions_.end())
    return &found->second;
  auto control_flow = is_kernel_ ? analyze_unstructured_control_flow(module_, function)
                                 : analyze_control_flow(module_, function);
  if (!control_flow) return tl::unexpected(control_flow.error());
  FunctionAnalysis analysis;
  analysis.control_flow = std::move(*control_flow);
  analysis.block_of_label.resize(function.last_local - function.first_local);
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
    analysis.block_of_label[function.blocks[b].label - function.first_local] = b;
  }
  analysis.unguaranteed_reconvergence = find_unguaranteed_reconvergence(analysis.control_flow);
  find_live_out(function, analysis);
  return &functions_.emplace(function.id, std::move(analysis)).first->second;
}

// The block in which a use reads its operand: a phi does so on the edge that comes from the operand's
// parent, for the lanes that take it.
std::uint32_t ModuleAnalysis::block_that_reads(const Function& function,
                                               const FunctionAnalysis& analysis,
                                               const Use& use) const {
  const Instruction& user = module_.instruction(use.instruction);
  const Id parent = user.opcode == spv::Op::OpPhi ? user.id(use.operand + 1) : 0;
  const bool is_known = parent >= function.first_local && parent < function.last_local;
  if (!is_known) return places_[use.instruction].block;
  return analysis.block_of_label[parent - function.first_local];
}

void ModuleAnalysis::find_live_out(const Function& function, FunctionAnalysis& analysis) const {
  const ControlFlow& flow = analysis.control_flow;
  analysis.live_out.assign(function.last_local - function.first_local, false);
  std::vector<std::vector<std::uint32_t>> loops(flow.construct_of_block.size());
  const auto innermost_loop = [&](std::uint32_t block) {
    std::uint32_t c = flow.construct_of_block[block];
    while (c != ControlFlow::none && flow.constructs[c].kind != Construct::Kind::loop) {
      c = flow.constructs[c].parent;
    }
    return c;
  };
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
    const std::uint32_t loop = innermost_loop(b);
    if (loop == ControlFlow::none) continue;
    for (std::uint32_t i = function.blocks[b].first; i <= function.blocks[b].last; ++i) {
      const Instruction& instruction = module_.instruction(i);
      if (instruction.result == 0 || instruction.opcode == spv::Op::OpPhi) continue;
      for (const Use& use : uses(instruction.result)) {
        // Uses in other functions are invalid. The lowering reports them.
        if (places_[use.instruction].function != places_[i].function) continue;
        if (!flow.contains(loop, block_that_reads(function, analysis, use))) {
          analysis.live_out[instruction.result - function.first_local] = true;
          break;
        }
      }
    }
  }
}

// A module can make a chain of pointers of any length, so this is a loop rather than a recursion.
// use_is_load_or_store() needs only pointers that have been analyzed.
bool ModuleAnalysis::only_loaded_and_stored(Id pointer) {
  struct Judged {
    Id pointer;
    std::size_t next_use;
  };
  std::vector<Judged> path;
  // A pointer counts as not simple while it is analyzed, which breaks cycles.
  const auto begin = [&](Id id) {
    if (!only_loaded_and_stored_.emplace(id, false).second) return false;
    path.push_back({id, 0});
    return true;
  };
  begin(pointer);
  while (!path.empty()) {
    const Judged& judged = path.back();
    const std::span<const Use> all = uses(judged.pointer);
    if (judged.next_use == all.size()) {
      only_loaded_and_stored_[judged.pointer] = true;
      path.pop_back();
      continue;
    }
    const Use& use = all[judged.next_use];
    if (const Id made = pointer_made_by(module_, use); made != 0 && begin(made)) continue;
    if (use_is_load_or_store(use)) {
      ++path.back().next_use;
    } else {
      path.pop_back();
    }
  }
  return only_loaded_and_stored_[pointer];
}

bool ModuleAnalysis::use_is_load_or_store(const Use& use) {
  const Instruction& user = module_.instruction(use.instruction);
  switch (user.opcode) {
    case spv::Op::OpLoad:
      return accesses_declared_type(use);
    case spv::Op::OpStore:
      return use.operand == 0 && accesses_declared_type(use);
    case spv::Op::OpCopyMemory:
      return accesses_declared_type(use);
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpUntypedAccessChainKHR:
    case spv::Op::OpUntypedInBoundsAccessChainKHR:
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
    case spv::Op::OpUntypedPtrAccessChainKHR:
    case spv::Op::OpUntypedInBoundsPtrAccessChainKHR:
      return use.operand == base_operand(user.opcode) && selects_part(user) &&
             only_loaded_and_stored(user.result);
    case spv::Op::OpLifetimeStart:
    case spv::Op::OpLifetimeStop:
      return true;
    case spv::Op::OpBitcast:
      return only_has_lifetime(user.result);
    case spv::Op::OpCopyObject:
      return only_loaded_and_stored(user.result);
    case spv::Op::OpExtInst:
      // Modf and Frexp store through a pointer. Debug information has no effect.
      return module_.extended_set(user.id(2)) != "OpenCL.std";
    case spv::Op::OpFunctionCall:
      return argument_is_loaded_and_stored(user, use.operand);
    default:
      // A ray query can be in planes: no instruction needs its address.
      return is_ray_query_instruction(user.opcode);
  }
}

// Whether an instruction accesses what a pointer was made to point to, as an object of its type.
bool ModuleAnalysis::accesses_declared_type(const Use& use) const {
  const Instruction& user = module_.instruction(use.instruction);
  const Id pointer = user.id(use.operand);
  return accessed_type(module_, user, pointer) == pointee_type(module_, pointer);
}

// Compilers bitcast a pointer to mark the lifetime of its variable.
bool ModuleAnalysis::only_has_lifetime(Id pointer) const {
  return std::ranges::all_of(uses(pointer), [&](const Use& use) {
    const spv::Op opcode = module_.instruction(use.instruction).opcode;
    return opcode == spv::Op::OpLifetimeStart || opcode == spv::Op::OpLifetimeStop;
  });
}

bool ModuleAnalysis::stays_in_variable(Id pointer) const {
  for (unsigned steps = 0; steps < 64; ++steps) {
    const Instruction* definition = module_.definition(pointer);
    if (definition == nullptr) return false;
    if (is_variable(definition->opcode)) return true;
    const bool renames = definition->opcode == spv::Op::OpCopyObject;
    const bool stays =
        renames || (is_access_chain(definition->opcode) && selects_part(*definition));
    if (!stays) return false;
    pointer = base_of(*definition);
  }
  return false;
}

bool ModuleAnalysis::argument_is_loaded_and_stored(const Instruction& call, std::uint32_t operand) {
  const Function* callee = module_.function(call.id(2));
  const std::uint32_t argument = operand - 3;
  return callee != nullptr && operand >= 3 && argument < callee->parameters.size() &&
         !is_by_value(module_, callee->parameters[argument]) &&
         only_loaded_and_stored(callee->parameters[argument]);
}

// A part of what Base was made to point to: all indices are constants within their composite, and Element is 0.
bool ModuleAnalysis::selects_part(const Instruction& chain) const {
  Id type = base_type(module_, chain);
  if (type != pointee_type(module_, base_of(chain))) return false;
  const unsigned first_index = first_index_operand(chain.opcode);
  if (is_ptr_access_chain(chain.opcode) && types_.integer(chain.id(first_index - 1)) != 0)
    return false;
  for (unsigned i = first_index; i < chain.operand_count(); ++i) {
    const auto index = types_.integer(chain.id(i));
    const Type& composite = types_.type(type);
    if (!index || *index < 0) return false;
    if (composite.kind == Type::Kind::structure) {
      if (static_cast<std::uint64_t>(*index) >= composite.members.size()) return false;
      type = composite.members[static_cast<std::size_t>(*index)].type;
    } else {
      if (static_cast<std::uint64_t>(*index) >= composite.count) return false;
      type = composite.element;
    }
  }
  return true;
}

// The variable or parameter that a chain of access chains starts from.
Id ModuleAnalysis::root(Id pointer) const {
  for (unsigned steps = 0; steps < 64; ++steps) {
    const Instruction* definition = module_.definition(pointer);
    if (definition == nullptr ||
        !(is_access_chain(definition->opcode) || definition->opcode == spv::Op::OpCopyObject)) {
      break;
    }
    pointer = base_of(*definition);
  }
  return pointer;
}

bool ModuleAnalysis::may_alias(Id root_a, Id root_b) const {
  if (root_a == root_b) return true;
  const auto is_plain_local = [&](Id id) {
    const Instruction* definition = module_.definition(id);
    return definition != nullptr && is_variable(definition->opcode);
  };
  return !is_plain_local(root_a) || !is_plain_local(root_b);
}

std::uint32_t ModuleAnalysis::last_use_in_block(const InstructionRegistry& registry, Id id,
                                                BlockLocation block, unsigned depth) const {
  std::uint32_t last = 1;
  std::uint32_t seen = 0;
  for (const Use& use : uses(id)) {
    if (std::exchange(seen, use.instruction) == use.instruction) continue;
    const Instruction& user = module_.instruction(use.instruction);
    const BlockLocation place = places_[use.instruction];
    if (place.function != block.function || place.block != block.block) return 0;
    if (user.opcode == spv::Op::OpPhi || user.opcode == spv::Op::OpFunctionCall ||
        calls_for_elements(user.opcode) || user.opcode == spv::Op::OpReturnValue) {
      return 0;
    }
    last = std::max(last, use.instruction);
    // The indices of an access chain only change the address.
    const bool is_index = is_access_chain(user.opcode) && use.operand > 2;
    const InstructionDefinition* definition = registry.find(user.opcode);
    if (user.result != 0 && !is_index && definition != nullptr && definition->shares_planes) {
      const std::uint32_t of_result =
          depth == 0 ? 0 : last_use_in_block(registry, user.result, block, depth - 1);
      if (of_result == 0) return 0;
      last = std::max(last, of_result);
    }
  }
  return last;
}

bool ModuleAnalysis::load_may_share(const InstructionRegistry& registry, const Instruction& load) {
  const std::uint32_t index = index_of(load);
  const std::uint32_t last =
      last_use_in_block(registry, load.result, places_[index], sharing_depth);
  if (last == 0 || last > index + share_window) return false;
  const Id variable = root(load.id(2));
  for (std::uint32_t i = index + 1; i < last; ++i) {
    const Instruction& instruction = module_.instruction(i);
    if (called_function(module_, instruction) != 0) return false;
    switch (instruction.opcode) {
      case spv::Op::OpStore:
      case spv::Op::OpCopyMemory:
        if (may_alias(variable, root(instruction.id(0)))) return false;
        break;
      case spv::Op::OpLifetimeStart:
      case spv::Op::OpLifetimeStop:
        return false;
      case spv::Op::OpExtInst:
        // Extended instructions store only through pointer operands.
        for (unsigned k = 4; k < instruction.operand_count(); ++k) {
          const Instruction* operand = module_.definition(instruction.id(k));
          if (operand != nullptr && operand->type != 0 &&
              types_.type(operand->type).kind == Type::Kind::pointer) {
            return false;
          }
        }
        break;
      default:
        break;
    }
  }
  return true;
}

}  // namespace spirv_oracle
