// Advice about findings that depends on the instruction and its place in the source. All of it is cold code.
#pragma once

#include <cstdint>
#include <string>

namespace spirv_oracle {

struct Program;
struct Clause;

// Advice for a broken clause at the instruction of an origin; "" if there is none but the clause's own.
std::string help_for(const Program& program, std::uint32_t origin, const Clause& clause);

}  // namespace spirv_oracle
