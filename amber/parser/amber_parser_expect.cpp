// EXPECT in all its forms.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "amber/parser/amber_parser_state.h"
#include "amber/script/values.h"
#include "data/scalar.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::array<std::string_view, 6> value_comparators{"EQ", "NE", "LT", "LE", "GT", "GE"};
constexpr std::size_t max_tolerances = 4;
constexpr std::uint64_t max_color = 255;

void add_expectation(AmberParser& parser, const Token& keyword, auto what) {
  parser.commands->push_back(
      {keyword.place, std::string(parser.reader.line_of(keyword)), std::move(what)});
}

// EQ_BUFFER other, and the comparisons of buffers that take a TOLERANCE.
void parse_buffers(AmberParser& parser, const Buffer& buffer, const Token& comparator,
                   const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view words[] = {"TOLERANCE"};
  ExpectBuffers expect;
  expect.buffer = buffer.name;
  const Buffer* other = find_named(parser, parser.script.buffers, "a buffer");
  expect.other = other->name;
  if (comparator.text != "EQ_BUFFER") {
    expect.comparator = comparator.text == "RMSE_BUFFER"
                            ? BufferComparator::rmse_buffer
                            : BufferComparator::eq_histogram_emd_buffer;
    reader.one_of("a tolerance", words);
    const Token token = reader.peek();
    expect.tolerance = reader.number("TOLERANCE");
    if (expect.tolerance < 0) reader.fail(token.place, "TOLERANCE must not be negative");
  }
  reader.end_statement(keyword.text);
  add_expectation(parser, keyword, std::move(expect));
}

std::vector<Tolerance> parse_tolerances(ScriptReader& reader) {
  std::vector<Tolerance> tolerances;
  while (!reader.at_line_end() && !reader.at("EQ") && !reader.at("EQ_RGB") &&
         !reader.at("EQ_RGBA")) {
    const Token token = reader.take();
    if (token.text == "%" && !tolerances.empty()) {
      tolerances.back().percent = true;
      continue;
    }
    const bool percent = token.text.ends_with('%');
    const auto bits = parse_scalar(
        ScalarKind::float64, percent ? token.text.substr(0, token.text.size() - 1) : token.text);
    const double value = bits ? float_value(ScalarKind::float64, *bits) : -1;
    if (!(value >= 0)) {
      const bool comparator = std::find(value_comparators.begin(), value_comparators.end(),
                                        token.text) != value_comparators.end();
      reader.fail(token.place,
                  comparator
                      ? fmt::format("TOLERANCE applies only to EQ, not to {}", token.text)
                      : fmt::format("invalid tolerance '{}': expected a number of at least 0, "
                                    "with optional suffix %",
                                    token.text));
    }
    tolerances.push_back({value, percent});
  }
  if (tolerances.empty() || tolerances.size() > max_tolerances)
    reader.fail(reader.peek().place, "TOLERANCE takes 1 to 4 values");
  return tolerances;
}

// EQ_RGB and EQ_RGBA of a rectangle of pixels.
void parse_pixels(AmberParser& parser, ExpectPixels expect, const Token& comparator,
                  const Token& keyword) {
  ScriptReader& reader = parser.reader;
  const std::size_t count = comparator.text == "EQ_RGB" ? 3 : 4;
  for (std::size_t i = 0; i < count; ++i)
    expect.color.push_back(static_cast<double>(reader.unsigned_number("a color", max_color)));
  if (expect.tolerances.empty() && reader.take_if("TOLERANCE"))
    expect.tolerances = parse_tolerances(reader);
  reader.end_statement(keyword.text);
  add_expectation(parser, keyword, std::move(expect));
}

// The field of a buffer's element that begins at this byte.
bool find_field(ScriptReader& reader, const Buffer& buffer, const Token& at, std::uint64_t byte,
                ExpectValues& expect) {
  const ElementLayout& layout = *buffer.layout;
  const std::uint64_t in_element = byte % layout.stride;
  expect.offset = byte - in_element;
  for (std::size_t f = 0; f < layout.fields.size(); ++f) {
    if (layout.fields[f].offset != in_element) continue;
    expect.first_field = f;
    return true;
  }
  reader.fail(at.place, fmt::format("IDX is in bytes, but no value of '{}' ({}) begins at byte {}",
                                    buffer.name, buffer.type.name, byte));
}

