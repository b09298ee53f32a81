// Group operations: a reduction or scan of the contributions of a group of invocations by an
// associative operation. The group is a tangle, a cluster of it, a subset of a partition of it, or
// a workgroup.
//
// An operation has, for a storage type T of its `Domain`,
//   T identity<T>()          the identity I
//   V combine(V, V)          for T and for vectors of T
// and may have
//   Accumulator<T>           combines contributions in lane order and knows broken clauses
//   bool in_any_order<T>(const T* values, unsigned count)
//                            whether every order of `combine` gives the same, without a clause
//   bool order_matters<T>(const T* values, unsigned prefix, unsigned count)
//                            whether `Operation::order` is the clause that the Accumulator finds for
//                            the first `prefix` contributions, more than `max_tried`, and for all more
//   clauses_of_few<T>(const T* values)
//                            the clauses that the combinations of the first 1 .. `max_tried` values break,
//                            an array; for values of which order_matters() holds
//   T neutral<T>()           leaves any value alone, where the identity does not
//   bool lane_by_lane<T>     whether processors have no vector instruction for it
//   clauses                  those that the Accumulator may break
// One on Booleans has no types: see LogicalKernels.
#pragma once

#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/semantics/non_uniform.h"
#include "interpreter/semantics/non_uniform_float_format.h"
#include "interpreter/semantics/non_uniform_lane_vector.h"

namespace spirv_oracle {

// Which contributions of its group, in the order of the invocations, an invocation gets combined.
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

// The lanes of a group in one subgroup, and what is wrong with their results.
struct GroupPart {
  Subgroup* subgroup = nullptr;
  LaneMask lanes;
  BrokenClauses broken{};
};

// The invocations that arrived, in the order of their local invocation index.
std::vector<GroupPart> workgroup_parts(std::span<Subgroup* const> arrived);

// Adds to the results' headers which of them a contribution reaches that is not defined.
void reach_results(Form form, const Op& op, std::span<const GroupPart> group);

// The clusters of the tangle that are not empty.
std::vector<LaneMask> clusters_of(const Tangle& tangle, unsigned cluster_size);

// Between which values a result is that depends on the order of the operations, for people.
std::string bounds_text(const std::optional<ValueBounds>& bounds, unsigned lane);
// Whether this run notes bounds, and notes those of one lane (observe/provenance.h).
bool notes_bounds(const Subgroup& subgroup);
void note_bounds(const Subgroup& subgroup, Slot result, unsigned lane,
                 const std::optional<ValueBounds>& bounds);

// How a workgroup's results come about, at the rendezvous of those who take part.
using WorkgroupCombine = void (*)(std::span<Subgroup* const> arrived, const Op& op);

// Every group operation has its operand X or Value here.
inline constexpr unsigned contribution_place =
    internal::place<grammar::OpGroupIAdd>(grammar::OpGroupIAdd::x);

// Combines contributions one after the other; what an operation without clauses needs.
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
T contribution(const Subgroup& subgroup, const Op& op, unsigned lane) {
  const Slot slot = op.operand[contribution_place];
  if constexpr (std::is_same_v<T, bool>)
    return subgroup.truth(slot).test(lane);
  else
    return subgroup.values<T>(slot)[lane];
}

template <class T>
void set_result(const Subgroup& subgroup, const Op& op, unsigned lane, T value) {
  if constexpr (!std::is_same_v<T, bool>) {
    subgroup.values<T>(op.result)[lane] = value;
  } else if (value) {
    subgroup.truth(op.result).set(lane);
  } else {
    subgroup.truth(op.result).reset(lane);
  }
}

}  // namespace internal

// The definition: combines the contributions of one group, in the order of the parts and lanes. The
// headers of the results are added to.
template <class Operation, class T>
[[gnu::noinline]] void combine_group(Form form, const Op& op, std::span<GroupPart> group) {
  reach_results(form, op, group);
  auto accumulated = internal::accumulator<Operation, T>();
  const auto settle = [&](GroupPart& part, const LaneMask& lanes) {
    const LaneMask known = lanes & ~part.subgroup->header(op.result).undefined;
    const Clause* clause = known.any() ? accumulated.broken() : nullptr;
    lanes.for_each([&](unsigned lane) {
      internal::set_result<T>(*part.subgroup, op, lane, accumulated.value);
    });
    if (clause != nullptr) known.for_each([&](unsigned lane) { part.broken.add(*clause, lane); });
  };
  for (GroupPart& part : group) {
    part.lanes.for_each([&](unsigned lane) {
      if (form == Form::exclusive_scan) settle(part, LaneMask::single(lane));
      accumulated.add(internal::contribution<T>(*part.subgroup, op, lane));
      if (form == Form::inclusive_scan) settle(part, LaneMask::single(lane));
    });
  }
  if (form == Form::reduce) {
    for (GroupPart& part : group) settle(part, part.lanes);
  }
}

