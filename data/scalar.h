// Scalars as text: the names of types, literals, and printed values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "interpreter/dispatch.h"
#include "interpreter/kernels/float_encoding.h"

namespace spirv_oracle {

// The type of a buffer element: a scalar, or a vector of 2 to 4 scalars, tightly packed.
struct ElementType {
  ScalarKind scalar = ScalarKind::uint32;
  unsigned components = 1;
  friend bool operator==(const ElementType&, const ElementType&) = default;
};

std::string_view scalar_name(ScalarKind kind);  // "uint32"
std::size_t scalar_size(ScalarKind kind);       // bytes; a boolean counts as 1
bool is_float(ScalarKind kind);
bool is_ieee_float(ScalarKind kind);
// A type of SPV_EXT_ocp_microscaling_types.
bool is_microscaling(ScalarKind kind);
// The format of a float with at most 16 bits; null for other types.
const EncodedFormat* encoded_format(ScalarKind kind);
bool is_signed_integer(ScalarKind kind);

std::string element_name(ElementType type);  // "float32x4"
std::size_t element_size(ElementType type);

// Reads "uint32" or "float32x3". The error message lists the types.
Result<ElementType> parse_element_type(std::string_view text);

// Reads a literal of a type. Returns its bits, zero-extended. Integers are decimal, or hexadecimal
// with 0x; signed types accept any hexadecimal bit pattern of their width. Floats are decimal or
// hexadecimal (0x1.8p3), nan, inf; the result is the nearest value. Overflow is an error.
Result<std::uint64_t> parse_scalar(ScalarKind kind, std::string_view text);

// An unsigned integer in an option or a DATA argument; `what` names it in the message.
Result<std::uint64_t> parse_unsigned(std::string_view text, std::string_view what);

// The value with these bits. Floats have the form of interpreter/kernels/float_text.h.
std::string format_scalar(ScalarKind kind, std::uint64_t bits);

// The bits of a value of at most 8 bytes in memory order (little endian).
std::uint64_t load_bits(std::span<const std::byte> bytes);
void append_bits(std::uint64_t bits, std::size_t size, std::vector<std::byte>& bytes);

// Converts between the bits of a float type and a number. Rounds to nearest even.
double float_value(ScalarKind kind, std::uint64_t bits);
std::uint64_t float_bits(ScalarKind kind, double value);

}  // namespace spirv_oracle
