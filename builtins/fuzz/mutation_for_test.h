// Damages valid modules: by words, and by whole instructions, so that most of the result still
// parses and the damage reaches the lowering and the executor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.h>

namespace spirv_oracle::test {

using Words = std::vector<std::uint32_t>;

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  // Makes one change to `words`. `donor` provides instructions to insert; it may be the same
  // module.
  void mutate(Words& words, std::span<const std::uint32_t> donor);

 private:
  struct Range {
    std::size_t begin = 0, end = 0;  // words
    std::size_t size() const { return end - begin; }
  };
  static constexpr std::size_t header_words = 5;

  std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }
  static std::vector<Range> instructions(std::span<const std::uint32_t> words);
  // Mostly from the functions, where the loader does not notice the damage.
  Range pick(std::span<const std::uint32_t> words, const std::vector<Range>& list);
  // A word of an instruction, mostly after its type and result.
  std::size_t pick_word(std::span<const std::uint32_t> words, const Range& range);
  std::uint32_t interesting_number();
  void change_word(Words& words, const std::vector<Range>& list);
  void change_instructions(Words& words, const std::vector<Range>& list,
                           std::span<const std::uint32_t> donor);

  std::mt19937_64 random_;
};

inline std::vector<Mutator::Range> Mutator::instructions(std::span<const std::uint32_t> words) {
  std::vector<Range> list;
  for (std::size_t at = header_words; at < words.size();) {
    const std::size_t length = std::max<std::size_t>(words[at] >> 16, 1);
    list.push_back({at, std::min(at + length, words.size())});
    at = list.back().end;
  }
  return list;
}

// The number of words of an instruction before its operands.
inline std::size_t operands_begin(std::uint32_t first_word) {
  bool result = false, type = false;
  SpvHasResultAndType(static_cast<SpvOp>(first_word & 0xFFFF), &result, &type);
  return 1u + (result ? 1u : 0u) + (type ? 1u : 0u);
}

inline Mutator::Range Mutator::pick(std::span<const std::uint32_t> words,
                                    const std::vector<Range>& list) {
  std::size_t first = 0;
  if (below(8) != 0) {
    while (first < list.size() && (words[list[first].begin] & 0xFFFF) != SpvOpFunction) ++first;
    if (first == list.size()) first = 0;
  }
  return list[first + below(list.size() - first)];
}

inline std::size_t Mutator::pick_word(std::span<const std::uint32_t> words, const Range& range) {
  const std::size_t skipped = below(8) == 0 ? below(3) : operands_begin(words[range.begin]);
  return range.size() <= skipped ? range.begin
                                 : range.begin + skipped + below(range.size() - skipped);
}

inline std::uint32_t Mutator::interesting_number() {
  constexpr std::uint32_t numbers[] = {0,          1,          2,          3,         4,   8,
                                       16,         32,         64,         128,       255, 65536,
                                       0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  return numbers[below(std::size(numbers))];
}

inline void Mutator::change_word(Words& words, const std::vector<Range>& list) {
  std::uint32_t& word = words[pick_word(words, pick(words, list))];
  switch (below(6)) {
    case 0:
      word ^= 1u << below(32);
      break;
    case 1:
      word = interesting_number();
      break;
    case 2:
      word += below(2) == 0 ? 1u : ~0u;
      break;
    case 3:
      std::swap(word, words[pick_word(words, pick(words, list))]);
      break;
    default:
      word = static_cast<std::uint32_t>(below(std::max<std::size_t>(words[3] % 65536, 1)));
      break;
  }
}

inline void Mutator::change_instructions(Words& words, const std::vector<Range>& list,
                                         std::span<const std::uint32_t> donor) {
  const auto position = [&](std::size_t at) {
    return words.begin() + static_cast<std::ptrdiff_t>(at);
  };
  const Range range = pick(words, list);
  switch (below(5)) {
    case 0:
      words.erase(position(range.begin), position(range.end));
      break;
    case 1: {  // another opcode, mostly one that the module already has
      const std::uint32_t opcode = below(3) == 0 ? static_cast<std::uint32_t>(below(460))
                                                 : words[pick(words, list).begin] & 0xFFFF;
      words[range.begin] = (words[range.begin] & 0xFFFF0000) | opcode;
      break;
    }
    case 2: {  // operands of another instruction
      const Range other = pick(words, list);
      for (std::size_t i = operands_begin(words[range.begin]);
           i < std::min(range.size(), other.size()); ++i) {
        if (below(2) == 0) words[range.begin + i] = words[other.begin + i];
      }
      break;
    }
    default: {  // splice
      const std::vector<Range> others = instructions(donor);
      if (others.empty()) return;
      const Range other = pick(donor, others);
      Words piece(donor.begin() + static_cast<std::ptrdiff_t>(other.begin),
                  donor.begin() + static_cast<std::ptrdiff_t>(other.end));
      // Gives the result a new id, so that the loader accepts it.
      bool result = false, type = false;
      SpvHasResultAndType(static_cast<SpvOp>(piece[0] & 0xFFFF), &result, &type);
      const std::size_t result_word = type ? 2 : 1;
      if (result && result_word < piece.size()) piece[result_word] = words[3]++;
      words.insert(position(range.begin), piece.begin(), piece.end());
      break;
    }
  }
}

inline void Mutator::mutate(Words& words, std::span<const std::uint32_t> donor) {
  if (words.size() <= header_words) words.resize(header_words + 1, 0x00010000);
  const std::vector<Range> list = instructions(words);
  const std::size_t way = below(100);
  if (way == 0) {
    words.resize(header_words + below(words.size() - header_words));
  } else if (way < 4) {
    words[1 + below(header_words - 1)] ^= 1u << below(32);
  } else if (way < 65) {
    change_word(words, list);
  } else {
    change_instructions(words, list, donor);
  }
}

}  // namespace spirv_oracle::test
