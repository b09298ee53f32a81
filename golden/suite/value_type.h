// The types of values in the modules of the suite.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// A scalar or a vector. In buffers, a Boolean is a uint32, a float of 4 or 6 bits a float32, and components are adjacent.
struct ValueType {
  ScalarKind scalar = ScalarKind::uint32;
  unsigned components = 1;
  friend bool operator==(const ValueType&, const ValueType&) = default;
};

inline constexpr ValueType uint32_value{ScalarKind::uint32, 1};
inline constexpr ValueType boolean_value{ScalarKind::boolean, 1};
inline constexpr ValueType ballot_value{ScalarKind::uint32, 4};

bool is_narrow_float(ScalarKind scalar);          // of fewer than 8 bits
std::uint64_t all_bits(ScalarKind scalar);        // as many ones as the scalar has bits
std::string type_name(ValueType type);            // "uint32", "float32x3", "bool"
ScalarKind type_in_buffers(ValueType type);       // of a component
std::string scalar_type_id(ScalarKind scalar);    // in assembly: "%uint32"
std::string type_id(ValueType type);              // "%float32x3"
std::string type_declaration(ScalarKind scalar);  // "OpTypeInt 32 0"

// The capabilities that arithmetic and storage buffers with this scalar type need.
std::vector<std::string> capabilities_of(ScalarKind scalar);
// The extension that has a type; empty: the core has it.
std::string_view extension_of(ScalarKind scalar);

std::vector<ValueType> unsigned_types();
std::vector<ValueType> signed_types();
std::vector<ValueType> float_types();
std::vector<ValueType> all_number_types();

}  // namespace spirv_oracle::golden
