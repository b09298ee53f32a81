// Non-Uniform Instructions: logical operations

#include "interpreter/semantics/non_uniform_arithmetic.h"

namespace spirv_oracle {
namespace {

// Bit i becomes the combination of the bits 0 .. i; `combine` works on sets of lanes, and 0 leaves
// any value alone.
template <class Combine>
LaneMask prefixes(LaneMask lanes, Combine combine) {
  for (unsigned w = 0; w < 2; ++w) {
    for (unsigned distance = 1; distance < 64; distance *= 2) {
      lanes.words[w] = combine(lanes.words[w], lanes.words[w] << distance);
    }
  }
  const std::uint64_t last = lanes.words[0] >> 63;
  lanes.words[1] = combine(lanes.words[1], std::uint64_t{0} - last);
  return lanes;
}

// All lanes at once:
//   std::uint64_t combine(std::uint64_t, std::uint64_t)   an operation whose identity is 0
//   bool negated                                          of operands and result
template <class G, internal::FixedString Name>
struct LogicalArithmetic : GroupArithmetic<G, TypeList<>, Name> {
  // The lanes of the group whose contributions combine to true.
  template <class Self>
  static LaneMask fold(Form form, const LaneMask& group, const LaneMask& truth) {
    const LaneMask contributions = (Self::negated ? ~truth : truth) & group;
    LaneMask result = prefixes(contributions, &Self::combine);
    if (form == Form::reduce) result = lanes_if(result.test(127));
    if (form == Form::exclusive_scan) {
      result = {{result.words[0] << 1, result.words[1] << 1 | result.words[0] >> 63}};
    }
    return (Self::negated ? ~result : result) & group;
  }

  template <class Self>
  static void by_groups(Subgroup& subgroup, const Op& op, Form form,
                        std::span<const LaneMask> groups) {
    const PlaneHeader contributed = subgroup.header(op.operand[internal::place<G>(G::value)]);
    PlaneHeader header;
    LaneMask truth;
    for (const LaneMask& group : groups) {
      header.undefined |= reached(form, group, contributed.undefined);
      header.implementation_dependent |= reached(form, group, contributed.implementation_dependent);
      truth |= fold<Self>(form, group, subgroup.truth(op.operand[internal::place<G>(G::value)]));
    }
    subgroup.truth(op.result) = truth;
    subgroup.header(op.result) = header;
  }

  template <class Self, Form F>
  static const Op* execute(Subgroup& subgroup, const Op* op) {
    by_groups<Self>(subgroup, *op, F, std::span(&subgroup.active, 1));
    return op + 1;
  }
  template <class Self>
  static const Op* execute_clustered(Subgroup& subgroup, const Op* op) {
    by_groups<Self>(subgroup, *op, Form::reduce, clusters_of(tangle_of(subgroup), op->extra));
    return op + 1;
  }
  template <class Self, Form F>
  static const Op* execute_partitioned(Subgroup& subgroup, const Op* op) {
    const BallotOperand ballot{subgroup, subgroup.data + op->extra};
    const Partition partition = partition_of(tangle_of(subgroup), subgroup.existing, ballot);
    switch (partition.mistake) {
      case PartitionMistake::none:
        by_groups<Self>(subgroup, *op, F, partition.subsets);
        break;
      case PartitionMistake::invalid:
        internal::break_for_tangle(subgroup, *op, GroupClauses<Name>::not_a_partition);
        break;
      case PartitionMistake::undefined:
        internal::break_for_tangle(subgroup, *op, GroupClauses<Name>::ballot_undefined);
        break;
    }
    return op + 1;
  }

  template <class Self>
  static Handler for_type(Lowering&, ScalarType type, spv::GroupOperation operation) {
    if (type.scalar_class != ScalarType::Class::boolean) return nullptr;
    switch (operation) {
      case spv::GroupOperation::Reduce:
        return &execute<Self, Form::reduce>;
      case spv::GroupOperation::InclusiveScan:
        return &execute<Self, Form::inclusive_scan>;
      case spv::GroupOperation::ExclusiveScan:
        return &execute<Self, Form::exclusive_scan>;
      case spv::GroupOperation::ClusteredReduce:
        return &execute_clustered<Self>;
      case spv::GroupOperation::PartitionedReduceNV:
        return &execute_partitioned<Self, Form::reduce>;
      case spv::GroupOperation::PartitionedInclusiveScanNV:
        return &execute_partitioned<Self, Form::inclusive_scan>;
      case spv::GroupOperation::PartitionedExclusiveScanNV:
        return &execute_partitioned<Self, Form::exclusive_scan>;
      default:
        return nullptr;
    }
  }
};

// The identity is true: a and b is not (not a or not b).
struct OpGroupNonUniformLogicalAnd
    : LogicalArithmetic<grammar::OpGroupNonUniformLogicalAnd, "OpGroupNonUniformLogicalAnd"> {
  static constexpr auto clauses = Clauses::with();
  static constexpr bool negated = true;
  static std::uint64_t combine(std::uint64_t a, std::uint64_t b) { return a | b; }
};

struct OpGroupNonUniformLogicalOr
    : LogicalArithmetic<grammar::OpGroupNonUniformLogicalOr, "OpGroupNonUniformLogicalOr"> {
  static constexpr auto clauses = Clauses::with();
  static constexpr bool negated = false;
  static std::uint64_t combine(std::uint64_t a, std::uint64_t b) { return a | b; }
};

struct OpGroupNonUniformLogicalXor
    : LogicalArithmetic<grammar::OpGroupNonUniformLogicalXor, "OpGroupNonUniformLogicalXor"> {
  static constexpr auto clauses = Clauses::with();
  static constexpr bool negated = false;
  static std::uint64_t combine(std::uint64_t a, std::uint64_t b) { return a ^ b; }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_logical_instructions() {
  return InstructionList<OpGroupNonUniformLogicalAnd, OpGroupNonUniformLogicalOr,
                         OpGroupNonUniformLogicalXor>::definitions;
}

}  // namespace spirv_oracle
