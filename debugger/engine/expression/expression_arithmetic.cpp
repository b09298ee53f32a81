// Arithmetic, comparisons and conversions of values in expressions.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "debugger/engine/expression/expression_node.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle {
namespace {

using Class = ScalarType::Class;

bool is_comparison(Operator op) { return op >= Operator::less && op <= Operator::not_equal; }
bool is_bitwise(Operator op) {
  return op == Operator::bitwise_and || op == Operator::bitwise_or || op == Operator::bitwise_xor;
}
bool is_shift(Operator op) { return op == Operator::shift_left || op == Operator::shift_right; }

std::uint64_t float_bits(double value, unsigned bytes) {
  if (bytes == 2) return to_float16(value).bits;
  if (bytes == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::bit_cast<std::uint64_t>(value);
}

std::uint64_t truncated(std::uint64_t bits, unsigned bytes) {
  return bytes >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

// The type that both operands are converted to, as in C; narrow integers keep their width.
ScalarType common_type(ScalarType a, ScalarType b) {
  if (a.scalar_class == Class::boolean && b.scalar_class == Class::boolean) return a;
  const auto promoted = [](ScalarType type) {
    if (type.scalar_class == Class::boolean) return ScalarType{Class::integer, 4, true};
    return type;
  };
  a = promoted(a);
  b = promoted(b);
  if (a.scalar_class == Class::pointer || b.scalar_class == Class::pointer)
    return ScalarType::unsigned_integer(8);
  if (a.scalar_class == Class::floating || b.scalar_class == Class::floating) {
    if (a.scalar_class != Class::floating) return b;
    if (b.scalar_class != Class::floating) return a;
    return a.bytes >= b.bytes ? a : b;
  }
  if (a.bytes != b.bytes) return a.bytes > b.bytes ? a : b;
  a.is_signed = a.is_signed && b.is_signed;
  return a;
}

Scalar calculate_float(Operator op, ScalarType type, double a, double b) {
  const auto boolean = [](bool value) { return Scalar{value ? 1u : 0u, {}}; };
  const auto number = [&](double value) { return Scalar{float_bits(value, type.bytes), {}}; };
  // float: every operation is rounded to it; the double before is exact enough for these.
  switch (op) {
    case Operator::multiply:
      return number(a * b);
    case Operator::divide:
      return number(a / b);
    case Operator::remainder:
      return number(std::fmod(a, b));
    case Operator::add:
      return number(a + b);
    case Operator::subtract:
      return number(a - b);
    case Operator::less:
      return boolean(a < b);
    case Operator::less_equal:
      return boolean(a <= b);
    case Operator::greater:
      return boolean(a > b);
    case Operator::greater_equal:
      return boolean(a >= b);
    case Operator::equal:
      return boolean(a == b);
    default:
      return boolean(a != b);
  }
}

template <class T>
Scalar compare(Operator op, T a, T b) {
  const bool value = op == Operator::less            ? a < b
                     : op == Operator::less_equal    ? a <= b
                     : op == Operator::greater       ? a > b
                     : op == Operator::greater_equal ? a >= b
                     : op == Operator::equal         ? a == b
                                                     : a != b;
  return {value ? 1u : 0u, {}};
}

// What C leaves undefined is undefined here, too.
Scalar divide(bool remainder, bool is_signed, std::uint64_t a, std::uint64_t b) {
  if (b == 0) return {0, Definedness::undefined};
  if (!is_signed) return {remainder ? a % b : a / b, {}};
  const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
  if (y == -1) return {remainder ? 0 : 0 - a, {}};
  return {static_cast<std::uint64_t>(remainder ? x % y : x / y), {}};
}

Scalar calculate_integer(Operator op, ScalarType type, std::uint64_t left, std::uint64_t right) {
  const auto a = static_cast<std::uint64_t>(integer_of(type, left));
  const auto b = static_cast<std::uint64_t>(integer_of(type, right));
  if (is_comparison(op)) {
    return type.is_signed ? compare(op, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b))
                          : compare(op, a, b);
  }
  const unsigned bytes = std::max<unsigned>(1, type.bytes);
  Scalar result;
  switch (op) {
    case Operator::multiply:
      result.bits = a * b;
      break;
    case Operator::divide:
    case Operator::remainder:
      result = divide(op == Operator::remainder, type.is_signed, a, b);
      break;
    case Operator::add:
      result.bits = a + b;
      break;
    case Operator::subtract:
      result.bits = a - b;
      break;
    case Operator::bitwise_and:
      result.bits = a & b;
      break;
    case Operator::bitwise_or:
      result.bits = a | b;
      break;
    case Operator::bitwise_xor:
      result.bits = a ^ b;
      break;
    default:
      break;
  }
  result.bits = truncated(result.bits, bytes);
  return result;
}

Scalar shift(bool left, ScalarType type, std::uint64_t value, std::int64_t count) {
  if (count < 0 || count >= 8 * std::int64_t{type.bytes}) return {0, Definedness::undefined};
  const std::int64_t extended = integer_of(type, value);
  const std::uint64_t bits = left             ? value << count
                             : type.is_signed ? static_cast<std::uint64_t>(extended >> count)
                                              : value >> count;
  return {truncated(bits, type.bytes), {}};
}

// None if not all of it is available.
Result<std::optional<Scalars>> operand(const Objects& objects, const Object& object) {
  const auto form = objects.components(object);
  if (!form) return bad_input("arithmetic is not possible with " + objects.type_name(object));
  if (form->count > Objects::max_components)
    return bad_input("a value of type " + objects.type_name(object) + " is too large");
  auto scalars = objects.scalars(object, Objects::max_components);
  if (!scalars) return std::nullopt;
  return Scalars{form->scalar, std::move(*scalars)};
}

bool is_nowhere(const Object& object) { return object.where == Object::Where::nowhere; }

// The type in which an operation computes.
ScalarType type_of_operation(Operator op, ScalarType a, ScalarType b) {
  const ScalarType type = is_shift(op) ? a : common_type(a, b);
  const bool is_boolean = type.scalar_class == Class::boolean;
  return is_boolean && !is_bitwise(op) && !is_comparison(op) ? ScalarType{Class::integer, 4, true}
                                                             : type;
}

Error no_bitwise_operation(const Objects& objects, const Object& object) {
  return {Status::bad_input, "a bitwise operation is not possible on " + objects.type_name(object)};
}

}  // namespace

bool is_true(const Scalar& value) {
  return value.state != Definedness::undefined && value.bits != 0;
}

Scalar convert(Scalar value, ScalarType from, ScalarType to) {
  const bool from_float = from.scalar_class == Class::floating;
  Scalar result{0, value.state};
  if (to.scalar_class == Class::boolean) {
    result.bits = (from_float ? float_of(from, value.bits) != 0 : value.bits != 0) ? 1 : 0;
  } else if (to.scalar_class == Class::floating) {
    const auto integer = integer_of(from, value.bits);
    const double number = from_float ? float_of(from, value.bits)
                          : from.is_signed
                              ? static_cast<double>(integer)
                              : static_cast<double>(static_cast<std::uint64_t>(integer));
    result.bits = from == to ? value.bits : float_bits(number, to.bytes);
  } else if (from_float) {
    const double number = std::trunc(float_of(from, value.bits));
    // Beyond the range of 64 bits, no integer is nearest.
    const bool fits = std::fabs(number) < 0x1p63 || (number >= 0 && number < 0x1p64);
    if (!fits) return {0, Definedness::undefined};
    const std::uint64_t integer =
        number < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number))
                   : static_cast<std::uint64_t>(number);
    result.bits = truncated(integer, to.bytes);
  } else {
    result.bits = truncated(static_cast<std::uint64_t>(integer_of(from, value.bits)), to.bytes);
  }
  return result;
}

