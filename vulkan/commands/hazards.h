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

#include "driver/memory/dispatch_memory.h"
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

struct ReadablePart {
  MemoryPart part;
  AccessKind kind;
};

// The accesses of the commands of all queues, and what orders them: barriers, semaphores, and waits of the host (section
// "Execution and Memory Dependencies"). Needs Device::execution.
class Hazards {
 public:
  // Of the accesses that a dependency orders: those of commands before this one, and those of the host up to an operation.
  struct Limit {
    std::uint64_t access = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t host_operation = 0;
  };
  // Possible reads are kept of the latest dispatches, up to these numbers of them and of bytes.
  static constexpr std::uint64_t most_possible_reads = 64;
  static constexpr std::uint64_t most_bytes_of_possible_reads = std::uint64_t{64} << 20;

  struct Submitter {
    std::uint32_t queue = 0;
    std::uint64_t submission = 0;  // from 1
    Clock known{};  // what the host knew to be complete, and had done, when it submitted this one
  };
  // A command of this submission follows; queues take turns.
  void enter(const Submitter& submitter) { submitter_ = submitter; }
  // All later submissions are ordered after these.
  void drop(const Clock& known_to_all);
  // A wait for a semaphore: what happened before its signal also happens before these stages of the queue.
  void acquire(const Clock& before, Stages stages);

  // A command begins; it accesses bytes; it ends, and conflicts with earlier commands are reported. `place`: the command.
  void start() {
    current_.clear();
    possible_.clear();
  }
  void add(const MemoryPart& part, bool is_write, const AccessKind& kind);
  void add_possible(const std::vector<ReadablePart>& parts,
                    std::shared_ptr<const PossibleReads<DeviceMemory>> reads);
  void finish(const std::string& place);

  // A barrier, or a wait for an event that was set at the limit.
  void order(const Dependency& dependency, const Limit& limit);
  // The transition of the layout of an image, which writes to it between the two scopes of a barrier.
  void add_transition(const MemoryPart& part, const Dependency& dependency,
                      const std::string& place, const Limit& limit);
  std::uint64_t next_access() const { return next_access_; }
  // Compares what the host has written to the memory, and read, with what commands access.
  void take_host_accesses(const std::shared_ptr<DeviceMemory>& memory);
  // Takes them for all memory. Must come before what orders the host, such as a semaphore or an event, is applied.
  void take_host_accesses(Device& device);
  static bool has_host_accesses(Device& device);  // needs no Device::execution
  // The memory was freed.
  void forget(std::uint64_t memory);

  // The bytes of a part that earlier commands wrote, with no order between them and a read of this kind.
  struct Unordered {
    std::uint64_t begin = 0, end = 0;  // in the memory
    std::string place;                 // the command
    const Clause* rule = nullptr;
    std::string missing;  // what would order them
  };
  std::vector<Unordered> unordered_writes(const MemoryPart& part, const AccessKind& kind);

 private:
  // What is ordered after an access in a queue.
  struct Order {
    bool has_barrier = false;                              // any
    Stages stages = 0;                                     // that happen after it
    bool is_available = false;                             // its writes
    std::array<Accesses, access_stages.size()> visible{};  // to these accesses of each stage
    bool operator==(const Order&) const = default;
    bool is_visible_to_host() const;
  };
  struct Access {
    std::uint64_t memory = 0;  // the handle
    bool is_write = false;
    AccessKind kind;
    ByteSpans spans;  // ascending
    std::shared_ptr<const std::string> place;
    std::uint32_t queue = 0;  // or the host, whose submissions are its operations
    std::uint64_t submission = 0, number = 0;
    std::array<Order, queue_count> orders{};
    std::uint64_t host_operation = 0;  // of the host, before the submission
    std::shared_ptr<const PossibleReads<DeviceMemory>> possible{};  // null: the access is certain
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
  std::optional<Missing> missing_before_transition(const Access& earlier,
                                                   const Dependency& dependency,
                                                   const Limit& limit) const;
  std::string narrow_part(const Access& earlier, const AccessKind& kind) const;
  void order_access(Access& access, const Dependency& dependency, const Limit& limit);
  // Reports conflicts of an access of the current command with earlier ones.
  void check(const Access& later) const;
  void check_host(const Access& by_host, const HostKnowledge& known,
                  const std::shared_ptr<DeviceMemory>& memory) const;
  // Whether the access is one to these bytes.
  static bool reads(const Access& access, const ByteSpans& spans,
                    const std::shared_ptr<DeviceMemory>& memory);
  void forget_old_possible_reads();
  // Separates the bytes of an access that a dependency covers from the others.
  void split(const Dependency& dependency);
  // Later accesses that are ordered with this one are ordered with what it replaces.
  void replace(const Access& by);
  // False if the earlier access is a possible read that does not read these bytes.
  static bool report(const Access& earlier, const Access& later, const Missing& missing,
                     const std::shared_ptr<DeviceMemory>& memory);

  std::map<Key, ByteSpans> current_, possible_;
  std::shared_ptr<const PossibleReads<DeviceMemory>> possible_reads_;  // of the current command
  std::map<std::uint64_t, std::shared_ptr<DeviceMemory>> current_memory_;
  std::vector<Access> earlier_;
  Submitter submitter_;
  std::uint64_t next_access_ = 0;
};

}  // namespace spirv_oracle::vulkan
