// Formats buffers as text and as JSON.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "data/scalar.h"
#include "memory/definedness.h"
#include "support/json_writer.h"

namespace spirv_oracle {

// Prints the buffer as `NAME: TYPE[COUNT] = ...`, on one line if it fits, or else in numbered
// lines. Undefined values are `undef`; implementation-dependent values end in `?`.
void print_buffer(std::ostream& out, std::string_view name, const ShadowedBytes& contents,
                  ElementType type);

// One element, in the same form.
std::string element_as_text(const ShadowedBytes& contents, ElementType type, std::size_t index);

// Writes the members "type", "data", "implementation_dependent" of a buffer, and "trailing_bytes"
// if the last bytes do not fill an element. Undefined components are null.
void write_buffer(JsonWriter& json, const ShadowedBytes& contents, ElementType type);

// Writes one element as a value: a list, if it is a vector.
void write_element(JsonWriter& json, const ShadowedBytes& contents, ElementType type,
                   std::size_t index);

// Writes "trailing_bytes", if there are any.
void write_trailing_bytes(JsonWriter& json, const ShadowedBytes& rest);

}  // namespace spirv_oracle
