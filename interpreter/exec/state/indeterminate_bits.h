// Which bits of a component are indeterminate (undefined or implementation-dependent), where only some are.
// PlaneHeader says which lanes have indeterminate bits; this table adds which bits these are. It is read and
// written only where a header names a lane, so ordinary values pay nothing.
//
// An entry belongs to the value that a slot holds, and counts only while the header names the lane. Code that
// writes an indeterminate value to a slot must say which bits are indeterminate if other instructions write
// that slot too (copies) or if the slot ever had entries. An instruction without a rule for bits writes a slot
// of its own, which never has entries: all bits of its result are indeterminate.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "interpreter/ir/record.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

class IndeterminateBits {
 public:
  static constexpr std::uint64_t all = ~std::uint64_t{0};

  // Whether no component has both determinate and indeterminate bits.
  bool empty() const { return bits_.empty(); }
  // The indeterminate bits of a component in a lane that its header names.
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
  // Copies the entries of these lanes.
  void merge(const IndeterminateBits& other, const LaneMask& lanes);

 private:
  static constexpr std::uint64_t key(Slot slot, unsigned lane) {
    return std::uint64_t{slot} << 7 | lane;
  }
  static_assert(8 * sizeof(LaneMask) == 1u << 7);

  std::unordered_map<std::uint64_t, std::uint64_t> bits_;
};

}  // namespace spirv_oracle
