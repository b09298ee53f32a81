// Buffers as text and as JSON.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/json_writer.h"
#include "cli/scalar.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// Prints the buffer for people: `NAME: TYPE[COUNT] = ...`, on one line when it fits, else in numbered
// lines. Undefined values are `undef`; values that are implementation-dependent end in `?`.
void print_buffer(std::ostream& out, std::string_view name, const ShadowedBytes& contents,
                  ElementType type);

// One element as it appears there.
std::string element_as_text(const ShadowedBytes& contents, ElementType type, std::size_t index);

// Writes the members "type", "data", "implementation_dependent" of a buffer, and "trailing_bytes" where bytes at
// the end fill no element. Undefined components are null.
void write_buffer(JsonWriter& json, const ShadowedBytes& contents, ElementType type);

// Writes "trailing_bytes", if there are any.
void write_trailing_bytes(JsonWriter& json, const ShadowedBytes& rest);

}  // namespace spirv_oracle
