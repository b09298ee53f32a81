#include "memory/race_shadow.h"

#include <bit>
#include <utility>

namespace spirv_oracle {
namespace {

std::uint64_t checksum(std::span<const RaceCell> cells) {
  std::uint64_t sum = 0;
  for (const RaceCell& cell : cells)
    sum +=
        std::bit_cast<std::uint64_t>(cell.writer) + 3 * std::bit_cast<std::uint64_t>(cell.reader);
  return sum;
}

}  // namespace

ShownReads::ShownReads(const ShownReads& other)
    : reads_(other.reads_ ? std::make_unique<Reads>(*other.reads_) : nullptr) {}

ShownReads& ShownReads::operator=(const ShownReads& other) {
  if (this != &other) *this = ShownReads(other);
  return *this;
}

void ShownReads::add(const Read& read, RaceMemory* memory) {
  if (!reads_) reads_ = std::make_unique<Reads>(RaceAllocator<Read>(memory));
  const auto place = std::ranges::lower_bound(*reads_, read);
  if (place == reads_->end() || *place != read) reads_->insert(place, read);
}

bool ShownReads::has(const Read& read) const {
  if (!reads_) return false;
  const auto found = std::ranges::lower_bound(*reads_, read);
  return found != reads_->end() && found->agent == read.agent && found->reference == read.reference;
}

void RaceShadow::count(std::uint64_t bytes) {
  size_ += bytes;
  if (memory_ != nullptr) memory_->used += bytes;
}

std::size_t RaceChunk::allocated() const {
  return count * ((cells != nullptr ? sizeof(RaceCell) : 0) +
                  (other_readers != nullptr ? sizeof(RaceRecord) : 0) +
                  (sides != nullptr ? sizeof(std::uint32_t) : 0)) +
         (packed != nullptr ? packed->allocated() : 0);
}

RaceChunk RaceChunk::unpacked() const {
  RaceChunk chunk;
  chunk.cell_shift = packed_shift;
  chunk.count = count;
  chunk.cells = std::make_unique<RaceCell[]>(count);
  packed->unpack(std::as_writable_bytes(std::span(chunk.cells.get(), count)));
  return chunk;
}

void RaceShadow::prepare(std::uint64_t number, std::uint32_t cell_shift) {
  if (number >= chunks_.size()) chunks_.resize(number + 1);
  if (chunks_[number].packed != nullptr) {
    unpack(number);
    if (chunks_[number].cell_shift <= cell_shift) return;
  }
  if (chunks_[number].cells == nullptr) return make(number, cell_shift);
  divide(number);
}

void RaceShadow::pack() {
  std::erase_if(unpacked_, [this](std::uint64_t number) { return pack(chunks_[number]); });
}

// Returns whether there is nothing left to do.
bool RaceShadow::pack(RaceChunk& chunk) {
  const bool has_other_parts = chunk.other_readers != nullptr || chunk.sides != nullptr;
  if (chunk.cells == nullptr || has_other_parts || chunk.packings == most_packings) return true;
  const std::uint64_t sum = checksum({chunk.cells.get(), chunk.count});
  if (std::exchange(chunk.seen, sum) != sum) return false;
  ++chunk.packings;
  auto packed = PackedRecords::pack(std::as_bytes(std::span(chunk.cells.get(), chunk.count)));
  if (!packed) return false;
  count(-chunk.allocated());
  chunk.packed = std::make_unique<PackedRecords>(*std::move(packed));
  chunk.cells = nullptr;
  chunk.packed_shift = static_cast<std::uint8_t>(chunk.cell_shift);
  chunk.cell_shift = RaceChunk::no_cells;
  count(chunk.allocated());
  return true;
}

void RaceShadow::unpack(std::uint64_t number) {
  RaceChunk& chunk = chunks_[number];
  const std::uint8_t packings = chunk.packings;
  count(-chunk.allocated());
  chunk = chunk.unpacked();
  chunk.packings = packings;
  count(chunk.allocated());
  unpacked_.push_back(number);
}

void RaceShadow::make(std::uint64_t number, std::uint32_t cell_shift) {
  const std::uint64_t begin = number * RaceChunk::bytes;
  const std::uint64_t rest = object_size_ > begin ? object_size_ - begin : RaceChunk::bytes;
  // Whole words, so that a word has all its cells.
  const std::uint64_t bytes = (std::min(rest, RaceChunk::bytes) + 3) & ~std::uint64_t{3};
  RaceChunk& chunk = chunks_[number];
  chunk.cell_shift = cell_shift;
  chunk.count = static_cast<std::uint32_t>(bytes >> cell_shift);
  chunk.cells = std::make_unique<RaceCell[]>(chunk.count);
  count(chunk.allocated());
  unpacked_.push_back(number);
}

void RaceShadow::divide(std::uint64_t number) {
  const RaceChunk words = std::exchange(chunks_[number], {});
  make(number, 0);
  RaceChunk& bytes = chunks_[number];
  for (std::size_t i = 0; i < bytes.count; ++i) {
    const std::size_t word = i >> word_shift;
    const std::uint64_t at = number * RaceChunk::bytes + i;
    const RaceCell& cell = words.cells[word];
    bytes.cells[i] = cell;
    if (cell.reader.flags() != 0) other_reader(at) = words.other_readers[word];
    if (cell.has_side()) side(at) = sides_[words.sides[word] - 1];
  }
  count(-words.allocated());
}

RaceRecord& RaceShadow::other_reader(std::uint64_t offset) {
  RaceChunk& cells = chunk(offset);
  if (cells.other_readers == nullptr) [[unlikely]] {
    cells.other_readers = std::make_unique<RaceRecord[]>(cells.count);
    count(cells.count * sizeof(RaceRecord));
  }
  return cells.other_readers[cells.index(offset)];
}

RaceSide& RaceShadow::side(std::uint64_t offset) {
  RaceChunk& cells = chunk(offset);
  if (cells.sides == nullptr) [[unlikely]] {
    cells.sides = std::make_unique<std::uint32_t[]>(cells.count);
    count(cells.count * sizeof(std::uint32_t));
  }
  std::uint32_t& number = cells.sides[cells.index(offset)];
  if (number == 0) {
    sides_.emplace_back(memory_);
    count(sizeof(RaceSide));
    number = static_cast<std::uint32_t>(sides_.size());
  }
  return sides_[number - 1];
}

}  // namespace spirv_oracle
