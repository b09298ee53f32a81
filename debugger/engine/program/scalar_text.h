// Scalars and types as text.
#pragma once

#include <cstdint>
#include <string>

#include "interpreter/loader/types/types.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// One component of a value in one lane.
struct Scalar {
  std::uint64_t bits = 0;
  Definedness state = Definedness::defined;  // never uninitialized
  bool operator==(const Scalar&) const = default;
};

std::string scalar_text(ScalarType type, std::uint64_t bits);
// Signed integers are sign-extended; floats become the nearest double.
std::int64_t integer_of(ScalarType type, std::uint64_t bits);
double float_of(ScalarType type, std::uint64_t bits);

// The name in GLSL ("vec4", "uint[16]"), or in OpenCL C ("float4") if `is_kernel`.
std::string type_text(const SpecializedModule& types, Id type, bool is_kernel);
std::string type_text(ScalarType type, unsigned count, bool is_kernel);

// "defined", "implementation-dependent" or "undefined".
std::string state_text(Definedness state);

}  // namespace spirv_oracle
