// The simulated 64-bit address space: every object (variable, buffer, workgroup memory) has a range
// of its own, far from every other, so that an access outside an object is seen at once and the
// object of an address is found by a shift.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "memory/definedness.h"

namespace spirv_oracle {

enum class MemoryKind : std::uint8_t {
  none,
  buffer,
  physical,
  workgroup,
  lane_private,
  input,
  constant
};

// How the copies that invocations have of a variable lie in an object, by LocalInvocationIndex.
struct LaneCopies {
  std::uint64_t pitch = 0;  // bytes from one to the next; 0: the object has none
  std::uint64_t size = 0;   // of each
};

// One object; those that share another's bytes have none of their own. `bytes` and `shadow` have `size` elements and a few spare ones behind, so that a wide
// host load at the last byte stays inside the host allocation.
struct Allocation {
  std::uint64_t size = 0;
  MemoryKind kind = MemoryKind::none;
  bool writable = true;
  std::string name;
  std::vector<std::byte> bytes;
  std::vector<Definedness> shadow;
  std::atomic<bool> written{false};
  LaneCopies copies;
  // By byte: which declarations accessed it; null where nobody asks (checks/aliasing.h).
  std::shared_ptr<std::atomic<std::uint32_t>[]> accessors;
};

// What the hot path needs of an object.
struct ObjectEntry {
  std::byte* bytes = nullptr;
  Definedness* shadow = nullptr;
  std::uint64_t size = 0;
  Allocation* allocation = nullptr;
};

// A table of objects by the upper bits of the address. Not thread-safe: each worker has its own
// copy, which shares the objects of the copy's source.
class AddressSpace {
 public:
  static constexpr unsigned offset_bits = 36;
  static constexpr std::uint64_t guard = 0x1000;  // addresses start here within an object's range

  // The address of the first byte of the object number `id`.
  static constexpr std::uint64_t base_of(std::uint32_t id) {
    return (std::uint64_t{id} << offset_bits) + guard;
  }

  AddressSpace();

  // Adds an object of `size` undefined bytes and returns its id, or 0 when it does not fit into the
  // memory limit. Throws std::bad_alloc where the host has no memory, as all that makes objects.
  std::uint32_t allocate(std::uint64_t size, MemoryKind kind, std::string name);
  std::uint32_t allocate(const ShadowedBytes& contents, MemoryKind kind, std::string name);

  // Adds an object that is a range of another one's bytes, which lie inside of it, and returns its id.
  std::uint32_t share(std::uint32_t id, std::uint64_t begin, std::uint64_t size, MemoryKind kind,
                      std::string name);

  // Gives the object a table of who accessed its bytes (Allocation::accessors), if it has none.
  void watch_accessors(std::uint32_t id);

  const ObjectEntry& object(std::uint32_t id) const { return entries_[id]; }
  // One more than the largest id.
  std::uint32_t object_count() const { return static_cast<std::uint32_t>(entries_.size()); }

  // The object whose range holds `address`; entry 0 (size 0) when there is none.
  const ObjectEntry& find(std::uint64_t address) const {
    const std::uint64_t id = address >> offset_bits;
    return entries_[id < entries_.size() ? id : 0];
  }
  // Offset of `address` in the range of its object; "negative" offsets wrap to huge ones.
  static std::uint64_t offset(std::uint64_t address) {
    return (address & ((std::uint64_t{1} << offset_bits) - 1)) - guard;
  }

  // A table with the same objects, except that those of the two kinds are new ones of the same size.
  AddressSpace copy_with_own(MemoryKind first, MemoryKind second) const;
  // Bytes that the new objects of such a table take.
  std::uint64_t size_of_own(MemoryKind first, MemoryKind second) const;

  // The contents of an object. Moves them out where it has bytes of its own: it must not be accessed any more.
  ShadowedBytes take(std::uint32_t id);

  void set_limit(std::uint64_t bytes) { limit_ = bytes; }
  std::uint64_t used() const { return used_; }
  std::uint64_t left() const { return limit_ - std::min(limit_, used_); }
  // Counts other memory that objects need; false: it does not fit into the limit.
  bool count(std::uint64_t bytes) {
    if (bytes > left()) return false;
    used_ += bytes;
    return true;
  }

 private:
  std::vector<ObjectEntry> entries_;
  std::vector<std::shared_ptr<Allocation>> allocations_;
  std::uint64_t limit_ = ~std::uint64_t{0};
  std::uint64_t used_ = 0;
};

}  // namespace spirv_oracle
