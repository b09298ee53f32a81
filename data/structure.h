// Formats buffers with structures as text and in JSON.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "interpreter/value_layout.h"
#include "memory/definedness.h"
#include "support/json_writer.h"

namespace spirv_oracle {

struct StructureStyle {
  // Longer arrays print only their first and last elements.
  std::uint64_t most_elements = ~std::uint64_t{0};
};

// Prints `NAME: TYPE =` and the members, one per line; a value that fits on a line is not split.
// Returns whether it printed all elements of all arrays.
bool print_structure(std::ostream& out, std::string_view name, const ShadowedBytes& contents,
                     const ValueLayout& layout, const StructureStyle& style);

// Writes structures as objects, and arrays and vectors as lists. Null: undefined, or beyond the end
// of the contents.
void write_structure(JsonWriter& json, const ShadowedBytes& contents, const ValueLayout& layout);

// The bytes after the last member.
ShadowedBytes bytes_behind(const ShadowedBytes& contents, const ValueLayout& layout);

// A copy in which the padding between and after members, which no text shows, counts as defined.
ShadowedBytes without_padding(const ShadowedBytes& contents, const ValueLayout& layout);

// The paths of the members with a byte in the given state: "particles[2].kind", "weights[0-3,7]".
// If it does not list all, it ends with their number.
std::string members_with(Definedness state, const ShadowedBytes& contents,
                         const ValueLayout& layout);

}  // namespace spirv_oracle
