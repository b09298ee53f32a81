#include "interpreter/exec/lanes/tangle_groups.h"

namespace spirv_oracle {

std::vector<LaneMask> clusters_of(const Tangle& tangle, unsigned cluster_size) {
  std::vector<LaneMask> clusters;
  clusters.reserve(tangle.size / cluster_size);
  for (unsigned first = 0; first < tangle.size; first += cluster_size) {
    const LaneMask cluster =
        LaneMask::first(first + cluster_size) & ~LaneMask::first(first) & tangle.lanes;
    if (cluster.any()) clusters.push_back(cluster);
  }
  return clusters;
}

Partition partition_of(const Tangle& tangle, const LaneMask& existing,
                       const BallotOperand& ballot) {
  const LaneMask undefined = ballot.header_of_words(ballot_words(tangle.size)).undefined;
  if ((undefined & tangle.lanes).any()) return {{}, PartitionMistake::undefined};
  Partition partition;
  LaneMask rest = tangle.lanes;
  while (rest.any()) {
    const unsigned lane = rest.lowest();
    const LaneMask bits = ballot[lane] & existing;
    const LaneMask subset = bits & tangle.lanes;
    if (!subset.test(lane) || !rest.contains(subset)) return {{}, PartitionMistake::invalid};
    bool same = true;
    subset.for_each([&](unsigned other) { same = same && (ballot[other] & existing) == bits; });
    if (!same) return {{}, PartitionMistake::invalid};
    partition.subsets.push_back(subset);
    rest &= ~subset;
  }
  return partition;
}

}  // namespace spirv_oracle
