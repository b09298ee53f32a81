// A set of lanes of one subgroup, one bit per SubgroupLocalInvocationId, at most 128.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace spirv_oracle {

struct alignas(16) LaneMask {
  std::uint64_t words[2] = {0, 0};

  // The lanes 0 .. count - 1.
  static constexpr LaneMask first(unsigned count) {
    LaneMask mask;
    mask.words[0] = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    if (count > 64) {
      mask.words[1] = count >= 128 ? ~std::uint64_t{0} : (std::uint64_t{1} << (count - 64)) - 1;
    }
    return mask;
  }
  static constexpr LaneMask single(unsigned lane) {
    LaneMask mask;
    mask.set(lane);
    return mask;
  }

  // Assigns by a single store. A copy of the mask soon after two separate stores would have to wait for both.
  void assign_whole(const LaneMask& other) {
    using Words = std::uint64_t __attribute__((vector_size(16)));
    const Words both = {other.words[0], other.words[1]};
    std::memcpy(words, &both, sizeof both);
  }

  constexpr bool test(unsigned lane) const { return (words[lane / 64] >> (lane % 64)) & 1; }
  constexpr void set(unsigned lane) { words[lane / 64] |= std::uint64_t{1} << (lane % 64); }
  constexpr void reset(unsigned lane) { words[lane / 64] &= ~(std::uint64_t{1} << (lane % 64)); }
  constexpr bool any() const { return (words[0] | words[1]) != 0; }
  constexpr bool none() const { return !any(); }
  constexpr unsigned count() const {
    return count(words[0]) + (words[1] == 0 ? 0 : count(words[1]));
  }
  // The lowest lane; the set must not be empty.
  constexpr unsigned lowest() const {
    return static_cast<unsigned>(words[0] != 0 ? std::countr_zero(words[0])
                                               : 64 + std::countr_zero(words[1]));
  }
  constexpr unsigned highest() const {
    return static_cast<unsigned>(words[1] != 0 ? 127 - std::countl_zero(words[1])
                                               : 63 - std::countl_zero(words[0]));
  }
  // Lanes 8 * chunk .. 8 * chunk + 7 as the bits of a byte.
  constexpr unsigned byte(unsigned chunk) const {
    return static_cast<unsigned>(words[chunk / 8] >> (8 * (chunk % 8))) & 0xFF;
  }
  constexpr bool contains(const LaneMask& other) const { return (other & ~*this).none(); }

  friend constexpr LaneMask operator&(const LaneMask& a, const LaneMask& b) {
    return {{a.words[0] & b.words[0], a.words[1] & b.words[1]}};
  }
  friend constexpr LaneMask operator|(const LaneMask& a, const LaneMask& b) {
    return {{a.words[0] | b.words[0], a.words[1] | b.words[1]}};
  }
  friend constexpr LaneMask operator^(const LaneMask& a, const LaneMask& b) {
    return {{a.words[0] ^ b.words[0], a.words[1] ^ b.words[1]}};
  }
  friend constexpr LaneMask operator~(const LaneMask& a) { return {{~a.words[0], ~a.words[1]}}; }
  // Moves each lane `count` places up, or down if negative. Lanes that leave the set are lost.
  constexpr LaneMask moved(int count) const {
    __extension__ using Bits = unsigned __int128;
    const Bits bits = Bits{words[1]} << 64 | words[0];
    if (count >= 128 || count <= -128) return {};
    const Bits result = count >= 0 ? bits << count : bits >> -count;
    return {{static_cast<std::uint64_t>(result), static_cast<std::uint64_t>(result >> 64)}};
  }
  constexpr LaneMask& operator&=(const LaneMask& b) { return *this = *this & b; }
  constexpr LaneMask& operator|=(const LaneMask& b) { return *this = *this | b; }
  friend constexpr bool operator==(const LaneMask&, const LaneMask&) = default;

  // Adds the bits in parallel. std::popcount is a library call on targets without an instruction
  // for it, such as baseline x86-64.
  static constexpr unsigned count(std::uint64_t bits) {
    constexpr std::uint64_t pairs = 0x5555555555555555, fours = 0x3333333333333333,
                            bytes = 0x0F0F0F0F0F0F0F0F, ones = 0x0101010101010101;
    bits -= bits >> 1 & pairs;
    bits = (bits & fours) + (bits >> 2 & fours);
    return static_cast<unsigned>(((bits + (bits >> 4)) & bytes) * ones >> 56);
  }

  // Calls `action(lane)` for each lane of the set, in ascending order.
  template <class Action>
  [[gnu::always_inline]] void for_each(Action&& action) const {
    for (unsigned word = 0; word < 2; ++word) {
      for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
        action(64 * word + static_cast<unsigned>(std::countr_zero(rest)));
      }
    }
  }
};

// `chosen` in the lanes of `mask`, `other` in the rest.
[[gnu::always_inline]] constexpr LaneMask blend(const LaneMask& mask, const LaneMask& chosen,
                                                const LaneMask& other) {
  return (mask & chosen) | (~mask & other);
}

}  // namespace spirv_oracle
