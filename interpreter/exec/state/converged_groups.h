// For a tangle that is not guaranteed as a whole: which of its lanes stay together on every
// implementation. Invocations execute the same dynamic instances as long as they take the same
// control-flow path ("Dynamic Instance"). Tracked only for such tangles.
#pragma once

#include <array>
#include <cstdint>

#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// Divides the lanes of each tangle into groups. Lanes of different tangles are never compared, so
// their groups may have the same name.
class ConvergedGroups {
 public:
  // Makes the lanes one group, if the assumption is true (Guarantee::assumption; 0: certainly).
  void make_one(const LaneMask& lanes, std::uint32_t assumption);
  // Gives the groups of a tangle names that no group of other lanes has. To be called before the
  // tangles join.
  void set_apart(const LaneMask& lanes);
  // Splits groups of lanes with different values. Also gives the groups unique names.
  template <class T>
  void divide(const LaneMask& lanes, const T* values);
  // Restores the groups of the lanes from `other`.
  void restore(const ConvergedGroups& other, const LaneMask& lanes);

  // Whether the lanes, at least one, are in one group.
  bool are_one(const LaneMask& lanes) const;
  // The assumption on which a lane's group depends.
  std::uint32_t assumption(unsigned lane) const { return assumptions_[lane]; }

 private:
  std::array<std::uint8_t, 128> names_{};         // by lane; the name is a lane of the group
  std::array<std::uint32_t, 128> assumptions_{};  // by lane
};

template <class T>
void ConvergedGroups::divide(const LaneMask& lanes, const T* values) {
  for (LaneMask rest = lanes; rest.any();) {
    const unsigned first = rest.lowest();
    const std::uint8_t name = names_[first];
    LaneMask group;
    rest.for_each([&](unsigned lane) {
      if (names_[lane] == name && values[lane] == values[first]) group.set(lane);
    });
    group.for_each([&](unsigned lane) { names_[lane] = static_cast<std::uint8_t>(first); });
    rest &= ~group;
  }
}

}  // namespace spirv_oracle
