// The answers about the state of the run, as text.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "debugger/text/style.h"

namespace spirv_oracle {

// Of `subgroups`, one line each; the focused one, a result of `focus`, has a mark.
std::string subgroups_text(const nlohmann::json& subgroups, const nlohmann::json& focus);
// Of `quad`: its fragments, one line each, with a mark at the focused one.
std::string quad_text(const nlohmann::json& quad);
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
// Of `disassemble`: the instructions, each group that comes from one source line after that line. `source_line` is the text
// of a line; "" if there is none.
std::string disassembly_text(
    const nlohmann::json& instructions, const TextStyle& style,
    const std::function<std::string(const std::string& file, std::int64_t line)>& source_line);
// Of `read_memory`: 16 bytes per line; ?? is an undefined byte.
std::string memory_text(const nlohmann::json& memory);

}  // namespace spirv_oracle
