// The states of the bytes of a memory.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "driver/memory/pages.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// Counts bytes with one state.
struct StateCount {
  std::uint64_t first = 0, count = 0;

  // Adds those of bytes that begin at `offset`. Offsets must ascend.
  void add(std::span<const Definedness> states, std::uint64_t offset, Definedness state);
  void add(std::uint64_t more, std::uint64_t offset);
};

// Blocks whose bytes all have one state, as most do, take no memory.
class Shadow {
 public:
  // All bytes are uninitialized. Throws std::bad_alloc.
  explicit Shadow(std::uint64_t size);

  // The range must be inside, as in all functions.
  void load(std::uint64_t begin, std::span<Definedness> states) const;
  void store(std::uint64_t begin, std::span<const Definedness> states);
  void set(std::uint64_t begin, std::uint64_t end, Definedness state);
  // Calls `visit(i)` for each byte in the range that is undefined or uninitialized.
  template <class Visit>
  void each_undefined(std::uint64_t begin, std::uint64_t end, Visit visit) const {
    for (std::uint64_t i = begin; i < end;) {
      const std::uint64_t last = std::min(end, (i / block + 1) * block);
      if (is_mixed(i / block) || states_[i / block] >= Definedness::undefined) {
        for (std::uint64_t at = i; at < last; ++at) {
          if (state(at) >= Definedness::undefined) visit(at);
        }
      }
      i = last;
    }
  }
  // Adds the bytes in the range that have the state. Ranges must ascend.
  void count(std::uint64_t begin, std::uint64_t end, Definedness state, StateCount& found) const;
  // The blocks that take memory.
  std::size_t mixed_blocks() const;

 private:
  static constexpr std::uint64_t block = 4096;
  static constexpr auto mixed = static_cast<Definedness>(0xFF);

  bool is_mixed(std::uint64_t number) const { return states_[number] == mixed; }
  Definedness state(std::uint64_t at) const {
    return is_mixed(at / block) ? bytes()[at] : states_[at / block];
  }
  Definedness* bytes() const { return reinterpret_cast<Definedness*>(pages_.data()); }
  std::uint64_t end_of(std::uint64_t number) const {
    return std::min((number + 1) * block, pages_.size());
  }
  // Changes a part of one block.
  template <class Write>
  void change(std::uint64_t begin, std::uint64_t end, Definedness first, bool is_uniform,
              Write write);
  void make_uniform(std::uint64_t number, Definedness state);

  std::vector<Definedness> states_;  // by block
  Pages pages_;                      // of mixed blocks
};

// Gives back the pages of an array whose bytes are all defined: they then read as zero, which means defined, and take no memory
// until something is stored.
void release_defined_pages(std::span<Definedness> states);

}  // namespace spirv_oracle
