#include "interpreter/loader/cfg/uniform_control.h"

#include <algorithm>
#include <iterator>

#include "interpreter/loader/cfg/dominators.h"
#include "interpreter/loader/cfg/post_dominators.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

constexpr unsigned deepest = 256;  // of values that depend on each other

bool is_same_for_workgroup(spv::BuiltIn built_in) {
  switch (built_in) {
    case spv::BuiltIn::NumWorkgroups:
    case spv::BuiltIn::WorkgroupSize:
    case spv::BuiltIn::WorkgroupId:
    case spv::BuiltIn::NumSubgroups:
    case spv::BuiltIn::NumEnqueuedSubgroups:
    case spv::BuiltIn::SubgroupSize:
    case spv::BuiltIn::SubgroupMaxSize:
    case spv::BuiltIn::WorkDim:
    case spv::BuiltIn::GlobalSize:
    case spv::BuiltIn::EnqueuedWorkgroupSize:
    case spv::BuiltIn::GlobalOffset:
    case spv::BuiltIn::DeviceIndex:
      return true;
    default:
      return false;
  }
}

// Whether the result depends on operands alone.
bool is_computed_from_operands(spv::Op opcode) {
  const auto number = static_cast<std::uint32_t>(opcode);
  const auto in = [number](spv::Op first, spv::Op last) {
    return number >= static_cast<std::uint32_t>(first) &&
           number <= static_cast<std::uint32_t>(last);
  };
  return in(spv::Op::OpVectorExtractDynamic, spv::Op::OpTranspose) ||
         in(spv::Op::OpConvertFToU, spv::Op::OpBitcast) ||
         in(spv::Op::OpSNegate, spv::Op::OpFwidthCoarse) || is_access_chain(opcode) ||
         opcode == spv::Op::OpExtInst || opcode == spv::Op::OpCopyLogical;
}

// Whether the result may be a pointer into the object of operand 2.
bool derives_pointer(spv::Op opcode) {
  return is_access_chain(opcode) || opcode == spv::Op::OpCopyObject || opcode == spv::Op::OpBitcast;
}

std::vector<std::uint32_t> ends_of(const Module& module, const Function& function) {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
    if (is_return(module.instruction(function.blocks[b].last).opcode)) ends.push_back(b);
  }
  return ends;
}

}  // namespace

UniformControl::UniformControl(const Module& module, bool is_kernel,
                               const std::vector<std::uint32_t>& calls)
    : module_(module), is_kernel_(is_kernel) {
  for (const std::uint32_t call : calls) {
    const Id function = called_function(module, module.instruction(call));
    if (function != 0) calls_[function] = call;
  }
  find_calls_and_writes();
}

std::uint32_t UniformControl::index_of(const Instruction& instruction) const {
  return static_cast<std::uint32_t>(&instruction - module_.instructions().data());
}

// --- control flow ---

UniformControl::FunctionFlow* UniformControl::flow_of(std::uint32_t instruction) {
  const auto functions = module_.functions();
  const auto found = std::ranges::find_if(functions, [&](const Function& function) {
    return !function.blocks.empty() && function.blocks.front().first <= instruction &&
           instruction <= function.blocks.back().last;
  });
  if (found == functions.end()) return nullptr;
  const auto number = static_cast<std::uint32_t>(found - functions.begin());
  const auto known = flows_.find(number);
  if (known != flows_.end()) return &known->second;
  auto flow = is_kernel_ ? analyze_unstructured_control_flow(module_, *found)
                         : analyze_control_flow(module_, *found);
  if (!flow) return nullptr;
  FunctionFlow result{&*found, std::move(*flow), {}, {}};
  result.dominators =
      find_dominators(result.flow.successors, result.flow.predecessors, 0).immediate;
  result.post_dominators = immediate_post_dominators(result.flow, ends_of(module_, *found));
  result.uniform.resize(found->blocks.size());
  if (!find_deciding_branches(result)) return nullptr;
  return &flows_.emplace(number, std::move(result)).first->second;
}

