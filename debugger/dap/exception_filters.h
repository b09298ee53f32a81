// Findings and events as the exceptions of the protocol.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace spirv_oracle::dap {

// ExceptionBreakpointsFilter objects: any finding, findings of each kind, and events.
nlohmann::json exception_filters();

// The stop point of a filter, in the form of `set_stops`. Empty if the filter is unknown.
std::optional<nlohmann::json> stop_of_filter(const std::string& filter);

}  // namespace spirv_oracle::dap
