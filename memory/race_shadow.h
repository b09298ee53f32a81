// What a race detector remembers of the accesses to the bytes of one object, in cells of four bytes: the
// last write, up to two of the reads since, and what is beside that where there is more.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "memory/race_clock.h"
#include "memory/race_record.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// What most accesses look at: four bytes for each byte of a cell.
struct RaceCell {
  RaceRecord writer;
  RaceRecord reader;

  // Flag of `writer`, even where it is empty: the cell has parts, a side or bytes of its own.
  static constexpr unsigned special = 1;
  // Flags of `reader`: there is another reader beside it; the two stand for all that read in its epoch, as
  // a write that races with any of those races with one of the two.
  static constexpr unsigned accompanied = 1, representative = 2;
  // Both: the other reader has the same epoch; it is of another workgroup where only the second is set.
  static constexpr unsigned in_one_epoch = accompanied | representative;

  bool is_special() const { return (writer.flags() & special) != 0; }
};
static_assert(sizeof(RaceCell) == 16);

// Which bytes of a cell a record is about, and by whom: byte b was accessed by the invocation in
// slot() + (b >> shift), so that one record is enough where neighbours access neighbouring bytes.
struct RacePart {
  static constexpr unsigned all = 0xF, one_invocation = 2;
  unsigned mask = all;
  unsigned shift = one_invocation;

  bool is_whole() const { return mask == all && shift == one_invocation; }
};

// Four bytes more for each byte of a cell, allocated where a cell in the neighbourhood needs them.
struct RaceBeside {
  RaceRecord other_reader;
  std::uint32_t parts = 0;  // six bits for each record where one is not about the whole cell
  std::uint32_t index = 0;  // of a RaceSide, or of RaceBytes; 0: none
  static constexpr std::uint32_t of_bytes = 0x80000000;

  bool has_bytes() const { return (index & of_bytes) != 0; }
  bool has_side() const { return index != 0 && !has_bytes(); }
};
static_assert(sizeof(RaceBeside) == 16);

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

// A cell for each byte of a cell, where one record is not enough for them.
struct RaceBytes {
  std::array<RaceCell, 4> cells;
  std::array<RaceBeside, 4> beside;
};

// How much memory all shadows of a run may take, in bytes.
struct RaceMemory {
  std::uint64_t limit = ~std::uint64_t{0};
  std::uint64_t used = 0;
  bool exhausted() const { return used > limit; }
};

class RaceShadow {
 public:
  static constexpr unsigned chunk_shift = 12;  // bytes of the object that are allocated for at once
  static constexpr unsigned cell_shift = 2;

  // What is allocated counts into `memory`, if that is not null; it does not stop there.
  explicit RaceShadow(RaceMemory* memory = nullptr) : memory_(memory) {}

  RaceCell& cell(std::uint64_t offset) {
    const std::uint64_t index = offset >> chunk_shift;
    if (index >= chunks_.size() || chunks_[index].cells == nullptr) [[unlikely]]
      make(index);
    return chunks_[index].cells[cell_in_chunk(offset)];
  }
  RaceBeside& beside(std::uint64_t offset) {
    const std::uint64_t index = offset >> chunk_shift;
    if (chunks_[index].beside == nullptr) [[unlikely]]
      make_beside(index);
    return chunks_[index].beside[cell_in_chunk(offset)];
  }
  // References stay right when others are made.
  std::uint32_t new_side();
  RaceSide& side(const RaceBeside& beside) { return sides_[beside.index - 1]; }
  std::uint32_t new_bytes();
  RaceBytes& bytes(const RaceBeside& beside) {
    return bytes_[(beside.index & ~RaceBeside::of_bytes) - 1];
  }
  void free_bytes(std::uint32_t index) { free_bytes_.push_back(index); }

  // Bytes that are allocated.
  std::uint64_t size() const { return size_; }

 private:
  static constexpr std::size_t cells_in_chunk = std::size_t{1} << (chunk_shift - cell_shift);
  struct Chunk {
    std::unique_ptr<RaceCell[]> cells;
    std::unique_ptr<RaceBeside[]> beside;
  };
  static std::size_t cell_in_chunk(std::uint64_t offset) {
    return (offset >> cell_shift) & (cells_in_chunk - 1);
  }
  void make(std::uint64_t index);
  void make_beside(std::uint64_t index);
  void count(std::uint64_t bytes);

  std::vector<Chunk> chunks_;
  std::deque<RaceSide> sides_;
  std::deque<RaceBytes> bytes_;
  std::vector<std::uint32_t> free_bytes_;
  RaceMemory* memory_;
  std::uint64_t size_ = 0;
};

}  // namespace spirv_oracle
