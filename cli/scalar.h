// Scalars as text: the types that the command line names, their literals and how values print.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// The type of one element of a buffer: a scalar, or a vector of 2 to 4 of them, tightly packed.
struct ElementType {
  ScalarKind scalar = ScalarKind::uint32;
  unsigned components = 1;
  friend bool operator==(const ElementType&, const ElementType&) = default;
};

std::string_view scalar_name(ScalarKind kind);  // "uint32"
std::size_t scalar_size(ScalarKind kind);       // bytes; a boolean counts as 1
bool is_float(ScalarKind kind);
bool is_signed_integer(ScalarKind kind);

std::string element_name(ElementType type);  // "float32x4"
std::size_t element_size(ElementType type);

// Reads "uint32" or "float32x3". The message of an error lists the types.
Result<ElementType> parse_element_type(std::string_view text);

// Reads a literal of a type: its bits, zero-extended. Integers are decimal, or hexadecimal with
// 0x, where a signed type takes any bit pattern of its width. Floats are decimal or hexadecimal
// (0x1.8p3), nan, inf; the nearest value is taken, but one that overflows is an error.
Result<std::uint64_t> parse_scalar(ScalarKind kind, std::string_view text);

// An unsigned integer of an option or a DATA argument; `what` names it in the message.
Result<std::uint64_t> parse_unsigned(std::string_view text, std::string_view what);

// The value with these bits; floats as interpreter/kernels/float_text.h has them.
std::string format_scalar(ScalarKind kind, std::uint64_t bits);

// The bits of a value of at most 8 bytes in memory order (little endian).
std::uint64_t load_bits(std::span<const std::byte> bytes);
void append_bits(std::uint64_t bits, std::size_t size, std::vector<std::byte>& bytes);

// Conversions between the bits of a float type and a number; rounding is to nearest even.
double float_value(ScalarKind kind, std::uint64_t bits);
std::uint64_t float_bits(ScalarKind kind, double value);

}  // namespace spirv_oracle
