// The accesses that the race detector remembers for the bytes of one object. A cell covers four
// bytes, or one byte if accesses are smaller. It has the last write, up to two of the reads since
// then, and if necessary a RaceSide.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "memory/packing/packed_records.h"
#include "memory/race_clock.h"
#include "memory/race_memory.h"
#include "memory/race_record.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// The part of a cell that most accesses need.
struct RaceCell {
  RaceRecord writer;
  RaceRecord reader;

  // Flags of `writer`, valid even if it is empty. The cell has a RaceSide:
  static constexpr unsigned with_side = 1;
  // The places of readers hold relaxed atomics that are mutually ordered:
  static constexpr unsigned of_atomics = 2;
  // Flags of `reader`. There is another reader beside it. The two represent all readers of its
  // epoch: a write that races with any of them races with one of the two.
  static constexpr unsigned accompanied = 1, representative = 2;
  // Both flags: the other reader has the same epoch. If only the second is set, it belongs to
  // another workgroup.
  static constexpr unsigned in_one_epoch = accompanied | representative;

  bool has_side() const { return (writer.flags() & with_side) != 0; }
  bool has_atomics() const { return (writer.flags() & of_atomics) != 0; }
};
static_assert(sizeof(RaceCell) == PackedRecords::record_size);

// Reads that made a write visible to their invocations. Takes no more than a pointer while there are none.
class ShownReads {
 public:
  struct Read {
    std::uint32_t agent = 0;
    std::uint32_t reference = 0;
    MemoryScope scope = MemoryScope::device;  // from whom the write became visible

    friend auto operator<=>(const Read&, const Read&) = default;
  };

  ShownReads() = default;
  ShownReads(const ShownReads& other);
  ShownReads(ShownReads&&) = default;
  ShownReads& operator=(const ShownReads& other);
  ShownReads& operator=(ShownReads&&) = default;
  ~ShownReads() = default;

  void add(const Read& read, RaceMemory* memory);
  // Whether there is a read by the agent through the reference, with at least the scope.
  bool has(const Read& read) const;
  void clear() { reads_.reset(); }

 private:
  using Reads = std::vector<Read, RaceAllocator<Read>>;
  std::unique_ptr<Reads> reads_;  // in order
};

// The part of a cell that only cells with atomics or many readers have.
struct RaceSide {
  // The heads of the release sequences that reach the last atomic write, one for each storage class
  // of their memory semantics. Heads from one subgroup with the same scopes are joined.
  struct Release {
    StorageSemantics storage = StorageSemantics::uniform_memory;
    MemoryScope scope = MemoryScope::device;         // of the release
    MemoryScope atomic_scope = MemoryScope::device;  // of the head
    std::uint8_t bytes = 4;
    bool earlier_workgroup = false;
    bool of_all = false;  // every invocation that can access the memory is at the largest distance
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

  std::uint32_t workgroup = 0;  // for workgroup memory: the workgroup of the accesses
  Records readers;              // in addition to those in the cell
  Records atomics;
  // A load and a write that are not in `atomics`, because only atomics order them and a later one
  // represents each: one of another workgroup, or else the latest.
  std::array<RaceRecord, 2> superseded;
  // The size of all atomics if they are ordered with each other, or else 0.
  unsigned ordered_bytes = 0;
  std::uint32_t ordered_reference = 0;
  Releases releases;
  // Those of the last write. Empty unless reads differ in what they make visible (RaceShape::visibility_differs).
  ShownReads shown;

  void clear() {
    readers.clear();
    atomics.clear();
    superseded = {};
    releases.clear();
    shown.clear();
  }
};

// The cells of a part of an object that is allocated at once. RaceSides are allocated when a cell
// needs one.
struct RaceChunk {
  static constexpr std::uint64_t bytes = 4096;
  static constexpr std::uint32_t no_cells = 63;

