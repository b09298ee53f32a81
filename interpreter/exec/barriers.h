// What the subgroups of one workgroup have arrived at, and what they wait for: split barriers and named
// barriers. Where all of them meet at one place is in workgroup_sync.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

// Tells dynamic instances of one instruction apart within an invocation group: in which iteration of
// each enclosing loop it is executed.
struct DynamicInstance {
  const Op* op = nullptr;
  std::uint64_t iterations = 0;
  friend bool operator==(const DynamicInstance&, const DynamicInstance&) = default;
};
DynamicInstance dynamic_instance(const Subgroup& subgroup, const Op* op);

// For people: "lanes 0-7,9"; one lane with its invocation, "lane 31 (invocation (63,0,0))".
std::string describe_lanes(const Subgroup& subgroup, const LaneMask& lanes);
// For people: where the lanes of a subgroup are that are not in its tangle.
std::string describe_other_lanes(const Subgroup& subgroup);
// For people: where each subgroup of the workgroup is.
std::string describe_subgroups(std::span<const Subgroup> subgroups);

// What all subgroups do in one order, each at its own time: the n-th time must be one dynamic instance
// for all. A subgroup does it for the time n + 1 only when all have done so n times.
class Sequence {
 public:
  // Whether what a subgroup does for the time `count` is what the others do or may do then.
  bool agrees(std::uint64_t count, const DynamicInstance& instance);
  void clear() { *this = {}; }

 private:
  std::uint64_t latest_ = 0;
  DynamicInstance instance_;
};

class Barriers {
 public:
  // A workgroup begins.
  void start(std::size_t subgroup_count);
  // Whether a subgroup can go on; one at a workgroup synchronization cannot. Reports if it goes on from
  // another dynamic instance than others did.
  bool may_go_on(Subgroup& subgroup);
  // No subgroup can go on by itself: lets those that wait here go on, and reports why they could not.
  // `places`: as describe_subgroups gives them.
  void release(std::span<Subgroup> subgroups, const std::string& places);
  // All subgroups have finished.
  void finish(std::span<Subgroup> subgroups);

  // --- OpControlBarrierArriveEXT, OpControlBarrierWaitEXT ---

  enum class SplitScope : std::uint8_t { subgroup, workgroup };
  // Lanes of the tangle that arrive, though they have arrived and not waited.
  LaneMask arrive(Subgroup& subgroup, const Op* op, SplitScope scope);
  struct NotArrived {
    LaneMask never;   // have never arrived
    LaneMask waited;  // have waited since they arrived
  };
  // Lanes of the tangle that wait, though they have not arrived since they last waited.
  NotArrived wait(const Subgroup& subgroup, SplitScope scope);
  // The subgroup is to wait until all of the workgroup have arrived.
  void wait_for_arrivals(Subgroup& subgroup, const Op* op);

  // --- OpNamedBarrierInitialize, OpMemoryNamedBarrier ---

  struct NamedBarrier {
    DynamicInstance made_by;
    std::uint32_t subgroup_count = 0;
    std::uint32_t arrived = 0;
    std::uint64_t phase = 0;
  };
  static constexpr std::size_t max_named_barriers = 4096;
  // The number of the barrier that this dynamic instance makes; `agrees`: other subgroups gave the
  // same count.
  std::uint32_t make_named(const Subgroup& subgroup, const Op* op, std::uint32_t subgroup_count,
                           bool& agrees);
  // The Subgroup Count that a barrier was made with.
  std::uint32_t subgroup_count(std::uint32_t number) const { return named_[number].subgroup_count; }
  // How often enough subgroups have arrived at a barrier; 0 if there is none.
  std::uint64_t named_phase(std::uint32_t number) const {
    return number < named_.size() ? named_[number].phase : 0;
  }
  // The subgroup arrives at a barrier and has to wait there, if not enough others have. No effect if
  // there is no such barrier.
  void arrive_at_named(Subgroup& subgroup, const Op* op, std::uint32_t number);

 private:
  // What one subgroup has done.
  struct Progress {
    LaneMask arrived[2];  // by SplitScope: and has not waited since
    LaneMask ever_arrived[2];
    std::uint64_t arrivals = 0;  // at Workgroup scope
    std::uint64_t waits = 0;
    const Op* last_arrival = nullptr;
    LaneMask last_arrival_lanes;
    std::uint32_t named = 0;  // the barrier that it waits at
    std::uint64_t phase = 0;
  };

  bool all_arrived(std::uint64_t count) const;
  void report_and_release(Subgroup& subgroup, const std::string& places);

  std::vector<Progress> progress_;  // by SubgroupId
  Sequence arrivals_;
  Sequence waits_;
  std::vector<NamedBarrier> named_;
  std::size_t next_named_ = 0;  // the one to be replaced when there are too many
};

}  // namespace spirv_oracle
