// How handlers report that a clause applies. Everything here is cold.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "interpreter/findings/clause.h"
#include "interpreter/ir/op.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

struct Subgroup;

// Reports `clause` at `op` for `lanes` of the tangle. `detail` is added to the message for people.
// Does not change any value.
[[gnu::cold, gnu::noinline]] void report(Subgroup& subgroup, const Op& op, const Clause& clause,
                                         const LaneMask& lanes, const std::string& detail = {});

// Counts another execution in which lanes broke a clause. False, and nothing is done, where the clause has
// not been reported at `op`, or there is more to do than to count. Nobody counts clauses that are ignored.
[[gnu::noinline]] bool count_again(Subgroup& subgroup, const Op& op, const Clause& clause,
                                   LaneMask lanes);

// Memory is about to be changed at a place that depends on the implementation.
[[gnu::cold, gnu::noinline]] void note_uncertain_place(const Subgroup& subgroup);

struct Plane;  // ir/program.h

// The value of a component in one lane, for people; "undefined" where it is.
std::string format_component(const Subgroup& subgroup, const Plane& plane, unsigned lane);

// Collects which lanes broke which clause of one instruction.
class BrokenClauses {
 public:
  void add(const Clause& clause, unsigned lane) { add(clause, LaneMask::single(lane)); }
  void add(const Clause& clause, const LaneMask& lanes);
  // The lanes that broke a clause.
  LaneMask lanes_of(const Clause& clause) const;
  // Those that broke any.
  LaneMask lanes() const;
  // Reports every collected clause and marks the result of `op` in its lanes as the effect says:
  // undefined, or implementation-dependent, in all of its bits.
  void report(Subgroup& subgroup, const Op& op, const std::string& detail = {}) const {
    report(subgroup, op, [&detail](const Clause&, unsigned) { return detail; });
  }
  // The same with a detail that is made of a clause and its first lane, where it is going to be shown.
  using Detail = std::function<std::string(const Clause&, unsigned lane)>;
  void report(Subgroup& subgroup, const Op& op, const Detail& detail) const;

 private:
  struct Entry {
    const Clause* clause = nullptr;
    LaneMask lanes;
  };
  std::array<Entry, 8> entries_{};
};

}  // namespace spirv_oracle
