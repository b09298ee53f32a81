#include "golden/reduce/clean.h"

#include <algorithm>
#include <map>
#include <set>

#include "golden/reduce/unused.h"
#include "interpreter/loader/opcode_classes.h"

namespace spirv_oracle::golden {
namespace {

using Labels = std::set<std::uint32_t>;

// Instructions of the code: [first, last], from the label to the terminator.
struct BlockRange {
  std::uint32_t label = 0;
  std::size_t first = 0, last = 0;
};

std::vector<BlockRange> blocks_of(const Code& code) {
  std::vector<BlockRange> blocks;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i].opcode == spv::Op::OpLabel) blocks.push_back({code[i].result, i, i});
    if (is_block_termination(code[i].opcode) && !blocks.empty()) blocks.back().last = i;
  }
  return blocks;
}

// The labels that control flow reaches, from the first block of each function.
Labels reached(const Code& code) {
  std::map<std::uint32_t, Labels> next;
  std::vector<std::uint32_t> todo;
  bool at_entry = false;
  std::uint32_t label = 0;
  for (const DraftInstruction& one : code) {
    if (one.opcode == spv::Op::OpFunction) at_entry = true;
    if (one.opcode == spv::Op::OpLabel) {
      label = one.result;
      if (at_entry) todo.push_back(label);
      at_entry = false;
    }
    for (const std::size_t i : successors(one)) next[label].insert(one.id(i));
  }
  Labels seen(todo.begin(), todo.end());
  while (!todo.empty()) {
    const std::uint32_t from = todo.back();
    todo.pop_back();
    for (const std::uint32_t to : next[from]) {
      if (seen.insert(to).second) todo.push_back(to);
    }
  }
  return seen;
}

// Merge blocks and continue targets must exist, even if they are unreachable. By label: the target of such a block
// (0: nowhere).
std::map<std::uint32_t, std::uint32_t> stubs(const Code& code, const Labels& seen) {
  std::map<std::uint32_t, std::uint32_t> needed;
  std::uint32_t label = 0;
  for (const DraftInstruction& one : code) {
    if (one.opcode == spv::Op::OpLabel) label = one.result;
    if (!is_merge(one.opcode) || !seen.contains(label)) continue;
    if (!seen.contains(one.id(0))) needed.try_emplace(one.id(0), 0);
    if (one.opcode == spv::Op::OpLoopMerge && !seen.contains(one.id(1)))
      needed.try_emplace(one.id(1), label);
  }
  return needed;
}

void remove_unreached_blocks(Draft& draft) {
  const Labels seen = reached(draft.code);
  const auto needed = stubs(draft.code, seen);
  Code kept;
  bool is_kept = true;
  for (DraftInstruction& one : draft.code) {
    if (one.opcode == spv::Op::OpFunctionEnd) is_kept = true;
    if (one.opcode == spv::Op::OpLabel) {
      is_kept = seen.contains(one.result);
      if (const auto stub = needed.find(one.result); stub != needed.end()) {
        kept.push_back(std::move(one));
        kept.push_back(stub->second == 0 ? instruction(spv::Op::OpUnreachable, {})
                                         : instruction(spv::Op::OpBranch, {stub->second}));
        continue;
      }
    }
    if (is_kept) kept.push_back(std::move(one));
  }
  draft.code = std::move(kept);
}

std::map<std::uint32_t, Labels> predecessors(const Code& code) {
  std::map<std::uint32_t, Labels> all;
  std::uint32_t label = 0;
  for (const DraftInstruction& one : code) {
    if (one.opcode == spv::Op::OpLabel) label = one.result;
    for (const std::size_t i : successors(one)) all[one.id(i)].insert(label);
  }
  return all;
}

// A phi with one pair for each predecessor. Removes values of other blocks, and adds null for missing ones.
void complete_phi(Draft& draft, DraftInstruction& phi, const Labels& parents) {
  std::map<std::uint32_t, std::uint32_t> values;
  for (std::size_t i = 0; i + 1 < phi.ids.size(); i += 2) {
    if (parents.contains(phi.id(i + 1))) values[phi.id(i + 1)] = phi.id(i);
  }
  for (const std::uint32_t parent : parents) {
    const auto null = values.contains(parent) ? std::nullopt : draft.null_of(phi.type);
    if (null) values[parent] = *null;
  }
  phi.words.resize(3);
  phi.ids.clear();
  for (const auto& [parent, value] : values) {
    for (const std::uint32_t id : {value, parent}) {
      phi.ids.push_back(phi.words.size());
      phi.words.push_back(id);
    }
  }
}

