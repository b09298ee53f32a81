// Group operations: a reduction or scan of the contributions of a group of lanes by an associative
// operation. The group is the tangle, a cluster of it, or a subset of a partition of it.
#pragma once

#include <bit>
#include <cstring>
#include <span>
#include <vector>

#include "interpreter/semantics/non_uniform_ballot.h"
#include "interpreter/semantics/non_uniform_cluster.h"
#include "interpreter/semantics/non_uniform_lane_vector.h"

namespace spirv_oracle {

// Which contributions of its group, in the order of the lanes, a lane gets combined.
enum class Form : std::uint8_t {
  reduce,          // all
  inclusive_scan,  // those up to its own
  exclusive_scan,  // those before its own
};

// The lanes of the group that get a contribution of one of the `sources`.
inline LaneMask reached(Form form, const LaneMask& group, const LaneMask& sources) {
  const LaneMask hit = group & sources;
  if (hit.none()) return {};
  switch (form) {
    case Form::reduce:
      return group;
    case Form::inclusive_scan:
      return group & ~LaneMask::first(hit.lowest());
    case Form::exclusive_scan:
      break;
  }
  return group & ~LaneMask::first(hit.lowest() + 1);
}

// The clusters of the tangle that are not empty.
std::vector<LaneMask> clusters_of(const Tangle& tangle, unsigned cluster_size);

// What can be wrong with the ballots that name a partition. "Bits not corresponding to any
// invocation in the subgroup are ignored."
enum class PartitionMistake : std::uint8_t { none, invalid, undefined };

struct Partition {
  std::vector<LaneMask> subsets;  // of the tangle
  PartitionMistake mistake = PartitionMistake::none;
};

// The subsets that the ballots of the tangle's lanes name.
Partition partition_of(const Tangle& tangle, const LaneMask& existing, const BallotOperand& ballot);

// Combines contributions one after the other; what an instruction without clauses of its own needs.
template <class Self, class T>
struct SimpleAccumulator {
  T value = Self::template identity<T>();

  void add(T contribution) { value = Self::combine(value, contribution); }
  const Clause* broken() const { return nullptr; }
};

template <internal::FixedString Name>
struct GroupClauses : ClusterClauses<Name> {
  static constexpr Clause not_a_partition{
      internal::Joined<Name, ".ballot-not-a-partition">::view, "invalid-partition",
      Effect::undefined_behavior,
      "ballot does not form a valid partition of the active invocations in the subgroup"};
  static constexpr Clause ballot_undefined{
      internal::Joined<Name, ".ballot-undefined">::view, "undefined-operand",
      Effect::undefined_behavior,
      "ballot must form a valid partition of the active invocations in the subgroup, but it is "
      "undefined"};

  template <class... C>
  static constexpr auto with(const C&... more) {
    return clause_list(ClusterClauses<Name>::not_power_of_two, ClusterClauses<Name>::too_large,
                       ClusterClauses<Name>::undefined, not_a_partition, ballot_undefined, more...);
  }
};

// An instruction has, for a storage type T of `Domain`,
//   T identity<T>()          the identity I
//   V combine(V, V)          for T and for vectors of T
// and may have
//   Accumulator<T>           combines contributions in lane order and knows broken clauses
//   bool in_any_order<T>(const T* values, unsigned count)
//                            whether every order of `combine` gives the same, without a clause
//   T neutral<T>()           leaves any value alone, where the identity does not
template <class G, class Domain, internal::FixedString Name>
struct GroupArithmetic : GroupClauses<Name> {
  using Grammar = G;
  static constexpr unsigned value_place = internal::place<G>(G::value);
  using Clauses = GroupClauses<Name>;

  template <class Self, class T>
  static auto accumulator() {
    if constexpr (requires { typename Self::template Accumulator<T>; }) {
      return typename Self::template Accumulator<T>{};
    } else {
      return SimpleAccumulator<Self, T>{};
    }
  }

  // The definition: each group by itself, in the order of the lanes.
  template <class Self, class T>
  [[gnu::noinline]] static void by_groups(Subgroup& subgroup, const Op& op, Form form,
                                          std::span<const LaneMask> groups) {
    const PlaneHeader contributed = subgroup.header(op.operand[value_place]);
    PlaneHeader header;
    for (const LaneMask& group : groups) {
      header.undefined |= reached(form, group, contributed.undefined);
      header.implementation_dependent |= reached(form, group, contributed.implementation_dependent);
    }
    const T* in = subgroup.values<T>(op.operand[value_place]);
    T* out = subgroup.values<T>(op.result);
    BrokenClauses broken;
    for (const LaneMask& group : groups) {
      auto accumulated = accumulator<Self, T>();
      const auto settle = [&](const LaneMask& lanes) {
        const Clause* clause = (lanes & ~header.undefined).any() ? accumulated.broken() : nullptr;
        lanes.for_each([&](unsigned lane) {
          out[lane] = accumulated.value;
          if (clause != nullptr && !header.undefined.test(lane)) broken.add(*clause, lane);
        });
      };
      group.for_each([&](unsigned lane) {
        if (form == Form::exclusive_scan) settle(LaneMask::single(lane));
        accumulated.add(in[lane]);
        if (form == Form::inclusive_scan) settle(LaneMask::single(lane));
      });
      if (form == Form::reduce) settle(group);
    }
    subgroup.header(op.result) = header;
    broken.report(subgroup, op);
  }

  template <class Self, class T>
  [[gnu::always_inline]] static inline bool takes_fast_path(const Subgroup& subgroup,
                                                            const Op& op) {
    if constexpr (!has_lane_vectors<T>) {
      return false;
    } else {
      if (!is_full(subgroup) || subgroup.size % LaneVector<T>::lanes != 0 ||
          !is_plain(subgroup, op.operand[value_place])) {
        return false;
      }
      if constexpr (requires { typename Self::template Accumulator<T>; }) {
        return Self::template in_any_order<T>(subgroup.values<T>(op.operand[value_place]),
                                              subgroup.size);
      } else {
        return true;
      }
    }
  }

