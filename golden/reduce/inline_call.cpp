#include "golden/reduce/inline_call.h"
#include "interpreter/loader/opcode_classes.h"

#include <algorithm>
#include <map>

namespace spirv_oracle::golden {
namespace {

// Instructions of the function: from OpFunction to OpFunctionEnd.
struct FunctionRange {
  std::size_t first = 0, last = 0;
};

FunctionRange find_function(const Code& code, std::uint32_t id) {
  FunctionRange range;
  while (range.first < code.size() && code[range.first].result != id) ++range.first;
  range.last = range.first;
  while (range.last < code.size() && code[range.last].opcode != spv::Op::OpFunctionEnd)
    ++range.last;
  return range;
}

std::size_t last_before(const Code& code, std::size_t index, spv::Op opcode) {
  while (code[index].opcode != opcode) --index;
  return index;
}

// The body with new ids: its variables, and everything from after the first label up to the return.
struct Body {
  Code variables, rest;
  std::uint32_t returned = 0;  // 0: nothing
  std::uint32_t last_label = 0;
};

Body copied_body(Draft& draft, const Code& code, const FunctionRange& range,
                 const DraftInstruction& call, std::uint32_t caller_label) {
  std::map<std::uint32_t, std::uint32_t> ids;
  std::size_t argument = 1, start = range.first + 1;
  for (; code[start].opcode != spv::Op::OpLabel; ++start) {
    if (code[start].opcode == spv::Op::OpFunctionParameter)
      ids[code[start].result] = call.id(argument++);
  }
  ids[code[start].result] = caller_label;
  for (std::size_t i = start + 1; i < range.last; ++i) {
    if (code[i].result != 0) ids[code[i].result] = draft.fresh();
  }
  Body body;
  body.last_label = caller_label;
  for (std::size_t i = start + 1; i < range.last; ++i) {
    DraftInstruction one = code[i];
    for (const std::size_t at : one.ids) {
      if (const auto mapped = ids.find(one.words[at]); mapped != ids.end())
        one.words[at] = mapped->second;
    }
    if (is_return(one.opcode)) {
      if (one.opcode == spv::Op::OpReturnValue) body.returned = one.id(0);
      continue;
    }
    if (one.result != 0) {
      one.result = ids.at(one.result);
      one.words[one.type != 0 ? 2 : 1] = one.result;
    }
    if (one.opcode == spv::Op::OpLabel) body.last_label = one.result;
    (one.opcode == spv::Op::OpVariable ? body.variables : body.rest).push_back(std::move(one));
  }
  return body;
}

}  // namespace

bool is_inlinable(const Draft&, const Code& code, std::size_t index) {
  if (code[index].opcode != spv::Op::OpFunctionCall) return false;
  const FunctionRange range = find_function(code, code[index].id(0));
  const bool calls_itself = range.first <= index && index <= range.last;
  if (range.last >= code.size() || calls_itself || !is_return(code[range.last - 1].opcode))
    return false;
  const auto at = [&](std::size_t i) { return code.begin() + static_cast<std::ptrdiff_t>(i); };
  return std::count_if(at(range.first), at(range.last),
                       [](const DraftInstruction& one) { return is_return(one.opcode); }) == 1;
}

void inline_call(Draft& draft, Code& code, std::size_t index) {
  const DraftInstruction call = code[index];
  const std::uint32_t label = code[last_before(code, index, spv::Op::OpLabel)].result;
  const std::size_t function = last_before(code, index, spv::Op::OpFunction);
  const Body body = copied_body(draft, code, find_function(code, call.id(0)), call, label);
  // Instructions after the call are in the last block of the body.
  for (DraftInstruction& one : code) {
    if (one.opcode != spv::Op::OpPhi) continue;
    for (std::size_t i = 1; i < one.ids.size(); i += 2) {
      if (one.id(i) == label) one.set_id(i, body.last_label);
    }
  }
  const auto at = [&](std::size_t i) { return code.begin() + static_cast<std::ptrdiff_t>(i); };
  code.insert(code.erase(at(index)), body.rest.begin(), body.rest.end());
  std::size_t entry = function;
  while (code[entry].opcode != spv::Op::OpLabel) ++entry;
  code.insert(at(entry + 1), body.variables.begin(), body.variables.end());
  if (body.returned != 0) draft.replace_uses(call.result, body.returned);
}

}  // namespace spirv_oracle::golden
