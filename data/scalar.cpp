#include "data/scalar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "interpreter/kernels/float_encoding.h"
#include "interpreter/kernels/float_text.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {
namespace {

struct ScalarRow {
  ScalarKind kind;
  std::string_view name;
  std::size_t size;
};

constexpr std::array scalar_rows{
    ScalarRow{ScalarKind::boolean, "bool", 1},
    ScalarRow{ScalarKind::int8, "int8", 1},
    ScalarRow{ScalarKind::uint8, "uint8", 1},
    ScalarRow{ScalarKind::int16, "int16", 2},
    ScalarRow{ScalarKind::uint16, "uint16", 2},
    ScalarRow{ScalarKind::int32, "int32", 4},
    ScalarRow{ScalarKind::uint32, "uint32", 4},
    ScalarRow{ScalarKind::int64, "int64", 8},
    ScalarRow{ScalarKind::uint64, "uint64", 8},
    ScalarRow{ScalarKind::float16, "float16", 2},
    ScalarRow{ScalarKind::float32, "float32", 4},
    ScalarRow{ScalarKind::float64, "float64", 8},
    ScalarRow{ScalarKind::bfloat16, "bfloat16", 2},
    ScalarRow{ScalarKind::float8_e4m3, "float8e4m3", 1},
    ScalarRow{ScalarKind::float8_e5m2, "float8e5m2", 1},
    ScalarRow{ScalarKind::float6_e2m3, "float6e2m3", 1},
    ScalarRow{ScalarKind::float6_e3m2, "float6e3m2", 1},
    ScalarRow{ScalarKind::float4_e2m1, "float4e2m1", 1},
    ScalarRow{ScalarKind::float8_e8m0, "float8e8m0", 1},
    ScalarRow{ScalarKind::mxint8, "mxint8", 1},
};

// Booleans and the types of 4 and 6 bits have no size in buffers.
bool has_size_in_buffers(ScalarKind kind) {
  const EncodedFormat* const format = encoded_format(kind);
  return kind != ScalarKind::boolean && (format == nullptr || format->bits() >= 8);
}

const ScalarRow& row(ScalarKind kind) {
  const auto found = std::find_if(scalar_rows.begin(), scalar_rows.end(),
                                  [kind](const ScalarRow& entry) { return entry.kind == kind; });
  return *found;
}

std::uint64_t low_bits(std::uint64_t bits, std::size_t size) {
  return size == 8 ? bits : bits & ((std::uint64_t{1} << (8 * size)) - 1);
}

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Digits of base 10, or of base 16 after 0x, without a sign.
std::optional<std::uint64_t> parse_magnitude(std::string_view text, bool& hexadecimal,
                                             bool& overflow) {
  hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (text.empty() || end != text.data() + text.size()) return std::nullopt;
  overflow = error == std::errc::result_out_of_range;
  if (error != std::errc{} && !overflow) return std::nullopt;
  return value;
}

std::string integer_range(ScalarKind kind) {
  const unsigned width = 8 * static_cast<unsigned>(scalar_size(kind));
  if (is_signed_integer(kind)) {
    const std::int64_t highest = std::numeric_limits<std::int64_t>::max() >> (64 - width);
    return fmt::format("{} to {}", -highest - 1, highest);
  }
  return fmt::format("0 to {}", std::numeric_limits<std::uint64_t>::max() >> (64 - width));
}

Result<std::uint64_t> parse_integer(ScalarKind kind, std::string_view text) {
  const auto out_of_range = [&] {
    return bad_input(fmt::format("{} is out of range for {} ({})", text, scalar_name(kind),
                                 integer_range(kind)));
  };
  const bool negative = text.starts_with('-');
  const std::string_view digits = negative || text.starts_with('+') ? text.substr(1) : text;
  bool hexadecimal = false;
  bool overflow = false;
  const auto magnitude = parse_magnitude(digits, hexadecimal, overflow);
  if (!magnitude) {
    return bad_input(fmt::format("'{}' is not a value of type {}: write a decimal or 0x integer",
                                 text, scalar_name(kind)));
  }
  const std::size_t size = scalar_size(kind);
  const std::uint64_t all_ones = std::numeric_limits<std::uint64_t>::max() >> (64 - 8 * size);
  if (overflow || *magnitude > all_ones) return out_of_range();
  if (is_signed_integer(kind)) {
    const std::uint64_t lowest = (all_ones >> 1) + 1;  // magnitude of the most negative value
    if (*magnitude > lowest - (negative ? 0 : 1) && (!hexadecimal || negative))
      return out_of_range();
  } else if (negative && *magnitude != 0) {
    return out_of_range();
  }
  return low_bits(negative ? std::uint64_t{0} - *magnitude : *magnitude, size);
}

bool is_float_literal(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal && text.find_first_of("pP") == std::string_view::npos) return false;
  const std::string_view allowed =
      hexadecimal ? "0123456789abcdefABCDEFxXpP.+-" : "0123456789eE.+-";
  return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

// Special values, by their spelling without a sign.
std::optional<double> special_float(std::string_view text) {
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf" || text == "infinity") return std::numeric_limits<double>::infinity();
  return std::nullopt;
}

Result<std::uint64_t> parse_float(ScalarKind kind, std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view magnitude = negative || text.starts_with('+') ? text.substr(1) : text;
  const EncodedFormat* const format = encoded_format(kind);
  if (const auto special = special_float(magnitude)) {
    if (format != nullptr && !represents(*format, *special))
      return bad_input(fmt::format("{} has no {}", scalar_name(kind),
                                   std::isnan(*special) ? "NaNs" : "infinities"));
    return float_bits(kind, std::copysign(*special, negative ? -1.0 : 1.0));
  }
  const auto wrong = [&] {
    return bad_input(
        fmt::format("'{}' is not a value of type {}: write a number such as 1.5, 2e-3 or "
                    "0x1.8p3, or nan, inf, -inf",
                    text, scalar_name(kind)));
  };
  if (!is_float_literal(magnitude) || magnitude.front() == '+' || magnitude.front() == '-')
    return wrong();
  const std::string copy(magnitude);  // strtod needs a terminated string
  char* end = nullptr;
  double number = kind == ScalarKind::float32  // not through a double, which would round twice
                      ? static_cast<double>(std::strtof(copy.c_str(), &end))
                      : std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size()) return wrong();
  if (negative) number = -number;
  const std::uint64_t bits = float_bits(kind, number);
  const double value = float_value(kind, bits);
  const bool is_in_range = format == nullptr || format->converts_all_values()
                               ? std::isfinite(value)
                               : represents(*format, number);
  if (!is_in_range) {
    return bad_input(fmt::format("{} is out of range for {}{}", text, scalar_name(kind),
                                 std::isinf(value) ? ": write inf if infinity is meant" : ""));
  }
  return bits;
}

}  // namespace

