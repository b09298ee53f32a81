// Buffers as text and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scalar.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// The buffer for people: `NAME: TYPE[COUNT] = ...`, on one line when it fits, else in numbered
// lines. Undefined values are `undef`; values that are implementation-dependent end in `?`.
std::string buffer_as_text(std::string_view name, const ShadowedBytes& contents, ElementType type);

// One element as it stands there.
std::string element_as_text(const ShadowedBytes& contents, ElementType type, std::size_t index);

// {"type", "data", "implementation_dependent"}, and "trailing_bytes" where bytes at the end fill no
// element. Undefined components are null.
nlohmann::ordered_json buffer_as_json(const ShadowedBytes& contents, ElementType type);

// A document as text: objects spread over lines, an array that holds no object on one line.
std::string json_text(const nlohmann::ordered_json& document);

}  // namespace spirv_oracle
