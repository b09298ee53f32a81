// Group operations on numbers within one subgroup: on the whole tangle, on clusters, or on any sets
// of lanes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "interpreter/exec/state/multiversion.h"
#include "interpreter/instructions/group/combination/group_combination.h"
#include "interpreter/instructions/group/combination/group_lane_loops.h"
#include "interpreter/kernels/float_format.h"

namespace spirv_oracle {

// The fast path: a full tangle whose contributions are all defined and exact, with its planes
// located once. `Lanes` is the subgroup size if it is known at compile time, or else 0.
template <class Operation, class T, unsigned Lanes>
struct PlainTangle {
  using Compute = typename ComputeType<T>::type;

  PlaneHeader& result;
  const PlaneHeader& contributions;
  unsigned size;
  unsigned padded_size;

  [[gnu::always_inline]] PlainTangle(Subgroup& subgroup, const Record& record)
      : result(located_header(subgroup, record.result)),
        contributions(located_header(subgroup, record.operand[contribution_place])),
        size(Lanes != 0 ? Lanes : subgroup.size),
        padded_size(Lanes != 0 ? Lanes : subgroup.padded_lanes) {}

  // Whether the fast path applies: every order of the contributions gives the same result, without
  // a clause.
  [[gnu::always_inline]] bool holds(const Subgroup& subgroup) const {
    if (!is_full(subgroup) || is_indeterminate(contributions)) return false;
    if constexpr (internal::has_accumulator<Operation, T>) {
      return Operation::template in_any_order<T>(values_behind<T>(contributions), size);
    } else {
      return true;
    }
  }

  // Calls action(in, out) with the values in the type in which they are combined.
  template <class Action>
  [[gnu::always_inline]] void combine(Action action) const {
    const T* const in = values_behind<T>(contributions);
    T* const out = values_behind<T>(result);
    if constexpr (std::is_same_v<T, Compute>) {
      action(in, out);
    } else {
      constexpr unsigned most = Lanes != 0 ? Lanes : 128;
      alignas(32) Compute wide_in[most];
      alignas(32) Compute wide_out[most] = {};  // GCC 12 does not see that `action` sets it.
      for_each_lane(
          padded_size, [&](auto count, unsigned lane) __attribute__((always_inline)) {
            for (unsigned i = 0; i < count; ++i) wide_in[lane + i] = widen<Compute>(in[lane + i]);
          });
      action(static_cast<const Compute*>(wide_in), static_cast<Compute*>(wide_out));
      for_each_lane(
          padded_size, [&](auto count, unsigned lane) __attribute__((always_inline)) {
            for (unsigned i = 0; i < count; ++i) out[lane + i] = narrow<T>(wide_out[lane + i]);
          });
    }
    result = {};
  }
};

// Combines the groups of one subgroup separately.
template <class Operation, class T>
struct GroupKernels {
  // The range of a lane's result if the order matters.
  static std::optional<ValueBounds> bounds(const Subgroup& subgroup, const Record& record,
                                           Form form, std::span<const LaneMask> groups,
                                           unsigned lane) {
    std::vector<T> values;
    for (const LaneMask& group : groups) {
      if (!group.test(lane)) continue;
      group.for_each([&](unsigned other) {
        if (form == Form::reduce || other < lane ||
            (other == lane && form == Form::inclusive_scan)) {
          values.push_back(internal::contribution<T>(subgroup, record, other));
        }
      });
    }
    return Operation::template bounds<T>(values);
  }

  // The fast path if only the order matters, and that has been reported before. Returns false in
  // other cases.
  static bool count_order(Subgroup& subgroup, const Record& record, const LaneMask& lanes) {
    if (notes_bounds(subgroup) || !subgroup.indeterminate_bits.empty()) return false;
    // The clause of the operation is known only if it is a recent one.
    if (!count_again(subgroup, record, Operation::order, lanes) &&
        !count_again(subgroup, record, clause_of(subgroup, record, Operation::order), lanes)) {
      return false;
    }
    subgroup.header(record.result).implementation_dependent |= lanes;
    return true;
  }

