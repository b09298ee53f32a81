// Which bits of a component are open (undefined or implementation-dependent), where not all of them
// are: the rest of what PlaneHeader says of a lane. Read and written only where a header has an open
// lane, so that ordinary values pay nothing.
//
// An entry belongs to the value that a slot holds, and says nothing where the header says that the
// lane is not open. Who gives a slot an open value has to say which bits are open, if others write the
// slot too (copies) or if it ever said so before; an instruction without a rule for bits writes a slot
// of its own, which never has entries, and so leaves its result open as a whole.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "interpreter/ir/op.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

class OpenBits {
 public:
  static constexpr std::uint64_t all = ~std::uint64_t{0};

  // No component is open in a part of its bits only.
  bool empty() const { return bits_.empty(); }
  // The open bits of a component that is open in a lane.
  std::uint64_t of(Slot slot, unsigned lane) const {
    const auto found = bits_.find(key(slot, lane));
    return found == bits_.end() ? all : found->second;
  }
  void set(Slot slot, unsigned lane, std::uint64_t bits) {
    bits_.insert_or_assign(key(slot, lane), bits);
  }
  void set_all(Slot slot, unsigned lane) {
    if (!bits_.empty()) bits_.erase(key(slot, lane));
  }
  // Takes over what another one says of these lanes.
  void merge(const OpenBits& other, const LaneMask& lanes);

 private:
  static constexpr std::uint64_t key(Slot slot, unsigned lane) {
    return std::uint64_t{slot} << 7 | lane;
  }
  static_assert(8 * sizeof(LaneMask) == 1u << 7);

  std::unordered_map<std::uint64_t, std::uint64_t> bits_;
};

}  // namespace spirv_oracle