void complete_phis(Draft& draft) {
  const auto parents = predecessors(draft.code);
  std::uint32_t label = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> replaced;
  Code kept;
  for (DraftInstruction& one : draft.code) {
    if (one.opcode == spv::Op::OpLabel) label = one.result;
    if (one.opcode == spv::Op::OpPhi) {
      const auto found = parents.find(label);
      complete_phi(draft, one, found == parents.end() ? Labels{} : found->second);
      const bool is_value = one.ids.size() == 2 && one.id(0) != one.result;
      if (is_value) replaced.emplace_back(one.result, one.id(0));
      if (is_value || one.ids.empty()) continue;
    }
    kept.push_back(std::move(one));
  }
  draft.code = std::move(kept);
  // The value may be a phi that was replaced as well.
  for (std::size_t i = 0; i < replaced.size(); ++i) {
    const auto [from, to] = replaced[i];
    draft.replace_uses(from, to);
    for (auto& [other, value] : replaced) {
      if (value == from) value = to;
    }
  }
}

void define_all(Draft& draft, const std::map<std::uint32_t, std::uint32_t>& types) {
  std::set<std::uint32_t> defined;
  for (const Code* part : {&draft.globals, &draft.code}) {
    for (const DraftInstruction& one : *part) defined.insert(one.result);
  }
  std::map<std::uint32_t, std::uint32_t> nulls;
  for (const DraftInstruction& one : draft.code) {
    for (const std::size_t at : one.ids) {
      const auto type = types.find(one.words[at]);
      if (defined.contains(one.words[at]) || type == types.end()) continue;
      if (const auto null = draft.null_of(type->second)) nulls[one.words[at]] = *null;
    }
  }
  for (const auto& [id, null] : nulls) draft.replace_uses(id, null);
}

// The value of a variable without stores is its initializer, or null: a reduced module must not depend on undefined
// values.
void define_loads(Draft& draft) {
  std::map<std::uint32_t, unsigned> uses, loads;
  for (const DraftInstruction& one : draft.code) {
    for (const std::size_t at : one.ids) ++uses[one.words[at]];
    if (one.opcode == spv::Op::OpLoad) ++loads[one.id(0)];
  }
  std::map<std::uint32_t, std::uint32_t> initializers;  // of variables without stores; 0: none
  for (const DraftInstruction& one : draft.code) {
    if (one.opcode == spv::Op::OpVariable && uses[one.result] == loads[one.result])
      initializers[one.result] = one.ids.empty() ? 0 : one.id(0);
  }
  std::map<std::uint32_t, std::uint32_t> values;
  for (const DraftInstruction& one : draft.code) {
    const auto variable =
        one.opcode == spv::Op::OpLoad ? initializers.find(one.id(0)) : initializers.end();
    if (variable == initializers.end()) continue;
    const std::optional<std::uint32_t> value =
        variable->second != 0 ? variable->second : draft.null_of(one.type);
    if (value) values[one.result] = *value;
  }
  for (const auto& [id, value] : values) draft.replace_uses(id, value);
}

// Merges blocks with only one edge between them. Returns whether there were any.
bool join_blocks(Draft& draft) {
  std::map<std::uint32_t, unsigned> uses;  // of labels, without those in phis
  for (const DraftInstruction& one : draft.code) {
    if (one.opcode == spv::Op::OpPhi) continue;
    for (const std::size_t at : one.ids) ++uses[one.words[at]];
  }
  const std::vector<BlockRange> blocks = blocks_of(draft.code);
  for (const BlockRange& from : blocks) {
    const DraftInstruction& end = draft.code[from.last];
    if (end.opcode != spv::Op::OpBranch || uses[end.id(0)] != 1) continue;
    if (is_merge(draft.code[from.last - 1].opcode)) continue;
    const auto to = std::ranges::find(blocks, end.id(0), &BlockRange::label);
    if (to == blocks.end() || to->label == from.label) continue;
    const Code moved(draft.code.begin() + static_cast<std::ptrdiff_t>(to->first) + 1,
                     draft.code.begin() + static_cast<std::ptrdiff_t>(to->last) + 1);
    const std::uint32_t old = to->label;
    const auto at = [&](std::size_t index) {
      return draft.code.begin() + static_cast<std::ptrdiff_t>(index);
    };
    if (to->first > from.first) {
      draft.code.erase(at(to->first), at(to->last + 1));
      draft.code.insert(draft.code.erase(at(from.last)), moved.begin(), moved.end());
    } else {
      draft.code.insert(draft.code.erase(at(from.last)), moved.begin(), moved.end());
      draft.code.erase(at(to->first), at(to->last + 1));
    }
    draft.replace_uses(old, from.label);
    return true;
  }
  return false;
}

}  // namespace

void clean(Draft& draft) {
  std::map<std::uint32_t, std::uint32_t> types;
  for (const DraftInstruction& one : draft.code) {
    if (one.type != 0) types[one.result] = one.type;
  }
  std::size_t before = 0;
  do {
    before = draft.instruction_count();
    remove_unreached_blocks(draft);
    complete_phis(draft);
    define_all(draft, types);
    define_loads(draft);
    remove_unused(draft);
    while (join_blocks(draft)) {
    }
  } while (draft.instruction_count() != before);
}

}  // namespace spirv_oracle::golden
