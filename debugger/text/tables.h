// The answers about the state of the run, as text.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "debugger/text/style.h"

namespace spirv_oracle {

// Of `subgroups`, one line each; the focused one, a result of `focus`, has a mark.
std::string subgroups_text(const nlohmann::json& subgroups, const nlohmann::json& focus);
// Of `tangles`: the tree, one tangle per line.
std::string tangles_text(const nlohmann::json& tree);
// Of `barriers`.
std::string barriers_text(const nlohmann::json& barriers);
// Of `stack`, with a mark at a frame.
std::string stack_text(const nlohmann::json& frames, std::size_t current);
// Of `findings`.
std::string findings_text(const nlohmann::json& findings);
// Of `checkpoints`.
std::string checkpoints_text(const nlohmann::json& checkpoints);
// Of `children`, one line each: "name = value".
std::string children_text(const nlohmann::json& children, std::string_view indent);
// Of `disassemble`.
std::string disassembly_text(const nlohmann::json& instructions, const TextStyle& style);
// Of `read_memory`: 16 bytes per line; ?? is an undefined byte.
std::string memory_text(const nlohmann::json& memory);

}  // namespace spirv_oracle