// All invocations that arrived are one group, in the order of their local invocation index.
template <class Operation, class T, Form F>
void combine_workgroup(std::span<Subgroup* const> arrived, const Op& op) {
  for (Subgroup* subgroup : arrived) subgroup->header(op.result) = {};
  std::vector<GroupPart> group = workgroup_parts(arrived);
  combine_group<Operation, T>(F, op, group);
  for (const GroupPart& part : group) part.broken.report(*part.subgroup, op);
}

// The groups of one subgroup, each by itself.
template <class Operation, class T>
struct GroupKernels {
  // What a lane's result can be where the order matters.
  static std::optional<ValueBounds> bounds(const Subgroup& subgroup, const Op& op, Form form,
                                           std::span<const LaneMask> groups, unsigned lane) {
    std::vector<T> values;
    for (const LaneMask& group : groups) {
      if (!group.test(lane)) continue;
      group.for_each([&](unsigned other) {
        if (form == Form::reduce || other < lane ||
            (other == lane && form == Form::inclusive_scan)) {
          values.push_back(internal::contribution<T>(subgroup, op, other));
        }
      });
    }
    return Operation::template bounds<T>(values);
  }

  // All there is to do where only the order matters, and that has been reported before. False: in other
  // cases.
  static bool count_order(Subgroup& subgroup, const Op& op, const LaneMask& lanes) {
    if (notes_bounds(subgroup) || !subgroup.open_bits.empty() ||
        !count_again(subgroup, op, Operation::order, lanes)) {
      return false;
    }
    subgroup.header(op.result).implementation_dependent |= lanes;
    return true;
  }

  // Reports, and says between which values the results are that depend on the order.
  static void report(Subgroup& subgroup, const Op& op, Form form, std::span<const LaneMask> groups,
                     const BrokenClauses& broken) {
    if constexpr (requires { Operation::max_tried; }) {
      const LaneMask by_order = broken.lanes_of(Operation::order);
      if (by_order.any() && by_order.contains(broken.lanes()) &&
          count_order(subgroup, op, by_order)) {
        return;
      }
      // Contributions that are open themselves have no one value to compute bounds from.
      const PlaneHeader& contributions = subgroup.header(op.operand[contribution_place]);
      const bool are_known = (contributions.implementation_dependent & subgroup.active).none();
      broken.report(subgroup, op, [&](const Clause& clause, unsigned lane) {
        return &clause == &Operation::order && are_known
                   ? bounds_text(bounds(subgroup, op, form, groups, lane), lane)
                   : std::string();
      });
      if (!are_known || !notes_bounds(subgroup)) return;
      broken.lanes_of(Operation::order).for_each([&](unsigned lane) {
        note_bounds(subgroup, op.result, lane, bounds(subgroup, op, form, groups, lane));
      });
    } else {
      broken.report(subgroup, op);
    }
  }

  [[gnu::noinline]] static void by_groups(Subgroup& subgroup, const Op& op, Form form,
                                          std::span<const LaneMask> groups) {
    subgroup.header(op.result) = {};
    GroupPart part{&subgroup, {}};
    for (const LaneMask& group : groups) {
      part.lanes = group;
      combine_group<Operation, T>(form, op, std::span(&part, 1));
    }
    report(subgroup, op, form, groups, part.broken);
  }

  using Lane = LaneType<T>;

  // A record on a full tangle all of whose contributions are defined and exact, with its planes located once;
  // `Lanes` is the size of the subgroup where it is known, else 0.
  template <unsigned Lanes>
  struct PlainTangle {
    PlaneHeader& result;
    const PlaneHeader& contributions;
    unsigned size;

    [[gnu::always_inline]] PlainTangle(const Subgroup& subgroup, const Op& op)
        : result(located_header(subgroup, op.result)),
          contributions(located_header(subgroup, op.operand[contribution_place])),
          size(Lanes != 0 ? Lanes : subgroup.size) {}

