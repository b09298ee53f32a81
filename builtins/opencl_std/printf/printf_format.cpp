#include "builtins/opencl_std/printf/printf_format.h"

#include <algorithm>
#include <array>

namespace spirv_oracle::opencl_std {
namespace {

constexpr std::string_view integer_letters = "diouxX";
constexpr std::string_view float_letters = "aAeEfFgG";

bool is_in(std::string_view letters, char letter) {
  return letters.find(letter) != std::string_view::npos;
}

// Reads a specification character by character.
class Cursor {
 public:
  Cursor(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char take() { return at_ < text_.size() ? text_[at_++] : '\0'; }
  bool take_if(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  bool at_digit() const { return peek() >= '0' && peek() <= '9'; }
  std::uint32_t take_number() {
    std::uint32_t number = 0;
    while (at_digit()) {
      number = number * 10 + static_cast<std::uint32_t>(take() - '0');
      number = std::min(number, max_printf_field + 1);
    }
    return number;
  }
  std::size_t position() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_;
};

// "If a conversion specification is invalid, the behavior is undefined". The same applies to flags,
// precisions and lengths that do not match the letter.
std::string_view mistake_in(const PrintfConversion& conversion) {
  const char letter = conversion.letter;
  const bool integer = is_in(integer_letters, letter);
  const bool number = integer || is_in(float_letters, letter);
  const auto has_flag = [&](char flag) { return conversion.flags.find(flag) != std::string::npos; };
  if (!number && !is_in("csp", letter)) return "unknown conversion specifier";
  if (has_flag('#') && (!number || is_in("diu", letter)))
    return "the flag # does not apply to this conversion";
  if (has_flag('0') && !number) return "the flag 0 does not apply to this conversion";
  if (conversion.precision && !number && letter != 's')
    return "a precision does not apply to this conversion";
  const std::string_view length = conversion.length;
  if (conversion.vector_size != 0) {
    constexpr std::array<unsigned, 5> sizes{2, 3, 4, 8, 16};
    if (std::ranges::find(sizes, conversion.vector_size) == sizes.end())
      return "a vector has 2, 3, 4, 8 or 16 components";
    if (length.empty()) return "a vector specifier needs a length modifier";
    if (!number) return "a vector specifier does not apply to this conversion";
    const bool fits =
        length == "h" || length == "hl" || length == "l" || (length == "hh" && integer);
    return fits ? "" : "the length modifier does not apply to this conversion";
  }
  if (length.empty()) return "";
  const bool fits = integer && length != "hl";
  return fits ? "" : "the length modifier does not apply to this conversion";
}

PrintfPart parse_specification(std::string_view format, std::size_t begin, std::size_t& end) {
  Cursor cursor(format, begin + 1);
  PrintfConversion conversion;
  while (cursor.peek() != '\0' && is_in("-+ #0", cursor.peek())) {
    const char flag = cursor.take();
    if (conversion.flags.find(flag) == std::string::npos) conversion.flags += flag;
  }
  conversion.width = cursor.take_number();
  if (cursor.take_if(".")) conversion.precision = cursor.take_number();
  const bool has_vector = cursor.take_if("v");
  if (has_vector) conversion.vector_size = cursor.take_number();
  for (const std::string_view length : {"hh", "hl", "h", "l", "z", "t"}) {
    if (!conversion.length.empty() || !cursor.take_if(length)) continue;
    conversion.length = length;
  }
  conversion.letter = cursor.take();
  end = cursor.position();
  PrintfPart part{std::string(format.substr(begin, end - begin)), std::nullopt, {}};
  if (part.text == "%%") {
    part.text = "%";
    return part;
  }
  part.mistake = has_vector && conversion.vector_size == 0
                     ? std::string_view("a vector has 2, 3, 4, 8 or 16 components")
                     : mistake_in(conversion);
  part.conversion = std::move(conversion);
  return part;
}

}  // namespace

std::vector<PrintfPart> parse_printf_format(std::string_view format) {
  std::vector<PrintfPart> parts;
  for (std::size_t at = 0; at < format.size();) {
    std::size_t end = std::min(format.find('%', at), format.size());
    if (end != at) {
      parts.push_back({std::string(format.substr(at, end - at)), std::nullopt, {}});
    } else {
      parts.push_back(parse_specification(format, at, end));
    }
    at = end;
  }
  return parts;
}

bool takes_printf_argument(const PrintfConversion& conversion, ScalarType type, unsigned count) {
  const bool is_vector = conversion.vector_size != 0;
  if (count != (is_vector ? conversion.vector_size : 1)) return false;
  const bool floating = is_in(float_letters, conversion.letter);
  const ScalarType::Class wanted =
      floating ? ScalarType::Class::floating : ScalarType::Class::integer;
  if (type.scalar_class != wanted) return false;
  const std::string_view length = conversion.length;
  if (!is_vector) {
    if (floating) return type.bytes == 4 || type.bytes == 8;
    return type.bytes == (length == "l" || length == "z" || length == "t" ? 8 : 4);
  }
  const unsigned bytes = length == "hh" ? 1 : length == "h" ? 2 : length == "hl" ? 4 : 8;
  return type.bytes == bytes;
}

bool is_integer_conversion(const PrintfConversion& conversion) {
  return conversion.vector_size == 0 && is_in(integer_letters, conversion.letter);
}

std::string c_format(const PrintfConversion& conversion, ScalarType type) {
  std::string format{'%'};
  format += conversion.flags;
  if (conversion.width != 0) format += std::to_string(conversion.width);
  if (conversion.precision) {
    format += '.';
    format += std::to_string(*conversion.precision);
  }
  const bool integer = is_in(integer_letters, conversion.letter);
  if (integer && type.bytes == 8) format += "ll";
  if (integer && type.bytes < 8 && conversion.length.starts_with("h") && conversion.length != "hl")
    format += conversion.length;
  return format + conversion.letter;
}

}  // namespace spirv_oracle::opencl_std
