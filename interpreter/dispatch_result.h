// What a dispatch computed, and what was found in it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/bindings.h"
#include "interpreter/findings/finding.h"
#include "interpreter/kernels/float_encoding.h"
#include "interpreter/result.h"
#include "interpreter/stage_values.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// A result that an invocation got from a tangled or atomic instruction.
struct ExchangedResult {
  std::uint32_t instruction = 0;  // as locate() takes it
  std::uint64_t digest = 0;       // hash of its components
  friend bool operator==(const ExchangedResult&, const ExchangedResult&) = default;
};

struct ExchangeLog {
  // By workgroup and LocalInvocationIndex, each in program order. May lack invocations at the end.
  std::vector<std::vector<ExchangedResult>> by_invocation;
  std::uint64_t invocations_per_workgroup = 1;
  std::uint64_t recorded = 0;
  bool complete = true;  // false if there were too many
};

// An interval that contains all possible values of a float.
struct ValueBounds {
  double low = 0, high = 0;
};

// A stored component that is undefined or implementation-dependent.
struct IndeterminateComponent {
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  std::vector<Note> history;          // the path of the value, from its origin on
  std::optional<ValueBounds> bounds;  // none: unknown
};

// A defined component in memory that conforming implementations may compute differently, because of
// float arithmetic.
struct EnclosedComponent {
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  bool is_float = true;      // false: an integer
  FloatEncoding encoding{};  // of a float whose format is not one of IEEE 754
  bool is_unknown =
      false;  // any value is possible; of the other members, only `instruction` is valid
  // All values from `low` to `high`, with zeros of both signs if one is among them; none without
  // has_numbers. With may_be_nan, also NaN with any bits.
  bool has_numbers = true;
  double low = 0, high = 0;
  bool may_be_nan = false;
  // The bits of all values, in ascending order, if they are few and known one by one; otherwise
  // empty.
  std::vector<std::uint64_t> values{};
  // The instruction that permits several values, as locate() takes it. 0: a branch that depends on
  // floats.
  std::uint32_t instruction = 0;
};

struct BufferResult {
  ShadowedBytes contents;
  bool written = false;
  std::vector<IndeterminateComponent>
      indeterminate;  // by offset; with Policy::explain; limited to a few histories
  // By offset. If a component is neither here nor marked in the shadow, every implementation
  // computes these bytes.
  std::vector<EnclosedComponent> enclosures;
  // If DispatchResult::follows_values: the instructions that produced undefined values in the
  // contents and have findings, as CodeLocation::word.
  std::vector<std::uint32_t> undefined_by;
};

struct DispatchResult {
  Status status = Status::ok;                  // ok, undefined_behavior or limit
  std::string message;                         // for status limit: which limit, and where
  std::map<BindingKey, BufferResult> buffers;  // including ranges of memories
  std::vector<BufferResult> memories;  // `written`: through an address, not through a buffer
  std::vector<Finding> findings;
  // Whether the run tracked undefined results: with Policy::explain, except in long dispatches.
  bool follows_values = false;
  // Whether BufferResult::enclosures is complete.
  bool encloses_values = false;
  // Several threads ran workgroups, and the race check found that none accessed memory that one on another thread wrote.
  bool has_independent_workgroups = false;
  ExchangeLog exchanges;
  StageOutputs stage;                   // of a launch that is not workgroups
  std::uint64_t steps = 0;              // instructions executed by one tangle
  std::uint64_t lane_instructions = 0;  // the same, times active lanes
  // With Policy::check_races: accesses that were too many to remember. Races with them are not
  // found.
  std::uint64_t forgotten_accesses = 0;
  // With Policy::may_give_up_races: how many workgroups were checked completely before memory or
  // time did not suffice. None: all of them.
  std::optional<std::uint64_t> workgroups_checked_for_races;
  // Results may depend on the order of atomics, which was not examined because
  // Policy::check_races is not set.
  bool ignores_atomic_order = false;
  // Branches depend on implementation-dependent values, but nothing that depends on them is marked,
  // because of Reconvergence::minimal.
  bool ignores_uncertain_branches = false;
  // Printed text, which has no marks, depends on implementation-dependent values.
  bool has_uncertain_text = false;
  // With Policy::mark_rounding: values may depend on the rounding of floats without a mark, because that run took too long.
  bool ignores_rounding = false;
};

}  // namespace spirv_oracle
