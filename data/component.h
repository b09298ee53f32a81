// Formats one scalar of a buffer: as bits, as text and in JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "interpreter/dispatch.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// The worst state of the bytes of the scalar at byte `offset`.
Definedness component_state(const ShadowedBytes& contents, ScalarKind kind, std::uint64_t offset);

// The scalar as text: `undef` if it is undefined, with the suffix `?` if it is
// implementation-dependent.
std::string component_text(const ShadowedBytes& contents, ScalarKind kind, std::uint64_t offset);

// Null if it is undefined. NaN and the infinities are strings.
nlohmann::ordered_json component_json(const ShadowedBytes& contents, ScalarKind kind,
                                      std::uint64_t offset);

}  // namespace spirv_oracle