std::string_view scalar_name(ScalarKind kind) { return row(kind).name; }
std::size_t scalar_size(ScalarKind kind) { return row(kind).size; }

bool is_float(ScalarKind kind) {
  return kind == ScalarKind::float32 || kind == ScalarKind::float64 ||
         encoded_format(kind) != nullptr;
}

const EncodedFormat* encoded_format(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::float16:
      return &float16_format;
    case ScalarKind::bfloat16:
      return &bfloat16_format;
    case ScalarKind::float8_e4m3:
      return &float8_e4m3_format;
    case ScalarKind::float8_e5m2:
      return &float8_e5m2_format;
    case ScalarKind::float6_e2m3:
      return &float6_e2m3_format;
    case ScalarKind::float6_e3m2:
      return &float6_e3m2_format;
    case ScalarKind::float4_e2m1:
      return &float4_e2m1_format;
    case ScalarKind::float8_e8m0:
      return &float8_e8m0_format;
    case ScalarKind::mxint8:
      return &mxint8_format;
    default:
      return nullptr;
  }
}

bool is_microscaling(ScalarKind kind) {
  const EncodedFormat* format = encoded_format(kind);
  return format != nullptr && !format->converts_all_values();
}

bool is_ieee_float(ScalarKind kind) {
  const EncodedFormat* format = encoded_format(kind);
  return is_float(kind) && (format == nullptr || format == &float16_format);
}

