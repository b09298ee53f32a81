// spirv-golden run.
#pragma once

#include <string>
#include <vector>

#include "cli/run.h"

namespace spirv_oracle::golden {

// BUNDLE|DIR... [--device N] [--icd FILE] [--timeout SECONDS] [--batch N] [--junit FILE]: runs bundles on a Vulkan device and
// checks what it leaves. Status mismatch where a bundle differs, crashes or hangs; unsupported where none could be run.
Result<Status> run_bundles(const std::vector<std::string>& arguments, const Console& console);

}  // namespace spirv_oracle::golden
