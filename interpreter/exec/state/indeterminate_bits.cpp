#include "interpreter/exec/state/indeterminate_bits.h"

namespace spirv_oracle {

void IndeterminateBits::merge(const IndeterminateBits& other, const LaneMask& lanes) {
  const auto is_theirs = [&](std::uint64_t key) {
    return lanes.test(key % (8 * sizeof(LaneMask)));
  };
  std::erase_if(bits_, [&](const auto& entry) { return is_theirs(entry.first); });
  for (const auto& [key, bits] : other.bits_) {
    if (is_theirs(key)) bits_.emplace(key, bits);
  }
}

}  // namespace spirv_oracle
