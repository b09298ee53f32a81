// Group operations by their definition: the contributions of a group of invocations, a tangle, a part of one or a
// workgroup, combined one after the other.
//
// An operation has, for a storage type T of its `Domain`,
//   T identity<T>()          the identity I
//   V combine(V, V)          for T and for vectors of T
// and may have
//   Accumulator<T>           combines contributions in lane order and records broken clauses
//   Indeterminate<T>         the combination of contributions that are indeterminate in some of their bits:
//                            void add(PartlyIndeterminate<T>) and PartlyIndeterminate<T> result() const. A bit of the
//                            result is indeterminate unless it is the same for all patterns of the indeterminate bits;
//                            without it, any indeterminate contribution makes the whole result indeterminate
//   bool in_any_order<T>(const T* values, unsigned count)
//                            whether every order of `combine` gives the same, without a clause
//   order                    the clause of a result that depends on the order. From the first prefix of a scan that
//                            breaks it, all later ones do; the Accumulator then needs only combine(T). The same is
//                            true after bool order_matters(), if all contributions are normal numbers
//   T neutral<T>()           leaves any value alone, where the identity does not
//   max_vectorized_bytes     the size of the largest lanes that vectors combine faster than scalar code
//   clauses                  those that the Accumulator may break
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/instructions/group/combination/non_uniform.h"

namespace spirv_oracle {

// Which contributions of the group, in the order of the invocations, are combined for an
// invocation.
enum class Form : std::uint8_t {
  reduce,          // all
  inclusive_scan,  // those up to and including its own
  exclusive_scan,  // those before its own
};

// The lanes of the group whose result includes a contribution of `sources`.
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

// The lanes of a group in one subgroup, and the clauses that their results break.
struct GroupPart {
  Subgroup* subgroup = nullptr;
  LaneMask lanes;
  BrokenClauses broken{};
  bool all_normal = false;  // all contributions are known to be normal floats
};

// The invocations that arrived, in the order of their local invocation index.
std::vector<GroupPart> workgroup_parts(std::span<Subgroup* const> arrived);

// Adds to the headers of the results which of them include an indeterminate contribution.
void reach_results(Form form, const Record& record, std::span<const GroupPart> group);

// Text with the bounds of a result that depends on the order of the operations.
std::string bounds_text(const std::optional<ValueBounds>& bounds, unsigned lane);
// Whether this run records bounds; and records those of one lane (observe/provenance.h).
bool notes_bounds(const Subgroup& subgroup);
void note_bounds(const Subgroup& subgroup, Slot result, unsigned lane,
                 const std::optional<ValueBounds>& bounds);

// Computes the results of a workgroup at the workgroup synchronization of the participants.
using WorkgroupCombine = void (*)(std::span<Subgroup* const> arrived, const Record& record);

// The place of the operand X or Value in every group operation.
inline constexpr unsigned contribution_place =
    internal::place<grammar::OpGroupIAdd>(grammar::OpGroupIAdd::x);

// Combines contributions one after the other; suffices for operations without clauses.
template <class Operation, class T>
struct SimpleAccumulator {
  T value = Operation::template identity<T>();

