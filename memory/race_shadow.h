// What a race detector remembers of the accesses to the bytes of one object: for each cell of four
// bytes, or of one byte where smaller accesses go, the last write and who has read or accessed it
// atomically since.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/race_clock.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// One access. Agents are numbered over the whole dispatch, sites by whoever uses the detector.
struct RaceRecord {
  Stamp epoch = 0;  // of the agent; 0: there is none
  std::uint32_t agent = 0;
  std::uint16_t site = 0;
};

// What a cell has only where atomics or many readers are.
struct RaceSide {
  // The heads of release sequences that reach the last atomic write, joined where they come from one
  // subgroup and have the same scopes.
  struct Release {
    MemoryScope scope = MemoryScope::device;         // of the release
    MemoryScope atomic_scope = MemoryScope::device;  // of the head
    std::uint8_t bytes = 4;
    bool earlier_workgroup = false;
    std::uint32_t workgroup = 0;
    std::uint32_t subgroup = 0;
    std::array<SharedClock, storage_semantics_count> clock;
  };
  std::uint32_t workgroup = 0;      // workgroup memory: whose accesses these are
  std::vector<RaceRecord> readers;  // beside those in the cell
  std::vector<RaceRecord> atomics;
  std::vector<Release> releases;

  void clear() {
    readers.clear();
    atomics.clear();
    releases.clear();
  }
};

// Eight bytes for each byte of a cell of four.
struct RaceCell {
  static constexpr unsigned writer = 0, reader = 1, other_reader = 2;
  std::array<Stamp, 3> epoch{};
  std::array<std::uint32_t, 3> agent{};
  std::array<std::uint16_t, 3> site{};
  std::uint16_t side = 0;  // index into the sides of the page; 0: none

  RaceRecord record(unsigned i) const { return {epoch[i], agent[i], site[i]}; }
  void set(unsigned i, const RaceRecord& access) {
    epoch[i] = access.epoch;
    agent[i] = access.agent;
    site[i] = access.site;
  }
};
static_assert(sizeof(RaceCell) == 32);

struct RacePage {
  static constexpr unsigned shift = 10;  // bytes
  unsigned cell_shift = 2;
  std::unique_ptr<RaceCell[]> cells;
  std::vector<RaceSide> sides;

  RaceCell& cell(std::uint64_t offset) {
    return cells[(offset & ((1u << shift) - 1)) >> cell_shift];
  }
  // The side of a cell, which is made where there is none.
  RaceSide& side(RaceCell& cell) {
    if (cell.side == 0) {
      if (sides.empty()) sides.emplace_back();
      sides.emplace_back();
      cell.side = static_cast<std::uint16_t>(sides.size() - 1);
    }
    return sides[cell.side];
  }
  // From now on each byte has a cell.
  void split();
};

class RaceShadow {
 public:
  // The page of a byte, with cells of which an access of `bytes` bytes fills each that it touches.
  RacePage& page(std::uint64_t offset, unsigned bytes) {
    const std::uint64_t index = offset >> RacePage::shift;
    if (index >= pages_.size() || pages_[index].cells == nullptr) [[unlikely]]
      make(index);
    RacePage& page = pages_[index];
    if (bytes < (1u << page.cell_shift)) [[unlikely]]
      page.split();
    return page;
  }
  // Forgets everything; the pages are kept.
  void clear();

 private:
  void make(std::uint64_t index);

  std::vector<RacePage> pages_;
};

}  // namespace spirv_oracle
