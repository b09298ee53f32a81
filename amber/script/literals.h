// Reads the values in a script, and warns about those that their type cannot represent.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amber/script/layout.h"
#include "amber/script/script_reader.h"

namespace spirv_oracle::amber {

// Reads the values of one statement. Call `finish` after the last one; it warns once about all
// truncated values.
class LiteralReader {
 public:
  explicit LiteralReader(ScriptReader& reader) : reader_(reader) {}

  // The bits of the current word; 0, and a failure of the reader, if it is not a value.
  std::uint64_t read(ScalarKind kind, const Token& token);
  void finish();

 private:
  ScriptReader& reader_;
  std::string warning_;  // about the first truncated value; "" if there is none
  ScriptPosition place_;
  std::uint64_t more_ = 0;
};

// Reads values for the fields of a layout in turn, up to END. `begin` is the statement that needs the END.
std::vector<std::uint64_t> parse_data_values(ScriptReader& reader, const Token& begin,
                                             const ElementLayout& layout);
// Reads values for the fields of a layout in turn, up to the end of the line.
std::vector<std::uint64_t> parse_line_values(ScriptReader& reader, const ElementLayout& layout);
// The values of an EXPECT, which are compared with the fields from `first_field` on (expected_kind()).
std::vector<std::uint64_t> parse_expected_values(ScriptReader& reader, const ElementLayout& layout,
                                                 std::size_t first_field);

}  // namespace spirv_oracle::amber
