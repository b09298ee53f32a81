// Reduces the module of a bundle while the bundle remains interesting.
#pragma once

#include <cstdint>
#include <functional>

#include "golden/bundle/bundle.h"
#include "golden/reduce/draft.h"
#include "golden/reduce/interest.h"
#include "golden/reduce/steps.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {

// The data that reductions change.
struct Candidate {
  Draft draft;
  Dispatch dispatch;
};

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
  // The candidate's bundle; none if the module is invalid, has undefined behavior or does not end.
  std::optional<Bundle> bundle_of(const Candidate& candidate, bool for_good) const;
  Result<bool> attempt(Candidate candidate);
  Result<bool> attempt(const CodeStep& step, std::vector<std::size_t> places);
  Result<void> try_step(const CodeStep& step);
  Result<void> try_step(const DispatchStep& step);
  bool is_spent() const { return reduction_.tried >= max_candidates_; }

  const InstructionRegistry& registry_;
  Interest& interest_;
  std::uint64_t max_candidates_;
  std::function<void(const Reduction&)> show_;
  std::string environment_;  // in which the module is valid
  Bundle original_;
  Candidate current_;
  Reduction reduction_;
};

}  // namespace spirv_oracle::golden
