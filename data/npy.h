// Reads NumPy's .npy files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// The elements of the array in `file`, which is the whole file, in C order and little endian.
// `name` is the file's name, for messages.
Result<std::vector<std::byte>> npy_elements(std::vector<std::byte> file, const std::string& name);

}  // namespace spirv_oracle
