// Commands that access the same bytes although nothing orders them.
#pragma once

#include <array>
#include <compare>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vulkan/commands/stages.h"
#include "vulkan/objects/device.h"
#include "vulkan/objects/memory.h"

namespace spirv_oracle::vulkan {

// The memory dependency of a barrier, as it applies to `parts`, or to all memory.
struct Dependency {
  Stages source_stages = 0, target_stages = 0;  // masks of Vulkan
  Accesses source_accesses = 0, target_accesses = 0;
  std::optional<std::vector<MemoryPart>> parts;
};

// The accesses of the commands of all queues, and what orders them: barriers, semaphores, and waits of the host (section
// "Execution and Memory Dependencies"). Needs Device::execution.
class Hazards {
 public:
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

  struct Submitter {
    std::uint32_t queue = 0;
    std::uint64_t submission = 0;  // from 1
    Clock known{};  // submissions that the host knew to be complete when it submitted this one
  };
  // A command of this submission follows; queues take turns.
  void enter(const Submitter& submitter) { submitter_ = submitter; }
  // All later submissions are ordered after these.
  void drop(const Clock& known_to_all);
  // A wait for a semaphore: what happened before its signal also happens before these stages of the queue.
  void acquire(const Clock& before, Stages stages);

  // A command begins; it accesses bytes; it ends, and conflicts with earlier commands are reported. `place`: the command.
  void start() { current_.clear(); }
  void add(const MemoryPart& part, bool is_write, const AccessKind& kind);
  void finish(const std::string& place);

  // A barrier, or a wait for an event that was set before access `limit`.
  void order(const Dependency& dependency, std::uint64_t limit = no_limit);
  // The transition of the layout of an image, which writes to it between the two scopes of a barrier.
  void add_transition(const MemoryPart& part, const Dependency& dependency,
                      const std::string& place);
  std::uint64_t next_access() const { return next_access_; }
  // The memory was freed.
  void forget(std::uint64_t memory);

  // The bytes of a part that earlier commands wrote, with no order between them and a read of this kind.
  struct Unordered {
    std::uint64_t begin = 0, end = 0;  // in the memory
    std::string place;                 // the command
    const Clause* rule = nullptr;
    std::string missing;  // what would order them
  };
  std::vector<Unordered> unordered_writes(const MemoryPart& part, const AccessKind& kind) const;

 private:
  using Runs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  // What is ordered after an access in a queue.
  struct Order {
    bool has_barrier = false;                              // any
    Stages stages = 0;                                     // that happen after it
    bool is_available = false;                             // its writes
    std::array<Accesses, device_stages.size()> visible{};  // to these accesses of each stage
    bool operator==(const Order&) const = default;
  };
  struct Access {
    std::uint64_t memory = 0;  // the handle
    bool is_write = false;
    AccessKind kind;
    Runs runs;  // ascending
    std::shared_ptr<const std::string> place;
    std::uint32_t queue = 0;
    std::uint64_t submission = 0, number = 0;
    std::array<Order, queue_count> orders{};
  };
  struct Key {
    std::uint64_t memory = 0;
    bool is_write = false;
    AccessKind kind;
    auto operator<=>(const Key&) const = default;
  };
  struct Missing {
    const Clause* rule;
    std::string text;
  };

  // What is missing between an earlier access and one of this kind in the current queue; none: they are ordered.
  std::optional<Missing> missing(const Access& earlier, bool is_write,
                                 const AccessKind& kind) const;
  std::string narrow_part(const Access& earlier, const AccessKind& kind) const;
  void order_access(Access& access, const Dependency& dependency, std::uint64_t limit);
  // Separates the bytes of an access that a dependency covers from the others.
  void split(const Dependency& dependency);
  // Later accesses that are ordered with this one are ordered with what it replaces.
  void replace(const Access& by);
  void report(const Access& earlier, const Access& later, std::uint64_t byte,
              const Missing& missing, const DeviceMemory& memory) const;

  std::map<Key, Runs> current_;
  std::map<std::uint64_t, std::shared_ptr<DeviceMemory>> current_memory_;
  std::vector<Access> earlier_;
  Submitter submitter_;
  std::uint64_t next_access_ = 0;
};

}  // namespace spirv_oracle::vulkan
