// Counts the memory that race detection takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace spirv_oracle {

// Bytes of all shadows of a run, and of the clocks that order its accesses.
struct RaceMemory {
  std::uint64_t limit = ~std::uint64_t{0};
  std::uint64_t used = 0;
  std::uint64_t effort = 0;  // clock entries that were copied or compared
  bool exhausted() const { return used > limit; }
};

// An allocator that counts its allocations; with a null pointer, it counts nothing.
template <class T>
struct RaceAllocator {
  using value_type = T;

  RaceMemory* memory = nullptr;

  explicit RaceAllocator(RaceMemory* counted = nullptr) : memory(counted) {}
  template <class U>
  explicit(false) RaceAllocator(const RaceAllocator<U>& other) : memory(other.memory) {}

  T* allocate(std::size_t count) {
    if (memory != nullptr) memory->used += count * sizeof(T);
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T* pointer, std::size_t count) {
    if (memory != nullptr) memory->used -= count * sizeof(T);
    std::allocator<T>().deallocate(pointer, count);
  }
  friend bool operator==(const RaceAllocator& a, const RaceAllocator& b) {
    return a.memory == b.memory;
  }
};

}  // namespace spirv_oracle