  template <class Self, class T>
  static constexpr T neutral() {
    if constexpr (requires { Self::template neutral<T>(); }) {
      return Self::template neutral<T>();
    } else {
      return Self::template identity<T>();
    }
  }

  // The whole tangle as one group.
  template <class Self, class T, Form F>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Op& op) {
      if (takes_fast_path<Self, T>(subgroup, op)) [[likely]] {
        if constexpr (has_lane_vectors<T>) {
          const T* in = subgroup.values<T>(op.operand[value_place]);
          T* out = subgroup.values<T>(op.result);
          if constexpr (F == Form::reduce) {
            reduce_lanes<Self>(in, out, subgroup.size);
          } else {
            scan_lanes<Self, F == Form::exclusive_scan>(in, out, subgroup.size, neutral<Self, T>());
            if constexpr (F == Form::exclusive_scan) out[0] = Self::template identity<T>();
          }
          subgroup.header(op.result) = {};
        }
      } else {
        by_groups<Self, T>(subgroup, op, F, std::span(&subgroup.active, 1));
      }
    }
  };

  // `extra` is the cluster size.
  template <class Self, class T>
  struct ClusteredKernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Op& op) {
      if (takes_fast_path<Self, T>(subgroup, op)) [[likely]] {
        if constexpr (has_lane_vectors<T>) {
          reduce_clusters<Self>(subgroup.values<T>(op.operand[value_place]),
                                subgroup.values<T>(op.result), subgroup.size, op.extra);
          subgroup.header(op.result) = {};
        }
      } else {
        clustered<Self, T>(subgroup, op);
      }
    }
  };
  template <class Self, class T>
  [[gnu::noinline]] static void clustered(Subgroup& subgroup, const Op& op) {
    by_groups<Self, T>(subgroup, op, Form::reduce, clusters_of(tangle_of(subgroup), op.extra));
  }

  // `extra` is the list with the planes of the ballot.
  template <class Self, class T, Form F>
  static const Op* execute_partitioned(Subgroup& subgroup, const Op* op) {
    const BallotOperand ballot{subgroup, subgroup.data + op->extra};
    const Partition partition = partition_of(tangle_of(subgroup), subgroup.existing, ballot);
    switch (partition.mistake) {
      case PartitionMistake::none:
        by_groups<Self, T>(subgroup, *op, F, partition.subsets);
        break;
      case PartitionMistake::invalid:
        internal::break_for_tangle(subgroup, *op, Clauses::not_a_partition);
        break;
      case PartitionMistake::undefined:
        internal::break_for_tangle(subgroup, *op, Clauses::ballot_undefined);
        break;
    }
    return op + 1;
  }

  template <class Self, class T>
  static Handler handler(spv::GroupOperation operation) {
    switch (operation) {
      case spv::GroupOperation::Reduce:
        return Multiversion<Kernel<Self, T, Form::reduce>>::pick();
      case spv::GroupOperation::InclusiveScan:
        return Multiversion<Kernel<Self, T, Form::inclusive_scan>>::pick();
      case spv::GroupOperation::ExclusiveScan:
        return Multiversion<Kernel<Self, T, Form::exclusive_scan>>::pick();
      case spv::GroupOperation::ClusteredReduce:
        return Multiversion<ClusteredKernel<Self, T>>::pick();
      case spv::GroupOperation::PartitionedReduceNV:
        return &execute_partitioned<Self, T, Form::reduce>;
      case spv::GroupOperation::PartitionedInclusiveScanNV:
        return &execute_partitioned<Self, T, Form::inclusive_scan>;
      case spv::GroupOperation::PartitionedExclusiveScanNV:
        return &execute_partitioned<Self, T, Form::exclusive_scan>;
      default:
        return nullptr;
    }
  }

  // Self overrides for_type() where no storage type of `Domain` is meant.
  template <class Self>
  static Handler for_type(Lowering& lowering, ScalarType type, spv::GroupOperation operation) {
    return internal::for_storage(Domain{}, type, internal::toward_zero(lowering, type),
                                 [&]<class T>() -> Handler { return handler<Self, T>(operation); });
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if (!internal::has_subgroup_scope(lowering, instruction, G::execution)) return;
    const auto operation = static_cast<spv::GroupOperation>(instruction.literal(G::operation));
    const Handler handler =
        Self::template for_type<Self>(lowering, lowering.type(instruction.type).scalar, operation);
    if (handler == nullptr) {
      return lowering.fail_unsupported("this type or group operation is not supported");
    }
    std::uint32_t extra = 0;
    if (operation == spv::GroupOperation::ClusteredReduce) {
      if (!instruction.has(G::cluster_size)) return lowering.fail_input("ClusterSize is missing");
      const ClusterSize size = cluster_size(lowering, instruction.id(G::cluster_size));
      if (size.mistake != ClusterMistake::none) {
        return Clauses::lower_mistake(lowering, instruction, size.mistake);
      }
      extra = size.value;
    } else if (operation >= spv::GroupOperation::PartitionedReduceNV) {
      if (!instruction.has(G::cluster_size)) return lowering.fail_input("ballot is missing");
      extra = internal::add_ballot_operand(lowering, instruction.id(G::cluster_size)).list;
    }
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size() && !lowering.failed(); ++i) {
      const Slot value = lowering.slot(instruction.id(G::value), i);
      internal::emit_placed(lowering, handler, results[i], {{value_place, value}}, extra);
    }
  }
};

}  // namespace spirv_oracle