std::uint32_t UniformControl::block_of(const FunctionFlow& flow, std::uint32_t instruction) {
  const auto& blocks = flow.function->blocks;
  const auto behind = std::ranges::upper_bound(blocks, instruction, {}, &Block::first);
  return static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(behind - blocks.begin(), 1) - 1);
}

bool UniformControl::dominates(const FunctionFlow& flow, std::uint32_t dominator,
                               std::uint32_t block) {
  if (!flow.flow.reachable(block)) return false;
  while (block != dominator && block != flow.dominators[block]) block = flow.dominators[block];
  return block == dominator;
}

bool UniformControl::post_dominates(const FunctionFlow& flow, std::uint32_t later,
                                    std::uint32_t block) {
  const auto count = static_cast<std::uint32_t>(flow.post_dominators.size());
  for (std::uint32_t steps = 0; block < count && steps <= count; ++steps) {
    if (block == later) return true;
    block = flow.post_dominators[block];
  }
  return false;
}

bool UniformControl::is_uniform_block(FunctionFlow& flow, std::uint32_t block) {
  return is_uniform_at(flow, block, 0);
}

// A block depends on a branch if it is on every path from one successor, but not from all.
bool UniformControl::find_deciding_branches(FunctionFlow& flow) {
  constexpr std::size_t most = std::size_t{1} << 22;
  std::size_t count = 0;
  const auto end = static_cast<std::uint32_t>(flow.post_dominators.size());
  flow.deciding_branches.resize(end);
  for (const std::uint32_t branch : flow.flow.order) {
    const auto& successors = flow.flow.successors[branch];
    if (successors.size() < 2) continue;
    for (std::uint32_t block : successors) {
      for (; block != end && block != flow.post_dominators[branch];
           block = flow.post_dominators[block]) {
        auto& branches = flow.deciding_branches[block];
        if (branches.empty() || branches.back() != branch) branches.push_back(branch);
        if (++count > most) return false;
      }
    }
  }
  return true;
}

bool UniformControl::is_uniform_at(FunctionFlow& flow, std::uint32_t block, unsigned depth) {
  if (flow.uniform[block] != Answer::unknown) return flow.uniform[block] != Answer::no;
  if (depth > deepest) return false;
  flow.uniform[block] = Answer::assumed;
  const bool is_same = flow.flow.reachable(block) &&
                       std::ranges::all_of(flow.deciding_branches[block], [&](auto branch) {
                         const std::uint32_t terminator = flow.function->blocks[branch].last;
                         return is_uniform(module_.instruction(terminator).id(0), depth + 1) &&
                                is_uniform_at(flow, branch, depth + 1);
                       });
  flow.uniform[block] = is_same ? Answer::yes : Answer::no;
  return is_same;
}

std::uint32_t UniformControl::divergent_branch(FunctionFlow& flow, std::uint32_t block) {
  std::vector<std::uint32_t> blocks = {block};
  std::uint32_t first = ControlFlow::none;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (const std::uint32_t branch : flow.deciding_branches[blocks[i]]) {
      const std::uint32_t terminator = flow.function->blocks[branch].last;
      if (!is_uniform(module_.instruction(terminator).id(0), 0))
        first = std::min(first, flow.flow.position[branch]);
      if (std::ranges::find(blocks, branch) == blocks.end()) blocks.push_back(branch);
    }
  }
  return first == ControlFlow::none ? 0 : flow.function->blocks[flow.flow.order[first]].last;
}

bool UniformControl::is_executed_by_all(std::uint32_t instruction, unsigned depth) {
  FunctionFlow* flow = flow_of(instruction);
  if (flow == nullptr || !is_uniform_at(*flow, block_of(*flow, instruction), depth)) return false;
  return is_called_by_all(flow->function->id, depth);
}

