// The arrivals of the subgroups of a workgroup at split barriers and named barriers, and which of
// them wait. For barriers of the whole workgroup, see workgroup_sync.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// Identifies a dynamic instance of an instruction within an invocation group: the iteration of each
// enclosing loop.
struct DynamicInstance {
  const Record* record = nullptr;
  std::uint64_t iterations = 0;
  friend bool operator==(const DynamicInstance&, const DynamicInstance&) = default;
};
DynamicInstance dynamic_instance(const Subgroup& subgroup, const Record* record);

// For reports: "lanes 0-7,9"; a single lane with its invocation, "invocation (63,0,0) in lane 31".
std::string describe_lanes(const Subgroup& subgroup, const LaneMask& lanes);
// For reports: the places of the lanes of a subgroup outside its tangle. `at`: the record that the
// tangle executes, for the returns by which lanes miss it; null: any.
std::string describe_other_lanes(const Subgroup& subgroup, const Record* at = nullptr);
// For reports: the place of each subgroup of the workgroup.
std::string describe_subgroups(std::span<const Subgroup> subgroups);

// A sequence of actions that all subgroups perform in the same order, each at its own pace. The
// n-th action must be the same dynamic instance in all subgroups. A subgroup performs action n + 1
// only after all have performed action n.
class Sequence {
 public:
  // Whether the action number `count` of a subgroup matches that of the others.
  bool agrees(std::uint64_t count, const DynamicInstance& instance);
  void clear() { *this = {}; }

 private:
  std::uint64_t latest_ = 0;
  DynamicInstance instance_;
};

class Barriers {
 public:
  // Must be called when a workgroup begins.
  void start(std::size_t subgroup_count);
  // Whether a subgroup can continue; false at a workgroup synchronization. Reports if it continues
  // from another dynamic instance than the others.
  bool may_go_on(Subgroup& subgroup);
  // To be called if no subgroup can continue. Releases those that wait here, and reports why they
  // could not continue. `places`: from describe_subgroups.
  void release(std::span<Subgroup> subgroups, const std::string& places);
  // Must be called after all subgroups have finished.
  void finish(std::span<Subgroup> subgroups);

  // --- OpControlBarrierArriveEXT, OpControlBarrierWaitEXT ---

  enum class SplitScope : std::uint8_t { subgroup, workgroup };
  // The lanes of the tangle that arrive although they have already arrived and not waited.
  LaneMask arrive(Subgroup& subgroup, const Record* record, SplitScope scope);
  struct NotArrived {
    LaneMask never;   // have never arrived
    LaneMask waited;  // have waited since they arrived
  };
  // Lanes of the tangle that wait, though they have not arrived since they last waited.
  NotArrived wait(const Subgroup& subgroup, SplitScope scope);
  // Makes the subgroup wait until the whole workgroup has arrived.
  void wait_for_arrivals(Subgroup& subgroup, const Record* record);

  // --- OpNamedBarrierInitialize, OpMemoryNamedBarrier ---

  struct NamedBarrier {
    DynamicInstance made_by;
    std::uint32_t subgroup_count = 0;
    std::uint32_t arrived = 0;
    std::uint64_t phase = 0;
  };
  static constexpr std::size_t max_named_barriers = 4096;
  // The number of the barrier that this dynamic instance creates. `agrees`: whether other subgroups
  // gave the same count.
  std::uint32_t make_named(const Subgroup& subgroup, const Record* record,
                           std::uint32_t subgroup_count, bool& agrees);
  // The Subgroup Count of a barrier.
  std::uint32_t subgroup_count(std::uint32_t number) const { return named_[number].subgroup_count; }
  // How often enough subgroups have arrived at a barrier; 0 if the barrier does not exist.
  std::uint64_t named_phase(std::uint32_t number) const {
    return number < named_.size() ? named_[number].phase : 0;
  }
  // The subgroup arrives at a barrier, and waits unless enough others have arrived. No effect if
  // the barrier does not exist.
  void arrive_at_named(Subgroup& subgroup, const Record* record, std::uint32_t number);

 private:
  // The state of one subgroup.
  struct Progress {
    LaneMask arrived[2];  // by SplitScope: lanes that have arrived and not waited since
    LaneMask ever_arrived[2];
    std::uint64_t arrivals = 0;  // at Workgroup scope
    std::uint64_t waits = 0;
    const Record* last_arrival = nullptr;
    LaneMask last_arrival_lanes;
    std::uint32_t named = 0;  // the barrier at which it waits
    std::uint64_t phase = 0;
  };

  bool all_arrived(std::uint64_t count) const;
  void report_and_release(Subgroup& subgroup, const std::string& places);

  std::vector<Progress> progress_;  // by SubgroupId
  Sequence arrivals_;
  Sequence waits_;
  std::vector<NamedBarrier> named_;
  std::size_t next_named_ = 0;  // the one to replace if there are too many
};

}  // namespace spirv_oracle
