#include "golden/reduce/unused.h"

#include <algorithm>
#include <map>
#include <set>

#include "builtins/register_all.h"
#include "grammar/core.h"
#include "interpreter/loader/opcode_classes.h"

namespace spirv_oracle::golden {
namespace {

// Describes an id, but does not use it.
bool is_annotation(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpName:
    case spv::Op::OpMemberName:
    case spv::Op::OpDecorate:
    case spv::Op::OpDecorateId:
    case spv::Op::OpDecorateString:
    case spv::Op::OpMemberDecorate:
    case spv::Op::OpMemberDecorateString:
      return true;
    default:
      return false;
  }
}

// A function may have effects.
bool calls_function(const Draft& draft, const DraftInstruction& one) {
  if (!calls_for_elements(one.opcode)) return one.opcode == spv::Op::OpFunctionCall;
  for (std::size_t i = 0; i < one.ids.size(); ++i) {
    const DraftInstruction* operand = draft.definition(one.id(i));
    if (operand != nullptr && operand->opcode == spv::Op::OpFunction) return true;
  }
  return false;
}

// Null if the interpreter does not support it.
const InstructionDefinition* find_definition(const Draft& draft, const DraftInstruction& one) {
  if (one.opcode != spv::Op::OpExtInst) return default_registry().find(one.opcode);
  const DraftInstruction* import = draft.definition(one.id(0));
  if (import == nullptr) return nullptr;
  const char* name = reinterpret_cast<const char*>(import->words.data() + 2);
  return default_registry().find_extended(name, one.words[4]);
}

}  // namespace

bool has_effect(const Draft& draft, const DraftInstruction& one) {
  if (one.opcode == spv::Op::OpFunction || one.opcode == spv::Op::OpFunctionParameter ||
      one.opcode == spv::Op::OpLabel || calls_function(draft, one))
    return true;
  const InstructionDefinition* definition = find_definition(draft, one);
  if (definition == nullptr) return false;
  // Pipes have a state beside the memory of their packets.
  return definition->instruction_class == grammar::OpReadPipe::instruction_class ||
         std::ranges::any_of(definition->memory_operands, &MemoryOperand::writes);
}

namespace {

using Counts = std::map<std::uint32_t, unsigned>;

Counts count_uses(const Draft& draft) {
  Counts uses;
  for (const Code* part : {&draft.globals, &draft.code}) {
    for (const DraftInstruction& one : *part) {
      if (is_annotation(one.opcode)) continue;
      // Only the function of an entry point counts, because its interface follows from the variables.
      const std::size_t count = one.opcode == spv::Op::OpEntryPoint ? 1 : one.ids.size();
      for (std::size_t i = 0; i < count; ++i) ++uses[one.id(i)];
      ++uses[one.type];
    }
  }
  return uses;
}

// Removes some instructions. Returns whether there were any.
template <class Predicate>
bool erase(Code& code, const Predicate& is_unused) {
  return std::erase_if(code, is_unused) != 0;
}

bool erase_unused_functions(Draft& draft, Counts& uses) {
  Code kept;
  bool is_kept = true, any = false;
  for (DraftInstruction& one : draft.code) {
    if (one.opcode == spv::Op::OpFunction) is_kept = uses[one.result] != 0;
    any = any || !is_kept;
    if (is_kept) kept.push_back(std::move(one));
  }
  draft.code = std::move(kept);
  return any;
}

// Stores to variables of a function that have no other uses.
bool erase_dead_stores(Draft& draft, Counts& uses) {
  std::map<std::uint32_t, unsigned> stores;
  std::set<std::uint32_t> locals;
  for (const DraftInstruction& one : draft.code) {
    if (one.opcode == spv::Op::OpVariable) locals.insert(one.result);
    if (one.opcode == spv::Op::OpStore) ++stores[one.id(0)];
  }
  return erase(draft.code, [&](const DraftInstruction& one) {
    return one.opcode == spv::Op::OpStore && locals.contains(one.id(0)) &&
           uses[one.id(0)] == stores[one.id(0)] && one.id(1) != one.id(0);
  });
}

void forget_absent_ids(Draft& draft) {
  std::set<std::uint32_t> defined;
  for (const Code* part : {&draft.globals, &draft.code}) {
    for (const DraftInstruction& one : *part) defined.insert(one.result);
  }
  erase(draft.globals, [&](const DraftInstruction& one) {
    return is_annotation(one.opcode) && !defined.contains(one.id(0));
  });
  for (DraftInstruction& one : draft.globals) {
    if (one.opcode != spv::Op::OpEntryPoint) continue;
    while (true) {
      const auto absent = std::find_if(one.ids.begin() + 1, one.ids.end(), [&](std::size_t at) {
        return !defined.contains(one.words[at]);
      });
      if (absent == one.ids.end()) break;
      one.words.erase(one.words.begin() + static_cast<std::ptrdiff_t>(*absent));
      for (auto later = absent + 1; later != one.ids.end(); ++later) --*later;
      one.ids.erase(absent);
    }
  }
}

}  // namespace

void remove_unused(Draft& draft) {
  bool any = true;
  while (any) {
    Counts uses = count_uses(draft);
    const auto is_unused = [&](const DraftInstruction& one) {
      return one.result != 0 && uses[one.result] == 0 && !has_effect(draft, one);
    };
    any = erase_unused_functions(draft, uses);
    any = erase_dead_stores(draft, uses) || any;
    any = erase(draft.code, is_unused) || any;
    any = erase(draft.globals, is_unused) || any;
  }
  forget_absent_ids(draft);
}

}  // namespace spirv_oracle::golden
