#include "interpreter/ir/own_parts.h"

#include <algorithm>
#include <optional>

namespace spirv_oracle {
namespace {

// A factor, and the greatest number that it multiplies.
struct Factor {
  std::int64_t by = 0;
  std::int64_t last = 0;
};

std::array<Factor, 6> factors(const InvocationNumbers& numbers, const Dim3& workgroups,
                              const Dim3& local_size) {
  std::array<Factor, 6> found;
  for (std::size_t i = 0; i < 3; ++i) {
    found[i] = {numbers.by_invocation[i], std::int64_t{local_size[i]} - 1};
    found[i + 3] = {numbers.by_workgroup[i], std::int64_t{workgroups[i]} - 1};
  }
  return found;
}

// None if the result is too large.
std::optional<std::int64_t> plus_product(std::int64_t sum, const Factor& factor) {
  std::int64_t product = 0, result = 0;
  if (__builtin_mul_overflow(factor.by, factor.last, &product) ||
      __builtin_add_overflow(sum, product, &result))
    return std::nullopt;
  return result;
}

bool is_within(const OwnParts::ArithmeticResult& result, const Dim3& workgroups,
               const Dim3& local_size) {
  std::int64_t least = result.numbers.low, greatest = result.numbers.high;
  for (const Factor& factor : factors(result.numbers, workgroups, local_size)) {
    std::int64_t& bound = factor.by < 0 ? least : greatest;
    const auto moved = plus_product(bound, factor);
    if (!moved) return false;
    bound = *moved;
  }
  return least >= 0 && greatest <= result.most;
}

}  // namespace

bool OwnParts::divide(std::uint32_t object, const Dim3& workgroups, const Dim3& local_size) const {
  const auto own = bytes.find(object);
  if (own == bytes.end() || !std::ranges::all_of(results, [&](const ArithmeticResult& result) {
        return is_within(result, workgroups, local_size);
      }))
    return false;
  auto steps = factors(own->second, workgroups, local_size);
  std::ranges::sort(steps, {}, &Factor::by);
  // What smaller factors cover, from the first to the last byte.
  std::optional<std::int64_t> span = own->second.high - own->second.low;
  for (const Factor& step : steps) {
    if (step.last == 0) continue;
    if (step.by <= *span) return false;
    span = plus_product(*span, step);
    if (!span) return false;
  }
  return true;
}

}  // namespace spirv_oracle
