// The definition of the group operations: which lanes contribute to the result of a lane.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "interpreter/instructions/group/combination/non_uniform_for_test.h"

namespace spirv_oracle::test {

struct GroupOperation {
  std::string name;
  enum class Form { reduce, inclusive, exclusive } form = Form::reduce;
  enum class Groups { tangle, clusters, partition } groups = Groups::tangle;
};

inline const std::vector<GroupOperation>& group_operations() {
  using Form = GroupOperation::Form;
  using Groups = GroupOperation::Groups;
  static const std::vector<GroupOperation> all{
      {"Reduce", Form::reduce, Groups::tangle},
      {"InclusiveScan", Form::inclusive, Groups::tangle},
      {"ExclusiveScan", Form::exclusive, Groups::tangle},
      {"ClusteredReduce", Form::reduce, Groups::clusters},
      {"PartitionedReduceNV", Form::reduce, Groups::partition},
      {"PartitionedInclusiveScanNV", Form::inclusive, Groups::partition},
      {"PartitionedExclusiveScanNV", Form::exclusive, Groups::partition}};
  return all;
}

// Whether a kind of group instruction, by its name, supports the group operation.
inline bool takes(const std::string& instruction, const GroupOperation& operation) {
  return instruction.starts_with("OpGroupNonUniform") ||
         operation.groups == GroupOperation::Groups::tangle;
}
inline bool takes(const std::string& instruction, const LaneMask& tangle, unsigned size) {
  return instruction.find("NonUniform") != std::string::npos || tangle == LaneMask::first(size);
}

// One instruction with one group operation; `group` gives the group of each lane.
struct GroupInstance {
  std::string instruction;
  GroupOperation operation;
  unsigned size;
  unsigned cluster_size;
  Instance instance;
  std::array<unsigned, 128> group{};

  GroupInstance(const std::string& name, const std::string& type, const GroupOperation& op,
                unsigned subgroup_size, unsigned cluster)
      : instruction(name),
        operation(op),
        size(subgroup_size),
        cluster_size(cluster),
        instance(
            "%c = OpConstant %u32 " + std::to_string(cluster) + "\n%ballot = OpTypeVector %u32 4\n",
            "%x = OpUndef %" + type + "\n%b = OpUndef %ballot\n%r = " + name + " %" + type +
                " %subgroup " + op.name + " %x" +
                (op.groups == GroupOperation::Groups::clusters    ? " %c"
                 : op.groups == GroupOperation::Groups::partition ? " %b"
                                                                  : ""),
            subgroup_size) {}

  // Chooses the groups for a tangle.
  void choose_groups(const LaneMask& tangle, std::mt19937_64& random) {
    const unsigned labels = 1 + static_cast<unsigned>(random() % 4);
    for (unsigned lane = 0; lane < size; ++lane) {
      switch (operation.groups) {
        case GroupOperation::Groups::tangle:
          group[lane] = 0;
          break;
        case GroupOperation::Groups::clusters:
          group[lane] = lane / cluster_size;
          break;
        case GroupOperation::Groups::partition:
          group[lane] = static_cast<unsigned>(random() % labels);
          break;
      }
    }
    if (operation.groups != GroupOperation::Groups::partition) return;
    for (unsigned word = 0; word < 4; ++word) instance.input_header(1, word) = {};
    for (unsigned lane = 0; lane < size; ++lane) {
      // Bits without an invocation, and the values of inactive lanes, are ignored.
      LaneMask ballot = LaneMask{{random(), random()}};
      if (tangle.test(lane)) {
        ballot &= ~LaneMask::first(size);
        for (unsigned other = 0; other < size; ++other) {
          if (tangle.test(other) && group[other] == group[lane]) ballot.set(other);
        }
      }
      for (unsigned word = 0; word < 4; ++word) {
        instance.input<std::uint32_t>(1, word)[lane] =
            static_cast<std::uint32_t>(ballot.words[word / 2] >> (32 * (word % 2)));
      }
    }
  }

  // The lanes whose contributions a lane gets, in ascending order.
  std::vector<unsigned> contributors(const LaneMask& tangle, unsigned lane) const {
    std::vector<unsigned> lanes;
    for (unsigned other = 0; other < size; ++other) {
      if (!tangle.test(other) || group[other] != group[lane]) continue;
      if (operation.form == GroupOperation::Form::inclusive && other > lane) continue;
      if (operation.form == GroupOperation::Form::exclusive && other >= lane) continue;
      lanes.push_back(other);
    }
    return lanes;
  }
};

inline std::vector<unsigned> cluster_sizes(const GroupOperation& operation, unsigned size) {
  if (operation.groups != GroupOperation::Groups::clusters) return {1};
  std::vector<unsigned> sizes;
  for (unsigned cluster = 1; cluster <= size; cluster *= 2) sizes.push_back(cluster);
  return sizes;
}

}  // namespace spirv_oracle::test
