// Accesses outside buffers, if robust buffer access defines them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>

namespace spirv_oracle {

enum class AccessKind : std::uint8_t { load, store, atomic };

// By buffer and kind of access: the least offset. An access near another one is also near this one,
// or out of bounds itself.
class OutsideAccesses {
 public:
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  void add(std::uint32_t object, AccessKind kind, std::uint64_t offset) {
    const auto [at, is_new] = least_.try_emplace(object, std::array{none, none, none});
    std::uint64_t& least = at->second[static_cast<std::size_t>(kind)];
    least = std::min(least, offset);
  }
  void merge(const OutsideAccesses& others) {
    for (const auto& [object, least] : others.least_) {
      for (std::size_t kind = 0; kind < least.size(); ++kind)
        add(object, static_cast<AccessKind>(kind), least[kind]);
    }
  }
  bool empty() const { return least_.empty(); }

  // "less than 16 bytes away", measured between the beginnings of the accesses.
  bool is_near(std::uint32_t object, AccessKind kind, std::uint64_t offset) const {
    const auto at = least_.find(object);
    if (at == least_.end()) return false;
    const std::uint64_t least = at->second[static_cast<std::size_t>(kind)];
    return least != none && offset + 16 > least;
  }

 private:
  std::map<std::uint32_t, std::array<std::uint64_t, 3>> least_;
};

}  // namespace spirv_oracle