void check_range(ScriptReader& reader, const Buffer& buffer, const Token& at,
                 const ExpectValues& expect) {
  const std::uint64_t end =
      end_of_values(*expect.layout, expect.offset, expect.first_field + expect.bits.size());
  if (expect.offset < buffer.size && end <= buffer.size) return;
  reader.fail(at.place, fmt::format("the values reach up to byte {}, but buffer '{}' has {} bytes",
                                    end, buffer.name, buffer.size));
}

void parse_value_list(AmberParser& parser, const Buffer& buffer, const Token& index,
                      std::uint64_t byte, ExpectValues expect, const Token& comparator,
                      const Token& keyword) {
  ScriptReader& reader = parser.reader;
  expect.buffer = buffer.name;
  expect.type = buffer.type.name;
  expect.layout = buffer.layout;
  if (!find_field(reader, buffer, index, byte, expect)) return;
  if (expect.tolerances.empty()) {
    const auto found =
        std::find(value_comparators.begin(), value_comparators.end(), comparator.text);
    expect.comparator = static_cast<Comparator>(found - value_comparators.begin());
  } else {
    expect.comparator = Comparator::fuzzy;
  }
  expect.bits = parse_expected_values(reader, *buffer.layout, expect.first_field);
  if (expect.bits.empty()) reader.fail(reader.peek().place, "EXPECT has no values");
  check_range(reader, buffer, index, expect);
  reader.end_statement(keyword.text);
  add_expectation(parser, keyword, std::move(expect));
}

// Reads the rest of the statement, after IDX.
void parse_at_index(AmberParser& parser, const Buffer& buffer, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view comparators[] = {"EQ", "NE", "LT",     "LE",
                                                     "GT", "GE", "EQ_RGB", "EQ_RGBA"};
  const Token index = reader.peek();
  const std::uint64_t byte = reader.unsigned_number("IDX");
  ExpectPixels pixels{buffer.name, static_cast<std::uint32_t>(byte), 0, 1, 1};
  const bool two_dimensional =
      !reader.at_line_end() && reader.peek().text[0] >= '0' && reader.peek().text[0] <= '9';
  if (two_dimensional) pixels.y = reader.u32("y");
  const Token size = reader.peek();
  const bool has_size = reader.take_if("SIZE");
  if (has_size) {
    pixels.width = reader.u32("the width");
    pixels.height = reader.u32("the height");
    if (pixels.width == 0 || pixels.height == 0)
      reader.fail(size.place, "SIZE must not be 0: nothing would be compared");
  }
  std::vector<Tolerance> tolerances;
  if (reader.take_if("TOLERANCE")) tolerances = parse_tolerances(reader);
  const Token comparator = reader.peek();
  reader.one_of("a comparator", comparators);
  if (comparator.text.starts_with("EQ_")) {
    pixels.tolerances = std::move(tolerances);
    return parse_pixels(parser, std::move(pixels), comparator, keyword);
  }
  if (two_dimensional || has_size)
    reader.fail(comparator.place,
                fmt::format("{} compares values from one index on; EQ_RGB and EQ_RGBA "
                            "compare a rectangle",
                            comparator.text));
  if (buffer.image && buffer.size == 0) {
    reader.fail(keyword.place,
                fmt::format("'{}' has no size: no pipeline above binds it", buffer.name));
  }
  ExpectValues expect;
  expect.tolerances = std::move(tolerances);
  parse_value_list(parser, buffer, index, byte, std::move(expect), comparator, keyword);
}

}  // namespace

void parse_expect(AmberParser& parser, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view words[] = {"IDX", "EQ_BUFFER", "RMSE_BUFFER",
                                               "EQ_HISTOGRAM_EMD_BUFFER"};
  const Buffer* buffer = find_named(parser, parser.script.buffers, "a buffer");
  const Token next = reader.peek();
  const std::string_view word = reader.one_of("a comparison", words);
  if (word == "IDX") return parse_at_index(parser, *buffer, keyword);
  parse_buffers(parser, *buffer, next, keyword);
}

}  // namespace spirv_oracle::amber
