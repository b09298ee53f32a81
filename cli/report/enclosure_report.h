// Reports components that conforming implementations may compute differently
// (BufferResult::enclosures).
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/report/results.h"
#include "frontend/assembly.h"

namespace spirv_oracle {

// The instructions in the enclosures of the result, by their numbers.
std::map<std::uint32_t, CodeLocation> enclosing_instructions(const Module& module,
                                                             const InstructionRegistry& registry,
                                                             const DispatchResult& result,
                                                             const AssemblyMap& assembly);

// A list [{"offset", "bytes", "low", "high", "nan", "any", "instruction", ...}, ...] in the order
// of the offsets.
nlohmann::ordered_json enclosures_as_json(
    const BufferResult& buffer, const std::map<std::uint32_t, CodeLocation>& instructions);

// Notes that list them, one line for each buffer and instruction.
std::string enclosures_as_text(const std::vector<NamedBuffer>& buffers,
                               const std::map<std::uint32_t, CodeLocation>& instructions);

}  // namespace spirv_oracle
