#include "memory/race_shadow.h"

#include <utility>

namespace spirv_oracle {

void RaceShadow::count(std::uint64_t bytes) {
  size_ += bytes;
  if (memory_ != nullptr) memory_->used += bytes;
}

void RaceShadow::make(std::uint64_t index, unsigned cell_shift) {
  if (index >= chunks_.size()) chunks_.resize(index + 1);
  RaceChunk& chunk = chunks_[index];
  chunk.cell_shift = cell_shift;
  chunk.cells = std::make_unique<RaceCell[]>(chunk.size());
  if (cell_shift == word_shift) chunk.words = chunk.cells.get();
  count(chunk.size() * sizeof(RaceCell));
}

RaceRecord& RaceShadow::other_reader(std::uint64_t offset) {
  RaceChunk& cells = chunk(offset);
  if (cells.other_readers == nullptr) [[unlikely]] {
    cells.other_readers = std::make_unique<RaceRecord[]>(cells.size());
    count(cells.size() * sizeof(RaceRecord));
  }
  return cells.other_readers[cells.index(offset)];
}

RaceBeside& RaceShadow::beside(std::uint64_t offset) {
  RaceChunk& cells = chunk(offset);
  if (cells.beside == nullptr) [[unlikely]] {
    cells.beside = std::make_unique<RaceBeside[]>(cells.size());
    count(cells.size() * sizeof(RaceBeside));
  }
  return cells.beside[cells.index(offset)];
}

RaceChunk RaceShadow::divide(std::uint64_t offset, unsigned cell_shift) {
  RaceChunk whole = std::exchange(chunk(offset), {});
  const std::uint64_t freed =
      whole.size() * (sizeof(RaceCell) + (whole.other_readers != nullptr ? sizeof(RaceRecord) : 0) +
                      (whole.beside != nullptr ? sizeof(RaceBeside) : 0));
  make(offset >> RaceChunk::bytes_shift, cell_shift);
  count(-freed);
  return whole;
}

std::uint32_t RaceShadow::new_side() {
  sides_.emplace_back();
  count(sizeof(RaceSide));
  return static_cast<std::uint32_t>(sides_.size());
}

}  // namespace spirv_oracle
