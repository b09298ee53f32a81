// A vector clock of workgroups: which of their accesses are ordered before a point of an execution. Clocks share what they have in
// common: a copy takes no time, and a join looks only at parts that differ.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/race_memory.h"

namespace spirv_oracle {

class WorkgroupClock {
 public:
  // The accesses of a workgroup that are ordered before, by their numbers.
  struct Before {
    std::uint32_t first = 0, last = 0;  // last = 0: none
    friend bool operator==(const Before&, const Before&) = default;
  };

  // Counts what it allocates in `memory`, which must outlive it and its copies, if that is not null.
  explicit WorkgroupClock(RaceMemory* memory = nullptr) : memory_(memory) {}

  Before of(std::uint32_t workgroup) const {
    const std::size_t number = workgroup / block_size;
    if (blocks_ == nullptr || number >= blocks_->size()) return {};
    const Shared& block = (*blocks_)[number];
    return block == nullptr ? Before{} : (*block)[workgroup % block_size];
  }
  void set(std::uint32_t workgroup, Before before) {
    const std::size_t number = workgroup / block_size;
    Shared& block = own_blocks(number + 1)[number];
    if (block == nullptr || block.use_count() != 1) block = copy_of(block.get());
    (*block)[workgroup % block_size] = before;
  }
  // For each workgroup, takes the accesses that end later. Returns whether that changes anything.
  bool join(const WorkgroupClock& other);

 private:
  static constexpr std::size_t block_size = 64;
  using Block = std::array<Before, block_size>;
  using Shared = std::shared_ptr<Block>;  // by clocks that do not change it; null: none
  using Blocks = std::vector<Shared, RaceAllocator<Shared>>;

  Shared copy_of(const Block* block) const {
    const RaceAllocator<Block> allocator(memory_);
    return block == nullptr ? std::allocate_shared<Block>(allocator)
                            : std::allocate_shared<Block>(allocator, *block);
  }
  // Those of this clock alone, at least as many.
  Blocks& own_blocks(std::size_t count) {
    const RaceAllocator<Shared> allocator(memory_);
    if (blocks_ == nullptr) {
      blocks_ = std::allocate_shared<Blocks>(allocator, allocator);
    } else if (blocks_.use_count() != 1) {
      blocks_ = std::allocate_shared<Blocks>(allocator, *blocks_);
    }
    if (blocks_->size() < count) blocks_->resize(count);
    return *blocks_;
  }
  Shared joined(const Shared& a, const Shared& b) const;

  RaceMemory* memory_;
  std::shared_ptr<Blocks> blocks_;  // null: none
};

// One of the two, if that is the same.
inline WorkgroupClock::Shared WorkgroupClock::joined(const Shared& a, const Shared& b) const {
  if (b == nullptr || a == b) return a;
  if (a == nullptr) return b;
  Block both;
  for (std::size_t i = 0; i < block_size; ++i)
    both[i] = (*b)[i].last > (*a)[i].last ? (*b)[i] : (*a)[i];
  if (both == *a) return a;
  return both == *b ? b : copy_of(&both);
}

inline bool WorkgroupClock::join(const WorkgroupClock& other) {
  if (other.blocks_ == nullptr || blocks_ == other.blocks_) return false;
  if (blocks_ == nullptr) {
    blocks_ = other.blocks_;
    return true;
  }
  const Blocks& others = *other.blocks_;
  bool has_changed = false, is_other = blocks_->size() <= others.size();
  for (std::size_t i = 0; i < others.size(); ++i) {
    const bool is_known = i < blocks_->size();
    if (is_known && (*blocks_)[i] == others[i]) continue;
    Shared both = joined(is_known ? (*blocks_)[i] : nullptr, others[i]);
    is_other = is_other && both == others[i];
    if (is_known && both == (*blocks_)[i]) continue;
    own_blocks(others.size())[i] = std::move(both);
    has_changed = true;
  }
  if (is_other) blocks_ = other.blocks_;
  return has_changed;
}

}  // namespace spirv_oracle