  std::unique_ptr<RaceCell[]> cells;
  std::unique_ptr<RaceRecord[]> other_readers;
  std::unique_ptr<std::uint32_t[]> sides;  // index of the side of each cell, from 1 on; 0: none
  std::unique_ptr<PackedRecords> packed;   // instead of the cells
  std::uint32_t cell_shift = no_cells;     // a cell covers 2^cell_shift bytes: four, or one
  std::uint32_t count = 0;        // number of cells; smaller in the last chunk of an object
  std::uint8_t packed_shift = 0;  // cell_shift of the packed cells
  std::uint8_t packings = 0;      // so far
  std::uint64_t seen = 0;         // checksum of the cells at the last RaceShadow::pack()

  std::size_t allocated() const;
  // A chunk with the cells that are packed in this one.
  RaceChunk unpacked() const;
  std::size_t index(std::uint64_t offset) const { return offset % bytes >> cell_shift; }
};

// A general race (race_detector.h) for a word: two invocations accessed it, at least one of them with a write, and only atomics
// order them.
enum class GeneralRace : std::uint8_t {
  between_read_and_write,  // the value that is read depends on the order
  between_writes           // the final value depends on it as well
};
// By offset in the object.
using GeneralRaces = std::map<std::uint64_t, GeneralRace>;

class RaceShadow {
 public:
  static constexpr std::uint32_t word_shift = 2;

  // Counts its allocations in `memory`, if that is not null. Does not enforce a limit.
  explicit RaceShadow(RaceMemory* memory = nullptr) : memory_(memory) {}
  // Must be called before the first access. No access goes beyond this size.
  void set_object_size(std::uint64_t bytes) { object_size_ = bytes; }

  // The chunk that contains the byte. Its cells cover at most 2^cell_shift bytes: allocates them if
  // necessary, and gives each byte its own before the first access to a part of a word.
  RaceChunk& chunk(std::uint64_t offset, std::uint32_t cell_shift) {
    const std::uint64_t number = offset / RaceChunk::bytes;
    if (number >= chunks_.size() || chunks_[number].cell_shift > cell_shift) [[unlikely]]
      prepare(number, cell_shift);
    return chunks_[number];
  }
  // The cell of these four bytes. Null if each of them has its own.
  RaceCell* word(std::uint64_t offset) {
    const RaceChunk& cells = chunk(offset, word_shift);
    return cells.cell_shift == word_shift ? &cells.cells[cells.index(offset)] : nullptr;
  }

  // Packs cells that were not accessed since the last call, until they are. Nothing may refer to cells. Those with other
  // parts stay as they are, and those that were packed often, so that this takes little time.
  void pack();

  // The other parts of the cell that contains the byte. Allocates them if necessary. References
  // remain valid when others are allocated.
  RaceRecord& other_reader(std::uint64_t offset);
  RaceSide& side(std::uint64_t offset);

  void note_general_race(std::uint64_t offset, GeneralRace kind) {
    const auto [word, is_new] = general_races_.try_emplace(offset & ~std::uint64_t{3}, kind);
    if (is_new) count(memory_of_general_race);
    word->second = std::max(word->second, kind);
  }
  const GeneralRaces& general_races() const { return general_races_; }

  // The chunks so far, by number; those without accesses, and packed ones, have no cells.
  std::span<const RaceChunk> chunks() const { return chunks_; }

  RaceMemory* memory() const { return memory_; }
  // Allocated bytes.
  std::uint64_t size() const { return size_; }

 private:
  RaceChunk& chunk(std::uint64_t offset) { return chunks_[offset / RaceChunk::bytes]; }
  void prepare(std::uint64_t number, std::uint32_t cell_shift);
  void make(std::uint64_t number, std::uint32_t cell_shift);
  void divide(std::uint64_t number);
  bool pack(RaceChunk& chunk);
  void unpack(std::uint64_t number);
  void count(std::uint64_t bytes);

  static constexpr std::uint8_t most_packings = 4;  // of a chunk

  std::vector<RaceChunk> chunks_;
  std::vector<std::uint64_t> unpacked_;  // numbers of chunks that pack() may pack
  std::deque<RaceSide> sides_;
  GeneralRaces general_races_;
  static constexpr std::uint64_t memory_of_general_race = 48;
  std::uint64_t object_size_ = ~std::uint64_t{0};
  RaceMemory* memory_;
  std::uint64_t size_ = 0;
};

}  // namespace spirv_oracle
