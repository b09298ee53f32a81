// What accesses to shared memory did, for reports of data races: whether writes changed the memory, and in which
// iterations of loops accesses were made. Kept in a run that follows one that found data races.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "interpreter/exec/finding_log.h"
#include "memory/address_space.h"
#include "memory/race_detector.h"

namespace spirv_oracle {

// The origins of accesses that raced in an earlier run of the same dispatch.
using RacingOrigins = std::set<std::uint32_t>;

class RaceJournal {
 public:
  // What it allocates counts into `memory`; when that is exhausted, nothing more is noted.
  RaceJournal(const RaceDetector& detector, RacingOrigins racing, RaceMemory& memory)
      : detector_(detector), racing_(std::move(racing)), memory_(memory) {}

  // The contents of workgroup memory are those of another workgroup from now on.
  void start_workgroup();
  // Of workgroups that take turns, the one with that number runs now.
  void switch_to(std::uint32_t resident) {
    resident_ = resident;
    last_page_ = nullptr;
  }

  // One byte of shared memory. `object` and `offset` name it; `value` and `state` are what it holds.
  struct Place {
    std::size_t object = 0;
    std::uint64_t offset = 0;
    const std::byte* value = nullptr;
    const Definedness* state = nullptr;
    StorageSemantics storage = StorageSemantics::uniform_memory;
  };
  // Before a store of `stored` (none: not known) by a site that is no atomic. Whether no racing access
  // can tell that it happened: the byte holds that value already, and what gave it the value is ordered
  // before the store, or stored it as well.
  bool store(const Place& place, std::optional<std::uint8_t> stored, std::uint16_t site,
             std::uint32_t slot);
  // Whether what gave the byte its value is ordered before a load.
  bool load(const Place& place, std::uint16_t site, std::uint32_t slot);
  // After a write whose value is not followed: an atomic, or a copy.
  void overwrite(const Place& place, std::uint16_t site, std::uint32_t slot);

  // Whether iterations are to be noted for the site.
  bool is_racing(std::uint16_t site) const { return racing_.contains(detector_.site(site).origin); }
  void note_iteration(std::size_t object, std::uint64_t offset, std::uint16_t site,
                      std::uint32_t slot, const std::vector<LoopPlace>& loops);
  // Where the access was made; null where that is not known.
  const std::vector<LoopPlace>* loops_of(std::size_t object, std::uint64_t offset,
                                         const RaceOrder::Access& access) const;

 private:
  struct Byte {
    RaceRecord changer;  // the last access that changed the value
    std::uint8_t value = 0;
    bool is_noted = false;
    bool is_known = false;  // the value
  };
  static constexpr unsigned page_bits = 12;
  using Page = std::array<Byte, std::size_t{1} << page_bits>;
  struct PageKey {
    std::size_t object = 0;
    std::uint64_t number = 0;
    std::uint32_t resident = 0;  // of workgroup memory: whose
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
  };

  // Null where there is no memory for it.
  Byte* byte(const Place& place);
  static void read(Byte& byte, const Place& place);

  const RaceDetector& detector_;
  RacingOrigins racing_;
  RaceMemory& memory_;
  std::unordered_map<PageKey, std::unique_ptr<Page>, Hash> pages_;
  std::set<std::size_t> workgroup_objects_;
  std::unordered_map<AccessKey, Iteration, Hash> iterations_;
  std::vector<std::vector<LoopPlace>> loops_;
  std::uint32_t resident_ = 0;
  // The page that was last looked up.
  PageKey last_key_;
  Page* last_page_ = nullptr;
};

}  // namespace spirv_oracle
