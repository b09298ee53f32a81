// Combines a few values by a commutative operation, in every order and association.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace spirv_oracle {

// Five values already have 105 results of four steps each.
inline constexpr unsigned max_tried_in_all_orders = 5;

namespace internal {

// Combines each pair of the first `Count` values, then the remaining ones. Changes the values only
// meanwhile, or if it stops early.
template <unsigned Count, class T, class Step, class Visit>
bool visit_orders(std::array<T, max_tried_in_all_orders>& values, const Step& step,
                  const Visit& visit) {
  if constexpr (Count == 1) {
    return visit(values[0]);
  } else {
    constexpr unsigned last = Count - 1;
    for (unsigned i = 0; i < last; ++i) {
      for (unsigned j = i + 1; j <= last; ++j) {
        const T first = values[i], second = values[j];
        const std::optional<T> combined = step(first, second);
        if (!combined) return false;
        values[i] = *combined;
        values[j] = values[last];
        if (!visit_orders<last>(values, step, visit)) return false;
        values[i] = first;
        values[j] = second;
      }
    }
    return true;
  }
}

}  // namespace internal

// Combines `values`, at least one and at most max_tried_in_all_orders, in every order and association, and calls
// `visit` with each result:
//   std::optional<T> step(T, T)   combines two values, or stops the enumeration
//   bool visit(T result)          false stops the enumeration
// Returns false if the enumeration stopped early.
template <class T, class Step, class Visit>
bool for_each_order(std::span<const T> values, const Step& step, const Visit& visit) {
  std::array<T, max_tried_in_all_orders> all{};
  for (std::size_t i = 0; i < all.size() && i < values.size(); ++i) all[i] = values[i];
  switch (values.size()) {
    case 1:
      return internal::visit_orders<1>(all, step, visit);
    case 2:
      return internal::visit_orders<2>(all, step, visit);
    case 3:
      return internal::visit_orders<3>(all, step, visit);
    case 4:
      return internal::visit_orders<4>(all, step, visit);
    default:
      return internal::visit_orders<5>(all, step, visit);
  }
}

}  // namespace spirv_oracle
