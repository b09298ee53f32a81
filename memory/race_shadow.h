// What a race detector remembers of the accesses to the bytes of one object, in cells of four bytes, or of
// fewer where accesses are smaller: the last write, up to two of the reads since, and what is beside that
// where there is more.
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

// What most accesses look at: four bytes for each byte of a cell of four.
struct RaceCell {
  RaceRecord writer;
  RaceRecord reader;

  // Flags of `writer`, even where it is empty. The cell has parts, or a side:
  static constexpr unsigned special = 1;
  // What stands in place of readers are atomics, relaxed ones that are mutually ordered with each other:
  static constexpr unsigned of_atomics = 2;
  // Flags of `reader`: there is another reader beside it; the two stand for all that read in its epoch, as
  // a write that races with any of those races with one of the two.
  static constexpr unsigned accompanied = 1, representative = 2;
  // Both: the other reader has the same epoch; it is of another workgroup where only the second is set.
  static constexpr unsigned in_one_epoch = accompanied | representative;

  bool is_special() const { return (writer.flags() & special) != 0; }
  bool has_atomics() const { return (writer.flags() & of_atomics) != 0; }
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

// What a cell that is special has more.
struct RaceBeside {
  std::uint32_t parts = 0;  // six bits for each record where one is not about the whole cell
  std::uint32_t index = 0;  // of a RaceSide; 0: none

  bool has_side() const { return index != 0; }
};
static_assert(sizeof(RaceBeside) == 8);

// What a cell has only where atomics or many readers are.
struct RaceSide {
  // The heads of release sequences that reach the last atomic write, joined where they come from one
  // subgroup and have the same scopes.
  struct Release {
    MemoryScope scope = MemoryScope::device;         // of the release
    MemoryScope atomic_scope = MemoryScope::device;  // of the head
    std::uint8_t bytes = 4;
    bool earlier_workgroup = false;
    bool of_all = false;  // who can access it: all are as far away as that can be
    std::uint32_t workgroup = 0;
    std::uint32_t subgroup = 0;
    std::array<SharedClock, storage_semantics_count> clock;
  };
  std::uint32_t workgroup = 0;      // workgroup memory: whose accesses these are
  std::vector<RaceRecord> readers;  // beside those in the cell
  std::vector<RaceRecord> atomics;
  unsigned ordered_bytes =
      0;  // of all atomics, if they are ordered with each other; 0: they are not
  std::vector<Release> releases;

  void clear() {
    readers.clear();
    atomics.clear();
    releases.clear();
  }
};

// The cells of so many bytes of an object that are allocated at once. Other readers and what else is beside
// a cell, two bytes for each byte of a cell of four each, are allocated where a cell needs them.
struct RaceChunk {
  static constexpr unsigned bytes_shift = 12;

  std::unique_ptr<RaceCell[]> cells;
  std::unique_ptr<RaceRecord[]> other_readers;
  std::unique_ptr<RaceBeside[]> beside;
  unsigned cell_shift = 2;    // a cell has so many bytes, as a power of two
  RaceCell* words = nullptr;  // the cells, if they have four bytes
  bool has_bytes = false;     // records of some of those are about single bytes

  std::size_t size() const { return std::size_t{1} << (bytes_shift - cell_shift); }
  std::size_t index(std::uint64_t offset) const {
    return (offset & ((std::uint64_t{1} << bytes_shift) - 1)) >> cell_shift;
  }
};

// How much memory all shadows of a run may take, in bytes.
struct RaceMemory {
  std::uint64_t limit = ~std::uint64_t{0};
  std::uint64_t used = 0;
  bool exhausted() const { return used > limit; }
};

class RaceShadow {
 public:
  static constexpr unsigned word_shift = 2;

  // What is allocated counts into `memory`, if that is not null; it does not stop there.
  explicit RaceShadow(RaceMemory* memory = nullptr) : memory_(memory) {}

  // The cell of the four bytes there; null where there is none, or none yet.
  RaceCell* word(std::uint64_t offset) {
    const std::uint64_t index = offset >> RaceChunk::bytes_shift;
    if (index >= chunks_.size()) [[unlikely]]
      return nullptr;
    RaceCell* words = chunks_[index].words;
    constexpr std::uint64_t in_chunk = (std::uint64_t{1} << RaceChunk::bytes_shift) - 1;
    return words == nullptr ? nullptr : words + ((offset & in_chunk) >> word_shift);
  }
  // The same for a cell of exactly so many bytes, a power of two.
  RaceCell* exact(std::uint64_t offset, unsigned bytes) {
    const std::uint64_t index = offset >> RaceChunk::bytes_shift;
    if (index >= chunks_.size()) [[unlikely]]
      return nullptr;
    const RaceChunk& chunk = chunks_[index];
    const bool fits =
        chunk.cells != nullptr && bytes == 1u << chunk.cell_shift && (offset & (bytes - 1)) == 0;
    return fits ? &chunk.cells[chunk.index(offset)] : nullptr;
  }

  // The cells around the byte; made where there are none yet.
  RaceChunk& chunk(std::uint64_t offset) {
    const std::uint64_t index = offset >> RaceChunk::bytes_shift;
    if (index >= chunks_.size() || chunks_[index].cells == nullptr) make(index, word_shift);
    return chunks_[index];
  }
  // The cell that has the byte, and what is beside it.
  RaceCell& cell(std::uint64_t offset) {
    RaceChunk& cells = chunk(offset);
    return cells.cells[cells.index(offset)];
  }
  RaceRecord& other_reader(std::uint64_t offset);
  RaceBeside& beside(std::uint64_t offset);
  // Puts smaller cells, empty ones, in place of a chunk, which it returns.
  RaceChunk divide(std::uint64_t offset, unsigned cell_shift);

  // References stay right when others are made.
  std::uint32_t new_side();
  RaceSide& side(const RaceBeside& beside) { return sides_[beside.index - 1]; }

  // Bytes that are allocated.
  std::uint64_t size() const { return size_; }

 private:
  void make(std::uint64_t index, unsigned cell_shift);
  void count(std::uint64_t bytes);

  std::vector<RaceChunk> chunks_;
  std::deque<RaceSide> sides_;
  RaceMemory* memory_;
  std::uint64_t size_ = 0;
};

}  // namespace spirv_oracle
