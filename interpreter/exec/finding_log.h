// Findings of an execution, as few words as possible: sentences are made at the end.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interpreter/exec/guarantee.h"
#include "interpreter/exec/recent_findings.h"
#include "interpreter/findings/clause.h"
#include "interpreter/findings/finding.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

struct Subgroup;

// Where lanes met that had parted.
struct Join {
  JoinPlace place = JoinPlace::merge_block;
  std::uint32_t construct = 0;  // index into Program::constructs
};

// A loop, and how often its header had been executed before.
struct LoopPlace {
  std::uint32_t construct = 0;  // index into Program::constructs
  std::uint64_t iteration = 0;
  friend bool operator==(const LoopPlace&, const LoopPlace&) = default;
};
// The loops that the lanes of the tangle are in, the outermost first.
std::vector<LoopPlace> loops_around(const Subgroup& subgroup);

// The earlier one of two accesses of a race.
struct OtherAccess {
  std::uint32_t origin = 0;
  std::string note;  // what it is and who made it
  std::string help;
};

// What there is to say of a finding.
struct RawFinding : CountedFinding {
  Effect effect = Effect::undefined_behavior;  // of the clause in this module
  std::uint64_t first_workgroup_index = 0;
  std::uint32_t first_subgroup = 0;
  Dim3 workgroup{};     // the first one, too
  std::string detail;   // follows the clause's condition
  std::string message;  // stands in place of both; empty: it does not
  std::vector<OperandValue> operands;
  std::optional<Join> join;      // that the tangle rests on
  std::vector<LoopPlace> loops;  // that the lanes were in, the outermost first
  std::vector<Note> history;     // of the first undefined operand
  std::optional<OtherAccess> other;
};

class FindingLog {
  using Key = std::pair<std::uint32_t, const Clause*>;  // origin, clause

 public:
  // The first finding of the clause at that origin, which the caller fills in. Null: there is one
  // already, and this execution is counted.
  RawFinding* add(const Clause& clause, Effect effect, const Execution& execution);
  // The same where there is a finding; false otherwise.
  bool count_again(const Clause& clause, const Execution& execution) {
    CountedFinding* known = find(clause, execution.origin);
    if (known == nullptr) return false;
    known->count(execution);
    return true;
  }
  bool contains(const Clause& clause, std::uint32_t origin) {
    return find(clause, origin) != nullptr;
  }
  // Takes over the findings of another worker; the earlier workgroup's occurrence counts as first.
  void merge(const FindingLog& other);
  // Of this log; they stay where they are.
  const RecentFindings& recent() const { return recent_; }
  bool has_undefined_behavior() const { return has_undefined_behavior_; }
  // Tells another occurrence of a finding than the first.
  void prefer(const RawFinding& occurrence);
  // Where results became undefined.
  std::vector<std::uint32_t> origins_of_undefined_results() const;
  // The clauses that were broken, each once.
  std::vector<const Clause*> clauses() const;
  // In the order of workgroups and instructions, as sentences.
  std::vector<Finding> render(const Program& program) const;

 private:
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const void*>{}(key.second) ^ key.first * 0x9E3779B97F4A7C15ull;
    }
  };
  // Null where there is none.
  CountedFinding* find(const Clause& clause, std::uint32_t origin) {
    CountedFinding* recent = recent_.find(clause, origin);
    return recent != nullptr ? recent : look_up(clause, origin);
  }
  CountedFinding* look_up(const Clause& clause, std::uint32_t origin);

  std::unordered_map<Key, RawFinding, KeyHash> findings_;
  RecentFindings recent_;
  bool has_undefined_behavior_ = false;
};

}  // namespace spirv_oracle
