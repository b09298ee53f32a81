// The steps of a reduction: ways to make a dispatch and its module smaller.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "golden/reduce/draft.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// A kind of change, each at one instruction.
struct CodeStep {
  std::string_view name;
  bool (*fits)(const Draft& draft, const Code& code, std::size_t index);
  // May replace instruction `index` and those behind it, and add globals and ids.
  void (*change)(Draft& draft, Code& code, std::size_t index);
  bool in_globals = false;  // `code` is that of the globals, otherwise that of the functions
};

// In the order in which they are tried: those that may take away most come first.
std::span<const CodeStep> code_steps();

// A kind of change of the dispatch.
struct DispatchStep {
  std::string_view name;
  // Of the ways to do it, how many there are, and one of them; false where it changes nothing.
  std::size_t (*count)(const Draft& draft, const Dispatch& dispatch);
  bool (*change)(Draft& draft, Dispatch& dispatch, std::size_t index);
};

std::span<const DispatchStep> dispatch_steps();

}  // namespace spirv_oracle::golden
