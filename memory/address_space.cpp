#include "memory/address_space.h"

#include <algorithm>
#include <new>

namespace spirv_oracle {
namespace {

constexpr std::uint64_t spare_bytes = 64;
constexpr std::uint64_t largest_object = std::uint64_t{1} << (AddressSpace::offset_bits - 1);

}  // namespace

AddressSpace::AddressSpace() : entries_(1) {}

std::uint32_t AddressSpace::allocate(std::uint64_t size, MemoryKind kind, std::string name) {
  const std::uint64_t cost = 2 * (size + spare_bytes);
  if (size > largest_object || cost > limit_ - std::min(limit_, used_)) return 0;
  auto allocation = std::make_shared<Allocation>();
  allocation->size = size;
  allocation->kind = kind;
  allocation->name = std::move(name);
  allocation->bytes.reset(new (std::nothrow) std::byte[size + spare_bytes]());
  allocation->shadow.reset(new (std::nothrow) Definedness[size + spare_bytes]);
  if (!allocation->bytes || !allocation->shadow) return 0;
  std::fill_n(allocation->shadow.get(), size + spare_bytes, never_stored);
  used_ += cost;
  entries_.push_back({allocation->bytes.get(), allocation->shadow.get(), size, allocation.get()});
  allocations_.push_back(std::move(allocation));
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

std::uint32_t AddressSpace::allocate(const ShadowedBytes& contents, MemoryKind kind,
                                     std::string name) {
  const std::uint32_t id = allocate(contents.size(), kind, std::move(name));
  if (id == 0) return 0;
  std::ranges::copy(contents.bytes, entries_[id].bytes);
  if (follows_definedness) std::ranges::copy(contents.shadow, entries_[id].shadow);
  return id;
}

std::uint32_t AddressSpace::share(std::uint32_t id, std::uint64_t begin, std::uint64_t size,
                                  MemoryKind kind, std::string name) {
  auto allocation = std::make_shared<Allocation>();
  allocation->size = size;
  allocation->kind = kind;
  allocation->name = std::move(name);
  entries_.push_back(
      {entries_[id].bytes + begin, entries_[id].shadow + begin, size, allocation.get()});
  allocations_.push_back(std::move(allocation));
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

void AddressSpace::watch_accessors(std::uint32_t id) {
  Allocation& allocation = *entries_[id].allocation;
  if (allocation.accessors != nullptr) return;
  allocation.accessors = std::shared_ptr<std::atomic<std::uint32_t>[]>(
      new std::atomic<std::uint32_t>[allocation.size]());
}

AddressSpace AddressSpace::copy_with_own(MemoryKind first, MemoryKind second) const {
  AddressSpace copy = *this;
  for (std::size_t id = 1; id < entries_.size(); ++id) {
    const Allocation& original = *allocations_[id - 1];
    if (original.kind != first && original.kind != second) continue;
    AddressSpace own;
    own.allocate(original.size, original.kind, original.name);
    own.allocations_[0]->copies = original.copies;
    if (original.accessors != nullptr) own.watch_accessors(1);
    copy.entries_[id] = own.entries_[1];
    copy.allocations_[id - 1] = own.allocations_[0];
  }
  return copy;
}

}  // namespace spirv_oracle
