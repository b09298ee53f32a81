// Buffers by the structures in them, as text and in JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "cli/json_writer.h"
#include "interpreter/value_layout.h"
#include "memory/definedness.h"

namespace spirv_oracle {

struct StructureStyle {
  // More elements of an array are left out but for the first and the last ones.
  std::uint64_t most_elements = ~std::uint64_t{0};
};

// `NAME: TYPE =` and the members of the contents, one per line; what fits on a line is not spread further.
// Returns whether all elements of all arrays are there.
bool print_structure(std::ostream& out, std::string_view name, const ShadowedBytes& contents,
                     const ValueLayout& layout, const StructureStyle& style);

// Writes structures as objects, arrays and vectors as lists. Null: undefined, or beyond the end of the contents.
void write_structure(JsonWriter& json, const ShadowedBytes& contents, const ValueLayout& layout);

// The bytes behind the last member.
ShadowedBytes bytes_behind(const ShadowedBytes& contents, const ValueLayout& layout);

// The members with a byte that has the state, as paths: "particles[2].kind", "weights[0-3,7]". Ends with how many
// scalars these are where not all are listed.
std::string members_with(Definedness state, const ShadowedBytes& contents,
                         const ValueLayout& layout);

}  // namespace spirv_oracle
