#include "interpreter/kernels/float_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace spirv_oracle {
namespace {

constexpr int least_plain_exponent = -4;
constexpr int exponents_end = 16;  // of numbers in plain digits

// In the format of std::to_chars; without a precision, the fewest digits that suffice.
template <class Value, class... Precision>
std::string scientific(Value value, Precision... precision) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::scientific, precision...);
  return {text.data(), end.ptr};
}

std::string whole_number(double value) {
  std::array<char, 64> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 0);
  return {text.data(), end.ptr};
}

// The point is inside the digits, before them or after them.
std::string plain(const std::string& digits, int exponent) {
  if (exponent < 0)
    return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return digits + std::string(whole - digits.size(), '0');
  return digits.substr(0, whole) + '.' + digits.substr(whole);
}

// A finite value that is not negative, from its shortest scientific form.
std::string magnitude_text(double value, const std::string& shortest) {
  const std::size_t e = shortest.find('e');
  const int exponent = std::atoi(shortest.c_str() + e + 1);
  if (exponent < least_plain_exponent || exponent >= exponents_end) return shortest;
  std::string digits = shortest.substr(0, e);
  if (digits.size() > 1) digits.erase(1, 1);  // the point
  std::string text = plain(digits, exponent);
  if (text.find('.') != std::string::npos) return text;
  std::string exact = whole_number(value);
  return exact.size() <= shortest.size() || exact == text ? exact : shortest;
}

template <class Value>
std::string value_text(Value value, const std::string& shortest) {
  if (std::isnan(value)) return "nan";
  const std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value)) return sign + "inf";
  return sign + magnitude_text(std::fabs(static_cast<double>(value)), shortest);
}

// Of the magnitude.
std::string shortest_encoded(const EncodedFormat& format, double value) {
  const std::uint32_t bits = encode(format, value, EncodedRounding::nearest_even);
  constexpr int enough_digits = 5;
  for (int digits = 1; digits < enough_digits; ++digits) {
    std::string text = scientific(value, digits - 1);
    const double back = std::strtod(text.c_str(), nullptr);
    // Some formats turn greater numbers into the greatest one; only a number in their range is its text.
    const bool is_number = format.converts_all_values() || represents(format, back);
    if (is_number && encode(format, back, EncodedRounding::nearest_even) == bits) return text;
  }
  return scientific(value, enough_digits - 1);
}

}  // namespace

std::string float_text(float value) { return value_text(value, scientific(std::fabs(value))); }
std::string float_text(double value) { return value_text(value, scientific(std::fabs(value))); }
std::string encoded_text(const EncodedFormat& format, std::uint32_t bits) {
  const double value = decode(format, bits);
  if (!std::isfinite(value)) return float_text(value);
  // No number reads back as the least MXINT8, which has no meaning.
  if (!represents(format, value)) return float_text(value);
  return value_text(value, shortest_encoded(format, std::fabs(value)));
}

}  // namespace spirv_oracle
