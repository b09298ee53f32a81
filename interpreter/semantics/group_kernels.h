// Group operations on the groups of one subgroup, on numbers: the whole tangle, clusters of it, or any lanes.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "interpreter/exec/recent_findings.h"
#include "interpreter/semantics/group_combination.h"
#include "interpreter/semantics/non_uniform_avx512_scan.h"
#include "interpreter/semantics/non_uniform_changing_contributions.h"
#include "interpreter/semantics/non_uniform_changing_lanes.h"
#include "interpreter/semantics/non_uniform_five_orders.h"
#include "interpreter/semantics/non_uniform_float_format.h"
#include "interpreter/semantics/non_uniform_lane_vector.h"
#include "interpreter/semantics/non_uniform_telling_digits.h"
#include "interpreter/semantics/non_uniform_wide_scan.h"

namespace spirv_oracle {

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
      if constexpr (has_lane_vectors<T> && requires { Operation::max_tried; }) {
        if (combine_changing<Operation, T>(form, op, part)) continue;
      }
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
    // What compilers do not see of one that holds.
    [[gnu::always_inline]] bool fills_a_vector() const { return size >= LaneVector<Lane>::lanes; }
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
  template <class Combine, Form F, class Scan, unsigned Lanes>
  [[gnu::always_inline]] static inline void combine_lanes(const PlainTangle<Lanes>& tangle) {
    through_lanes(
        tangle, [&](const Lane* in, Lane* out) __attribute__((always_inline)) {
          constexpr bool exclusive = F == Form::exclusive_scan;
          if constexpr (F == Form::reduce) {
            reduce_lanes<Combine>(in, out, tangle.size);
          } else if constexpr (requires { requires Operation::template lane_by_lane<T>; }) {
            scan_blocks<Combine, exclusive>(in, out, tangle.size, neutral());
          } else {
            Scan::template scan<Combine, exclusive>(in, out, tangle.size, neutral());
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
  static Handler handler() {
#if defined(__x86_64__)
    if constexpr (Lanes == 32 && has_avx512_scan<Operation, T>) {
      if (host_has_avx512()) return &Multiversion<Kernel<F, Lanes, Avx512Scan>>::avx512;
    }
    if constexpr (has_wide_scan<Operation, T>) {
      if (host_has_avx2()) return &Multiversion<Kernel<F, Lanes, Avx2Scan>>::avx2;
    }
#endif
    return Multiversion<Kernel<F, Lanes, PlainScan>>::pick();
  }
  // Clusters of it, each by itself.
  template <unsigned Lanes>
  static Handler clustered_handler() {
#if defined(__x86_64__)
    if constexpr (has_wide_scan<Operation, T>) {
      if constexpr (Lanes == 32 && has_avx512_scan<Operation, T>) {
        if (host_has_avx512()) return &Multiversion<ClusteredKernel<Lanes, Avx512Scan>>::avx512;
      }
      if (host_has_avx2()) return &Multiversion<ClusteredKernel<Lanes, Avx2Scan>>::avx2;
    }
#endif
    return Multiversion<ClusteredKernel<Lanes, PlainScan>>::pick();
  }
  template <Form F, unsigned Lanes, class Scan>
  struct Kernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      if constexpr (has_lane_vectors<T>) {
        const PlainTangle<Lanes> tangle(subgroup, op);
        if (tangle.holds(subgroup)) [[likely]] {
          if constexpr (requires { Operation::max_tried; }) {
            constexpr unsigned first_lanes = Operation::max_tried + 1;
            constexpr unsigned lanes = F == Form::reduce ? 0xFFu : (1u << first_lanes) - 1;
            if (tangle.size >= 8 &&
                Operation::Telling::template of<8, Scan>(tangle.in()).tell_of(lanes)) {
              bool stays_normal = false;
              if constexpr (leaves_range) {
                const HalfProducts range = Operation::range(tangle.in(), tangle.size);
                if (range == HalfProducts::leave_range)
                  return run_rounded<HalfSteps<Operation>, F, Scan>(subgroup, op, tangle);
                stays_normal = range == HalfProducts::normal;
              } else {
                stays_normal = Operation::template steps_stay_normal<T>(tangle.in(), tangle.size);
              }
              if (stays_normal)
                return run_rounded<RoundedSteps<Operation, T>, F, Scan>(subgroup, op, tangle);
              return pick_and_run<OrderedKernel<F, Lanes, Scan>, Scan>(subgroup, &op);
            }
          }
          if (tangle.in_any_order()) [[likely]] {
            combine_lanes<Operation, F, Scan>(tangle);
            return &op + 1;
          }
          if constexpr (requires { Operation::max_tried; })
            return pick_and_run<OrderedKernel<F, Lanes, Scan>, Scan>(subgroup, &op);
        }
      }
      return one_group(subgroup, &op, F);
    }
  };
  // As the last calls of a handler, these cost the usual case no more than a branch.
  template <class Kernel, class Scan>
  [[gnu::noinline]] static const Op* pick_and_run(Subgroup& subgroup, const Op* op) {
#if defined(__x86_64__)
    if constexpr (std::is_same_v<Scan, Avx512Scan>)
      return Multiversion<Kernel>::avx512(subgroup, op);
    if constexpr (std::is_same_v<Scan, Avx2Scan>) return Multiversion<Kernel>::avx2(subgroup, op);
#endif
    return Multiversion<Kernel>::pick()(subgroup, op);
  }
  [[gnu::noinline]] static const Op* one_group(Subgroup& subgroup, const Op* op, Form form) {
    by_groups(subgroup, *op, form, std::span(&subgroup.active, 1));
    return op + 1;
  }

  // Without another look at what changes digits.
  [[gnu::noinline]] static const Op* one_after_the_other(Subgroup& subgroup, const Op* op,
                                                         Form form) {
    subgroup.header(op->result) = {};
    GroupPart part{&subgroup, subgroup.active};
    combine_group<Operation, T>(form, *op, std::span(&part, 1));
    report(subgroup, *op, form, std::span(&subgroup.active, 1), part.broken);
    return op + 1;
  }

  // Whether steps on lanes may leave the range of T.
  static constexpr bool leaves_range = std::is_same_v<T, Float16> && requires(const T* values) {
    Operation::range(values, 1u);
  };

  // Where the order matters as soon as there are too many contributions to try all orders, and
  // `Steps` round as they should, also those of few.
  template <class Steps, Form F, class Scan, unsigned Lanes>
  [[gnu::always_inline]] static inline const Op* run_rounded(Subgroup& subgroup, const Op& op,
                                                             const PlainTangle<Lanes>& tangle) {
    LaneMask exact;
    if constexpr (F != Form::reduce) {
      const Orders orders(tangle.in());
      if (!orders.five_are_seen_to_differ()) [[unlikely]]
        return pick_and_run<AllOrdersKernel<Steps, F, Lanes, Scan>, Scan>(subgroup, &op);
      exact = exact_of_first(orders, false, F);
    }
    return settle_rounded<Steps, F, typename Scan::Smaller>(subgroup, op, tangle, exact);
  }

  using Orders = OrdersOfFive<RoundedSteps<Operation, T>, T>;

  // Those results of a scan that are the same in every order.
  [[gnu::always_inline]] static LaneMask exact_of_first(const Orders& orders, bool five_agree,
                                                        Form form) {
    const std::uint64_t by_count = 0b11u | (orders.three_differ() ? 0u : 0b100u) |
                                   (orders.four_differ() ? 0u : 0b1000u) |
                                   (five_agree ? 0b10000u : 0u);
    return {{form == Form::exclusive_scan ? by_count << 1 | 1 : by_count, 0}};
  }

  // What run_rounded() does where those orders of five that are tried first agree.
  template <class Steps, Form F, unsigned Lanes, class Scan>
  struct AllOrdersKernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      const PlainTangle<Lanes> tangle(subgroup, op);
      const bool five_agree = !Orders::five_differ(tangle.in());
      const LaneMask exact = exact_of_first(Orders(tangle.in()), five_agree, F);
      return settle_rounded<Steps, F, Scan>(subgroup, op, tangle, exact);
    }
  };