bool decides(Operator op, const Scalar& operand) {
  return operand.state == Definedness::defined &&
         ((op == Operator::logical_and && operand.bits == 0) ||
          (op == Operator::logical_or && operand.bits != 0));
}

Scalar combine_truths(Operator op, const Scalar& a, const Scalar& b) {
  if (decides(op, a)) return a;
  if (decides(op, b)) return b;
  const std::uint64_t bits = op == Operator::logical_and  ? a.bits & b.bits
                             : op == Operator::logical_or ? a.bits | b.bits
                                                          : a.bits ^ b.bits;
  return {bits, std::max(a.state, b.state)};
}

std::optional<Scalars> calculate(Operator op, const Scalars& a, const Scalars& b) {
  const ScalarType type = type_of_operation(op, a.type, b.type);
  const bool is_float = type.scalar_class == Class::floating;
  if ((is_bitwise(op) || is_shift(op)) && is_float) return std::nullopt;
  const std::size_t count = std::max(a.values.size(), b.values.size());
  Scalars result{is_comparison(op) ? ScalarType::boolean() : type, std::vector<Scalar>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    const Scalar x = a.values[a.values.size() == 1 ? 0 : i];
    const Scalar y = b.values[b.values.size() == 1 ? 0 : i];
    const Scalar p = convert(x, a.type, type);
    Scalar& value = result.values[i];
    if (is_shift(op)) {
      value = shift(op == Operator::shift_left, type, p.bits, integer_of(b.type, y.bits));
    } else {
      const Scalar q = convert(y, b.type, type);
      value = is_float ? calculate_float(op, type, float_of(type, p.bits), float_of(type, q.bits))
                       : calculate_integer(op, type, p.bits, q.bits);
    }
    value.state = std::max({value.state, x.state, y.state});
  }
  return result;
}

