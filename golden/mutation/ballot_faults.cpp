// Faults of ballots, and of the instructions that read them.
#include <algorithm>

#include "golden/mutation/fault.h"

namespace spirv_oracle::golden {
namespace {

bool is_ballot(std::string_view instruction) {
  return instruction == "OpGroupNonUniformBallot" || instruction == "OpSubgroupBallotKHR";
}
bool is_partition(std::string_view instruction) { return instruction.ends_with("PartitionNV"); }
bool is_inverse(std::string_view instruction) { return instruction.ends_with("InverseBallot"); }
bool is_extract(std::string_view instruction) { return instruction.ends_with("BallotBitExtract"); }
bool is_count(std::string_view instruction) { return instruction.ends_with("BallotBitCount"); }
bool is_find(std::string_view instruction) {
  return instruction.ends_with("BallotFindLSB") || instruction.ends_with("BallotFindMSB");
}
bool is_find_highest(std::string_view instruction) {
  return instruction.ends_with("BallotFindMSB");
}

template <class F>
void change_ballots(ExchangeView& view, const F& changed) {
  view.active().for_each([&](unsigned lane) {
    LaneMask bits;
    for (unsigned word = 0; word < 4; ++word)
      bits.words[word / 2] |= view.result(word, lane) << (32 * (word % 2));
    view.set_ballot(lane, changed(bits, lane));
  });
}

void own_bit(ExchangeView& view) {
  change_ballots(view,
                 [](const LaneMask& bits, unsigned lane) { return bits & LaneMask::single(lane); });
}
void predicate_ignored(ExchangeView& view) {
  change_ballots(view, [&view](const LaneMask&, unsigned) { return view.active(); });
}
void predicate_inverted(ExchangeView& view) {
  change_ballots(view, [&view](const LaneMask& bits, unsigned) { return view.active() & ~bits; });
}
void reversed(ExchangeView& view) {
  change_ballots(view, [&view](const LaneMask& bits, unsigned) {
    LaneMask other;
    bits.for_each([&](unsigned lane) { other.set(view.size() - 1 - lane); });
    return other;
  });
}
void upper_words_lost(ExchangeView& view) {
  change_ballots(view, [](const LaneMask& bits, unsigned) { return bits & LaneMask::first(32); });
}
void upper_half_lost(ExchangeView& view) {
  change_ballots(view, [&view](const LaneMask& bits, unsigned) {
    return bits & LaneMask::first(std::max(1u, view.size() / 2));
  });
}
void unused_bits_set(ExchangeView& view) {
  change_ballots(view, [&view](const LaneMask& bits, unsigned) {
    return bits | ~LaneMask::first(view.size());
  });
}
void shifted(ExchangeView& view) {
  change_ballots(view, [&view](const LaneMask& bits, unsigned) {
    return bits.moved(1) & LaneMask::first(view.size());
  });
}

// The subsets of lanes whose values have the same bits.
void partition_of_bits(ExchangeView& view, std::size_t components) {
  view.active().for_each([&](unsigned lane) {
    LaneMask same;
    view.active().for_each([&](unsigned other) {
      bool equal = true;
      for (std::size_t c = 0; c < components; ++c)
        equal = equal && view.value(c, lane) == view.value(c, other);
      if (equal) same.set(other);
    });
    view.set_ballot(lane, same);
  });
}
void zeros_told_apart(ExchangeView& view) { partition_of_bits(view, view.operand_components(0)); }
void first_component_alone(ExchangeView& view) {
  if (view.operand_components(0) > 1) partition_of_bits(view, 1);
}

// --- instructions that read ballots ---

void bit_of_next_lane(ExchangeView& view) {
  view.active().for_each([&](unsigned lane) {
    const unsigned next = (lane + 1) % view.size();
    view.set_result(0, lane, view.ballot(0, lane).test(next) ? 1 : 0);
  });
}
void bit_of_lane_0(ExchangeView& view) {
  view.active().for_each(
      [&](unsigned lane) { view.set_result(0, lane, view.ballot(0, lane).test(0) ? 1 : 0); });
}
void bit_in_lowest_word(ExchangeView& view) {
  view.active().for_each([&](unsigned lane) {
    view.set_result(0, lane, view.ballot(0, lane).test(lane % 32) ? 1 : 0);
  });
}
void bit_inverted(ExchangeView& view) {
  view.for_each_result(
      [&](std::size_t c, unsigned lane) { view.set_result(c, lane, view.result(c, lane) ^ 1); });
}
template <unsigned Modulus>
void index_modulo(ExchangeView& view) {
  view.active().for_each([&](unsigned lane) {
    const auto index = static_cast<unsigned>(view.operand(1, 0, lane) % Modulus);
    view.set_result(0, lane, view.ballot(0, lane).test(index) ? 1 : 0);
  });
}
void own_index(ExchangeView& view) {
  view.active().for_each(
      [&](unsigned lane) { view.set_result(0, lane, view.ballot(0, lane).test(lane) ? 1 : 0); });
}

// The lanes that BallotBitCount considers.
LaneMask counted_lanes(const ExchangeView& view, unsigned lane, unsigned size) {
  if (view.is_form(spv::GroupOperation::InclusiveScan)) return LaneMask::first(lane + 1);
  if (view.is_form(spv::GroupOperation::ExclusiveScan)) return LaneMask::first(lane);
  return LaneMask::first(size);
}
void count_beyond_the_subgroup(ExchangeView& view) {
  view.active().for_each([&](unsigned lane) {
    view.set_result(0, lane, (view.ballot(0, lane) & counted_lanes(view, lane, 128)).count());
  });
}
void count_active_lanes(ExchangeView& view) {
  view.active().for_each([&](unsigned lane) {
    view.set_result(
        0, lane,
        (view.ballot(0, lane) & view.active() & counted_lanes(view, lane, view.size())).count());
  });
}
void count_lowest_word(ExchangeView& view) {
  view.active().for_each([&](unsigned lane) {
    const LaneMask lanes = counted_lanes(view, lane, view.size()) & LaneMask::first(32);
    view.set_result(0, lane, (view.ballot(0, lane) & lanes).count());
  });
}
void count_whether_any(ExchangeView& view) {
  view.active().for_each(
      [&](unsigned lane) { view.set_result(0, lane, view.result(0, lane) != 0 ? 1 : 0); });
}

std::optional<spv::Op> lowest_and_highest(spv::Op opcode) {
  using enum spv::Op;
  return opcode == OpGroupNonUniformBallotFindLSB ? OpGroupNonUniformBallotFindMSB
                                                  : OpGroupNonUniformBallotFindLSB;
}
void counted_from_1(ExchangeView& view) {
  view.active().for_each(
      [&](unsigned lane) { view.set_result(0, lane, view.result(0, lane) + 1); });
}
void counted_from_the_top(ExchangeView& view) {
  view.active().for_each(
      [&](unsigned lane) { view.set_result(0, lane, view.size() - 1 - view.result(0, lane)); });
}
void highest_beyond_the_subgroup(ExchangeView& view) {
  view.active().for_each([&](unsigned lane) {
    const LaneMask bits = view.ballot(0, lane);
    if (bits.any()) view.set_result(0, lane, bits.highest());
  });
}

constexpr Fault ballot_fault_table[] = {
    {.name = "ballot-own-bit-only",
     .description = "A ballot has the bit of the lane itself only",
     .concerns = gives_ballot,
     .least_size = 2,
     .change = own_bit},
    {.name = "ballot-ignores-predicate",
     .description = "A ballot has the bits of all active lanes",
     .concerns = gives_ballot,
     .change = predicate_ignored},
    {.name = "ballot-inverted",
     .description = "A ballot has the bits of the other active lanes",
     .concerns = gives_ballot,
     .change = predicate_inverted},
    {.name = "ballot-reversed",
     .description = "A ballot has the bit of the last lane first",
     .concerns = gives_ballot,
     .least_size = 2,
     .change = reversed},
    {.name = "ballot-shifted",
     .description = "The bits of a ballot are shifted one place too high",
     .concerns = gives_ballot,
     .change = shifted},
    {.name = "ballot-upper-words-lost",
     .description = "A ballot has the bits of 32 lanes only",
     .concerns = gives_ballot,
     .least_size = 64,
     .change = upper_words_lost},
    {.name = "ballot-upper-half-lost",
     .description = "A ballot lacks the bits of the upper half of the subgroup",
     .concerns = gives_ballot,
     .least_size = 2,
     .change = upper_half_lost},
    {.name = "ballot-unused-bits-set",
     .description = "The bits of a ballot at and above the subgroup size are 1",
     .concerns = is_ballot,
     .change = unused_bits_set},
    {.name = "partition-tells-zeros-apart",
     .description = "Zeros of different signs are in different subsets",
     .concerns = is_partition,
     .least_size = 2,
     .change = zeros_told_apart},
    {.name = "partition-of-the-first-component",
     .description = "Only the first components of vectors are compared",
     .concerns = is_partition,
     .least_size = 2,
     .change = first_component_alone},
    {.name = "inverse-ballot-next-lane",
     .description = "InverseBallot gives the bit of the next lane",
     .concerns = is_inverse,
     .least_size = 2,
     .change = bit_of_next_lane},
    {.name = "inverse-ballot-lane-0",
     .description = "InverseBallot gives all lanes the bit of lane 0",
     .concerns = is_inverse,
     .least_size = 2,
     .change = bit_of_lane_0},
    {.name = "inverse-ballot-lowest-word",
     .description = "InverseBallot uses only the first 32 bits",
     .concerns = is_inverse,
     .least_size = 64,
     .change = bit_in_lowest_word},
    {.name = "inverse-ballot-inverted",
     .description = "InverseBallot inverts the bit",
     .concerns = is_inverse,
     .change = bit_inverted},
    {.name = "bit-extract-own-lane",
     .description = "BallotBitExtract ignores Index and takes the bit of the lane itself",
     .concerns = is_extract,
     .least_size = 2,
     .change = own_index},
    {.name = "bit-extract-index-modulo-16",
     .description = "BallotBitExtract uses four bits of Index",
     .concerns = is_extract,
     .least_size = 32,
     .change = index_modulo<16>},
    {.name = "bit-extract-index-modulo-32",
     .description = "BallotBitExtract uses five bits of Index",
     .concerns = is_extract,
     .least_size = 64,
     .change = index_modulo<32>},
    {.name = "bit-count-beyond-the-subgroup",
     .description = "BallotBitCount counts bits at and above the subgroup size",
     .concerns = is_count,
     .change = count_beyond_the_subgroup},
    {.name = "bit-count-of-active-lanes",
     .description = "BallotBitCount counts bits of active lanes only",
     .concerns = is_count,
     .least_size = 2,
     .change = count_active_lanes},
    {.name = "bit-count-lowest-word",
     .description = "BallotBitCount counts in the first 32 bits only",
     .concerns = is_count,
     .least_size = 64,
     .change = count_lowest_word},
    {.name = "bit-count-0-or-1",
     .description = "BallotBitCount gives 1 where there are several bits",
     .concerns = is_count,
     .least_size = 4,
     .change = count_whether_any},
    {.name = "find-lsb-and-msb-swapped",
     .description = "BallotFindLSB finds the highest bit, BallotFindMSB the lowest",
     .concerns = is_find,
     .least_size = 2,
     .opcode = lowest_and_highest},
    {.name = "find-counts-from-1",
     .description = "BallotFindLSB and BallotFindMSB give a number that is 1 too large",
     .concerns = is_find,
     .change = counted_from_1},
    {.name = "find-counts-from-the-top",
     .description = "BallotFindLSB and BallotFindMSB count from the highest bit",
     .concerns = is_find,
     .least_size = 2,
     .change = counted_from_the_top},
    {.name = "find-msb-beyond-the-subgroup",
     .description = "BallotFindMSB finds bits at and above the subgroup size",
     .concerns = is_find_highest,
     .change = highest_beyond_the_subgroup},
};

}  // namespace

std::span<const Fault> ballot_faults() { return ballot_fault_table; }

}  // namespace spirv_oracle::golden