  // All but the `exact` results depend on the order.
  template <class Steps, Form F, class Scan, unsigned Lanes>
  [[gnu::always_inline]] static inline const Op* settle_rounded(Subgroup& subgroup, const Op& op,
                                                                const PlainTangle<Lanes>& tangle,
                                                                const LaneMask& exact) {
    const LaneMask by_order = subgroup.active & ~exact;
    combine_lanes<Steps, F, Scan>(tangle);
    if (by_order.none()) return &op + 1;
    if (subgroup.open_bits.empty() && count_recent(subgroup, op, Operation::order, by_order))
        [[likely]] {
      tangle.result.implementation_dependent = by_order;
      return &op + 1;
    }
    return report_lanes(subgroup, &op, F, by_order);
  }
  [[gnu::noinline]] static const Op* report_lanes(Subgroup& subgroup, const Op* op, Form form,
                                                  const LaneMask& by_order) {
    if (count_order(subgroup, *op, by_order)) return op + 1;
    BrokenClauses broken;
    broken.add(Operation::order, by_order);
    report(subgroup, *op, form, std::span(&subgroup.active, 1), broken);
    return op + 1;
  }

  // A tangle whose results the order may change, where that is not seen at once. The results of few contributions, or of
  // few that change digits, are looked at one by one; the others are marked.
  template <Form F, unsigned Lanes, class Scan>
  struct OrderedKernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      using Rounded = RoundedSteps<Operation, T>;
      const PlainTangle<Lanes> tangle(subgroup, op);
      constexpr unsigned many = Operation::max_tried + 1;
      const T* in = tangle.in();
      if constexpr (Lanes == 32) {
        ChangingLanes<Operation, T, Scan> changing(in);
        if (changing.tell() && changing.settle()) {
          if (const auto exact = changing.exact_results(F))
            return settle_rounded<Rounded, F, Scan>(subgroup, op, tangle, {{*exact, 0}});
        }
      }
      if (tangle.size <= many || !Operation::template order_matters<T>(
                                     in, F == Form::reduce ? tangle.size : many, tangle.size)) {
        const auto exact = ChangingContributions<Operation, T>(in, tangle.size).exact_results(F);
        if (!exact || !tangle.fills_a_vector()) return one_after_the_other(subgroup, &op, F);
        return settle_rounded<Rounded, F, Scan>(subgroup, op, tangle, *exact);
      }
      if (tangle.size >= 8 && Operation::template steps_stay_normal<T>(in, tangle.size))
        return run_rounded<Rounded, F, Scan>(subgroup, op, tangle);
      combine_lanes<Rounded, F, Scan>(tangle);
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
  template <unsigned Lanes, class Scan>
  struct ClusteredKernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      if constexpr (has_lane_vectors<T>) {
        const PlainTangle<Lanes> tangle(subgroup, op);
        if (tangle.holds(subgroup)) [[likely]] {
          if constexpr (requires { Operation::max_tried; }) {
            const bool may_round =
                tangle.size % 32 == 0 && op.extra <= 32 &&
                Operation::Telling::template of<8, Scan>(tangle.in()).tell_of(0xFF);
            if (may_round) return run_rounded_clusters<Scan>(subgroup, op, tangle);
          }
          if (tangle.in_any_order()) [[likely]] {
            combine_clusters<Operation>(tangle, op.extra);
            return &op + 1;
          }
          if constexpr (requires { Operation::max_tried; })
            return pick_and_run<RoundedClustersKernel<Lanes, Scan>, Scan>(subgroup, &op);
        }
      }
      return clustered(subgroup, &op);
    }
  };
  template <unsigned Lanes, class Scan>
  struct RoundedClustersKernel {
    [[gnu::always_inline]] static inline const Op* run(Subgroup& subgroup, const Op& op) {
      const PlainTangle<Lanes> tangle(subgroup, op);
      if (tangle.size % 32 != 0 || op.extra > 32) return clustered(subgroup, &op);
      return run_rounded_clusters<Scan>(subgroup, op, tangle);
    }
  };
  // Where that is seen easily, and the order matters to the same clusters as before.
  template <class Scan, unsigned Lanes>
  [[gnu::always_inline]] static inline const Op* run_rounded_clusters(
      Subgroup& subgroup, const Op& op, const PlainTangle<Lanes>& tangle) {
    LaneMask exact;
    const bool is_settled =
        subgroup.open_bits.empty() && (order_matters_to_all_clusters<Scan>(tangle, op.extra) ||
                                       find_exact_clusters<Scan>(tangle, op.extra, exact));
    const LaneMask by_order = subgroup.active & ~exact;
    if (!is_settled || (by_order.any() && !count_recent(subgroup, op, Operation::order, by_order)))
      return clustered(subgroup, &op);
    combine_clusters<RoundedSteps<Operation, T>>(tangle, op.extra);
    tangle.result.implementation_dependent = by_order;
    return &op + 1;
  }
  // Whether that is seen at once.
  template <class Scan, unsigned Lanes>
  [[gnu::always_inline]] static inline bool order_matters_to_all_clusters(
      const PlainTangle<Lanes>& tangle, unsigned size) {
    if (!Operation::template steps_stay_normal<T>(tangle.in(), tangle.size)) return false;
    bool all_tell = true;
    for (unsigned part = 0; part < tangle.size; part += 32) {
      const auto telling = Operation::Telling::template of<32, Scan>(tangle.in() + part);
      for (unsigned first = 0; first < 32; first += size)
        all_tell &= telling.tell_of(~0u >> (32 - size) << first);
    }
    return all_tell && size > Operation::max_tried;
  }
  // The lanes whose results are the same in every order. False where that is not seen easily.
  template <class Scan, unsigned Lanes>
  [[gnu::always_inline]] static inline bool find_exact_clusters(const PlainTangle<Lanes>& tangle,
                                                                unsigned size, LaneMask& exact) {
    for (unsigned part = 0; part < tangle.size; part += 32) {
      const T* in = tangle.in() + part;
      ChangingLanes<Operation, T, Scan> changing(in);
      if (!changing.settle()) return false;
      for (unsigned first = 0; first < 32; first += size) {
        const std::uint32_t lanes = ~0u >> (32 - size) << first;
        auto here = changing.exact_results(Form::reduce, lanes);
        if (!here) {
          const auto is_exact = is_cluster_exact(in + first, size);
          if (!is_exact) return false;
          here = *is_exact ? lanes : 0;
        }
        exact.words[part / 64] |= std::uint64_t{*here} << part % 64;
      }
    }
    return true;
  }
  // Whether every order of a cluster gives the same; nothing where contributions must be combined to find out.
  [[gnu::noinline]] static std::optional<bool> is_cluster_exact(const T* values, unsigned size) {
    if (size > Operation::max_tried && Operation::template order_matters<T>(values, size, size))
      return false;
    const auto exact =
        ChangingContributions<Operation, T>(values, size).exact_results(Form::reduce);
    return exact ? std::optional(exact->any()) : std::nullopt;
  }
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
    const unsigned size = op.extra;
    combine_clusters<RoundedSteps<Operation, T>>(tangle, size);
    GroupPart part{&subgroup, {}};
    LaneMask by_order;
    for (unsigned first = 0; first < tangle.size; first += size) {
      const LaneMask lanes = LaneMask::first(first + size) & ~LaneMask::first(first);
      // In the same cases as run_rounded_clusters() leaves the values of vectors.
      const auto is_exact = is_cluster_exact(tangle.in() + first, size);
      if (!is_exact) {
        part.lanes = lanes;
        combine_group<Operation, T>(Form::reduce, op, std::span(&part, 1));
      } else if (!*is_exact) {
        by_order |= lanes;
      }
    }
    const bool all_exact = by_order.none();
    if (part.broken.lanes().none() && (all_exact || count_order(subgroup, op, by_order))) return;
    part.broken.add(Operation::order, by_order);
    const std::vector<LaneMask> clusters = clusters_of(tangle_of(subgroup), size);
    report(subgroup, op, Form::reduce, clusters, part.broken);
  }
};

}  // namespace spirv_oracle
