// Lets attempts to take a lock, or to update a value with compare-exchange, fail once before they may succeed: under another
// schedule, another invocation is faster. Checks that the invocations then return to the attempt without an effect on others, and finds what
// differs between their attempts (docs/soundness.md, "Critical sections").
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "interpreter/exec/orders/workgroup_difference.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

class ForcedFailures {
 public:
  // The attempts of some lanes of a subgroup at one instruction.
  struct Attempt {
    Subgroup& subgroup;
    const Record& record;  // that follows the attempt
    Slot result = no_slot;
    LaneMask lanes;
    std::uint64_t writes = 0;  // of the workgroup before the attempt
  };

  void start_run(bool finds);
  // Whether one of the lanes has not failed since it succeeded last.
  bool must_fail(const Attempt& attempt) const;
  // The lanes have failed because must_fail() says so.
  void fail(const Attempt& attempt);
  // The lanes try for themselves. Returns whether those that have failed have returned without an effect.
  bool try_again(const Attempt& attempt);
  // One lane has succeeded. Returns whether it had failed before.
  bool succeed(const Subgroup& subgroup, const Record& record, unsigned lane);
  // What differs between attempts at the place of this one; null: nothing.
  const WorkgroupDifference* difference_at(const Attempt& attempt) const;
  // What is not compared: the result.
  static WorkgroupDifference::Except except(const Attempt& attempt) {
    return {attempt.subgroup.id, attempt.result, attempt.lanes};
  }
  // Whether a lane of the subgroup has not succeeded since it failed.
  bool is_pending(const Subgroup& subgroup) const;
  // Whether several lanes of the subgroup have made attempts together.
  bool had_common_attempt(const Subgroup& subgroup) const {
    return common_.contains({subgroup.workgroup_index, subgroup.id});
  }
  // Whether any attempt has failed, in any run.
  bool any() const { return has_failed_; }
  // Whether all that failed have succeeded, without an effect in between.
  bool have_ended() const { return failed_.empty() && !has_effects_; }
  // The planes that were compared, and the bytes that are kept.
  std::uint64_t compared() const { return compared_; }
  std::uint64_t memory() const;

 private:
  using Key = std::vector<std::uint64_t>;
  // A lane at an instruction.
  struct Lane {
    std::uint64_t workgroup = 0;
    std::uint32_t subgroup = 0, lane = 0;
    const Record* record = nullptr;
    friend auto operator<=>(const Lane&, const Lane&) = default;
  };
  struct Failure {
    Key place;
    std::uint64_t writes = 0;
    bool has_returned = false;
  };
  static Key place_of(const Attempt& attempt);
  static Lane lane_of(const Subgroup& subgroup, const Record& record, unsigned lane) {
    return {subgroup.workgroup_index, subgroup.id, lane, &record};
  }
  void compare(const Attempt& attempt, const Key& place);

  bool finds_ = true, has_failed_ = false, has_effects_ = false;
  std::uint64_t compared_ = 0;
  std::map<Lane, Failure> failed_;
  std::set<std::pair<std::uint64_t, std::uint32_t>> common_;  // workgroups and subgroups
  // By the first lane that failed: its workgroup at that time.
  std::map<Lane, std::unique_ptr<WorkgroupDifference>> first_attempts_;
  // By place: what differs between two attempts of any workgroup.
  std::map<Key, std::unique_ptr<WorkgroupDifference>> differences_;
};

}  // namespace spirv_oracle
