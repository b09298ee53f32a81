// Shuffles by a constant: where a full tangle reads from is known when the record is made.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "interpreter/semantics/non_uniform_sources.h"

namespace spirv_oracle::internal {

struct ShuffleRecord {
  Handler handler = nullptr;
  std::uint32_t extra = 0;
};

// What stands in Program::data for such a record: `extra` of the general record; how many clauses are broken; how far
// a slide goes; the lanes without a source; the lane that each lane reads; and the clauses that are broken, each by its
// place among those of the instruction, with the lanes that break it.
class FixedSources {
 public:
  struct Broken {
    std::uint32_t clause = 0;
    LaneMask lanes;
  };

  explicit FixedSources(const std::uint32_t* words) : words_(words) {}

  std::uint32_t general_extra() const { return words_[0]; }
  unsigned broken_count() const { return words_[1]; }
  int slide() const { return static_cast<int>(words_[2]); }
  LaneMask without_source() const { return mask_at(words_ + 3); }
  const std::uint32_t* from() const { return words_ + 3 + mask_words; }
  Broken broken(unsigned index, unsigned padded_lanes) const {
    const std::uint32_t* entry = from() + padded_lanes + index * (1 + mask_words);
    return {entry[0], mask_at(entry + 1)};
  }

  // Source: as shuffle() wants it, which breaks one of the clauses.
  template <class Clauses, class Source>
  static std::vector<std::uint32_t> words_for(const Clauses& clauses, unsigned subgroup_size,
                                              std::uint32_t general_extra, int slide,
                                              Source source) {
    const FullTangle tangle{subgroup_size};
    LaneMask without_source;
    std::array<LaneMask, std::tuple_size_v<Clauses>> broken{};
    std::vector<std::uint32_t> from((subgroup_size + 7) / 8 * 8, 0);
    for (unsigned lane = 0; lane < subgroup_size; ++lane) {
      const Checked<unsigned> checked = source(tangle, lane);
      from[lane] = checked.broken == nullptr ? checked.value : 0;
      if (checked.broken == nullptr) continue;
      without_source.set(lane);
      const auto clause = std::ranges::find(clauses, checked.broken) - clauses.begin();
      broken[static_cast<std::size_t>(clause)].set(lane);
    }
    std::vector<std::uint32_t> words{general_extra, 0, static_cast<std::uint32_t>(slide)};
    append(words, without_source);
    words.insert(words.end(), from.begin(), from.end());
    for (std::uint32_t i = 0; i < broken.size(); ++i) {
      if (broken[i].none()) continue;
      ++words[1];
      words.push_back(i);
      append(words, broken[i]);
    }
    return words;
  }

 private:
  static constexpr std::size_t mask_words = sizeof(LaneMask) / sizeof(std::uint32_t);

  static LaneMask mask_at(const std::uint32_t* words) {
    LaneMask mask;
    std::memcpy(mask.words, words, sizeof(mask.words));
    return mask;
  }
  static void append(std::vector<std::uint32_t>& words, const LaneMask& mask) {
    words.resize(words.size() + mask_words);
    std::memcpy(words.data() + words.size() - mask_words, mask.words, sizeof(mask.words));
  }

  const std::uint32_t* words_;
};

// Full tangles of plain values. The rest, and the first time that a clause is broken, is for Self::Kernels,
// which look at the operand.
template <class Self, class T>
struct FixedShuffle {
  template <class Gather>
  struct Kernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      const FixedSources sources(subgroup.data + op.extra);
      PlaneHeader& result = located_header(subgroup, op.result);
      const PlaneHeader& value = located_header(subgroup, op.operand[Self::value_place]);
      if (!is_full(subgroup) || is_open(value) || !subgroup.open_bits.empty()) [[unlikely]]
        return general(subgroup, &op);
      if constexpr (requires { &Self::slide; }) {
        slide_plane<Gather, T>(result, value, sources.slide(), subgroup.size);
      } else {
        gather_plane<Gather, T>(result, value, sources.from(), subgroup.padded_lanes);
      }
      result = {sources.without_source(), {}};
      if (sources.broken_count() == 0) return &op + 1;
      const FixedSources::Broken first = sources.broken(0, subgroup.padded_lanes);
      if (sources.broken_count() == 1 &&
          count_recent(subgroup, op, *Self::clauses[first.clause], first.lanes)) [[likely]] {
        return &op + 1;
      }
      return count(subgroup, &op);
    }

    // The last calls of a handler cost the usual case no more than a branch.
    [[gnu::noinline]] static const Op* count(Subgroup& subgroup, const Op* op) {
      const FixedSources sources(subgroup.data + op->extra);
      for (unsigned i = 0; i < sources.broken_count(); ++i) {
        const FixedSources::Broken broken = sources.broken(i, subgroup.padded_lanes);
        if (!count_again(subgroup, *op, *Self::clauses[broken.clause], broken.lanes))
          return general(subgroup, op);
      }
      return op + 1;
    }

    [[gnu::cold, gnu::noinline]] static const Op* general(Subgroup& subgroup, const Op* op) {
      Op general_op = *op;
      general_op.extra = FixedSources(subgroup.data + op->extra).general_extra();
      Self::template Kernels<Self, T>::template Kernel<Gather>::run(subgroup, general_op);
      return op + 1;
    }
  };
};

// The record for an instruction that has the constant sources `source`, instead of the general one with this
// `extra`. `slide`: where Self has such a way, how far away they are.
template <class Self, class Source>
ShuffleRecord fixed_record(Lowering& lowering, const Instruction& instruction, std::uint32_t extra,
                           Source source, int slide = 0) {
  static_assert(std::ranges::none_of(Self::clauses, [](const Clause* clause) {
    return clause->effect == Effect::implementation_defined;
  }));
  const Handler handler = for_width(
      lowering.type(instruction.type).scalar.bytes,
      []<class T>() -> Handler { return pick_gather<FixedShuffle<Self, T>::template Kernel>(); });
  return {handler, lowering.add_shared_data(FixedSources::words_for(
                       Self::clauses, lowering.program().subgroup_size, extra, slide, source))};
}

}  // namespace spirv_oracle::internal
