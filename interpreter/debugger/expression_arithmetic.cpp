// Arithmetic, comparisons and conversions of values in expressions.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "interpreter/debugger/expression_node.h"
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

struct Operand {
  Objects::Components form;
  std::vector<Scalar> scalars;
};

Result<Operand> operand(const Objects& objects, const Object& object) {
  const auto form = objects.components(object);
  if (!form) return bad_input("arithmetic is not possible with " + objects.type_name(object));
  auto scalars = objects.scalars(object, Objects::max_components);
  if (!scalars) return bad_input("a value of type " + objects.type_name(object) + " is too large");
  return Operand{*form, std::move(*scalars)};
}

bool is_nowhere(const Object& object) { return object.where == Object::Where::nowhere; }

Result<void> check(const Objects& objects, Operator op, ScalarType type, const Object& object) {
  const bool is_float = type.scalar_class == Class::floating;
  if ((is_bitwise(op) || is_shift(op)) && is_float)
    return bad_input("a bitwise operation is not possible on " + objects.type_name(object));
  return {};
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

Result<Object> calculate(const Objects& objects, Operator op, const Object& a, const Object& b) {
  if (is_nowhere(a) || is_nowhere(b))
    return Objects::unavailable(0, is_nowhere(a) ? a.reason : b.reason);
  const auto left = operand(objects, a);
  if (!left) return tl::unexpected(left.error());
  const auto right = operand(objects, b);
  if (!right) return tl::unexpected(right.error());
  const std::size_t count = std::max(left->scalars.size(), right->scalars.size());
  const bool fits = (left->scalars.size() == count || left->scalars.size() == 1) &&
                    (right->scalars.size() == count || right->scalars.size() == 1);
  if (!fits)
    return bad_input(objects.type_name(a) + " and " + objects.type_name(b) +
                     " have different numbers of components");
  ScalarType type =
      is_shift(op) ? left->form.scalar : common_type(left->form.scalar, right->form.scalar);
  const bool is_float = type.scalar_class == Class::floating;
  if (const auto ok = check(objects, op, type, is_float ? a : b); !ok)
    return tl::unexpected(ok.error());
  if (type.scalar_class == Class::boolean && !is_bitwise(op) && !is_comparison(op))
    type = {Class::integer, 4, true};
  std::vector<Scalar> values;
  for (std::size_t i = 0; i < count; ++i) {
    const Scalar x = left->scalars[left->scalars.size() == 1 ? 0 : i];
    const Scalar y = right->scalars[right->scalars.size() == 1 ? 0 : i];
    const Scalar p = convert(x, left->form.scalar, type);
    Scalar result;
    if (is_shift(op)) {
      result =
          shift(op == Operator::shift_left, type, p.bits, integer_of(right->form.scalar, y.bits));
    } else {
      const Scalar q = convert(y, right->form.scalar, type);
      result = is_float ? calculate_float(op, type, float_of(type, p.bits), float_of(type, q.bits))
                        : calculate_integer(op, type, p.bits, q.bits);
    }
    result.state = std::max({result.state, x.state, y.state});
    values.push_back(result);
  }
  if (is_comparison(op)) type = ScalarType::boolean();
  const bool is_equality = op == Operator::equal || op == Operator::not_equal;
  if (!is_equality || values.size() == 1) return Objects::vector(type, std::move(values));
  // Of whole vectors.
  Scalar all{op == Operator::equal ? 1u : 0u, {}};
  for (const Scalar& value : values) {
    all.bits = op == Operator::equal ? all.bits & value.bits : all.bits | value.bits;
    all.state = std::max(all.state, value.state);
  }
  return Objects::number(type, all);
}

Result<Object> calculate(const Objects& objects, Operator op, const Object& a) {
  if (is_nowhere(a)) return Objects::unavailable(0, a.reason);
  auto only = operand(objects, a);
  if (!only) return tl::unexpected(only.error());
  ScalarType type = only->form.scalar;
  const bool is_float = type.scalar_class == Class::floating;
  if (op == Operator::bitwise_not && is_float)
    return bad_input("a bitwise operation is not possible on " + objects.type_name(a));
  for (Scalar& value : only->scalars) {
    if (op == Operator::logical_not) {
      const Scalar truth = convert(value, type, ScalarType::boolean());
      value.bits = truth.bits == 0 ? 1 : 0;
    } else if (is_float) {
      value.bits ^= std::uint64_t{1} << (8 * type.bytes - 1);
    } else {
      value = convert(value, type, type.bytes == 0 ? ScalarType{Class::integer, 4, true} : type);
      const std::uint64_t bits = op == Operator::negate ? 0 - value.bits : ~value.bits;
      value.bits = truncated(bits, type.bytes == 0 ? 4u : type.bytes);
    }
  }
  if (op == Operator::logical_not) {
    type = ScalarType::boolean();
  } else if (type.bytes == 0) {
    type = {Class::integer, 4, true};
  }
  return Objects::vector(type, std::move(only->scalars));
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
