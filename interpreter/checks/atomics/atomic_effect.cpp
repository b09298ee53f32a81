#include "interpreter/checks/atomics/atomic_effect.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "interpreter/kernels/float_format.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {
namespace {

using Operation = AtomicOperation;

std::uint64_t mask_of(unsigned bytes) { return ~std::uint64_t{0} >> (64 - 8 * bytes); }

// --- floats ---

double as_float(std::uint64_t bits, unsigned bytes) {
  if (bytes == 2) return to_float(Float16{static_cast<std::uint16_t>(bits)});
  if (bytes == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

// Of the normal numbers: 2^least_exponent to below 2^(greatest_exponent + 1).
struct FloatRange {
  int digits, least_exponent, greatest_exponent;
};
template <class T>
constexpr FloatRange range_for = {FloatFormat<T>::precision, FloatFormat<T>::min_exponent,
                                  FloatFormat<T>::max_exponent};
FloatRange range_of(unsigned bytes) {
  return bytes == 2 ? range_for<Float16> : bytes == 4 ? range_for<float> : range_for<double>;
}

// Not -0, NaN, infinite or denormal. A denormal may be flushed to zero.
bool is_plain(double value, const FloatRange& range) {
  if (value == 0) return !std::signbit(value);
  return std::isfinite(value) && std::abs(value) >= std::ldexp(1.0, range.least_exponent);
}

// The largest n for which the value is a multiple of 2^n.
int quantum_of(double value, const FloatRange& range) {
  // All sums must be finite as well.
  const int largest = range.greatest_exponent + 1 - range.digits;
  if (value == 0) return largest;
  int exponent = 0;
  const double fraction = std::frexp(std::abs(value), &exponent);
  constexpr int digits = std::numeric_limits<double>::digits;
  const auto integer = static_cast<std::uint64_t>(std::ldexp(fraction, digits));
  return std::min(exponent - digits + std::countr_zero(integer), largest);
}

// x + -0 is x. A denormal may be flushed by the addition.
bool adds_negative_zero(const AtomicOperands& operands) {
  const double original = as_float(operands.original, operands.bytes);
  const double value = as_float(operands.value, operands.bytes);
  return value == 0 && std::signbit(value) &&
         (original == 0 || is_plain(original, range_of(operands.bytes)));
}

void add_float(const AtomicOperands& operands, AtomicEffect& effect) {
  const FloatRange range = range_of(operands.bytes);
  const double original = as_float(operands.original, operands.bytes);
  const double value = as_float(operands.value, operands.bytes);
  const bool are_plain = is_plain(original, range) && is_plain(value, range);
  effect.changes = !are_plain || value != 0;
  if (!are_plain) {
    effect.commutes = false;
    return;
  }
  const int quantum = std::min(quantum_of(original, range), quantum_of(value, range));
  const auto sign_of = [](double number) { return number > 0 ? 1u : number < 0 ? 2u : 0u; };
  effect.signs = static_cast<std::uint8_t>(sign_of(original) | sign_of(value));
  effect.may_be_denormal = quantum < range.least_exponent;
  effect.original_magnitude = std::abs(original);
  effect.operand_magnitude = std::abs(value);
  effect.quantum = static_cast<std::int16_t>(quantum);
  effect.digits = static_cast<std::uint8_t>(range.digits);
}

void find_extreme(const AtomicOperands& operands, bool maximum, AtomicEffect& effect) {
  const FloatRange range = range_of(operands.bytes);
  const double original = as_float(operands.original, operands.bytes);
  const double value = as_float(operands.value, operands.bytes);
  const auto is_ordered = [&](double number) {
    return is_plain(number, range) || std::isinf(number);
  };
  effect.commutes = is_ordered(original) && is_ordered(value);
  effect.changes = !effect.commutes || (maximum ? value > original : value < original);
}

// --- integers ---

bool changes_integer(Operation operation, const AtomicOperands& operands) {
  const std::uint64_t original = operands.original, value = operands.value;
  const std::int64_t signed_original = sign_extended(original, 8 * operands.bytes);
  const std::int64_t signed_value = sign_extended(value, 8 * operands.bytes);
  switch (operation) {
    case Operation::bit_and:
      return (original & ~value) != 0;
    case Operation::bit_or:
      return (value & ~original) != 0;
    case Operation::signed_min:
      return signed_value < signed_original;
    case Operation::signed_max:
      return signed_value > signed_original;
    case Operation::unsigned_min:
      return value < original;
    case Operation::unsigned_max:
      return value > original;
    case Operation::store:
      return value != original;
    case Operation::compare_exchange:
      return original == operands.comparator && value != original;
    default:
      return operation != Operation::load;
  }
}

// The value in memory never changes.
bool leaves_all_values(Operation operation, const AtomicOperands& operands) {
  if (is_unchanged_by_zero(operation)) return operands.value == 0;
  switch (operation) {
    case Operation::bit_and:
    case Operation::unsigned_min:
      return operands.value == mask_of(operands.bytes);
    case Operation::compare_exchange:
      return operands.value == operands.comparator;
    case Operation::float_add:
      return adds_negative_zero(operands);
    default:
      return operation == Operation::load;
  }
}

}  // namespace

AtomicEffect atomic_effect(AtomicOperation operation, const AtomicOperands& operands) {
  AtomicEffect effect;
  if (operands.is_certain && leaves_all_values(operation, operands)) return effect;
  effect.operation = operation;
  effect.stored = operands.value;
  if (operation == Operation::load) return effect;
  if (operation == Operation::float_add) {
    add_float(operands, effect);
  } else if (operation == Operation::float_min || operation == Operation::float_max) {
    find_extreme(operands, operation == Operation::float_max, effect);
  } else {
    effect.changes = changes_integer(operation, operands);
  }
  if (operands.is_certain) return effect;
  effect.changes = true;
  // Operations on disjoint sets of bits commute.
  if (operation >= Operation::float_add) effect.commutes = false;
  return effect;
}

}  // namespace spirv_oracle
