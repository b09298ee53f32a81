// What is said of components whose values conforming implementations may compute otherwise (BufferResult::enclosures).
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/assembly.h"
#include "cli/results.h"

namespace spirv_oracle {

// The instructions that enclosures of the result name, by their numbers.
std::map<std::uint32_t, CodeLocation> enclosing_instructions(const Module& module,
                                                             const InstructionRegistry& registry,
                                                             const DispatchResult& result,
                                                             const AssemblyMap& assembly);

// [{"offset", "bytes", "low", "high", "nan", "any", "instruction", ...}, ...], in the order of the offsets.
nlohmann::ordered_json enclosures_as_json(
    const BufferResult& buffer, const std::map<std::uint32_t, CodeLocation>& instructions);

// Notes that list them, a line for each buffer and instruction.
std::string enclosures_as_text(const std::vector<NamedBuffer>& buffers,
                               const std::map<std::uint32_t, CodeLocation>& instructions);

}  // namespace spirv_oracle