  // Reports the broken clauses, with the ranges of results that depend on the order.
  static void report(Subgroup& subgroup, const Record& record, Form form,
                     std::span<const LaneMask> groups, const BrokenClauses& broken) {
    if constexpr (requires { Operation::order; }) {
      const LaneMask by_order = broken.lanes_of(Operation::order);
      if (by_order.any() && by_order.contains(broken.lanes()) &&
          count_order(subgroup, record, by_order)) {
        return;
      }
      // Indeterminate contributions have no single value from which to compute bounds.
      const PlaneHeader& contributions = subgroup.header(record.operand[contribution_place]);
      const bool are_known = (contributions.implementation_dependent & subgroup.active).none();
      broken.report(subgroup, record, [&](const Clause& clause, unsigned lane) {
        return &clause == &Operation::order && are_known
                   ? bounds_text(bounds(subgroup, record, form, groups, lane), lane)
                   : std::string();
      });
      if (!are_known || !notes_bounds(subgroup)) return;
      broken.lanes_of(Operation::order).for_each([&](unsigned lane) {
        note_bounds(subgroup, record.result, lane, bounds(subgroup, record, form, groups, lane));
      });
    } else {
      broken.report(subgroup, record);
    }
  }

  [[gnu::noinline]] static void by_groups(Subgroup& subgroup, const Record& record, Form form,
                                          std::span<const LaneMask> groups) {
    subgroup.header(record.result) = {};
    GroupPart part{&subgroup, {}};
    if constexpr (requires { Operation::order; }) {
      part.all_normal =
          all_normal(subgroup.values<T>(record.operand[contribution_place]), subgroup.size);
    }
    for (const LaneMask& group : groups) {
      part.lanes = group;
      combine_group<Operation, T>(form, record, std::span(&part, 1));
    }
    report(subgroup, record, form, groups, part.broken);
  }

  // The operand that leaves any value unchanged.
  template <class Compute>
  static constexpr Compute neutral() {
    if constexpr (requires { Operation::template neutral<Compute>(); }) {
      return Operation::template neutral<Compute>();
    } else {
      return Operation::template identity<Compute>();
    }
  }

  // The whole tangle is one group.
  template <Form F, unsigned Lanes>
  struct Kernel {
    [[gnu::always_inline]] static inline const Record* run(Subgroup& subgroup,
                                                           const Record& record) {
      const PlainTangle<Operation, T, Lanes> tangle(subgroup, record);
      if (!tangle.holds(subgroup)) return one_group(subgroup, &record, F);
      tangle.combine([&](const auto* in, auto* out) __attribute__((always_inline)) {
        using Compute = typename ComputeType<T>::type;
        constexpr bool exclusive = F == Form::exclusive_scan;
        if constexpr (F == Form::reduce) {
          reduce_clusters<Operation>(in, out, tangle.padded_size, tangle.size);
        } else {
          scan_lanes<Operation, exclusive>(in, out, tangle.padded_size, neutral<Compute>());
        }
        if constexpr (exclusive) out[0] = Operation::template identity<Compute>();
      });
      return &record + 1;
    }
  };
  [[gnu::noinline]] static const Record* one_group(Subgroup& subgroup, const Record* record,
                                                   Form form) {
    by_groups(subgroup, *record, form, std::span(&subgroup.active, 1));
    return record + 1;
  }
  template <Form F, unsigned Lanes>
  static Handler handler() {
    return Multiversion<Kernel<F, Lanes>>::pick();
  }

  // Clusters of the tangle; `extra` is their size.
  struct ClusteredKernel {
    [[gnu::always_inline]] static inline const Record* run(Subgroup& subgroup,
                                                           const Record& record) {
      const PlainTangle<Operation, T, 0> tangle(subgroup, record);
      if (!tangle.holds(subgroup)) return clusters(subgroup, &record);
      tangle.combine([&](const auto* in, auto* out) __attribute__((always_inline)) {
        reduce_clusters<Operation>(in, out, tangle.padded_size, record.extra);
      });
      return &record + 1;
    }
  };
  [[gnu::noinline]] static const Record* clusters(Subgroup& subgroup, const Record* record) {
    by_groups(subgroup, *record, Form::reduce, clusters_of(tangle_of(subgroup), record->extra));
    return record + 1;
  }
  static Handler clustered_handler() { return Multiversion<ClusteredKernel>::pick(); }
};

}  // namespace spirv_oracle
