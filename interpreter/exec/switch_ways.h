// Which lanes of an OpSwitch go where.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// Lanes of an OpSwitch that go to one target.
struct Way {
  std::uint32_t target = 0;
  LaneMask lanes;
  bool mixed = false;  // of different selector values
};

// The ways of a table (see switch_handler) in the order in which they run, those to one target as one.
template <class T>
std::vector<Way> ways_of(const T* selector, const LaneMask& active, const std::uint32_t* table) {
  const std::uint32_t count = table[0];
  const std::uint32_t default_rank = table[1];
  std::vector<Way> ways;
  LaneMask rest = active;
  std::size_t default_position = 0;
  for (std::uint32_t i = 0; i <= count; ++i) {
    if (i == default_rank) {
      default_position = ways.size();
      ways.push_back({table[2], {}});
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
    if (ways.empty() || ways.back().target != entry[2]) ways.push_back({entry[2], {}});
    ways.back().mixed |= ways.back().lanes.any();
    ways.back().lanes |= lanes;
  }
  Way& default_way = ways[default_position];
  default_way.mixed |= default_way.lanes.any() && rest.any();
  default_way.lanes |= rest;
  rest.for_each(
      [&](unsigned lane) { default_way.mixed |= selector[lane] != selector[rest.lowest()]; });
  std::erase_if(ways, [](const Way& way) { return way.lanes.none(); });
  return ways;
}

}  // namespace spirv_oracle
