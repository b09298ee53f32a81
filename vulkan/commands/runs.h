// Sets of bytes of a memory.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "vulkan/objects/memory.h"

namespace spirv_oracle::vulkan {

// From the first byte of each pair up to the second. Ascending, and apart, except before normalize().
using Runs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// Sorts the runs, and joins those that touch.
void normalize(Runs& runs);
// Bytes of `a` that are in `b`, or that are not.
Runs common(const Runs& a, const Runs& b);
Runs without(const Runs& a, const Runs& b);
bool overlaps(const Runs& a, const Runs& b);
// The bytes of a memory that the parts have.
Runs runs_of(const std::vector<MemoryPart>& parts, std::uint64_t memory);

}  // namespace spirv_oracle::vulkan
