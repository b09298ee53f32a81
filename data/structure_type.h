// Parses the structure types of --dump.
//
//   TYPE      := SCALAR | SCALARx2..4 | [RULE] '{' MEMBER ';' ... '}'
//   MEMBER    := TYPE NAME ['[' N ']' ...] ['@' BYTES]
//   RULE      := std430 (the default) | std140 | scalar; for the outermost structure
//
// The last member may be an array without a length, "float32 values[]", which fills the rest of the
// buffer.
#pragma once

#include <string_view>

#include "interpreter/value_layout.h"

namespace spirv_oracle {

// Whether a text begins like a structure.
bool is_structure_text(std::string_view text);

// The layout of a buffer that is read as this structure: an array of it, or a single one that ends
// in an array without a length. Errors: bad_input.
Result<ValueLayoutPointer> parse_structure(std::string_view text);

}  // namespace spirv_oracle
