// Group operations of the non-uniform instructions: on the tangle, on clusters, or on the subsets
// of a partition.
#pragma once

#include <vector>

#include "interpreter/instructions/group/combination/group_operation.h"
#include "interpreter/instructions/group/combination/non_uniform_cluster.h"
#include "interpreter/instructions/group/non_uniform_ballot.h"

namespace spirv_oracle {

template <class G>
struct PartitionClauses {
  static constexpr Clause not_a_partition{
      internal::ClauseId<G, ".ballot-not-a-partition">::view, "invalid-partition",
      Effect::undefined_behavior,
      "ballot is not a valid partition of the active invocations in the subgroup; in GLSL, only "
      "the result is undefined"};
  static constexpr Clause ballot_undefined{
      internal::ClauseId<G, ".ballot-undefined">::view, "undefined-operand",
      Effect::undefined_behavior,
      "ballot must form a valid partition of the active invocations in the subgroup, but it is "
      "undefined"};
};

template <class G, class Operation>
struct GroupArithmetic : FactsOfCombination<Operation, G::value> {
  using Grammar = G;
  using Cluster = ClusterClauses<G>;
  using Ballot = PartitionClauses<G>;
  static constexpr auto clauses = with_operation_clauses<G, Operation>(
      clause_list(Cluster::not_power_of_two, Cluster::too_large, Cluster::undefined,
                  Ballot::not_a_partition, Ballot::ballot_undefined));

  // `extra` is the list with the planes of the ballot.
  template <class T, Form F>
  static const Record* execute_partitioned(Subgroup& subgroup, const Record* record) {
    const BallotOperand ballot{subgroup, subgroup.data + record->extra};
    const Partition partition = partition_of(tangle_of(subgroup), subgroup.existing, ballot);
    switch (partition.mistake) {
      case PartitionMistake::none:
        GroupKernels<Operation, T>::by_groups(subgroup, *record, F, partition.subsets);
        break;
      case PartitionMistake::invalid:
        internal::break_for_tangle(subgroup, *record, Ballot::not_a_partition);
        break;
      case PartitionMistake::undefined:
        internal::break_for_tangle(subgroup, *record, Ballot::ballot_undefined);
        break;
    }
    return record + 1;
  }

  template <class T>
  static Handler handler_of_parts(spv::GroupOperation operation) {
    switch (operation) {
      case spv::GroupOperation::ClusteredReduce:
        return GroupKernels<Operation, T>::clustered_handler();
      case spv::GroupOperation::PartitionedReduceNV:
        return &execute_partitioned<T, Form::reduce>;
      case spv::GroupOperation::PartitionedInclusiveScanNV:
        return &execute_partitioned<T, Form::inclusive_scan>;
      case spv::GroupOperation::PartitionedExclusiveScanNV:
        return &execute_partitioned<T, Form::exclusive_scan>;
      default:
        return nullptr;
    }
  }

  static Handler handler(Lowering& lowering, ScalarType type, spv::GroupOperation operation) {
    const GroupCode code = group_code<Operation>(lowering, type, operation);
    if (code.tangle != nullptr) return code.tangle;
    return internal::for_contribution<Operation>(
        lowering, type, [&]<class T>() -> Handler { return handler_of_parts<T>(operation); });
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    internal::require_subgroup_scope(lowering, instruction, G::execution);
    const auto operation = static_cast<spv::GroupOperation>(instruction.literal(G::operation));
    const ScalarType type = lowering.type(instruction.type).scalar;
    const Handler code = handler(lowering, type, operation);
    if (code == nullptr) {
      lowering.fail_unsupported("the group operation " +
                                std::to_string(instruction.literal(G::operation)) +
                                " for the type " + lowering.type_text(instruction.type));
    }
    std::uint32_t extra = 0;
    std::vector<Slot> ballot;
    if (operation == spv::GroupOperation::ClusteredReduce) {
      if (!instruction.has(G::cluster_size)) lowering.fail_input("ClusterSize is missing");
      const ClusterSize size = cluster_size(lowering, instruction.id(G::cluster_size));
      if (size.mistake != ClusterMistake::none) {
        return Cluster::lower_mistake(lowering, instruction, size.mistake);
      }
      extra = size.value;
    } else if (operation >= spv::GroupOperation::PartitionedReduceNV) {
      if (!instruction.has(G::cluster_size)) lowering.fail_input("ballot is missing");
      const auto operand = internal::add_ballot_operand(lowering, instruction.id(G::cluster_size));
      extra = operand.list;
      ballot = operand.words;
    }
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Slot value = lowering.slot(instruction.id(G::value), i, type);
      internal::emit_placed(lowering, code, results[i], {{contribution_place, value}}, extra,
                            ballot);
    }
  }
};

}  // namespace spirv_oracle
