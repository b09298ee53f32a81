#include "builtins/opencl_std/printf/printf_format.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace spirv_oracle::opencl_std {
namespace {

// The parts of the format in their order, separated by bars.
std::string parts_of(std::string_view format) {
  std::string text;
  for (const PrintfPart& part : parse_printf_format(format))
    text += (text.empty() ? "" : "|") + part.text;
  return text;
}

PrintfConversion conversion_of(std::string_view specification) {
  const auto parts = parse_printf_format(specification);
  EXPECT_EQ(parts.size(), 1u) << specification;
  return parts.front().conversion.value_or(PrintfConversion{});
}

bool is_valid(std::string_view specification) {
  const auto parts = parse_printf_format(specification);
  return parts.size() == 1 && parts.front().mistake.empty();
}

TEST(PrintfFormat, IsTextAndConversions) {
  EXPECT_EQ(parts_of(""), "");
  EXPECT_EQ(parts_of("plain"), "plain");
  EXPECT_EQ(parts_of("a%d%5.2fb%%c%"), "a|%d|%5.2f|b|%|c|%");
  EXPECT_EQ(parts_of("%-+ #0008.003v16hhx%v4hld"), "%-+ #0008.003v16hhx|%v4hld");
}

TEST(PrintfFormat, TheFieldsOfAConversion) {
  const PrintfConversion conversion = conversion_of("%-+-12.v16hlX");
  EXPECT_EQ(conversion.flags, "-+");
  EXPECT_EQ(conversion.width, 12u);
  EXPECT_EQ(conversion.precision, 0u);
  EXPECT_EQ(conversion.vector_size, 16u);
  EXPECT_EQ(conversion.length, "hl");
  EXPECT_EQ(conversion.letter, 'X');
  EXPECT_FALSE(conversion_of("%d").precision);
  EXPECT_EQ(conversion_of("%99999999999999999999d").width, max_printf_field + 1);
}

// "If a length modifier appears with any conversion specifier other than as specified above, the behavior is undefined", and
// so on: all combinations, compared with the lists of the specification.
TEST(PrintfFormat, OnlyWhatTheTextAllowsIsValid) {
  const std::string integers = "diouxX", floats = "aAeEfFgG", others = "cspnymv";
  for (const char letter : integers + floats + others) {
    const bool integer = integers.find(letter) != std::string::npos;
    const bool number = integer || floats.find(letter) != std::string::npos;
    const bool known = number || letter == 'c' || letter == 's' || letter == 'p';
    const std::string end(1, letter);
    EXPECT_EQ(is_valid("%" + end), known) << end;
    EXPECT_EQ(is_valid("%-7" + end), known) << end;
    EXPECT_EQ(is_valid("%.3" + end), number || letter == 's') << end;
    EXPECT_EQ(is_valid("%07" + end), number) << end;
    EXPECT_EQ(is_valid("%#" + end), number && letter != 'd' && letter != 'i' && letter != 'u')
        << end;
    for (const std::string length : {"hh", "h", "l"})
      EXPECT_EQ(is_valid("%" + length + end), integer);
    for (const std::string length : {"hl", "ll", "j", "L"})
      EXPECT_FALSE(is_valid("%" + length + end)) << length << end;
    EXPECT_FALSE(is_valid("%v4" + end)) << end;
    EXPECT_EQ(is_valid("%v4hh" + end), integer) << end;
    for (const std::string length : {"h", "hl", "l"})
      EXPECT_EQ(is_valid("%v4" + length + end), number) << length << end;
  }
  for (unsigned size = 0; size < 40; ++size) {
    const bool is_vector = size == 2 || size == 3 || size == 4 || size == 8 || size == 16;
    EXPECT_EQ(is_valid("%v" + std::to_string(size) + "hld"), is_vector) << size;
  }
  for (const char* wrong : {"%", "%5", "%*d", "%5%", "%-", "%v", "%vd"})
    EXPECT_FALSE(is_valid(wrong));
}

// The table of "Printf Operands", row by row.
TEST(PrintfFormat, ArgumentsHaveTheTypeOfTheTable) {
  struct Row {
    const char* specification;
    bool floating;
    std::vector<unsigned> bytes;
    unsigned count;
  };
  const Row rows[] = {
      {"%d", false, {4}, 1},     {"%hhu", false, {4}, 1},   {"%hx", false, {4}, 1},
      {"%lo", false, {8}, 1},    {"%zu", false, {8}, 1},    {"%td", false, {8}, 1},
      {"%f", true, {4, 8}, 1},   {"%A", true, {4, 8}, 1},   {"%v2hhi", false, {1}, 2},
      {"%v3hX", false, {2}, 3},  {"%v4hlu", false, {4}, 4}, {"%v8lx", false, {8}, 8},
      {"%v16hg", true, {2}, 16}, {"%v2hle", true, {4}, 2},  {"%v3lF", true, {8}, 3},
  };
  for (const Row& row : rows) {
    const PrintfConversion conversion = conversion_of(row.specification);
    for (const unsigned bytes : {1u, 2u, 4u, 8u}) {
      for (const unsigned count : {1u, 2u, 3u, 4u, 8u, 16u}) {
        for (const bool floating : {false, true}) {
          ScalarType type = ScalarType::unsigned_integer(bytes);
          if (floating) type.scalar_class = ScalarType::Class::floating;
          const bool width =
              std::find(row.bytes.begin(), row.bytes.end(), bytes) != row.bytes.end();
          EXPECT_EQ(takes_printf_argument(conversion, type, count),
                    floating == row.floating && width && count == row.count)
              << row.specification << " " << bytes << " " << count;
        }
      }
    }
  }
}

}  // namespace
}  // namespace spirv_oracle::opencl_std
