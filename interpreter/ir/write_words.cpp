#include "interpreter/ir/write_words.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
constexpr std::uint32_t high(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}
constexpr std::uint64_t number(const std::uint32_t* words) {
  return words[0] | std::uint64_t{words[1]} << 32;
}

}  // namespace

std::array<std::uint32_t, 11> WriteNote::words() const {
  return {low(offset), high(offset),     low(stride),       high(stride),   count,          bytes,
          reach.root,  low(reach.begin), high(reach.begin), low(reach.end), high(reach.end)};
}

WriteNote WriteNote::read(const std::uint32_t* words) {
  return {number(words),
          number(words + 2),
          words[4],
          words[5],
          {words[6], number(words + 7), number(words + 9)}};
}

}  // namespace spirv_oracle
