// The simulated 64-bit address space. Every object (variable, buffer, workgroup memory) has its own
// range, far from all others. So an access outside an object is detected at once, and a shift finds
// the object of an address.
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
  null_descriptor,  // nothing: loads give zeros, and stores have no effect
  physical,
  workgroup,
  lane_private,
  input,
  constant
};

// The layout of the copies that invocations have of a variable in an object, by
// LocalInvocationIndex.
struct LaneCopies {
  std::uint64_t pitch = 0;  // bytes from one copy to the next; 0: the object has no copies
  std::uint64_t size = 0;   // bytes of each copy
};

// One object. An object that shares the bytes of another one has none of its own. `bytes` and
// `shadow` have `size` elements plus a few spare ones, so that a wide host load at the last byte
// stays inside the host allocation.
struct Allocation {
  std::uint64_t size = 0;
  MemoryKind kind = MemoryKind::none;
  bool writable = true;
  std::string name;
  std::vector<std::byte> bytes;
  std::vector<Definedness> shadow;
  // For an object that shares the bytes of another one: that one, and where they begin in it.
  std::uint32_t whole = 0;
  std::uint64_t begin = 0;
  std::atomic<bool> written{false};
  LaneCopies copies;
  // By byte: which declarations accessed it. Null if no check needs it (checks/aliasing.h).
  std::shared_ptr<std::atomic<std::uint32_t>[]> accessors;
};

// The parts of an object that the hot path needs.
struct ObjectEntry {
  std::byte* bytes = nullptr;
  Definedness* shadow = nullptr;
  std::uint64_t size = 0;
  Allocation* allocation = nullptr;

  // Whether `count` bytes at an address in the range of the object are all of the object.
  bool contains(std::uint64_t address, unsigned count) const;
};

// A table of objects, by the upper bits of the address. Not thread-safe: each worker has its own
// copy, which shares the objects with its source.
class AddressSpace {
 public:
  static constexpr unsigned offset_bits = 36;
  static constexpr std::uint64_t guard =
      0x1000;  // offset of the first address in the range of an object

  // The address of the first byte of the object number `id`.
  static constexpr std::uint64_t base_of(std::uint32_t id) {
    return (std::uint64_t{id} << offset_bits) + guard;
  }

  AddressSpace();

  // Adds an object of `size` undefined bytes and returns its id, or 0 if it does not fit into the
  // memory limit. All functions that create objects throw std::bad_alloc if the host has no memory.
  std::uint32_t allocate(std::uint64_t size, MemoryKind kind, std::string name);
  std::uint32_t allocate(const ShadowedBytes& contents, MemoryKind kind, std::string name);
  // Adds an object without bytes, which instance() or bind() gives to it. It must not be accessed before.
  std::uint32_t reserve(std::uint64_t size, MemoryKind kind, std::string name);

  // Adds an object that is a range of another object's bytes, and returns its id. The range must
  // lie inside the other object.
  std::uint32_t share(std::uint32_t id, std::uint64_t begin, std::uint64_t size, MemoryKind kind,
                      std::string name);

  // Gives the object the table Allocation::accessors, if it has none.
  void watch_accessors(std::uint32_t id);

  const ObjectEntry& object(std::uint32_t id) const { return entries_[id]; }
  // One more than the largest id.
  std::uint32_t object_count() const { return static_cast<std::uint32_t>(entries_.size()); }

  // The object whose range contains `address`, or else entry 0, whose size is 0.
  const ObjectEntry& find(std::uint64_t address) const {
    const std::uint64_t id = address >> offset_bits;
    return entries_[id < entries_.size() ? id : 0];
  }
  // The offset of `address` in the range of its object. Addresses before the object wrap to huge
  // offsets.
  static std::uint64_t offset(std::uint64_t address) {
    return (address & ((std::uint64_t{1} << offset_bits) - 1)) - guard;
  }

  // A table with copies of all objects. Those that were reserved get no bytes.
  AddressSpace instance() const;
  // Gives bytes to a reserved object: a copy of the contents, which have its size.
  void fill(std::uint32_t id, const ShadowedBytes& contents);
  // Likewise, without a copy if the vectors have room for the spare bytes.
  void take_over(std::uint32_t id, ShadowedBytes contents);
  // Gives the bytes of the contents to a reserved object, without a copy if the vectors have room for the spare bytes. The
  // contents must outlive the object, and nothing may write to it.
  void bind(std::uint32_t id, const ShadowedBytes& contents);
  // To be called when all objects have their bytes: lets objects that share those of others find them.
  void connect_shared();

  // A table with the same objects, except that objects of the two kinds are new ones of the same
  // size.
  AddressSpace copy_with_own(MemoryKind first, MemoryKind second) const;
  // The bytes that the new objects of such a table take.
  std::uint64_t size_of_own(MemoryKind first, MemoryKind second) const;

  // The contents of an object. If the object has its own bytes, moves them out; it must not be
  // accessed any more.
  ShadowedBytes take(std::uint32_t id);

  void set_limit(std::uint64_t bytes) { limit_ = bytes; }
  std::uint64_t used() const { return used_; }
  std::uint64_t left() const { return limit_ - std::min(limit_, used_); }
  // Counts other memory that objects need. False if it does not fit into the limit.
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

inline bool ObjectEntry::contains(std::uint64_t address, unsigned count) const {
  return count <= size && AddressSpace::offset(address) <= size - count;
}

}  // namespace spirv_oracle
