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

std::uint32_t AddressSpace::reserve(std::uint64_t size, MemoryKind kind, std::string name) {
  if (size > largest_object || !count(cost_of(size))) return 0;
  auto allocation = std::make_shared<Allocation>();
  allocation->size = size;
  allocation->kind = kind;
  allocation->name = std::move(name);
  entries_.push_back({nullptr, nullptr, size, allocation.get()});
  allocations_.push_back(std::move(allocation));
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

std::uint32_t AddressSpace::allocate(std::uint64_t size, MemoryKind kind, std::string name) {
  const std::uint32_t id = reserve(size, kind, std::move(name));
  if (id == 0) return 0;
  Allocation& allocation = *allocations_[id - 1];
  allocation.bytes.resize(size + spare_bytes);
  allocation.shadow.resize(size + spare_bytes, never_stored);
  entries_[id].bytes = allocation.bytes.data();
  entries_[id].shadow = allocation.shadow.data();
  return id;
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
  allocation->whole = id;
  allocation->begin = begin;
  entries_.push_back({nullptr, nullptr, size, allocation.get()});
  allocations_.push_back(std::move(allocation));
  if (entries_[id].bytes != nullptr) connect_shared();
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

void AddressSpace::connect_shared() {
  for (ObjectEntry& entry : entries_) {
    if (entry.allocation == nullptr || entry.allocation->whole == 0) continue;
    const ObjectEntry& whole = entries_[entry.allocation->whole];
    entry.bytes = whole.bytes + entry.allocation->begin;
    entry.shadow = whole.shadow + entry.allocation->begin;
  }
}

AddressSpace AddressSpace::instance() const {
  AddressSpace copy = *this;
  for (std::size_t id = 1; id < entries_.size(); ++id) {
    const Allocation& original = *allocations_[id - 1];
    auto own = std::make_shared<Allocation>();
    own->size = original.size;
    own->kind = original.kind;
    own->writable = original.writable;
    own->name = original.name;
    own->bytes = original.bytes;
    own->shadow = original.shadow;
    own->whole = original.whole;
    own->begin = original.begin;
    own->copies = original.copies;
    copy.entries_[id] = {own->bytes.data(), own->shadow.data(), own->size, own.get()};
    copy.allocations_[id - 1] = std::move(own);
    if (original.accessors == nullptr) continue;
    if (original.whole == 0) {
      copy.watch_accessors(static_cast<std::uint32_t>(id));
    } else {  // which comes before its parts
      const auto& table = copy.entries_[original.whole].allocation->accessors;
      copy.entries_[id].allocation->accessors = {table, table.get() + original.begin};
    }
  }
  return copy;
}

void AddressSpace::fill(std::uint32_t id, const ShadowedBytes& contents) {
  ShadowedBytes copy;
  copy.bytes.reserve(contents.size() + spare_bytes);
  copy.bytes = contents.bytes;
  if (follows_definedness) {
    copy.shadow.reserve(contents.size() + spare_bytes);
    copy.shadow = contents.shadow;
  }
  take_over(id, std::move(copy));
}

void AddressSpace::take_over(std::uint32_t id, ShadowedBytes contents) {
  ObjectEntry& entry = entries_[id];
  Allocation& allocation = *entry.allocation;
  allocation.bytes = std::move(contents.bytes);
  allocation.bytes.resize(entry.size + spare_bytes);
  if (follows_definedness) allocation.shadow = std::move(contents.shadow);
  allocation.shadow.resize(entry.size + spare_bytes, never_stored);
  entry.bytes = allocation.bytes.data();
  entry.shadow = allocation.shadow.data();
}

void AddressSpace::bind(std::uint32_t id, const ShadowedBytes& contents) {
  ObjectEntry& entry = entries_[id];
  const bool has_spare_bytes = contents.bytes.capacity() >= entry.size + spare_bytes &&
                               contents.shadow.capacity() >= entry.size + spare_bytes;
  if (!has_spare_bytes || !follows_definedness) {
    fill(id, contents);
    return;
  }
  // Nothing writes to them; the type is that of objects that are written.
  entry.bytes = const_cast<std::byte*>(contents.bytes.data());
  entry.shadow = const_cast<Definedness*>(contents.shadow.data());
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
