#include "interpreter/loader/validation/opencl_debug_info.h"

#include <algorithm>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>

#include "interpreter/loader/binary.h"

namespace spirv_oracle {
namespace {

bool is_import(std::span<const std::uint32_t> instruction) {
  constexpr std::string_view name = "OpenCL.DebugInfo.100";
  if (instruction.size() < 3) return false;
  const auto* characters = reinterpret_cast<const char*>(instruction.data() + 2);
  return name == std::string_view(characters, strnlen(characters, (instruction.size() - 2) *
                                                                      sizeof(std::uint32_t)));
}

}  // namespace

std::vector<std::uint32_t> without_opencl_debug_info(std::span<const std::uint32_t> words) {
  std::vector<std::uint32_t> result(words.begin(),
                                    words.begin() + std::min(header_words, words.size()));
  std::set<std::uint32_t> sets;
  for (std::size_t at = header_words; at < words.size();) {
    const std::size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) return {words.begin(), words.end()};
    const auto instruction = words.subspan(at, count);
    const auto opcode = static_cast<spv::Op>(words[at] & 0xFFFF);
    at += count;
    if (opcode == spv::Op::OpExtInstImport && is_import(instruction)) {
      sets.insert(instruction[1]);
    } else if (opcode != spv::Op::OpExtInst || count <= 3 || !sets.contains(instruction[3])) {
      result.insert(result.end(), instruction.begin(), instruction.end());
    }
  }
  return result;
}

}  // namespace spirv_oracle
