// What has happened: submissions of queues, and operations of the host.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace spirv_oracle::vulkan {

// The one queue family.
inline constexpr std::uint32_t queue_count = 2;

// For each queue, the number of a submission; for the host, the number of an operation that orders its writes before
// commands, such as a submission. A number includes all before it.
using Clock = std::array<std::uint64_t, queue_count + 1>;
inline constexpr std::uint32_t host_index = queue_count;
inline constexpr Clock no_submissions{};
// Adds what `other` has.
inline void join(Clock& clock, const Clock& other) {
  for (std::size_t q = 0; q < clock.size(); ++q) clock[q] = std::max(clock[q], other[q]);
}

// What the host knows at some time.
struct HostKnowledge {
  Clock complete{};            // submissions; and the operations of the host so far
  std::uint64_t accesses = 0;  // commands before this one are complete too (Hazards::next_access())
};

}  // namespace spirv_oracle::vulkan
