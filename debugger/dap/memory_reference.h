// References to memory, as clients send them back. They mean the same bytes in every lane and frame.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace spirv_oracle::dap {

// Of a value that the target describes: its address, and "@" and the workgroup if only one workgroup has that memory. None if
// the value is not in memory.
std::optional<std::string> memory_reference(const nlohmann::json& value);

// The arguments with which the target reads or writes it, moved by `offset` bytes. Other text is an
// expression, for people who write requests themselves.
nlohmann::json memory_arguments(const std::string& reference, std::int64_t offset);

}  // namespace spirv_oracle::dap
