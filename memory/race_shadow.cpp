#include "memory/race_shadow.h"

namespace spirv_oracle {

void RaceShadow::count(std::uint64_t bytes) {
  size_ += bytes;
  if (memory_ != nullptr) memory_->used += bytes;
}

void RaceShadow::make(std::uint64_t index) {
  if (index >= chunks_.size()) chunks_.resize(index + 1);
  chunks_[index].cells = std::make_unique<RaceCell[]>(cells_in_chunk);
  count(cells_in_chunk * sizeof(RaceCell));
}

void RaceShadow::make_beside(std::uint64_t index) {
  chunks_[index].beside = std::make_unique<RaceBeside[]>(cells_in_chunk);
  count(cells_in_chunk * sizeof(RaceBeside));
}

std::uint32_t RaceShadow::new_side() {
  sides_.emplace_back();
  count(sizeof(RaceSide));
  return static_cast<std::uint32_t>(sides_.size());
}

std::uint32_t RaceShadow::new_bytes() {
  if (!free_bytes_.empty()) {
    const std::uint32_t index = free_bytes_.back();
    free_bytes_.pop_back();
    bytes_[(index & ~RaceBeside::of_bytes) - 1] = {};
    return index;
  }
  bytes_.emplace_back();
  count(sizeof(RaceBytes));
  return static_cast<std::uint32_t>(bytes_.size()) | RaceBeside::of_bytes;
}

}  // namespace spirv_oracle
