// Group operations on Booleans within one subgroup, all lanes at once.
#pragma once

#include <span>

#include "interpreter/instructions/group/combination/group_kernels.h"

namespace spirv_oracle {

// The operation has
//   std::uint64_t combine(std::uint64_t, std::uint64_t)   an operation whose identity is 0
//   bool negated                                          of operands and result
//   Indeterminate                                         see group_combination.h
template <class Operation>
struct LogicalKernels {
  // The interface for combine_group().
  template <class T>
  using Indeterminate = typename Operation::Indeterminate;
  template <class T>
  static constexpr T identity() {
    return Operation::negated;
  }
  static bool combine(bool a, bool b) {
    constexpr bool negated = Operation::negated;
    return (Operation::combine(std::uint64_t{a != negated}, std::uint64_t{b != negated}) != 0) !=
           negated;
  }

  // Sets bit i to the combination of the bits 0 to i. 0 leaves any value unchanged.
  static LaneMask prefixes(LaneMask lanes) {
    for (unsigned w = 0; w < 2; ++w) {
      for (unsigned distance = 1; distance < 64; distance *= 2) {
        lanes.words[w] = Operation::combine(lanes.words[w], lanes.words[w] << distance);
      }
    }
    const std::uint64_t last = lanes.words[0] >> 63;
    lanes.words[1] = Operation::combine(lanes.words[1], std::uint64_t{0} - last);
    return lanes;
  }

  // The lanes of the group whose contributions combine to true.
  static LaneMask fold(Form form, const LaneMask& group, const LaneMask& truth) {
    const LaneMask contributions = (Operation::negated ? ~truth : truth) & group;
    LaneMask result = prefixes(contributions);
    if (form == Form::reduce) result = lanes_if(result.test(127));
    if (form == Form::exclusive_scan) {
      result = {{result.words[0] << 1, result.words[1] << 1 | result.words[0] >> 63}};
    }
    return (Operation::negated ? ~result : result) & group;
  }

  static void by_groups(Subgroup& subgroup, const Record& record, Form form,
                        std::span<const LaneMask> groups) {
    subgroup.header(record.result) = {};
    LaneMask truth;
    for (const LaneMask& group : groups) {
      GroupPart part{&subgroup, group};
      reach_results(form, record, std::span<const GroupPart>(&part, 1));
      if ((indeterminate_lanes(subgroup.header(record.result)) & group).any()) [[unlikely]] {
        combine_indeterminate_group<LogicalKernels, bool>(form, record, std::span(&part, 1));
        truth |= subgroup.truth(record.result) & group;
      } else {
        truth |= fold(form, group, subgroup.truth(record.operand[contribution_place]));
      }
    }
    subgroup.truth(record.result) = truth;
  }

  template <Form F>
  struct Kernel {
    static void run(Subgroup& subgroup, const Record& record) {
      by_groups(subgroup, record, F, std::span(&subgroup.active, 1));
    }
  };
  template <Form F, unsigned>
  static Handler handler() {
    return Multiversion<Kernel<F>>::pick();
  }
  static Handler clustered_handler() { return Multiversion<ClusteredKernel>::pick(); }
  struct ClusteredKernel {
    static void run(Subgroup& subgroup, const Record& record) {
      by_groups(subgroup, record, Form::reduce, clusters_of(tangle_of(subgroup), record.extra));
    }
  };
};

template <class Operation>
struct GroupKernels<Operation, bool> : LogicalKernels<Operation> {};

}  // namespace spirv_oracle
