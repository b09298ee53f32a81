// How handlers report a broken clause. Everything here is cold.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "interpreter/findings/clause.h"
#include "interpreter/ir/record.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

struct Subgroup;

// Reports `clause` at `record` for `lanes` of the tangle. `detail` is appended to the message. Does not
// change any value.
[[gnu::cold, gnu::noinline]] void report(Subgroup& subgroup, const Record& record,
                                         const Clause& clause, const LaneMask& lanes,
                                         const std::string& detail = {});

// Counts another execution in which lanes broke a clause. Returns false, and does nothing, if the
// clause has not been reported at `record`, or if counting does not suffice. Ignored clauses are not
// counted.
[[gnu::noinline]] bool count_again(Subgroup& subgroup, const Record& record, const Clause& clause,
                                   LaneMask lanes);

// Must be called before memory changes at an implementation-dependent place.
[[gnu::cold, gnu::noinline]] void note_uncertain_place(const Subgroup& subgroup);

struct Plane;  // ir/program.h

// The value of a component in one lane as text; "undefined" if it is.
std::string format_component(const Subgroup& subgroup, const Plane& plane, unsigned lane);

// The clause of the instruction of `record` that represents a clause of its operation; every other clause is its own.
const Clause& clause_of(const Subgroup& subgroup, const Record& record, const Clause& clause);

// Collects the lanes that broke each clause of one instruction.
class BrokenClauses {
 public:
  void add(const Clause& clause, unsigned lane) { add(clause, LaneMask::single(lane)); }
  void add(const Clause& clause, const LaneMask& lanes);
  // The lanes that broke a clause.
  LaneMask lanes_of(const Clause& clause) const;
  // The lanes that broke any clause.
  LaneMask lanes() const;
  // Reports every collected clause. Marks the result of `record` in its lanes according to the effect:
  // undefined or implementation-dependent, in all bits.
  void report(Subgroup& subgroup, const Record& record, const std::string& detail = {}) const {
    report(subgroup, record, [&detail](const Clause&, unsigned) { return detail; });
  }
  // Computes the detail from a clause and its first lane, if the report is shown.
  using Detail = std::function<std::string(const Clause&, unsigned lane)>;
  void report(Subgroup& subgroup, const Record& record, const Detail& detail) const;

 private:
  struct Entry {
    const Clause* clause = nullptr;
    LaneMask lanes;
  };
  std::array<Entry, max_clauses> entries_{};  // InstructionList checks the number
};

}  // namespace spirv_oracle
