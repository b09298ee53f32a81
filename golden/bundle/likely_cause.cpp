#include "golden/bundle/likely_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/scalar.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint64_t near_ulps = 64;

std::uint64_t bits_at(std::span<const std::byte> bytes, std::uint64_t offset, ScalarKind type) {
  return load_bits(bytes.subspan(offset, scalar_size(type)));
}

// All differences of one output.
class Patterns {
 public:
  Patterns(const Bundle& bundle, const BundleResource& resource, const OutputComparison& comparison,
           std::span<const std::byte> actual, const std::vector<std::string>& passed)
      : bundle_(bundle),
        resource_(resource),
        comparison_(comparison),
        actual_(actual),
        passed_(passed) {}

  std::vector<std::string> find() const;

 private:
  template <class Holds>
  bool all(const Holds& holds) const {
    return std::ranges::all_of(comparison_.differences, holds);
  }
  bool is_unchanged() const;
  bool is_nan_payload() const;
  bool is_sign_of_zero() const;
  bool is_flushed() const;
  bool is_near() const;
  bool is_shifted(std::int64_t elements) const;
  bool is_in_upper_half() const;
  std::string instructions() const;

  const Bundle& bundle_;
  const BundleResource& resource_;
  const OutputComparison& comparison_;
  std::span<const std::byte> actual_;
  const std::vector<std::string>& passed_;  // instructions through which the wrong values passed
};

// The output still has its input value.
bool Patterns::is_unchanged() const {
  const InputBytes& input = *resource_.input;
  return all([&](const DifferentComponent& one) {
    return one.offset + scalar_size(one.type) <= input.bytes.size() &&
           bits_at(input.bytes, one.offset, one.type) == one.actual;
  });
}

bool Patterns::is_nan_payload() const {
  return all([](const DifferentComponent& one) {
    return is_nan_of(one.type, one.actual) != is_nan_of(one.type, one.expected);
  });
}

bool Patterns::is_sign_of_zero() const {
  return all([](const DifferentComponent& one) {
    return is_float(one.type) && float_value(one.type, one.actual) == 0 &&
           float_value(one.type, one.expected) == 0;
  });
}

// Zero instead of a denormal number.
bool Patterns::is_flushed() const {
  return all([](const DifferentComponent& one) {
    if (!is_float(one.type) || float_value(one.type, one.actual) != 0) return false;
    const auto bytes = static_cast<unsigned>(scalar_size(one.type));
    const std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1);
    const std::uint64_t magnitude = one.expected & (sign - 1);
    return magnitude != 0 && magnitude >> significand_width_of(bytes) == 0;
  });
}

bool Patterns::is_near() const {
  return all([](const DifferentComponent& one) {
    if (!is_float(one.type)) return false;
    const double a = float_value(one.type, one.actual), b = float_value(one.type, one.expected);
    if (!std::isfinite(a) || !std::isfinite(b)) return false;
    Acceptance between;
    between.low = a < b ? one.actual : one.expected;
    between.high = a < b ? one.expected : one.actual;
    return width_in_ulp(one.type, between) <= near_ulps;
  });
}

// Each element has the expected value of the element that many places further on.
bool Patterns::is_shifted(std::int64_t elements) const {
  const std::vector<std::byte>& expected = resource_.output->expected;
  return comparison_.differences.size() > 1 && all([&](const DifferentComponent& one) {
           const auto size = static_cast<std::int64_t>(scalar_size(one.type));
           const std::int64_t other = static_cast<std::int64_t>(one.offset) + elements * size;
           if (other < 0 || other + size > static_cast<std::int64_t>(expected.size())) return false;
           return bits_at(expected, static_cast<std::uint64_t>(other), one.type) == one.actual;
         });
}

// Only elements of the second halves of subgroups, if elements correspond to invocations.
bool Patterns::is_in_upper_half() const {
  const std::uint64_t size = bundle_.assumptions.subgroup_size;
  return size >= 2 && comparison_.differences.size() > 1 &&
         all([size](const DifferentComponent& one) {
           return one.offset / scalar_size(one.type) % size >= size / 2;
         });
}

std::string Patterns::instructions() const {
  if (!passed_.empty()) return fmt::format("{}", fmt::join(passed_, ", "));
  std::vector<std::string> names;
  for (const std::string& name : bundle_.instructions) {
    if (name.starts_with("OpGroup") || name.starts_with("OpSubgroup") ||
        name.starts_with("OpAtomic") || !name.starts_with("Op"))
      names.push_back(name);
  }
  if (names.empty()) names = bundle_.instructions;
  constexpr std::size_t most = 8;
  const bool is_cut = names.size() > most;
  if (is_cut) names.resize(most);
  return fmt::format("{}{}", fmt::join(names, ", "), is_cut ? ", ..." : "");
}

std::vector<std::string> Patterns::find() const {
  std::vector<std::string> causes;
  if (resource_.input && is_unchanged()) {
    causes.emplace_back("the elements still have their input values: the stores did not happen");
  } else if (all([](const DifferentComponent& one) { return one.actual == 0; }) && !is_flushed() &&
             !is_sign_of_zero()) {
    causes.emplace_back("the elements are 0: the results or the stores are missing");
  }
  if (is_sign_of_zero()) causes.emplace_back("zeros have the wrong sign");
  if (is_flushed()) causes.emplace_back("denormals were flushed to zero, where they must be kept");
  if (is_nan_payload())
    causes.emplace_back("a NaN appears in place of a number, or a number in place of a NaN");
  if (is_near() && !is_sign_of_zero() && !is_flushed()) {
    causes.emplace_back(fmt::format(
        "the results are within {} ulp: precision or rounding is not what the environment requires",
        near_ulps));
  }
  if (is_shifted(-1)) {
    causes.emplace_back("each element has the value expected of the element before it");
  } else if (is_shifted(1)) {
    causes.emplace_back("each element has the value expected of the element after it");
  }
  if (is_in_upper_half())
    causes.emplace_back("only elements that belong to the upper halves of subgroups differ");
  const std::string names = instructions();
  // What a draw stores also depends on fixed functions.
  if (!names.empty() && !bundle_.draw) {
    causes.push_back(passed_.size() == 1 ? names
                                         : fmt::format("one of the instructions {}", names));
  }
  return causes;
}

}  // namespace

std::vector<std::string> likely_causes(const Bundle& bundle, const BundleResource& resource,
                                       const OutputComparison& comparison,
                                       std::span<const std::byte> actual,
                                       const std::vector<std::string>& instructions) {
  if (comparison.holds()) return {};
  return Patterns(bundle, resource, comparison, actual, instructions).find();
}

}  // namespace spirv_oracle::golden
