#include "memory/address_space.h"

#include <algorithm>
#include <utility>

namespace spirv_oracle {
namespace {

constexpr std::uint64_t spare_bytes = 64;
constexpr std::uint64_t largest_object = std::uint64_t{1} << (AddressSpace::offset_bits - 1);

// The bytes of an object and of its shadow.
constexpr std::uint64_t cost_of(std::uint64_t size) { return 2 * (size + spare_bytes); }

bool is_of(const Allocation& allocation, MemoryKind first, MemoryKind second) {
  return allocation.kind == first || allocation.kind == second;
}

}  // namespace

AddressSpace::AddressSpace() : entries_(1) {}

std::uint32_t AddressSpace::allocate(std::uint64_t size, MemoryKind kind, std::string name) {
  if (size > largest_object || !count(cost_of(size))) return 0;
  auto allocation = std::make_shared<Allocation>();
  allocation->size = size;
  allocation->kind = kind;
  allocation->name = std::move(name);
  allocation->bytes.resize(size + spare_bytes);
  allocation->shadow.resize(size + spare_bytes, never_stored);
  entries_.push_back({allocation->bytes.data(), allocation->shadow.data(), size, allocation.get()});
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
    if (!is_of(original, first, second)) continue;
    AddressSpace own;
    own.allocate(original.size, original.kind, original.name);
    own.allocations_[0]->copies = original.copies;
    if (original.accessors != nullptr) own.watch_accessors(1);
    copy.entries_[id] = own.entries_[1];
    copy.allocations_[id - 1] = own.allocations_[0];
  }
  return copy;
}

std::uint64_t AddressSpace::size_of_own(MemoryKind first, MemoryKind second) const {
  std::uint64_t size = 0;
  for (const auto& allocation : allocations_) {
    if (is_of(*allocation, first, second)) size += cost_of(allocation->size);
  }
  return size;
}

ShadowedBytes AddressSpace::take(std::uint32_t id) {
  const ObjectEntry& object = entries_[id];
  Allocation& allocation = *object.allocation;
  if (allocation.bytes.empty()) {
    return {{object.bytes, object.bytes + object.size},
            {object.shadow, object.shadow + object.size}};
  }
  ShadowedBytes contents{std::move(allocation.bytes), std::move(allocation.shadow)};
  contents.bytes.resize(object.size);
  contents.shadow.resize(object.size);
  return contents;
}

}  // namespace spirv_oracle
