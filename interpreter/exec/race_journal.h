// Records the effects of accesses to shared memory, for reports of data races: whether writes
// changed the memory, and the loop iterations of accesses. Used in a run after one that found data
// races.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "interpreter/exec/report/finding_log.h"
#include "memory/address_space.h"
#include "memory/race_detector.h"

namespace spirv_oracle {

// The origins of accesses that raced in an earlier run of the same dispatch.
using RacingOrigins = std::set<std::uint32_t>;

class RaceJournal {
 public:
  // Counts its allocations in `memory`. Records nothing more when that is exhausted.
  RaceJournal(const RaceDetector& detector, RacingOrigins racing, RaceMemory& memory)
      : detector_(detector), racing_(std::move(racing)), memory_(memory) {}

  // From now on, workgroup memory belongs to another workgroup.
  void start_workgroup();
  // Selects the workgroup that runs, if workgroups take turns.
  void switch_to(std::uint32_t resident) {
    resident_ = resident;
    last_page_ = nullptr;
  }

  // One byte of shared memory, at `object` and `offset`, with its `value` and `state`.
  struct SharedByte {
    std::size_t object = 0;
    std::uint64_t offset = 0;
    const std::byte* value = nullptr;
    const Definedness* state = nullptr;
    StorageSemantics storage = StorageSemantics::uniform_memory;
  };
  // Must be called before a store of `stored` (none: unknown) by a site that is not atomic. Returns
  // whether no racing access can observe the store: the byte already has that value, and the access
  // that gave it the value is ordered before the store, or stored it as well.
  bool store(const SharedByte& place, std::optional<std::uint8_t> stored, std::uint16_t site,
             std::uint32_t invocation);
  // Whether the access that gave the byte its value is ordered before a load.
  bool load(const SharedByte& place, std::uint16_t site, std::uint32_t invocation);
  // Must be called after a write whose value is not tracked: an atomic, or a copy.
  void overwrite(const SharedByte& place, std::uint16_t site, std::uint32_t invocation);

  // Whether accesses of the site must be noted.
  bool is_racing(std::uint16_t site) const { return racing_.contains(detector_.site(site).origin); }
  // An access of a racing site: the loops around it, and the invocation's epoch in FlagOrder.
  void note_access(std::size_t object, std::uint64_t offset, std::uint16_t site,
                   std::uint32_t invocation, const std::vector<EnclosingLoop>& loops,
                   Stamp flag_epoch);
  struct NotedAccess {
    const std::vector<EnclosingLoop>* loops = nullptr;  // null: the access is unknown
    Stamp flag_epoch = 0;
  };
  NotedAccess find(std::size_t object, std::uint64_t offset, const RaceOrder::Access& access) const;

 private:
  struct Byte {
    RaceRecord changer;  // the last access that changed the value
    std::uint8_t value = 0;
    bool is_noted = false;
    bool is_known = false;  // whether the value is known
  };
  static constexpr unsigned page_bits = 12;
  using Page = std::array<Byte, std::size_t{1} << page_bits>;
  struct PageKey {
    std::size_t object = 0;
    std::uint64_t number = 0;
    std::uint32_t resident = 0;  // for workgroup memory: the workgroup in flight
    friend bool operator==(const PageKey&, const PageKey&) = default;
  };
  struct AccessKey {
    std::size_t object = 0;
    std::uint64_t offset = 0;
    std::uint32_t agent = 0;
    std::uint16_t site = 0;
    friend bool operator==(const AccessKey&, const AccessKey&) = default;
  };
  struct Hash {
    static std::size_t mix(std::uint64_t a, std::uint64_t b) {
      return (a * 0x9E3779B97F4A7C15ull + b) * 0xC2B2AE3D27D4EB4Full >> 7;
    }
    std::size_t operator()(const PageKey& key) const {
      return mix(key.object, key.number) ^ key.resident;
    }
    std::size_t operator()(const AccessKey& key) const {
      return mix(mix(key.object, key.offset), std::uint64_t{key.agent} << 16 | key.site);
    }
  };
  struct Iteration {
    Stamp epoch = 0;
    std::size_t loops = 0;  // index into loops_
    Stamp flag_epoch = 0;
  };

  // Null if memory runs out.
  Byte* byte(const SharedByte& place);
  static void read(Byte& byte, const SharedByte& place);

  const RaceDetector& detector_;
  RacingOrigins racing_;
  RaceMemory& memory_;
  std::unordered_map<PageKey, std::unique_ptr<Page>, Hash> pages_;
  std::set<std::size_t> workgroup_objects_;
  std::unordered_map<AccessKey, Iteration, Hash> iterations_;
  std::vector<std::vector<EnclosingLoop>> loops_;
  std::uint32_t resident_ = 0;
  // The page that was last looked up.
  PageKey last_key_;
  Page* last_page_ = nullptr;
};

}  // namespace spirv_oracle
