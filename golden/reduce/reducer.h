// Reduces the modules of a bundle, and its dispatch or draw, while the bundle remains interesting.
#pragma once

#include <cstdint>
#include <functional>

#include "golden/bundle/bundle.h"
#include "golden/reduce/draft.h"
#include "golden/reduce/interest.h"
#include "golden/reduce/steps.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {

struct Reduction {
  Bundle bundle;
  std::size_t instructions_before = 0, instructions = 0;
  std::uint64_t tried = 0, taken = 0;  // candidates
};

class Reducer {
 public:
  // Tries at most `max_candidates` candidates. Calls `show` after each one with the current state.
  Reducer(const InstructionRegistry& registry, Interest& interest, std::uint64_t max_candidates,
          std::function<void(const Reduction&)> show)
      : registry_(registry),
        interest_(interest),
        max_candidates_(max_candidates),
        show_(std::move(show)) {}

  // Errors: bad_input if the module of the bundle is invalid, has undefined behavior or is not
  // interesting; also those of the interest.
  Result<Reduction> reduce(const Bundle& bundle);

 private:
  Result<void> begin(const Bundle& bundle);
  Result<void> begin_dispatch();
  Result<void> begin_draw();
  // The candidate's bundle; none if the module is invalid, has undefined behavior or does not end.
  std::optional<Bundle> bundle_of(const Candidate& candidate, bool for_good) const;
  std::optional<Bundle> bundle_of_dispatch(const Candidate& candidate, bool for_good) const;
  std::optional<Bundle> bundle_of_draw(const Candidate& candidate) const;
  Result<bool> attempt(Candidate candidate);
  Result<bool> attempt(const CodeStep& step, std::size_t draft, std::vector<std::size_t> places);
  Result<void> try_step(const CodeStep& step, std::size_t draft);
  Result<void> try_step(const DispatchStep& step);
  Result<void> try_step(const DrawStep& step);
  Result<void> try_all_steps();
  // Attempts changes as long as one is taken. `change` makes number `index` of `count`.
  template <class Count, class Change>
  Result<void> try_all(const Count& count, const Change& change);
  bool is_spent() const { return reduction_.tried >= max_candidates_; }

  const InstructionRegistry& registry_;
  Interest& interest_;
  std::uint64_t max_candidates_;
  std::function<void(const Reduction&)> show_;
  std::string environment_;       // in which the modules are valid
  Policy draw_policy_;            // of draws
  bool has_open_inputs_ = false;  // whether the bundle already has inputs that no stage writes
  Bundle original_;
  Candidate current_;
  Reduction reduction_;
};

}  // namespace spirv_oracle::golden
