// The minimal reconvergence policy: tangles that diverged run one after the other, each with its
// own registers, and reconverge only where the specification guarantees it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

class SeparateTangles {
 public:
  // Saves the lanes for later, with the current registers.
  void fork(const Subgroup& subgroup, const Record* pc, const LaneMask& lanes);
  // The running tangle leaves `frame` (at `depth`). Returns the next record to execute, or null to
  // stop.
  const Record* leave_by_merge(Subgroup& subgroup, std::uint32_t depth);
  const Record* leave_by_continue(Subgroup& subgroup, std::uint32_t depth);
  const Record* leave_by_header(Subgroup& subgroup, std::uint32_t depth);
  // The running tangle has ended. Returns the next record to execute, or null to stop.
  const Record* next(Subgroup& subgroup);
  void clear();
  // The number of tangles that are not running. Each has its own register file.
  std::size_t suspended() const { return ready_.size() + waiting_.size(); }

  // A tangle that is not running, for the debugger.
  struct View {
    std::size_t index = 0;       // among the suspended tangles
    const Record* pc = nullptr;  // where it continues
    bool at_merge =
        false;  // there, once the tangles of `waits_for` are there as well or have ended
    LaneMask waits_for;
    std::span<const Frame> frames;   // the constructs that it is in, innermost last
    std::byte* registers = nullptr;  // its own
  };
  // The suspended tangle of a lane; none if the lane runs or has ended. `active` are the lanes that run.
  std::optional<View> find(unsigned lane, const LaneMask& active);

 private:
  // A tangle that is not running.
  struct Suspended {
    const Record* pc = nullptr;
    LaneMask lanes;
    std::vector<Frame> frames;  // depth + 1 elements
    std::vector<std::byte> registers;
    IndeterminateBits indeterminate_bits;
  };

  static Suspended suspend(const Subgroup& subgroup, const Record* pc, const LaneMask& lanes,
                           std::uint32_t depth);
  static const Record* resume(Subgroup& subgroup, Suspended&& tangle);
  // Resumes the tangles that wait at the merge block of the innermost frame, together or
  // separately.
  const Record* resume_waiting(Subgroup& subgroup);

  std::vector<Suspended> ready_;
  std::vector<Suspended> waiting_;  // frames.back() is the frame whose other lanes may still arrive
  LaneMask finished_;
};

}  // namespace spirv_oracle
