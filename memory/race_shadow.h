// What a race detector remembers of the accesses to the bytes of one object, in cells of four bytes, or of
// fewer where accesses are smaller: the last write, up to two of the reads since, and what is beside that
// where there is more.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "memory/race_clock.h"
#include "memory/race_compact_cells.h"
#include "memory/race_memory.h"
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
  // subgroup and have the same scopes. One for each storage class semantics that they name.
  struct Release {
    StorageSemantics storage = StorageSemantics::uniform_memory;
    MemoryScope scope = MemoryScope::device;         // of the release
    MemoryScope atomic_scope = MemoryScope::device;  // of the head
    std::uint8_t bytes = 4;
    bool earlier_workgroup = false;
    bool of_all = false;  // who can access it: all are as far away as that can be
    std::uint16_t subgroup = 0;
    std::uint32_t workgroup = 0;
    std::uint32_t reference = 0;  // of the head
    SharedClock clock;
  };
  using Records = std::vector<RaceRecord, RaceAllocator<RaceRecord>>;
  using Releases = std::vector<Release, RaceAllocator<Release>>;

  explicit RaceSide(RaceMemory* memory)
      : readers(RaceAllocator<RaceRecord>(memory)),
        atomics(RaceAllocator<RaceRecord>(memory)),
        releases(RaceAllocator<Release>(memory)) {}

  std::uint32_t workgroup = 0;  // workgroup memory: whose accesses these are
  Records readers;              // beside those in the cell
  Records atomics;
  // A load and a write that are not among them because a later one stands for each, if only atomics order the two: one
  // of another workgroup, or else the latest.
  std::array<RaceRecord, 2> superseded;
  // Of all atomics, if they are ordered with each other; 0: they are not.
  unsigned ordered_bytes = 0;
  std::uint32_t ordered_reference = 0;
  Releases releases;

  void clear() {
    readers.clear();
    atomics.clear();
    superseded = {};
    releases.clear();
  }
};

// The cells of so many bytes of an object that are allocated at once. Other readers and what else is beside
// a cell, two bytes for each byte of a cell of four each, are allocated where a cell needs them.
struct RaceChunk {
  static constexpr unsigned bytes_shift = 12;

  std::unique_ptr<RaceCell[]> cells;
  std::unique_ptr<RaceCompactCells> compact;  // or these, if they are of one or two bytes
  std::unique_ptr<RaceRecord[]> other_readers;
  std::unique_ptr<RaceBeside[]> beside;
  unsigned cell_shift = 2;    // a cell has so many bytes, as a power of two
  RaceCell* words = nullptr;  // the cells, if they have four bytes
  bool has_bytes = false;     // records of some of those are about single bytes
  bool stays_wide = false;    // compact cells would have too little room

  std::size_t count = 0;  // of cells; fewer where the object ends before the chunk does

  bool empty() const { return cells == nullptr && compact == nullptr; }
  std::size_t allocated() const;
  std::size_t index(std::uint64_t offset) const { return index(offset, cell_shift); }
  static std::size_t index(std::uint64_t offset, unsigned cell_shift) {
    return (offset & ((std::uint64_t{1} << bytes_shift) - 1)) >> cell_shift;
  }
};

// That two invocations accessed a word and nothing but atomics put one first.
enum class HandOver : std::uint8_t {
  between_read_and_write,  // what is read depends on who is first
  between_writes           // and what is left as well
};
// By offset.
using HandedOverWords = std::map<std::uint64_t, HandOver>;

class RaceShadow {
 public:
  static constexpr unsigned word_shift = 2;

  // What is allocated counts into `memory`, if that is not null; it does not stop there.
  explicit RaceShadow(RaceMemory* memory = nullptr) : memory_(memory) {}
  // Of the object, before the first access. Nothing is accessed behind it.
  void set_object_size(std::uint64_t bytes) { object_size_ = bytes; }

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

  // The compact cells, if one has exactly those bytes.
  RaceCompactCells* exact_compact(std::uint64_t offset, unsigned bytes) {
    const std::uint64_t index = offset >> RaceChunk::bytes_shift;
    if (index >= chunks_.size()) [[unlikely]]
      return nullptr;
    const RaceChunk& chunk = chunks_[index];
    const bool fits = bytes == 1u << chunk.cell_shift && (offset & (bytes - 1)) == 0;
    return fits ? chunk.compact.get() : nullptr;
  }

  // The cells around the byte; made where there are none yet.
  RaceChunk& chunk(std::uint64_t offset) {
    const std::uint64_t index = offset >> RaceChunk::bytes_shift;
    if (index >= chunks_.size() || chunks_[index].empty()) make(index, word_shift, 0);
    return chunks_[index];
  }
  // One cell of compact ones.
  struct Opened {
    RaceCell cell;
    RaceRecord other_reader;
    RaceBeside beside;
  };

  const Opened& opened() const { return opened_; }
  // The cell that has the byte, and what is beside it. Of compact cells, only the one that has been opened,
  // which stands here until it is put back into them.
  RaceCell& cell(std::uint64_t offset) {
    RaceChunk& cells = chunk(offset);
    return cells.compact != nullptr ? opened_.cell : cells.cells[cells.index(offset)];
  }
  RaceRecord& other_reader(std::uint64_t offset);
  RaceBeside& beside(std::uint64_t offset);
  // Whether cells of two bytes have other readers, so that compact ones would take less.
  bool is_worth_compacting(std::uint64_t offset) const {
    const RaceChunk& chunk = chunks_[offset >> RaceChunk::bytes_shift];
    return chunk.cell_shift == 1 && chunk.other_readers != nullptr && !chunk.stays_wide;
  }
  // Puts other cells, empty ones, in place of a chunk, which it returns: compact ones for slots of so many
  // bits, or others if that is 0.
  RaceChunk replace(std::uint64_t offset, unsigned cell_shift, unsigned slot_bits);

  // References stay right when others are made.
  std::uint32_t new_side();
  RaceSide& side(const RaceBeside& beside) { return sides_[beside.index - 1]; }

  void note_hand_over(std::uint64_t offset, HandOver kind) {
    const auto [word, is_new] = handed_over_.try_emplace(offset & ~std::uint64_t{3}, kind);
    if (is_new) count(memory_of_hand_over);
    word->second = std::max(word->second, kind);
  }
  const HandedOverWords& handed_over() const { return handed_over_; }

  // Bytes that are allocated.
  std::uint64_t size() const { return size_; }

 private:
  void make(std::uint64_t index, unsigned cell_shift, unsigned slot_bits);
  void count(std::uint64_t bytes);

  std::vector<RaceChunk> chunks_;
  std::deque<RaceSide> sides_;
  Opened opened_;
  HandedOverWords handed_over_;
  static constexpr std::uint64_t memory_of_hand_over = 48;
  std::uint64_t object_size_ = ~std::uint64_t{0};
  RaceMemory* memory_;
  std::uint64_t size_ = 0;
};

}  // namespace spirv_oracle
