#include "amber/script/values.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "interpreter/kernels/float16.h"

namespace spirv_oracle::amber {
namespace {

// The integer type of the same width with the other signedness.
ScalarKind other_sign(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::int8:
      return ScalarKind::uint8;
    case ScalarKind::uint8:
      return ScalarKind::int8;
    case ScalarKind::int16:
      return ScalarKind::uint16;
    case ScalarKind::uint16:
      return ScalarKind::int16;
    case ScalarKind::int32:
      return ScalarKind::uint32;
    case ScalarKind::uint32:
      return ScalarKind::int32;
    case ScalarKind::int64:
      return ScalarKind::uint64;
    case ScalarKind::uint64:
      return ScalarKind::int64;
    default:
      return kind;
  }
}

std::uint64_t low_bits(std::uint64_t bits, ScalarKind kind) {
  const std::size_t size = scalar_size(kind);
  return size == sizeof bits ? bits : bits & ((std::uint64_t{1} << (8 * size)) - 1);
}

// An integer that does not fit in its type, as long as it fits in 64 bits.
std::optional<Literal> parse_wide_integer(ScalarKind kind, std::string_view text) {
  for (const ScalarKind wide : {ScalarKind::int64, ScalarKind::uint64}) {
    if (const auto bits = parse_scalar(wide, text)) return Literal{low_bits(*bits, kind), true};
  }
  return std::nullopt;
}

// A number with a fraction for an integer type. Removes the fraction.
std::optional<Literal> parse_as_integer(ScalarKind kind, std::string_view text) {
  const auto number = parse_scalar(ScalarKind::float64, text);
  if (!number) return std::nullopt;
  const double value = float_value(ScalarKind::float64, *number);
  const double whole = std::trunc(value);
  const double limit = std::ldexp(1.0, 64);
  if (!(whole > -limit / 2 && whole < limit)) return std::nullopt;  // NaN, too
  const std::uint64_t bits = whole < 0
                                 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(whole))
                                 : static_cast<std::uint64_t>(whole);
  const double range = std::ldexp(1.0, 8 * static_cast<int>(scalar_size(kind)));
  const bool fits = whole >= -range / 2 && whole < range;
  return Literal{low_bits(bits, kind), !fits || whole != value};
}

// As Amber does: rounds to 32 bits, and then drops digits. Beyond the exponents of 16 bits, its result has no meaning;
// here it is infinite.
std::uint64_t amber_half(double number) {
  const auto single = static_cast<float>(number);
  if (!(std::fabs(single) < 65536.0f)) return float_bits(ScalarKind::float16, single);
  return to_float16_toward_zero(single).bits;
}

// The bits that a buffer gets for a number.
std::uint64_t stored_float_bits(ScalarKind kind, double number) {
  return kind == ScalarKind::float16 ? amber_half(number) : float_bits(kind, number);
}

void store_bits(std::uint64_t bits, std::uint64_t at, std::size_t size, ShadowedBytes& contents) {
  for (std::size_t i = 0; i < size; ++i) {
    contents.bytes[at + i] = static_cast<std::byte>((bits >> (8 * i)) & 0xFF);
    contents.shadow[at + i] = Definedness::defined;
  }
}

// Value number `index` of a series, as the bits of a type.
std::uint64_t series_value(const Initializer& series, std::uint64_t index, ScalarKind kind,
                           double& number) {
  if (!is_float(kind)) return series.start + index * series.step;
  const std::uint64_t bits = stored_float_bits(kind, number);
  number += series.step_number;
  return bits;
}

void store_generated(const Buffer& buffer, ShadowedBytes& contents) {
  const ElementLayout& layout = *buffer.layout;
  double number = buffer.initializer.start_number;
  std::uint64_t index = 0;
  for (std::uint64_t element = 0; element < buffer.element_count; ++element) {
    for (std::size_t f = 0; f < layout.fields.size(); ++f) {
      const Field& field = layout.fields[f];
      const std::uint64_t bits =
          buffer.initializer.kind == Initializer::Kind::fill
              ? buffer.initializer.bits[f]
              : series_value(buffer.initializer, index++, field.kind, number);
      store_bits(bits, element * layout.stride + field.offset, field.size, contents);
    }
  }
}

}  // namespace

Result<Literal> parse_value(ScalarKind kind, std::string_view text) {
  if (text == "NaN") text = "nan";
  const auto bits = parse_scalar(kind, text);
  if (bits && kind != ScalarKind::float16) return Literal{*bits, false};
  if (!is_float(kind)) {
    if (const auto other = parse_scalar(other_sign(kind), text)) return Literal{*other, false};
    if (const auto wide = parse_wide_integer(kind, text)) return *wide;
    if (const auto integer = parse_as_integer(kind, text)) return *integer;
  } else if (text.starts_with("0x") || text.starts_with("0X")) {
    if (const auto number = parse_unsigned(text, "the value"))
      return Literal{stored_float_bits(kind, static_cast<double>(*number)), false};
  } else if (const auto number = parse_scalar(ScalarKind::float64, text)) {  // may become infinite
    const double value = float_value(ScalarKind::float64, *number);
    return Literal{stored_float_bits(kind, value), !bits};
  }
  return tl::unexpected(bits.error());
}

ScalarKind expected_kind(ScalarKind field) {
  return field == ScalarKind::float16 ? ScalarKind::float32 : field;
}

void store_values(const ElementLayout& layout, std::uint64_t offset,
                  std::span<const std::uint64_t> bits, ShadowedBytes& contents) {
  std::size_t f = 0;
  for (const std::uint64_t value : bits) {
    const Field& field = layout.fields[f];
    store_bits(value, offset + field.offset, field.size, contents);
    if (++f < layout.fields.size()) continue;
    f = 0;
    offset += layout.stride;
  }
}

std::uint64_t end_of_values(const ElementLayout& layout, std::uint64_t offset, std::size_t count) {
  if (count == 0) return offset;
  const std::size_t fields = layout.fields.size();
  const Field& last = layout.fields[(count - 1) % fields];
  return offset + (count - 1) / fields * layout.stride + last.offset + last.size;
}

ShadowedBytes initial_contents(const Buffer& buffer) {
  ShadowedBytes contents = ShadowedBytes::zero(buffer.size);
  const Initializer& initializer = buffer.initializer;
  if (initializer.kind == Initializer::Kind::values) {
    store_values(*buffer.layout, 0, initializer.bits, contents);
  } else if (initializer.kind == Initializer::Kind::bytes) {
    std::copy(initializer.bytes.begin(), initializer.bytes.end(), contents.bytes.begin());
  } else if (initializer.kind != Initializer::Kind::zero) {
    store_generated(buffer, contents);
  }
  return contents;
}

}  // namespace spirv_oracle::amber
