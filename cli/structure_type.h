// The types of --dump that are structures, as text.
//
//   TYPE      := SCALAR | SCALARx2..4 | [RULE] '{' MEMBER ';' ... '}'
//   MEMBER    := TYPE NAME ['[' N ']' ...] ['@' BYTES]
//   RULE      := std430 (where none is given) | std140 | scalar; of the outermost structure
//
// The last member may be an array without a length, "float32 values[]", which takes the rest of the buffer.
#pragma once

#include <string_view>

#include "interpreter/value_layout.h"

namespace spirv_oracle {

// Whether a text begins as a structure does.
bool is_structure_text(std::string_view text);

// What a buffer holds that is read as this structure: an array of it, or one alone that ends in an array without a
// length. Errors: bad_input.
Result<ValueLayoutPointer> parse_structure(std::string_view text);

}  // namespace spirv_oracle
