// Looks for data races while a dispatch runs: brings accesses and barriers to the detector, and what it
// finds to the log.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "interpreter/exec/subgroup.h"
#include "memory/race_detector.h"

namespace spirv_oracle {

struct Program;
struct Clause;

class RaceWatch {
 public:
  // Whether the workgroups are small enough.
  static bool is_possible(const Program& program);
  // Shadows take up to `max_memory` bytes. `customary`: see RaceShape.
  RaceWatch(const Program& program, std::uint64_t max_memory, bool customary);

  void start_workgroup(std::uint64_t index);

  RaceDetector& detector() { return detector_; }
  // Of an object that has bytes of its own.
  RaceShadow& shadow(const AddressSpace& memory, std::size_t object) {
    while (object >= shadows_.size()) {
      shadows_.emplace_back(&shadow_memory_);
      const auto id = static_cast<std::uint32_t>(shadows_.size() - 1);
      shadows_.back().set_object_size(memory.object(id).size);
    }
    return shadows_[object];
  }
  // Bytes that the shadows take; whether those are too many, so that the run has to end.
  std::uint64_t shadow_memory() const { return shadow_memory_.used; }
  bool is_out_of_memory() const { return shadow_memory_.exhausted(); }
  // Looks no further, and frees the shadows: so many workgroups have been checked completely. Nothing may be told
  // to it any more.
  void give_up(std::uint64_t workgroups) {
    shadows_.clear();
    given_up_after_ = workgroups;
  }
  std::optional<std::uint64_t> given_up_after() const { return given_up_after_; }
  // Accesses that were too many to remember.
  std::uint64_t forgotten() const { return detector_.forgotten(); }
  // Whose bytes an object's are, and where they begin there: its own, or a range of another object's.
  struct Bytes {
    std::size_t object = 0;
    std::uint64_t begin = 0;
    bool written = false;  // some access of the program may write them
  };
  const Bytes& bytes_of(const AddressSpace& memory, std::size_t object);
  std::uint32_t slot(const Subgroup& subgroup, unsigned lane) const {
    return subgroup.id * subgroup.size + lane;
  }
  // Reports the race that the detector has just found, between accesses of `site`, one of them by
  // `lane`, and others.
  void report(Subgroup& subgroup, const Op& op, std::uint16_t site, const LaneMask& lanes,
              unsigned lane, std::size_t object, const Race& race) const;

  // --- what the tangle executes ---

  void memory_barrier(const Subgroup& subgroup, const MemorySemantics& semantics);
  void subgroup_barrier(const Subgroup& subgroup, const MemorySemantics& semantics);
  // A barrier of the workgroup: before and after its subgroups wait for each other.
  void arrive_at_workgroup(const Subgroup& subgroup, const MemorySemantics& semantics);
  void leave_workgroup(const Subgroup& subgroup, const MemorySemantics& semantics);
  // The halves of a split barrier.
  void arrive_at_split(const Subgroup& subgroup, MemoryScope execution,
                       const MemorySemantics& semantics);
  void wait_at_split(const Subgroup& subgroup, MemoryScope execution,
                     const MemorySemantics& semantics);
  // Before and after waiting at a named barrier, in one of its phases.
  void arrive_at_named(const Subgroup& subgroup, std::uint32_t number, std::uint64_t phase,
                       const MemorySemantics& semantics);
  void leave_named(const Subgroup& subgroup, const MemorySemantics& semantics);

 private:
  static Bytes owner_of(const AddressSpace& memory, std::size_t object);
  void end_workgroup_barrier(const MemorySemantics& semantics);
  std::span<const std::uint32_t> slots(const Subgroup& subgroup);
  std::string who(std::uint32_t agent) const;
  // Whether two origins are one instruction, or stand in one line of the source.
  bool in_one_statement(std::uint32_t origin, std::uint32_t other) const;
  std::string local_id(std::uint32_t slot) const;
  std::uint64_t split_barrier(const Subgroup& subgroup, MemoryScope execution) const;

  const Program& program_;
  RaceMemory shadow_memory_;
  RaceDetector detector_;
  std::deque<RaceShadow> shadows_;                            // by object
  std::vector<Bytes> bytes_of_;                               // by object; 0: not looked for yet
  std::vector<std::uint32_t> slots_;                          // of the tangle at hand
  std::vector<std::uint32_t> arrived_;                        // at the barrier of the workgroup
  std::array<std::vector<std::uint32_t>, 2> split_arrivals_;  // of each slot, by execution scope
  std::vector<std::uint64_t> named_;                          // where each slot waits
  std::optional<std::uint64_t> given_up_after_;
};

}  // namespace spirv_oracle
