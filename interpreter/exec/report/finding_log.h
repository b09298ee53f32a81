// The findings of an execution as facts; sentences are made at the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interpreter/exec/report/recent_findings.h"
#include "interpreter/exec/state/guarantee.h"
#include "interpreter/findings/clause.h"
#include "interpreter/findings/finding.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

struct Subgroup;

// A reconvergence point of lanes that had diverged.
struct Join {
  JoinKind place = JoinKind::merge_block;
  std::uint32_t construct = 0;  // index into Program::constructs
};

// A loop, and how often its header was executed before.
struct EnclosingLoop {
  std::uint32_t construct = 0;  // index into Program::constructs
  std::uint64_t iteration = 0;
  friend bool operator==(const EnclosingLoop&, const EnclosingLoop&) = default;
};
// The enclosing loops of the tangle's lanes, the outermost first.
std::vector<EnclosingLoop> loops_around(const Subgroup& subgroup);

// The earlier access of a race.
struct OtherAccess {
  std::uint32_t origin = 0;
  std::string note;                      // what it is, and which invocation made it
  std::string note_of_same_instruction;  // if both are executions of one instruction
  std::string help;
  std::vector<SourceEdit> edits = {};  // as in Finding
  bool of_other_workgroup = false;
};

// The facts about a finding.
struct RawFinding : CountedFinding {
  Effect effect = Effect::undefined_behavior;  // of the clause in this module
  std::uint64_t first_workgroup_index = 0;
  std::uint32_t first_subgroup = 0;
  Dim3 workgroup{};     // of the first occurrence
  std::string detail;   // appended to the condition of the clause
  std::string message;  // replaces both; "": it does not
  std::string help;     // replaces the help of the clause; "": it does not
  std::vector<OperandValue> operands;
  std::optional<Join> join;          // the reconvergence on which the tangle depends
  std::vector<EnclosingLoop> loops;  // around the lanes, the outermost first
  std::vector<Note> history;         // of the first undefined operand
  // Of a race: at most one access of the same workgroup, and one of another.
  std::vector<OtherAccess> others;

  bool has_other(bool of_other_workgroup) const {
    return std::ranges::find(others, of_other_workgroup, &OtherAccess::of_other_workgroup) !=
           others.end();
  }
  void add_other(const OtherAccess& other) {
    if (!has_other(other.of_other_workgroup)) others.push_back(other);
  }

  RawFinding() = default;
  // An occurrence of a clause that has this effect; the caller must fill in the rest.
  RawFinding(const Clause& broken, Effect effect_in_module, const Execution& execution) {
    static_cast<Execution&>(*this) = execution;
    clause = &broken;
    effect = effect_in_module;
    first_workgroup_index = execution.workgroup_index;
    first_subgroup = execution.subgroup;
  }
};

class FindingLog {
  using Key = std::pair<std::uint32_t, const Clause*>;  // origin, clause

 public:
  // Adds the first finding of the clause at that origin; the caller must fill it in. Null: there is
  // one already, and this execution is counted.
  RawFinding* add(const Clause& clause, Effect effect, const Execution& execution);
  // Counts the execution if there is a finding; returns false otherwise.
  bool count_again(const Clause& clause, const Execution& execution) {
    CountedFinding* known = find(clause, execution.origin);
    if (known == nullptr) return false;
    known->count(execution);
    return true;
  }
  bool contains(const Clause& clause, std::uint32_t origin) {
    return find(clause, origin) != nullptr;
  }
  // Null if there is none.
  RawFinding* raw(const Clause& clause, std::uint32_t origin) {
    const auto entry = findings_.find(Key{origin, &clause});
    return entry == findings_.end() ? nullptr : &entry->second;
  }
  // Adds the findings of another worker. The first occurrence is that of the earliest workgroup.
  void merge(const FindingLog& other);
  bool has_undefined_behavior() const { return has_undefined_behavior_; }
  // Replaces the first occurrence of a finding by another one.
  void prefer(const RawFinding& occurrence);
  // The origins of results that became undefined.
  std::vector<std::uint32_t> origins_of_undefined_results() const;
  // The broken clauses, without duplicates.
  std::vector<const Clause*> clauses() const;
  // All findings as sentences, in the order of workgroups and instructions.
  std::vector<Finding> render(const Program& program) const;

 private:
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const void*>{}(key.second) ^ key.first * 0x9E3779B97F4A7C15ull;
    }
  };
  // Null if there is none.
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
