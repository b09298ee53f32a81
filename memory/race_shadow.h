// What a race detector remembers of the accesses to the bytes of one object, in cells of four bytes, or of
// one where accesses are smaller: the last write, up to two of the reads since, and what is beside that
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
#include "memory/race_memory.h"
#include "memory/race_record.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// What most accesses look at.
struct RaceCell {
  RaceRecord writer;
  RaceRecord reader;

  // Flags of `writer`, even where it is empty. Beside the cell is a RaceSide:
  static constexpr unsigned with_side = 1;
  // What stands in place of readers are atomics, relaxed ones that are mutually ordered with each other:
  static constexpr unsigned of_atomics = 2;
  // Flags of `reader`: there is another reader beside it; the two stand for all that read in its epoch, as
  // a write that races with any of those races with one of the two.
  static constexpr unsigned accompanied = 1, representative = 2;
  // Both: the other reader has the same epoch; it is of another workgroup where only the second is set.
  static constexpr unsigned in_one_epoch = accompanied | representative;

  bool has_side() const { return (writer.flags() & with_side) != 0; }
  bool has_atomics() const { return (writer.flags() & of_atomics) != 0; }
};
static_assert(sizeof(RaceCell) == 16);

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

// The cells of so many bytes of an object that are allocated at once. What is beside cells is allocated where
// one needs it.
struct RaceChunk {
  static constexpr unsigned bytes_shift = 12;

  std::unique_ptr<RaceCell[]> cells;
  std::unique_ptr<RaceRecord[]> other_readers;
  std::unique_ptr<std::uint32_t[]> sides;  // which, from 1 on; 0: none
  RaceCell* words = nullptr;               // the cells, if they have four bytes
  unsigned cell_shift = 0;  // a cell has so many bytes, as a power of two: four, or one
  std::size_t count = 0;    // of cells; fewer where the object ends before the chunk does

  std::size_t allocated() const;
  std::size_t index(std::uint64_t offset) const {
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
  // The cells around the byte; made where there are none yet.
  RaceChunk& chunk(std::uint64_t offset) {
    const std::uint64_t index = offset >> RaceChunk::bytes_shift;
    if (index >= chunks_.size() || chunks_[index].cells == nullptr) make(index, word_shift);
    return chunks_[index];
  }
  // Gives each byte of the chunk a cell of its own, for accesses that are not to whole words.
  void divide(std::uint64_t offset);

  // What is beside the cell that has the byte, made where there is none yet. References stay right when others
  // are made.
  RaceRecord& other_reader(std::uint64_t offset);
  RaceSide& side(std::uint64_t offset);

  void note_hand_over(std::uint64_t offset, HandOver kind) {
    const auto [word, is_new] = handed_over_.try_emplace(offset & ~std::uint64_t{3}, kind);
    if (is_new) count(memory_of_hand_over);
    word->second = std::max(word->second, kind);
  }
  const HandedOverWords& handed_over() const { return handed_over_; }

  // Bytes that are allocated.
  std::uint64_t size() const { return size_; }

 private:
  void make(std::uint64_t index, unsigned cell_shift);
  void count(std::uint64_t bytes);

  std::vector<RaceChunk> chunks_;
  std::deque<RaceSide> sides_;
  HandedOverWords handed_over_;
  static constexpr std::uint64_t memory_of_hand_over = 48;
  std::uint64_t object_size_ = ~std::uint64_t{0};
  RaceMemory* memory_;
  std::uint64_t size_ = 0;
};

}  // namespace spirv_oracle
