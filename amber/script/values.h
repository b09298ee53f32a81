// The values of scripts: from literals to bits, and into buffers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "amber/script/layout.h"
#include "amber/script/model.h"
#include "interpreter/result.h"
#include "memory/definedness.h"

namespace spirv_oracle::amber {

// A literal as the bits of its type.
struct Literal {
  std::uint64_t bits = 0;
  bool truncated = false;  // the type cannot represent the value, and the bits are another one
};

// Reads a literal of this type. An integer may be signed or unsigned, decimal or hexadecimal; a
// hexadecimal integer is a number for a float as well. As in Amber, an integer that is too large
// keeps its low bits, an integer type truncates fractions, and a 16-bit float truncates the 32-bit
// one. Errors: bad_input if the text is not a number, or has more than 64 bits.
Result<Literal> parse_value(ScalarKind kind, std::string_view text);

// The type with whose values an EXPECT compares a field. As in Amber, that of a 16-bit float is a 32-bit one, so that
// its literal need not be a 16-bit number.
ScalarKind expected_kind(ScalarKind field);

// Writes values one after the other into the fields of the elements, from the element at `offset`
// on. The buffer must be large enough.
void store_values(const ElementLayout& layout, std::uint64_t offset,
                  std::span<const std::uint64_t> bits, ShadowedBytes& contents);

// The end, in bytes, of `count` values that are stored from `offset` on.
std::uint64_t end_of_values(const ElementLayout& layout, std::uint64_t offset, std::size_t count);

// The contents of the buffer before the first command.
ShadowedBytes initial_contents(const Buffer& buffer);

}  // namespace spirv_oracle::amber
