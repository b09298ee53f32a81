// Makes broken modules out of good ones: by words, and by whole instructions, so that most of the
// result still parses and the damage reaches the lowering and the executor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

namespace spirv_oracle::test {

using Words = std::vector<std::uint32_t>;

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  // Changes `words` in one way. `donor` gives instructions to splice in; it may be the same module.
  void mutate(Words& words, std::span<const std::uint32_t> donor);

 private:
  struct Range {
    std::size_t begin = 0, end = 0;  // words
    std::size_t size() const { return end - begin; }
  };
  static constexpr std::size_t header_words = 5;

  std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }
  static std::vector<Range> instructions(std::span<const std::uint32_t> words);
  const Range& pick(const std::vector<Range>& list) { return list[below(list.size())]; }
  // A word of an instruction after its first; the first where there is no other.
  std::size_t pick_word(const Range& range) {
    return range.size() < 2 ? range.begin : range.begin + 1 + below(range.size() - 1);
  }
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

inline std::uint32_t Mutator::interesting_number() {
  constexpr std::uint32_t numbers[] = {0, 1, 2, 3, 4, 8, 16, 32, 64, 128, 255, 65536,
                                       0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  return numbers[below(std::size(numbers))];
}

inline void Mutator::change_word(Words& words, const std::vector<Range>& list) {
  const Range& range = pick(list);
  std::uint32_t& word = words[pick_word(range)];
  switch (below(6)) {
    case 0: word ^= 1u << below(32); break;
    case 1: word = interesting_number(); break;
    case 2: word += below(2) == 0 ? 1u : ~0u; break;
    case 3: std::swap(word, words[pick_word(pick(list))]); break;
    default: word = static_cast<std::uint32_t>(below(std::max<std::size_t>(words[3] % 65536, 1))); break;
  }
}

inline void Mutator::change_instructions(Words& words, const std::vector<Range>& list,
                                         std::span<const std::uint32_t> donor) {
  const auto position = [&](std::size_t at) { return words.begin() + static_cast<std::ptrdiff_t>(at); };
  const Range range = pick(list);
  switch (below(5)) {
    case 0:
      words.erase(position(range.begin), position(range.end));
      break;
    case 1: {  // another opcode, mostly one that the module has
      const std::uint32_t opcode = below(3) == 0 ? static_cast<std::uint32_t>(below(460))
                                                 : words[pick(list).begin] & 0xFFFF;
      words[range.begin] = (words[range.begin] & 0xFFFF0000) | opcode;
      break;
    }
    case 2: {  // operands of another instruction
      const Range other = pick(list);
      for (std::size_t i = 1; i < std::min(range.size(), other.size()); ++i) {
        if (below(2) == 0) words[range.begin + i] = words[other.begin + i];
      }
      break;
    }
    default: {  // splice
      const std::vector<Range> others = instructions(donor);
      if (others.empty()) return;
      const Range& other = pick(others);
      const Words piece(donor.begin() + static_cast<std::ptrdiff_t>(other.begin),
                        donor.begin() + static_cast<std::ptrdiff_t>(other.end));
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
  } else if (way < 60) {
    change_word(words, list);
  } else {
    change_instructions(words, list, donor);
  }
}

}  // namespace spirv_oracle::test
