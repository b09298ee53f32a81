#include "interpreter/loader/validation/image_write_levels.h"

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

#include "interpreter/loader/binary.h"

namespace spirv_oracle {
namespace {

// Words of OpImageWrite: the mask of the Image Operands, and the first of them.
constexpr std::size_t write_operands_at = 4, write_level_at = 5;

bool writes_level(std::span<const std::uint32_t> instruction) {
  constexpr auto lod = static_cast<std::uint32_t>(spv::ImageOperandsMask::Lod);
  constexpr auto bias = static_cast<std::uint32_t>(spv::ImageOperandsMask::Bias);
  return static_cast<spv::Op>(instruction[0] & 0xFFFF) == spv::Op::OpImageWrite &&
         instruction.size() > write_level_at &&
         (instruction[write_operands_at] & (lod | bias)) == lod;
}

// Without the level, and without Image Operands if the level is the only one.
void append_without_level(std::span<const std::uint32_t> instruction,
                          std::vector<std::uint32_t>& words) {
  std::vector<std::uint32_t> kept(instruction.begin(), instruction.end());
  kept.erase(kept.begin() + write_level_at);
  kept[write_operands_at] &= ~static_cast<std::uint32_t>(spv::ImageOperandsMask::Lod);
  if (kept[write_operands_at] == 0) kept.pop_back();
  kept[0] = static_cast<std::uint32_t>(kept.size()) << 16 | (kept[0] & 0xFFFF);
  words.insert(words.end(), kept.begin(), kept.end());
}

}  // namespace

std::vector<std::uint32_t> without_levels_of_writes(std::span<const std::uint32_t> words) {
  if (!declares(words, spv::Capability::Kernel)) return {words.begin(), words.end()};
  std::vector<std::uint32_t> result(words.begin(),
                                    words.begin() + std::min(header_words, words.size()));
  for (std::size_t at = header_words; at < words.size();) {
    const std::size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) return {words.begin(), words.end()};
    const auto instruction = words.subspan(at, count);
    at += count;
    if (writes_level(instruction)) {
      append_without_level(instruction, result);
    } else {
      result.insert(result.end(), instruction.begin(), instruction.end());
    }
  }
  return result;
}

}  // namespace spirv_oracle
