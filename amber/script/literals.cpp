#include "amber/script/literals.h"

#include <fmt/format.h>

#include "amber/script/values.h"

namespace spirv_oracle::amber {

std::uint64_t LiteralReader::read(ScalarKind kind, const Token& token) {
  const auto literal = parse_value(kind, token.text);
  if (!literal) reader_.fail(token.place, literal.error().message);
  if (!literal->truncated) return literal->bits;
  if (!warning_.empty()) {
    ++more_;
  } else {
    place_ = token.place;
    warning_ = fmt::format("{} does not fit in {} and is truncated to {}", token.text,
                           scalar_name(kind), format_scalar(kind, literal->bits));
  }
  return literal->bits;
}

void LiteralReader::finish() {
  if (warning_.empty()) return;
  if (more_ != 0) {
    warning_ += fmt::format(" (as {} {} more value{} of this statement)", more_ == 1 ? "is" : "are",
                            more_, more_ == 1 ? "" : "s");
  }
  reader_.warn(place_, warning_);
  warning_.clear();
}

namespace {

// Reads values until `at_end`, which may skip ends of lines.
template <class AtEnd, class KindOf>
std::vector<std::uint64_t> read_values(ScriptReader& reader, const AtEnd& at_end,
                                       const KindOf& kind_of) {
  std::vector<std::uint64_t> bits;
  LiteralReader literals(reader);
  while (!at_end()) bits.push_back(literals.read(kind_of(bits.size()), reader.take()));
  literals.finish();
  return bits;
}

const Field& field_of_value(const ElementLayout& layout, std::size_t index) {
  return layout.fields[index % layout.fields.size()];
}

}  // namespace

std::vector<std::uint64_t> parse_data_values(ScriptReader& reader, const Token& begin,
                                             const ElementLayout& layout) {
  const auto at_end = [&] {
    reader.skip_line_ends();
    if (reader.at_end()) reader.fail(begin.place, fmt::format("{} has no END", begin.text));
    return reader.take_if("END");
  };
  return read_values(reader, at_end, [&](std::size_t i) { return field_of_value(layout, i).kind; });
}

std::vector<std::uint64_t> parse_line_values(ScriptReader& reader, const ElementLayout& layout) {
  return read_values(
      reader, [&] { return reader.at_line_end(); },
      [&](std::size_t i) { return field_of_value(layout, i).kind; });
}

std::vector<std::uint64_t> parse_expected_values(ScriptReader& reader, const ElementLayout& layout,
                                                 std::size_t first_field) {
  return read_values(
      reader, [&] { return reader.at_line_end(); },
      [&](std::size_t i) { return expected_kind(field_of_value(layout, first_field + i).kind); });
}

}  // namespace spirv_oracle::amber
