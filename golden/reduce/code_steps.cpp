// Steps that change instructions.
#include <algorithm>
#include <array>

#include "golden/reduce/inline_call.h"
#include "golden/reduce/steps.h"
#include "golden/reduce/unused.h"
#include "interpreter/loader/opcode_classes.h"

namespace spirv_oracle::golden {
namespace {

bool is_conditional(spv::Op opcode) {
  return opcode == spv::Op::OpBranchConditional || opcode == spv::Op::OpSwitch;
}

void erase(Code& code, std::size_t index, std::size_t count = 1) {
  const auto first = code.begin() + static_cast<std::ptrdiff_t>(index);
  code.erase(first, first + static_cast<std::ptrdiff_t>(count));
}

// --- constructs ---

// Removes the construct: its header branches to the merge block.
bool is_header(const Draft&, const Code& code, std::size_t index) {
  return is_merge(code[index].opcode);
}

void skip_construct(Draft&, Code& code, std::size_t index) {
  code[index] = instruction(spv::Op::OpBranch, {code[index].id(0)});
  erase(code, index + 1);
}

bool is_selection(const Draft&, const Code& code, std::size_t index) {
  return code[index].opcode == spv::Op::OpSelectionMerge && is_conditional(code[index + 1].opcode);
}

// Always takes one target of a selection; for a switch, the default or the last case.
enum class Target : std::uint8_t { first, last };

template <Target target>
void take(Draft&, Code& code, std::size_t index) {
  const auto targets = successors(code[index + 1]);
  const std::size_t chosen = target == Target::first ? targets.front() : targets.back();
  code[index] = instruction(spv::Op::OpBranch, {code[index + 1].id(chosen)});
  erase(code, index + 1);
}

bool has_cases(const Draft&, const Code& code, std::size_t index) {
  return code[index].opcode == spv::Op::OpSwitch && code[index].ids.size() > 2;
}

void drop_last_case(Draft&, Code& code, std::size_t index) {
  DraftInstruction& last = code[index];
  // The literal precedes its label and follows the previous label.
  last.words.resize(last.ids[last.ids.size() - 2] + 1);
  last.ids.pop_back();
}

// A branch without its own construct, such as one that leaves a loop.
bool is_plain_branch(const Draft&, const Code& code, std::size_t index) {
  return code[index].opcode == spv::Op::OpBranchConditional &&
         code[index - 1].opcode != spv::Op::OpSelectionMerge;
}

template <int which>
void always(Draft&, Code& code, std::size_t index) {
  code[index] = instruction(spv::Op::OpBranch, {code[index].id(which)});
}

bool is_loop(const Draft& draft, const Code& code, std::size_t index) {
  return code[index].opcode == spv::Op::OpLoopMerge && draft.integer_type() != 0;
}

// Replaces a loop by its first iteration, in a construct that `break` can leave.
void iterate_once(Draft& draft, Code& code, std::size_t index) {
  const std::uint32_t merge = code[index].id(0), next = code[index].id(1);
  std::uint32_t header = 0;
  for (std::size_t i = 0; i < index; ++i) {
    if (code[i].opcode == spv::Op::OpLabel) header = code[i].result;
  }
  std::size_t to_next = 0;
  for (const DraftInstruction& one : code) {
    for (const std::size_t i : successors(one)) to_next += one.id(i) == next ? 1u : 0u;
  }
  // Several branches to the continue target, which are not structured exits of a selection.
  const bool is_skipped = to_next > 1;
  for (std::size_t i = index + 1; i < code.size(); ++i) {
    for (const std::size_t k : successors(code[i])) {
      const bool goes_back = code[i].id(k) == header || (is_skipped && code[i].id(k) == next);
      if (goes_back) code[i].set_id(k, merge);
    }
  }
  code[index] = instruction(spv::Op::OpSelectionMerge, {merge}, {0});
  if (code[index + 1].opcode != spv::Op::OpBranch) return;
  const auto selector = draft.null_of(draft.integer_type());
  if (selector)
    code[index + 1] = instruction(spv::Op::OpSwitch, {*selector, code[index + 1].id(0)});
}

// A block that only branches to another one.
bool is_empty_block(const Draft&, const Code& code, std::size_t index) {
  return index > 0 && index + 1 < code.size() && code[index].opcode == spv::Op::OpLabel &&
         code[index + 1].opcode == spv::Op::OpBranch &&
         is_block_termination(code[index - 1].opcode);
}

void skip_block(Draft&, Code& code, std::size_t index) {
  const std::uint32_t block = code[index].result, target = code[index + 1].id(0);
  for (DraftInstruction& one : code) {
    const auto labels = successors(one);
    const auto goes_to = [&](std::uint32_t label) {
      return std::ranges::any_of(labels, [&](std::size_t i) { return one.id(i) == label; });
    };
    if (goes_to(target)) continue;  // the two targets of a branch must differ
    for (const std::size_t i : labels) {
      if (one.id(i) == block) one.set_id(i, target);
    }
  }
}

// --- instructions ---

// Whether an instruction of a function uses the id.
bool is_used(const Draft& draft, std::uint32_t id) {
  return std::ranges::any_of(draft.code, [&](const DraftInstruction& one) {
    return std::ranges::any_of(one.ids, [&](std::size_t at) { return one.words[at] == id; });
  });
}

bool is_removable(const Draft& draft, const Code& code, std::size_t index) {
  const DraftInstruction& one = code[index];
  switch (one.opcode) {
    case spv::Op::OpFunction:
    case spv::Op::OpFunctionParameter:
    case spv::Op::OpFunctionEnd:
    case spv::Op::OpLabel:
    case spv::Op::OpSelectionMerge:
    case spv::Op::OpLoopMerge:
      return false;
    default:
      // Cleaning removes the others.
      return !is_block_termination(one.opcode) &&
             (one.result == 0 || (has_effect(draft, one) && !is_used(draft, one.result)));
  }
}

// A variable that loses a store gets an initializer, so that no load reads an undefined value instead.
void initialize(Draft& draft, Code& code, std::uint32_t variable) {
  const auto found = std::ranges::find(code, variable, &DraftInstruction::result);
  if (found == code.end() || found->opcode != spv::Op::OpVariable || !found->ids.empty()) return;
  const DraftInstruction* pointer = draft.definition(found->type);
  const auto null = pointer == nullptr ? std::nullopt : draft.null_of(pointer->words[3]);
  if (!null) return;
  found->ids.push_back(found->words.size());
  found->words.push_back(*null);
}

void remove(Draft& draft, Code& code, std::size_t index) {
  if (code[index].opcode == spv::Op::OpStore) initialize(draft, code, code[index].id(0));
  erase(code, index);
}

bool is_value(const Draft& draft, const Code& code, std::size_t index) {
  const DraftInstruction& one = code[index];
  if (one.result == 0 || one.type == 0) return false;
  switch (one.opcode) {
    case spv::Op::OpFunction:
    case spv::Op::OpFunctionParameter:
    case spv::Op::OpVariable:
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
      return false;
    default:
      break;
  }
  const DraftInstruction* type = draft.definition(one.type);
  return type != nullptr &&
         (type->opcode != spv::Op::OpTypePointer || one.opcode == spv::Op::OpLoad);
}

void replace(Draft& draft, Code& code, std::size_t index, std::uint32_t with) {
  const std::uint32_t id = code[index].result;
  if (with == 0 || with == id) return;
  erase(code, index);
  draft.replace_uses(id, with);
}

void replace_by_null(Draft& draft, Code& code, std::size_t index) {
  replace(draft, code, index, draft.null_of(code[index].type).value_or(0));
}

void replace_by_one(Draft& draft, Code& code, std::size_t index) {
  replace(draft, code, index, draft.one_of(code[index].type).value_or(0));
}

// Operand number `which` of those with the type of the result; 0: there is none.
template <unsigned which>
std::uint32_t like_operand(const Draft& draft, const DraftInstruction& one) {
  unsigned seen = 0;
  if (one.opcode == spv::Op::OpPhi) return one.ids.size() > 2 * which ? one.id(2 * which) : 0;
  for (std::size_t i = 0; i < one.ids.size(); ++i) {
    const DraftInstruction* operand = draft.definition(one.id(i));
    if (operand != nullptr && operand->type == one.type && seen++ == which) return one.id(i);
  }
  return 0;
}

template <unsigned which>
bool has_like_operand(const Draft& draft, const Code& code, std::size_t index) {
  return is_value(draft, code, index) && like_operand<which>(draft, code[index]) != 0;
}

template <unsigned which>
void replace_by_operand(Draft& draft, Code& code, std::size_t index) {
  replace(draft, code, index, like_operand<which>(draft, code[index]));
}

// The first instruction of the function with this type, before `index`; 0: there is none.
std::uint32_t first_like(const Code& code, std::size_t index) {
  std::uint32_t found = 0;
  for (std::size_t i = index; i-- > 0 && code[i].opcode != spv::Op::OpFunction;) {
    const bool is_like = code[i].type == code[index].type && code[i].opcode != spv::Op::OpVariable;
    if (is_like) found = code[i].result;
  }
  return found;
}

bool has_first_like(const Draft& draft, const Code& code, std::size_t index) {
  return is_value(draft, code, index) && first_like(code, index) != 0;
}

void replace_by_first(Draft& draft, Code& code, std::size_t index) {
  replace(draft, code, index, first_like(code, index));
}

// The value of the last store to the variable before the load; 0: there is none.
std::uint32_t stored_before(const Code& code, std::size_t index) {
  if (code[index].opcode != spv::Op::OpLoad) return 0;
  for (std::size_t i = index; i-- > 0 && code[i].opcode != spv::Op::OpFunction;) {
    if (code[i].opcode == spv::Op::OpStore && code[i].id(0) == code[index].id(0))
      return code[i].id(1);
  }
  return 0;
}

bool is_load_of_stored(const Draft&, const Code& code, std::size_t index) {
  return stored_before(code, index) != 0;
}

void replace_by_stored(Draft& draft, Code& code, std::size_t index) {
  replace(draft, code, index, stored_before(code, index));
}

// --- globals ---

bool is_optional_global(const Draft&, const Code& globals, std::size_t index) {
  switch (globals[index].opcode) {
    case spv::Op::OpCapability:
    case spv::Op::OpExtension:
    case spv::Op::OpExecutionMode:
    case spv::Op::OpSource:
    case spv::Op::OpSourceExtension:
    case spv::Op::OpSourceContinued:
    case spv::Op::OpModuleProcessed:
    case spv::Op::OpDecorate:
    case spv::Op::OpMemberDecorate:
      return true;
    default:
      return false;
  }
}

constexpr std::array steps{
    CodeStep{"skip a construct", is_header, skip_construct},
    CodeStep{"take the first side", is_selection, take<Target::first>},
    CodeStep{"take the last side", is_selection, take<Target::last>},
    CodeStep{"drop a case", has_cases, drop_last_case},
    CodeStep{"execute a loop once", is_loop, iterate_once},
    CodeStep{"always branch", is_plain_branch, always<1>},
    CodeStep{"never branch", is_plain_branch, always<2>},
    CodeStep{"skip an empty block", is_empty_block, skip_block},
    CodeStep{"inline a call", is_inlinable, inline_call},
    CodeStep{"remove an effect", is_removable, remove},
    CodeStep{"replace a result by null", is_value, replace_by_null},
    CodeStep{"replace a result by an operand", has_like_operand<0>, replace_by_operand<0>},
    CodeStep{"replace a result by another operand", has_like_operand<1>, replace_by_operand<1>},
    CodeStep{"replace a load by the value stored", is_load_of_stored, replace_by_stored},
    CodeStep{"replace a result by an early one", has_first_like, replace_by_first},
    CodeStep{"replace a result by 1", is_value, replace_by_one},
    CodeStep{"remove a declaration", is_optional_global, remove, true},
};

}  // namespace

std::span<const CodeStep> code_steps() { return steps; }

}  // namespace spirv_oracle::golden
