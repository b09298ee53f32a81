// The words in Program::data of records that compute addresses, and of those that load or store components.
#pragma once

#include <cstdint>

#include "interpreter/ir/record.h"

namespace spirv_oracle {

// An index of a record that computes an address: { slot, bytes, stride (2 words), number of elements, greatest valid
// index (2 words), 1 if greater ones are only out of bounds, number of the operand }.
struct ChainIndex {
  static constexpr std::uint32_t size = 9;

  const std::uint32_t* words;

  Slot slot() const { return words[0]; }
  std::uint32_t bytes() const { return words[1]; }
  std::uint64_t stride() const { return words[2] | std::uint64_t{words[3]} << 32; }
  std::uint32_t element_count() const { return words[4]; }  // 0: unknown
  std::uint64_t last() const { return words[5] | std::uint64_t{words[6]} << 32; }
  bool is_wide() const { return words[7] != 0; }
  std::uint32_t operand() const { return words[8]; }  // 0: unknown
};

// { offset (2 words), number of indices, ChainIndex * number }
struct ChainWords {
  const std::uint32_t* words;

  std::uint64_t offset() const { return words[0] | std::uint64_t{words[1]} << 32; }
  std::uint32_t count() const { return words[2]; }
  ChainIndex index(std::uint32_t i) const { return {words + 3 + ChainIndex::size * i}; }
};

// A flag of the alignment: addresses are multiples of it and of nothing else, whatever the
// components are.
inline constexpr std::uint32_t exact_alignment = 0x80000000;

// { offset (2 words), stride, count, alignment, slot * count }
struct AccessWords {
  std::uint64_t offset;
  std::uint64_t stride;
  std::uint32_t count;
  std::uint32_t alignment;
  bool is_exact;
  const Slot* slots;

  explicit AccessWords(const std::uint32_t* words)
      : offset(words[0] | std::uint64_t{words[1]} << 32),
        stride(words[2]),
        count(words[3]),
        alignment(words[4] & ~exact_alignment),
        is_exact((words[4] & exact_alignment) != 0),
        slots(words + 5) {}

  // The required alignment of the address of a component with `bytes` bytes.
  std::uint32_t alignment_of(std::uint32_t component, std::uint32_t bytes) const {
    const std::uint32_t stated = component == 0 ? alignment : 1;
    return is_exact ? stated : stated < bytes ? bytes : stated;
  }
};

}  // namespace spirv_oracle
