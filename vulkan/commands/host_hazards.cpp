// Accesses of the host to bytes that commands access.

#include <fmt/format.h>

#include <algorithm>

#include "vulkan/commands/hazards.h"
#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {

namespace {

// The memories with accesses of the host that are not taken.
std::vector<std::shared_ptr<DeviceMemory>> accessed_by_host(Device& device) {
  std::vector<std::weak_ptr<DeviceMemory>> mapped;
  {
    const std::lock_guard lock(device.synchronization);
    mapped = device.mapped;
  }
  std::vector<std::shared_ptr<DeviceMemory>> found;
  for (const auto& memory : mapped) {
    auto locked = memory.lock();
    if (locked && locked->has_host_accesses()) found.push_back(std::move(locked));
  }
  return found;
}

}  // namespace

bool Hazards::has_host_accesses(Device& device) { return !accessed_by_host(device).empty(); }

void Hazards::take_host_accesses(Device& device) {
  for (const auto& memory : accessed_by_host(device)) take_host_accesses(memory);
}

bool Hazards::Order::is_visible_to_host() const {
  constexpr auto host = std::ranges::find(access_stages, Stages{VK_PIPELINE_STAGE_2_HOST_BIT});
  return (visible[static_cast<std::size_t>(host - access_stages.begin())] &
          VK_ACCESS_2_HOST_READ_BIT) != 0;
}

void Hazards::take_host_accesses(const std::shared_ptr<DeviceMemory>& memory) {
  struct Accessed {
    ByteSpans spans;
    HostKnowledge known;
  };
  std::map<std::pair<std::uint64_t, bool>, Accessed> found;  // by operation and kind
  for (const HostAccess& access : memory->take_host_accesses()) {
    Accessed& accessed = found[{access.operation, access.is_write}];
    accessed.spans.push_back({access.begin, access.end});
    accessed.known = access.known;
  }
  for (auto& [key, accessed] : found) {
    const auto& [operation, is_write] = key;
    normalize(accessed.spans);
    Access access;
    access.memory = memory->handle;
    access.is_write = is_write;
    access.kind = {VK_PIPELINE_STAGE_2_HOST_BIT,
                   is_write ? VK_ACCESS_2_HOST_WRITE_BIT : VK_ACCESS_2_HOST_READ_BIT};
    access.spans = std::move(accessed.spans);
    access.place = std::make_shared<const std::string>("the host");
    access.queue = host_index;
    access.submission = operation;
    access.number = next_access_++;
    check_host(access, accessed.known, memory);
    replace(access);
    earlier_.push_back(std::move(access));
  }
}

// The host must know that the commands that access the bytes are complete. Those that it submits later see its write. What it
// reads must also be visible to it.
void Hazards::check_host(const Access& by_host, const HostKnowledge& known,
                         const std::shared_ptr<DeviceMemory>& memory) const {
  for (const Access& earlier : earlier_) {
    if (earlier.memory != by_host.memory || earlier.queue == host_index ||
        (!earlier.is_write && !by_host.is_write) || earlier.host_operation >= by_host.submission)
      continue;
    const bool is_known =
        earlier.submission <= known.complete[earlier.queue] || earlier.number < known.accesses;
    const bool is_visible =
        by_host.is_write || std::ranges::any_of(earlier.orders, &Order::is_visible_to_host);
    const ByteSpans both = common(earlier.spans, by_host.spans);
    if ((is_known && is_visible) || both.empty() || !reads(earlier, both, memory)) continue;
    const Clause& rule = is_known           ? rules::host_read_not_visible
                         : by_host.is_write ? rules::host_write_in_use
                                            : rules::host_read_in_use;
    Reporter::get().report(
        rule,
        fmt::format("the host {} byte {} of {}, which {} {}, {}",
                    by_host.is_write ? "writes" : "reads", both.front().begin,
                    text_of(memory->reported()), *earlier.place,
                    earlier.is_write ? "writes" : "reads",
                    is_known ? "but no barrier makes it visible to VK_ACCESS_2_HOST_READ_BIT in "
                               "VK_PIPELINE_STAGE_2_HOST_BIT"
                             : "before it knows that the command is complete"),
        {memory->reported()});
  }
}

}  // namespace spirv_oracle::vulkan
