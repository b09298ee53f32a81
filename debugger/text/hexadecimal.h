// Integers in hexadecimal.
#pragma once

#include <string>
#include <string_view>

namespace spirv_oracle {

// Replaces the decimal integers in the text of a value; negative ones become the bits of the type, such as "int16" or "ivec4",
// which have 32 bits if the name does not say otherwise. Floats remain.
std::string hexadecimal_text(std::string_view text, std::string_view type);

}  // namespace spirv_oracle