    // Whether it is one, and vectors fill it.
    [[gnu::always_inline]] bool holds(const Subgroup& subgroup) const {
      return is_full(subgroup) && !is_open(contributions) && size % LaneVector<Lane>::lanes == 0;
    }
    [[gnu::always_inline]] const T* in() const { return values_behind<T>(contributions); }
    [[gnu::always_inline]] T* out() const { return values_behind<T>(result); }
    [[gnu::always_inline]] bool in_any_order() const {
      if constexpr (internal::has_accumulator<Operation, T>) {
        return Operation::template in_any_order<T>(in(), size);
      } else {
        return true;
      }
    }
  };

  // Calls action(in, out) with lanes in the type that they are combined in.
  template <unsigned Lanes, class Action>
  [[gnu::always_inline]] static inline void through_lanes(const PlainTangle<Lanes>& tangle,
                                                          Action action) {
    if constexpr (std::is_same_v<T, Lane>) {
      action(tangle.in(), tangle.out());
    } else {
      alignas(32) Lane in[128];
      alignas(32) Lane out[128];
      for_each_lane(
          tangle.size, [&](auto count, unsigned lane) __attribute__((always_inline)) {
            for (unsigned i = 0; i < count; ++i) in[lane + i] = widen<Lane>(tangle.in()[lane + i]);
          });
      action(static_cast<const Lane*>(in), static_cast<Lane*>(out));
      for_each_lane(
          tangle.size, [&](auto count, unsigned lane) __attribute__((always_inline)) {
            for (unsigned i = 0; i < count; ++i) tangle.out()[lane + i] = narrow<T>(out[lane + i]);
          });
    }
    tangle.result = {};
  }

  // All lanes in vectors, by steps of `Combine`.
  template <class Combine, Form F, unsigned Lanes>
  [[gnu::always_inline]] static inline void combine_lanes(const PlainTangle<Lanes>& tangle) {
    through_lanes(
        tangle, [&](const Lane* in, Lane* out) __attribute__((always_inline)) {
          constexpr bool exclusive = F == Form::exclusive_scan;
          if constexpr (F == Form::reduce) {
            reduce_lanes<Combine>(in, out, tangle.size);
          } else if constexpr (requires { requires Operation::template lane_by_lane<T>; }) {
            scan_blocks<Combine, exclusive>(in, out, tangle.size, neutral());
          } else {
            scan_lanes<Combine, exclusive>(in, out, tangle.size, neutral());
          }
          if constexpr (exclusive) out[0] = Operation::template identity<Lane>();
        });
  }

  static constexpr Lane neutral() {
    if constexpr (requires { Operation::template neutral<Lane>(); }) {
      return Operation::template neutral<Lane>();
    } else {
      return Operation::template identity<Lane>();
    }
  }

