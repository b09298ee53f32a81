// The steps of a reduction, which make a dispatch or a draw and its modules smaller.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/reduce/draft.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// A kind of change to the module, applied at one instruction.
struct CodeStep {
  std::string_view name;
  bool (*fits)(const Draft& draft, const Code& code, std::size_t index);
  // May replace instruction `index` and the following ones, and add globals and ids.
  void (*change)(Draft& draft, Code& code, std::size_t index);
  bool in_globals = false;  // whether `code` is the globals, not the functions
};

// In the order in which they are tried: the steps that may remove the most come first.
std::span<const CodeStep> code_steps();

// A kind of change to the dispatch.
struct DispatchStep {
  std::string_view name;
  // The number of ways to make the change; and one of them, which returns false if it changes
  // nothing.
  std::size_t (*count)(const Draft& draft, const Dispatch& dispatch);
  bool (*change)(Draft& draft, Dispatch& dispatch, std::size_t index);
};

std::span<const DispatchStep> dispatch_steps();

// The data that reductions change.
struct Candidate {
  std::vector<Draft> drafts;  // of the module of the bundle, and of the earlier stages of a draw
  Dispatch dispatch;          // of a bundle that is not one of a draw
  Bundle draw;                // otherwise: without outputs of attachments

  std::size_t instruction_count() const;
};

// A kind of change to a draw, with the meanings of DispatchStep.
struct DrawStep {
  std::string_view name;
  std::size_t (*count)(const Candidate& candidate);
  bool (*change)(Candidate& candidate, std::size_t index);
};

std::span<const DrawStep> draw_steps();

}  // namespace spirv_oracle::golden
