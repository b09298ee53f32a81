#include "interpreter/loader/types/specialized_data.h"

#include <algorithm>
#include <optional>
#include <spirv/unified1/spirv.hpp11>
#include <string>

#include "interpreter/loader/binary.h"

namespace spirv_oracle {
namespace {

using Words = std::span<const std::uint32_t>;

constexpr std::size_t max_instruction_words = 0xFFFF;
// OpSpecConstantDataKHR: before Data.
constexpr std::size_t words_before_data = 3;

bool is(Words instruction, spv::Op opcode, std::size_t least_words) {
  return (instruction[0] & 0xFFFF) == static_cast<std::uint32_t>(opcode) &&
         instruction.size() >= least_words;
}

// Calls visit(words of an instruction) for each one, as far as the module is sound. Returns the words after them.
template <class Visit>
Words for_each_instruction(Words words, const Visit& visit) {
  std::size_t at = std::min(header_words, words.size());
  while (at < words.size()) {
    const std::size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) break;
    visit(words.subspan(at, count));
    at += count;
  }
  return words.subspan(at);
}

// By the id of a result: its SpecId.
std::map<std::uint32_t, std::uint32_t> spec_ids(Words words) {
  std::map<std::uint32_t, std::uint32_t> ids;
  for_each_instruction(words, [&](Words instruction) {
    if (is(instruction, spv::Op::OpDecorate, 4) &&
        instruction[2] == static_cast<std::uint32_t>(spv::Decoration::SpecId))
      ids[instruction[1]] = instruction[3];
  });
  return ids;
}

// The SpecId of an OpSpecConstantDataKHR; none: something else.
std::optional<std::uint32_t> spec_id_of_data(Words instruction,
                                             const std::map<std::uint32_t, std::uint32_t>& ids) {
  if (!is(instruction, spv::Op::OpSpecConstantDataKHR, words_before_data)) return std::nullopt;
  const auto found = ids.find(instruction[2]);
  return found == ids.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::uint32_t> packed(const std::vector<std::uint8_t>& bytes) {
  std::vector<std::uint32_t> words((bytes.size() + 3) / 4);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    words[i / 4] |= std::uint32_t{bytes[i]} << (8 * (i % 4));
  return words;
}

}  // namespace

std::set<std::uint32_t> spec_ids_of_data(Words words) {
  const std::vector<std::uint32_t> native = native_words(words);
  const auto ids = spec_ids(native);
  std::set<std::uint32_t> found;
  for_each_instruction(native, [&](Words instruction) {
    if (const auto id = spec_id_of_data(instruction, ids)) found.insert(*id);
  });
  return found;
}

Result<std::vector<std::uint32_t>> with_specialized_data(
    Words words, const std::map<std::uint32_t, std::vector<std::uint8_t>>& data) {
  const std::vector<std::uint32_t> native = native_words(words);
  const auto ids = spec_ids(native);
  for (const auto& [id, bytes] : data) {
    const std::size_t most = 4 * (max_instruction_words - words_before_data);
    if (bytes.size() > most) {
      return bad_input("the data for specialization constant " + std::to_string(id) + " has " +
                       std::to_string(bytes.size()) + " bytes; an instruction has at most " +
                       std::to_string(most));
    }
  }
  const std::size_t header = std::min(header_words, native.size());
  std::vector<std::uint32_t> result(native.begin(),
                                    native.begin() + static_cast<std::ptrdiff_t>(header));
  const Words rest = for_each_instruction(native, [&](Words instruction) {
    const auto id = spec_id_of_data(instruction, ids);
    const auto given = id ? data.find(*id) : data.end();
    if (given == data.end()) {
      result.insert(result.end(), instruction.begin(), instruction.end());
      return;
    }
    const std::vector<std::uint32_t> replaced = packed(given->second);
    const std::size_t count = words_before_data + replaced.size();
    result.push_back(static_cast<std::uint32_t>(count << 16) | (instruction[0] & 0xFFFF));
    result.insert(result.end(), instruction.begin() + 1, instruction.begin() + words_before_data);
    result.insert(result.end(), replaced.begin(), replaced.end());
  });
  result.insert(result.end(), rest.begin(), rest.end());
  return result;
}

}  // namespace spirv_oracle
