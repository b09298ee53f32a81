// Commands that access the same bytes without a barrier between them.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "vulkan/objects/memory.h"

namespace spirv_oracle::vulkan {

// The accesses of the commands of one submission since the last barrier. Any barrier counts, whatever its stages and accesses;
// so does a wait for events. Objects of a queue are used by its thread only.
class Hazards {
 public:
  // A command begins; it accesses bytes; it ends, and conflicts with earlier commands are reported. `place`: the command.
  void start() { current_.clear(); }
  void add(const MemoryPart& part, bool is_write);
  void finish(const std::string& place);
  // Orders what came before.
  void order() { earlier_.clear(); }

  // The bytes of a part that earlier commands wrote, each with the command.
  struct Unordered {
    std::uint64_t begin = 0, end = 0;  // in the memory
    std::string place;
  };
  std::vector<Unordered> unordered_writes(const MemoryPart& part) const;

 private:
  using Key = std::pair<std::shared_ptr<DeviceMemory>, bool>;  // memory, whether it is written
  using Runs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  struct Access {
    Key key;
    Runs runs;  // ascending
    std::string place;
  };

  static std::uint64_t first_common(const Runs& a, const Runs& b);

  std::map<Key, Runs> current_;
  std::vector<Access> earlier_;
};

// Reports that two commands access the same bytes. `kinds`: "reads" or "writes", of the earlier and the later command.
void report_hazard(const std::string& earlier, const std::string& later, const DeviceMemory& memory,
                   std::uint64_t byte, std::pair<const char*, const char*> kinds);

}  // namespace spirv_oracle::vulkan