bool is_signed_integer(ScalarKind kind) {
  return kind == ScalarKind::int8 || kind == ScalarKind::int16 || kind == ScalarKind::int32 ||
         kind == ScalarKind::int64;
}

std::string element_name(ElementType type) {
  if (type.components == 1) return std::string(scalar_name(type.scalar));
  return fmt::format("{}x{}", scalar_name(type.scalar), type.components);
}

std::size_t element_size(ElementType type) { return scalar_size(type.scalar) * type.components; }

Result<ElementType> parse_element_type(std::string_view text) {
  std::string_view name = text;
  ElementType type;
  const std::size_t length = name.size();
  if (length > 2 && name[length - 2] == 'x' && name.back() >= '2' && name.back() <= '4') {
    type.components = static_cast<unsigned>(name.back() - '0');
    name.remove_suffix(2);
  }
  for (const ScalarRow& entry : scalar_rows) {
    if (!has_size_in_buffers(entry.kind) || entry.name != name) continue;
    type.scalar = entry.kind;
    return type;
  }
  return bad_input(fmt::format(
      "unknown type '{}': use int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 "
      "float32 float64 bfloat16 float8e4m3 float8e5m2 float8e8m0 mxint8, with x2, x3 or x4 for a "
      "vector",
      text));
}

Result<std::uint64_t> parse_scalar(ScalarKind kind, std::string_view text) {
  if (is_float(kind)) return parse_float(kind, text);
  if (kind != ScalarKind::boolean) return parse_integer(kind, text);
  if (text == "true" || text == "1") return 1;
  if (text == "false" || text == "0") return 0;
  return bad_input(fmt::format("'{}' is not a value of type bool: write true or false", text));
}

Result<std::uint64_t> parse_unsigned(std::string_view text, std::string_view what) {
  bool hexadecimal = false;
  bool overflow = false;
  const auto value = parse_magnitude(text, hexadecimal, overflow);
  if (!value || (!hexadecimal && !all_digits(text))) {
    return bad_input(fmt::format("{} must be an integer, not '{}'", what, text));
  }
  if (overflow) return bad_input(fmt::format("{} {} is out of range (64 bits)", what, text));
  return *value;
}

std::string format_scalar(ScalarKind kind, std::uint64_t bits) {
  if (kind == ScalarKind::boolean) return bits != 0 ? "true" : "false";
  if (is_signed_integer(kind)) return fmt::format("{}", sign_extended(bits, 8 * scalar_size(kind)));
  if (!is_float(kind)) return fmt::format("{}", bits);
  if (kind == ScalarKind::float64) return float_text(std::bit_cast<double>(bits));
  if (kind == ScalarKind::float32)
    return float_text(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  return encoded_text(*encoded_format(kind), static_cast<std::uint32_t>(bits));
}

std::uint64_t load_bits(std::span<const std::byte> bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bits |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  return bits;
}

void append_bits(std::uint64_t bits, std::size_t size, std::vector<std::byte>& bytes) {
  for (std::size_t i = 0; i < size; ++i)
    bytes.push_back(static_cast<std::byte>((bits >> (8 * i)) & 0xFF));
}

double float_value(ScalarKind kind, std::uint64_t bits) {
  if (kind == ScalarKind::float64) return std::bit_cast<double>(bits);
  if (kind == ScalarKind::float32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return decode(*encoded_format(kind), static_cast<std::uint32_t>(bits));
}

std::uint64_t float_bits(ScalarKind kind, double value) {
  if (kind == ScalarKind::float64) return std::bit_cast<std::uint64_t>(value);
  if (kind == ScalarKind::float32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return encode(*encoded_format(kind), value, EncodedRounding::nearest_even);
}

}  // namespace spirv_oracle
