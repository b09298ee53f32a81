// Combines a few values by a commutative operation, in every order and association.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace spirv_oracle {

// Five values already have 105 results of four steps each.
inline constexpr unsigned max_tried_in_all_orders = 5;

namespace internal {

// Combines each pair of the first `count` values, then the remaining ones.
template <class T, class Step, class Visit>
bool visit_orders(const std::array<T, max_tried_in_all_orders>& values, unsigned count,
                  const Step& step, const Visit& visit) {
  if (count == 1) return visit(values[0]);
  for (unsigned i = 0; i + 1 < count; ++i) {
    for (unsigned j = i + 1; j < count; ++j) {
      const std::optional<T> combined = step(values[i], values[j]);
      if (!combined) return false;
      auto rest = values;
      rest[i] = *combined;
      rest[j] = values[count - 1];
      if (!visit_orders(rest, count - 1, step, visit)) return false;
    }
  }
  return true;
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
  std::ranges::copy(values, all.begin());
  return internal::visit_orders(all, static_cast<unsigned>(values.size()), step, visit);
}

}  // namespace spirv_oracle
