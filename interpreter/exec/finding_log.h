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
#include "interpreter/exec/lane_mask.h"
#include "interpreter/findings/finding.h"
#include "interpreter/ir/program.h"
#include "interpreter/semantics/clause.h"

namespace spirv_oracle {

// Where lanes met that had parted.
struct Join {
  JoinPlace place = JoinPlace::merge_block;
  std::uint32_t construct = 0;  // index into Program::constructs
};

// A loop, and how often its header had been executed before.
struct LoopPlace {
  std::uint32_t construct = 0;  // index into Program::constructs
  std::uint64_t iteration = 0;
};

// The earlier one of two accesses of a race.
struct OtherAccess {
  std::uint32_t origin = 0;
  std::string who;  // what it is and who made it
  const char* help = "";
};

// An instruction that some lanes of a subgroup executed.
struct Execution {
  std::uint32_t origin = 0;
  std::uint32_t subgroup = 0;
  std::uint64_t workgroup_index = 0;
  std::uint64_t steps = 0;  // Subgroup::steps, which tell executions of one instruction apart
  LaneMask lanes;
};

// The first time a clause was broken at a place, and how often it was: counting takes one cache line.
struct alignas(64) RawFinding : Execution {
  const Clause* clause = nullptr;
  std::uint64_t occurrences = 1;
  Effect effect = Effect::undefined_behavior;  // of the clause in this module
  Dim3 workgroup{};
  std::string detail;
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
    RawFinding* known = find(clause, execution.origin);
    if (known == nullptr) return false;
    if (known->steps == execution.steps && known->subgroup == execution.subgroup &&
        known->workgroup_index == execution.workgroup_index) {
      known->lanes |= execution.lanes;  // another component in the same execution
    } else {
      ++known->occurrences;
    }
    return true;
  }
  bool contains(const Clause& clause, std::uint32_t origin) {
    return find(clause, origin) != nullptr;
  }
  // Takes over the findings of another worker; the earlier workgroup's occurrence counts as first.
  void merge(const FindingLog& other);
  bool has_undefined_behavior() const { return has_undefined_behavior_; }
  // In the order of workgroups and instructions, as sentences.
  std::vector<Finding> render(const Program& program) const;

 private:
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const void*>{}(key.second) ^ key.first * 0x9E3779B97F4A7C15ull;
    }
  };
  // Null where there is none.
  RawFinding* find(const Clause& clause, std::uint32_t origin) {
    RawFinding* recent = recent_.empty() ? nullptr : recent_[recent_place(clause, origin)];
    if (recent != nullptr && recent->origin == origin && recent->clause == &clause) return recent;
    return look_up(clause, origin);
  }
  RawFinding* look_up(const Clause& clause, std::uint32_t origin);

  std::unordered_map<Key, RawFinding, KeyHash> findings_;
  // The latest finding asked for at each of a few places: loops break the same clauses again and again.
  static constexpr std::size_t recent_count = 64;
  static std::size_t recent_place(const Clause& clause, std::uint32_t origin) {
    return (origin ^ reinterpret_cast<std::uintptr_t>(&clause) / 16) % recent_count;
  }
  std::vector<RawFinding*> recent_;
  bool has_undefined_behavior_ = false;
};

}  // namespace spirv_oracle
