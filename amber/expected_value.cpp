#include "amber/expected_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "amber/script/values.h"
#include "data/representable_bounds.h"
#include "data/scalar.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle::amber {
namespace {

template <class T>
bool ordered(Comparator comparator, T actual, T expected) {
  switch (comparator) {
    case Comparator::lt:
      return actual < expected;
    case Comparator::le:
      return actual <= expected;
    case Comparator::gt:
      return actual > expected;
    case Comparator::ge:
      return actual >= expected;
    case Comparator::ne:
      return actual != expected;
    default:
      return actual == expected;
  }
}

bool holds_for_float(Comparator comparator, double actual, double expected,
                     const Tolerance& tolerance) {
  if (comparator == Comparator::eq) return within(actual, expected, default_tolerance);
  if (comparator == Comparator::ne) return !within(actual, expected, default_tolerance);
  if (comparator == Comparator::fuzzy) return within(actual, expected, tolerance);
  return ordered(comparator, actual, expected);
}

// The distance between integers, which may be too large for their type.
bool integers_within(std::uint64_t actual, std::uint64_t expected, bool is_signed,
                     const Tolerance& tolerance) {
  const bool less = is_signed
                        ? static_cast<std::int64_t>(actual) < static_cast<std::int64_t>(expected)
                        : actual < expected;
  const std::uint64_t distance = less ? expected - actual : actual - expected;
  const long double magnitude =
      is_signed ? std::fabs(static_cast<long double>(static_cast<std::int64_t>(expected)))
                : static_cast<long double>(expected);
  const long double allowed =
      tolerance.percent ? tolerance.value / 100.0L * magnitude : tolerance.value;
  return static_cast<long double>(distance) <= allowed;
}

bool holds_for(const Field& field, Comparator comparator, std::uint64_t actual,
               std::uint64_t expected, const Tolerance& tolerance) {
  if (is_float(field.kind)) {
    return holds_for_float(comparator, float_value(field.kind, actual),
                           float_value(expected_kind(field.kind), expected), tolerance);
  }
  const bool is_signed = is_signed_integer(field.kind);
  if (is_signed) {
    actual = static_cast<std::uint64_t>(sign_extended(actual, 8 * field.size));
    expected = static_cast<std::uint64_t>(sign_extended(expected, 8 * field.size));
  }
  if (comparator == Comparator::fuzzy)
    return integers_within(actual, expected, is_signed, tolerance);
  if (!is_signed) return ordered(comparator, actual, expected);
  return ordered(comparator, static_cast<std::int64_t>(actual),
                 static_cast<std::int64_t>(expected));
}

bool holds(const ValueTest& test, std::uint64_t actual) {
  return holds_for(test.field, test.comparator, actual, test.expected, test.tolerance);
}

// Whether a test holds for all numbers, and whether for none, of a set.
struct Answers {
  bool all = true, none = true;

  void add(bool holds) {
    all &= holds;
    none &= !holds;
  }
};

// For all numbers between two bounds, both included. The numbers for which a test holds are adjacent, except those of
// NE, which are all others than those of EQ.
Answers answers_between(ValueTest test, const BitBounds& bounds) {
  if (test.comparator == Comparator::ne) {
    test.comparator = Comparator::eq;
    const Answers equal = answers_between(test, bounds);
    return {equal.none, equal.all};
  }
  Answers answers;
  answers.add(holds(test, bounds.low));
  answers.add(holds(test, bounds.high));
  if (test.comparator != Comparator::eq && test.comparator != Comparator::fuzzy) return answers;
  const bool is_outside =
      holds_for(test.field, Comparator::lt, bounds.high, test.expected, test.tolerance) ||
      holds_for(test.field, Comparator::gt, bounds.low, test.expected, test.tolerance);
  answers.none &= is_outside;
  return answers;
}

// None if the possible values do not describe the field.
std::optional<Answers> answers_for(const ValueTest& test, const EnclosedComponent& possible) {
  const Field& field = test.field;
  if (possible.is_unknown || possible.bytes != field.size ||
      possible.is_float != is_float(field.kind))
    return std::nullopt;
  Answers answers;
  if (!possible.values.empty()) {
    for (const std::uint64_t bits : possible.values) answers.add(holds(test, bits));
  } else if (possible.has_numbers) {
    const auto bounds = representable_bounds(field.kind, possible.low, possible.high);
    if (!bounds) return std::nullopt;
    answers = answers_between(test, *bounds);
  }
  if (possible.may_be_nan || !possible.has_numbers)
    answers.add(holds(test, float_bits(field.kind, std::numeric_limits<double>::quiet_NaN())));
  return answers;
}

// All values of a component: "0 or 2", "0 to 2", "0 to 2, or a NaN".
std::string values_text(const Field& field, const EnclosedComponent& possible) {
  if (!possible.has_numbers) return "a NaN";
  std::string text;
  if (possible.values.empty()) {
    const auto bounds =
        representable_bounds(field.kind, possible.low, possible.high).value_or(BitBounds{});
    text = format_scalar(field.kind, bounds.low);
    if (bounds.high != bounds.low) text += " to " + format_scalar(field.kind, bounds.high);
  }
  for (const std::uint64_t bits : possible.values)
    text += (text.empty() ? "" : " or ") + format_scalar(field.kind, bits);
  return possible.may_be_nan ? text + ", or a NaN" : text;
}

}  // namespace

bool within(double actual, double expected, const Tolerance& tolerance) {
  if (actual == expected) return true;  // infinities, too
  if (std::isnan(actual) || std::isnan(expected)) return std::isnan(actual) && std::isnan(expected);
  const double allowed =
      tolerance.percent ? tolerance.value / 100.0 * std::fabs(expected) : tolerance.value;
  return std::isfinite(actual) && std::isfinite(expected) &&
         std::fabs(actual - expected) <= allowed;
}

std::string expectation_text(const ValueTest& test) {
  return fmt::format("{} {}", comparator_name(test.comparator),
                     format_scalar(expected_kind(test.field.kind), test.expected));
}

Verdict verdict_on(const ValueTest& test, std::uint64_t actual) {
  if (holds(test, actual)) return {Verdict::Kind::holds, {}};
  return {Verdict::Kind::fails, format_scalar(test.field.kind, actual)};
}

Verdict verdict_on(const ValueTest& test, std::uint64_t actual, const EnclosedComponent* possible) {
  const auto answers = possible == nullptr ? std::nullopt : answers_for(test, *possible);
  if (answers && answers->all) return {Verdict::Kind::holds, {}};
  if (answers && answers->none) return {Verdict::Kind::fails, values_text(test.field, *possible)};
  if (!holds(test, actual)) return {Verdict::Kind::refuted, format_scalar(test.field.kind, actual)};
  // Each listed value is the result of some order of the operations. An interval may be too wide.
  if (!answers) return {};
  const auto other = std::ranges::find_if(
      possible->values, [&test](std::uint64_t bits) { return !holds(test, bits); });
  if (other == possible->values.end()) return {};
  return {Verdict::Kind::refuted, format_scalar(test.field.kind, *other)};
}

}  // namespace spirv_oracle::amber