std::optional<Scalars> calculate(Operator op, Scalars a) {
  const bool is_float = a.type.scalar_class == Class::floating;
  if (op == Operator::bitwise_not && is_float) return std::nullopt;
  const ScalarType integer =
      a.type.bytes == 0 ? ScalarType{Class::integer, 4, true} : a.type;  // of a Boolean
  for (Scalar& value : a.values) {
    if (op == Operator::logical_not) {
      value.bits = convert(value, a.type, ScalarType::boolean()).bits == 0 ? 1 : 0;
    } else if (is_float) {
      value.bits ^= std::uint64_t{1} << (8 * a.type.bytes - 1);
    } else {
      const std::uint64_t bits = convert(value, a.type, integer).bits;
      value.bits = truncated(op == Operator::negate ? 0 - bits : ~bits, integer.bytes);
    }
  }
  a.type = op == Operator::logical_not ? ScalarType::boolean() : integer;
  return a;
}

Result<Object> calculate(const Objects& objects, Operator op, const Object& a, const Object& b) {
  if (is_nowhere(a) || is_nowhere(b))
    return Objects::unavailable(0, is_nowhere(a) ? a.reason : b.reason);
  const auto first = operand(objects, a);
  if (!first) return tl::unexpected(first.error());
  const auto second = operand(objects, b);
  if (!second) return tl::unexpected(second.error());
  const auto &left = *first, &right = *second;
  if (!left || !right) return Objects::unavailable(0, std::string(partly_unavailable));
  const std::size_t count = std::max(left->values.size(), right->values.size());
  const bool fits = (left->values.size() == count || left->values.size() == 1) &&
                    (right->values.size() == count || right->values.size() == 1);
  if (!fits)
    return bad_input(objects.type_name(a) + " and " + objects.type_name(b) +
                     " have different numbers of components");
  auto result = calculate(op, *left, *right);
  if (!result) {
    const bool is_second = left->type.scalar_class != Class::floating;
    return tl::unexpected(no_bitwise_operation(objects, is_second ? b : a));
  }
  const bool is_equality = op == Operator::equal || op == Operator::not_equal;
  if (!is_equality || result->values.size() == 1)
    return Objects::vector(result->type, std::move(result->values));
  // Of whole vectors.
  Scalar all{op == Operator::equal ? 1u : 0u, {}};
  for (const Scalar& value : result->values) {
    all.bits = op == Operator::equal ? all.bits & value.bits : all.bits | value.bits;
    all.state = std::max(all.state, value.state);
  }
  return Objects::number(result->type, all);
}

