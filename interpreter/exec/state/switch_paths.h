// Determines the target of each lane at an OpSwitch.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// The lanes of an OpSwitch that go to one target.
struct SwitchPath {
  std::uint32_t target = 0;
  LaneMask lanes;
  bool mixed = false;  // they have different selector values
};

// The paths of a table (see switch_handler), one for each target, in the order in which they run.
template <class T>
std::vector<SwitchPath> switch_paths(const T* selector, const LaneMask& active,
                                     const std::uint32_t* table) {
  const std::uint32_t count = table[0];
  const std::uint32_t default_rank = table[1];
  std::vector<SwitchPath> paths;
  LaneMask rest = active;
  std::size_t default_position = 0;
  for (std::uint32_t i = 0; i <= count; ++i) {
    if (i == default_rank) {
      default_position = paths.size();
      paths.push_back({table[2], {}});
    }
    if (i == count) break;
    const std::uint32_t* entry = table + 3 + 3 * i;
    const auto literal =
        static_cast<T>(entry[0] | (sizeof(T) == 8 ? std::uint64_t{entry[1]} << 32 : 0));
    LaneMask lanes;
    rest.for_each([&](unsigned lane) {
      if (selector[lane] == literal) lanes.set(lane);
    });
    if (lanes.none()) continue;
    rest &= ~lanes;
    if (paths.empty() || paths.back().target != entry[2]) paths.push_back({entry[2], {}});
    paths.back().mixed |= paths.back().lanes.any();
    paths.back().lanes |= lanes;
  }
  SwitchPath& default_path = paths[default_position];
  default_path.mixed |= default_path.lanes.any() && rest.any();
  default_path.lanes |= rest;
  rest.for_each(
      [&](unsigned lane) { default_path.mixed |= selector[lane] != selector[rest.lowest()]; });
  std::erase_if(paths, [](const SwitchPath& path) { return path.lanes.none(); });
  return paths;
}

}  // namespace spirv_oracle
