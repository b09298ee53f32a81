// Reads and writes files. Error messages contain the file and the reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// All bytes of a file, or of standard input for "-". Errors: bad_input; limit for more than
// max_bytes.
Result<std::vector<std::byte>> read_file(const std::string& path,
                                         std::uint64_t max_bytes = std::uint64_t{1} << 40);

Result<void> write_file(const std::string& path, std::span<const std::byte> bytes);

}  // namespace spirv_oracle
