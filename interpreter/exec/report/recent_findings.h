// Findings that were reported before. A loop breaks the same clauses repeatedly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/findings/clause.h"

namespace spirv_oracle {

// An instruction that some lanes of a subgroup executed.
struct Execution {
  std::uint32_t origin = 0;
  std::uint32_t subgroup = 0;
  std::uint64_t workgroup_index = 0;
  std::uint64_t steps = 0;  // Subgroup::steps, which identify executions of one instruction
  LaneMask lanes;

  friend bool is_same(const Execution& a, const Execution& b) {
    return a.steps == b.steps && a.subgroup == b.subgroup && a.workgroup_index == b.workgroup_index;
  }
};

// How often a clause was broken at a place. The base is the execution that was counted last, but
// `lanes` are those of the first. An execution counts once, even if several components of its
// result break the clause. Counting touches one cache line.
struct alignas(64) CountedFinding : Execution {
  const Clause* clause = nullptr;
  std::uint64_t occurrences = 1;

  void count(const Execution& execution) {
    if (is_same(*this, execution)) {
      if (occurrences == 1) lanes |= execution.lanes;
      return;
    }
    ++occurrences;
    subgroup = execution.subgroup;
    workgroup_index = execution.workgroup_index;
    steps = execution.steps;
  }
};
static_assert(sizeof(CountedFinding) == 64);

// Operations that several instructions share have clauses whose ids begin with a dot, after which the name of the
// instruction is missing. Whether a clause of an instruction represents one of its operation:
inline bool stands_for(const Clause& of_instruction, const Clause& of_operation) {
  return of_operation.id.starts_with('.') && of_instruction.id.ends_with(of_operation.id);
}

// The most recent findings, at each of a few places.
class RecentFindings {
 public:
  RecentFindings() { findings_.fill(&none); }

  // Null if it is not among them. `clause` may be that of an operation (clause_of() in report.h).
  CountedFinding* find(const Clause& clause, std::uint32_t origin) {
    CountedFinding* const recent = findings_[place(origin)];
    if (recent->origin != origin || recent->clause == nullptr) return nullptr;
    return recent->clause == &clause || stands_for(*recent->clause, clause) ? recent : nullptr;
  }
  void remember(CountedFinding& finding) { findings_[place(finding.origin)] = &finding; }

 private:
  static constexpr std::size_t count = 64;
  static std::size_t place(std::uint32_t origin) { return origin % count; }

  static inline CountedFinding none;  // without a clause, so that it is never found

  std::array<CountedFinding*, count> findings_;
};

}  // namespace spirv_oracle