Result<Object> calculate(const Objects& objects, Operator op, const Object& a) {
  if (is_nowhere(a)) return Objects::unavailable(0, a.reason);
  auto only = operand(objects, a);
  if (!only) return tl::unexpected(only.error());
  if (!*only) return Objects::unavailable(0, std::string(partly_unavailable));
  auto result = calculate(op, std::move(**only));
  if (!result) return tl::unexpected(no_bitwise_operation(objects, a));
  return Objects::vector(result->type, std::move(result->values));
}

std::optional<ScalarType> scalar_type_named(std::string_view name) {
  struct Named {
    std::string_view name;
    ScalarType type;
  };
  constexpr auto integer = [](std::uint8_t bytes, bool is_signed) {
    return ScalarType{Class::integer, bytes, is_signed};
  };
  constexpr auto floating = [](std::uint8_t bytes) {
    return ScalarType{Class::floating, bytes, true};
  };
  constexpr std::array types{
      Named{"bool", ScalarType::boolean()}, Named{"int", integer(4, true)},
      Named{"uint", integer(4, false)},     Named{"int8_t", integer(1, true)},
      Named{"uint8_t", integer(1, false)},  Named{"int16_t", integer(2, true)},
      Named{"uint16_t", integer(2, false)}, Named{"int32_t", integer(4, true)},
      Named{"uint32_t", integer(4, false)}, Named{"int64_t", integer(8, true)},
      Named{"uint64_t", integer(8, false)}, Named{"char", integer(1, true)},
      Named{"uchar", integer(1, false)},    Named{"short", integer(2, true)},
      Named{"ushort", integer(2, false)},   Named{"long", integer(8, true)},
      Named{"ulong", integer(8, false)},    Named{"half", floating(2)},
      Named{"float16_t", floating(2)},      Named{"float", floating(4)},
      Named{"double", floating(8)},
  };
  const auto found = std::ranges::find(types, name, &Named::name);
  return found == types.end() ? std::nullopt : std::optional(found->type);
}

std::optional<VectorType> vector_type_named(std::string_view name) {
  std::size_t end = name.size();
  while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') --end;
  std::size_t count = 0;
  for (const std::size_t known : {2, 3, 4, 8, 16}) {
    if (name.substr(end) == std::to_string(known)) count = known;
  }
  if (count == 0) return std::nullopt;
  std::string_view component = name.substr(0, end);
  if (component.ends_with("vec")) {
    struct Prefix {
      std::string_view prefix;
      std::string_view component;
    };
    constexpr std::array prefixes{
        Prefix{"", "float"},       Prefix{"i", "int"},       Prefix{"u", "uint"},
        Prefix{"b", "bool"},       Prefix{"d", "double"},    Prefix{"f16", "float16_t"},
        Prefix{"i8", "int8_t"},    Prefix{"u8", "uint8_t"},  Prefix{"i16", "int16_t"},
        Prefix{"u16", "uint16_t"}, Prefix{"i64", "int64_t"}, Prefix{"u64", "uint64_t"}};
    component.remove_suffix(3);
    const auto found = std::ranges::find(prefixes, component, &Prefix::prefix);
    if (found == prefixes.end()) return std::nullopt;
    component = found->component;
  }
  const auto scalar = scalar_type_named(component);
  return scalar ? std::optional(VectorType{*scalar, count}) : std::nullopt;
}

}  // namespace spirv_oracle
