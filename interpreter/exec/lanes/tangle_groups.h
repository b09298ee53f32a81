// Tangles, and their division into groups: clusters, or the subsets that ballots define.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/exec/lanes/indeterminate_bit_rules.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// The scope restricted tangle: the lanes of one subgroup that execute one dynamic instance.
struct Tangle {
  LaneMask lanes;
  unsigned size = 1;  // of the scope: SubgroupSize, even if the subgroup is only partly filled

  bool contains(std::uint64_t lane) const {
    return lane < size && lanes.test(static_cast<unsigned>(lane));
  }
};

inline Tangle tangle_of(const Subgroup& subgroup) { return {subgroup.active, subgroup.size}; }

// The number of words that contain a bit for each invocation of the subgroup.
constexpr unsigned ballot_words(unsigned subgroup_size) { return (subgroup_size + 31) / 32; }

constexpr std::uint32_t ballot_word(const LaneMask& lanes, unsigned word) {
  return static_cast<std::uint32_t>(lanes.words[word / 2] >> (32 * (word % 2)));
}

// A ballot operand: its planes, from the list of a record.
struct BallotOperand {
  const Subgroup& subgroup;
  const std::uint32_t* slots;

  LaneMask operator[](unsigned lane) const {
    LaneMask bits;
    for (unsigned word = 0; word < 4; ++word) {
      bits.words[word / 2] |= std::uint64_t{subgroup.values<std::uint32_t>(slots[word])[lane]}
                              << (32 * (word % 2));
    }
    return bits;
  }
  // The indeterminate bits in a lane.
  LaneMask indeterminate_bits(unsigned lane) const {
    LaneMask bits;
    for (unsigned word = 0; word < 4; ++word) {
      bits.words[word / 2] |=
          std::uint64_t{
              partly_indeterminate<std::uint32_t>(subgroup, slots[word], lane).indeterminate}
          << (32 * (word % 2));
    }
    return bits;
  }
  const PlaneHeader& header(unsigned word) const { return subgroup.header(slots[word]); }
  PlaneHeader header_of_words(unsigned count) const {
    PlaneHeader header;
    for (unsigned word = 0; word < count; ++word) header = header | this->header(word);
    return header;
  }
};

// The error in the ballots of a partition. "Bits not corresponding to any invocation in the
// subgroup are ignored."
enum class PartitionMistake : std::uint8_t { none, invalid, undefined };

struct Partition {
  std::vector<LaneMask> subsets;  // of the tangle
  PartitionMistake mistake = PartitionMistake::none;
};

// The subsets that the ballots of the tangle's lanes define.
Partition partition_of(const Tangle& tangle, const LaneMask& existing, const BallotOperand& ballot);

// The nonempty clusters of the tangle.
std::vector<LaneMask> clusters_of(const Tangle& tangle, unsigned cluster_size);

}  // namespace spirv_oracle
