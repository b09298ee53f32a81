#include "cli/amber/literals.h"

#include <fmt/format.h>

#include "cli/amber/values.h"

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

std::vector<std::uint64_t> parse_values(ScriptReader& reader, const Token& begin,
                                        const ElementLayout& layout, std::size_t first_field,
                                        bool until_end) {
  std::vector<std::uint64_t> bits;
  LiteralReader literals(reader);
  std::size_t f = first_field;
  while (true) {
    if (until_end) reader.skip_line_ends();
    if (reader.at_end() && until_end)
      reader.fail(begin.place, fmt::format("{} has no END", begin.text));
    if (until_end ? reader.take_if("END") : reader.at_line_end()) break;
    bits.push_back(literals.read(layout.fields[f].kind, reader.take()));
    f = (f + 1) % layout.fields.size();
  }
  literals.finish();
  return bits;
}

}  // namespace spirv_oracle::amber