  // The whole tangle as one group.
  template <Form F, unsigned Lanes>
  struct Kernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      if constexpr (has_lane_vectors<T>) {
        const PlainTangle<Lanes> tangle(subgroup, op);
        if (tangle.holds(subgroup)) [[likely]] {
          if (tangle.in_any_order()) [[likely]] {
            combine_lanes<Operation, F>(tangle);
            return &op + 1;
          }
          if constexpr (requires { Operation::max_tried; }) {
            return Multiversion<OrderedKernel<F, Lanes>>::pick()(subgroup, &op);
          }
        }
      }
      return one_group(subgroup, &op, F);
    }
  };
  // As the last call of a handler, it costs the usual case no more than a branch.
  [[gnu::noinline]] static const Op* one_group(Subgroup& subgroup, const Op* op, Form form) {
    by_groups(subgroup, *op, form, std::span(&subgroup.active, 1));
    return op + 1;
  }

  // The same where the order may matter. The results of few contributions are looked at one by one, all
  // others are marked.
  template <Form F, unsigned Lanes>
  struct OrderedKernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      const PlainTangle<Lanes> tangle(subgroup, op);
      constexpr unsigned many = Operation::max_tried + 1;
      const T* in = tangle.in();
      if (tangle.size <= many || !Operation::template order_matters<T>(
                                     in, F == Form::reduce ? tangle.size : many, tangle.size)) {
        return one_group(subgroup, &op, F);
      }
      combine_lanes<RoundedSteps<Operation, T>, F>(tangle);
      if constexpr (F == Form::reduce) {
        if (count_order(subgroup, op, subgroup.active)) return &op + 1;
      }
      return report_order(subgroup, &op, F);
    }
  };

  // Says what of a full tangle's results the order may change. Those of no more contributions than are tried
  // are looked at one by one.
  [[gnu::noinline]] static const Op* report_order(Subgroup& subgroup, const Op* op, Form form) {
    LaneMask by_order = subgroup.active;
    std::array<const Clause*, Operation::max_tried> few{};
    // The lane whose result has one contribution.
    const unsigned first = form == Form::exclusive_scan ? 1 : 0;
    const Clause* other = nullptr;
    if (form != Form::reduce) {
      few = Operation::template clauses_of_few<T>(
          subgroup.values<T>(op->operand[contribution_place]));
      by_order &= ~LaneMask::first(first + Operation::max_tried);
      for (unsigned i = 0; i < few.size(); ++i) {
        if (few[i] == &Operation::order) {
          by_order.set(first + i);
        } else if (few[i] != nullptr) {
          other = few[i];
        }
      }
    }
    if (other == nullptr && count_order(subgroup, *op, by_order)) return op + 1;
    BrokenClauses broken;
    broken.add(Operation::order, by_order);
    for (unsigned i = 0; i < few.size(); ++i) {
      if (few[i] != nullptr) broken.add(*few[i], first + i);
    }
    report(subgroup, *op, form, std::span(&subgroup.active, 1), broken);
    return op + 1;
  }

  template <class Combine, unsigned Lanes>
  [[gnu::always_inline]] static inline void combine_clusters(const PlainTangle<Lanes>& tangle,
                                                             unsigned cluster) {
    through_lanes(
        tangle, [&](const Lane* in, Lane* out) __attribute__((always_inline)) {
          reduce_clusters<Combine>(in, out, tangle.size, cluster);
        });
  }

  // `extra` is the cluster size.
  template <unsigned Lanes>
  struct ClusteredKernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      if constexpr (has_lane_vectors<T>) {
        const PlainTangle<Lanes> tangle(subgroup, op);
        if (tangle.holds(subgroup) && tangle.in_any_order()) [[likely]] {
          combine_clusters<Operation>(tangle, op.extra);
          return &op + 1;
        }
      }
      return clustered(subgroup, &op);
    }
  };
  [[gnu::noinline]] static const Op* clustered(Subgroup& subgroup, const Op* op) {
    if constexpr (has_lane_vectors<T> && requires { Operation::max_tried; }) {
      const PlainTangle<0> tangle(subgroup, *op);
      if (tangle.holds(subgroup)) {
        clustered_in_some_order(subgroup, *op, tangle);
        return op + 1;
      }
    }
    by_groups(subgroup, *op, Form::reduce, clusters_of(tangle_of(subgroup), op->extra));
    return op + 1;
  }

  // The clusters of a full tangle, where the order matters to some.
  static void clustered_in_some_order(Subgroup& subgroup, const Op& op,
                                      const PlainTangle<0>& tangle) {
    const T* in = tangle.in();
    const unsigned size = op.extra;
    combine_clusters<RoundedSteps<Operation, T>>(tangle, size);
    GroupPart part{&subgroup, {}};
    LaneMask by_order;
    for (unsigned first = 0; first < tangle.size; first += size) {
      const LaneMask lanes = LaneMask::first(first + size) & ~LaneMask::first(first);
      if (size > Operation::max_tried &&
          Operation::template order_matters<T>(in + first, size, size)) {
        by_order |= lanes;
      } else {
        part.lanes = lanes;
        combine_group<Operation, T>(Form::reduce, op, std::span(&part, 1));
      }
    }
    if (part.broken.lanes().none() && count_order(subgroup, op, by_order)) return;
    part.broken.add(Operation::order, by_order);
    const std::vector<LaneMask> clusters = clusters_of(tangle_of(subgroup), size);
    report(subgroup, op, Form::reduce, clusters, part.broken);
  }
};

// Booleans, all lanes at once. The operation has
//   std::uint64_t combine(std::uint64_t, std::uint64_t)   an operation whose identity is 0
//   bool negated                                          of operands and result
template <class Operation>
struct LogicalKernels {
  // What combine_group() needs.
  template <class T>
  static constexpr T identity() {
    return Operation::negated;
  }
  static bool combine(bool a, bool b) {
    constexpr bool negated = Operation::negated;
    return (Operation::combine(std::uint64_t{a != negated}, std::uint64_t{b != negated}) != 0) !=
           negated;
  }