bool UniformControl::is_called_by_all(Id function, unsigned depth) {
  const auto known = called_by_all_.find(function);
  if (known != called_by_all_.end()) return known->second != Answer::no;
  if (depth > deepest) return false;
  called_by_all_[function] = Answer::assumed;
  const auto reached = calls_.find(function);
  const std::vector<std::uint32_t> calls =
      reached == calls_.end() ? callers_[function] : std::vector{reached->second};
  // Which invocation calls a function for an element of a matrix is not defined. An entry point has no calls.
  const bool is_by_all = std::ranges::all_of(calls, [&](std::uint32_t call) {
    return !calls_for_elements(module_.instruction(call).opcode) &&
           is_executed_by_all(call, depth + 1);
  });
  called_by_all_[function] = is_by_all ? Answer::yes : Answer::no;
  return is_by_all;
}

// --- values ---

bool UniformControl::is_uniform(Id id, unsigned depth) {
  const auto known = known_.find(id);
  if (known != known_.end()) return known->second != Answer::no;
  const Instruction* instruction = module_.definition(id);
  if (instruction == nullptr || depth > deepest) return false;
  known_[id] = Answer::assumed;
  const bool is_same = compute_uniform(*instruction, depth + 1);
  known_[id] = is_same ? Answer::yes : Answer::no;
  return is_same;
}

bool UniformControl::compute_uniform(const Instruction& instruction, unsigned depth) {
  const bool is_in_function = flow_of(index_of(instruction)) != nullptr;
  switch (instruction.opcode) {
    case spv::Op::OpVariable:
    case spv::Op::OpUntypedVariableKHR:
      return true;  // the pointer
    case spv::Op::OpFunctionParameter:
      return is_uniform_parameter(instruction.result, depth);
    case spv::Op::OpLoad:
      return is_uniform_load(instruction.id(2), depth);
    case spv::Op::OpPhi: {
      if (!are_operands_uniform(instruction, depth)) return false;
      for (unsigned i = 3; i < instruction.operand_count(); i += 2) {
        const Instruction* label = module_.definition(instruction.id(i));
        if (label == nullptr || !is_executed_by_all(index_of(*label) + 1, depth)) return false;
      }
      return true;
    }
    default:
      break;
  }
  if (!is_in_function) return true;
  return (is_computed_from_operands(instruction.opcode) ||
          instruction.opcode == spv::Op::OpUndef) &&
         are_operands_uniform(instruction, depth);
}

bool UniformControl::are_operands_uniform(const Instruction& instruction, unsigned depth) {
  for (unsigned i = 2; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Instruction* operand = module_.definition(instruction.id(i));
    const bool is_value = operand != nullptr && operand->type != 0;
    if (is_value && !is_uniform(instruction.id(i), depth)) return false;
  }
  return true;
}

Id UniformControl::root(Id pointer) const {
  for (const Instruction* instruction = module_.definition(pointer);
       instruction != nullptr && derives_pointer(instruction->opcode);
       instruction = module_.definition(pointer))
    pointer = base_of(*instruction);
  return pointer;
}

bool UniformControl::is_uniform_load(Id pointer, unsigned depth) {
  if (!is_uniform(pointer, depth)) return false;
  const Instruction* target = module_.definition(root(pointer));
  for (unsigned calls = 0; target != nullptr && target->opcode == spv::Op::OpFunctionParameter;
       ++calls) {
    const Id argument = argument_of(target->result);
    if (argument == 0 || calls > deepest) break;
    target = module_.definition(root(argument));
  }
  const Instruction* type = target == nullptr ? nullptr : module_.definition(target->type);
  if (type == nullptr || !is_pointer_type(type->opcode)) return false;
  if (const auto built_in = module_.decoration(target->result, spv::Decoration::BuiltIn))
    return is_same_for_workgroup(static_cast<spv::BuiltIn>(*built_in));
  switch (static_cast<spv::StorageClass>(type->literal(1))) {
    case spv::StorageClass::Input:
    case spv::StorageClass::Output:
    case spv::StorageClass::Generic:
      return false;
    case spv::StorageClass::Function:
    case spv::StorageClass::Private:
      return is_variable(target->opcode) && is_uniform_variable(*target, depth);
    default:
      return true;
  }
}

