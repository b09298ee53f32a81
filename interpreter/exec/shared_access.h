// How an instruction accesses memory that several invocations share.
#pragma once

#include <cstdint>

#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

enum class SharedAccess : std::uint8_t { none, access, atomic };

SharedAccess shared_access_of(const Program& program, const Instruction& instruction);

}  // namespace spirv_oracle