  // Bit i becomes the combination of the bits 0 .. i; 0 leaves any value alone.
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

  static void by_groups(Subgroup& subgroup, const Op& op, Form form,
                        std::span<const LaneMask> groups) {
    subgroup.header(op.result) = {};
    LaneMask truth;
    for (const LaneMask& group : groups) {
      const GroupPart part{&subgroup, group};
      reach_results(form, op, std::span(&part, 1));
      truth |= fold(form, group, subgroup.truth(op.operand[contribution_place]));
    }
    subgroup.truth(op.result) = truth;
  }

  template <Form F, unsigned>
  struct Kernel {
    static void run(Subgroup& subgroup, const Op& op) {
      by_groups(subgroup, op, F, std::span(&subgroup.active, 1));
    }
  };
  template <unsigned>
  struct ClusteredKernel {
    static void run(Subgroup& subgroup, const Op& op) {
      by_groups(subgroup, op, Form::reduce, clusters_of(tangle_of(subgroup), op.extra));
    }
  };
};

template <class Operation>
struct GroupKernels<Operation, bool> : LogicalKernels<Operation> {};

namespace internal {

using Boolean = TypeList<bool>;

// The handler that `action` gives for the storage type of a component.
template <class Operation, class Action>
Handler for_contribution(Lowering& lowering, ScalarType type, Action action) {
  if constexpr (std::is_same_v<typename Operation::Domain, Boolean>) {
    const bool fits = type.scalar_class == ScalarType::Class::boolean;
    return fits ? action.template operator()<bool>() : nullptr;
  } else {
    return for_storage(typename Operation::Domain{}, type, toward_zero(lowering, type), action);
  }
}

// The handler that `action` gives for a subgroup of so many lanes; 0: of any size.
template <class Action>
Handler for_subgroup_size(Lowering& lowering, Action action) {
  return lowering.program().subgroup_size == 32 ? action.template operator()<32>()
                                                : action.template operator()<0>();
}

template <class Operation, class T, Form F>
WorkgroupCombine workgroup_combine() {
  if constexpr (std::is_same_v<T, bool>)
    return &combine_workgroup<LogicalKernels<Operation>, T, F>;
  else
    return &combine_workgroup<Operation, T, F>;
}

}  // namespace internal

// The clauses of an instruction, and those of its operation after them.
template <class Operation, std::size_t N>
constexpr auto with_operation_clauses(const std::array<const Clause*, N>& own) {
  if constexpr (requires { Operation::clauses; }) {
    std::array<const Clause*, N + std::size(Operation::clauses)> all{};
    std::copy(own.begin(), own.end(), all.begin());
    std::copy(Operation::clauses.begin(), Operation::clauses.end(), all.begin() + N);
    return all;
  } else {
    return own;
  }
}

// How the tangle of a subgroup, and how those who arrived of a workgroup, get their results.
struct GroupCode {
  Handler tangle = nullptr;  // null: the type or the group operation is not for the instruction
  WorkgroupCombine workgroup = nullptr;
};

// For the group operations that need no groups smaller than the scope.
template <class Operation>
GroupCode group_code(Lowering& lowering, ScalarType type, spv::GroupOperation operation) {
  GroupCode code;
  const auto choose = [&]<class T, Form F>() -> Handler {
    const auto pick = [&]<unsigned Lanes>() {
      return Multiversion<typename GroupKernels<Operation, T>::template Kernel<F, Lanes>>::pick();
    };
    code = {internal::for_subgroup_size(lowering, pick),
            internal::workgroup_combine<Operation, T, F>()};
    return code.tangle;
  };
  internal::for_contribution<Operation>(lowering, type, [&]<class T>() -> Handler {
    switch (operation) {
      case spv::GroupOperation::Reduce:
        return choose.template operator()<T, Form::reduce>();
      case spv::GroupOperation::InclusiveScan:
        return choose.template operator()<T, Form::inclusive_scan>();
      case spv::GroupOperation::ExclusiveScan:
        return choose.template operator()<T, Form::exclusive_scan>();
      default:
        return nullptr;
    }
  });
  return code;
}

}  // namespace spirv_oracle