bool UniformControl::is_uniform_variable(const Instruction& variable, unsigned depth) {
  // All stores must be of uniform values, executed by all.
  std::vector<Id> pointers = {variable.result};
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    const auto writes = writes_.find(pointers[i]);
    if (writes == writes_.end()) continue;
    for (const std::uint32_t index : writes->second) {
      const Instruction& write = module_.instruction(index);
      if (write.opcode == spv::Op::OpFunctionCall) {
        const Function* callee = module_.function(write.id(2));
        for (unsigned k = 3; k < write.operand_count(); ++k) {
          if (root(write.id(k)) != pointers[i]) continue;
          if (callee == nullptr || k - 3 >= callee->parameters.size()) return false;
          const Id parameter = callee->parameters[k - 3];
          if (std::ranges::find(pointers, parameter) == pointers.end())
            pointers.push_back(parameter);
        }
        continue;
      }
      if (write.opcode == spv::Op::OpLifetimeStart || write.opcode == spv::Op::OpLifetimeStop)
        continue;
      const bool is_same = write.opcode == spv::Op::OpStore && is_uniform(write.id(0), depth) &&
                           is_uniform(write.id(1), depth) && is_executed_by_all(index, depth);
      if (!is_same) return false;
    }
  }
  return true;
}

bool UniformControl::is_uniform_parameter(Id parameter, unsigned depth) {
  const Id argument = argument_of(parameter);
  return argument == 0 ? is_of_entry_point(parameter) : is_uniform(argument, depth);
}

bool UniformControl::is_of_entry_point(Id parameter) const {
  return std::ranges::any_of(module_.entry_points(), [&](const EntryPoint& entry) {
    const Function* function = module_.function(entry.function);
    return function != nullptr &&
           std::ranges::find(function->parameters, parameter) != function->parameters.end();
  });
}

Id UniformControl::argument_of(Id parameter) {
  for (const Function& function : module_.functions()) {
    const auto found = std::ranges::find(function.parameters, parameter);
    if (found == function.parameters.end()) continue;
    const auto call = calls_.find(function.id);
    // The arguments of a call for an element are those of the element.
    if (call == calls_.end() || calls_for_elements(module_.instruction(call->second).opcode))
      return 0;
    const auto number = static_cast<unsigned>(found - function.parameters.begin());
    return module_.instruction(call->second).id(3 + number);
  }
  return 0;
}

void UniformControl::find_calls_and_writes() {
  for (const Function& function : module_.functions()) {
    if (function.blocks.empty()) continue;
    for (std::uint32_t i = function.blocks.front().first; i <= function.blocks.back().last; ++i) {
      const Instruction& instruction = module_.instruction(i);
      if (const Id called = called_function(module_, instruction)) callers_[called].push_back(i);
      if (instruction.opcode == spv::Op::OpLoad || is_variable(instruction.opcode) ||
          derives_pointer(instruction.opcode))
        continue;
      // Whatever else has a pointer as its operand may write through it.
      for (unsigned k = 0; k < instruction.operand_count(); ++k) {
        if (instruction.operands[k].operand_class != OperandClass::id) continue;
        const Id pointed = root(instruction.id(k));
        const Instruction* definition = module_.definition(pointed);
        const bool is_stored_value = instruction.opcode == spv::Op::OpStore && k == 1;
        const bool is_place =
            definition != nullptr && !is_stored_value &&
            (is_variable(definition->opcode) || definition->opcode == spv::Op::OpFunctionParameter);
        if (is_place && !is_debug_information(module_, instruction)) writes_[pointed].push_back(i);
      }
    }
  }
}

}  // namespace spirv_oracle
