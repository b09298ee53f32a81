// The minimal reconvergence policy: tangles that parted go on one after the other, each with registers
// of its own, and join only where the specification guarantees it.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

class SeparateTangles {
 public:
  // Keeps the lanes for later, with the registers as they are now.
  void fork(const Subgroup& subgroup, const Op* pc, const LaneMask& lanes);
  // The running tangle leaves `frame` (at `depth`); returns what to execute next, null to stop.
  const Op* leave_by_merge(Subgroup& subgroup, std::uint32_t depth);
  const Op* leave_by_continue(Subgroup& subgroup, std::uint32_t depth);
  const Op* leave_by_header(Subgroup& subgroup, std::uint32_t depth);
  // The running tangle ended.
  const Op* next(Subgroup& subgroup);
  void clear();
  // Tangles that do not run now: each has a register file of its own.
  std::size_t suspended() const { return ready_.size() + waiting_.size(); }

 private:
  // A tangle that does not run now.
  struct Suspended {
    const Op* pc = nullptr;
    LaneMask lanes;
    std::vector<Frame> frames;  // of depth + 1 elements
    std::vector<std::byte> registers;
    IndeterminateBits indeterminate_bits;
  };

  static Suspended suspend(const Subgroup& subgroup, const Op* pc, const LaneMask& lanes,
                           std::uint32_t depth);
  static const Op* resume(Subgroup& subgroup, Suspended&& tangle);
  // The tangles that wait at the merge block of the innermost frame: joined, or each for itself.
  const Op* resume_waiting(Subgroup& subgroup);

  std::vector<Suspended> ready_;
  std::vector<Suspended> waiting_;  // frames.back() is the one whose other lanes may still come
  LaneMask finished_;
};

}  // namespace spirv_oracle
