#include "memory/race_shadow.h"

#include <algorithm>
#include <utility>

namespace spirv_oracle {

void RaceShadow::count(std::uint64_t bytes) {
  size_ += bytes;
  if (memory_ != nullptr) memory_->used += bytes;
}

std::size_t RaceChunk::allocated() const {
  if (compact != nullptr) return compact->size();
  return count * ((cells != nullptr ? sizeof(RaceCell) : 0) +
                  (other_readers != nullptr ? sizeof(RaceRecord) : 0) +
                  (beside != nullptr ? sizeof(RaceBeside) : 0));
}

void RaceShadow::make(std::uint64_t index, unsigned cell_shift, unsigned slot_bits) {
  if (index >= chunks_.size()) chunks_.resize(index + 1);
  constexpr std::uint64_t all = std::uint64_t{1} << RaceChunk::bytes_shift;
  const std::uint64_t begin = index << RaceChunk::bytes_shift;
  // Whole words, so that all cells of a word are there.
  const std::uint64_t rest = object_size_ > begin ? object_size_ - begin : all;
  const std::uint64_t bytes = rest >= all ? all : (rest + 3) & ~std::uint64_t{3};
  RaceChunk& chunk = chunks_[index];
  chunk.cell_shift = cell_shift;
  chunk.count = bytes >> cell_shift;
  if (slot_bits != 0) {
    // A byte for each byte, which with a cell of one byte makes eight.
    const std::size_t moments = bytes / sizeof(RaceCompactCells::Moment) - 1;
    chunk.compact = std::make_unique<RaceCompactCells>(chunk.count, slot_bits, moments);
  } else {
    chunk.cells = std::make_unique<RaceCell[]>(chunk.count);
    if (cell_shift == word_shift) chunk.words = chunk.cells.get();
  }
  count(chunk.allocated());
}

RaceRecord& RaceShadow::other_reader(std::uint64_t offset) {
  RaceChunk& cells = chunk(offset);
  if (cells.compact != nullptr) return opened_.other_reader;
  if (cells.other_readers == nullptr) [[unlikely]] {
    cells.other_readers = std::make_unique<RaceRecord[]>(cells.count);
    count(cells.count * sizeof(RaceRecord));
  }
  return cells.other_readers[cells.index(offset)];
}

RaceBeside& RaceShadow::beside(std::uint64_t offset) {
  RaceChunk& cells = chunk(offset);
  if (cells.compact != nullptr) return opened_.beside;
  if (cells.beside == nullptr) [[unlikely]] {
    cells.beside = std::make_unique<RaceBeside[]>(cells.count);
    count(cells.count * sizeof(RaceBeside));
  }
  return cells.beside[cells.index(offset)];
}

RaceChunk RaceShadow::replace(std::uint64_t offset, unsigned cell_shift, unsigned slot_bits) {
  RaceChunk old = std::exchange(chunk(offset), {});
  make(offset >> RaceChunk::bytes_shift, cell_shift, slot_bits);
  count(-old.allocated());
  return old;
}

std::uint32_t RaceShadow::new_side() {
  sides_.emplace_back(memory_);
  count(sizeof(RaceSide));
  return static_cast<std::uint32_t>(sides_.size());
}

}  // namespace spirv_oracle