  void add(T contribution) { value = Operation::combine(value, contribution); }
  const Clause* broken() const { return nullptr; }
};

namespace internal {

template <class Operation, class T>
inline constexpr bool has_accumulator = requires {
  typename Operation::template Accumulator<T>;
};

template <class Operation, class T>
auto accumulator() {
  if constexpr (has_accumulator<Operation, T>) {
    return typename Operation::template Accumulator<T>{};
  } else {
    return SimpleAccumulator<Operation, T>{};
  }
}

template <class T>
T contribution(const Subgroup& subgroup, const Record& record, unsigned lane) {
  const Slot slot = record.operand[contribution_place];
  if constexpr (std::is_same_v<T, bool>)
    return subgroup.truth(slot).test(lane);
  else
    return subgroup.values<T>(slot)[lane];
}

template <class T>
void set_result(Subgroup& subgroup, const Record& record, unsigned lane, T value) {
  if constexpr (!std::is_same_v<T, bool>) {
    subgroup.values<T>(record.result)[lane] = value;
  } else if (value) {
    subgroup.truth(record.result).set(lane);
  } else {
    subgroup.truth(record.result).reset(lane);
  }
}

}  // namespace internal

// Visits a group in the order of the parts and lanes. `add(part, lane)` adds the contribution of a
// lane, and `assign(part, lanes)` gives lanes the combination so far.
template <class Add, class Assign>
void for_each_contribution(Form form, std::span<GroupPart> group, Add add, Assign assign) {
  for (GroupPart& part : group) {
    part.lanes.for_each([&](unsigned lane) {
      if (form == Form::exclusive_scan) assign(part, LaneMask::single(lane));
      add(part, lane);
      if (form == Form::inclusive_scan) assign(part, LaneMask::single(lane));
    });
  }
  if (form != Form::reduce) return;
  for (GroupPart& part : group) assign(part, part.lanes);
}

// The results of a group in which some are indeterminate, in all or some of their bits.
template <class Operation, class T>
[[gnu::cold, gnu::noinline]] void combine_indeterminate_group(Form form, const Record& record,
                                                              std::span<GroupPart> group) {
  typename Operation::template Indeterminate<T> combined;
  const auto add = [&](GroupPart& part, unsigned lane) {
    combined.add(partly_indeterminate<T>(*part.subgroup, record.operand[contribution_place], lane));
  };
  const auto assign = [&](GroupPart& part, const LaneMask& lanes) {
    const PartlyIndeterminate<T> result = combined.result();
    lanes.for_each([&](unsigned lane) {
      internal::set_result<T>(*part.subgroup, record, lane, result.value);
      if (indeterminate_lanes(part.subgroup->header(record.result)).test(lane))
        set_indeterminate_bits<T>(*part.subgroup, record.result, lane, result.indeterminate);
    });
  };
  for_each_contribution(form, group, add, assign);
}

// Gives all lanes of a group the combination of its contributions.
template <class Operation, class T>
void reduce_group(const Record& record, std::span<GroupPart> group) {
  auto accumulated = internal::accumulator<Operation, T>();
  const bool all_normal = std::ranges::all_of(group, &GroupPart::all_normal);
  bool order_matters = false;
  for (const GroupPart& part : group) {
    part.lanes.for_each([&](unsigned lane) {
      const T contribution = internal::contribution<T>(*part.subgroup, record, lane);
      if constexpr (requires { Operation::order; }) {
        if (order_matters) return accumulated.combine(contribution);
        accumulated.add(contribution);
        order_matters = all_normal && accumulated.order_matters();
      } else {
        accumulated.add(contribution);
      }
    });
  }
  const Clause* const clause = accumulated.broken();
  for (GroupPart& part : group) {
    part.lanes.for_each([&](unsigned lane) {
      internal::set_result<T>(*part.subgroup, record, lane, accumulated.value);
    });
    if (clause != nullptr)
      part.broken.add(*clause, part.lanes & ~part.subgroup->header(record.result).undefined);
  }
}

// Gives each lane of a group the combination of the contributions before it, and of its own in an inclusive scan.
template <class Operation, class T, bool Inclusive>
void scan_group(const Record& record, std::span<GroupPart> group) {
  constexpr bool has_order = requires { Operation::order; };
  auto accumulated = internal::accumulator<Operation, T>();
  bool order_matters = false;  // for this prefix, and therefore for all later ones
  LaneMask known;
  const auto assign = [&](GroupPart& part, unsigned lane) {
    internal::set_result<T>(*part.subgroup, record, lane, accumulated.value);
    if (order_matters) return;
    const Clause* const clause = accumulated.broken();
    if (clause == nullptr) return;
    if constexpr (has_order) order_matters = clause == &Operation::order;
    const LaneMask broken = order_matters ? ~LaneMask::first(lane) : LaneMask::single(lane);
    part.broken.add(*clause, broken & known);
  };
  for (GroupPart& part : group) {
    known = part.lanes & ~part.subgroup->header(record.result).undefined;
    if constexpr (has_order) {
      if (order_matters) part.broken.add(Operation::order, known);
    }
    part.lanes.for_each([&](unsigned lane) {
      if (!Inclusive) assign(part, lane);
      const T contribution = internal::contribution<T>(*part.subgroup, record, lane);
      if constexpr (has_order) {
        order_matters ? accumulated.combine(contribution) : accumulated.add(contribution);
      } else {
        accumulated.add(contribution);
      }
      if (Inclusive) assign(part, lane);
    });
  }
}

// The definition: combines the contributions of one group, in the order of the parts and lanes.
// Adds to the headers of the results.
template <class Operation, class T>
[[gnu::noinline]] void combine_group(Form form, const Record& record, std::span<GroupPart> group) {
  const bool any_indeterminate = std::ranges::any_of(group, [&](const GroupPart& part) {
    const PlaneHeader& contributions = part.subgroup->header(record.operand[contribution_place]);
    return (indeterminate_lanes(contributions) & part.lanes).any();
  });
  if (any_indeterminate) {
    reach_results(form, record, group);
    if constexpr (requires { typename Operation::template Indeterminate<T>; })
      return combine_indeterminate_group<Operation, T>(form, record, group);
  }
  switch (form) {
    case Form::reduce:
      return reduce_group<Operation, T>(record, group);
    case Form::inclusive_scan:
      return scan_group<Operation, T, true>(record, group);
    case Form::exclusive_scan:
      return scan_group<Operation, T, false>(record, group);
  }
}

// All invocations that arrived form one group, in the order of their local invocation index.
template <class Operation, class T, Form F>
void combine_workgroup(std::span<Subgroup* const> arrived, const Record& record) {
  for (Subgroup* subgroup : arrived) subgroup->header(record.result) = {};
  std::vector<GroupPart> group = workgroup_parts(arrived);
  combine_group<Operation, T>(F, record, group);
  for (const GroupPart& part : group) part.broken.report(*part.subgroup, record);
}

}  // namespace spirv_oracle
